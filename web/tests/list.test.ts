import { beforeEach, describe, expect, it } from "vitest";
import type { RoomRow } from "../src/protocol";
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
    visibility: "open",
    created_at: 0,
    is_host_bot: false,
    active_at: 0,
    ...changes,
  };
}
const ids = (rows: readonly RoomRow[]) => rows.map((row) => row.id);

describe("the list of rooms", () => {
  let asked: Question[];
  let list: RoomListing;
  beforeEach(() => {
    asked = [];
    list = new RoomListing(async (question) => {
      asked.push(question);
    });
    list.show({ rooms: [room("a"), room("b")], next: null, before: null });
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

  it("asks for the next page of what is followed, and shows it below, no room twice", async () => {
    list.show({ rooms: [room("a"), room("b")], next: "1.b", before: null });
    await list.showMore();
    expect(asked).toEqual([{ type: "watch_list", ...NO_FILTERS, before: "1.b" }]);
    list.show({ rooms: [room("b"), room("c")], next: null, before: "1.b" });
    expect(ids(list.rooms)).toEqual(["a", "b", "c"]);
    expect(list.next).toBeNull();
  });

  it("can be asked again for a page that did not come", async () => {
    const failing = new RoomListing(() => Promise.reject(new Error("lost")));
    failing.show({ rooms: [room("a")], next: "1.a", before: null });
    await failing.showMore();
    expect(ids(failing.rooms)).toEqual(["a"]);
    expect(failing.next).toBe("1.a");
  });

  it("drops a page that comes after the list was filtered anew", () => {
    list.show({ rooms: [room("a")], next: "1.a", before: null });
    list.show({ rooms: [room("x")], next: null, before: null });
    list.show({ rooms: [room("b")], next: null, before: "1.a" });
    expect(ids(list.rooms)).toEqual(["x"]);
  });

  it("of recently active rooms is asked for anew now and then, while it is read from the top", () => {
    list.watch({ ...NO_FILTERS, active_within: 600 });
    list.refresh();
    expect(asked.map((question) => question.type)).toEqual(["watch_list", "watch_list"]);
    list.isAtTop = false;
    list.refresh();
    expect(asked.length).toBe(2);
  });

  it("of all rooms is not asked for anew", () => {
    list.watch(NO_FILTERS);
    list.refresh();
    expect(asked.length).toBe(1);
  });

  it("is filtered by anything but the defaults", () => {
    expect(isFiltered(NO_FILTERS)).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, visibility: "open" })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, search: "é" })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, active_within: 600 })).toBe(true);
  });
});
