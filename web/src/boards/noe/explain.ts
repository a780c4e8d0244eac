/** What actions, cards and piles do, and what they are worth. */
import { HIDDEN, type NoeAction, type NoeView, type Text } from "../../protocol";
import { capital, pair, plain, series } from "../../words/say";
import type { Explanation, Sight } from "../contract";
import { rankOf } from "./cards";
import { actionWords, CHARGES, DISCARD_NAME, LIFE, PILE_NAME, SANK, SHIELD, shieldOf } from "./words";

const COURTS: Text = {
  en: "Ace 1, jack 11, queen 12, king 13.",
  fr: "As 1, valet 11, dame 12, roi 13.",
};

const ACTION: Record<NoeAction["type"], Omit<Explanation, "title">> = {
  attack: {
    text: {
      en: "Turns a card of the pile and adds your charges, all spent by it. What exceeds the shield comes off your neighbour’s life.",
      fr: "Retourne une carte de la pioche et y ajoute vos charges, qui sont alors dépensées. Ce qui dépasse le bouclier est perdu en vie.",
    },
    worth: COURTS,
  },
  charge: {
    text: {
      en: "Lays a hidden card for your next attack, three at most. You lose them all if an attack wounds you.",
      fr: "Pose une carte cachée pour votre prochaine attaque, trois au plus. Une blessure vous les fait toutes perdre.",
    },
  },
  reinforce: {
    text: {
      en: "Lays a hidden card beside your shield, and counts with it. It’s gone when your next turn begins.",
      fr: "Pose une carte cachée près de votre bouclier, qui compte avec lui. Elle part au début de votre prochain tour.",
    },
  },
  swap_shield: {
    text: {
      en: "Discards a shield, yours or anyone’s. The next card of the pile takes its place, face up.",
      fr: "Défausse un bouclier, le vôtre ou un autre. La carte suivante de la pioche le remplace, face visible.",
    },
    worth: { en: "A new one is worth 7 on average.", fr: "Un nouveau vaut 7 en moyenne." },
  },
};

const FACE_DOWN: Explanation = {
  title: { en: "Reinforcement", fr: "Renfort" },
  text: {
    en: "Nobody knows it. It’s turned when an attack exceeds the shield, and counts with it until its player’s next turn.",
    fr: "Personne ne le connaît. Il est retourné quand une attaque dépasse le bouclier, et compte avec lui jusqu’au prochain tour de son joueur.",
  },
};

/** What an attack must exceed. */
function defence(view: NoeView, seat: number): number {
  const shield = view.shields[seat];
  const lying = view.reinforcements[seat] ?? HIDDEN;
  return (shield ? rankOf(shield) : 0) + (lying === HIDDEN ? 0 : rankOf(lying));
}

const mustExceed = (points: number): Text => ({
  en: `An attack must exceed ${points} to wound.`,
  fr: `Une attaque ne blesse qu’au-delà de ${points}.`,
});

/** `action:attack`, `place:2`, `life:2`, `shield:2`, `reinforcement:2`, `charges:2`, `pile`, `discard`. */
export function explain(
  what: string,
  { view, seats, seat: own, isPlayer }: Sight<NoeView, NoeAction>,
): Explanation | null {
  const [kind = "", of = ""] = what.split(":");
  const seat = Number(of);
  const name = seats[seat]?.name ?? "";
  const isYou = isPlayer && seat === own;
  switch (kind) {
    case "action": {
      const type = of as NoeAction["type"];
      return { title: actionWords(type, 0).name, ...ACTION[type] };
    }
    case "place": {
      const out = view.eliminated.indexOf(seat);
      return {
        title: plain(name),
        text: out < 0 ? mustExceed(defence(view, seat)) : capital(SANK(out, view.life.length)),
      };
    }
    case "life": {
      const cards = (view.life_cards[seat] ?? []).map(rankOf);
      return {
        title: pair(LIFE, view.life[seat] ?? 0),
        text: isYou
          ? { en: "At 0, you’re out of the game.", fr: "À 0, vous êtes hors jeu." }
          : { en: `At 0, ${name} is out of the game.`, fr: `À 0, ${name} est hors jeu.` },
        worth: pair({ en: "The cards", fr: "Les cartes" }, series(cards, " + ")),
      };
    }
    case "shield": {
      const shield = view.shields[seat];
      return shield ? { title: pair(SHIELD, rankOf(shield)), text: mustExceed(defence(view, seat)) } : null;
    }
    case "reinforcement": {
      const lying = view.reinforcements[seat] ?? null;
      if (lying === null || lying === HIDDEN) return lying && FACE_DOWN;
      return {
        title: pair(FACE_DOWN.title, rankOf(lying)),
        text: {
          en: `Counts with ${shieldOf(name).en} until ${name}’s next turn.`,
          fr: `Compte avec ${shieldOf(name).fr} jusqu’à son prochain tour.`,
        },
      };
    }
    case "charges":
      return {
        title: capital(CHARGES(view.charges[seat]?.length ?? 0)),
        text: {
          en: `Hidden from everyone, ${isYou ? "you" : name} too. They add to the next attack; a wound discards them.`,
          fr: `Cachées à tous, même à ${isYou ? "vous" : name}. Elles s’ajoutent à la prochaine attaque ; une blessure les fait perdre.`,
        },
      };
    case "pile":
      return {
        title: capital(PILE_NAME),
        text: {
          en: "Every new card comes from here. When it’s empty, the discard is shuffled into a new one.",
          fr: "Toute nouvelle carte en vient. Vide, elle est refaite de la défausse mélangée.",
        },
      };
    case "discard":
      return {
        title: capital(DISCARD_NAME),
        text: {
          en: "Cards that were used or lost. New life cards are looked for here first, then in the pile.",
          fr: "Les cartes utilisées ou perdues. Les nouvelles cartes de vie y sont cherchées d’abord, puis dans la pioche.",
        },
      };
    default:
      return null;
  }
}
