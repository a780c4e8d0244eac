/**
 * The classic mine, as the server's rules have it: a band of 58 hexagonal tiles from the entrance to the exit.
 *
 * A tile is named [x, y], 0 ≤ x, y ≤ 9 and |x − y| ≤ 3. Seen by someone who walks towards the exit, y grows to the
 * left and x to the right:
 *
 *            03  14  25
 *          02  13  24  35
 *        01  12  23  34  …
 *      00  11  22  33  44
 *        10  21  32  43  …
 *          20  31  42  53
 *            30  41  52
 */
import type { DiggersTile as Tile } from "../../protocol";

export type { Tile };

export const ENTRANCE: Tile = [0, 0];
export const EXIT: Tile = [9, 9];

/** For each x the numbers of successive tiles; `a/b`: several numbers, `*`: a diamond, `-`: the entrance. */
const DRAWN = [
  "-    2/4  6    3*",
  "1/5  3/6  1    5    4",
  "6    5    4    3    2    1",
  "3    1    2    5    6    3*   5",
  "5    3*   4    1    4    6    2",
  "4    2    6    2    1    3    5",
  "1    5    3*   5    4    2    1",
  "3    4    2    6    5    3*",
  "6    1    4    1/3  4/6",
  "3*   5    2/6  2/3/4/5/6",
];

/** A name for a tile that can be a key. */
export type Key = `${number}.${number}`;

export function keyOf([x, y]: Tile): Key {
  return `${x}.${y}`;
}

export function isSame(one: Tile | null, other: Tile | null): boolean {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

export function includes(tiles: readonly Tile[], tile: Tile): boolean {
  return tiles.some((other) => isSame(other, tile));
}

const SIGNS = new Map<Key, string>(
  DRAWN.flatMap((row, x) =>
    row.split(/\s+/).map((sign, index): [Key, string] => [keyOf([x, Math.max(0, x - 3) + index]), sign]),
  ),
);

/** Every tile, in the order of x, then y. */
export const TILES: readonly Tile[] = [...SIGNS.keys()].map((key) => {
  const [x = 0, y = 0] = key.split(".").map(Number);
  return [x, y];
});

/** The lines that run from the entrance's side to the exit's, from the left-hand one to the right-hand one. */
export const ROWS: readonly (readonly Tile[])[] = [-3, -2, -1, 0, 1, 2, 3].map((row) =>
  TILES.filter(([x, y]) => x - y === row),
);

export function exists(tile: Tile): boolean {
  return SIGNS.has(keyOf(tile));
}

const NUMBERS = new Map<Key, readonly number[]>(
  Array.from(SIGNS, ([key, sign]) => [key, [...sign.matchAll(/\d/g)].map(Number)]),
);

export function numbersOf(tile: Tile): readonly number[] {
  return NUMBERS.get(keyOf(tile)) ?? [];
}

export function hasDiamond(tile: Tile): boolean {
  return SIGNS.get(keyOf(tile))?.endsWith("*") ?? false;
}

/** Where a neighbour lies, for someone who looks towards the exit; clockwise from there. */
export const SIDES = {
  ahead: [1, 1],
  "ahead right": [1, 0],
  "behind right": [0, -1],
  behind: [-1, -1],
  "behind left": [-1, 0],
  "ahead left": [0, 1],
} as const;
export type Side = keyof typeof SIDES;

export function beside([x, y]: Tile, side: Side): Tile {
  const [dx, dy] = SIDES[side];
  return [x + dx, y + dy];
}

const NEIGHBOURS = new Map<Key, readonly Tile[]>(
  TILES.map((tile) => [keyOf(tile), (Object.keys(SIDES) as Side[]).map((side) => beside(tile, side)).filter(exists)]),
);

/** Clockwise, from the one ahead. */
export function neighboursOf(tile: Tile): readonly Tile[] {
  return NEIGHBOURS.get(keyOf(tile)) ?? [];
}

/** On which side of a tile its neighbour lies; null if they do not touch. */
export function sideOf(from: Tile, to: Tile): Side | null {
  return (Object.keys(SIDES) as Side[]).find((side) => isSame(beside(from, side), to)) ?? null;
}

/** Why a tile can no longer be collapsed. */
export type Closed = "rubble" | "entrance" | "exit" | "diamond" | "beside rubble";

export function whyClosed(tile: Tile, rubble: readonly Tile[]): Closed | null {
  if (includes(rubble, tile)) return "rubble";
  if (isSame(tile, ENTRANCE)) return "entrance";
  if (isSame(tile, EXIT)) return "exit";
  if (hasDiamond(tile)) return "diamond";
  return neighboursOf(tile).some((neighbour) => includes(rubble, neighbour)) ? "beside rubble" : null;
}

/** The tiles that can be stepped onto with these dice, clockwise from the one ahead. */
export function openTo(position: Tile, dice: readonly number[], rubble: readonly Tile[]): Tile[] {
  return neighboursOf(position).filter(
    (tile) => !includes(rubble, tile) && numbersOf(tile).some((number) => dice.includes(number)),
  );
}

/** How many steps the way to the exit takes at least, round the rubble, from every tile that is none. */
export function stepsToExit(rubble: readonly Tile[]): ReadonlyMap<Key, number> {
  const buried = new Set(rubble.map(keyOf));
  const steps = new Map([[keyOf(EXIT), 0]]);
  const reached = [EXIT];
  for (const tile of reached) {
    const next = (steps.get(keyOf(tile)) ?? 0) + 1;
    for (const neighbour of neighboursOf(tile)) {
      if (buried.has(keyOf(neighbour)) || steps.has(keyOf(neighbour))) continue;
      steps.set(keyOf(neighbour), next);
      reached.push(neighbour);
    }
  }
  return steps;
}

/** One step over the band by an arrow key; across the lines it goes to and fro, so as to stay level. */
export function walk(from: Tile, way: "ahead" | "behind" | "left" | "right"): Tile {
  if (way === "ahead" || way === "behind") return firstOf(from, [way]);
  const isEven = (from[0] + from[1]) % 2 === 0;
  if (way === "left") return firstOf(from, isEven ? ["ahead left", "behind left"] : ["behind left", "ahead left"]);
  return firstOf(from, isEven ? ["ahead right", "behind right"] : ["behind right", "ahead right"]);
}

function firstOf(from: Tile, sides: readonly Side[]): Tile {
  return sides.map((side) => beside(from, side)).find(exists) ?? from;
}
