import { describe, expect, it } from "vitest";
import type { Teller } from "../src/boards/contract";
import {
  foresee,
  isPlayable,
  scoreOf,
  shieldOn,
  targetsOf,
  whyNotAtAll,
  whyNotThere,
  worthOn,
} from "../src/boards/kitty/cards";
import { travels } from "../src/boards/kitty/travels";
import { DECKS, pointsOf, prompt, TILE, tell } from "../src/boards/kitty/words";
import { stacked } from "../src/boards/stacked";
import type { KittyAction, KittyView } from "../src/protocol";
import { kitty } from "./sights";

const { view: VIEW } = kitty([], {
  tiles: [
    { colour: "red", heart: "red2", owner: 0 },
    { colour: "white", heart: "green3", owner: 1 },
    { colour: "yellow", heart: null, owner: null },
    { colour: "green", heart: "red1", owner: 1 },
    { colour: "white", heart: null, owner: null },
    { colour: "red", heart: null, owner: null },
    { colour: "white", heart: null, owner: null },
    { colour: "white", heart: null, owner: null },
  ],
  hearts: [
    ["red1", "yellow3", "yellow3"],
    ["?", "?"],
  ],
});
const LEGAL: KittyAction[] = [
  { type: "place", heart: "yellow3", tile: 2 },
  { type: "place", heart: "yellow3", tile: 4 },
  { type: "place", heart: "red1", tile: 2 },
  { type: "recycle", tile: 0 },
  { type: "end_turn" },
];
const TELLER: Teller<KittyView> = { you: 0, seat: 0, view: VIEW, name: (seat) => ["Camille", "Lucas"][seat] ?? "" };
const SIGHT = {
  view: VIEW,
  seat: 0,
  isPlayer: true,
  seats: [],
  toAct: [0],
  scores: [4, 3],
  legal: LEGAL,
  outcome: null,
};

describe("the points", () => {
  it("are doubled on a heart's own colour, kept on white, lost on another", () => {
    expect(["yellow", "white", "green"].map((colour) => worthOn("yellow3", colour as "white"))).toEqual([6, 3, 0]);
  });
  it("of a seat are those of its hearts on the board", () => {
    expect([scoreOf(VIEW.tiles, 0), scoreOf(VIEW.tiles, 1)]).toEqual([4, 3]);
  });
});

describe("a hand", () => {
  it("lays equal cards on each other", () => {
    expect(stacked(["red1", "yellow3", "yellow3"])).toEqual([
      { card: "red1", count: 1 },
      { card: "yellow3", count: 2 },
    ]);
  });
  it("offers a card only where the server allows it", () => {
    expect([...targetsOf(LEGAL, "yellow3").keys()]).toEqual([2, 4]);
    expect([...targetsOf(LEGAL, "recycle").keys()]).toEqual([0]);
    expect(targetsOf(LEGAL, null).size).toBe(0);
    expect(isPlayable(LEGAL, "wind")).toBe(false);
    expect(isPlayable([{ type: "shield" }], "shield")).toBe(true);
  });
  it("says why a card can't be used", () => {
    expect(whyNotAtAll(VIEW, 0, "wind")).toBe("all protected");
    expect(whyNotAtAll({ ...VIEW, tiles: VIEW.tiles.slice(4) }, 0, "wind")).toBe("no heart to blow");
    expect(whyNotAtAll({ ...VIEW, tiles: VIEW.tiles.slice(6) }, 0, "recycle")).toBe("no tile to whiten");
    expect(whyNotAtAll(VIEW, 0, "shield")).toBe("their shield");
    const limited = { ...VIEW, options: { hearts_per_turn: 2, magic_per_turn: 1 }, magic_used: 1 };
    expect(whyNotAtAll(limited, 0, "shield")).toBe("magic limit");
    expect(whyNotAtAll(limited, 0, "red1")).toBe("hearts limit");
  });
  it("says why a tile can't be its target", () => {
    const [own, theirs, empty] = VIEW.tiles;
    if (!own || !theirs || !empty) throw new Error("three tiles are there");
    expect(whyNotThere(own, 0, "red1")).toBe("occupied");
    expect(whyNotThere(own, 0, "wind")).toBe("own heart");
    expect(whyNotThere(empty, 0, "wind")).toBe("empty");
    expect(whyNotThere(theirs, 0, "wind")).toBe("protected");
    expect(whyNotThere(theirs, 0, "recycle")).toBe("white");
  });
});

