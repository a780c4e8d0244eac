/** Words round the rules: finding something in them, and being led to them. Not in the first script. */
import type { Text } from "../protocol";

export const FIND_IN_RULES: Text = { en: "Search the rules", fr: "Chercher dans les règles" };
export const NEXT_PLACE: Text = { en: "Next place", fr: "Passage suivant" };
export const PLACES = { en: ["place", "places"], fr: ["passage", "passages"] } as const;
export const CONTENTS: Text = { en: "Contents", fr: "Sommaire" };
