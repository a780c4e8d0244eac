/** What can be read from the board and the legal actions. No drawing, no words. */
import type { GigogneAction, GigogneCell, GigogneSize, GigogneView, Outcome } from "../../protocol";
import { LINES } from "../threes";
import { SIZES, visibleSize } from "./nests";

export const SQUARES_OF_EACH_SIZE = 3;

export { LINES };

export function placeable(legal: readonly GigogneAction[]): GigogneSize[] {
  return SIZES.filter((size) => legal.some((action) => action.size === size));
}

/** The size in hand: the chosen one, or the only one that is left to choose. */
export function inHand(legal: readonly GigogneAction[], choice: GigogneSize | null): GigogneSize | null {
  const sizes = placeable(legal);
  if (sizes.length === 1) return sizes[0] ?? null;
  return choice !== null && sizes.includes(choice) ? choice : null;
}

export function placement(
  legal: readonly GigogneAction[],
  size: GigogneSize | null,
  cell: number,
): GigogneAction | undefined {
  return legal.find((action) => action.size === size && action.cell === cell);
}

const SIZES_IN_LINE = [
  ["small", "small", "small"],
  ["medium", "medium", "medium"],
  ["large", "large", "large"],
  ["small", "medium", "large"],
  ["large", "medium", "small"],
] as const;

/** The lines, or with all three sizes in it the one cell, that won; empty where nothing on the board did. */
export function winningGroups(view: GigogneView, outcome: Outcome | null): number[][] {
  const [winner] = outcome?.winners ?? [];
  if (winner === undefined || outcome?.reason !== "line") return [];
  const owns = (cell: number, size: GigogneSize | null) => size !== null && view.cells[cell]?.[size] === winner;
  if (view.options.win === "visible")
    return LINES.filter((line) => line.every((cell) => owns(cell, visibleSize(view.cells[cell] as GigogneCell)))).map(
      (line) => [...line],
    );
  const nests = view.cells.flatMap((_, cell) => (SIZES.every((size) => owns(cell, size)) ? [[cell]] : []));
  const lines = LINES.filter((line) =>
    SIZES_IN_LINE.some((sizes) => line.every((cell, index) => owns(cell, sizes[index] ?? null))),
  );
  return [...nests, ...lines.map((line) => [...line])];
}

export function foresee(view: GigogneView, seat: number, { cell, size }: GigogneAction): GigogneView {
  const left = view.stock[seat];
  return {
    ...view,
    cells: view.cells.map((old, index) => (index === cell ? { ...old, [size]: seat } : old)),
    stock: left ? view.stock.with(seat, { ...left, [size]: left[size] - 1 }) : view.stock,
  };
}
