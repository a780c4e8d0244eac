/** Actions that are asked for once more, and those that are not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as diggersSlips from "../src/boards/diggers/slips";
import * as gigogneSlips from "../src/boards/gigogne/slips";
import * as kittySlips from "../src/boards/kitty/slips";
import * as ninthSlips from "../src/boards/ninth/slips";
import * as noeSlips from "../src/boards/noe/slips";
import type { KittyAction, KittyView, NinthAction } from "../src/protocol";
import { DOUBLE_PRESS, Slips } from "../src/table/slips.svelte";
import { diggers, gigogne, kitty, ninth, noe } from "./sights";

describe("a question", () => {
  const why = { en: "Really?", fr: "Vraiment ?" };
  const [end, shield] = [{ type: "end_turn" }, { type: "shield" }] as const;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is asked once: the same press again plays", () => {
    const slips = new Slips();
    expect(slips.lets(end, why, null)).toBe(false);
    expect(slips.asked?.why).toBe(why);
    vi.advanceTimersByTime(DOUBLE_PRESS);
    expect(slips.lets(end, why, null)).toBe(true);
    expect(slips.asked).toBeNull();
  });

  it("is not answered by the second half of a double click", () => {
    const slips = new Slips();
    slips.lets(end, why, null);
    vi.advanceTimersByTime(DOUBLE_PRESS - 1);
    expect(slips.lets(end, why, null)).toBe(false);
    expect(slips.asked).not.toBeNull();
  });

  it("is dropped by another action, which has its own", () => {
    const slips = new Slips();
    slips.lets(end, why, null);
    vi.advanceTimersByTime(DOUBLE_PRESS);
    expect(slips.lets(shield, why, null)).toBe(false);
    expect(slips.lets({ type: "draw" }, null, null)).toBe(true);
    expect(slips.asked).toBeNull();
    expect(slips.lets(end, why, null)).toBe(false);
  });
});

describe("No Kitty asks", () => {
  const END: KittyAction = { type: "end_turn" };
  const DOUBLE: KittyAction = { type: "place", heart: "yellow3", tile: 2 };
  const PLAIN: KittyAction = { type: "place", heart: "red1", tile: 4 };
  const asks = (action: KittyAction, legal: KittyAction[] = [], changes: Partial<KittyView> = {}) =>
    kittySlips.slip(action, kitty(legal, changes))?.en;
  /** Only the white tile is free. */
  const filled = kitty([]).view.tiles.map((tile, index) =>
    index === 2 ? ({ ...tile, heart: "red1", owner: 0 } as const) : tile,
  );

  it("before a turn ends with a heart in hand that would count double, or without any that earns", () => {
    const placed = { hearts_placed: 1 };
    expect(asks(END, [DOUBLE, PLAIN, END], placed)).toBe("You can still place your yellow 3 for 6 points.");
    expect(asks(END, [PLAIN, END], { hearts_placed: 0 })).toBe("You can still place your red 1 for 1 point.");
    expect(asks(END, [PLAIN, END], placed)).toBeUndefined();
    expect(asks(END, [END])).toBeUndefined();
  });

  it("before a turn ends with a heart in hand that would fill the last tile and win", () => {
    const tiles = filled.map((tile, index) => (index === 6 ? ({ ...tile, owner: 0 } as const) : tile));
    const last: KittyAction = { type: "place", heart: "red1", tile: 4 };
    const placed = { hearts_placed: 1 };
    expect(asks(END, [last, END], { ...placed, tiles })).toMatch(
      /^Your red 1 on the last tile would win, \d+ to \d+\.$/,
    );
    expect(asks(END, [last, END], { ...placed, tiles: filled })).toBeUndefined();
  });

  it("before the last turn ends behind, as long as something can be played", () => {
    const empty = { heart_deck: [], magic_deck: [] };
    expect(asks(END, [PLAIN, END], empty)).toBe("The last turn ends the game: you lose, 8 to 4.");
    expect(asks(END, [END], empty)).toBeUndefined();
  });

  it("before the last tile is filled and the game lost or drawn, not won", () => {
    const placing = (heart: "red1" | "green3", tiles = filled) =>
      asks({ type: "place", heart, tile: 4 }, [], { tiles });
    expect(placing("red1")).toBe("The last tile ends the game: you lose, 8 to 5.");
    const level = filled.map((tile, index) => (index === 7 ? ({ ...tile, heart: "red1" } as const) : tile));
    expect(placing("green3", level)).toBe("The last tile ends the game: a draw, 7 all.");
    const ahead = filled.map((tile, index) => (index === 6 ? ({ ...tile, owner: 0 } as const) : tile));
    expect(placing("red1", ahead)).toBeUndefined();
    expect(asks(PLAIN)).toBeUndefined();
  });

  it("before a Shield is spent on nothing", () => {
    const shield: KittyAction = { type: "shield" };
    expect(asks(shield)).toBeUndefined();
    expect(asks(shield, [], { shields: [3, 0] })).toMatch(/adds nothing/);
    const tiles = kitty([]).view.tiles.map((tile) => ({ ...tile, owner: tile.owner === 0 ? 1 : tile.owner }));
    expect(asks(shield, [], { tiles })).toMatch(/no heart to protect/);
  });

  it("before Wind takes a heart that earns nothing, or Recycle helps the wrong one", () => {
    expect(asks({ type: "wind", tile: 3 })).toBe("This heart earns 0: Hélène loses nothing.");
    expect(asks({ type: "wind", tile: 1 })).toBeUndefined();
    expect(asks({ type: "recycle", tile: 0 })).toBe("Your own red 2 would earn 2 instead of 4.");
    expect(asks({ type: "recycle", tile: 3 })).toBe("Hélène’s red 1 would earn 1 instead of 0.");
    expect(asks({ type: "recycle", tile: 5 })).toBeUndefined();
    expect(asks({ type: "recycle", tile: 2 })).toBeUndefined();
  });
});

