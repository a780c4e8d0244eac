/** What getting out is worth. */
import type { DiggersView } from "../../protocol";

/** For the first round in which anyone gets out, the second, and so on. */
const BONUSES = [10, 5, 2, 0];
export const DIAMOND_POINTS = 3;

const roundsOut = (view: DiggersView): number[] =>
  [...new Set(view.exit_rounds.filter((round) => round !== null))].sort((one, other) => one - other);

/** What the next seats to get out are given for it. */
export const nextBonus = (view: DiggersView): number => BONUSES[roundsOut(view).length] ?? 0;

/** What those were given who got out in a round. */
export const bonusOf = (view: DiggersView, round: number): number => BONUSES[roundsOut(view).indexOf(round)] ?? 0;
