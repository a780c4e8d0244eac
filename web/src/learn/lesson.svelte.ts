/**
 * A lesson that is being learnt: where the learner is in it, what is shown on the board, and what is said.
 *
 * Headless: no drawing, no words. Everything that can be tried came with the lesson, so that it needs no rules and no
 * server. What is not asked for is played for a moment and taken back.
 */
import type { Happening, Scene } from "../boards/contract";
import type {
  AnyAction,
  CompiledLesson,
  LessonMove,
  LessonNode,
  LessonStep,
  LessonTry,
  Perspective,
  Text,
} from "../protocol";

/** Milliseconds that a try which is taken back stays in sight, after its motion. */
export const TRIED_FOR = 400;
/** Milliseconds between what the others do. */
const BETWEEN = 800;
/** After so many wrong tries in a step, the way to be shown it is pointed out. */
const PATIENCE = 2;

/** Asked for something; a try is being shown; it was not the right one; it was. */
export type Phase = "asking" | "showing" | "wrong" | "done";

export class Lesson {
  readonly lesson: CompiledLesson;
  /** The nodes that the learner went through, the present one last. */
  path = $state.raw<readonly number[]>([0]);
  phase = $state<Phase>("asking");
  /** What is on the board: the node's own sight, or what a try led to. */
  sight = $state.raw() as Perspective;
  happening = $state.raw<Happening | null>(null);
  /** What the board is telling; what comes next waits for its end. */
  scene = $state.raw<Scene | null>(null);
  /** What was said to the last try. */
  said = $state.raw<Text | null>(null);
  misses = $state(0);
  isOver = $state(false);
  /** Milliseconds that a move is in motion, as the board moves it. */
  motionOf: (move: LessonMove) => number = () => 0;

  #count = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** What is to come when the board has told its scene. */
  #after: (() => void) | null = null;

  /** Told how far the learner is, to keep it. */
  readonly #keep: (path: readonly number[], isOver: boolean) => void;

  constructor(
    lesson: CompiledLesson,
    path: readonly number[] = [0],
    keep: (path: readonly number[], isOver: boolean) => void = () => undefined,
  ) {
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
    return this.node.tries.find((one) => one.is_right) as LessonTry;
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

  tellScene(scene: Scene | null): void {
    this.scene = scene;
    if (scene || !this.#after) return;
    const after = this.#after;
    this.#after = null;
    this.#wait(TRIED_FOR, after);
  }

  close(): void {
    clearTimeout(this.#next);
    this.#after = null;
    this.scene = null;
  }

  /** Where the last right try led. */
  #reached = 0;

  #enter(path: readonly number[]): void {
    this.close();
    this.path = path;
    this.sight = this.node.sight;
    this.phase = "asking";
    this.happening = null;
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
      this.#show(tried.shown, () => {
        this.phase = "done";
        this.said = tried.say;
      });
    } else
      this.#show(tried.shown, () => {
        this.misses += 1;
        this.happening = null;
        this.sight = this.node.sight;
        this.phase = "wrong";
        this.said = tried.say;
      });
  }

  #show([move, ...more]: readonly LessonMove[], then: () => void): void {
    if (!move) {
      then();
      return;
    }
    this.sight = move.sight;
    this.#count += 1;
    this.happening = { id: this.#count, events: move.events, isAgain: false };
    const motion = this.motionOf(move);
    const isLast = more.length === 0;
    this.#wait(motion + (isLast ? TRIED_FOR : BETWEEN), () => this.#show(more, then));
  }

  /** Go on after a time, and not before the board has told its scene. */
  #wait(time: number, then: () => void): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => {
      if (this.scene) this.#after = then;
      else then();
    }, time);
  }
}

/** Whether two actions are the same, whatever the order of their fields. */
export function isSame(one: AnyAction | null, other: AnyAction | null): boolean {
  const inOrder = (action: AnyAction | null) =>
    JSON.stringify(Object.entries(action ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(one) === inOrder(other);
}

/** Whether a way that was kept still leads through the lesson, which may have changed since. */
function isPath({ nodes }: CompiledLesson, path: readonly number[]): boolean {
  return (
    path[0] === 0 &&
    path.every((number, place) => place === 0 || nodes[path[place - 1] ?? -1]?.tries.some(({ to }) => to === number))
  );
}
