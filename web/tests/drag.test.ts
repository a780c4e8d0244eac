import { expect, it } from "vitest";
import type { Sight } from "../src/boards/contract";
import { drags as inDiggers } from "../src/boards/diggers/travels";
import { drags as inAnyGame } from "../src/boards/generic/choosing";
import { drags as inGigogne } from "../src/boards/gigogne/travels";
import { drags as inKitty } from "../src/boards/kitty/travels";
import { drags as inNinth } from "../src/boards/ninth/travels";
import { drags as inNoe } from "../src/boards/noe/travels";
import type { DiggersAction, DiggersView, GameShown, KittyAction, NinthAction, NoeAction, Zone } from "../src/protocol";
import { choiceOf, hasStarted, nearest, waysOf } from "../src/table/ways";

const GAME = { zones: [] as readonly Zone[] } as GameShown;
const SIGHT = { seat: 0, legal: [] } as unknown as Sight<never, never>;
const sightOf = (legal: readonly object[]) => ({ seat: 0, legal }) as unknown as Sight;
/** Every drag of some actions, in short. */
const pairs = (drags: { from: string; to: string }[]) => drags.map(({ from, to }) => `${from} → ${to}`);

it("is a click until the pointer has moved six pixels", () => {
  expect(hasStarted(3, 4)).toBe(false);
  expect(hasStarted(0, -6)).toBe(true);
});

it("drops on the place under the pointer, else on the nearest within reach, else on none", () => {
  const boxes = [
    { x: 0, y: 0, width: 50, height: 50 },
    { x: 100, y: 0, width: 50, height: 50 },
  ];
  expect(nearest(20, 20, boxes)).toBe(0);
  expect(nearest(70, 20, boxes)).toBe(0);
  expect(nearest(80, 20, boxes)).toBe(1);
  expect(nearest(120, 89, boxes)).toBe(1);
  expect(nearest(120, 91, boxes)).toBeNull();
  expect(nearest(20, 20, [])).toBeNull();
});

it("drops on the one whose middle is nearer where boxes overlap, as those of hexagons do", () => {
  const boxes = [
    { x: 0, y: 0, width: 60, height: 60 },
    { x: 40, y: 0, width: 60, height: 60 },
  ];
  expect(nearest(48, 30, boxes)).toBe(0);
  expect(nearest(52, 30, boxes)).toBe(1);
});

it("drops on nothing that is not drawn", () => {
  expect(nearest(10, 10, [{ x: 0, y: 0, width: 0, height: 0 }])).toBeNull();
});

it("leaves to clicks what one drag could mean in two ways", () => {
  const legal = [
    { type: "promote", to: "queen" },
    { type: "promote", to: "rook" },
    { type: "step", to: "ahead" },
  ];
  const drags = (action: object) => [
    { from: "pawn", to: "type" in action && action.type === "step" ? "ahead" : "last row" },
  ];
  expect(pairs(waysOf(drags, sightOf(legal), GAME))).toEqual(["pawn → ahead"]);
  expect(waysOf(undefined, sightOf(legal), GAME)).toEqual([]);
});

it("chooses the first half with the piece, unless it depends on where the piece goes", () => {
  const way = { action: {} as never, from: "a", to: "b" };
  expect(
    choiceOf([
      { ...way, choice: "small" },
      { ...way, to: "c", choice: "small" },
    ]),
  ).toBe("small");
  expect(choiceOf([{ ...way, choice: "small" }, way])).toBeNull();
  expect(choiceOf([way])).toBeNull();
});

it("drags squares of Gigogne from their stack onto a cell", () => {
  expect(inGigogne({ type: "place", size: "small", cell: 4 }, SIGHT)).toEqual([
    { from: "stock-0-small", to: "cell-4-all", choice: "small" },
  ]);
});

it("drags cards of Ninth into the hand, onto a slot, and onto each other", () => {
  const all = (action: NinthAction) => pairs(inNinth(action));
  expect(all({ type: "take", slot: 2 })).toEqual(["slot-2 → fan"]);
  expect(all({ type: "place", card: "mars", slot: 2 })).toEqual(["card-mars → gap-2"]);
  expect(all({ type: "swap", a: 1, b: 8 })).toEqual(["slot-1 → gap-8", "slot-8 → gap-1"]);
  expect(all({ type: "pass" })).toEqual([]);
});

