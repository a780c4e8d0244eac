/** Where a tip of the coach or an explanation goes: beside what it speaks of, over nothing that one needs. */

import type { Tip } from "../boards/contract";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = Tip["side"];

export interface Placed extends Box {
  side: Side;
  /** Pixels from the tip's left (above, below) or top (left, right) edge to its pointer. */
  pointer: number;
  /** Whether it is next to its anchor: from farther away, or from over it, it points at nothing. */
  isBeside: boolean;
}

const GAP = 18;
/** Along the anchor's side, in halves of its length. */
const STEPS = [0, -0.5, 0.5, -1, 1, -2, 2];
/** Those at which the pointer still aims at the anchor. */
export const AIMING = STEPS.filter((step) => Math.abs(step) <= 1);
/** Farther from the anchor, in pixels, where something is in the way. */
const AWAY = [0, 50, 100, 160];
/** A pointer stays clear of the rounded corners. */
const CORNER = 28;
/** Pixels between a tip and its anchor from which a pointer is understood. */
const NEAR = 80;
const SIDES: readonly Side[] = ["right", "left", "above", "below"];

/** The place beside an anchor, within bounds, that covers least of what must stay in sight (`kept`). */
export function placeTip(
  anchor: Box,
  size: Pick<Box, "width" | "height">,
  bounds: Box,
  kept: readonly Box[],
  wanted: Side,
  {
    gap = GAP,
    away: farther = AWAY,
    steps = STEPS,
  }: { gap?: number; away?: readonly number[]; steps?: readonly number[] } = {},
): Placed {
  const ways = farther.flatMap((away) => steps.map((step) => [step, away] as const));
  const sides = [wanted, ...SIDES.filter((side) => side !== wanted)];
  let best: { cost: number; placed: Placed } | null = null;
  for (const [rank, side] of sides.entries())
    for (const [turn, [step, away]] of ways.entries()) {
      const ideal = beside(anchor, size, side, step, gap + away);
      const box = within(ideal, bounds);
      const pushed = Math.abs(box.left - ideal.left) + Math.abs(box.top - ideal.top);
      const covered = kept.reduce((sum, other) => sum + overlap(box, other), 0);
      const aims = isBeside(box, anchor, side);
      // Nothing covered counts for most; then to point at it, then the side that is wanted, then the middle of it.
      const cost = covered * 1000 + (aims ? 0 : 500) + rank * 100 + turn + pushed;
      if (!best || cost < best.cost)
        best = { cost, placed: { ...box, side, pointer: pointerOf(box, anchor, side), isBeside: aims } };
    }
  const { placed } = best as { placed: Placed };
  const isFree = (box: Box) => kept.every((other) => overlap(box, other) <= 0);
  if (farther !== AWAY || isFree(placed)) return placed;
  const distance = ({ left, top }: Box) => Math.hypot(left - placed.left, top - placed.top);
  const [free] = everywhere(size, bounds)
    .filter(isFree)
    .sort((one, other) => distance(one) - distance(other));
  return free ? { ...placed, ...free, isBeside: false } : placed;
}

/** Pixels between two places that are tried. */
const GRID = 12;

/** All places within bounds. */
function everywhere({ width, height }: Pick<Box, "width" | "height">, bounds: Box): Box[] {
  const [across, down] = [bounds.width - width, bounds.height - height].map((room) => Math.floor(room / GRID) + 1);
  return Array.from({ length: Math.max(0, across ?? 0) * Math.max(0, down ?? 0) }, (_, index) => ({
    left: bounds.left + (index % (across ?? 1)) * GRID,
    top: bounds.top + Math.floor(index / (across ?? 1)) * GRID,
    width,
    height,
  }));
}

/** How much worse it is to cover what a tip speaks of than a thing that one needs. */
const ITSELF = 40;
/** Between the places that are tried, in pixels. */
const GRAIN = 8;

/** One place for tips that come one after the other: none moves, and together they cover least of what counts. */
export function placeForAll(
  anchors: readonly Box[],
  { width, height }: Pick<Box, "width" | "height">,
  bounds: Box,
  kept: readonly Box[],
): Box {
  const hidden = (box: Box) => (other: Box) => overlap(box, other) / Math.max(1, other.width * other.height);
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);
  let best: { cost: number; box: Box } | null = null;
  const last = bounds.left + bounds.width - width;
  const lefts = [bounds.left, last];
  for (let left = bounds.left + GRAIN; left < last; left += GRAIN) lefts.push(left);
  // From the bottom, where the hand is, and at the edges first.
  for (let top = bounds.top + bounds.height - height; top >= bounds.top; top -= GRAIN)
    for (const left of lefts) {
      const box = { left, top, width, height };
      const cost = ITSELF * sum(anchors.map(hidden(box))) + sum(kept.map(hidden(box)));
      if (!best || cost < best.cost) best = { cost, box };
    }
  return best?.box ?? { left: bounds.left, top: bounds.top, width, height };
}

function beside(
  anchor: Box,
  { width, height }: Pick<Box, "width" | "height">,
  side: Side,
  step: number,
  gap: number,
): Box {
  const isAcross = side === "left" || side === "right";
  const along = isAcross ? 0 : (step * anchor.width) / 2;
  const down = isAcross ? (step * anchor.height) / 2 : 0;
  const middle = { left: anchor.left + (anchor.width - width) / 2, top: anchor.top + (anchor.height - height) / 2 };
  const left = { left: anchor.left - gap - width, right: anchor.left + anchor.width + gap };
  const top = { above: anchor.top - gap - height, below: anchor.top + anchor.height + gap };
  return {
    left: side === "left" || side === "right" ? left[side] : middle.left + along,
    top: side === "above" || side === "below" ? top[side] : middle.top + down,
    width,
    height,
  };
}

function within(box: Box, bounds: Box): Box {
  return {
    ...box,
    left: clamp(box.left, bounds.left, bounds.left + bounds.width - box.width),
    top: clamp(box.top, bounds.top, bounds.top + bounds.height - box.height),
  };
}

function pointerOf(box: Box, anchor: Box, side: Side): number {
  const isAcross = side === "left" || side === "right";
  const middle = isAcross ? anchor.top + anchor.height / 2 - box.top : anchor.left + anchor.width / 2 - box.left;
  return clamp(middle, CORNER, (isAcross ? box.height : box.width) - CORNER);
}

function isBeside(box: Box, anchor: Box, side: Side): boolean {
  const between = {
    left: anchor.left - box.left - box.width,
    right: box.left - anchor.left - anchor.width,
    above: anchor.top - box.top - box.height,
    below: box.top - anchor.top - anchor.height,
  }[side];
  const isAcross = side === "left" || side === "right";
  const tip = isAcross ? box.top + pointerOf(box, anchor, side) : box.left + pointerOf(box, anchor, side);
  const [from, length] = isAcross ? [anchor.top, anchor.height] : [anchor.left, anchor.width];
  return between >= 0 && between <= NEAR && tip >= from - CORNER && tip <= from + length + CORNER;
}

/** Where an element is on the screen. */
export function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
