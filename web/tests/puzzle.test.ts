/** A puzzle is solved: wrong tries stay until they are taken back, hints, what is kept, days in a row. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isFirstGame } from "../src/learn/progress";
import type { CompiledPuzzle } from "../src/protocol";
import { Puzzle, type Result } from "../src/puzzle/puzzle.svelte";
import { dayOf, daysBefore, keepSolved, solved, streak } from "../src/puzzle/solved";
import { PUZZLE_OF, RESULT, SHARED } from "../src/puzzle/words";
import { emptyStorage, place, sight, text, tried, viewOf } from "./compiled";

const COMPILED: CompiledPuzzle = {
  game: "gigogne",
  date: "2026-11-18",
  difficulty: 1,
  title: text("Win by force"),
  ask: text("Win!"),
  seats: 2,
  seat: 0,
  steps: 2,
  nodes: [
    {
      step: 0,
      sight: sight("start", [place(0), place(1)]),
      tries: [
        tried(place(0), { isRight: false, says: "Not by force." }, "slip", "refuted"),
        tried(place(1), { to: 1, says: "Good." }, "own", "defence"),
      ],
    },
    { step: 1, sight: sight("second", [place(2)]), tries: [tried(place(2), { says: "Good." }, "won")] },
  ],
};

let kept: Record<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  kept = emptyStorage();
});
function play(puzzle: Puzzle, ...cells: number[]) {
  for (const cell of cells) {
    puzzle.act(place(cell));
    vi.runAllTimers();
  }
}

describe("a puzzle", () => {
  it("shows the answer to a wrong try, and leaves it there until it is taken back", () => {
    const puzzle = new Puzzle(COMPILED);
    puzzle.act(place(0));
    expect([viewOf(puzzle), puzzle.phase]).toEqual(["slip", "showing"]);
    vi.runAllTimers();
    expect([viewOf(puzzle), puzzle.phase, puzzle.said?.en]).toEqual(["refuted", "wrong", "Not by force."]);
    expect(puzzle.legal).toEqual([]);
    puzzle.undo();
    expect([viewOf(puzzle), puzzle.phase, puzzle.legal.length]).toEqual(["start", "asking", 2]);
  });

  it("goes on after a right one, and keeps how it was solved once", () => {
    const results: Result[] = [];
    let now = 1_000;
    const puzzle = new Puzzle(
      COMPILED,
      (result) => results.push(result),
      () => now,
    );
    play(puzzle, 0);
    puzzle.undo();
    play(puzzle, 1);
    expect([viewOf(puzzle), puzzle.path, puzzle.done]).toEqual(["second", [0, 1], 1]);
    now += 72_400;
    play(puzzle, 2);
    expect([puzzle.phase, puzzle.done]).toEqual(["solved", 2]);
    puzzle.restart();
    play(puzzle, 1, 2);
    expect(results).toEqual([{ tries: 2, hints: 0, seconds: 72 }]);
  });

  it("can be taken back after a right move too", () => {
    const puzzle = new Puzzle(COMPILED);
    expect(puzzle.canUndo).toBe(false);
    play(puzzle, 1);
    puzzle.undo();
    expect([puzzle.path, viewOf(puzzle)]).toEqual([[0], "start"]);
  });

  it("points at what is right, then plays it; what was played for somebody is no solution of theirs", () => {
    const keep = vi.fn();
    const puzzle = new Puzzle(COMPILED, keep);
    puzzle.hint();
    expect([puzzle.isHinted, puzzle.phase, puzzle.hints]).toEqual([true, "asking", 1]);
    puzzle.hint();
    vi.runAllTimers();
    expect([viewOf(puzzle), puzzle.isHinted]).toEqual(["second", false]);
    play(puzzle, 2);
    expect([puzzle.phase, puzzle.result]).toEqual(["solved", null]);
    expect(keep).not.toHaveBeenCalled();
  });

  it("takes nothing while something is shown", () => {
    const puzzle = new Puzzle(COMPILED);
    puzzle.act(place(1));
    puzzle.act(place(0));
    puzzle.hint();
    puzzle.undo();
    expect(viewOf(puzzle)).toBe("own");
  });
});

describe("what is kept of puzzles", () => {
  const result: Result = { tries: 2, hints: 0, seconds: 72 };

  it("is the first solution of each", () => {
    keepSolved("2026-11-18", "kitty", result, "2026-11-18");
    keepSolved("2026-11-18", "kitty", { ...result, tries: 1 }, "2026-11-19");
    keepSolved("2026-11-18", "gigogne", { ...result, tries: 3 }, "2026-11-19");
    expect(solved("2026-11-18", "kitty")).toEqual({ ...result, on: "2026-11-18" });
    expect(solved("2026-11-18", "gigogne")?.tries).toBe(3);
    expect(solved("2026-11-17", "kitty")).toBeNull();
  });

  it("counts days in a row, by what was solved on its own day", () => {
    for (const day of ["2026-10-24", "2026-10-25", "2026-10-26"]) keepSolved(day, "kitty", result, day);
    expect(streak("2026-10-26")).toBe(3);
    expect(streak("2026-10-27")).toBe(3);
    expect(streak("2026-10-28")).toBe(0);
    keepSolved("2026-10-27", "kitty", result, "2026-10-28");
    keepSolved("2026-10-28", "kitty", result, "2026-10-28");
    expect(streak("2026-10-28")).toBe(1);
  });

  it("begins anew where it can’t be read", () => {
    kept["tablee.puzzles"] = "{broken";
    expect(streak("2026-10-26")).toBe(0);
    keepSolved("2026-10-26", "kitty", result, "2026-10-26");
    expect(streak("2026-10-26")).toBe(1);
  });

  it("goes by this browser’s calendar", () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
    expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
  });

  it("is told in both languages without the solution", () => {
    expect(PUZZLE_OF("2026-11-18")).toEqual({ en: "Puzzle of 18 November", fr: "Énigme du 18 novembre" });
    const shared = SHARED("Gigogne", "2026-11-18", RESULT({ tries: 2, hints: 1, seconds: 72 }));
    expect(shared).toEqual({
      en: "Gigogne, 18 November: 2 tries, 1 hint, 1:12",
      fr: "Gigogne, 18 novembre : 2 essais, 1 conseil, 1:12",
    });
  });
});

it("knows the first game of a kind, also when its result is looked at again", () => {
  expect(isFirstGame("kitty", "one")).toBe(true);
  expect(isFirstGame("kitty", "one")).toBe(true);
  expect(isFirstGame("kitty", "two")).toBe(false);
  expect(isFirstGame("noe", "two")).toBe(true);
});
