/**
 * Steps that were not shown yet. Each stays in sight for a while before the next one comes, and a scene that a step began
 * is played to its end.
 */
import { flushSync, untrack } from "svelte";

/** With more steps waiting than this they come faster, so that nobody is more than a few seconds behind. */
const MANY = 6;
const FASTER = 4;

export class StepQueue<Step> {
  waiting = $state.raw<readonly Step[]>([]);

  #show: (step: Step) => void;
  #pace: (next: Step) => number;
  #isHeld = false;
  #shownAt = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  /** `pace`: milliseconds that a step stays in sight before the next. */
  constructor(show: (step: Step) => void, pace: (next: Step) => number) {
    this.#show = show;
    this.#pace = pace;
  }

  add(step: Step): void {
    this.waiting = [...this.waiting, step];
    if (this.waiting.length === 1 && !this.#isHeld && this.#left() <= 0) this.#advance();
    this.#wait();
  }

  /** Show these before what waits, the first after a pause. */
  addFirst(steps: readonly Step[]): void {
    this.waiting = [...steps, ...this.waiting];
    this.#shownAt = Date.now();
    this.#wait();
  }

  /** Show what waits, and then this, at once. */
  addNow(step: Step): void {
    this.waiting = [...this.waiting, step];
    this.hurry();
  }

  /** Show all that waits at once: step by step, so that no board misses one. */
  hurry(): void {
    clearTimeout(this.#next);
    while (this.waiting.length > 0) {
      this.#advance();
      if (this.waiting.length > 0) flushSync();
    }
  }

  /** Forget what waits. */
  drop(): void {
    clearTimeout(this.#next);
    this.waiting = [];
  }

  /** Nothing else is shown during a scene. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    // A board says so in an effect, which is not about what waits.
    untrack(() => this.#wait());
  }

  #wait(): void {
    clearTimeout(this.#next);
    if (this.#isHeld || this.waiting.length === 0) return;
    // In a task of its own also when it is due: what the last step began may hold the next.
    this.#next = setTimeout(() => {
      this.#advance();
      this.#wait();
    }, this.#left());
  }

  #left(): number {
    const [next] = this.waiting;
    if (next === undefined) return 0;
    const pause = this.#pace(next) / (this.waiting.length > MANY ? FASTER : 1);
    return Math.max(0, this.#shownAt + pause - Date.now());
  }

  #advance(): void {
    const [step, ...rest] = this.waiting;
    if (step === undefined) return;
    this.waiting = rest;
    this.#shownAt = Date.now();
    this.#show(step);
  }
}
