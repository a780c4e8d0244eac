import { describe, expect, test } from "vitest";
import { foresee, gainOf, linesOn, openSlots, showsNinePlanets } from "../src/boards/ninth/square";
import { travels } from "../src/boards/ninth/travels";
import { cellName, heldName, lineName, placeOf, prompt, tell } from "../src/boards/ninth/words";
import type { NinthEvent, NinthPlanet, NinthView } from "../src/protocol";
import { ninth } from "./sights";

const view = (square: string, more: Partial<NinthView> = {}) => ninth(square, [], more).view;

const teller = (seen: NinthView, seat = 0) => ({ you: seat, seat, view: seen, name: () => "Jules" });

test("a ninth completes a line, and a diagonal counts for Uranus only", () => {
  expect(linesOn(view("ee9vmjsaa").board, true)).toEqual([{ line: [0, 1, 2], planet: "earth" }]);
  expect(linesOn(view("umv9uajs9").board, true)).toEqual([{ line: [0, 4, 8], planet: "uranus" }]);
  expect(linesOn(view("emv9eajse").board, true)).toEqual([]);
  expect(linesOn(view("ee9vmjsaa").board, false)).toEqual([]);
});

test("a face-down card is in no line and shows no planet", () => {
  expect(linesOn(view("eeEvmjsaj").board, true)).toEqual([]);
  expect(showsNinePlanets(view("mveajsun9").board)).toBe(true);
  expect(showsNinePlanets(view("mveajsuN9").board)).toBe(false);
});

test("what a placement would win is told before it is made", () => {
  expect(gainOf(view("umvj.asnu"), "uranus", 4)).toMatchObject({ points: 1, isNinePlanets: false });
  expect(gainOf(view("vmaj.asmn"), "mercury", 4)).toMatchObject({ points: 2 });
  expect(gainOf(view("mvea.sun9"), "jupiter", 4)).toMatchObject({ isNinePlanets: true });
  expect(gainOf(view("vmaj.asmn"), "earth", 4)).toBeNull();
});

test("a placement under Jupiter or before Saturn's swap promises no line of its own", () => {
  expect(gainOf(view("vmaj.asmn", { covered: 4 }), "mercury", 4)).toBeNull();
  expect(gainOf(view("vsaj.amsn"), "saturn", 4)).toBeNull();
});

test("the slot that Neptune closed is not open this turn", () => {
  expect(openSlots(view("umv.asn.u", { closed: 3 }))).toEqual([7]);
});

test("an action on its way is shown in its new place", () => {
  const taken = foresee(view("umvjeasnu", { phase: "take", taken: null, taken_from: null }), 0, {
    type: "take",
    slot: 4,
  });
  expect(taken.board[4]).toBeNull();
  expect(taken.taken).toBe("earth");
  const placed = foresee(view("umvj.asnu"), 0, { type: "place", card: "uranus", slot: 4 });
  expect(placed.board[4]).toEqual({ card: "uranus", face_down: false });
  expect(placed.hands[0]).toEqual(["earth"]);
});

test("the second seat reads the square from its own side", () => {
  expect(placeOf(0, 0).en).toBe("top left");
  expect(placeOf(0, 1).fr).toBe("en bas à droite");
  expect(lineName([0, 1, 2], 1).en).toBe("bottom row");
  expect(lineName([0, 4, 8], 1).en).toBe("falling diagonal");
});

test("a slot's name tells what lies there and what can be done", () => {
  const at = (seen: NinthView, slot: number, isLegal: boolean) =>
    cellName({
      view: seen,
      slot,
      seat: 0,
      isActing: true,
      isLegal,
      choice: { kind: "card", card: "uranus" },
      gain: isLegal ? gainOf(seen, "uranus", slot) : null,
    });
  const seen = view("um.j.Asnu", { hands: [["uranus"], ["?"]] });
  expect(at(seen, 2, true).en).toBe("Top right: empty, Neptune’s hole. Uranus can go here.");
  expect(at(seen, 4, true).en).toBe("Centre: empty. Uranus can go here, +1 line.");
  expect(at(seen, 5, false).en).toContain("face-down card, Mars, known to you");
  expect(at(seen, 0, false).fr).toBe("En haut à gauche : Uranus. Une carte ne se pose que dans une case vide.");
});

test("the card taken this turn says that it can't be placed", () => {
  const held = { card: "mercury", count: 1, isTaken: true, isChosen: false, powers: true } as const;
  expect(heldName(held).en).toBe("Mercury, taken this turn, can’t be placed.");
});

