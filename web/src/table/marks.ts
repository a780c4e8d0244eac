/** The shapes of marks, as paths. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels between what is marked and its mark, where there is room and where there is none. */
const APART = { most: 5, least: -2 };
/** Pixels: what is smaller has thin lines, so that they stay out of its corners. */
const SMALL = 72;

/** How wide a mark's line is; its casing shows as much on both sides together. */
export const lineOf = ({ width, height }: Box): number => (Math.min(width, height) < SMALL ? 2.5 : 4);

/** How far a mark stays off what it marks, so that it touches none of the places beside it. */
export function apartFrom(box: Box, others: readonly Box[]): number {
  const gaps = others.map((other) =>
    Math.max(
      other.x - box.x - box.width,
      box.x - other.x - other.width,
      other.y - box.y - box.height,
      box.y - other.y - other.height,
    ),
  );
  // The casing ends a line's width from the middle of the line; one pixel to spare.
  const room = Math.min(...gaps.filter((gap) => gap > 0)) - lineOf(box) - 1;
  return Math.max(APART.least, Math.min(APART.most, room));
}

/** The length of an arm, as a part of the shorter side, and in pixels. */
const ARM = { part: 0.26, least: 7, most: 34 };

/** Four corners with round bends. */
export function brackets({ x, y, width, height }: Box): string {
  const arm = Math.max(ARM.least, Math.min(ARM.most, Math.min(width, height) * ARM.part));
  const bend = arm * 0.5;
  const [right, foot] = [x + width, y + height];
  return [
    `M${x} ${y + arm}V${y + bend}Q${x} ${y} ${x + bend} ${y}H${x + arm}`,
    `M${right - arm} ${y}H${right - bend}Q${right} ${y} ${right} ${y + bend}V${y + arm}`,
    `M${right} ${foot - arm}V${foot - bend}Q${right} ${foot} ${right - bend} ${foot}H${right - arm}`,
    `M${x + arm} ${foot}H${x + bend}Q${x} ${foot} ${x} ${foot - bend}V${foot - arm}`,
  ].join("");
}

/** The corners of a hexagon in a box one way up, in parts of it, from the top or the left on. */
const UPRIGHT = [
  [0.5, 0],
  [1, 0.25],
  [1, 0.75],
  [0.5, 1],
  [0, 0.75],
  [0, 0.25],
] as const;

/** Six corners: one at the bottom where the box is higher than wide, otherwise a side. */
export function hexagonTicks({ x, y, width, height }: Box): string {
  const isUpright = height >= width;
  const corners = UPRIGHT.map(([across, down]) =>
    isUpright ? { x: x + across * width, y: y + down * height } : { x: x + down * width, y: y + across * height },
  );
  return corners
    .map((corner, index) => {
      const toward = (other = corner) => {
        const part = 0.24;
        return `${(corner.x + (other.x - corner.x) * part).toFixed(1)} ${(corner.y + (other.y - corner.y) * part).toFixed(1)}`;
      };
      const [before, after] = [corners[(index + 5) % 6], corners[(index + 1) % 6]];
      return `M${toward(before)}L${corner.x.toFixed(1)} ${corner.y.toFixed(1)}L${toward(after)}`;
    })
    .join("");
}
