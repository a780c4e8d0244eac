/**
 * A position of the rules that is tried: what can be done, and what was said of it.
 *
 * Headless. Everything that can be tried came with the position; what was tried stays until it is put back.
 */
import { isSame, Showing } from "../learn/showing.svelte";
import type { AnyAction, CompiledPosition, LessonNode, Perspective, Text } from "../protocol";

export class Trial extends Showing {
  readonly position: CompiledPosition;
  /** What the rules say of what was tried last; null where they say nothing. */
  said = $state.raw<Text | null>(null);
  isTouched = $state(false);
  protected override readonly isBrief = true;
  /** The number of the node; null where there is nothing more to try. */
  #at = $state<number | null>(0);

  constructor(position: CompiledPosition) {
    super();
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
    if (!tried) return;
    const { shown, say, to } = tried;
    this.close();
    this.isTouched = true;
    this.said = say.en ? say : null;
    this.#at = null;
    this.show(shown, () => {
      this.#at = to;
      // In motion still: only what can be done is new.
      if (this.#node) this.sight = this.#node.sight;
    });
  }

  /** Try one of the claims, from the position as it was. */
  claim(action: AnyAction): void {
    this.reset();
    this.act(action);
  }

  reset(): void {
    this.close();
    this.#at = 0;
    this.put(this.position.nodes[0]?.sight as Perspective);
    this.said = null;
    this.isTouched = false;
  }
}
