/** Actions of Le Jeu de Noé that can't be taken back and are likely a slip. */
import type { NoeAction, NoeView, Text } from "../../protocol";
import { capital } from "../../words/say";
import type { Sight } from "../contract";
import { rankOf } from "./cards";
import { shieldOf } from "./words";

const KING = 13;
/** A new shield is worth 7 on average: from here on it is likely a worse one, or a better one. */
const GOOD = 10;
const POOR = 4;

export function slip(action: NoeAction, { view, seat, seats }: Sight<NoeView, NoeAction>): Text | null {
  if (action.type !== "attack" && action.type !== "swap_shield") return null;
  const card = view.shields[action.target];
  const shield = card ? rankOf(card) : 0;
  const whose = capital(shieldOf(seats[action.target]?.name ?? ""));
  if (action.type === "attack")
    return shield === KING && !view.charges[seat]?.length
      ? { en: "Without a charge, no card exceeds a king.", fr: "Sans charge, aucune carte ne dépasse un roi." }
      : null;
  if (action.target === seat && shield >= GOOD)
    return {
      en: `Your shield is worth ${shield}; a new one, 7 on average.`,
      fr: `Votre bouclier vaut ${shield} ; un nouveau, 7 en moyenne.`,
    };
  return action.target !== seat && shield <= POOR
    ? {
        en: `${whose.en} is worth only ${shield}: a new one is likely better.`,
        fr: `${whose.fr} ne vaut que ${shield} : un nouveau sera sans doute meilleur.`,
      }
    : null;
}
