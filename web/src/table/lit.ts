/** What an action is played with, found on the board that is drawn. */
import type { Drag, Travel } from "../boards/contract";

const isSeen = (element: Element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

/** The controls that can be played with now. */
export function playable(board: ParentNode): Element[] {
  return [...board.querySelectorAll("[data-legal]")].filter(isSeen);
}

/** From where pieces would be taken, where that is to be chosen first. */
export function sources(board: ParentNode, travels: readonly Travel[], known: readonly Element[]): Element[] {
  const found = travels.flatMap(({ from }) => {
    const places = [...board.querySelectorAll(`[data-place="${CSS.escape(from)}"]`)];
    return places.map((place) => place.closest("[data-legal]")).find((one) => one !== null && isSeen(one)) ?? [];
  });
  return found.filter((one) => !known.includes(one));
}

/** Where pieces would go, unless a control is there already. A piece that is not there yet has others of its place. */
export function goals(board: ParentNode, travels: readonly Travel[], known: readonly Element[]): Element[] {
  const found = travels.flatMap(({ to }) => {
    const holder = /^.*\d-(?=[^-]+$)/.exec(to)?.[0];
    const own = [...board.querySelectorAll(`[data-place="${CSS.escape(to)}"]`)];
    const others = holder ? board.querySelectorAll(`[data-place^="${CSS.escape(holder)}"]`) : [];
    return [...own, ...others].find(isSeen) ?? [];
  });
  return found.filter((goal) => !known.some((one) => one.contains(goal) || goal.contains(one)));
}

/** Pixels: what is smaller would not be seen for its ring. */
const LEAST = 30;

/** What is dragged, and where to: each that is in sight and large enough, once. */
export function reached(board: ParentNode, drags: readonly Drag[]): Element[] {
  const places = drags.flatMap(({ from, to }) => [from, to]);
  const found = places.flatMap(
    (place) => [...board.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)].find(isSeen) ?? [],
  );
  return [...new Set(found)].filter((one) => one.getBoundingClientRect().width >= LEAST);
}
