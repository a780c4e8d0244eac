/** Tic-tac-toe, headless: what the board has to know of a view. No drawing, no words. */
import { LINES } from "../../src/boards/threes";
import type { Outcome } from "../../src/protocol";

export interface Mark {
  type: "mark";
  /** 0 1 2 / 3 4 5 / 6 7 8. */
  cell: number;
}

export type Event = { type: "marked"; seat: number; cell: number } | { type: "ended"; outcome: Outcome };

export interface Grid {
  /** The seat whose turn it is. */
  active: number;
  /** The seat that marked each cell; null where nobody has. */
  cells: readonly (number | null)[];
  /** How it ended; null while it is played. */
  ended: Outcome | null;
}

/** The cells of the lines that one seat holds. */
export function wonCells({ cells }: Grid): number[] {
  const isHeld = (line: readonly number[]) =>
    line.every((cell) => cells[cell] !== null && cells[cell] === cells[line[0] ?? 0]);
  return LINES.filter(isHeld).flat();
}

export function foresee(view: Grid, seat: number, { cell }: Mark): Grid {
  return { ...view, cells: view.cells.with(cell, seat) };
}
