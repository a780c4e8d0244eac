export interface Stack<Card> {
  card: Card;
  count: number;
}

/** Equal cards lie on each other, in the order of the first of each. */
export function stacked<Card>(cards: readonly Card[]): Stack<Card>[] {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}
