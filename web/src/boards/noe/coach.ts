/** Tips for a first game. */
import type { Tip } from "../contract";

export const COACH: readonly Tip[] = [
  {
    at: ".place.near [data-place^='shield-']",
    about: ".place.near",
    side: "right",
    title: { en: "Stay afloat", fr: "Restez à flot" },
    text: {
      en: "These cards are your *life*, the one across is your *shield*. Keep your head above water.",
      fr: "Ces cartes sont votre *vie*, et la carte en travers votre *bouclier*. Gardez la tête hors de l’eau.",
    },
  },
  {
    at: ".tray",
    side: "above",
    title: { en: "Your turn", fr: "À vous de jouer" },
    text: {
      en: "One thing a turn. *Attack* a neighbour: what exceeds their shield comes off their life. Or *charge* to hit harder later, *reinforce* your shield for a round, or change one.",
      fr: "Une chose par tour. *Attaquez* un voisin : ce qui dépasse son bouclier lui coûte autant de vie. Ou *chargez* pour frapper plus fort ensuite, *renforcez* votre bouclier pour un tour, ou changez-en un.",
    },
  },
  {
    at: ".place:not(.near)",
    about: ".place.near .life",
    side: "left",
    title: { en: "The last one alive wins", fr: "Le dernier en vie gagne" },
    text: {
      en: "At zero you sink. After twenty rounds with nobody hurt, the most life wins.",
      fr: "À zéro, on coule. Après vingt tours de table sans blessure, la plus grande vie l’emporte.",
    },
  },
];
