/** The board's own motion, beside the squares that travel. */
import { isReduced } from "../../motion/travel";

/** A square slips beneath another: the one above lifts, stays over it while it slides in, and lies down. */
export function liftLid(lid: Element | null): void {
  if (isReduced()) return;
  lid?.animate(
    [
      { translate: "0 0", zIndex: 6 },
      { translate: "0 -6px", zIndex: 6, offset: 0.35 },
      { translate: "0 -6px", zIndex: 6, offset: 0.75 },
      { translate: "0 0", zIndex: 6 },
    ],
    { duration: 350, easing: "ease-out" },
  );
}

/** Not here: a short shake. */
export function shake(element: Element | null): void {
  if (isReduced()) return;
  element?.animate(
    [{ translate: "0" }, { translate: "6px" }, { translate: "-6px" }, { translate: "3px" }, { translate: "0" }],
    { duration: 220 },
  );
}
