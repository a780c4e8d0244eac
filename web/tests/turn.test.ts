import { describe, expect, it } from "vitest";
import type { Table } from "../src/state/table.svelte";
import { Turn } from "../src/state/turn.svelte";

/** What is known of a table, in a few words. */
function at(changes: { isYourTurn?: boolean; turn?: number; isBehind?: boolean; isLocal?: boolean } = {}) {
  const { isYourTurn = true, turn = 1, isBehind = false, isLocal = false } = changes;
  const play = { id: "g1", seen: [{ turn }] };
  return { standing: "here", isYourTurn, isBehind, scene: null, room: { is_local: isLocal, play } };
}

/** One table as it changes: the same object for `Turn`. */
class Seen {
  #table = {} as Record<string, unknown>;
  turn = new Turn();

  become(now: Partial<ReturnType<typeof at>>, isHidden = false): boolean {
    Object.assign(this.#table, now);
    return this.turn.follow(this.#table as unknown as Table, isHidden);
  }
}

describe("one's turn", () => {
  it("is news once, when it comes", () => {
    const seen = new Seen();
    expect(seen.become(at({ isYourTurn: false }))).toBe(false);
    expect(seen.become(at({ turn: 2 }))).toBe(true);
    expect(seen.become(at({ turn: 3 }))).toBe(false);
    expect(seen.turn.isYours).toBe(true);
    seen.become(at({ turn: 4, isYourTurn: false }));
    expect(seen.turn.isYours).toBe(false);
  });

  it("is seen but no news to who comes to the table", () => {
    const seen = new Seen();
    expect(seen.become(at({ isBehind: true }))).toBe(false);
    expect(seen.turn.isYours).toBe(true);
  });

  it("waits until a page in sight has shown what was before, and not on a hidden one", () => {
    const seen = new Seen();
    seen.become(at({ isYourTurn: false }));
    expect(seen.become(at({ turn: 2, isBehind: true }))).toBe(false);
    expect(seen.turn.isYours).toBe(false);
    expect(seen.become(at({ turn: 2, isBehind: true }), true)).toBe(true);
  });

  it("stays while it is looked at what the others did", () => {
    const seen = new Seen();
    seen.become(at({ isYourTurn: false }));
    seen.become(at({ turn: 2 }));
    seen.become(at({ turn: 2, isBehind: true }));
    expect(seen.turn.isYours).toBe(true);
    expect(seen.become(at({ turn: 2 }))).toBe(false);
  });

  it("is unknown without a connection, and no news when it was told before", () => {
    const seen = new Seen();
    seen.become(at({ isYourTurn: false }));
    seen.become(at({ turn: 2 }));
    seen.become({ standing: "lost" });
    expect(seen.turn.isYours).toBe(false);
    expect(seen.become(at({ turn: 2 }))).toBe(false);
    expect(seen.turn.isYours).toBe(true);
    seen.become({ standing: "lost" });
    expect(seen.become(at({ turn: 4 }))).toBe(true);
  });

  it("is nobody's on one screen, and nobody's without a table", () => {
    const seen = new Seen();
    seen.become(at({ isLocal: true }));
    expect(seen.turn.isYours).toBe(false);
    expect(seen.turn.follow(null, false)).toBe(false);
  });
});
