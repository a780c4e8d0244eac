/** Words of the first screen, of the lists, and of what leads to a table. */
import type { Text } from "../protocol";

export const NOWHERE: Text = { en: "There is nothing at this address", fr: "Il n’y a rien à cette adresse" };
export const UNREACHED: Text = { en: "The server can’t be reached", fr: "Le serveur ne répond pas" };
export const TRY_AGAIN: Text = { en: "Try again", fr: "Réessayer" };
export const ONE_MOMENT: Text = { en: "One moment…", fr: "Un instant…" };
export const ACCESS_TITLE: Text = { en: "This table is private", fr: "Cette table est privée" };
export const ACCESS_CODE: Text = { en: "Access code", fr: "Code d’accès" };
export const JOIN: Text = { en: "Join", fr: "Rejoindre" };
export const WATCH: Text = { en: "Watch", fr: "Regarder" };