describe("Ninth asks", () => {
  const place = (card: "earth" | "uranus", slot: number): NinthAction => ({ type: "place", card, slot });
  const asks = (square: string, action: NinthAction, legal: NinthAction[], changes = {}) =>
    ninthSlips.slip(action, ninth(square, legal, changes))?.en;

  it("before one passes where a card in hand would win a line, not where it lies face down or wins nothing", () => {
    const legal = [place("earth", 4), place("uranus", 4), { type: "pass" } as const];
    expect(asks("jve" + "e.e" + "nsa", { type: "pass" }, legal)).toBe("Your Earth would win a line: 1 point.");
    expect(asks("jve" + "e.e" + "nsa", { type: "pass" }, legal, { covered: 4 })).toBeUndefined();
    expect(asks("jve" + "e.v" + "nsa", { type: "pass" }, legal)).toBeUndefined();
    expect(asks("mva" + "j.s" + "un9", { type: "pass" }, legal)).toBe(
      "Your Earth would make all nine planets shine: you’d win.",
    );
  });

  it("before the lesser of two lines is claimed", () => {
    const [mercury, earth]: NinthAction[] = [
      { type: "claim", line: [0, 1, 2] },
      { type: "claim", line: [3, 4, 5] },
    ];
    const legal = [mercury, earth] as NinthAction[];
    expect(asks("mmm" + "eee" + "nsa", earth as NinthAction, legal)).toBe(
      "The line of Mercury is worth more: 2 points.",
    );
    expect(asks("mmm" + "eee" + "nsa", mercury as NinthAction, legal)).toBeUndefined();
    expect(asks("mmm" + "eee" + "nsa", earth as NinthAction, legal, { options: { powers: false } })).toBeUndefined();
  });
});

describe("Noé asks", () => {
  const asks = (action: Parameters<typeof noeSlips.slip>[0], changes = {}) => noeSlips.slip(action, noe(changes))?.en;

  it("before a good shield of one's own or a poor one of somebody else's is replaced", () => {
    expect(asks({ type: "swap_shield", target: 0 })).toBe("Your shield is worth 12; a new one, 7 on average.");
    expect(asks({ type: "swap_shield", target: 2 })).toBe("Inès’s shield is worth only 3: a new one is likely better.");
    expect(asks({ type: "swap_shield", target: 1 })).toBeUndefined();
    expect(asks({ type: "swap_shield", target: 0 }, { shields: ["3C", "13D", "3H"] })).toBeUndefined();
  });

  it("before an attack that can't get over the shield", () => {
    expect(asks({ type: "attack", target: 1 })).toBe("Without a charge, no card exceeds a king.");
    expect(asks({ type: "attack", target: 1 }, { charges: [["?"], [], []] })).toBeUndefined();
    expect(asks({ type: "attack", target: 2 })).toBeUndefined();
    expect(asks({ type: "charge" })).toBeUndefined();
  });
});

describe("Diggers asks", () => {
  it("before one steps past the open exit", () => {
    const table = diggers([
      { type: "move", tile: [9, 9] },
      { type: "move", tile: [8, 7] },
    ]);
    expect(diggersSlips.slip({ type: "move", tile: [8, 7] }, table)?.en).toBe("You could get out now, for 13 points.");
    expect(diggersSlips.slip({ type: "move", tile: [9, 9] }, table)).toBeNull();
    expect(diggersSlips.slip({ type: "move", tile: [8, 7] }, diggers([{ type: "move", tile: [8, 7] }]))).toBeNull();
  });

  it("before an easy tile of one's own mine is collapsed", () => {
    const asks = (tile: [number, number], round: number) =>
      diggersSlips.slip({ type: "disable", tile }, diggers([], { phase: "sabotage", round }));
    expect(asks([0, 1], 0)?.fr).toMatch(/votre propre mine/);
    expect(asks([0, 1], 1)).toBeNull();
    expect(asks([5, 5], 0)).toBeNull();
  });
});

describe("Gigogne asks", () => {
  const under = { type: "place", size: "small", cell: 4 } as const;
  const seen = { type: "place", size: "small", cell: 0 } as const;

  it("before a square slips under another, while one could be seen", () => {
    const asks = (legal: readonly (typeof under | typeof seen)[], win?: "classic") =>
      gigogneSlips.slip(under, gigogne({ 4: { large: 1 } }, legal, win));
    expect(asks([under, seen])?.en).toMatch(/nobody sees it/);
    expect(asks([under])).toBeNull();
    expect(asks([under, seen], "classic")).toBeNull();
    expect(gigogneSlips.slip(seen, gigogne({ 4: { large: 1 } }, [under, seen]))).toBeNull();
  });
});
