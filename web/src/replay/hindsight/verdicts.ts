/** What each action of a solved game comes to, one kind at a time: for its board. Pure. */
import type { GameClient, Verdict } from "../../boards/contract";
import type { Analysis, Answer, AnyAction, Judged, Text } from "../../protocol";
import { series } from "../../words/say";
import { isSame, standOf } from "./moments";
import { BEST, DONE, VERDICT, VERDICT_SHORT } from "./words";

type Kinds = NonNullable<GameClient["kinds"]>;

/** What is shown beside the board: `kind` is null before it was asked for. */
export interface OnBoard {
  step: number;
  title: Text;
  names: readonly { kind: string; name: Text }[];
  kind: string | null;
  verdicts: readonly Verdict[];
}

/** The proven decision at the present step; a listed moment is tried before its answer is shown. */
export function provenAt(
  { decisions }: Analysis,
  at: number,
  moments: readonly Judged[],
  answers: ReadonlyMap<number, Answer>,
): Judged | null {
  const decision = decisions.find(({ step, proof }) => proof !== null && standOf(step) === at);
  const isHidden = moments.some(({ step }) => step === decision?.step) && !answers.has(decision?.step ?? -1);
  return isHidden ? null : (decision ?? null);
}

/** Where no kind was chosen, that of the best action. */
export function verdictsAt(
  { step, seat }: Judged,
  kinds: Kinds,
  answer: Answer | undefined,
  chosen: string | null,
  played: AnyAction | null,
  nameOf: (seat: number) => string | null,
): OnBoard {
  const [best] = answer?.options ?? [];
  const names = kinds.names.filter(({ kind }) => answer?.options.some(({ action }) => kinds.of(action) === kind));
  const bestKind = best ? kinds.of(best.action) : null;
  const kind = names.some((one) => one.kind === chosen) ? chosen : bestKind;
  const verdicts = (answer?.options ?? []).flatMap(({ action, proof }): Verdict[] => {
    if (!proof || kinds.of(action) !== kind) return [];
    const isBest = best?.proof?.result === proof.result && best.proof.within === proof.within;
    const isPlayed = played !== null && isSame(action, played);
    const isBad = isPlayed && proof.result !== best?.proof?.result;
    const told = VERDICT(proof);
    return [
      {
        action,
        text: series([told, ...(isBest ? [BEST] : []), ...(isPlayed ? [DONE(nameOf(seat))] : [])]),
        short: VERDICT_SHORT(proof),
        tone: isBest && proof.result !== "loss" ? "good" : isBad ? "bad" : null,
      },
    ];
  });
  return { step, title: kinds.title, names, kind: answer ? kind : null, verdicts };
}
