/** A mark flies from its seat to its cell, or is dragged there. */
import type { Drag, Sight, Travel } from "../../src/boards/contract";
import type { Event, Grid, Mark } from "./board";

export const cellPlace = (cell: number) => `cell-${cell}`;
/** A cell, marked or not. */
export const spotPlace = (cell: number) => `spot-${cell}`;
export const seatPlace = (seat: number) => `seat-${seat}`;

export function travels(events: readonly Event[]): Travel[] {
  return events.flatMap((event) =>
    event.type === "marked" ? [{ from: seatPlace(event.seat), to: cellPlace(event.cell) }] : [],
  );
}

export function departures({ cell }: Mark, { seat }: Sight<Grid, Mark>): Travel[] {
  return [{ from: seatPlace(seat), to: cellPlace(cell) }];
}

export function drags({ cell }: Mark, { seat }: Sight<Grid, Mark>): Drag<never>[] {
  return [{ from: seatPlace(seat), to: spotPlace(cell) }];
}
