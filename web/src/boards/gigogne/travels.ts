/** Squares go from a seat's stock to their cells, and the last one is marked. */
import type { GigogneAction, GigogneEvent, GigogneSize, GigogneView } from "../../protocol";
import type { Drag, Mark, Sight, Teller, Travel } from "../contract";
import { coverOf } from "./nests";

/** A cell, or the square of a size in it. */
export const cellPlace = (cell: number, size: GigogneSize | "all") => `cell-${cell}-${size}`;
/** From where a seat's next square of a size is taken. */
export const stockPlace = (seat: number, size: GigogneSize) => `stock-${seat}-${size}`;

export function travels(events: readonly GigogneEvent[], { view }: Teller<GigogneView>): Travel[] {
  return events.flatMap((event) => (event.type === "placed" ? [placing(event, event.seat, view)] : []));
}

/** The cell; of a square that slipped under another only its own outline. */
export function lastMoved(events: readonly GigogneEvent[], { view }: Teller<GigogneView>): Mark[] {
  return events.flatMap((event) => {
    if (event.type !== "placed") return [];
    const { seat, cell, size } = event;
    const nest = view.cells[cell];
    const isUnder = nest !== undefined && coverOf(nest, size) !== null;
    return [{ seat, place: cellPlace(cell, isUnder ? size : "all") }];
  });
}

export function departures(action: GigogneAction, { view, seat }: Sight<GigogneView, GigogneAction>): Travel[] {
  return [placing(action, seat, view)];
}

/** A square of a stack onto a cell. */
export function drags({ cell, size }: GigogneAction, { seat }: Sight<GigogneView, GigogneAction>): Drag<GigogneSize>[] {
  return [{ from: stockPlace(seat, size), to: cellPlace(cell, "all"), choice: size }];
}

function placing({ cell, size }: Pick<GigogneAction, "cell" | "size">, seat: number, view: GigogneView): Travel {
  const nest = view.cells[cell];
  const lid = nest && coverOf(nest, size);
  return { from: stockPlace(seat, size), to: cellPlace(cell, size), beneath: lid ? cellPlace(cell, lid) : undefined };
}
