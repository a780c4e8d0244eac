/** A finished game is judged: what is asked when, what is kept, and what is told of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./page";
import type {
  Analysis,
  AnalysisShown,
  AnalysisStatus,
  Answer,
  AnyAction,
  Considered,
  GigogneAction,
  GigogneSize,
  Judged,
} from "../src/protocol";
import { Hindsight, type Source } from "../src/replay/hindsight/hindsight.svelte";
import {
  curveOf,
  endOf,
  foundBy,
  isJudged,
  type Moment,
  momentBeside,
  momentsOf,
  nextMoment,
  rowsOf,
  tooDeep,
} from "../src/replay/hindsight/moments";
import { provenAt, verdictsAt } from "../src/replay/hindsight/verdicts";
import { FOUND_OUT } from "../src/replay/hindsight/words";
import { Refused } from "../src/wire/api";
import { UNREACHABLE } from "../src/words/common";

const judged = (step: number, seat: number, more: Partial<Judged> = {}): Judged => ({
  step,
  turn: step - 1,
  seat,
  legal: 5,
  standing: "flags",
  simulations: 2000,
  best: { points: 60, low: 56, high: 64 },
  played: { points: 60, low: 56, high: 64 },
  lost: 0,
  shares: seat === 0 ? [60, 40] : [40, 60],
  mark: null,
  proof: null,
  best_proof: null,
  answer: null,
  ...more,
});
const MUCH = { mark: "?", lost: 30, played: { points: 30, low: 27, high: 33 } } as const;

const analysis = (decisions: Judged[], more: Partial<Analysis> = {}): Analysis => ({
  engine: "1",
  game: "gigogne",
  total: 4,
  is_done: false,
  decisions,
  seats: [0, 1].map((seat) => ({
    seat,
    moments: decisions.flatMap((one) => (one.mark && one.seat === seat ? [one.step] : [])),
    balance: null,
  })),
  notes: [],
  ...more,
});
const shown = (status: AnalysisStatus, found: Analysis | null): AnalysisShown => ({
  status,
  analysis: found,
  is_slow: false,
});
const place = (cell: number): AnyAction => ({ type: "place", size: "large", cell });
const chance = (points: number, spread = 0) => ({ points, low: points - spread, high: points + spread });
const ANSWER: Answer = {
  options: [2, 5, 8].map((cell, index) => ({
    action: place(cell),
    chance: chance(60 - 10 * index),
    proof: null,
    beside: index < 2 ? ("better" as const) : ("even" as const),
  })),
  line: [],
};

function served(...looks: AnalysisShown[]) {
  const source = {
    begin: vi.fn(async () => shown("waiting", analysis([]))),
    look: vi.fn(async (_after: number) => looks.shift() ?? shown("none", null)),
    answer: vi.fn(async (_step: number) => ANSWER),
  } satisfies Source;
  return { source, hindsight: new Hindsight(source) };
}

describe("an analysis", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is not begun until it is asked for", async () => {
    const { source, hindsight } = served(shown("none", null));
    await hindsight.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hindsight.status).toBe("none");
    expect(source.begin).not.toHaveBeenCalled();
    expect(source.look).toHaveBeenCalledTimes(1);
  });

  it("comes from the last decision backwards, and only what is new is asked for", async () => {
    const { source, hindsight } = served(
      shown("none", null),
      shown("running", analysis([judged(4, 1)])),
      shown("running", analysis([judged(3, 0), judged(2, 1)])),
      shown("done", analysis([judged(1, 0)], { is_done: true })),
    );
    await hindsight.open();
    await hindsight.begin();
    expect(hindsight.isUnderWay).toBe(true);
    await vi.advanceTimersByTimeAsync(3500);
    expect(hindsight.status).toBe("done");
    expect(hindsight.analysis?.decisions.map(({ step }) => step)).toEqual([4, 3, 2, 1]);
    expect(source.look.mock.calls.map(([after]) => after)).toEqual([0, 0, 1, 3]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.look).toHaveBeenCalledTimes(4);
  });

  it("is asked for again where nothing new comes for half a minute", async () => {
    const stuck = Array.from({ length: 60 }, () => shown("running", analysis([])));
    const { source, hindsight } = served(...stuck);
    await hindsight.begin();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(source.begin).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(6000);
    expect(source.begin).toHaveBeenCalledTimes(2);
  });

  it("of another engine takes the place of what was known", async () => {
    const { hindsight } = served(
      shown("running", analysis([judged(4, 1)])),
      shown("done", analysis([judged(3, 0)], { engine: "2", is_done: true })),
    );
    await hindsight.open();
    await vi.advanceTimersByTimeAsync(1500);
    expect(hindsight.analysis?.decisions.map(({ step }) => step)).toEqual([3]);
  });

  it("that is refused says why, and can be asked for again", async () => {
    const { source, hindsight } = served(shown("none", null), shown("done", analysis([judged(1, 0)])));
    const refusal = { code: "too_many", text: { en: "Later.", fr: "Plus tard." }, rule: null, wait: 9 };
    source.begin.mockRejectedValueOnce(new Refused(refusal as never));
    await hindsight.open();
    await hindsight.begin();
    expect(hindsight.refusal?.text.en).toBe("Later.");
    expect(hindsight.status).toBe("none");
    await hindsight.begin();
    expect(hindsight.refusal).toBeNull();
    expect(hindsight.isUnderWay).toBe(true);
  });

  it("goes on past a look that did not come through", async () => {
    const { source, hindsight } = served(shown("done", analysis([judged(1, 0)], { is_done: true })));
    await hindsight.begin();
    source.look.mockRejectedValueOnce(new Refused(UNREACHABLE));
    await vi.advanceTimersByTimeAsync(2500);
    expect(hindsight.status).toBe("done");
    expect(hindsight.refusal).toBeNull();
  });

  it("is asked for no more when nobody looks at it", async () => {
    const { source, hindsight } = served();
    await hindsight.begin();
    hindsight.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(source.look).not.toHaveBeenCalled();
  });

  it("lets a decision be tried again, and says what each try comes to before the answer is shown", async () => {
    const moment = judged(3, 0, MUCH) as Moment;
    const { source, hindsight } = served(shown("done", analysis([moment])));
    await hindsight.open();
    await hindsight.tryAgain(moment);
    expect(hindsight.trial?.legal).toEqual([place(2), place(5), place(8)]);
    hindsight.attempt(place(5));
    hindsight.attempt({ cell: 2, size: "large", type: "place" } as AnyAction);
    hindsight.attempt(place(7));
    expect(hindsight.tries.get(3)?.map(({ action }) => action)).toEqual([place(5), place(2)]);
    expect(hindsight.answers.size).toBe(0);
    hindsight.endTrial();
    expect(hindsight.trial).toBeNull();
    await hindsight.showAnswer(3);
    expect(source.answer.mock.calls).toEqual([[3]]);
  });

  it("that can't be asked for an answer has nothing tried", async () => {
    const moment = judged(3, 0, MUCH) as Moment;
    const { source, hindsight } = served(shown("done", analysis([moment])));
    source.answer.mockRejectedValueOnce(new Refused(UNREACHABLE));
    await hindsight.open();
    await hindsight.tryAgain(moment);
    expect(hindsight.trial).toBeNull();
    expect(hindsight.refusal).toEqual(UNREACHABLE);
  });

  it("keeps its answers to itself until one is wanted, and asks once", async () => {
    const { source, hindsight } = served(shown("done", analysis([judged(3, 0, MUCH)])));
    await hindsight.open();
    expect(hindsight.choose(3)).toBe(2);
    expect(source.answer).not.toHaveBeenCalled();
    expect(hindsight.answers.size).toBe(0);
    await hindsight.showAnswer(3);
    await hindsight.showAnswer(3);
    expect(source.answer.mock.calls).toEqual([[3]]);
    expect(hindsight.answers.get(3)).toEqual(ANSWER);
  });
});

describe("moments", () => {
  const found = analysis([judged(6, 1, MUCH), judged(5, 0, MUCH), judged(3, 0, MUCH), judged(2, 1), judged(1, 0)]);

  it("are one player's or everyone's, in the order of the game", () => {
    expect(momentsOf(found, 0).map(({ step }) => step)).toEqual([3, 5]);
    expect(momentsOf(found, null).map(({ step }) => step)).toEqual([3, 5, 6]);
  });

  it("are only those that the server counts", () => {
    const seats = [{ seat: 0, moments: [5], balance: null }];
    expect(momentsOf({ ...found, seats }, 0).map(({ step }) => step)).toEqual([5]);
  });

  it("are gone through one after the other, and round", () => {
    const moments = momentsOf(found, null);
    expect([0, 2, 3, 4, 5, 6].map((at) => nextMoment(moments, at)?.step)).toEqual([3, 5, 5, 6, 3, 3]);
    expect(nextMoment([], 0)).toBeUndefined();
  });

  it("are turned over by a finger, as far as there are some", () => {
    const moments = momentsOf(found, null);
    const beside = (chosen: number | null) => ([-1, 1] as const).map((by) => momentBeside(moments, chosen, by)?.step);
    expect(beside(5)).toEqual([3, 6]);
    expect(beside(3)).toEqual([undefined, 5]);
    expect(beside(6)).toEqual([5, undefined]);
    expect(beside(null)).toEqual([6, 3]);
  });

  it("are not what only a long proof can tell, which is counted apart", () => {
    const proof = (result: "win" | "loss" | "open") => ({ result, within: 8 });
    const change = { best_proof: proof("win"), proof: proof("loss") };
    const proven = analysis([
      judged(5, 0, { best_proof: proof("win"), proof: proof("open") }),
      judged(4, 1, change),
      judged(3, 0, { ...change, mark: "?" }),
      judged(2, 1, { best_proof: proof("win"), proof: proof("win") }),
      judged(1, 0, change),
    ]);
    expect(tooDeep(proven, null).map(({ step }) => step)).toEqual([4, 1]);
    expect(tooDeep(proven, 0).map(({ step }) => step)).toEqual([1]);
    expect(momentsOf(proven, null).map(({ step }) => step)).toEqual([3]);
  });

  it("are not said to be none where nothing could be flagged", () => {
    expect(isJudged(analysis([judged(1, 0, { standing: "curve" }), judged(2, 1)]), 0)).toBe(false);
    expect(isJudged(analysis([judged(1, 0, { standing: "exact" })]), 0)).toBe(true);
  });
});

describe("the curve", () => {
  it("is one seat's chance in every position, with the other's band the other way round", () => {
    const best = { points: 70, low: 60, high: 75 };
    const found = analysis([judged(2, 1, { best, shares: [30, 70] }), judged(1, 0)]);
    expect(curveOf(found, 0)).toEqual([
      [
        { at: 0, points: 60, low: 56, high: 64 },
        { at: 1, points: 30, low: 25, high: 40 },
      ],
    ]);
  });

  it("has a gap where nothing can be said", () => {
    const found = analysis([judged(3, 0), judged(2, 1, { shares: [], best: null }), judged(1, 0)]);
    expect(curveOf(found, 0).map((part) => part.map(({ at }) => at))).toEqual([[0], [2]]);
    expect(curveOf(analysis([judged(1, 0, { standing: "weak" })]), 0)).toEqual([]);
  });

  it("has no band for others at a table of three", () => {
    const found = analysis([judged(1, 0, { shares: [50, 30, 20] })]);
    expect(curveOf(found, 2)).toEqual([[{ at: 0, points: 20, low: 20, high: 20 }]]);
  });

  it("ends in what the game came to", () => {
    const outcome = { winners: [1], scores: [1, 3], reason: "" } as never;
    expect([endOf(outcome, 0), endOf(outcome, 1)]).toEqual([0, 100]);
    expect(endOf({ winners: [], scores: [1, 1], reason: "" } as never, 0)).toBe(50);
    expect(endOf({ winners: [0, 1], scores: [3, 3, 1], reason: "" } as never, 1)).toBe(50);
  });
});

describe("what was tried", () => {
  const best: Considered = { action: place(2), chance: chance(60, 4), proof: null, beside: "better" };
  const tried = (cell: number, points: number, beside: Considered["beside"]): Considered => ({
    action: place(cell),
    chance: chance(points, 3),
    proof: null,
    beside,
  });
  const found = (option: Considered) => foundBy(option, best, place(8));

  it("is the best, better, as good or worse, and more was there only beyond the noise", () => {
    expect(found(best)).toBe("best");
    expect(found(tried(5, 55, "better"))).toBe("better");
    expect(found(tried(5, 45, "better"))).toBe("more");
    expect(found(tried(5, 32, "even"))).toBe("even");
    expect(found(tried(5, 10, "worse"))).toBe("worse");
    expect(found(tried(8, 30, "even"))).toBe("same");
    expect(found({ ...tried(5, 0, null), chance: null })).toBe("unknown");
    const proof = { result: "win", within: 6 } as const;
    expect(foundBy({ ...tried(5, 100, "better"), proof }, { ...best, proof }, null)).toBe("best");
  });

  it("is told with its chance and how sure that is, or with what is proven", () => {
    expect(FOUND_OUT("better", tried(5, 55, "better"), null)).toEqual({
      en: "Better than then: 55 ± 3 of 100",
      fr: "Mieux qu’alors : 55 ± 3 sur 100",
    });
    const proof = { result: "win", within: 6 } as const;
    expect(FOUND_OUT("better", { ...tried(5, 100, "better"), proof }, null).en).toBe("Better than then: wins in 6");
    expect(FOUND_OUT("same", tried(8, 30, "even"), "Jules").en).toBe("That’s what Jules did: 30 ± 3 of 100");
    for (const word of ["best", "better", "more", "even", "same", "worse", "unknown"] as const)
      expect(FOUND_OUT(word, tried(5, 30, null), null).en).not.toMatch(/mistake/);
  });
});

describe("an answer", () => {
  const rows = (moment: Partial<Judged>, played: AnyAction | null) =>
    rowsOf(judged(3, 0, { ...MUCH, ...moment }) as Moment, ANSWER, played).map(
      ({ action, points, isBest, isPlayed }) => [
        action && "cell" in action ? action.cell : null,
        points,
        isBest,
        isPlayed,
      ],
    );

  it("has the best, the next, and what was done", () => {
    expect(rows({}, place(8))).toEqual([
      [2, 60, true, false],
      [5, 50, false, false],
      [8, 30, false, true],
    ]);
  });

  it("has what was done only once, where it is the next", () => {
    expect(rows({}, place(5)).map(([cell]) => cell)).toEqual([2, 8, 5]);
    expect(rows({ played: { points: 40, low: 38, high: 42 } }, null).map(([cell]) => cell)).toEqual([2, 5, 8]);
    expect(rows({ legal: 2 }, null)).toEqual([
      [2, 60, true, false],
      [null, 30, false, true],
    ]);
  });

  it("has what was found, and what it was better than", () => {
    expect(rows({ mark: "!", played: { points: 60, low: 56, high: 64 } }, place(2))).toEqual([
      [2, 60, true, true],
      [5, 50, false, false],
    ]);
  });
});

describe("verdicts on the board", () => {
  const proof = (result: "win" | "loss" | "open", within: number) => ({ result, within });
  const square = (size: GigogneSize, cell: number): AnyAction => ({ type: "place", size, cell });
  const option = (action: AnyAction, result: "win" | "loss" | "open", within: number) => ({
    action,
    chance: null,
    proof: proof(result, within),
    beside: null,
  });
  const answer: Answer = {
    options: [
      option(square("medium", 2), "win", 5),
      option(square("medium", 7), "open", 8),
      option(square("large", 4), "loss", 3),
      option(square("medium", 1), "loss", 4),
    ],
    line: [],
  };
  const kinds = {
    title: { en: "", fr: "" },
    names: ["large", "medium", "small"].map((kind) => ({ kind, name: { en: kind, fr: kind } })),
    of: (action: AnyAction) => (action as GigogneAction).size,
  };
  const decision = judged(3, 0, { proof: proof("loss", 4), best_proof: proof("win", 5) });
  const marked = { ...decision, step: 5, mark: "?" as const };
  const at = (chosen: string | null, played: AnyAction | null = square("medium", 1)) =>
    verdictsAt(decision, kinds, answer, chosen, played, (seat) => `seat ${seat}`);

  it("are there for what is proven, and for a moment that is listed only with its answer", () => {
    const found = analysis([marked, decision, judged(1, 0)]);
    const steps = (moments: readonly Judged[]) =>
      [0, 2, 4].map((one) => provenAt(found, one, moments, new Map())?.step);
    expect(steps([marked])).toEqual([undefined, 3, undefined]);
    expect(provenAt(found, 4, [marked], new Map([[5, answer]]))?.step).toBe(5);
    expect(steps([]), "of another’s, while one looks at one’s own").toEqual([undefined, 3, 5]);
  });

  it("are those of one kind, the best action's until another is chosen", () => {
    const shown = at(null);
    expect(shown.kind).toBe("medium");
    expect(shown.names.map(({ kind }) => kind)).toEqual(["large", "medium"]);
    expect(shown.verdicts.map(({ text, short, tone }) => [text.en, short.en, tone])).toEqual([
      ["wins in 5, best", "wins in 5", "good"],
      ["not decided within 8", "not decided", null],
      ["loses in 4, what seat 0 did", "loses in 4", "bad"],
    ]);
    expect(at("large").verdicts.map(({ action }) => (action as GigogneAction).cell)).toEqual([4]);
    expect(at("small").kind).toBe("medium");
  });

  it("are none before they were asked for", () => {
    const shown = verdictsAt(decision, kinds, undefined, null, null, () => null);
    expect([shown.kind, shown.verdicts]).toEqual([null, []]);
  });
});
