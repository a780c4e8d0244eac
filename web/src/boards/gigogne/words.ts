/** All texts of Gigogne. */
import type {
  GigogneAction,
  GigogneCell,
  GigogneEvent,
  GigogneSize,
  GigogneStock,
  GigogneView,
  Outcome,
  Text,
} from "../../protocol";
import { NARROW } from "../../words/language.svelte";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { covered, coverOf, SIZES, visibleSize } from "./nests";
import { inHand, LINES, placeable, placement, winningGroups } from "./squares";

export const KEYS: readonly KeyShown[] = [
  {
    key: "1 2 3",
    what: { en: "Choose a large, medium or small square", fr: "Choisir un grand carré, un moyen, un petit" },
  },
];

export const BOARD: Text = { en: "Board of nine cells", fr: "Plateau de neuf cases" };
export const YOUR_SQUARES: Text = { en: "Your squares", fr: "Vos carrés" };
export const SQUARES_OF = (name: string): Text => ({ en: `Squares of ${name}`, fr: `Carrés${NARROW}: ${name}` });
export const UNDER: Text = { en: "under", fr: "dessous" };

export const SIZE: Record<GigogneSize, Text> = {
  small: { en: "Small", fr: "Petit" },
  medium: { en: "Medium", fr: "Moyen" },
  large: { en: "Large", fr: "Grand" },
};

const SQUARE: Record<GigogneSize, Text> = {
  small: { en: "small square", fr: "petit carré" },
  medium: { en: "medium square", fr: "carré moyen" },
  large: { en: "large square", fr: "grand carré" },
};

/** Where a cell is, as it stands in a sentence. */
const WHERE: readonly Text[] = [
  { en: "top left", fr: "en haut à gauche" },
  { en: "top middle", fr: "en haut au milieu" },
  { en: "top right", fr: "en haut à droite" },
  { en: "middle left", fr: "au milieu à gauche" },
  { en: "in the centre", fr: "au centre" },
  { en: "middle right", fr: "au milieu à droite" },
  { en: "bottom left", fr: "en bas à gauche" },
  { en: "bottom middle", fr: "en bas au milieu" },
  { en: "bottom right", fr: "en bas à droite" },
];

/** What a cell is called. */
const CELL: readonly Text[] = [
  { en: "Top left", fr: "En haut à gauche" },
  { en: "Top middle", fr: "En haut au milieu" },
  { en: "Top right", fr: "En haut à droite" },
  { en: "Middle left", fr: "Au milieu à gauche" },
  { en: "Centre", fr: "Centre" },
  { en: "Middle right", fr: "Au milieu à droite" },
  { en: "Bottom left", fr: "En bas à gauche" },
  { en: "Bottom middle", fr: "En bas au milieu" },
  { en: "Bottom right", fr: "En bas à droite" },
];

/** Where a line lies, in the order of `LINES`. */
const LINE: readonly Text[] = [
  { en: "in the top row", fr: "sur la ligne du haut" },
  { en: "in the middle row", fr: "sur la ligne du milieu" },
  { en: "in the bottom row", fr: "sur la ligne du bas" },
  { en: "in the left column", fr: "dans la colonne de gauche" },
  { en: "in the middle column", fr: "dans la colonne du milieu" },
  { en: "in the right column", fr: "dans la colonne de droite" },
  { en: "on a diagonal", fr: "en diagonale" },
  { en: "on a diagonal", fr: "en diagonale" },
];

const NOTHING: Text = { en: "", fr: "" };

export const FIGURES: { nested: Text; visible: Text; under: Text; win: Text } = {
  nested: { en: "One of each size to a cell", fr: "Un de chaque taille par case" },
  visible: { en: "The largest one is seen", fr: "On voit le plus grand" },
  under: { en: "A smaller one slips under", fr: "Un plus petit se glisse dessous" },
  win: { en: "Three in line win", fr: "Trois alignés gagnent" },
};

/** A seat's stack of one size. */
export function stackName(size: GigogneSize, left: number): Text {
  const { en, fr } = SIZE[size];
  return left === 0
    ? { en: `${en}, none left`, fr: `${fr}, il n’en reste plus` }
    : { en: `${en}, ${left} left`, fr: `${fr}, il en reste ${left}` };
}

/** All that a seat has left. */
export function stockName(stock: GigogneStock): Text {
  const told = (language: "en" | "fr") =>
    SIZES.map((size) => `${stock[size]} ${SIZE[size][language].toLowerCase()}`).join(", ");
  return { en: `Squares left: ${told("en")}`, fr: `Carrés restants${NARROW}: ${told("fr")}` };
}

interface CellSight {
  cell: GigogneCell;
  index: number;
  view: GigogneView;
  legal: readonly GigogneAction[];
  /** The size in hand. */
  size: GigogneSize | null;
  /** The owner's name; null for the reader. */
  name: (seat: number) => string | null;
}

