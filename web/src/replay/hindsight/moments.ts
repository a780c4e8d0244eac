/** What an analysis says of a game, step by step. Pure: findings in, numbers out. */
import type { Analysis, Answer, AnyAction, Considered, Estimate, Judged, Mark, Outcome, Proof } from "../../protocol";

export interface Moment extends Judged {
  mark: Mark;
}

/** The position in which a step was decided: the one before it. */
export const standOf = (step: number): number => step - 1;

/** The moments to learn from, in the order of the game: of one seat, or of all. */
export function momentsOf({ decisions, seats }: Analysis, seat: number | null): Moment[] {
  const steps = new Set(seats.flatMap((one) => (seat === null || one.seat === seat ? one.moments : [])));
  const found = decisions.filter((one): one is Moment => one.mark !== null && steps.has(one.step));
  return found.sort((one, other) => one.step - other.step);
}

/** Proven to have changed the result, by more placements than anyone sees ahead: of one seat, or of all. */
export function tooDeep({ decisions }: Analysis, seat: number | null): Judged[] {
  return decisions.filter(
    ({ mark, proof, best_proof: best, ...one }) =>
      mark === null &&
      (seat === null || one.seat === seat) &&
      isSettled(proof) &&
      isSettled(best) &&
      proof.result !== best.result,
  );
}
const isSettled = (proof: Proof | null): proof is Proof => proof !== null && proof.result !== "open";

/** The next moment after this step; after the last the first again. */
export function nextMoment(moments: readonly Moment[], at: number): Moment | undefined {
  return moments.find(({ step }) => standOf(step) > at) ?? moments[0];
}

/** The one before or after the step of a moment; without a step the first or the last. */
export function momentBeside(moments: readonly Moment[], chosen: number | null, by: 1 | -1): Moment | undefined {
  if (by > 0) return moments.find(({ step }) => step > (chosen ?? -1));
  return moments.findLast(({ step }) => step < (chosen ?? Number.POSITIVE_INFINITY));
}

/** Whether anything of it was judged well enough to say that there is no moment. */
export function isJudged({ decisions }: Analysis, seat: number | null): boolean {
  return decisions.some(
    (one) => (seat === null || one.seat === seat) && (one.standing === "exact" || one.standing === "flags"),
  );
}

export const isExact = ({ decisions }: Analysis): boolean => decisions.some(({ standing }) => standing === "exact");

/** The chance of one seat before a step, in points of 100. */
export interface CurvePoint {
  /** The step that is shown then. */
  at: number;
  points: number;
  /** 95 cases of 100 lie between; the same as `points` where nothing is said of it. */
  low: number;
  high: number;
}

/** In parts: where nothing can be said between two decisions, there is no line. */
export function curveOf({ decisions }: Analysis, seat: number): CurvePoint[][] {
  const parts: CurvePoint[][] = [];
  let isBroken = true;
  for (const decision of decisions.toSorted((one, other) => one.step - other.step)) {
    const points = decision.shares[seat];
    if (points === undefined || decision.standing === "weak") {
      isBroken = true;
      continue;
    }
    const point = { at: standOf(decision.step), points, ...band(decision, seat, points) };
    if (isBroken) parts.push([point]);
    else parts.at(-1)?.push(point);
    isBroken = false;
  }
  return parts;
}

/** As wide as that of the best action, whose chance it is; of several others nothing is known. */
function band({ seat: decider, best, shares }: Judged, seat: number, points: number): { low: number; high: number } {
  if (best && (seat === decider || shares.length === 2)) {
    const [below, above] = [best.points - best.low, best.high - best.points];
    const [down, up] = seat === decider ? [below, above] : [above, below];
    return { low: Math.max(0, points - down), high: Math.min(100, points + up) };
  }
  return { low: points, high: points };
}

/** What it came to in the end: a shared win counts as the share. */
export function endOf({ winners, scores }: Outcome, seat: number): number {
  if (winners.length === 0) return 100 / scores.length;
  return winners.includes(seat) ? 100 / winners.length : 0;
}

/** How far a chance may be off, either way, in whole points; 0 where that is nothing. */
export const spreadOf = ({ low, high }: { low: number; high: number }): number => Math.round((high - low) / 2);

/** One row of an answer. */
export interface Row {
  /** null where it may not be known: then what was told says it. */
  action: AnyAction | null;
  points: number | null;
  low: number;
  high: number;
  proof: Proof | null;
  isBest: boolean;
  isPlayed: boolean;
}

/** The best, the next, and what was done: each once. */
export function rowsOf(
  { mark, best, played: got, proof, legal }: Moment,
  answer: Answer,
  played: AnyAction | null,
): Row[] {
  // Of others what they asked for may not be known: then it is the one that is worth what theirs was.
  const done =
    played ??
    answer.options.find(({ chance, beside }) => beside === "even" && chance?.points === got?.points)?.action ??
    null;
  const isPlayed = (action: AnyAction) => done !== null && isSame(action, done);
  const [first, ...others] = answer.options;
  if (!first) return [];
  const isFound = mark === "!";
  const row = (option: Considered, estimate: Estimate | null): Row => ({
    action: option.action,
    points: (estimate ?? option.chance)?.points ?? null,
    low: (estimate ?? option.chance)?.low ?? 0,
    high: (estimate ?? option.chance)?.high ?? 0,
    proof: option.proof,
    isBest: false,
    isPlayed: false,
  });
  const rows: Row[] = [{ ...row(first, best), isBest: true, isPlayed: isFound }];
  // Of two actions the other one is what was done, also where it may not be known.
  const next = legal > 2 || isFound ? others.find(({ action }) => !isPlayed(action)) : undefined;
  if (next) rows.push(row(next, null));
  if (!isFound)
    rows.push({
      action: done,
      points: got?.points ?? null,
      low: got?.low ?? 0,
      high: got?.high ?? 0,
      proof,
      isBest: false,
      isPlayed: true,
    });
  return rows;
}

/** What is to be said of an action that was tried: whether it is the best, or more was there, or it is what was done. */
export type Found = "best" | "better" | "more" | "even" | "same" | "worse" | "unknown";

export function foundBy(tried: Considered, best: Considered | null, played: AnyAction | null): Found {
  if (played !== null && isSame(tried.action, played)) return "same";
  if (best !== null && (isSame(tried.action, best.action) || isProvenAlike(tried, best))) return "best";
  if (tried.beside !== "better") return tried.beside ?? "unknown";
  const isBehind = (tried.chance?.high ?? 100) < (best?.chance?.low ?? 0);
  return isBehind ? "more" : "better";
}

const isProvenAlike = ({ proof: one }: Considered, { proof: other }: Considered): boolean =>
  one !== null && one.result === other?.result && one.within === other.within;

const fieldsOf = (action: AnyAction): string =>
  JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Whether two actions say the same, in whatever order. */
export const isSame = (one: AnyAction, other: AnyAction): boolean => fieldsOf(one) === fieldsOf(other);

/** Answers begin with the best: in this order nothing says so. */
export const inNoOrder = (actions: readonly AnyAction[]): AnyAction[] =>
  actions.toSorted((one, other) => (fieldsOf(one) < fieldsOf(other) ? -1 : 1));
