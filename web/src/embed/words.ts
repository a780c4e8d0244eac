import type { Text } from "../protocol";

export const OPEN_PAGE: Text = { en: "Open on tablée", fr: "Ouvrir sur tablée" };
export const NOT_BEGUN: Text = { en: "The game hasn’t started yet.", fr: "La partie n’a pas encore commencé." };
export const NOTHING_HERE: Text = { en: "Nothing to see here", fr: "Rien à voir ici" };
