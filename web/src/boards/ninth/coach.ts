/** Tips for a first game. */
import type { Tip } from "../contract";

export const COACH: readonly Tip[] = [
  {
    at: "#board .square",
    side: "left",
    title: { en: "Three of a kind", fr: "Trois pareilles" },
    text: {
      en: "Three of the same planet in a row or a column are a line, and yours. The *Ninth* stands for any planet.",
      fr: "Trois planètes identiques, en rangée ou en colonne, font une ligne : elle est à vous. La *Neuvième* remplace n’importe laquelle.",
    },
  },
  {
    at: "#board .square",
    side: "right",
    title: { en: "Take, then place", fr: "Prendre, puis poser" },
    text: {
      en: "Take a glowing card. From your next turn on, you also put *another* card of your hand in the gap, or pass.",
      fr: "Prenez une carte qui brille. Dès le tour suivant, vous poserez aussi une *autre* carte de votre main dans le vide, ou vous passerez.",
    },
  },
  {
    at: "[data-place='pile']",
    side: "below",
    title: { en: "Until the pile is out", fr: "Jusqu’au bout de la pioche" },
    text: {
      en: "When the pile runs out, most points win. Or show *all nine planets* at once in the square: that wins on the spot.",
      fr: "Pioche vide : le plus de points l’emporte. Ou montrez *les neuf planètes* à la fois dans le carré : c’est gagné sur-le-champ.",
    },
  },
];
