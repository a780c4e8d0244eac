/** How the mines and the seats stand: what the board draws, worked out from a view. */
import type { DiggersEvent, DiggersView } from "../../protocol";
import {
  type Closed,
  ENTRANCE,
  EXIT,
  hasDiamond,
  includes,
  isSame,
  keyOf,
  openTo,
  stepsToExit,
  TILES,
  type Tile,
  whyClosed,
} from "./mine";
import { mineOf } from "./words";

/** What a seat is at; null when the game is over and it is still in its mine. */
type Doing = "out" | "left" | "choked" | "working" | "done" | "choosing" | "chosen" | "stuck" | null;

export function doingOf(view: DiggersView, seat: number): Doing {
  if (view.exit_rounds[seat] !== null) return "out";
  if (view.left.includes(seat)) return "left";
  if (!view.in_mine.includes(seat)) return "choked";
  if (view.ended) return null;
  const isAwaited = view.awaited.includes(seat);
  if (view.phase === "sabotage") return isAwaited ? "working" : "done";
  if (isAwaited) return "choosing";
  return view.choices[seat] === null ? "stuck" : "chosen";
}

/** How far a seat still has to go. */
export function stepsOf(view: DiggersView, seat: number): number {
  return stepsToExit(view.disabled[seat] ?? []).get(keyOf(view.positions[seat] ?? ENTRANCE)) ?? 0;
}

/** The dice that open no tile to a seat; none while it is not in the race. */
export function idleDice(view: DiggersView, seat: number): boolean[] {
  const doing = doingOf(view, seat);
  const isRacing = doing === "choosing" || doing === "chosen" || doing === "stuck";
  return view.dice.map(
    (number) => isRacing && openTo(view.positions[seat] ?? ENTRANCE, [number], view.disabled[seat] ?? []).length === 0,
  );
}

/** The way that each digger has gone, as far as this browser has seen it. */
export function trailsAfter(trails: readonly Tile[][], events: readonly DiggersEvent[]): Tile[][] {
  let walked = trails.map((trail) => [...trail]);
  for (const event of events) {
    if (event.type !== "revealed") continue;
    walked = walked.map((trail, seat) => {
      const tile = event.tiles[event.seats.indexOf(seat)];
      return tile ? [...trail, tile] : trail;
    });
  }
  return walked;
}

/** The ways as far as to where the diggers are: steps that are seen again are gone again. */
export function trailsTo(trails: readonly Tile[][], positions: readonly Tile[]): Tile[][] {
  return positions.map((position, seat) => {
    const trail = trails[seat] ?? [];
    const at = trail.findLastIndex((tile) => isSame(tile, position));
    return at < 0 ? [position] : trail.slice(0, at + 1);
  });
}

export interface Look {
  tile: Tile;
  kind: "plain" | "rubble" | "entrance" | "exit";
  /** legal: to be stepped onto; open: to be collapsed; closed: not to be; dim: the choice is made. */
  light: "legal" | "open" | "closed" | "dim" | null;
  diamond: "here" | "taken" | null;
  isWalked: boolean;
  /** The first half of an action. */
  isChosen: boolean;
  /** Chosen for good. */
  isTicked: boolean;
  isPending: boolean;
  /** Came down just now. */
  isFresh: boolean;
}

export interface Scene {
  view: DiggersView;
  mine: number;
  /** The viewer's seat; null for an onlooker. */
  you: number | null;
  /** What the viewer can choose from in this mine now. */
  legal: readonly Tile[];
  choice: Tile | null;
  pending: Tile | null;
  trail: readonly Tile[];
  events: readonly DiggersEvent[];
}

export function looksOf(scene: Scene): Look[] {
  const { view, mine, you, legal, choice, pending, trail, events } = scene;
  const isRace = view.phase === "race";
  const rubble = view.disabled[mine] ?? [];
  // Not by what is legal, which is nothing while an action is on its way: the mine must not flicker.
  const isWorking = !isRace && you !== null && view.awaited.includes(you) && mine === mineOf(view, you);
  const made = view.choices[mine];
  const final = isRace && you === mine ? (pending ?? (made && made !== "?" ? made : null)) : null;
  return TILES.map((tile) => {
    const isRubble = includes(rubble, tile);
    return {
      tile,
      kind: isRubble ? "rubble" : isSame(tile, ENTRANCE) ? "entrance" : isSame(tile, EXIT) ? "exit" : "plain",
      light: lightOf(tile),
      diamond: hasDiamond(tile) ? (includes(view.diamonds[mine] ?? [], tile) ? "taken" : "here") : null,
      isWalked: isRace && !isSame(tile, ENTRANCE) && includes(trail, tile),
      isChosen: isSame(choice, tile) || (!isRace && isSame(pending, tile)),
      isTicked: isSame(final, tile),
      isPending: isSame(pending, tile),
      isFresh: events.some((event) => event.type === "disabled" && event.mine === mine && isSame(event.tile, tile)),
    };
  });

  function lightOf(tile: Tile): Look["light"] {
    if (final) return isSame(final, tile) ? "legal" : "dim";
    if (isRace && choice && !isSame(choice, tile)) return includes(legal, tile) ? "open" : null;
    if (isRace) return includes(legal, tile) ? "legal" : null;
    if (!isWorking) return null;
    if (isSame(choice, tile) || isSame(pending, tile)) return "legal";
    return whyClosed(tile, rubble) ? "closed" : "open";
  }
}

/** The looks of now; a tile that looks as before keeps its object, so that it is not drawn again. */
export function keepAlike(before: readonly Look[], now: readonly Look[]): readonly Look[] {
  return now.map((look, index) => {
    const old = before[index];
    const fields = Object.keys(look) as (keyof Look)[];
    return old && fields.every((field) => old[field] === look[field]) ? old : look;
  });
}

/** Why a tile can't be chosen by a seat that is to act; null if it can. */
export type Against = Closed | "not beside" | "not rolled";

export function against(view: DiggersView, seat: number, tile: Tile): Against | null {
  if (view.phase === "sabotage") return whyClosed(tile, view.disabled[mineOf(view, seat)] ?? []);
  const rubble = view.disabled[seat] ?? [];
  const position = view.positions[seat] ?? ENTRANCE;
  if (includes(rubble, tile)) return "rubble";
  if (isSame(tile, ENTRANCE)) return "entrance";
  if (openTo(position, view.dice, rubble).some((open) => keyOf(open) === keyOf(tile))) return null;
  return openTo(position, [1, 2, 3, 4, 5, 6], rubble).some((open) => isSame(open, tile)) ? "not rolled" : "not beside";
}
