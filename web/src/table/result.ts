import type { Outcome, RoomGiven, RoomView } from "../protocol";

/** The seat that would start the next game: the one after this game's starter. */
export function nextStarter(room: Pick<RoomView, "seats" | "play">): number {
  return room.seats.length ? ((room.play?.starter ?? -1) + 1) % room.seats.length : 0;
}

/** The seats as the end ranks them: winners first, then by points; of equals those who lasted, then in the order of the table. */
export function ranked(
  outcome: Pick<Outcome, "winners" | "scores">,
  seats: number,
  lasted: (seat: number) => number,
): number[] {
  const points = (seat: number) => outcome.scores[seat] ?? 0;
  const wins = (seat: number) => Number(outcome.winners.includes(seat));
  return Array.from({ length: seats }, (_, seat) => seat).sort(
    (one, other) => wins(other) - wins(one) || points(other) - points(one) || lasted(other) - lasted(one),
  );
}

/** A room like one that has closed, its bots included; it is open to all, for nobody but the server knew the code. */
export function sameRoom(room: RoomView): RoomGiven {
  const { game, capacity, policy, onlookers } = room;
  const name = room.name || null;
  const options = { ...room.options };
  const bots = room.seats.flatMap((seat) => seat.bot ?? []);
  const given = { game, name, options, capacity, policy, clock: room.clock ?? 0, onlookers, bots };
  return room.visibility === "link" ? { ...given, visibility: "link" } : given;
}