describe("an action on its way", () => {
  it("is shown where it will be: heart, gust, colour, shield", () => {
    expect(foresee(VIEW, 0, { type: "place", heart: "yellow3", tile: 2 }).tiles[2]).toEqual({
      colour: "yellow",
      heart: "yellow3",
      owner: 0,
    });
    expect(foresee(VIEW, 0, { type: "wind", tile: 1 }).tiles[1]?.heart).toBeNull();
    expect(foresee(VIEW, 0, { type: "recycle", tile: 0 }).tiles[0]?.colour).toBe("white");
    const shielded = foresee(VIEW, 0, { type: "shield" });
    expect(shielded.tiles.map((tile) => shieldOn(shielded, tile))).toEqual([3, 2, 0, 2, 0, 0, 0, 0]);
  });
  it("changes nothing where nobody knows yet", () => {
    expect(foresee(VIEW, 0, { type: "draw" })).toBe(VIEW);
  });
});

describe("the words", () => {
  it("tell all of a tile in one sentence", () => {
    const facts = {
      number: 1,
      colour: "white",
      heart: "green3",
      worth: 3,
      owner: "Lucas",
      shield: 2,
      note: null,
    } as const;
    expect(TILE(facts)).toEqual({
      en: "Tile 2, top middle, white, Lucas, green 3, earns 3, shielded for 2 more turns.",
      fr: "Tuile 2, en haut au milieu, blanche, Lucas, cœur vert 3, rapporte 3, protégée encore 2 tours.",
    });
  });
  it("say how many tiles a chosen card can take", () => {
    expect(prompt(SIGHT, "yellow3").en).toBe("Place your yellow 3 (2 tiles)");
    expect(prompt(SIGHT, "red1").fr).toBe("Posez le rouge 1 (1 tuile)");
    expect(prompt({ ...SIGHT, view: { ...VIEW, owes_draw: true } }, null).en).toMatch(/draw your cards$/);
  });
  it("never name a card that is hidden", () => {
    expect(tell({ type: "drawn", seat: 1, heart: "?", magic: "?" }, TELLER)?.text).toEqual({
      en: "Lucas draws a heart and a magic card.",
      fr: "Lucas pioche un cœur et une carte magie.",
    });
    expect(tell({ type: "drawn", seat: 0, heart: null, magic: "wind" }, TELLER)?.text.fr).toBe("Vous piochez un Vent.");
  });
  it("count decks in French as the French do", () => {
    expect(DECKS(0, 1, false).fr).toBe("Pioches : 0 cœur, 1 magie.");
  });
});

describe("the result", () => {
  it("tells how the points came, and what counts double", () => {
    expect(pointsOf(VIEW, 0).map(({ en }) => en)).toEqual(["red 2 ×2: +4"]);
    expect(pointsOf(VIEW, 1).map(({ en }) => en)).toEqual(["green 3: +3", "red 1: 0"]);
  });
});

it("tells whose heart is blown away, where that was seen", () => {
  const blown = (tile: number, before?: KittyView) =>
    tell({ type: "heart_removed", tile, heart: "red2" }, { ...TELLER, ...(before ? { before } : {}) })?.text;
  expect(blown(0, VIEW)?.en).toBe("Your red 2, top left, is blown away.");
  expect(blown(1, VIEW)?.fr).toBe("Le cœur rouge 2 de Lucas, en haut au milieu, s’envole.");
  expect(blown(0)?.en).toBe("The red 2, top left, is blown away.");
});

describe("the travels", () => {
  it("bring one's own cards from the deck face up and the other's as backs", () => {
    expect(travels([{ type: "drawn", seat: 0, heart: "red1", magic: null }], TELLER)).toEqual([
      { from: "deck:hearts", to: "card:red1", ms: 240, turning: true },
    ]);
    expect(travels([{ type: "drawn", seat: 1, heart: null, magic: "?" }], TELLER)).toMatchObject([
      { from: "deck:magic", to: "back:1:magic", turning: false },
    ]);
  });
  it("take the other's heart from the backs to its tile", () => {
    expect(travels([{ type: "placed", seat: 1, heart: "red1", tile: 4 }], TELLER)).toEqual([
      { from: "back:1:hearts", to: "tile:4" },
    ]);
  });
});