/** A cell for those who hear it: all its squares, and what could be done here. */
export function cellName(sight: CellSight): Text {
  const { cell, index } = sight;
  const square = (size: GigogneSize): Text => {
    const owner = sight.name(cell[size] ?? 0);
    return {
      en: `${SIZE[size].en.toLowerCase()} (${owner ?? "you"})`,
      fr: `${SIZE[size].fr.toLowerCase()} (${owner ?? "vous"})`,
    };
  };
  const place = CELL[index] ?? NOTHING;
  const visible = visibleSize(cell);
  const hint = cellHint(sight);
  if (visible === null)
    return { en: `${place.en}: empty.${after(hint.en)}`, fr: `${place.fr}${NARROW}: vide.${after(hint.fr)}` };
  const top = square(visible);
  const below = covered(cell).map(square);
  const under =
    below.length === 0
      ? NOTHING
      : {
          en: `; under it ${below.map((text) => text.en).join(", ")}`,
          fr: `${NARROW}; dessous ${below.map((text) => text.fr).join(", ")}`,
        };
  return {
    en: `${place.en}: ${top.en} visible${under.en}.${after(hint.en)}`,
    fr: `${place.fr}${NARROW}: ${top.fr} visible${under.fr}.${after(hint.fr)}`,
  };
}

/** What could be done with a cell, or the rule against it. */
export function cellHint({ cell, index, view, legal, size }: Omit<CellSight, "name">): Text {
  if (legal.length === 0) return NOTHING;
  if (size === null) return { en: "Choose a size first.", fr: "Choisissez d’abord une taille." };
  const { en, fr } = SQUARE[size];
  if (placement(legal, size, index))
    return coverOf(cell, size) === null
      ? { en: `A ${en} goes here.`, fr: `Place libre pour un ${fr}.` }
      : { en: `A ${en} would slip under it, unseen.`, fr: `Un ${fr} se glisserait dessous, invisible.` };
  if (cell[size] !== null) return { en: `This cell has its ${en} already.`, fr: `Cette case a déjà son ${fr}.` };
  return view.options.fair_opening
    ? {
        en: "With the fair opening, the first square may not be the large one in the centre.",
        fr: "Avec l’ouverture équitable, le premier carré ne peut pas être le grand au centre.",
      }
    : NOTHING;
}

function after(hint: string): string {
  return hint && ` ${hint}`;
}

/** What the viewer can do now. */
export function prompt({ legal }: Sight<GigogneView, GigogneAction>, choice: GigogneSize | null): Text {
  const size = inHand(legal, choice);
  if (size === null)
    return placeable(legal).length === 0
      ? { en: "Your turn", fr: "À vous" }
      : { en: "Your turn: choose a square", fr: `À vous${NARROW}: choisissez un carré` };
  const cells = legal.filter((action) => action.size === size).length;
  const { en, fr } = SQUARE[size];
  return {
    en: `Place a ${en}: ${cells} ${cells === 1 ? "cell" : "cells"}`,
    fr: `Posez un ${fr}${NARROW}: ${cells} ${cells === 1 ? "case" : "cases"}`,
  };
}

/** An event for the log. */
export function tell(event: GigogneEvent, teller: Teller<GigogneView>): Line | null {
  switch (event.type) {
    case "placed": {
      const { en, fr } = SQUARE[event.size];
      const where = WHERE[event.cell] ?? NOTHING;
      const name = teller.name(event.seat);
      return event.seat === teller.you
        ? said(event.seat, `You placed a ${en} ${where.en}.`, `Vous avez posé un ${fr} ${where.fr}.`)
        : said(event.seat, `${name} placed a ${en} ${where.en}.`, `${name} a posé un ${fr} ${where.fr}.`);
    }
    case "passed": {
      const name = teller.name(event.seat);
      return event.seat === teller.you
        ? said(event.seat, "You can’t place anything: you are passed over.", "Vous ne pouvez rien poser : on passe.")
        : said(
            event.seat,
            `${name} can’t place anything and is passed over.`,
            `${name} ne peut rien poser${NARROW}: on passe.`,
          );
    }
    case "ended":
      return tellWin(event.outcome, teller);
    default:
      return null;
  }
}

/** A win on the board says where; any other end is told in the words of every game. */
function tellWin(outcome: Outcome, teller: Teller<GigogneView>): Line | null {
  const [winner] = outcome.winners;
  const [group] = winningGroups(teller.view, outcome);
  if (winner === undefined || !group) return null;
  const how = howWon(teller.view, group);
  const name = teller.name(winner);
  return winner === teller.you
    ? said(winner, `You win: ${how.en}.`, `Vous gagnez${NARROW}: ${how.fr}.`)
    : said(winner, `${name} wins: ${how.en}.`, `${name} gagne${NARROW}: ${how.fr}.`);
}

function howWon(view: GigogneView, group: readonly number[]): Text {
  if (group.length === 1) {
    const where = WHERE[group[0] ?? 0] ?? NOTHING;
    return { en: `all three sizes ${where.en}`, fr: `les trois tailles ${where.fr}` };
  }
  const where = LINE[LINES.findIndex((line) => line[0] === group[0] && line[2] === group[2])] ?? NOTHING;
  return view.options.win === "visible"
    ? { en: `three visible ${where.en}`, fr: `trois carrés visibles ${where.fr}` }
    : { en: `three squares ${where.en}`, fr: `trois carrés ${where.fr}` };
}

function said(seat: number, en: string, fr: string): Line {
  return { seat, text: { en, fr } };
}
