/** A finished game, made ready for telling. */
import type { GameClient, Teller } from "../boards/contract";
import type { Cause, RecordHead, SeenStep } from "../protocol";
import { type LogLine, tellChapter } from "../table/log";

export interface Step {
  id: number;
  /** Milliseconds since the beginning. */
  after: number;
  lines: readonly LogLine[];
}

/** The steps in words, as somebody tells them who has no seat; those that are not worth a line are left out. */
export function stepsOf(record: RecordHead, seen: readonly SeenStep[], client: GameClient): Step[] {
  const [first, ...rest] = seen;
  if (!first) return [];
  const teller: Teller = { you: null, seat: 0, view: first.view, name: (seat) => record.seats[seat] ?? "" };
  const steps = rest.map(({ number, at, cause, seat, events }) => {
    const chapter = { id: number, turn: null, cause: cause as Cause, seat, events, before: null, after: null };
    return { id: number, after: (at ?? 0) - record.started_at, lines: tellChapter(chapter, client, teller) };
  });
  return steps.filter((step) => step.lines.length > 0);
}
