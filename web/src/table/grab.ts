/**
 * A press that may become a drag, by mouse, finger or pen. It is one once the pointer has moved a few pixels, so that
 * clicks, taps and long presses stay what they are; and it ends once, whatever happens meanwhile.
 */
import { hasStarted } from "./ways";

export interface Grip {
  /** The pointer has moved far enough; whether there is something to lift. */
  lift: () => boolean;
  /** Where the pointer is, and how far from where it was pressed. */
  move: (event: PointerEvent, dx: number, dy: number) => void;
  drop: () => void;
  /** Escape, a second finger, another window: nothing is dropped. */
  cancel: () => void;
}

/** Milliseconds in which the click that ends a drag comes. */
const CLICK_WITHIN = 50;

/** Follow a pointer that was pressed, and let `holder` have it while it drags. Returns what ends it at once. */
export function grab(press: PointerEvent, holder: HTMLElement, grip: Grip): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isLifted = false;

  function end(isDropped: boolean) {
    if (signal.aborted) return;
    listening.abort();
    if (!isLifted) return;
    if (holder.hasPointerCapture(press.pointerId)) holder.releasePointerCapture(press.pointerId);
    swallowClick();
    if (isDropped) grip.drop();
    else grip.cancel();
  }
  function move(event: PointerEvent) {
    if (event.pointerId !== press.pointerId) return;
    const [dx, dy] = [event.clientX - press.clientX, event.clientY - press.clientY];
    if (!isLifted) {
      if (!hasStarted(dx, dy)) return;
      isLifted = true;
      isLifted = grip.lift();
      if (!isLifted) return end(false);
      holder.setPointerCapture(press.pointerId);
      getSelection()?.removeAllRanges();
    }
    if (!signal.aborted) grip.move(event, dx, dy);
  }
  function key(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isLifted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end(false);
  }
  const isOther = (event: PointerEvent) => event.pointerId !== press.pointerId;
  const prevent = (event: Event) => event.preventDefault();

  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", (event) => isOther(event) || end(true), { signal });
  addEventListener("pointercancel", (event) => isOther(event) || end(false), { signal });
  addEventListener("pointerdown", (event) => isOther(event) && end(false), { signal, capture: true });
  addEventListener("keydown", key, { signal, capture: true });
  addEventListener("blur", () => end(false), { signal });
  // Neither the text is selected nor the picture carried away by the browser's own drag.
  addEventListener("selectstart", prevent, { signal, capture: true });
  addEventListener("dragstart", prevent, { signal, capture: true });
  addEventListener("contextmenu", (event) => isLifted && event.preventDefault(), { signal, capture: true });
  return () => end(false);
}

/** What a mouse drops is also clicked: that would play a second time. */
function swallowClick() {
  const listening = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", swallow, { capture: true, signal: listening.signal });
  setTimeout(() => listening.abort(), CLICK_WITHIN);
}
