/** A finished game is looked at again: positions, turns, pages, playing. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./page";
import type { RecordHead, RecordPage, SeenStep } from "../src/protocol";
import { type LoadSteps, Replay } from "../src/replay/replay.svelte";
import {
  apart,
  lengthOf,
  nextTurn,
  placeOf,
  positionOf,
  stepAt,
  stepOf,
  turnBefore,
  turnsOf,
  type Walked,
} from "../src/replay/turns";

/** Camille takes two actions, Jules three, Camille one. */
const WALKED: Walked[] = [
  { number: 0, turn: 0, seat: null },
  { number: 1, turn: 0, seat: 0 },
  { number: 2, turn: 0, seat: 0 },
  { number: 3, turn: 1, seat: 1 },
  { number: 4, turn: 1, seat: 1 },
  { number: 5, turn: 1, seat: 1 },
  { number: 6, turn: 2, seat: 0 },
];
const turns = turnsOf(WALKED);

describe("turns", () => {
  it("are as long as their actions, one after the other", () => {
    expect(turns.map(({ number, first, last, start, length }) => [number, first, last, start, length])).toEqual([
      [0, 1, 2, 0, 2],
      [1, 3, 5, 2, 3],
      [2, 6, 6, 5, 1],
    ]);
    expect(lengthOf(turns)).toBe(6);
  });

  it("are as long as the most that one did, where all act at once", () => {
    const rounds = turnsOf([
      { number: 0, turn: 0, seat: null },
      ...[0, 1, 2, 1, 0].map((seat, index) => ({ number: index + 1, turn: 0, seat })),
      { number: 6, turn: 1, seat: 2 },
    ]);
    expect(rounds.map(({ start, length }) => [start, length])).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect([...(rounds[0]?.actions ?? [])]).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ]);
    expect(placeOf(rounds, 5)).toBe(2);
    expect(placeOf(rounds, 1)).toBeCloseTo(0.4);
  });

  it("of a game of one turn are one", () => {
    expect(turnsOf(WALKED.slice(0, 2))).toHaveLength(1);
    expect(turnsOf(WALKED.slice(0, 1))).toEqual([]);
  });

  it("are gone through by their first actions", () => {
    expect([0, 1, 2, 3, 5, 6].map((step) => nextTurn(turns, step))).toEqual([1, 3, 3, 6, 6, 6]);
    expect([0, 1, 2, 3, 5, 6].map((step) => turnBefore(turns, step))).toEqual([0, 0, 1, 1, 3, 3]);
  });
});

describe("a position", () => {
  it("is called by turn and action, and found again", () => {
    for (const { number } of WALKED) expect(stepOf(turns, positionOf(turns, number))).toBe(number);
    expect(positionOf(turns, 4)).toBe("2.2");
    expect(positionOf(turns, 0)).toBe("0");
  });

  it("is the nearest there is where an address says too much, and none where it says nothing", () => {
    expect(stepOf(turns, "2")).toBe(3);
    expect(stepOf(turns, "2.9")).toBe(5);
    expect(stepOf(turns, "2.0")).toBe(3);
    expect(stepOf(turns, "9.1")).toBeNull();
    expect([stepOf(turns, "s4"), stepOf(turns, "s7")]).toEqual([4, null]);
    for (const nonsense of ["", "x", "-1", "1.x", "1e9", "1.1.1", "s"]) expect(stepOf(turns, nonsense)).toBeNull();
  });

  it("is where the scrubber is pressed", () => {
    for (const { number } of WALKED) expect(stepAt(turns, placeOf(turns, number))).toBe(number);
    expect(stepAt(turns, 2.4)).toBe(2);
    expect(stepAt(turns, 99)).toBe(6);
    expect(stepAt(turns, -1)).toBe(0);
  });
});

it("marks that would lie on each other are one, the gravest, with their number", () => {
  const marks = [
    { step: 1, weight: 1 },
    { step: 2, weight: 3 },
    { step: 3, weight: 2 },
    { step: 9, weight: 1 },
  ];
  expect(apart(marks, (step) => step * 10, 26)).toEqual([
    { step: 2, weight: 3, count: 3 },
    { step: 9, weight: 1, count: 1 },
  ]);
});

const HEAD = {
  id: "game",
  game: "gigogne",
  seats: ["Camille", "Jules"],
  viewers: ["0", "1", "everyone", "open"],
  your_seat: 0,
} as unknown as RecordHead;

/** A game of so many actions, two to a turn; a step's view says who sees it. */
function server(actions: number) {
  const asked: string[] = [];
  const load: LoadSteps = async (viewer, first, count) => {
    const seen = viewer ?? "0";
    asked.push(`${seen} ${first}+${count}`);
    const numbers = Array.from({ length: actions + 1 }, (_, number) => number).slice(first, first + count);
    const steps = numbers.map((number) => {
      const turn = Math.max(0, Math.ceil(number / 2) - 1);
      return { number, turn, seat: number ? turn % 2 : null, events: [], view: { seen } } as unknown as SeenStep;
    });
    return { record: HEAD, viewer: seen, total: actions + 1, first, steps } satisfies RecordPage;
  };
  return { load, asked };
}

