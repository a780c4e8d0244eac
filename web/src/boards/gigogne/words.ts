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

import { capital, count, de, type Forms, pair, phrase, plain, series, uncapital } from "../../words/say";
import { told } from "../../words/told";
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
export const SQUARES_OF = (name: string): Text => ({ en: `${name}’s squares`, fr: `Carrés ${de(name)}` });
export const UNDER: Text = { en: "under", fr: "dessous" };

export const SIZE: Record<GigogneSize, Text> = {
  small: { en: "Small", fr: "Petit" },
  medium: { en: "Medium", fr: "Moyen" },
  large: { en: "Large", fr: "Grand" },
};

export const SQUARE: Record<GigogneSize, Text> = {
  small: { en: "small square", fr: "petit carré" },
  medium: { en: "medium square", fr: "carré moyen" },
  large: { en: "large square", fr: "grand carré" },
};

/** What can be placed, large first as in the tray. */
export const KINDS = {
  title: { en: "If you place", fr: "Si vous posez" },
  names: SIZES.map((kind) => ({ kind, name: SIZE[kind] })),
  of: ({ size }: GigogneAction): string => size,
};

/** Where a cell is, for the middle of a sentence. */
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
export const cellTitle = (cell: number): Text =>
  cell === 4 ? { en: "Centre", fr: "Centre" } : capital(WHERE[cell] ?? NOTHING);

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

const NOTHING = plain("");

export const FIGURES: { nested: Text; visible: Text; under: Text; win: Text } = {
  nested: { en: "One of each size per cell", fr: "Un de chaque taille par case" },
  visible: { en: "Only the largest shows", fr: "Seul le plus grand se voit" },
  under: { en: "A smaller one slips under", fr: "Un plus petit se glisse dessous" },
  win: { en: "Three in a line wins", fr: "Trois alignés : gagné" },
};

/** A seat's stack of one size. */
export function stackName(size: GigogneSize, left: number): Text {
  const { en, fr } = SIZE[size];
  return left === 0
    ? { en: `${en}, none left`, fr: `${fr}, il n’en reste plus` }
    : { en: `${en}, ${left} left`, fr: `${fr}, il en reste ${left}` };
}

const OF_SIZE: Record<GigogneSize, Forms> = {
  small: { en: ["small", "small"], fr: ["petit", "petits"] },
  medium: { en: ["medium", "medium"], fr: ["moyen", "moyens"] },
  large: { en: ["large", "large"], fr: ["grand", "grands"] },
};

/** All that a seat has left. */
export function stockName(stock: GigogneStock): Text {
  const left = SIZES.map((size) => count(stock[size], OF_SIZE[size]));
  return pair({ en: "Squares left", fr: "Carrés restants" }, series(left));
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
  /** What a square of the size that is looked at comes to here. */
  verdict?: Text | undefined;
}

/** A cell for those who hear it: all its squares, and what could be done here. */
export function cellName(sight: CellSight): Text {
  const { cell, index } = sight;
  const square = (size: GigogneSize): Text => {
    const owner = sight.name(cell[size] ?? 0);
    return phrase`${uncapital(SIZE[size])} (${owner ?? { en: "you", fr: "vous" }})`;
  };
  const visible = visibleSize(cell);
  const below = series(covered(cell).map(square));
  const under = below.en ? { en: `; under it ${below.en}`, fr: ` ; dessous ${below.fr}` } : NOTHING;
  const content = visible === null ? { en: "empty", fr: "vide" } : phrase`${square(visible)} visible${under}`;
  const hint = sight.verdict ? phrase`${capital(sight.verdict)}.` : cellHint(sight);
  return phrase`${pair(cellTitle(index), content)}.${hint.en ? phrase` ${hint}` : ""}`;
}

/** What could be done with a cell, or the rule against it. */
export function cellHint({ cell, index, view, legal, size }: Omit<CellSight, "name" | "verdict">): Text {
  if (legal.length === 0) return NOTHING;
  if (size === null) return { en: "Choose one of your squares first.", fr: "Choisissez d’abord un de vos carrés." };
  const { en, fr } = SQUARE[size];
  if (placement(legal, size, index))
    return coverOf(cell, size) === null
      ? { en: `Room for a ${en}.`, fr: `Place libre pour un ${fr}.` }
      : { en: `A ${en} would slip under it, unseen.`, fr: `Un ${fr} se glisserait dessous, invisible.` };
  if (cell[size] !== null) return { en: `This cell already has a ${en}.`, fr: `Cette case a déjà un ${fr}.` };
  return view.options.fair_opening
    ? {
        en: "Fair opening: you can’t start with the large square in the centre.",
        fr: "Ouverture équitable : pas de grand carré au centre pour commencer.",
      }
    : NOTHING;
}

/** What the viewer can do now. */
export function prompt({ legal }: Sight<GigogneView, GigogneAction>, choice: GigogneSize | null): Text {
  const size = inHand(legal, choice);
  if (size === null)
    return placeable(legal).length === 0
      ? { en: "Your turn", fr: "À vous" }
      : { en: "Your turn: choose a square", fr: "À vous : choisissez un carré" };
  return pair(capital(SQUARE[size]), { en: "choose its cell", fr: "choisissez sa case" });
}

