/** How the games of a room have ended, for as long as the tab is open: the score over rematches. */
import type { Colour } from "../protocol";

export interface Ending {
  /** The game's id. */
  play: string;
  /** Seats keep their colours from one game to the next. */
  winners: readonly Colour[];
}

const KEPT = "tablee.series.";

/** All endings of a room, with this one as the newest; the same one is noted once. */
export function noteEnding(room: string, ending: Ending): readonly Ending[] {
  const known = JSON.parse(sessionStorage.getItem(KEPT + room) ?? "[]") as Ending[];
  const endings = [...known.filter(({ play }) => play !== ending.play), ending];
  sessionStorage.setItem(KEPT + room, JSON.stringify(endings));
  return endings;
}
