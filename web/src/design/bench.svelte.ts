/**
 * What is on the bench, from whose eyes it is looked at, and what has just happened.
 *
 * Headless: no drawing, no words. The server holds the game; this holds the last that it showed.
 */
import type { Happening } from "../boards/contract";
import type { AnyAction, AnyEvent, Perspective } from "../protocol";
import {
  type Ask,
  type BenchShown,
  type ExaminedShown,
  type Fault,
  Faulted,
  type SavedShown,
  type SaveGiven,
  type TableShown,
  type Wire,
} from "./wire";

/** The number of a seat, `everyone`, or `open`. */
export type Viewer = string;

/** Milliseconds until a bench that does not answer is asked again. */
const TRY_EVERY = 1_000;
/** Milliseconds between two looks at how far the lab is. */
const LOOK_EVERY = 500;

export class Bench {
  shown = $state.raw<BenchShown | null>(null);
  viewer = $state<Viewer>("open");
  /** Why the last thing that was asked for was not done. */
  refusal = $state.raw<Fault | null>(null);
  /** Whether the bench no longer answers. */
  isLost = $state(false);
  isBusy = $state(false);
  happening = $state.raw<Happening | null>(null);
  examined = $state.raw<ExaminedShown | null>(null);
  /** When the file was last loaded anew, by the clock of this page. */
  loadedAt = $state.raw<Date | null>(null);

  readonly #wire: Wire;
  #count = 0;
  #isClosed = false;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  get table(): TableShown | null {
    return this.shown?.table ?? null;
  }

  /** Show what is there, and follow what becomes of it; until it is closed. */
  async open(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.shown === null) this.#take(await this.#wire.show());
        const { version } = await this.#wire.news(this.shown?.version ?? 0);
        if (version !== this.shown?.version) {
          const saved = this.shown?.changed;
          this.#take(await this.#wire.show());
          if (saved !== this.shown?.changed) this.loadedAt = new Date();
        }
        this.isLost = false;
      } catch (error) {
        if (error instanceof Faulted) this.refusal = error.fault;
        this.isLost = !(error instanceof Faulted);
        await new Promise((resolve) => setTimeout(resolve, TRY_EVERY));
      }
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  see(viewer: Viewer | undefined): void {
    if (viewer === undefined || !(viewer in (this.table?.sights ?? {}))) return;
    this.happening = null;
    this.viewer = viewer;
  }

  /** The seat from whose side the table is drawn: with all open, that of the player who is to act. */
  get seat(): number {
    if (this.viewer === "open") return this.table?.legal[0]?.seat ?? 0;
    return this.viewer === "everyone" ? 0 : Number(this.viewer);
  }

  get sight(): Perspective | null {
    return this.table?.sights[this.viewer] ?? null;
  }

  /** What can be played on the board. */
  get legal(): readonly AnyAction[] {
    if (this.viewer === "everyone") return [];
    return this.table?.legal.find(({ seat }) => seat === this.seat)?.actions ?? [];
  }

  /** Whether it was done; else `refusal` says why not. */
  async do(asked: Ask): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refusal = null;
    try {
      this.#take(await this.#wire.do(asked));
      return true;
    } catch (error) {
      if (!(error instanceof Faulted)) throw error;
      this.refusal = error.fault;
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  seek(at: number): void {
    const { line = [] } = this.table ?? {};
    const goal = Math.max(0, Math.min(at, line.length - 1));
    if (goal !== this.table?.at) void this.do({ type: "seek", at: goal });
  }

  async would(seat: number, action: AnyAction): Promise<readonly AnyEvent[] | Fault> {
    try {
      return (await this.#wire.would({ seat, action })).events;
    } catch (error) {
      if (error instanceof Faulted) return error.fault;
      throw error;
    }
  }

  async save(given: SaveGiven): Promise<SavedShown | null> {
    this.refusal = null;
    try {
      return await this.#wire.save(given);
    } catch (error) {
      if (!(error instanceof Faulted)) throw error;
      this.refusal = error.fault;
      return null;
    }
  }

  /** Have the lab examine the game, and follow it until there is a report. */
  async examine(): Promise<void> {
    this.refusal = null;
    try {
      this.examined = await this.#wire.examine();
      while (this.examined.is_running && !this.#isClosed) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        this.examined = await this.#wire.examined();
      }
      this.refusal = this.examined.fault;
    } catch (error) {
      this.examined = null;
      if (!(error instanceof Faulted)) throw error;
      this.refusal = error.fault;
    }
  }

  #take(next: BenchShown): void {
    const before = this.table;
    const now = next.table;
    if (this.shown && next.version < this.shown.version) return;
    this.shown = next;
    if (!now) return;
    if (!(this.viewer in now.sights)) this.viewer = "open";
    const isNext =
      before !== null && now.at === before.at + 1 && now.line[before.at]?.node === before.line[before.at]?.node;
    const last = now.events.at(-1);
    const events = last && (last.seen[this.viewer] ?? last.stored);
    if (isNext && events?.length) this.happening = { id: ++this.#count, events, isAgain: false, isBrief: true };
    else if (before?.at !== now.at || !isNext) this.happening = null;
  }
}
