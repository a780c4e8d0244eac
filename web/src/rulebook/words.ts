/** Words round the rules and their positions; what is said of a position comes with it. Not in the first script. */
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

export const FIND_IN_RULES: Text = { en: "Search the rules", fr: "Chercher dans les règles" };
export const NEXT_PLACE: Text = { en: "Next place", fr: "Passage suivant" };
export const PLACES = { en: ["place", "places"], fr: ["passage", "passages"] } as const;
export const CONTENTS: Text = { en: "Contents", fr: "Sommaire" };

export const WHY: Text = { en: "Why?", fr: "Pourquoi ?" };
export const RULE: Text = { en: "The rule", fr: "La règle" };
export const RULE_OF = (line: string): Text => ({ en: `The rule: ${line}`, fr: `La règle : ${line}` });
