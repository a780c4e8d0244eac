import { beforeEach, describe, expect, it } from "vitest";
import type { RoomList, RoomRow } from "../src/protocol";
import { isFiltered, NO_FILTERS, RoomListing } from "../src/state/list.svelte";
import type { Question } from "../src/wire/wire";

function room(id: string, changes: Partial<RoomRow> = {}): RoomRow {
  return {
    id,
    code: id.toUpperCase(),
    name: `Room ${id}`,
    game: "gigogne",
    taken: 1,
    capacity: 2,
    host: "Jules",
    status: "waiting",
    is_private: false,
    created_at: 0,
    active_at: 0,
    ...changes,
  };
}
const ids = (rows: readonly RoomRow[]) => rows.map((row) => row.id);

describe("the list of rooms", () => {
  let asked: Question[];
  let pages: Map<string, RoomList>;
  let list: RoomListing;
  beforeEach(() => {
    asked = [];
    pages = new Map();
    list = new RoomListing(
      async (question) => {
        asked.push(question);
      },
      async (_, before) => {
        const page = pages.get(before);
        if (page === undefined) throw new Error("no such page");
        return page;
      },
    );
    list.show({ rooms: [room("a"), room("b")], next: null });
  });

  it("takes new rooms in at the top, the most recent first, while it is read from the top", () => {
    list.change({ rooms: [room("c", { active_at: 1 }), room("d", { active_at: 2 })], gone: [] });
    expect(ids(list.rooms)).toEqual(["d", "c", "a", "b"]);
    expect(list.fresh).toEqual([]);
  });

  it("keeps new rooms back while somebody reads further down, until they are asked for", () => {
    list.isAtTop = false;
    list.change({ rooms: [room("c")], gone: [] });
    expect(ids(list.rooms)).toEqual(["a", "b"]);
    expect(ids(list.fresh)).toEqual(["c"]);
    list.showFresh();
    expect(ids(list.rooms)).toEqual(["c", "a", "b"]);
    expect(list.fresh).toEqual([]);
  });

  it("changes a room in its place, whether it is shown or kept back", () => {
    list.isAtTop = false;
    list.change({ rooms: [room("c")], gone: [] });
    list.change({ rooms: [room("b", { taken: 2 }), room("c", { taken: 2 })], gone: [] });
    expect(list.rooms.map((row) => row.taken)).toEqual([1, 2]);
    expect(list.fresh.map((row) => row.taken)).toEqual([2]);
  });

  it("drops the rooms that are gone", () => {
    list.isAtTop = false;
    list.change({ rooms: [room("c")], gone: ["a"] });
    list.change({ rooms: [], gone: ["c", "unknown"] });
    expect(ids(list.rooms)).toEqual(["b"]);
    expect(list.fresh).toEqual([]);
  });

  it("is followed again with its filters after a lost connection, and not once it is left", () => {
    const filters = { ...NO_FILTERS, game: "noe" };
    list.watch(filters);
    list.resume();
    expect(asked).toEqual([
      { type: "watch_list", ...filters },
      { type: "watch_list", ...filters },
    ]);
    list.unwatch();
    list.resume();
    expect(asked.map((question) => question.type)).toEqual(["watch_list", "watch_list", "unwatch_list"]);
  });

  it("shows the next page below when it is asked for, and no room twice", async () => {
    list.show({ rooms: [room("a"), room("b")], next: "1.b" });
    pages.set("1.b", { rooms: [room("b"), room("c")], next: null });
    await list.showMore();
    expect(ids(list.rooms)).toEqual(["a", "b", "c"]);
    expect(list.next).toBeNull();
  });

  it("can be asked again for a page that did not come", async () => {
    list.show({ rooms: [room("a")], next: "1.a" });
    await list.showMore();
    expect(ids(list.rooms)).toEqual(["a"]);
    expect(list.next).toBe("1.a");
  });

  it("drops a page that comes after the list was filtered anew", async () => {
    list.show({ rooms: [room("a")], next: "1.a" });
    pages.set("1.a", { rooms: [room("b")], next: null });
    const coming = list.showMore();
    list.show({ rooms: [room("x")], next: null });
    await coming;
    expect(ids(list.rooms)).toEqual(["x"]);
  });

  it("of recently active rooms drops those in which nothing has happened for too long, by the server's clock", () => {
    list.ahead = 5_000;
    list.watch({ ...NO_FILTERS, active_within: 600 });
    expect(asked.at(-1)).toMatchObject({ type: "watch_list", active_within: 600 });
    list.isAtTop = false;
    list.show({ rooms: [room("a", { active_at: 1_000_000 }), room("b", { active_at: 900_000 })], next: null });
    list.change({ rooms: [room("c", { active_at: 905_000 })], gone: [] });
    list.dropOld(900_000 + 600_000 - 5_000);
    expect(ids([...list.fresh, ...list.rooms])).toEqual(["c", "a", "b"]);
    list.dropOld(905_000 + 600_000 - 5_000 + 1);
    expect(ids([...list.fresh, ...list.rooms])).toEqual(["a"]);
  });

  it("of all rooms drops none for its age", () => {
    list.watch(NO_FILTERS);
    list.dropOld(Number.MAX_SAFE_INTEGER);
    expect(ids(list.rooms)).toEqual(["a", "b"]);
  });

  it("is filtered by anything but the defaults", () => {
    expect(isFiltered(NO_FILTERS)).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, is_private: false })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, search: "é" })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, active_within: 600 })).toBe(true);
  });
});
