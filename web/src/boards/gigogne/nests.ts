/** What is seen of a cell, and in what colours: all that the cover needs. */
import type { Colour, GigogneCell, GigogneSize } from "../../protocol";

/** The largest first: the order of the stacks, and of the keys 1 2 3. */
export const SIZES: readonly GigogneSize[] = ["large", "medium", "small"];
/** The smallest first: each covers the ones before it. */
export const RISING: readonly GigogneSize[] = ["small", "medium", "large"];
/** A square's side, in hundredths of its cell. */
export const SIDE: Record<GigogneSize, number> = { small: 30, medium: 58, large: 88 };

/** The largest square of a cell: the one that is seen. */
export function visibleSize(cell: GigogneCell): GigogneSize | null {
  return SIZES.find((size) => cell[size] !== null) ?? null;
}

/** The square under which one of this size would lie, or lies: null where it is seen. */
export function coverOf(cell: GigogneCell, size: GigogneSize): GigogneSize | null {
  const visible = visibleSize(cell);
  return visible !== null && SIDE[visible] > SIDE[size] ? visible : null;
}

/** The squares that lie under the visible one, the largest first. */
export function covered(cell: GigogneCell): GigogneSize[] {
  return SIZES.filter((size) => cell[size] !== null && coverOf(cell, size) !== null);
}

const PALE: ReadonlySet<Colour> = new Set<Colour>(["amber", "rose", "sky"]);

/** The style of whatever is in a seat's colour: what is written on it, on which veil, and its outline on the board. */
export function paint(colour: Colour): string {
  const isPale = PALE.has(colour);
  return [
    `--seat: var(--${colour})`,
    `--on-seat: ${isPale ? "#1e1b18" : "#ffffff"}`,
    `--veil: ${isPale ? "rgb(255 255 255 / 22%)" : "rgb(0 0 0 / 28%)"}`,
    `--rim: color-mix(in srgb, var(--${colour}) ${isPale ? 62 : 85}%, var(--ink))`,
  ].join("; ");
}
