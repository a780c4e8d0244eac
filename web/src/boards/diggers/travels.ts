/** Diggers step, and the gems they find hop to their seats; the tiles they came to are marked. */
import type { DiggersAction, DiggersEvent, DiggersView } from "../../protocol";
import type { Drag, Mark, Milestone, Sight, Teller, Travel } from "../contract";
import { isSame, keyOf, type Tile } from "./mine";
import { mineOf } from "./words";

export const minerPlace = (seat: number) => `miner.${seat}`;
/** The gem of a tile; one that was taken before has no place. */
export const gemPlace = (seat: number, tile: Tile) => `gem.${seat}.${keyOf(tile)}`;
export const gemsPlace = (seat: number) => `gems.${seat}`;

/** The next stick of dynamite. */
export const STICK_PLACE = "stick";

/** A tile of a mine that is drawn large. */
export const tilePlace = (mine: number, tile: Tile) => `tile.${mine}.${keyOf(tile)}`;
/** A collapsed tile of a mine that is drawn small. */
export const smallTile = (mine: number, tile: Tile) => `small.${mine}.${keyOf(tile)}`;
/** The digger of a mine that is drawn small. */
export const smallPlace = (mine: number) => `small.${mine}`;

/**
 * Everyone's step: in their own mine, and as a shadow in the one before the reader, which has the same tiles. Not on the
 * reader's own miner: that would look like a mark of the miner.
 */
export function lastMoved(events: readonly DiggersEvent[], { seat: side, view }: Teller<DiggersView>): Mark[] {
  return events.flatMap((event): Mark[] => {
    if (event.type === "disabled")
      return [tilePlace, smallTile].map((placeOf) => ({ seat: event.seat, place: placeOf(event.mine, event.tile) }));
    if (event.type !== "revealed") return [];
    return event.seats.flatMap((seat, index) => {
      const tile = event.tiles[index];
      if (!tile) return [];
      const isOwn = isSame(tile, view.positions?.[side] ?? null);
      const shadow = isOwn && seat !== side ? [] : [tilePlace(side, tile)];
      const places = new Set([tilePlace(seat, tile), smallPlace(seat), ...shadow]);
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

const GEM = "M7 5h10l4 5-9 10L3 10zM3 10h18M9.5 10 12 5l2.5 5L12 20z";
const WAY_OUT = "M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h11M17.5 8.5 21 12l-3.5 3.5";

/** A diamond that was picked up, a digger who got out. */
export function milestone(event: DiggersEvent, { view, before }: Teller<DiggersView>): Milestone | null {
  if (event.type === "got_out") return { weight: 10, sign: WAY_OUT };
  if (event.type !== "revealed" || !before) return null;
  const finders = event.seats.filter(
    (seat) => (view.diamonds[seat]?.length ?? 0) > (before.diamonds[seat]?.length ?? 0),
  );
  const [seat] = finders;
  return seat === undefined ? null : { weight: 3, sign: GEM, seat };
}

/** The viewer's miner onto a tile; in the sabotage a stick of dynamite. */
export function drags({ type, tile }: DiggersAction, { view, seat }: Sight<DiggersView, DiggersAction>): Drag<Tile>[] {
  return type === "move"
    ? [{ from: minerPlace(seat), to: tilePlace(seat, tile) }]
    : [{ from: STICK_PLACE, to: tilePlace(mineOf(view, seat), tile) }];
}
