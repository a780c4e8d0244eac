import { describe, expect, test } from "vitest";
import { Bench } from "../src/design/bench.svelte";
import { differences, placeOf, read, rowsOf, typed, written } from "../src/design/tree";
import type { Ask, BenchShown, ExaminedShown, TableShown, Wire } from "../src/design/wire";
import { Faulted } from "../src/design/wire";
import { seenBy } from "../src/design/words";

const STATE = {
  turn: 2,
  hands: [[{ value: "ring", seen_by: 1 }], [{ value: "coin", seen_by: 2 }]],
  pile: Array.from({ length: 40 }, () => ({ value: "ring", seen_by: 0 })),
  board: [null, { card: "coin", face_down: true }],
  ended: null,
};
const NONE: ReadonlySet<string> = new Set();

describe("a state as a tree", () => {
  test("shows what a secret is and who sees it, and where its value is changed", () => {
    const rows = rowsOf(STATE, null, new Set(["hands.0"]), NONE);
    const secret = rows.find(({ key }) => key === "hands.0.0");
    expect(secret).toMatchObject({ text: "ring", seenBy: 1, path: ["hands", 0, 0, "value"], depth: 2 });
    expect(rows.find(({ key }) => key === "pile")).toMatchObject({ count: 40, seenBy: 0, isOpen: false });
    expect(rows.find(({ key }) => key === "hands")).toMatchObject({ seenBy: null });
    expect(seenBy(3, 2)).toEqual({ en: "seen by Camille and Jules", fr: "vu par Camille et Jules" });
  });

  test("tints what the last step changed, and nothing at the first position", () => {
    const before = { ...STATE, turn: 1 };
    const tinted = (rows: ReturnType<typeof rowsOf>) => rows.filter(({ isChanged }) => isChanged).map(({ key }) => key);
    expect(tinted(rowsOf(STATE, before, NONE, NONE))).toEqual(["turn"]);
    expect(tinted(rowsOf(STATE, null, NONE, NONE))).toEqual([]);
  });

  test("opens a long list only so far, until all of it is asked for", () => {
    const open = new Set(["pile"]);
    expect(
      rowsOf(STATE, null, open, NONE).filter(({ depth, name }) => depth === 1 && name !== "0" && Number(name) > 1),
    ).toHaveLength(22);
    expect(rowsOf(STATE, null, open, open).some(({ key }) => key === "pile.39")).toBe(true);
  });

  test("reads back what it puts into a field", () => {
    for (const value of [3, "ring", "3", "null", null, true, [1, "a"], { card: "coin" }])
      expect(read(typed(value))).toEqual(value);
    expect(read("∅")).toBe(null);
    expect(written({ card: "coin", up: false })).toBe("{card: coin, up: false}");
  });

  test("tells where two states differ, and what stood there", () => {
    const after = { ...STATE, turn: 3, board: [null, { card: "ring", face_down: true }], pile: [] };
    const found = differences(STATE, after).map(({ path, was, value }) => [
      placeOf(path),
      written(was),
      written(value),
    ]);
    expect(found.map(([place]) => place)).toEqual(["turn", "pile", "board[1].card"]);
    expect(found[2]).toEqual(["board[1].card", "coin", "ring"]);
  });
});

const sight = { seat: null, turn: 0, to_act: [1], scores: [0, 0], view: {}, legal: [], outcome: null };
const table = (at: number, nodes: readonly number[]) =>
  ({
    sights: { 0: sight, 1: sight, everyone: sight, open: sight },
    at,
    line: nodes.map((node) => ({ node, cause: "played", seat: 0, turn: 0, what: "", branches: [] })),
    events: at
      ? [
          {
            number: at,
            turn: 0,
            stored: [{ type: "took", found: "ring" }],
            seen: { 0: [{ type: "took", found: "?" }] },
          },
        ]
      : [],
    legal: [{ seat: 1, actions: [{ type: "take" }] }],
  }) as unknown as TableShown;
const shown = (version: number, of: TableShown | null): BenchShown => ({
  version,
  file: "heap.py",
  fault: null,
  told: null,
  changed: [],
  table: of,
});

function benchOf(answers: (ask: Ask) => BenchShown): Bench {
  const wire: Wire = {
    show: async () => shown(1, table(0, [0])),
    news: () => new Promise(() => undefined),
    do: async (ask) => answers(ask),
    would: async () => ({ events: [] }),
    save: async () => ({ file: "", text: "" }),
    examine: async () => examined({ is_running: true }),
    examined: async () => examined({ address: "/report/here" }),
  };
  return new Bench(wire);
}
const examined = (more: Partial<ExaminedShown>): ExaminedShown => ({
  is_running: false,
  done: 0,
  total: 0,
  address: "",
  fault: null,
  ...more,
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the bench", () => {
  test("follows the lab until there is a report", async () => {
    const bench = benchOf(() => shown(2, table(1, [0, 1])));
    const following = bench.examine();
    await settled();
    expect(bench.examined?.is_running).toBe(true);
    await following;
    expect(bench.examined?.address).toBe("/report/here");
  });

  test("is drawn from the side of whoever is to act while all is open, and for a spectator nothing can be played", async () => {
    const bench = benchOf(() => shown(2, table(1, [0, 1])));
    void bench.open();
    await settled();
    expect([bench.viewer, bench.seat, bench.legal.length]).toEqual(["open", 1, 1]);
    bench.see("everyone");
    expect(bench.legal).toEqual([]);
    bench.see("7");
    expect(bench.viewer).toBe("everyone");
  });

  test("shows what has just happened as the viewer saw it, and no motion where one goes back", async () => {
    let next = shown(2, table(1, [0, 1]));
    const bench = benchOf(() => next);
    void bench.open();
    await settled();
    bench.see("0");
    await bench.do({ type: "play", seat: 0, action: { type: "take" } as never });
    expect(bench.happening?.events).toEqual([{ type: "took", found: "?" }]);
    next = shown(3, table(0, [0, 1]));
    await bench.do({ type: "seek", at: 0 });
    expect(bench.happening).toBe(null);
  });

  test("keeps what it showed when something is refused, and says why", async () => {
    const fault = { text: { en: "No.", fr: "Non." }, file: null, line: null, code: "" };
    const bench = benchOf(() => {
      throw new Faulted(fault);
    });
    void bench.open();
    await settled();
    expect(await bench.do({ type: "clock" })).toBe(false);
    expect([bench.refusal, bench.table?.at, bench.isBusy]).toEqual([fault, 0, false]);
  });
});
