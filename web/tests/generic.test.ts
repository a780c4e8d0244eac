import { describe, expect, test } from "vitest";
import type { GameShown, Words, Zone } from "../src/protocol";

const { completed, covers, NOTHING_CHOSEN, offers, openPlaces } = await import("../src/boards/generic/choosing");
const { pressOn } = await import("../src/boards/generic/pressing");
const { countOf, layOut } = await import("../src/boards/generic/zones");
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
    column: "column",
    row: "row",
    is_hidden: false,
    ...more,
  };
}

const GRID = zone("cells", { form: "grid", columns: 3 });
const WORDS: Words = { actions: {}, events: {}, untold: [], fields: {}, pieces: {}, seats: [] };
const writer = {
  language: "en" as const,
  zones: [GRID],
  words: WORDS,
  name: (seat: number) => ["Ada", "Bo"][seat] ?? "",
};

describe("an action is put together by clicking", () => {
  const cells = (...fields: string[]) =>
    pressOn(
      {
        zones: [GRID],
        aims: fields.map((field) => ({
          field,
          zone: "cells",
          by: field === "column" ? field : "place",
          is_piece: false,
        })),
      },
      { view: { cells: Array(9).fill(null) } as never, seat: 0 },
    );
  const at = (index: number) => ({ zone: "cells", by: "place" as const, index });
  const mark = (cell: number) => ({ type: "mark", cell });
  const place = (size: string, cell: number) => ({ type: "place", size, cell });

  test("a click on a lit place is the whole action where nothing else tells actions apart", () => {
    const legal = [mark(0), mark(4)].map(cells("cell"));
    expect(offers(legal, NOTHING_CHOSEN)).toEqual([]);
    expect(openPlaces(legal, NOTHING_CHOSEN).map((lit) => lit.index)).toEqual([0, 4]);
    expect(completed(legal, { places: [at(4)], part: null })).toEqual(mark(4));
  });

  test("part and place can be chosen in either order", () => {
    const legal = [place("small", 0), place("small", 1), place("large", 1)].map(cells("cell"));
    const [small] = offers(legal, NOTHING_CHOSEN);
    const withPart = { places: [], part: small?.key ?? "" };
    expect(openPlaces(legal, withPart).map((lit) => lit.index)).toEqual([0, 1]);
    const withPlace = { places: [at(1)], part: null };
    expect(completed(legal, withPlace)).toBeNull();
    expect(offers(legal, withPlace).map((offer) => offer.action)).toEqual([place("small", 1), place("large", 1)]);
  });

  test("a piece that moves is clicked where it is, then where it goes", () => {
    const moves = [
      { type: "move", origin: 1, goal: 6 },
      { type: "move", origin: 1, goal: 8 },
      { type: "move", origin: 6, goal: 2 },
    ];
    const legal = moves.map(cells("origin", "goal"));
    const lifted = { places: [at(1)], part: null };
    expect(openPlaces(legal, lifted).map((lit) => lit.index)).toEqual([6, 8]);
    expect(completed(legal, { ...lifted, places: [at(1), at(8)] })).toEqual(moves[1]);
  });

  test("a column is clicked anywhere in it", () => {
    const legal = [{ type: "drop", column: 2 }].map(cells("column"));
    const [open] = openPlaces(legal, NOTHING_CHOSEN);
    expect(Array.from({ length: 9 }, (_, cell) => open && covers(open, cell, 3))).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((cell) => cell % 3 === 2),
    );
    expect(completed(legal, { places: open ? [open] : [], part: null })).toEqual({ type: "drop", column: 2 });
  });

  test("an action without a place is a button, also when it is the only one, or names a place that is not there", () => {
    for (const action of [{ type: "draw" }, mark(9)]) {
      expect(offers([action].map(cells("cell")), NOTHING_CHOSEN).map((offer) => offer.action)).toEqual([action]);
    }
  });
});

describe("a view is drawn", () => {
  test("by its hints, by form where there is none, and without what the table shows already", () => {
    const view = { turn: 3, active: 1, ended: null, cells: [null], stakes: 5, round: 0, left: [] };
    const { boards, facts } = layOut([GRID], view);
    expect(boards.map((each) => each.field)).toEqual(["cells"]);
    expect(facts.map((each) => [each.field, each.form])).toEqual([["stakes", "counter"]]);
  });

  test("with pieces as large as so many can be side by side", () => {
    const zones = [zone("hands", { by_seat: true }), zone("points", { by_seat: true, form: "counter" })];
    const view = { hands: [["a", "b", "?"], []], points: [4, 0] };
    expect([0, 1].map((seat) => countOf(zones, view, seat))).toEqual([4, 1]);
    expect(countOf([], view, 0)).toBe(1);
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

  test("in the words that a game brings, in the reader's language", () => {
    const words: Words = {
      actions: { put: { en: "Put {size} on {cell}", fr: "Poser {size} en {cell}" } },
      events: {
        bid: { en: "{seat} bids {stake} against {at}", fr: "{seat} mise {stake} contre {at}" },
        passed: { en: "passes", fr: "passe" },
      },
      untold: ["next_up"],
      fields: { cell: { en: "square", fr: "case" } },
      pieces: { small: { en: "the small one", fr: "le petit" } },
      seats: ["at"],
    };
    const said = { ...writer, words };
    expect(writeStep({ type: "put", size: "small", cell: 3 }, { ...said, language: "fr" })).toBe("Poser le petit en 3");
    expect(writeStep({ type: "put", size: "small" }, said)).toBe("Put the small one on …");
    expect(writeStep({ type: "aim", at: 1, cell: 3 }, said)).toBe("Aim · at Bo · square 3");
    const event = { type: "bid", seat: 0, stake: 2, at: 1 } as never;
    const teller = { name: writer.name, game: { zones: [], words } as unknown as GameShown } as never;
    expect(tell(event, teller)).toEqual({
      seat: 0,
      text: { en: "Ada bids 2 against Bo", fr: "Ada mise 2 contre Bo" },
    });
    expect(tell({ type: "passed", seat: 1 } as never, teller)).toEqual({
      seat: 1,
      text: { en: "Bo passes", fr: "Bo passe" },
    });
    expect(tell({ type: "next_up", seat: 0 } as never, teller)).toBeNull();
  });

  test("with the titles of fields that have no zone, and without zones that are hidden", () => {
    const { facts } = layOut(
      [zone("secret", { is_hidden: true })],
      { secret: [1], stakes: 5 },
      { stakes: { en: "the stakes", fr: "la mise" } },
    );
    expect(facts.map(({ title }) => title)).toEqual([{ en: "The stakes", fr: "La mise" }]);
  });
});
