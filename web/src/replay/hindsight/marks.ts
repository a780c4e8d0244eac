/** Moments as they are marked on the way through a game. */
import type { Mark } from "../../protocol";
import type { MarkShown } from "../marks";
import type { Moment } from "./moments";
import Sign from "./Sign.svelte";
import { markWords } from "./words";

/** Graver than most of what a board marks, but not than the end. */
const WEIGHTS: Record<Mark, number> = { "?": 90, "?!": 80, "!": 70 };

export function marksOf(moments: readonly Moment[]): MarkShown[] {
  return moments.map(({ step, seat, mark, proof, best_proof }) => ({
    key: `moment.${step}`,
    step,
    seat,
    weight: WEIGHTS[mark],
    sign: { Art: Sign, of: mark },
    text: markWords(mark, proof, best_proof),
  }));
}
