/**
 * A lesson that is being learnt: where the learner is in it, what is shown on the board, and what is said.
 *
 * Headless: no drawing, no words. Everything that can be tried came with the lesson, so that it needs no rules and no
 * server. What is not asked for is played for a moment and taken back.
 */
import type { AnyAction, CompiledLesson, LessonNode, LessonStep, LessonTry, Text } from "../protocol";
import { isSame, Showing } from "./showing.svelte";

/** Wrong tries in a step before “Show me” is pointed out. */
const PATIENCE = 2;

/** Asked for something; a try is being shown; it was not the right one; it was. */
export type Phase = "asking" | "showing" | "wrong" | "done";

export class Lesson extends Showing {
  readonly lesson: CompiledLesson;
  /** The nodes that the learner went through, the present one last. */
  path = $state.raw<readonly number[]>([0]);
  phase = $state<Phase>("asking");
  /** What was said to the last try. */
  said = $state.raw<Text | null>(null);
  misses = $state(0);
  isOver = $state(false);
  /** Saves how far the learner is. */
  readonly #keep: (path: readonly number[], isOver: boolean) => void;

  constructor(
    lesson: CompiledLesson,
    path: readonly number[] = [0],
    keep: (path: readonly number[], isOver: boolean) => void = () => undefined,
  ) {
    super();
    this.lesson = lesson;
    this.#keep = keep;
    this.#enter(isPath(lesson, path) ? path : [0]);
  }

  get node(): LessonNode {
    return this.lesson.nodes[this.path.at(-1) ?? 0] as LessonNode;
  }

  get step(): LessonStep {
    return this.lesson.steps[this.node.step] as LessonStep;
  }

  /** What is asked for; its action is null where one only goes on. */
  get right(): LessonTry {
    return rightIn(this.lesson, this.path.at(-1));
  }

  /** What can be tried now. */
  get legal(): readonly AnyAction[] {
    return this.phase === "asking" || this.phase === "wrong" ? this.node.sight.legal : [];
  }

  get isStuck(): boolean {
    return this.misses >= PATIENCE;
  }

  act(action: AnyAction): void {
    const tried = this.node.tries.find((one) => isSame(one.action, action));
    if (tried && this.legal.length > 0) this.#try(tried);
  }

  /** Do what is asked for. */
  showMe(): void {
    if (this.phase !== "showing" && this.phase !== "done") this.#try(this.right);
  }

  /** To the next step; from the last one, to the end. */
  next(): void {
    const { to } = this.right;
    if (to === null) {
      this.close();
      this.isOver = true;
      this.#keep(this.path, true);
    } else this.#enter([...this.path, this.phase === "done" ? this.#reached : to]);
  }

  /** To any step: back along the path taken, or forward along the right one. */
  goTo(step: number): void {
    const path = this.path.slice(0, step + 1);
    while (path.length <= step) {
      const to = rightIn(this.lesson, path.at(-1)).to;
      if (to === null) return;
      path.push(to);
    }
    this.isOver = false;
    this.#enter(path);
  }

  /** To the step before. */
  back(): void {
    this.isOver = false;
    this.#enter(this.path.length > 1 ? this.path.slice(0, -1) : this.path);
  }

  /** Once more from the beginning. */
  restart(): void {
    this.isOver = false;
    this.#enter([0]);
  }

  /** Where the last right try led. */
  #reached = 0;

  #enter(path: readonly number[]): void {
    this.close();
    this.path = path;
    this.put(this.node.sight);
    this.phase = "asking";
    this.said = null;
    this.misses = 0;
    this.#keep(path, false);
  }

  #try(tried: LessonTry): void {
    this.close();
    this.phase = "showing";
    this.said = null;
    if (tried.is_right) {
      this.#reached = tried.to ?? 0;
      this.show(tried.shown, () => {
        this.phase = "done";
        this.said = tried.say;
      });
    } else
      this.show(tried.shown, () => {
        this.misses += 1;
        this.put(this.node.sight);
        this.phase = "wrong";
        this.said = tried.say;
      });
  }
}

/** What is asked for at a node; every node has something. */
const rightIn = ({ nodes }: CompiledLesson, node = 0): LessonTry =>
  nodes[node]?.tries.find((one) => one.is_right) as LessonTry;

/** Whether a way that was kept still leads through the lesson, which may have changed since. */
function isPath({ nodes }: CompiledLesson, path: readonly number[]): boolean {
  return (
    path[0] === 0 &&
    path.every((number, place) => place === 0 || nodes[path[place - 1] ?? -1]?.tries.some(({ to }) => to === number))
  );
}
