/** What can be dragged, and where it is dropped. No page: places by their names, and boxes. */
import type { Drag, GameClient, Sight } from "../boards/contract";
import type { AnyAction, GameShown } from "../protocol";

/** One action, played by dragging one piece to one place. */
export interface Way extends Drag {
  action: AnyAction;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels that a pointer moves before it drags: less is a click. */
export const START = 6;
/** Pixels round a place from which a piece is still dropped on it. */
const REACH = 40;

/** Every way to drag one of the legal actions. What would play more than one of them is left to clicks. */
export function waysOf(drags: GameClient["drags"], sight: Sight, game: GameShown): Way[] {
  const all = sight.legal.flatMap((action) =>
    (drags?.(action, sight, game) ?? []).map((drag) => ({ ...drag, action })),
  );
  const keyOf = ({ from, to }: Drag) => `${from} ${to}`;
  const counts = new Map<string, number>();
  for (const way of all) counts.set(keyOf(way), (counts.get(keyOf(way)) ?? 0) + 1);
  return all.filter((way) => counts.get(keyOf(way)) === 1);
}

/** The half of an action that is chosen by taking a piece, where it is the same wherever the piece goes. */
export function choiceOf(ways: readonly Way[]): unknown {
  const [first] = ways;
  return ways.every((way) => JSON.stringify(way.choice) === JSON.stringify(first?.choice))
    ? (first?.choice ?? null)
    : null;
}

export function hasStarted(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) >= START;
}

/** The box that is nearest to a point, within reach; of those that it lies in, the one with the nearest middle. */
export function nearest(x: number, y: number, boxes: readonly Box[], reach = REACH): number | null {
  let best: { index: number; away: number; off: number } | null = null;
  for (const [index, box] of boxes.entries()) {
    const away = Math.hypot(
      Math.max(box.x - x, 0, x - box.x - box.width),
      Math.max(box.y - y, 0, y - box.y - box.height),
    );
    const off = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    const isNearer = !best || away < best.away || (away === best.away && off < best.off);
    if (away <= reach && box.width > 0 && isNearer) best = { index, away, off };
  }
  return best?.index ?? null;
}
