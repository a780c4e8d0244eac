/**
 * Pieces that go from place to place. The page is always at its final state at once; motion is only shown, so that it
 * is never in the way of a click, and a click ends all of it.
 */
import type { Travel } from "../boards/contract";
import { isReduced } from "../motion/reduced";

const USUAL = 260;
const REDUCED = 120;

export type Places = ReadonlyMap<string, DOMRect>;

/** Where everything is, before the page changes, or only where these set out from. */
export function placesIn(root: ParentNode, travels?: readonly Travel[]): Places {
  const places = new Map<string, DOMRect>();
  const starts = travels && new Set(travels.map(({ from }) => from));
  if (starts?.size === 0) return places;
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-place]")) {
    const place = element.dataset.place ?? "";
    if (starts?.has(place) ?? true) places.set(place, element.getBoundingClientRect());
  }
  return places;
}

/** Let the pieces arrive where the page has them now, from where they were. */
export function travel(root: ParentNode, before: Places, travels: readonly Travel[]): void {
  const placed = (name: string) => root.querySelector(`[data-place="${CSS.escape(name)}"]`);
  // All is measured first: whatever begins to move in between would have the page laid out again.
  const measured = travels.map((each) => {
    const piece = placed(each.to);
    const start = before.get(each.from) ?? placed(each.from)?.getBoundingClientRect();
    return { ...each, piece, start, end: piece?.getBoundingClientRect() };
  });
  const reduced = isReduced();
  const motions: Animation[] = [];
  for (const { piece, start, end, ms = USUAL, delay = 0, turning = false, beneath } of measured) {
    if (!piece || !start?.width || !end?.width) continue;
    if (reduced) {
      motions.push(piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: REDUCED }));
      continue;
    }
    if (beneath) lift(placed(beneath));
    const dx = start.x + start.width / 2 - end.x - end.width / 2;
    const dy = start.y + start.height / 2 - end.y - end.height / 2;
    const scale = Math.max(0.15, Math.min(4, start.width / end.width));
    const turned = turning ? " rotateY(180deg)" : "";
    motions.push(
      piece.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) scale(${scale})${turned}`, zIndex: 5 },
          { transform: "translate(0, 0) scale(1)", zIndex: 5 },
        ],
        { duration: ms, delay, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "backwards" },
      ),
    );
  }
  beginAfterPaint(motions);
}

/**
 * What is left of a move whose pieces left when it was sent: those that have arrived stay, the others start from where
 * they came to.
 */
export function onward(travels: readonly Travel[], flown: readonly Travel[]): Travel[] {
  const isSame = (one: Travel, other: Travel) => one.from === other.from && one.to === other.to;
  const passing = flown.filter((each) => !travels.some((other) => isSame(each, other)));
  const landed = new Map(passing.map(({ from, to }) => [from, to]));
  return travels
    .filter((each) => !flown.some((other) => isSame(each, other)))
    .map((each) => ({ ...each, from: landed.get(each.from) ?? each.from }));
}

/** A piece slips beneath another: the one above lifts, stays over it while it slides in, and lies down. */
function lift(lid: Element | null): void {
  lid?.animate(
    [
      { translate: "0 0", zIndex: 6 },
      { translate: "0 -6px", zIndex: 6, offset: 0.35 },
      { translate: "0 -6px", zIndex: 6, offset: 0.75 },
      { translate: "0 0", zIndex: 6 },
    ],
    { duration: 350, easing: "ease-out" },
  );
}

/** Not here: a short shake. */
export function shake(element: Element | null): void {
  if (isReduced()) return;
  element?.animate(
    [{ translate: "0" }, { translate: "6px" }, { translate: "-6px" }, { translate: "3px" }, { translate: "0" }],
    { duration: 220 },
  );
}

/** The frame that draws the page anew is the longest: a piece that moved in it already would jump. */
function beginAfterPaint(motions: readonly Animation[]): void {
  for (const motion of motions) motion.pause();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const motion of motions) if (motion.playState === "paused") motion.play();
    }),
  );
}

const ends = (motion: Animation) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;

/** What still moves a piece, or something around it, on a board; what never ends, such as a glow, is none. */
export function motionsOf(piece: Element, board: Element): Animation[] {
  const motions: Animation[] = [];
  for (let part: Element | null = piece; part && part !== board; part = part.parentElement)
    motions.push(...part.getAnimations().filter(ends));
  return motions;
}

/** A click ends all motion at its last frame. */
export function finishMotion(): void {
  for (const motion of document.getAnimations()) if (ends(motion)) motion.finish();
}
