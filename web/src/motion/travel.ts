/**
 * Pieces that go from place to place. The page is always at its final state at once; motion is only shown, so that it
 * is never in the way of a click, and a click ends all of it.
 */
import type { Travel } from "../boards/contract";

const USUAL = 260;
const REDUCED = 120;

export type Places = ReadonlyMap<string, DOMRect>;

export function isReduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where everything is, before the page changes. */
export function placesIn(root: ParentNode): Places {
  const places = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-place]")) {
    places.set(element.dataset.place ?? "", element.getBoundingClientRect());
  }
  return places;
}

/** Let the pieces arrive where the page has them now, from where they were. */
export function travel(root: ParentNode, before: Places, travels: readonly Travel[]): void {
  const reduced = isReduced();
  for (const { from, to, ms = USUAL, delay = 0, turning = false } of travels) {
    const start = before.get(from) ?? root.querySelector(`[data-place="${CSS.escape(from)}"]`)?.getBoundingClientRect();
    const piece = root.querySelector(`[data-place="${CSS.escape(to)}"]`);
    if (!start || !piece || start.width === 0) continue;
    const end = piece.getBoundingClientRect();
    if (end.width === 0) continue;
    if (reduced) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: REDUCED });
      continue;
    }
    const dx = start.x + start.width / 2 - end.x - end.width / 2;
    const dy = start.y + start.height / 2 - end.y - end.height / 2;
    const scale = Math.max(0.15, Math.min(4, start.width / end.width));
    const turned = turning ? " rotateY(180deg)" : "";
    piece.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})${turned}`, zIndex: 5 },
        { transform: "translate(0, 0) scale(1)", zIndex: 5 },
      ],
      { duration: ms, delay, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "backwards" },
    );
  }
}

/** A click ends all motion at its last frame. */
export function finishMotion(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
