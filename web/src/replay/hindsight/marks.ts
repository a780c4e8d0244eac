/** Moments as they are marked on the way through a game. */
import type { Judged, Mark } from "../../protocol";
import type { MarkShown } from "../marks";
import type { Moment } from "./moments";
import Sign from "./Sign.svelte";
import { markWords, TOO_DEEP } from "./words";

/** Graver than most of what a board marks, but not than the end. */
const WEIGHTS: Record<Mark, number> = { "?": 90, "?!": 80, "!": 70 };

/** Less than all else. */
const QUIET = 1;
const RING = "M12 6.5a5.5 5.5 0 1 0 .01 0z";

export function marksOf(moments: readonly Moment[], deep: readonly Judged[]): MarkShown[] {
  const quiet = deep.map(({ step, seat }) => ({
    key: `deep.${step}`,
    step,
    seat,
    weight: QUIET,
    sign: RING,
    text: TOO_DEEP(1),
  }));
  const marked = moments.map(({ step, seat, mark, proof, best_proof }) => ({
    key: `moment.${step}`,
    step,
    seat,
    weight: WEIGHTS[mark],
    sign: { Art: Sign, of: mark },
    text: markWords(mark, proof, best_proof),
  }));
  return [...quiet, ...marked];
}
