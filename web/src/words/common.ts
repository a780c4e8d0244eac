/** Words of the platform. A game's own words are in its folder. */
import type { Colour, Refusal, StartPolicy, Text } from "../protocol";

export const UNREACHABLE: Refusal = {
  code: "unavailable",
  text: {
    en: "Can’t reach the server right now. Nothing is lost: try again in a moment.",
    fr: "Le serveur ne répond pas pour l’instant. Rien n’est perdu ; réessayez dans un instant.",
  },
  rule: null,
  wait: null,
};

export const LOST_MEANWHILE: Refusal = {
  code: "unavailable",
  text: {
    en: "Connection lost before the server answered. Reconnecting…",
    fr: "Connexion perdue avant la réponse. Reconnexion…",
  },
  rule: null,
  wait: null,
};

export const YOUR_TURN: Text = { en: "Your turn", fr: "À vous de jouer" };

export const COLOURS: Record<Colour, Text> = {
  vermilion: { en: "vermilion circle", fr: "rond vermillon" },
  blue: { en: "blue triangle", fr: "triangle bleu" },
  green: { en: "green square", fr: "carré vert" },
  amber: { en: "amber diamond", fr: "losange ambre" },
  rose: { en: "rose star", fr: "étoile rose" },
  sky: { en: "sky-blue cross", fr: "croix bleu ciel" },
};

export const POLICIES: Record<StartPolicy, Text> = {
  full: { en: "When the table is full", fr: "Une fois la table pleine" },
  host: { en: "When the host starts", fr: "Au signal de l’hôte" },
  ready: { en: "When everyone’s ready", fr: "Quand tout le monde est prêt" },
};
