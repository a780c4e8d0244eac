/** The pack as data: a card is its rank and suit, from `1C` (the ace of clubs) to `13S` (the king of spades). */
import { HIDDEN, type NoeCard, type Text } from "../../protocol";
import { plain } from "../../words/say";

export type Suit = "C" | "D" | "H" | "S";
/** A card as it lies: one that is face down is "?". */
export type Lying = NoeCard | typeof HIDDEN;

export function isFaceDown(card: Lying): boolean {
  return card === HIDDEN;
}

export function rankOf(card: NoeCard): number {
  return Number.parseInt(card, 10);
}

export function suitOf(card: NoeCard): Suit {
  return card.slice(-1) as Suit;
}

export function sumOf(cards: readonly NoeCard[]): number {
  return cards.reduce((sum, card) => sum + rankOf(card), 0);
}

/** Each suit as a path round 0, 0, about 20 high. */
export const SUIT_PATHS: Record<Suit, string> = {
  C: "M0-9.5a4.6 4.6 0 0 1 3.7 7.3 4.7 4.7 0 1 1-2.9 7.7L2.6 10h-5.2L-.8 5.5a4.7 4.7 0 1 1-2.9-7.7A4.6 4.6 0 0 1 0-9.5z",
  D: "M0-10.5C2-6 4.5-3 7.5 0 4.5 3 2 6 0 10.5-2 6-4.5 3-7.5 0-4.5-3-2-6 0-10.5z",
  H: "M0 9.5C-4 4.5-9.5 1-9.5-4.2-9.5-9.8-2-10.5 0-5 2-10.5 9.5-9.8 9.5-4.2 9.5 1 4 4.5 0 9.5z",
  S: "M0-10C3-5.5 9-2 9 3.2 9 7.6 3.8 8.6.9 5.6L2.6 10h-5.2L-.9 5.6C-3.8 8.6-9 7.6-9 3.2-9-2-3-5.5 0-10z",
};

type Pip = readonly [x: number, y: number];

const pairs = (...heights: number[]): Pip[] =>
  heights.flatMap((y): Pip[] => [
    [36, y],
    [64, y],
  ]);
const middle = (...heights: number[]): Pip[] => heights.map((y): Pip => [50, y]);

const PIPS: readonly Pip[][] = [
  [],
  middle(70),
  middle(36, 104),
  middle(36, 70, 104),
  pairs(36, 104),
  [...pairs(36, 104), ...middle(70)],
  pairs(36, 70, 104),
  [...pairs(36, 70, 104), ...middle(53)],
  [...pairs(36, 70, 104), ...middle(53, 87)],
  [...pairs(32, 57, 83, 108), ...middle(70)],
  [...pairs(32, 57, 83, 108), ...middle(44.5, 95.5)],
];

/** How many of a command's numbers lie before its points: the radii and flags of an arc. */
const ARC = 5;

/** Moves a path to a place: drawing one path per pip is far quicker than moving one by a transform. */
export function placed(path: string, [x, y]: Pip, scale: number): string {
  const commands = path.match(/[a-z][^a-z]*/gi) ?? [];
  return commands
    .map((command) => {
      const letter = command.charAt(0);
      const isArc = letter === "a" || letter === "A";
      const isRelative = letter === letter.toLowerCase();
      const move = (value: number, offset: number) => Number((value * scale + (isRelative ? 0 : offset)).toFixed(2));
      const numbers = (command.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
      const drawn = numbers.map((value, index) => {
        const place = isArc ? index % (ARC + 2) : index + ARC;
        if (isArc && place < 2) return Number((value * Math.abs(scale)).toFixed(2));
        if (place < ARC) return value;
        if (/h/i.test(letter)) return move(value, x);
        if (/v/i.test(letter)) return move(value, y);
        return (place - ARC) % 2 === 0 ? move(value, x) : move(value, y);
      });
      return letter + drawn.join(" ");
    })
    .join("");
}

const CORNER: Pip = [13.5, 41];
const CORNER_SCALE = 0.82;
const known = new Map<NoeCard, string>();

/** All that is drawn of a card in its suit's colour, on its 100 × 140: the pips, if it has some, and the corners. */
export function pipsOf(card: NoeCard): string {
  const drawn = known.get(card);
  if (drawn !== undefined) return drawn;
  const suit = SUIT_PATHS[suitOf(card)];
  const scale = rankOf(card) === 1 ? 2.6 : 0.92;
  const [x, y] = CORNER;
  const path = [
    ...(PIPS[rankOf(card)] ?? []).map((pip) => placed(suit, pip, pip[1] > 70 ? -scale : scale)),
    placed(suit, CORNER, CORNER_SCALE),
    placed(suit, [100 - x, 140 - y], -CORNER_SCALE),
  ].join("");
  known.set(card, path);
  return path;
}

const COURT_INDEX: Record<number, Text> = {
  1: { en: "A", fr: "A" },
  11: { en: "J", fr: "V" },
  12: { en: "Q", fr: "D" },
  13: { en: "K", fr: "R" },
};
/** The corner index of a card. Not in words.ts, so that a poster needn't load those. */
export const INDEX = (rank: number): Text => COURT_INDEX[rank] ?? plain(String(rank));
