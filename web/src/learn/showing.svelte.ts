/**
 * Moves that were worked out before, shown on the real board one after the other.
 *
 * Headless. What lessons, puzzles and the positions of the rules share: what is on the board, and when the next thing
 * comes.
 */
import type { BoardProps, Happening, Scene } from "../boards/contract";
import type { AnyAction, LessonMove, Perspective } from "../protocol";

/** Milliseconds that the last move stays in sight before anything else, after its motion. */
export const TRIED_FOR = 400;
/** Milliseconds between what is played. */
export const BETWEEN = 800;

export abstract class Showing {
  /** What is on the board: a position, or what a try led to. */
  sight = $state.raw() as Perspective;
  happening = $state.raw<Happening | null>(null);
  /** What the board is telling; what comes next waits for its end. */
  scene = $state.raw<Scene | null>(null);
  /** Milliseconds that a move is in motion, as the board moves it. */
  motionOf: (move: LessonMove) => number = () => 0;
  /** Whether a move is shown too quickly for a scene, and can be followed at once. */
  protected readonly isBrief: boolean = false;

  #count = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** What is to come when the board has told its scene. */
  #after: (() => void) | null = null;

  /** What can be tried now. */
  abstract get legal(): readonly AnyAction[];
  abstract act(action: AnyAction): void;

  /** What a board is given of it. */
  get board() {
    const { view, to_act, scores, outcome } = this.sight;
    return {
      view,
      toAct: to_act,
      scores,
      outcome,
      isPlayer: true,
      pending: null,
      waiting: [],
      happening: this.happening,
      tellScene: (scene: Scene | null) => this.tellScene(scene),
    } satisfies Partial<BoardProps>;
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

  /** Put a position on the board, without any motion. */
  protected put(sight: Perspective): void {
    this.happening = null;
    this.sight = sight;
  }

  protected show([move, ...more]: readonly LessonMove[], then: () => void): void {
    if (!move) {
      then();
      return;
    }
    this.sight = move.sight;
    this.#count += 1;
    this.happening = { id: this.#count, events: move.events, isAgain: false, isBrief: this.isBrief };
    const isLast = more.length === 0;
    if (isLast && this.isBrief) then();
    else this.#wait(this.motionOf(move) + (isLast ? TRIED_FOR : BETWEEN), () => this.show(more, then));
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
