/**
 * A finished game that is looked at again: its steps as one viewer saw them, which of them is shown, and how it plays.
 *
 * Headless: no drawing, no words. Steps come in pages, in their order, so that all before the one that is shown are
 * there. Only one viewer's are held at a time.
 */
import { untrack } from "svelte";
import type { Happening, Scene } from "../boards/contract";
import type { RecordHead, RecordPage, SeenStep } from "../protocol";
import { FIRST_STEPS } from "../state/ahead";
import { nextTurn, positionOf, stepOf, type Turn, turnBefore, turnsOf } from "./turns";

/** The viewer: the number of a seat, `everyone` (what a spectator saw), or `open` (all hands up). */
export type Viewer = string;

const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** Steps asked for at a time, after the first ones. */
const PAGE = 200;
/** Milliseconds that a step stays in sight at 1 ×: after its motion, and at least. */
const AFTER_MOTION = 500;
const LEAST = 900;
/** From this speed on there is no time for scenes. */
const BRIEF = 2;

export type LoadSteps = (viewer: Viewer | null, first: number, count: number) => Promise<RecordPage>;

export class Replay {
  record = $state.raw() as RecordHead;
  /** Whose sight `steps` are. */
  viewer = $state("everyone");
  /** From the first on, as far as they have come. */
  steps = $state.raw<readonly SeenStep[]>([]);
  total = $state(0);
  /** The step that is shown. */
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<Speed>(1);
  /** What has just happened, where the step before was in sight; null where one jumped. */
  happening = $state.raw<Happening | null>(null);
  /** What the board is telling; the next step waits for its end. */
  scene = $state.raw<Scene | null>(null);
  /** Milliseconds that a step is in motion, as the board moves it. */
  motionOf: (step: SeenStep) => number = () => 0;

  readonly turns = $derived<readonly Turn[]>(turnsOf(this.steps));

  #load: LoadSteps;
  #count = 0;
  /** The latest viewer that was asked for: what comes for another is too late. */
  #asked = 0;
  /** What is still to come, while it comes. */
  #rest: { asked: number; loaded: Promise<void> } | null = null;
  #wanted: number | null = null;
  #next: ReturnType<typeof setTimeout> | undefined;

  private constructor(load: LoadSteps) {
    this.#load = load;
  }

