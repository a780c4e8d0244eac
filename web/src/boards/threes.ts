/** The lines of a square of nine cells: 0 1 2 / 3 4 5 / 6 7 8. */
export type Three = [number, number, number];

const STRAIGHTS: readonly Three[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
];
export const DIAGONALS: readonly Three[] = [
  [0, 4, 8],
  [2, 4, 6],
];
export const LINES: readonly Three[] = [...STRAIGHTS, ...DIAGONALS];
