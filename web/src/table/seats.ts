/** Seats of a table at which nobody sits: of lessons, positions, replays, and the bench. */
import { COLOUR_ORDER } from "../lobby/colours";
import type { SeatView } from "../protocol";

/** Called so; its colour is the usual one of its number. */
export const stillSeat = (name: string, number: number, more: Partial<SeatView> = {}): SeatView => ({
  name,
  colour: COLOUR_ORDER[number % COLOUR_ORDER.length] ?? "vermilion",
  bot: null,
  is_bot: false,
  is_ready: true,
  is_connected: true,
  is_out: false,
  skips: 0,
  again: false,
  since: 0,
  ...more,
});
