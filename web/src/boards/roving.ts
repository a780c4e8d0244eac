/** Where a key leads in a grid that is read row by row, with one tab stop; null for a key that moves nowhere. */
export function stepInGrid(key: string, at: number, columns: number, count: number): number | null {
  const column = at % columns;
  const last = Math.min(at - column + columns, count) - 1;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? at - 1 : at;
    case "ArrowRight":
      return at < last ? at + 1 : at;
    case "ArrowUp":
      return at >= columns ? at - columns : at;
    case "ArrowDown":
      return at + columns < count ? at + columns : at;
    case "Home":
      return at - column;
    case "End":
      return last;
    default:
      return null;
  }
}
