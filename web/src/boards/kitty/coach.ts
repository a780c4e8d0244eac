/** Tips for a first game. */
import type { Tip } from "../contract";

export const COACH: readonly Tip[] = [
  {
    at: "[data-tile='2']",
    about: "#board .grid",
    side: "right",
    title: { en: "Hearts and tiles", fr: "Cœurs et tuiles" },
    text: {
      en: "On its own colour a heart counts *double*, on white its points, anywhere else nothing.",
      fr: "Sur sa couleur, un cœur compte *double* ; sur du blanc, ses points ; ailleurs, rien.",
    },
  },
  {
    at: "[data-tile='4']",
    about: "[data-explains='decks']",
    side: "right",
    title: { en: "Draw, then play", fr: "Piocher, puis jouer" },
    text: {
      en: "Draw first. Then play as many hearts and magic cards as you like, and *end your turn* yourself.",
      fr: "Piochez d’abord. Jouez ensuite autant de cœurs et de magies que vous voulez, puis *finissez vous-même* le tour.",
    },
  },
  {
    at: "#board .grid",
    side: "left",
    title: { en: "Until all is full", fr: "Quand tout est rempli" },
    text: {
      en: "The last free tile ends the game *at once*, even in mid-turn; empty decks end it too. Most points win.",
      fr: "La dernière tuile libre termine la partie *aussitôt*, même en plein tour ; des pioches vides aussi. Le plus de points l’emporte.",
    },
  },
];
