/** A lesson is learnt: right and wrong tries, the way back, what is kept. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Lesson } from "../src/learn/lesson.svelte";
import { keepLearnt, keepPath, keptPath } from "../src/learn/progress";
import { isSame, TRIED_FOR } from "../src/learn/showing.svelte";
import type { AnyAction, CompiledLesson } from "../src/protocol";
import { isLearnt } from "../src/state/learnt";
import { emptyStorage, place, sight, text, tried, viewOf } from "./compiled";

/** Two ways are right at first, and lead to nodes of their own; then one only goes on. */
const LESSON: CompiledLesson = {
  id: "basics",
  game: "gigogne",
  title: text("First squares"),
  seats: 2,
  seat: 0,
  others: ["Coach"],
  steps: ["One", "Two"].map((name) => ({ title: text(name), say: text(`${name}.`), ask: text(`${name}!`) })),
  nodes: [
    {
      step: 0,
      sight: sight("start", [place(0), place(1), place(2)]),
      tries: [
        tried(place(0), { isRight: false, says: "No." }, "wrong"),
        tried(place(1), { to: 1, says: "Yes." }, "own", "coach"),
        tried(place(2), { to: 2, says: "Yes." }, "other way"),
      ],
    },
    { step: 1, sight: sight("after 1"), tries: [tried(null, { says: "End" }, "coach")] },
    { step: 1, sight: sight("after 2"), tries: [tried(null, { says: "End" })] },
  ],
};

describe("a lesson", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    emptyStorage();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("plays a wrong try for a moment, takes it back and says why", () => {
    const lesson = new Lesson(LESSON);
    lesson.act(place(0));
    expect([lesson.phase, viewOf(lesson), lesson.legal]).toEqual(["showing", "wrong", []]);
    vi.advanceTimersByTime(TRIED_FOR);
    expect([lesson.phase, viewOf(lesson), lesson.said?.en]).toEqual(["wrong", "start", "No."]);
    expect(lesson.legal).toHaveLength(3);
    expect(lesson.isStuck).toBe(false);
    lesson.act(place(0));
    vi.advanceTimersByTime(TRIED_FOR);
    expect(lesson.isStuck).toBe(true);
  });

  it("shows a right one, then what the others do, and goes on from where it led", () => {
    const lesson = new Lesson(LESSON);
    lesson.act(place(1));
    expect(viewOf(lesson)).toBe("own");
    vi.runAllTimers();
    expect([lesson.phase, viewOf(lesson), lesson.said?.en]).toEqual(["done", "coach", "Yes."]);
    lesson.next();
    expect([lesson.phase, viewOf(lesson), lesson.path]).toEqual(["asking", "after 1", [0, 1]]);
    lesson.back();
    lesson.act(place(2));
    vi.runAllTimers();
    lesson.next();
    expect(viewOf(lesson)).toBe("after 2");
  });

  it("goes on when the board has told its scene, and not before", () => {
    const lesson = new Lesson(LESSON);
    lesson.act(place(1));
    lesson.tellScene({ isNews: true, title: text("Attack") });
    vi.advanceTimersByTime(10_000);
    expect(viewOf(lesson)).toBe("own");
    lesson.tellScene(null);
    vi.runAllTimers();
    expect(lesson.phase).toBe("done");
  });

  it("can be shown, skipped and left at any moment", () => {
    const lesson = new Lesson(LESSON);
    lesson.showMe();
    expect(viewOf(lesson)).toBe("own");
    lesson.next();
    expect(lesson.node.step).toBe(1);
    vi.runAllTimers();
    expect([lesson.phase, viewOf(lesson)]).toEqual(["asking", "after 1"]);
    lesson.next();
    expect(lesson.isOver).toBe(true);
    lesson.restart();
    expect([lesson.isOver, lesson.path]).toEqual([false, [0]]);
  });

  it("goes to any step of its list: back on the way that was gone, forward by what is asked for", () => {
    const lesson = new Lesson(LESSON, [0, 2]);
    lesson.goTo(0);
    expect([lesson.path, viewOf(lesson)]).toEqual([[0], "start"]);
    lesson.goTo(1);
    expect([lesson.path, viewOf(lesson)]).toEqual([[0, 1], "after 1"]);
    lesson.goTo(2);
    expect(lesson.path).toEqual([0, 1]);
  });

  it("begins where it was left, unless the lesson has changed since", () => {
    keepPath("gigogne", "basics", [0, 2]);
    expect(viewOf(new Lesson(LESSON, keptPath("gigogne", "basics")))).toBe("after 2");
    for (const path of [[0, 0], [1], [0, 9], [Number.NaN]]) expect(new Lesson(LESSON, path).path).toEqual([0]);
    const kept: [readonly number[], boolean][] = [];
    const lesson = new Lesson(LESSON, [0, 1], (path, isOver) => kept.push([path, isOver]));
    lesson.next();
    expect(kept).toEqual([
      [[0, 1], false],
      [[0, 1], true],
    ]);
  });

  it("that is learnt begins anew", () => {
    keepPath("gigogne", "basics", [0, 1]);
    keepLearnt("gigogne", "basics");
    expect([isLearnt("gigogne", "basics"), keptPath("gigogne", "basics")]).toEqual([true, [0]]);
  });

  it("knows an action whatever the order of its fields", () => {
    expect(isSame({ cell: 1, type: "place", size: "large" } as AnyAction, place(1))).toBe(true);
    expect(isSame(place(2), place(1))).toBe(false);
  });
});
