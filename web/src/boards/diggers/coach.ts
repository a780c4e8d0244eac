/** Tips for a first game. */
import type { Tip } from "../contract";
import { EXIT, keyOf } from "./mine";

export const COACH: readonly Tip[] = [
  {
    at: `#board [data-tile="${keyOf(EXIT)}"]`,
    side: "above",
    title: { en: "Get out first", fr: "Dehors le premier" },
    text: {
      en: "The first one out earns *10 points*, every diamond *3*. Nobody who stays below scores.",
      fr: "Le premier sorti gagne *10 points*, chaque diamant *3*. Qui reste au fond ne marque rien.",
    },
  },
  {
    at: "#board .mine",
    side: "left",
    title: { en: "First, sabotage", fr: "D’abord, le sabotage" },
    text: {
      en: "Collapse three tiles in *your own* mine: nobody can then close the ones beside them. Next, three in each other mine. Then you race: step onto a tile next to you that shows a number on the dice.",
      fr: "Condamnez trois tuiles de *votre* mine : leurs voisines resteront ouvertes. Puis trois dans chaque autre mine. Ensuite, la course : avancez sur une tuile voisine dont le numéro est sorti aux dés.",
    },
  },
  {
    at: "#board .mine",
    side: "right",
    title: { en: "Mind your air", fr: "Ménagez votre air" },
    text: {
      en: "Nowhere to step? One of your five lamps goes out. It ends when only one digger is left below.",
      fr: "Nulle part où aller ? Une de vos cinq lampes s’éteint. Tout s’arrête quand il ne reste qu’un mineur au fond.",
    },
  },
];