test("the line to do follows the step of the turn", () => {
  const sight = (seen: NinthView) => ({
    view: seen,
    seat: 0,
    isPlayer: true,
    seats: [],
    toAct: [0],
    scores: [0, 0],
    legal: [],
    outcome: null,
  });
  expect(prompt(sight(view("umvj.asnu")), null).fr).toBe("Posez une carte, ou passez");
  expect(prompt(sight(view("umvj.asnu")), { kind: "card", card: "earth" }).en).toBe("Earth: choose its slot");
});

test("events are told from the reader's side", () => {
  const seen = view("umvj.asnu");
  expect(tell({ type: "taken", seat: 0, slot: 4, card: "venus" }, teller(seen))?.text.fr).toBe(
    "Vous prenez une Vénus, au centre.",
  );
  expect(tell({ type: "placed", seat: 1, slot: 0, card: "?", face_down: true }, teller(seen))?.text.en).toBe(
    "Jules places a card face down, top left.",
  );
  expect(
    tell({ type: "claimed", seat: 1, line: [0, 1, 2], planet: "mercury", points: 2 }, teller(seen, 0))?.text.fr,
  ).toBe("Jules remporte une ligne de Mercure, rangée du haut.");
});

describe("a turn that ends", () => {
  const began = { type: "turn_began", seat: 1, is_extra: false } as const;
  const placed = { type: "placed", seat: 0, slot: 4, card: "mars", face_down: false } as const;
  const why = (after: string, events: readonly NinthEvent[], before = view("umvj.asnu")) =>
    tell(began, { ...teller(view(after)), before, events })?.text.en;

  test("says why three alike were not claimed", () => {
    expect(why("aaavmjsnu", [placed, { type: "drawn", slot: 2, card: "mars", face_down: false }])).toBe(
      "Three Mars, top row: the pile made it, the next card placed can claim it.",
    );
    const first: NinthEvent = { type: "claimed", seat: 0, line: [0, 1, 2], planet: "earth", points: 1 };
    expect(why("mvjaaasnu", [placed, first])).toBe("Three Mars, middle row: one line a turn, no more.");
    const untouched = view("aaa.vmjsn", { placed_at: null });
    expect(why("aaavvmjsn", [{ type: "passed", seat: 0 }], untouched)).toBe(
      "Three Mars, top row: no card placed, so nobody claims it.",
    );
    expect(why("amvjamsna", [placed])).toBe("Three Mars, falling diagonal: only Uranus counts on a diagonal.");
    expect(why("mvjaAasnu", [{ ...placed, face_down: true }])).toBe(
      "Three Mars, middle row: a face-down card is in no line.",
    );
  });

  test("says nothing where nothing stands, or what was before is not known", () => {
    expect(why("umvjeasnu", [placed])).toBeUndefined();
    expect(tell(began, teller(view("aaavmjsnu")))).toBeNull();
  });

  test("by itself says why", () => {
    const ended = { type: "turn_ended", seat: 0, has_drawn: true } as const;
    const taken = { type: "taken", seat: 0, slot: 4, card: "venus" } as const;
    const after = teller(view("umvjeasnu"));
    const before = view("umvjvasnu", { hands: [[], []] });
    expect(tell(ended, { ...after, before, events: [taken, ended] })?.text).toEqual({
      en: "You have no card to place yet: the turn ends.",
      fr: "Vous n’avez pas encore de carte à poser : le tour finit.",
    });
    expect(tell(ended, { ...after, before: view("umvjvasnu"), events: [taken, ended] })?.text.en).toBe(
      "You have nowhere to place a card: the turn ends.",
    );
    expect(tell(ended, { ...after, before, events: [{ type: "passed", seat: 0 }, ended] })).toBeNull();
  });
});

test("a card that is placed and won in one go travels from the hand to the line", () => {
  const line = { cards: ["mars", "mars", "ninth"] as NinthPlanet[], planet: "mars" as const, points: 1 };
  const seen = view("umvjeasnu", { lines: [[], [line]] });
  const journeys = travels(
    [
      { type: "placed", seat: 1, card: "mars", slot: 4, face_down: false },
      { type: "claimed", seat: 1, line: [3, 4, 5], planet: "mars", points: 1 },
      { type: "drawn", slot: 3, card: "jupiter", face_down: false },
      { type: "drawn", slot: 4, card: "earth", face_down: false },
    ],
    teller(seen),
  );
  expect(journeys.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "slot-3 line-1-0-0",
    "hand-1 line-1-0-1",
    "slot-5 line-1-0-2",
    "pile slot-3",
    "pile slot-4",
  ]);
  expect(journeys[4]?.delay).toBeGreaterThan(journeys[3]?.delay ?? 0);
});
