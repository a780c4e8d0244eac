/** Words of the platform. A game's own words are in its folder. */
import type { Colour, Refusal, StartPolicy, Text } from "../protocol";

export const UNREACHABLE: Refusal = {
  code: "unavailable",
  text: {
    en: "The server can’t be reached just now. Nothing is lost; try again in a moment.",
    fr: "Le serveur ne répond pas pour l’instant. Rien n’est perdu ; réessayez dans un moment.",
  },
  rule: null,
  wait: null,
};

export const LOST_MEANWHILE: Refusal = {
  code: "unavailable",
  text: {
    en: "The connection was lost before an answer came. You will be back in a moment.",
    fr: "La connexion s’est perdue avant la réponse. Vous revenez dans un instant.",
  },
  rule: null,
  wait: null,
};

export const COLOURS: Record<Colour, Text> = {
  vermilion: { en: "vermilion circle", fr: "rond vermillon" },
  blue: { en: "blue triangle", fr: "triangle bleu" },
  green: { en: "green square", fr: "carré vert" },
  amber: { en: "amber diamond", fr: "losange ambre" },
  rose: { en: "rose star", fr: "étoile rose" },
  sky: { en: "sky cross", fr: "croix ciel" },
};

export const POLICIES: Record<StartPolicy, Text> = {
  full: { en: "When all seats are taken", fr: "Une fois la table pleine" },
  host: { en: "When the host starts", fr: "Au signal de l’hôte" },
  ready: { en: "When all are ready", fr: "Quand tous sont prêts" },
};
