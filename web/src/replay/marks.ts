/** What is marked on the way through a game: what its board calls a milestone, and the end. */
import type { GameClient, Milestone, Teller } from "../boards/contract";
import type { SeenStep, Text } from "../protocol";
import { DRAW, WIN } from "../words/table";
import type { Marked } from "./turns";

export interface MarkShown extends Marked, Omit<Milestone, "seat"> {
  key: string;
  seat: number | null;
  text: Text;
}

const TROPHY =
  "M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5C4.5 9 6 10.5 8 10.5M16 5.5h3.5c0 3.5-1.5 5-3.5 5M12 14v3.5M8.5 20.5h7";
/** Graver than all on the way. */
const END = 99;

/** In the words of the log. */
export function marksOf(steps: readonly SeenStep[], client: GameClient, teller: Teller): MarkShown[] {
  return steps.flatMap((step) => {
    const { number, events, view, outcome } = step;
    const before = steps[number - 1];
    const then = { ...teller, view, ...(before ? { before: before.view } : {}), events };
    const marks = events.flatMap((event, index): MarkShown[] => {
      const milestone = client.milestone?.(event, then);
      const line = milestone && client.tell(event, then);
      if (!milestone || !line) return [];
      return [{ seat: line.seat, ...milestone, key: `${number}.${index}`, step: number, text: line.text }];
    });
    const isEnd = outcome !== null && before?.outcome === null;
    const winners = outcome?.winners ?? [];
    if (isEnd)
      marks.push({
        key: "end",
        step: number,
        seat: winners.length > 1 ? null : (winners[0] ?? null),
        weight: END,
        sign: TROPHY,
        text: winners.length ? WIN(winners.map(teller.name)) : DRAW,
      });
    return marks;
  });
}
