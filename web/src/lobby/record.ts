/** A finished game, made ready for telling. */
import type { GameClient, Teller } from "../boards/contract";
import type { AnyEvent, AnyView, Cause, RecordShown } from "../protocol";
import { type LogLine, tellChapter } from "../table/log";

export interface Step {
  id: number;
  /** Milliseconds since the beginning. */
  after: number;
  lines: readonly LogLine[];
}

/** Data of a record, with what was secret in the open: a secret is stored as its value and who could see it. */
export function opened(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(opened);
  if (data === null || typeof data !== "object") return data;
  const { value, seen_by: seenBy, ...rest } = data as Record<string, unknown>;
  if (value !== undefined && typeof seenBy === "number" && Object.keys(rest).length === 0) return opened(value);
  return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, opened(part)]));
}

/** The steps in words, as somebody tells them who has no seat; those that are not worth a line are left out. */
export function stepsOf(record: RecordShown, client: GameClient): Step[] {
  const teller: Teller = {
    you: null,
    seat: 0,
    // A record has the first state only; what happened after is in the events.
    view: opened(record.state) as AnyView,
    name: (seat) => record.seats[seat] ?? "",
  };
  const steps = record.steps.map((step, id) => {
    const cause = step.cause as Cause;
    const events = opened(step.events) as AnyEvent[];
    const chapter = { id, turn: null, cause, seat: step.seat, events, before: null, after: null };
    const lines = tellChapter(chapter, client, teller);
    return { id, after: step.at - record.started_at, lines };
  });
  return steps.filter((step) => step.lines.length > 0);
}
