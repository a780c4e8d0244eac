/**
 * The way through a finished game: its turns, where they lie on the scrubber, and what a position is called in an
 * address. Pure: steps in, numbers out.
 */
import type { SeenStep } from "../protocol";

/** What is needed of a step to know whose turn it was in. */
export type Walked = Pick<SeenStep, "number" | "turn" | "seat">;

/** One turn, or one round where all act at once. */
export interface Turn {
  /** As games count them, from 0. */
  number: number;
  /** Its first and last step. */
  first: number;
  last: number;
  /** How many of its steps each seat took. */
  actions: ReadonlyMap<number, number>;
  /** Where it lies on the scrubber, in actions: as long as the one who took the most. */
  start: number;
  length: number;
}

/** The turns of a game; the position that it began from belongs to none. */
export function turnsOf(steps: readonly Walked[]): Turn[] {
  const turns: Turn[] = [];
  for (const { number, turn, seat } of steps) {
    if (number === 0) continue;
    const before = turns.at(-1);
    const isSame = before?.number === turn;
    const now: Turn =
      isSame && before
        ? { ...before, last: number }
        : {
            number: turn,
            first: number,
            last: number,
            actions: new Map(),
            start: before ? before.start + before.length : 0,
            length: 1,
          };
    const actions = new Map(now.actions);
    if (seat !== null) actions.set(seat, (actions.get(seat) ?? 0) + 1);
    const taken = [...actions.values()];
    const isShared = actions.size > 1;
    turns[isSame ? turns.length - 1 : turns.length] = {
      ...now,
      actions,
      length: isShared ? Math.max(1, ...taken) : now.last - now.first + 1,
    };
  }
  return turns;
}

/** The turn that a step is in; none for the first position. */
export function turnAt(turns: readonly Turn[], step: number): Turn | undefined {
  return turns.find(({ first, last }) => first <= step && step <= last);
}

/** The length of a game on the scrubber, in actions. */
export function lengthOf(turns: readonly Turn[]): number {
  const last = turns.at(-1);
  return last ? last.start + last.length : 0;
}

/** A step's place in its turn once it is taken, in actions. */
const placeIn = ({ first, last, start, length }: Turn, step: number): number =>
  start + ((step - first + 1) / (last - first + 1)) * length;

/** A step's place on the scrubber, in actions from its beginning. */
export function placeOf(turns: readonly Turn[], step: number): number {
  const turn = turnAt(turns, step);
  return turn ? placeIn(turn, step) : 0;
}

/** The step nearest to a place on the scrubber. */
export function stepAt(turns: readonly Turn[], place: number): number {
  let nearest = 0;
  let least = Math.abs(place);
  for (const turn of turns) {
    for (let step = turn.first; step <= turn.last; step++) {
      const away = Math.abs(placeIn(turn, step) - place);
      if (away < least) [nearest, least] = [step, away];
    }
  }
  return nearest;
}

/** The first step of the next turn; the last step of all in the last one. */
export function nextTurn(turns: readonly Turn[], step: number): number {
  return turns.find(({ first }) => first > step)?.first ?? turns.at(-1)?.last ?? 0;
}

/** The first step of this turn, or of the one before when that is the present step; 0 before all. */
export function turnBefore(turns: readonly Turn[], step: number): number {
  return turns.findLast(({ first }) => first < step)?.first ?? 0;
}

/** A position as an address has it, from 1: "17.2" is turn 17, its second action; "0" the beginning. */
export function positionOf(turns: readonly Turn[], step: number): string {
  const turn = turnAt(turns, step);
  return turn ? `${turn.number + 1}.${step - turn.first + 1}` : "0";
}

/** The step that an address means ("s12" is step 12); null for none that is known yet, and for what is no position. */
export function stepOf(turns: readonly Turn[], position: string): number | null {
  const step = /^s(\d{1,6})$/.exec(position);
  if (step) return Number(step[1]) <= (turns.at(-1)?.last ?? 0) ? Number(step[1]) : null;
  const found = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(position);
  if (!found) return null;
  const [number, action] = [Number(found[1]), Number(found[2] ?? 1)];
  if (number === 0) return 0;
  const turn = turns.find((one) => one.number === number - 1);
  return turn ? Math.min(turn.last, turn.first + Math.max(1, action) - 1) : null;
}

/** Something on the way, over the step that it happened in. */
export interface Marked {
  step: number;
  /** How much it matters beside others. */
  weight: number;
}

/** Of marks that would lie on each other only the gravest, with how many they are. */
export function apart<Mark extends Marked>(
  marks: readonly Mark[],
  pixelOf: (step: number) => number,
  least: number,
): (Mark & { count: number })[] {
  const kept: (Mark & { count: number })[] = [];
  for (const mark of marks) {
    const before = kept.at(-1);
    if (!before || pixelOf(mark.step) - pixelOf(before.step) >= least) kept.push({ ...mark, count: 1 });
    else kept[kept.length - 1] = { ...(mark.weight > before.weight ? mark : before), count: before.count + 1 };
  }
  return kept;
}
