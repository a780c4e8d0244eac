/** Stars that are always in the same places. */

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function scattered(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Random points in a box, as one path of zero-length strokes: round ends make them dots. */
export function dots(seed: number, count: number, width: number, height: number): string {
  const next = scattered(seed);
  const point = () => `M${(next() * width).toFixed(1)} ${(next() * height).toFixed(1)}h0`;
  return Array.from({ length: count }, point).join("");
}

/** Four-pointed sparkles, as one path. */
export function sparkles(seed: number, count: number, width: number, height: number): string {
  const next = scattered(seed);
  const one = () => sparkle(next() * width, next() * height, 3.5 + next() * 3.5);
  return Array.from({ length: count }, one).join("");
}

export function sparkle(x: number, y: number, size: number): string {
  const thin = size * 0.14;
  const wide = size - thin;
  return (
    `M${x.toFixed(1)} ${(y - size).toFixed(1)}` +
    `q${thin} ${wide} ${size} ${size}q${-wide} ${thin} ${-size} ${size}` +
    `q${-thin} ${-wide} ${-size} ${-size}q${wide} ${-thin} ${size} ${-size}z`
  );
}
