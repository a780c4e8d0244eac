import type { RoomView } from "../protocol";

/** The seat that would begin the next game: the one after whoever began this one. */
export function nextStarter(room: Pick<RoomView, "seats" | "play">): number {
  return room.seats.length ? ((room.play?.starter ?? -1) + 1) % room.seats.length : 0;
}