  /** Open at a position and for a viewer, as an address names them; refused as the server refuses. */
  static async open(load: LoadSteps, position: string | null, viewer: Viewer | null): Promise<Replay> {
    const replay = new Replay(load);
    const first = await load(viewer, 0, FIRST_STEPS);
    replay.#take(first, first.steps);
    while (position !== null && replay.#find(position) === null && !replay.isWhole) await replay.#loadMore();
    replay.at = position === null ? 0 : (replay.#find(position) ?? 0);
    return replay;
  }

  get shown(): SeenStep {
    return this.steps[this.at] as SeenStep;
  }

  /** Whether all steps have come. */
  get isWhole(): boolean {
    return this.steps.length >= this.total;
  }

  get isAtEnd(): boolean {
    return this.at >= this.total - 1;
  }

  /** The seat whose sight it is; null for onlookers and the open table. */
  get seatSeen(): number | null {
    const seat = Number(this.viewer);
    return Number.isNaN(seat) ? null : seat;
  }

  /** The seat from whose side the table is drawn. */
  get seat(): number {
    return this.seatSeen ?? this.record.your_seat ?? 0;
  }

  /** The reader's own seat, where it is the reader's own sight. */
  get you(): number | null {
    const { your_seat: own, viewers } = this.record;
    return viewers.length < 2 || this.seatSeen === own ? own : null;
  }

  /** The position, for an address. */
  get position(): string {
    return positionOf(this.turns, this.at);
  }

  /**
   * Load the remaining steps, page after page; callers meanwhile share the promise. Gives up if a page fails: the next
   * call resumes.
   */
  loadRest(): Promise<void> {
    if (this.#rest?.asked === this.#asked) return this.#rest.loaded;
    const rest = { asked: this.#asked, loaded: this.#loadPages() };
    this.#rest = rest;
    const forget = () => {
      if (this.#rest === rest) this.#rest = null;
    };
    rest.loaded.then(forget, forget);
    return rest.loaded;
  }

  async #loadPages(): Promise<void> {
    const asked = this.#asked;
    while (!this.isWhole && asked === this.#asked) {
      await this.#loadMore();
      if (this.#wanted !== null) this.seek(this.#wanted);
      else if (this.isPlaying && this.#next === undefined) this.#wait();
    }
  }

  /** Show a step at once, without playing what led to it. */
  seek(step: number): void {
    const goal = Math.max(0, Math.min(step, this.total - 1));
    this.#wanted = goal < this.steps.length ? null : goal;
    this.happening = null;
    this.at = Math.min(goal, this.steps.length - 1);
    if (this.isPlaying) this.#wait();
  }

  /** One action on, with its motion, or back. */
  step(by: 1 | -1): void {
    if (by > 0) this.#advance();
    else this.seek(this.at - 1);
    if (this.isPlaying) this.#wait();
  }

  stepTurn(by: 1 | -1): void {
    this.seek(by > 0 ? nextTurn(this.turns, this.at) : turnBefore(this.turns, this.at));
  }

  /** Play on from here; from the beginning when at the end. */
  play(): void {
    if (this.isAtEnd) this.seek(0);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    this.isPlaying = false;
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.isPlaying) this.#wait();
  }

  /** The next speed; after the quickest the slowest. */
  nextSpeed(): void {
    this.setSpeed(SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1);
  }

  faster(by: 1 | -1): void {
    const speed = SPEEDS[SPEEDS.indexOf(this.speed) + by];
    if (speed) this.setSpeed(speed);
  }

  /** Switches to another viewer at the same step; throws the server's refusal and keeps the old view. */
  async seeAs(viewer: Viewer): Promise<void> {
    if (viewer === this.viewer) return;
    const asked = ++this.#asked;
    const steps: SeenStep[] = [];
    let page: RecordPage;
    do {
      page = await this.#load(viewer, steps.length, steps.length ? PAGE : FIRST_STEPS);
      if (asked !== this.#asked) return;
      steps.push(...page.steps);
    } while (steps.length <= this.at && page.steps.length > 0);
    this.happening = null;
    this.#take(page, steps);
    await this.loadRest();
  }

  tellScene(scene: Scene | null): void {
    this.scene = scene;
    // A board says so in an effect, which is about nothing that is read here.
    untrack(() => {
      if (this.isPlaying) this.#wait();
    });
  }

  /** Stop loading and playing: the page was left. */
  close(): void {
    this.#asked++;
    this.pause();
  }

  #find(position: string): number | null {
    return stepOf(turnsOf(this.steps), position);
  }

  #take(page: RecordPage, steps: readonly SeenStep[]): void {
    this.record = page.record;
    this.viewer = page.viewer;
    this.total = page.total;
    this.steps = steps;
  }

  async #loadMore(): Promise<void> {
    const asked = this.#asked;
    const page = await this.#load(this.viewer, this.steps.length, PAGE);
    // A page without steps would be asked for for ever; one of another's sight comes too late.
    if (asked === this.#asked && page.viewer === this.viewer)
      this.#take(page.steps.length ? page : { ...page, total: this.steps.length }, [...this.steps, ...page.steps]);
  }

  #advance(): void {
    const next = this.steps[this.at + 1];
    if (!next) return;
    this.at += 1;
    this.happening = {
      id: ++this.#count,
      events: next.events,
      isAgain: false,
      isBrief: this.isPlaying && this.speed >= BRIEF,
    };
  }

  #wait(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    // Where the next one isn't loaded, the page that brings it goes on.
    if (this.scene || (this.at + 1 >= this.steps.length && !this.isAtEnd)) return;
    if (this.isAtEnd) {
      this.isPlaying = false;
      return;
    }
    const motion = this.happening ? this.motionOf(this.shown) : 0;
    this.#next = setTimeout(
      () => {
        this.#advance();
        this.#wait();
      },
      Math.max(LEAST, motion + AFTER_MOTION) / this.speed,
    );
  }
}
