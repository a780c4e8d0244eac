/** How quickly the others' actions follow each other on this screen. */
import { isReduced } from "../motion/reduced";
import { store, stored } from "./stored";

export const PACES = ["slow", "normal", "at once"] as const;
export type Pace = (typeof PACES)[number];

const KEPT = "tablee.pace";
/** Milliseconds from one action to the next. */
const PAUSES: Record<Pace, number> = { slow: 1700, normal: 800, "at once": 0 };

class Chosen {
  now = $state<Pace>(PACES.find((pace) => pace === stored(KEPT)) ?? "normal");

  choose(pace: Pace): void {
    store(KEPT, pace);
    this.now = pace;
  }

  /** Milliseconds; none where nobody looks, or who looks wants no motion. */
  get pause(): number {
    return isReduced() || document.hidden ? 0 : PAUSES[this.now];
  }
}

export const pace = new Chosen();