export function shortPrompt({ legal }: Sight<GigogneView, GigogneAction>, choice: GigogneSize | null): Text {
  const size = inHand(legal, choice);
  if (size === null) return { en: "Choose a square", fr: "Choisissez un carré" };
  return pair(capital(SQUARE[size]), { en: "which cell?", fr: "quelle case ?" });
}

/** A placement, as something that can be done. */
export const inWords = ({ size, cell }: GigogneAction): Text => {
  const [square, where] = [capital(SQUARE[size]), WHERE[cell] ?? NOTHING];
  return { en: `${square.en}, ${where.en}`, fr: `${square.fr} ${where.fr}` };
};

/** An event for the log. */
export function tell(event: GigogneEvent, teller: Teller<GigogneView>): Line | null {
  switch (event.type) {
    case "placed":
      return tellPlaced(event, teller);
    case "passed":
      return told(event.seat, teller, {
        en: ["have no move: turn skipped", "has no move: turn skipped"],
        fr: ["ne pouvez rien poser : tour sauté", "ne peut rien poser : tour sauté"],
      });
    case "ended":
      return tellWin(event.outcome, teller);
    default:
      return null;
  }
}

/** A square covers another, slips under one, or lies alone: known where the board before is. */
function tellPlaced(
  { seat, size, cell }: Extract<GigogneEvent, { type: "placed" }>,
  teller: Teller<GigogneView>,
): Line {
  const where = WHERE[cell] ?? NOTHING;
  const nest = teller.before?.cells[cell];
  const visible = nest ? visibleSize(nest) : null;
  if (!nest || visible === null) {
    const rest = { en: `${SQUARE[size].en}, ${where.en}`, fr: `${SQUARE[size].fr} ${where.fr}` };
    return told(seat, teller, { en: ["place a", "places a"], fr: ["posez un", "pose un"] }, rest);
  }
  const owner = nest[visible] ?? seat;
  const other = squareOf(visible, owner, seat, teller);
  const own = SQUARE[size];
  if (coverOf(nest, size) !== null)
    return told(
      seat,
      teller,
      { en: ["slip a", "slips a"], fr: ["glissez un", "glisse un"] },
      { en: `${own.en} under ${other.en}, ${where.en}`, fr: `${own.fr} sous ${other.fr}, ${where.fr}` },
    );
  return told(
    seat,
    teller,
    { en: ["cover", "covers"], fr: ["recouvrez", "recouvre"] },
    { en: `${other.en} with a ${own.en}, ${where.en}`, fr: `${other.fr} avec un ${own.fr}, ${where.fr}` },
  );
}

/** "your small square", "Jules’s small square", "their own small square". */
function squareOf(size: GigogneSize, owner: number, mover: number, { you, name }: Teller<GigogneView>): Text {
  const { en, fr } = SQUARE[size];
  if (owner === you) return { en: `your ${en}`, fr: `votre ${fr}` };
  if (owner === mover) return { en: `their own ${en}`, fr: `son propre ${fr}` };
  return { en: `${name(owner)}’s ${en}`, fr: `le ${fr} ${de(name(owner))}` };
}

/** A win on the board says where; any other end has the words of every game. */
function tellWin(outcome: Outcome, teller: Teller<GigogneView>): Line | null {
  const [winner] = outcome.winners;
  const [group] = winningGroups(teller.view, outcome);
  if (winner === undefined || !group) return null;
  return told(winner, teller, { en: ["win:", "wins:"], fr: ["gagnez :", "gagne :"] }, lineWon(teller.view, group));
}

export function howWon(outcome: Outcome, view: GigogneView): Text | null {
  const [group] = winningGroups(view, outcome);
  return group ? capital(lineWon(view, group)) : null;
}

/** The squares that won. */
export function pointsOf(view: GigogneView, seat: number): readonly Text[] {
  const [group = []] = view.ended?.winners.includes(seat) ? winningGroups(view, view.ended) : [];
  return group.flatMap((cell) => {
    const nest = view.cells[cell];
    const sizes = nest ? SIZES.filter((size) => nest[size] === seat) : [];
    const [size] = sizes;
    return size ? [phrase`${SIZE[size]}, ${WHERE[cell] ?? NOTHING}`] : [];
  });
}

function lineWon(view: GigogneView, group: readonly number[]): Text {
  if (group.length === 1) {
    const where = WHERE[group[0] ?? 0] ?? NOTHING;
    return { en: `all three sizes ${where.en}`, fr: `les trois tailles ${where.fr}` };
  }
  const where = LINE[LINES.findIndex((line) => line[0] === group[0] && line[2] === group[2])] ?? NOTHING;
  return view.options.win === "visible"
    ? { en: `three visible squares ${where.en}`, fr: `trois carrés visibles ${where.fr}` }
    : { en: `three squares ${where.en}`, fr: `trois carrés ${where.fr}` };
}
