/** Where tiles are drawn, and their shapes. Lengths are in hundredths of the distance between two tiles. */
import { type Key, keyOf, TILES, type Tile } from "./mine";

/** Lying, the way out runs from left to right; standing, from the foot to the top. */
export type Pose = "lying" | "standing";

export const ACROSS = 100;
const RADIUS = ACROSS / Math.sqrt(3);
/** From one line of tiles to the next. */
const LINE = RADIUS * 1.5;
/** The dark rock round the tiles. */
const ROCK = 32;

interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export function centreOf([x, y]: Tile, pose: Pose): Point {
  const along = ((x + y) / 2) * ACROSS;
  const aside = (x - y) * LINE;
  return pose === "lying" ? { x: along, y: aside } : { x: aside, y: -along };
}

/** What the whole mine takes up, its rock included. */
export function boxOf(pose: Pose): Box {
  const long = 9 * ACROSS + ACROSS + 2 * ROCK;
  const wide = 6 * LINE + 2 * RADIUS + 2 * ROCK;
  const start = ACROSS / 2 + ROCK;
  return pose === "lying"
    ? { x: -start, y: -wide / 2, width: long, height: wide }
    : { x: -wide / 2, y: start - long, width: wide, height: long };
}

/** How many pixels one hundredth takes in a room of this size. */
function scaleOf(pose: Pose, width: number, height: number): number {
  const box = boxOf(pose);
  return Math.min(width / box.width, height / box.height);
}

/** Pixels: a tile that is less wide is not hit for sure. */
const SURE = 44;

/**
 * Whether the mine is to be seen through a window that moves along it: all of it at once would have tiles too small for
 * a finger, and as wide as the room, or as high where it lies, they are larger.
 */
export function needsWindow(pose: Pose, width: number, height: number): boolean {
  const whole = scaleOf(pose, width, height) * ACROSS;
  const box = boxOf(pose);
  const filling = (pose === "lying" ? height / box.height : width / box.width) * ACROSS;
  return width > 0 && whole < SURE && filling > whole * 1.1;
}

/** The pose in which the mine is larger. */
export function poseFor(width: number, height: number): Pose {
  return scaleOf("standing", width, height) > scaleOf("lying", width, height) ? "standing" : "lying";
}

/** A tile's middle in hundredths of the box. */
export function shareOf(tile: Tile, pose: Pose): Point {
  const box = boxOf(pose);
  const { x, y } = centreOf(tile, pose);
  return { x: ((x - box.x) / box.width) * 100, y: ((y - box.y) / box.height) * 100 };
}

function corners(scale: number, pose: Pose): Point[] {
  return Array.from({ length: 6 }, (_, index) => {
    const angle = ((index * 60 + (pose === "lying" ? 30 : 0)) * Math.PI) / 180;
    return { x: RADIUS * scale * Math.cos(angle), y: RADIUS * scale * Math.sin(angle) };
  });
}

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The outline of a tile round a point; with round corners, unless `round` is 0. */
export function hexagon(scale: number, pose: Pose, round = 0.16, middle: Point = { x: 0, y: 0 }): string {
  const points = corners(scale, pose).map(({ x, y }) => ({ x: x + middle.x, y: y + middle.y }));
  const near = (from: Point, to: Point): Point => ({
    x: from.x + (to.x - from.x) * round,
    y: from.y + (to.y - from.y) * round,
  });
  const parts = points.map((point, index) => {
    const before = points[(index + 5) % 6] ?? point;
    const after = points[(index + 1) % 6] ?? point;
    const join = index === 0 ? "M" : "L";
    return round === 0
      ? `${join}${at(point)}`
      : `${join}${at(near(point, before))}Q${at(point)} ${at(near(point, after))}`;
  });
  return `${parts.join("")}z`;
}

/** The rock that the mine is cut into: one outline for each tile, larger than the tile. */
export function rock(pose: Pose): string {
  const points = corners(1.32, pose);
  return TILES.map((tile) => {
    const { x, y } = centreOf(tile, pose);
    return `M${points.map((point) => at({ x: point.x + x, y: point.y + y })).join("L")}z`;
  }).join("");
}

