/** What look/breakpoints.css calls phone, low and short, for boards that are not only styled otherwise there. */
import { innerHeight, innerWidth } from "svelte/reactivity/window";

const size = () => ({ width: innerWidth.current ?? 1280, height: innerHeight.current ?? 800 });

/** Held sideways: the board has the whole height, everything else is beside it. */
export function isLow(): boolean {
  const { width, height } = size();
  return height <= 480 && width > height;
}

export function isPhone(): boolean {
  return size().width <= 700 || isLow();
}

/** Wide, but with little height below a board. */
export function isFlat(): boolean {
  return size().height <= 800;
}

/** Held upright, and small. */
export function isShort(): boolean {
  const { width, height } = size();
  return width <= 700 && height <= 660 && width <= height;
}
