/** Words round the positions of the rules; what is said of a position comes with it. */
import type { Text } from "../protocol";

export const TRY_IT: Text = { en: "Try it", fr: "À vous d’essayer" };
export const TRY_HERE: Text = { en: "Try it: legal actions work.", fr: "Essayez : les actions permises marchent." };
export const RESET: Text = { en: "Reset", fr: "Recommencer" };
export const SHOW: Text = { en: "Show", fr: "Montrer" };
export const SHOW_THIS: (tried: string) => Text = (tried) => ({ en: `Show: ${tried}`, fr: `Montrer : ${tried}` });
export const OVER_NOW: Text = { en: "The game is over.", fr: "La partie est finie." };
export const TRIED: Text = {
  en: "That’s it. Reset to try something else.",
  fr: "C’est fait. Recommencez pour essayer autre chose.",
};
