/** The words of tic-tac-toe. */
import type { Explanation, KeyShown, Line, Sight, Teller } from "../../src/boards/contract";
import type { Text } from "../../src/protocol";
import type { Event, Grid, Mark } from "./board";

export const KEYS: readonly KeyShown[] = [{ key: "1 … 9", what: { en: "Mark a cell", fr: "Cocher une case" } }];
export const GRID: Text = { en: "Grid", fr: "Grille" };
export const YOURS: Text = { en: "Your place", fr: "Votre place" };
export const TAKEN: Text = { en: "That cell is marked already.", fr: "Cette case est déjà cochée." };

const WHERE: readonly Text[] = [
  { en: "top left", fr: "en haut à gauche" },
  { en: "top middle", fr: "en haut au milieu" },
  { en: "top right", fr: "en haut à droite" },
  { en: "middle left", fr: "au milieu à gauche" },
  { en: "centre", fr: "au centre" },
  { en: "middle right", fr: "au milieu à droite" },
  { en: "bottom left", fr: "en bas à gauche" },
  { en: "bottom middle", fr: "en bas au milieu" },
  { en: "bottom right", fr: "en bas à droite" },
];
const whereIs = (cell: number): Text => WHERE[cell] ?? { en: "", fr: "" };

/** A cell for those who hear it: where it is, and whose; an owner of null is nobody. */
export function cellName(cell: number, owner: string | null): Text {
  const { en, fr } = whereIs(cell);
  return { en: `${en}, ${owner ?? "empty"}`, fr: `${fr}, ${owner ?? "vide"}` };
}

/** What a cell is for, whichever it is. */
export function explain(): Explanation {
  return {
    title: { en: "Cell", fr: "Case" },
    text: {
      en: "Three of yours in a row, a column or a diagonal win.",
      fr: "Trois à vous en ligne, en colonne ou en diagonale, et c’est gagné.",
    },
  };
}

export function prompt(_sight: Sight<Grid, Mark>): Text {
  return { en: "Mark a cell", fr: "Cochez une case" };
}

/** A mark, as something that can be done. */
export const inWords = ({ cell }: Mark): Text => {
  const { en, fr } = whereIs(cell);
  return { en: `A mark, ${en}`, fr: `Une marque ${fr}` };
};

export function tell(event: Event, { you, name }: Teller<Grid>): Line | null {
  if (event.type !== "marked") return null;
  const { en, fr } = whereIs(event.cell);
  const text =
    event.seat === you
      ? { en: `You mark a cell, ${en}.`, fr: `Vous cochez une case, ${fr}.` }
      : { en: `${name(event.seat)} marks a cell, ${en}.`, fr: `${name(event.seat)} coche une case, ${fr}.` };
  return { seat: event.seat, text };
}
