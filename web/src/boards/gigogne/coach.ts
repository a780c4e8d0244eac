/** Tips for a first game. */
import type { Tip } from "../contract";

export const COACH: readonly Tip[] = [
  {
    at: "#board .grid",
    side: "left",
    title: { en: "Three in line", fr: "Trois alignés" },
    text: {
      en: "Show three squares of your colour in a row, a column or a diagonal. In each cell only the *largest* counts.",
      fr: "Montrez trois carrés de votre couleur en rangée, en colonne ou en diagonale. Par case, seul le *plus grand* compte.",
    },
  },
  {
    at: ".stacks",
    side: "above",
    title: { en: "A size, then a cell", fr: "Une taille, puis une case" },
    text: {
      en: "A large square *covers* a small one; a small one *slips under*. What is placed stays.",
      fr: "Un grand carré *recouvre* un petit ; un petit *se glisse dessous*. Ce qui est posé ne bouge plus.",
    },
  },
  {
    at: "#board .grid",
    side: "right",
    title: { en: "The first line wins", fr: "La première ligne gagne" },
    text: {
      en: "It wins at once. Nothing left to place? Then it is a draw.",
      fr: "Et tout de suite. Plus rien à poser ? Match nul.",
    },
  },
];
