/** Asks once more before an action that is likely a slip: the same action, pressed again, is played. */
import type { AnyAction, Text } from "../protocol";

/** Milliseconds in which a second press still belongs to the first. */
export const DOUBLE_PRESS = 350;

export const PRESS_AGAIN: Text = { en: "Press again to confirm", fr: "Appuyez encore pour confirmer" };

export interface Asked {
  why: Text;
  /** What was pressed, where that is known. */
  at: Element | null;
}

export class Slips {
  asked = $state.raw<Asked | null>(null);
  #action = "";
  #since = 0;

  /** Whether an action can be played now. If not, `asked` says why; a press that comes too soon changes nothing. */
  lets(action: AnyAction, why: Text | null, at: Element | null): boolean {
    const same = JSON.stringify(action);
    if (this.asked && same === this.#action) {
      if (performance.now() - this.#since < DOUBLE_PRESS) return false;
      this.drop();
      return true;
    }
    this.drop();
    if (!why) return true;
    this.asked = { why, at };
    this.#action = same;
    this.#since = performance.now();
    return false;
  }

  drop(): void {
    this.asked = null;
  }
}
