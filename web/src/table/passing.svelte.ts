/** On one screen: nothing is taken for a moment while it passes from one person to the next. */

/** Milliseconds in which a second tap still belongs to the first. */
const REST = 600;
/** Milliseconds that the card with the next player's name stays. */
export const SHOWN = 900;

export class Passing {
  /** The seat that the screen has just passed to, while its card is shown. */
  to = $state<number | null>(null);
  #seat: number | null = null;
  #restsUntil = 0;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  /** Whether what is pressed now was not meant for what is there. */
  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** The seat to act now; `hasCover` where a cover asks for the next player by name. */
  follow(seat: number | null, hasCover: boolean): void {
    const isPassed = this.#seat !== null && seat !== null && seat !== this.#seat;
    this.#seat = seat;
    if (!isPassed) return;
    this.rest();
    this.hide();
    if (hasCover) return;
    this.to = seat;
    this.#hiding = setTimeout(() => this.hide(), SHOWN);
  }

  rest(): void {
    this.#restsUntil = performance.now() + REST;
  }

  hide(): void {
    clearTimeout(this.#hiding);
    this.to = null;
  }
}
