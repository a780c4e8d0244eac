import { describe, expect, test } from "vitest";
import type { Zone } from "../src/protocol";

const { completed, NOTHING_CHOSEN, offers, openPlaces } = await import("../src/boards/generic/choosing");
const { layOut, targetsIn } = await import("../src/boards/generic/zones");
const { write, writeStep } = await import("../src/boards/generic/writing");
const { tell } = await import("../src/boards/generic/words");

function zone(field: string, more: Partial<Zone> = {}): Zone {
  const title = { en: field, fr: field };
  return {
    field,
    title,
    form: "row",
    columns: 0,
    by_seat: false,
    of_seats: false,
    labels: {},
    pieces: {},
    targets: [],
    ...more,
  };
}

const GRID = zone("cells", { form: "grid", columns: 3 });
const writer = { language: "en" as const, zones: [GRID], name: (seat: number) => ["Ada", "Bo"][seat] ?? "" };

describe("an action is put together by clicking", () => {
  const targets = targetsIn([GRID]);
  const mark = (cell: number) => ({ type: "mark", cell });
  const place = (size: string, cell: number) => ({ type: "place", size, cell });

  test("a field that is called as the zone in the singular points into it, unless the zone names others", () => {
    expect(targetsIn([GRID]).get("cell")).toBe("cells");
    expect([...targetsIn([zone("squares", { targets: ["origin", "goal"] })])]).toEqual([
      ["origin", "squares"],
      ["goal", "squares"],
    ]);
  });

  test("a click on a lit place is the whole action where nothing else tells actions apart", () => {
    const legal = [mark(0), mark(4)];
    expect(offers(legal, NOTHING_CHOSEN, targets)).toEqual([]);
    expect(openPlaces(legal, NOTHING_CHOSEN, targets).map((lit) => lit.index)).toEqual([0, 4]);
    expect(completed(legal, { places: [{ zone: "cells", index: 4 }], part: null }, targets)).toEqual(mark(4));
  });

  test("part and place can be chosen in either order", () => {
    const legal = [place("small", 0), place("small", 1), place("large", 1)];
    const [small] = offers(legal, NOTHING_CHOSEN, targets);
    const withPart = { places: [], part: small?.key ?? "" };
    expect(openPlaces(legal, withPart, targets).map((lit) => lit.index)).toEqual([0, 1]);
    const withPlace = { places: [{ zone: "cells", index: 1 }], part: null };
    expect(completed(legal, withPlace, targets)).toBeNull();
    expect(offers(legal, withPlace, targets).map((offer) => offer.action)).toEqual([
      place("small", 1),
      place("large", 1),
    ]);
  });

  test("a piece that moves is clicked where it is, then where it goes", () => {
    const both = targetsIn([zone("squares", { form: "grid", columns: 8, targets: ["origin", "goal"] })]);
    const legal = [
      { type: "move", origin: 1, goal: 16 },
      { type: "move", origin: 1, goal: 18 },
      { type: "move", origin: 6, goal: 21 },
    ];
    const lifted = { places: [{ zone: "squares", index: 1 }], part: null };
    expect(openPlaces(legal, lifted, both).map((lit) => lit.index)).toEqual([16, 18]);
    const put = { ...lifted, places: [...lifted.places, { zone: "squares", index: 18 }] };
    expect(completed(legal, put, both)).toEqual(legal[1]);
  });

  test("an action without a place is a button, also when it is the only one", () => {
    const legal = [{ type: "draw" }];
    expect(offers(legal, NOTHING_CHOSEN, targets).map((offer) => offer.action)).toEqual(legal);
  });
});

describe("a view is drawn", () => {
  test("by its hints, by form where there is none, and without what the table shows already", () => {
    const view = { turn: 3, active: 1, ended: null, cells: [null], stakes: 5, round: 0, left: [] };
    const { boards, facts } = layOut([GRID], view);
    expect(boards.map((each) => each.field)).toEqual(["cells"]);
    expect(facts.map((each) => [each.field, each.form])).toEqual([["stakes", "counter"]]);
  });
});

describe("data is written", () => {
  test("with what the hints say fields, values and seats are called", () => {
    const hand = zone("hand", {
      of_seats: true,
      labels: { owner: { en: "of", fr: "à" } },
      pieces: { k: { en: "king", fr: "roi" } },
    });
    const hinted = { ...writer, zones: [hand] };
    expect(write([{ card: "k", owner: 1, face_down: true }], hinted, hand)).toBe("king, of Bo, face down");
    expect(write("?", hinted, hand)).toBe("hidden");
  });

  test("as a sentence that a person can read, for actions and for events", () => {
    expect(writeStep({ type: "place_card", size: "small", cell: 3 }, writer)).toBe("Place card · size small · cell 3");
    const event = { type: "marked", seat: 1, cell: 0 } as unknown as Parameters<typeof tell>[0];
    const teller = { you: 0, seat: 0, view: {}, name: writer.name } as unknown as Parameters<typeof tell>[1];
    expect(tell(event, teller)).toEqual({
      seat: 1,
      text: { en: "Bo: marked · cell 0", fr: "Bo : marked · cell 0" },
    });
  });
});
