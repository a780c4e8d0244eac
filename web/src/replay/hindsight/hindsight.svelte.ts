/**
 * A finished game in hindsight: how far its analysis is, what it has found, and the moment that is looked at.
 *
 * Headless: no drawing, no words. Decisions come from the last one backwards, a few at a time. The answer of a decision
 * is asked for only when someone wants to try it again, and shown only when someone wants to see it.
 */
import type {
  Analysis,
  AnalysisShown,
  AnalysisStatus,
  Answer,
  AnyAction,
  Considered,
  Judged,
  Refusal,
} from "../../protocol";
import { Refused } from "../../wire/api";
import { inNoOrder, isSame, type Moment, standOf } from "./moments";

export interface Source {
  /** Have it analysed, unless it was already. */
  begin: () => Promise<AnalysisShown>;
  /** Fetches the analysis, without the first `after` decisions. */
  look: (after: number) => Promise<AnalysisShown>;
  answer: (step: number) => Promise<Answer>;
}

/** A decision that is taken once more on the board. */
export interface Trial {
  moment: Moment;
  legal: readonly AnyAction[];
}

/** Milliseconds between two looks, and without anything new until it is asked for again. */
const EVERY = 1000;
const GIVEN_UP = 30_000;

export class Hindsight {
  /** null until the server has said. */
  status = $state<AnalysisStatus | null>(null);
  /** Whether the server takes its time. */
  isSlow = $state(false);
  analysis = $state.raw<Analysis | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The step of the moment that is looked at. */
  chosen = $state<number | null>(null);
  /** Answers that were shown, by step. */
  answers = $state.raw<ReadonlyMap<number, Answer>>(new Map());
  trial = $state.raw<Trial | null>(null);
  /** What was tried, by step, the latest last. */
  tries = $state.raw<ReadonlyMap<number, readonly Considered[]>>(new Map());

  readonly isUnderWay = $derived(this.status === "waiting" || this.status === "running");

  #source: Source;
  #isClosed = false;
  #next: ReturnType<typeof setTimeout> | undefined;
  #newsAt = 0;
  #known = new Map<number, Answer>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** What is known already; nothing is begun by it. */
  async open(): Promise<void> {
    await this.#follow(() => this.#source.look(0));
  }

  async begin(): Promise<void> {
    this.analysis = null;
    this.#newsAt = Date.now();
    await this.#follow(() => this.#source.begin());
  }

  /** Look at a moment; the step to stand on. */
  choose(step: number): number {
    this.chosen = step;
    return standOf(step);
  }

  /** Showing the answer ends the trying. */
  async showAnswer(step: number): Promise<void> {
    this.endTrial();
    if (this.answers.has(step)) return;
    await this.#asking(async () => {
      const answer = await this.#answer(step);
      this.answers = new Map([...this.answers, [step, answer]]);
    });
  }

  /** Take a decision once more, before its answer is shown. */
  async tryAgain(moment: Moment): Promise<void> {
    await this.#asking(async () => {
      const { options } = await this.#answer(moment.step);
      this.choose(moment.step);
      this.trial = { moment, legal: inNoOrder(options.map(({ action }) => action)) };
    });
  }

  /** A try at the present moment, kept with its verdict. */
  attempt(action: AnyAction): void {
    const step = this.trial?.moment.step ?? -1;
    const option = this.#known.get(step)?.options.find((one) => isSame(one.action, action));
    if (option) this.tries = new Map([...this.tries, [step, [...(this.tries.get(step) ?? []), option]]]);
  }

  /** The best action of a decision that is tried again: to say whether it was found. */
  bestOf(step: number): Considered | null {
    return this.#known.get(step)?.options[0] ?? null;
  }

  endTrial(): void {
    this.trial = null;
  }

  /** Stop asking the server: the page was left. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#next);
  }

  async #follow(ask: () => Promise<AnalysisShown>): Promise<void> {
    clearTimeout(this.#next);
    await this.#asking(async () => this.#take(await ask()));
    if (this.#isClosed || !this.isUnderWay) return;
    const isStuck = Date.now() - this.#newsAt > GIVEN_UP;
    this.#next = setTimeout(
      () => (isStuck ? this.begin() : this.#follow(() => this.#source.look(this.analysis?.decisions.length ?? 0))),
      EVERY,
    );
  }

  async #answer(step: number): Promise<Answer> {
    const answer = this.#known.get(step) ?? (await this.#source.answer(step));
    this.#known.set(step, answer);
    return answer;
  }

  async #asking(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.refusal = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
    }
  }

  #take({ status, analysis, is_slow }: AnalysisShown): void {
    const known = this.analysis;
    const isSame = known !== null && analysis?.engine === known.engine;
    if (status !== this.status || analysis?.decisions.length) this.#newsAt = Date.now();
    this.status = status;
    this.isSlow = is_slow;
    this.analysis =
      analysis && isSame ? { ...analysis, decisions: merged(known.decisions, analysis.decisions) } : analysis;
  }
}

/** The last of the game first, each once. */
function merged(known: readonly Judged[], news: readonly Judged[]): Judged[] {
  const bySteps = new Map([...known, ...news].map((decision) => [decision.step, decision]));
  return [...bySteps.values()].sort((one, other) => other.step - one.step);
}