it("drags one's miner in the race, and dynamite in the sabotage, into the mine that one works in", () => {
  const view = { round: 1, in_mine: [0, 1], disabled: [[], []] } as unknown as DiggersView;
  const all = (action: DiggersAction) => pairs(inDiggers(action, { view, seat: 0 } as never));
  expect(all({ type: "move", tile: [1, 1] })).toEqual(["miner.0 → tile.0.1.1"]);
  expect(all({ type: "disable", tile: [4, 4] })).toEqual(["stick → tile.1.4.4"]);
});

it("drags an action of Noé onto whom it is done to; the pile's card attacks others and charges oneself", () => {
  const all = (action: NoeAction) => pairs(inNoe(action, SIGHT));
  expect(all({ type: "attack", target: 2 })).toEqual(["action-attack → place-2", "top → place-2"]);
  expect(all({ type: "charge" })).toEqual(["action-charge → place-0", "top → place-0"]);
  expect(all({ type: "reinforce" })).toEqual(["action-reinforce → place-0"]);
  expect(all({ type: "swap_shield", target: 0 })).toEqual(["action-swap_shield → place-0"]);
});

it("drags hearts and magic of No Kitty onto tiles, a shield to one's plate, and the decks into the hand", () => {
  const all = (action: KittyAction) => pairs(inKitty(action, SIGHT));
  expect(all({ type: "place", heart: "red2", tile: 3 })).toEqual(["card:red2 → plot:3"]);
  expect(all({ type: "wind", tile: 3 })).toEqual(["card:wind → plot:3"]);
  expect(all({ type: "shield" })).toEqual(["card:shield → plate:0"]);
  expect(all({ type: "draw" })).toEqual(["deck:hearts → hand", "deck:magic → hand"]);
  expect(all({ type: "end_turn" })).toEqual([]);
});

/** A game without a board: three zones, of one's own, of all, and of discs that seats lay. */
const zoneOf = (field: string, more: Partial<Zone> = {}) => ({ field, form: "grid", columns: 3, ...more }) as Zone;
const ANY_GAME = {
  zones: [zoneOf("cells"), zoneOf("tiles", { of_seats: true }), zoneOf("hand", { by_seat: true })],
  aims: [
    { field: "from", zone: "cells", by: "place" },
    { field: "to", zone: "cells", by: "place" },
    { field: "tile", zone: "tiles", by: "place" },
    { field: "column", zone: "tiles", by: "column" },
    { field: "card", zone: "hand", by: "place" },
  ],
} as unknown as GameShown;
const empty = (places: number) => Array(places).fill(null);
const ANY_VIEW = { cells: empty(9), tiles: empty(6), hand: [empty(3), empty(3)] };
const inAny = (action: object) => pairs(inAnyGame(action as never, { ...SIGHT, view: ANY_VIEW } as never, ANY_GAME));

it("drags from the first place of any game's action to the second", () => {
  expect(inAny({ type: "move", from: 3, to: 4 })).toEqual(["cells-3 → cells-4"]);
});

it("drags the button of a part, or one's disc where discs are laid, to the only place of any game's action", () => {
  const part = 'part-{"type":"put"}';
  expect(inAny({ type: "put", tile: 1 })).toEqual([`${part} → tiles-1`, "own-disc → tiles-1"]);
  expect(inAny({ type: "put", column: 2 })).toEqual([
    `${part} → tiles-2`,
    `${part} → tiles-5`,
    "own-disc → tiles-2",
    "own-disc → tiles-5",
  ]);
});

it("drags what is only pressed: out of one's own zones onto the table, and out of all others to oneself", () => {
  expect(inAny({ type: "play", card: 2 })).toContain("hand-2 → on-the-table");
  expect(inAny({ type: "take", from: 5 })).toContain("cells-5 → to-oneself");
  expect(inAny({ type: "pass" })).toEqual(['part-{"type":"pass"} → on-the-table']);
});
