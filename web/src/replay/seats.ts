/** The seats of a finished game, as they stood at a step. */
import type { RecordHead, SeatView, SeenStep } from "../protocol";
import { stillSeat } from "../table/seats";
import { called } from "../words/called";

export function seatsOf(record: RecordHead, steps: readonly SeenStep[]): SeatView[] {
  const out = steps.flatMap(({ cause, seat }) => (cause === "out" ? [seat] : []));
  return record.seats.map((name, number) => {
    const played = record.bots[number] ?? null;
    // Old records keep no colours: their seats have them in the usual order.
    const colour = record.colours[number];
    return stillSeat(called(name), number, {
      bot: played === "account" ? null : played, // a bot account has no level
      is_bot: played !== null,
      is_out: out.includes(number),
      ...(colour ? { colour } : {}),
    });
  });
}
