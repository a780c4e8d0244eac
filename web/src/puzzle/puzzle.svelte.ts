/**
 * A puzzle that is being solved: where the player is in it, what was tried, and how long it has taken.
 *
 * Headless: no drawing, no words. Everything that can be tried came with the puzzle. What is wrong stays on the board with
 * the answer to it, until it is taken back; a right one continues at once.
 */
import { isSame, Showing } from "../learn/showing.svelte";
import type { AnyAction, CompiledPuzzle, LessonNode, LessonTry, Text } from "../protocol";

/** To be solved; a try is being shown; it was refuted; it is solved. */
export type Phase = "asking" | "showing" | "wrong" | "solved";

export interface Result {
  /** The one that solved it included. */
  tries: number;
  hints: number;
  seconds: number;
}

export class Puzzle extends Showing {
  readonly puzzle: CompiledPuzzle;
  /** The nodes that the player went through, the present one last. */
  path = $state.raw<readonly number[]>([0]);
  phase = $state<Phase>("asking");
  /** What was said to the last try. */
  said = $state.raw<Text | null>(null);
  misses = $state(0);
  hints = $state(0);
  /** Whether the next action is pointed at. */
  isHinted = $state(false);
  /** Whether a move was played for the player: then it is no solution of theirs. */
  isShown = $state(false);
  result = $state.raw<Result | null>(null);

  readonly #now: () => number;
  readonly #since: number;
  readonly #keep: (result: Result) => void;

  /** `keep` is called once, for a solution without help. */
  constructor(puzzle: CompiledPuzzle, keep: (result: Result) => void = () => undefined, now: () => number = Date.now) {
    super();
    this.puzzle = puzzle;
    this.#keep = keep;
    this.#now = now;
    this.#since = now();
    this.put(this.node.sight);
  }

  get node(): LessonNode {
    return this.puzzle.nodes[this.path.at(-1) ?? 0] as LessonNode;
  }

  get right(): LessonTry {
    return this.node.tries.find((one) => one.is_right) as LessonTry;
  }

  /** What can be tried now. */
  get legal(): readonly AnyAction[] {
    return this.phase === "asking" ? this.node.sight.legal : [];
  }

  /** How much of it is done. */
  get done(): number {
    return this.phase === "solved" ? this.puzzle.steps : this.node.step;
  }

  act(action: AnyAction): void {
    const tried = this.node.tries.find((one) => isSame(one.action, action));
    if (tried && this.phase === "asking") this.#try(tried);
  }

  /** Point at what is right; asked again, play it. */
  hint(): void {
    if (this.phase !== "asking") return;
    if (this.isHinted) {
      this.isShown = true;
      this.#try(this.right);
    } else {
      this.isHinted = true;
      this.hints += 1;
    }
  }

  get canUndo(): boolean {
    return this.phase === "wrong" || (this.phase === "asking" && this.path.length > 1);
  }

  /** Take back what was refuted, or else what was done last. */
  undo(): void {
    if (this.canUndo) this.#enter(this.phase === "wrong" ? this.path : this.path.slice(0, -1));
  }

  /** Once more from the beginning. */
  restart(): void {
    this.#enter([0]);
  }

  #enter(path: readonly number[]): void {
    this.close();
    this.path = path;
    this.put(this.node.sight);
    this.phase = "asking";
    this.said = null;
    this.isHinted = false;
  }

  #try(tried: LessonTry): void {
    this.close();
    this.phase = "showing";
    this.isHinted = false;
    this.show(tried.shown, () => {
      this.said = tried.say;
      if (!tried.is_right) {
        this.misses += 1;
        this.phase = "wrong";
      } else if (tried.to === null) this.#solve();
      else {
        this.path = [...this.path, tried.to];
        this.put(this.node.sight);
        this.phase = "asking";
      }
    });
  }

  #solve(): void {
    this.phase = "solved";
    if (this.result || this.isShown) return;
    const seconds = Math.max(1, Math.round((this.#now() - this.#since) / 1000));
    this.result = { tries: this.misses + 1, hints: this.hints, seconds };
    this.#keep(this.result);
  }
}