describe("a replay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("opens at the beginning, as its reader saw it, with the first page only", async () => {
    const { load, asked } = server(400);
    const replay = await Replay.open(load, null, null);
    expect([replay.at, replay.viewer, replay.steps.length, replay.total]).toEqual([0, "0", 20, 401]);
    expect(asked).toEqual(["0 0+20"]);
    await replay.loadRest();
    expect(replay.steps.map(({ number }) => number)).toEqual(Array.from({ length: 401 }, (_, number) => number));
    expect(asked).toEqual(["0 0+20", "0 20+200", "0 220+200"]);
  });

  it("loads each page once, whoever asks for what is still to come", async () => {
    const { load, asked } = server(400);
    const replay = await Replay.open(load, null, null);
    await Promise.all([replay.loadRest(), replay.loadRest()]);
    expect(replay.steps.map(({ number }) => number)).toEqual(Array.from({ length: 401 }, (_, number) => number));
    expect(asked).toEqual(["0 0+20", "0 20+200", "0 220+200"]);
  });

  it("holds nothing of one's sight that comes when it is seen as another already", async () => {
    const replay = await Replay.open(server(400).load, null, null);
    await Promise.all([replay.loadRest(), replay.seeAs("1"), replay.loadRest()]);
    expect(replay.steps.map(({ number }) => number)).toEqual(Array.from({ length: 401 }, (_, number) => number));
    expect(new Set(replay.steps.map(({ view }) => (view as unknown as { seen: string }).seen))).toEqual(new Set(["1"]));
  });

  it("opens at a shared position, also one far on, paused", async () => {
    const replay = await Replay.open(server(400).load, "150.2", "1");
    expect([replay.at, replay.position, replay.viewer, replay.isPlaying]).toEqual([300, "150.2", "1", false]);
  });

  it("opens at the beginning where the address means no position of the game", async () => {
    expect((await Replay.open(server(10).load, "99.1", null)).at).toBe(0);
    expect((await Replay.open(server(10).load, "where?", null)).at).toBe(0);
  });

  it("goes on by one action with what happened, and back or far without", async () => {
    const replay = await Replay.open(server(10).load, null, null);
    replay.step(1);
    expect([replay.at, replay.happening?.id]).toEqual([1, 1]);
    replay.step(-1);
    expect([replay.at, replay.happening]).toEqual([0, null]);
    replay.step(-1);
    replay.stepTurn(1);
    replay.stepTurn(1);
    expect([replay.at, replay.happening]).toEqual([3, null]);
    replay.seek(99);
    replay.step(1);
    expect([replay.at, replay.isAtEnd]).toEqual([10, true]);
  });

  it("goes to a step that is still to come when it has come", async () => {
    const replay = await Replay.open(server(400).load, null, null);
    replay.seek(400);
    expect(replay.at).toBe(19);
    await replay.loadRest();
    expect(replay.at).toBe(400);
  });

  it("plays an action in 900 ms, longer if its motion is, and stops at the end", async () => {
    const replay = await Replay.open(server(3).load, null, null);
    replay.motionOf = () => 700;
    replay.play();
    vi.advanceTimersByTime(899);
    expect(replay.at).toBe(0);
    vi.advanceTimersByTime(1);
    expect(replay.at).toBe(1);
    vi.advanceTimersByTime(1199);
    expect(replay.at).toBe(1);
    vi.advanceTimersByTime(1);
    expect(replay.at).toBe(2);
    vi.advanceTimersByTime(9000);
    expect([replay.at, replay.isPlaying]).toEqual([3, false]);
    replay.play();
    expect([replay.at, replay.isPlaying]).toEqual([0, true]);
  });

  it("plays quicker and slower, at once", async () => {
    const replay = await Replay.open(server(10).load, null, null);
    replay.play();
    replay.faster(1);
    replay.faster(1);
    replay.faster(1);
    expect(replay.speed).toBe(4);
    vi.advanceTimersByTime(225);
    expect([replay.at, replay.happening?.isBrief]).toEqual([1, true]);
    for (let pressed = 0; pressed < 5; pressed++) replay.faster(-1);
    expect(replay.speed).toBe(0.5);
    vi.advanceTimersByTime(1799);
    expect(replay.at).toBe(1);
    replay.pause();
    vi.advanceTimersByTime(9000);
    expect(replay.at).toBe(1);
  });

  it("waits for the end of a scene", async () => {
    const replay = await Replay.open(server(10).load, null, null);
    replay.play();
    replay.tellScene({ isNews: true, title: { en: "", fr: "" } });
    vi.advanceTimersByTime(9000);
    expect(replay.at).toBe(0);
    replay.tellScene(null);
    vi.advanceTimersByTime(900);
    expect(replay.at).toBe(1);
  });

  it("plays on when a page that it waits for has come", async () => {
    const replay = await Replay.open(server(100).load, "9.2", null);
    replay.play();
    vi.advanceTimersByTime(900);
    expect(replay.at).toBe(19);
    vi.advanceTimersByTime(9000);
    expect([replay.at, replay.isPlaying]).toEqual([19, true]);
    await replay.loadRest();
    vi.advanceTimersByTime(900);
    expect(replay.at).toBe(20);
  });

  it("is seen as another at the same step, and holds that sight alone", async () => {
    const replay = await Replay.open(server(100).load, "40.1", null);
    expect([replay.seat, replay.you]).toEqual([0, 0]);
    await replay.seeAs("1");
    expect([replay.at, replay.viewer, replay.seat, replay.you]).toEqual([79, "1", 1, null]);
    expect(JSON.stringify(replay.steps)).not.toContain('"0"');
    await replay.seeAs("open");
    expect([replay.seat, replay.seatSeen, replay.you]).toEqual([0, null, null]);
  });

  it("stays as it was where another sight is refused, and the last one asked for wins", async () => {
    const { load } = server(10);
    const replay = await Replay.open(
      (viewer, ...page) => {
        if (viewer === "open") throw new Error("refused");
        return load(viewer, ...page);
      },
      "2.1",
      null,
    );
    await expect(replay.seeAs("open")).rejects.toThrow("refused");
    expect([replay.viewer, replay.at]).toEqual(["0", 3]);
    await Promise.all([replay.seeAs("1"), replay.seeAs("everyone")]);
    expect(replay.viewer).toBe("everyone");
  });
});
