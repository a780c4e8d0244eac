/** Diggers step, and the gems they find hop to their seats; the tiles they came to are marked. */
import type { DiggersAction, DiggersEvent, DiggersView } from "../../protocol";
import type { Drag, Mark, Sight, Teller, Travel } from "../contract";
import { keyOf, type Tile } from "./mine";
import { mineOf } from "./words";

export const minerPlace = (seat: number) => `miner.${seat}`;
/** The gem of a tile; one that was taken before has no place. */
export const gemPlace = (seat: number, tile: Tile) => `gem.${seat}.${keyOf(tile)}`;
export const gemsPlace = (seat: number) => `gems.${seat}`;

/** The next stick of dynamite. */
export const STICK_PLACE = "stick";

/** A tile of a mine that is drawn large. */
export const tilePlace = (mine: number, tile: Tile) => `tile.${mine}.${keyOf(tile)}`;
/** The digger of a mine that is drawn small. */
export const smallPlace = (mine: number) => `small.${mine}`;

/** Each one's step: in their own mine, and as a shadow in the one before the reader, which has the same tiles. */
export function lastMoved(events: readonly DiggersEvent[], { seat: side }: Teller<DiggersView>): Mark[] {
  return events.flatMap((event): Mark[] => {
    if (event.type === "disabled") return [{ seat: event.seat, place: tilePlace(event.mine, event.tile) }];
    if (event.type !== "revealed") return [];
    return event.seats.flatMap((seat, index) => {
      const tile = event.tiles[index];
      if (!tile) return [];
      const places = new Set([tilePlace(seat, tile), smallPlace(seat), tilePlace(side, tile)]);
      return [...places].map((place) => ({ seat, place }));
    });
  });
}

export function travels(events: readonly DiggersEvent[]): Travel[] {
  return events.flatMap((event) => {
    if (event.type !== "revealed") return [];
    return event.seats.flatMap((seat, index) => {
      const tile = event.tiles[index];
      if (!tile) return [];
      return [
        { from: minerPlace(seat), to: minerPlace(seat), ms: 300 },
        { from: gemPlace(seat, tile), to: gemsPlace(seat), ms: 300, delay: 220 },
      ];
    });
  });
}

/** One's miner onto a tile; in the sabotage a stick of dynamite. */
export function drags({ type, tile }: DiggersAction, { view, seat }: Sight<DiggersView, DiggersAction>): Drag<Tile>[] {
  return type === "move"
    ? [{ from: minerPlace(seat), to: tilePlace(seat, tile) }]
    : [{ from: STICK_PLACE, to: tilePlace(mineOf(view, seat), tile) }];
}
