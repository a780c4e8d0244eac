/** A mark flies from the plate of its seat to its cell. */
import type { Sight, Travel } from "../../src/boards/contract";
import type { Event, Grid, Mark } from "./board";

export const cellPlace = (cell: number) => `cell-${cell}`;
export const seatPlace = (seat: number) => `seat-${seat}`;

export function travels(events: readonly Event[]): Travel[] {
  return events.flatMap((event) =>
    event.type === "marked" ? [{ from: seatPlace(event.seat), to: cellPlace(event.cell) }] : [],
  );
}

export function departures({ cell }: Mark, { seat }: Sight<Grid, Mark>): Travel[] {
  return [{ from: seatPlace(seat), to: cellPlace(cell) }];
}
