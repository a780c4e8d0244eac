/**
 * A position of the rules that is tried: what is on the board, what can be done, and what was said of it.
 *
 * Headless. Everything that can be tried came with the position; what was tried stays until it is put back.
 */
import type { Happening } from "../boards/contract";
import { isSame } from "../learn/showing.svelte";
import type { AnyAction, CompiledPosition, LessonMove, LessonNode, LessonTry, Perspective, Text } from "../protocol";

/** Milliseconds between what is played in answer. */
export const BETWEEN = 900;

export class Trial {
  readonly position: CompiledPosition;
  sight = $state.raw() as Perspective;
  happening = $state.raw<Happening | null>(null);
  /** What the rules say of what was tried last; null where they say nothing. */
  said = $state.raw<Text | null>(null);
  isTouched = $state(false);
  /** The number of the node; null where there is nothing more to try. */
  #at = $state<number | null>(0);
  #count = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(position: CompiledPosition) {
    this.position = position;
    this.reset();
  }

  get #node(): LessonNode | undefined {
    return this.#at === null ? undefined : this.position.nodes[this.#at];
  }

  get legal(): readonly AnyAction[] {
    return this.#node?.sight.legal ?? [];
  }

  act(action: AnyAction): void {
    const tried = this.#node?.tries.find((one) => isSame(one.action, action));
    if (tried) this.#try(tried);
  }

  /** Try one of the claims, from the position as it was. */
  show(action: AnyAction): void {
    this.reset();
    this.act(action);
  }

  reset(): void {
    clearTimeout(this.#next);
    this.#at = 0;
    this.sight = this.position.nodes[0]?.sight as Perspective;
    this.happening = null;
    this.said = null;
    this.isTouched = false;
  }

  close(): void {
    clearTimeout(this.#next);
  }

  #try({ shown, say, to }: LessonTry): void {
    this.close();
    this.isTouched = true;
    this.said = say.en ? say : null;
    this.#at = null;
    this.#show(shown, () => {
      this.#at = to;
      if (to !== null) this.sight = this.position.nodes[to]?.sight as Perspective;
    });
  }

  #show([move, ...more]: readonly LessonMove[], then: () => void): void {
    if (!move) {
      then();
      return;
    }
    this.#count += 1;
    this.sight = move.sight;
    this.happening = { id: this.#count, events: move.events, isAgain: false, isBrief: true };
    if (more.length) this.#next = setTimeout(() => this.#show(more, then), BETWEEN);
    else then();
  }
}