/** What never changes for a tile in a pose is drawn up once. */
function once<Drawn>(draw: (tile: Tile, middle: Point, pose: Pose) => Drawn): (tile: Tile, pose: Pose) => Drawn {
  const known: Record<Pose, Map<Key, Drawn>> = { lying: new Map(), standing: new Map() };
  return (tile, pose) => {
    const drawn = known[pose].get(keyOf(tile)) ?? draw(tile, centreOf(tile, pose), pose);
    known[pose].set(keyOf(tile), drawn);
    return drawn;
  };
}

/** The outlines of a tile where it lies: paths that need not be moved there are quicker drawn. */
export const outlines = once((_, middle, pose) => ({
  shadow: hexagon(0.955, pose, undefined, { x: middle.x, y: middle.y + 4.5 }),
  outer: hexagon(0.955, pose, undefined, middle),
  edge: hexagon(0.92, pose, undefined, middle),
  bevel: hexagon(0.86, pose, undefined, middle),
  face: hexagon(0.84, pose, undefined, { x: middle.x, y: middle.y + 3 }),
  small: hexagon(0.93, pose, 0, middle),
}));

/** Numbers from 0 to 1 that are always the same for a tile. */
export function seeded([x, y]: Tile): () => number {
  let state = (x * 31 + y * 17 + 7) * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

interface Stone {
  outline: string;
  fill: string;
}

const BROWNS = ["#5d4937", "#4b3a2c", "#6b5542", "#3f3025", "#705944"];

/** Where the eight stones of a heap lie, from the back to the front: middle, and size. */
const HEAP: readonly [number, number, number][] = [
  [-15, -12, 14],
  [12, -13, 15],
  [-27, 0, 12],
  [27, 2, 13],
  [0, -2, 15],
  [-14, 13, 15],
  [15, 15, 15],
  [0, 24, 11],
];

/** A heap of eight stones, the same for a tile every time. */
export const stones = once((tile, middle): readonly Stone[] => {
  const next = seeded(tile);
  return HEAP.map(([x, y, size], index) => {
    const turn = next() * 60;
    const outline = Array.from({ length: 6 }, (_, corner) => {
      const angle = ((corner * 60 + turn + next() * 22) * Math.PI) / 180;
      const reach = size * (0.85 + next() * 0.3);
      return at({ x: middle.x + x + reach * Math.cos(angle), y: middle.y + y + reach * 0.82 * Math.sin(angle) });
    });
    return { outline: `M${outline.join("L")}z`, fill: BROWNS[(index + Math.floor(next() * 2)) % BROWNS.length] ?? "" };
  });
});

/** Three specks on a tile, near its rim, clear of its numeral. */
export const grit = once((tile, middle): string => {
  const next = seeded(tile);
  return Array.from({ length: 3 }, (_, index) => {
    const angle = ((index * 120 + next() * 100) * Math.PI) / 180;
    const reach = 30 + next() * 8;
    const rx = 1.6 + next() * 2.4;
    const ry = 1.2 + next() * 1.2;
    const start = { x: middle.x + reach * Math.cos(angle) - rx, y: middle.y + reach * Math.sin(angle) };
    const half = `a${rx.toFixed(1)} ${ry.toFixed(1)} 0 0 0 `;
    return `M${at(start)}${half}${(2 * rx).toFixed(1)} 0${half}${(-2 * rx).toFixed(1)} 0z`;
  }).join("");
});

/** A colour between two, as `#rrggbb`. */
export function between(dark: string, light: string, share: number): string {
  const part = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  return `#${[0, 1, 2]
    .map((index) => Math.round(part(dark, index) + (part(light, index) - part(dark, index)) * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** How much of a miner's lamplight falls on a tile: 1 beside it, 0 far away. */
export function lightOn(tile: Tile, lamp: Tile | null): number {
  if (lamp === null) return 0;
  const one = centreOf(tile, "lying");
  const other = centreOf(lamp, "lying");
  return Math.max(0, 1 - Math.hypot(one.x - other.x, one.y - other.y) / (4.8 * ACROSS));
}
