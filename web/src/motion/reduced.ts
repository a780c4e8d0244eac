/** Whether people asked for as little motion as can be. */
export function isReduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
