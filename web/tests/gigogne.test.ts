import { describe, expect, test } from "vitest";
import type { GigogneCell, GigogneView, Outcome } from "../src/protocol";

const { coverOf, covered, visibleSize } = await import("../src/boards/gigogne/nests");
const { inHand, winningGroups } = await import("../src/boards/gigogne/squares");
const { cellName, prompt, stockName, tell } = await import("../src/boards/gigogne/words");

const EMPTY: GigogneCell = { small: null, medium: null, large: null };
const NAMES = ["Camille", "Jules", "Inès"];

function viewOf(cells: Record<number, Partial<GigogneCell>>, win: "visible" | "classic" = "visible"): GigogneView {
  return {
    turn: 7,
    options: { win, fair_opening: false },
    active: 0,
    cells: Array.from({ length: 9 }, (_, index) => ({ ...EMPTY, ...cells[index] })),
    stock: NAMES.map(() => ({ small: 3, medium: 3, large: 3 })),
    left: [],
    skipped: [],
    ended: null,
  };
}

const wonBy = (seat: number): Outcome => ({ winners: [seat], drawn: [], scores: [], reason: "line" });
const teller = (view: GigogneView) => ({ you: 0, seat: 0, view, name: (seat: number) => NAMES[seat] ?? "" });

test("squares that are left are counted in both languages", () => {
  expect(stockName({ small: 3, medium: 2, large: 1 })).toEqual({
    en: "Squares left: 1 large, 2 medium, 3 small",
    fr: "Carrés restants : 1 grand, 2 moyens, 3 petits",
  });
});

describe("a square that is placed", () => {
  const placed = { type: "placed", seat: 1, size: "medium", cell: 0 } as const;
  const told = (nest: Partial<GigogneCell>, seat = 1) =>
    tell({ ...placed, seat }, { ...teller(viewOf({})), before: viewOf({ 0: nest }) })?.text;

  test("is told as placing, covering, or slipping under", () => {
    expect(told({})?.en).toBe("Jules places a medium square, top left.");
    expect(told({ small: 0 })).toEqual({
      en: "Jules covers your small square with a medium square, top left.",
      fr: "Jules recouvre votre petit carré avec un carré moyen, en haut à gauche.",
    });
    expect(told({ small: 1 })?.en).toBe("Jules covers their own small square with a medium square, top left.");
    expect(told({ large: 2 }, 0)).toEqual({
      en: "You slip a medium square under Inès’s large square, top left.",
      fr: "Vous glissez un carré moyen sous le grand carré d’Inès, en haut à gauche.",
    });
  });

  test("is told as placing where the board before is not known", () => {
    expect(tell(placed, teller(viewOf({ 0: { small: 0, medium: 1 } })))?.text.fr).toBe(
      "Jules pose un carré moyen en haut à gauche.",
    );
  });
});

describe("a nest of squares", () => {
  const nest: GigogneCell = { small: 2, medium: 1, large: 0 };

  test("shows its largest square and covers the others, the larger one named first", () => {
    expect(visibleSize(nest)).toBe("large");
    expect(covered(nest)).toEqual(["medium", "small"]);
  });

  test("takes a smaller square beneath and a larger one on top", () => {
    const cell = { ...EMPTY, medium: 1 };
    expect(coverOf(cell, "small")).toBe("medium");
    expect(coverOf(cell, "large")).toBeNull();
  });

  test("is told with all its squares and with what stands against the one in hand", () => {
    const view = viewOf({ 4: nest });
    const legal = [{ type: "place", size: "medium", cell: 0 } as const];
    const name = (seat: number) => (seat === 0 ? null : (NAMES[seat] ?? ""));
    const told = cellName({ cell: nest, index: 4, view, legal, size: "medium", name });
    expect(told.en).toBe(
      "Centre: large (you) visible; under it medium (Jules), small (Inès). This cell already has a medium square.",
    );
    expect(told.fr).toContain("Cette case a déjà un carré moyen.");
  });

  test("says that a square would slip under where it would not be seen", () => {
    const view = viewOf({ 6: { large: 1 } });
    const legal = [{ type: "place", size: "small", cell: 6 } as const];
    const cell = view.cells[6] as GigogneCell;
    const told = cellName({ cell, index: 6, view, legal, size: "small", name: () => "Jules" });
    expect(told.en).toContain("A small square would slip under it, unseen.");
  });
});

describe("the square in hand", () => {
  const small = { type: "place", size: "small", cell: 0 } as const;
  const large = { type: "place", size: "large", cell: 0 } as const;

  test("is the chosen one, and the only one where there is nothing to choose", () => {
    expect(inHand([small, large], null)).toBeNull();
    expect(inHand([small, large], "large")).toBe("large");
    expect(inHand([small], null)).toBe("small");
  });

  test("is asked for first, and then its cell", () => {
    const sight = { view: viewOf({}), legal: [small, large] } as unknown as Parameters<typeof prompt>[0];
    expect(prompt(sight, null).en).toBe("Your turn: choose a square");
    expect(prompt(sight, "large").en).toBe("Large square: choose its cell");
  });
});

describe("a win", () => {
  test("lies where three squares of the winner are seen in line", () => {
    const view = viewOf({ 1: { medium: 0 }, 4: { large: 0, medium: 1 }, 7: { small: 0 }, 0: { large: 1 } });
    expect(winningGroups(view, wonBy(0))).toEqual([[1, 4, 7]]);
  });

  test("is told with its line", () => {
    const view = viewOf({ 1: { medium: 0 }, 4: { large: 0 }, 7: { small: 0 } });
    const line = tell({ type: "ended", outcome: wonBy(0) }, teller(view));
    expect(line?.text.en).toBe("You win: three visible squares in the middle column.");
  });

  test("in the classic game also lies in covered squares, rising rows and one full nest", () => {
    const covered = viewOf({ 0: { small: 1, large: 0 }, 1: { medium: 1 }, 2: { large: 1 } }, "classic");
    expect(winningGroups(covered, wonBy(1))).toEqual([[0, 1, 2]]);
    const nest = viewOf({ 8: { small: 1, medium: 1, large: 1 } }, "classic");
    expect(winningGroups(nest, wonBy(1))).toEqual([[8]]);
  });

  test("that is not on the board is left to the words of every game", () => {
    const left: Outcome = { ...wonBy(1), reason: "left" };
    expect(tell({ type: "ended", outcome: left }, teller(viewOf({})))).toBeNull();
  });
});
