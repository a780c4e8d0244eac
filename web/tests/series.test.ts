import { beforeEach, expect, it, vi } from "vitest";
import { noteEnding } from "../src/state/series";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

it("keeps the endings of a room in order, each once, apart from other rooms", () => {
  noteEnding("r1", { play: "g1", winners: ["blue"] });
  noteEnding("r2", { play: "g9", winners: ["rose"] });
  noteEnding("r1", { play: "g2", winners: [] });
  expect(noteEnding("r1", { play: "g2", winners: [] })).toEqual([
    { play: "g1", winners: ["blue"] },
    { play: "g2", winners: [] },
  ]);
});
