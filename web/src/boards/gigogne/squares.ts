/** What can be read from the board and the legal actions. No drawing, no words. */
import type { GigogneAction, GigogneCell, GigogneSize, GigogneView, Outcome } from "../../protocol";
import { SIZES, visibleSize } from "./nests";

export const SQUARES_OF_EACH_SIZE = 3;

export const LINES: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** The sizes that can be placed somewhere. */
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

/** The name of the place where the square of a size lies in a cell. */
export function cellPlace(cell: number, size: GigogneSize): string {
  return `cell-${cell}-${size}`;
}

/** The name of the place from which a seat's next square of a size is taken. */
export function stockPlace(seat: number, size: GigogneSize): string {
  return `stock-${seat}-${size}`;
}
