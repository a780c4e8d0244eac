/** Something that one asked for: on its way, or refused with a sentence. */
import type { Refusal } from "../protocol";
import { Refused } from "../wire/api";

export class Attempt {
  isBusy = $state(false);
  refusal = $state.raw<Refusal | null>(null);

  /** Run it, unless another is under way; returns whether it was done. */
  async run(task: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refusal = null;
    try {
      await task();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  forget(): void {
    this.refusal = null;
  }
}
