/** Everything that Le Jeu de Noé says. */
import type { NoeAction, NoeCard, NoeEvent, NoeView, Text } from "../../protocol";
import { NARROW, plain } from "../../words/language.svelte";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import type { Story } from "./attack";
import { isFaceDown, rankOf, type Suit, suitOf, sumOf } from "./cards";
import { sideOf, wrongSum } from "./round";

export const KEYS: readonly KeyShown[] = [
  {
    key: "1 2 3 4",
    what: { en: "Attack, charge, reinforce, new shield", fr: "Attaquer, charger, renforcer, nouveau bouclier" },
  },
];

/** The first half of an action that needs a target. */
export type Choice = "attack" | "swap_shield";

// ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────

const RANKS: Record<number, Text> = {
  1: { en: "ace", fr: "as" },
  11: { en: "jack", fr: "valet" },
  12: { en: "queen", fr: "dame" },
  13: { en: "king", fr: "roi" },
};
const SUITS: Record<Suit, Text> = {
  C: { en: "clubs", fr: "trèfle" },
  D: { en: "diamonds", fr: "carreau" },
  H: { en: "hearts", fr: "cœur" },
  S: { en: "spades", fr: "pique" },
};
export const CARD = (card: NoeCard): Text => {
  const rank = RANKS[rankOf(card)] ?? plain(String(rankOf(card)));
  const suit = SUITS[suitOf(card)];
  return { en: `${rank.en} of ${suit.en}`, fr: `${rank.fr} de ${suit.fr}` };
};

// ── Sentences ────────────────────────────────────────────────────────────────────────────────────────────

/** "1, 2 and 3", in both languages. */
export function listed(texts: readonly Text[]): Text {
  const join = (words: string[], last: string) =>
    words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
  return {
    en: join(
      texts.map((text) => text.en),
      "and",
    ),
    fr: join(
      texts.map((text) => text.fr),
      "et",
    ),
  };
}

const numbers = (cards: readonly NoeCard[]) => listed(cards.map((card) => plain(String(rankOf(card)))));
const cardNames = (cards: readonly NoeCard[]) => listed(cards.map(CARD));
/** "de Jules", "d’Inès". */
const frenchOf = (name: string) => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? `d’${name}` : `de ${name}`);
const points = (count: number): Text => ({
  en: count === 1 ? "1 point of life" : `${count} points of life`,
  fr: count === 1 ? "1 point de vie" : `${count} points de vie`,
});
const chargeCount = (count: number): Text => ({
  en: count === 0 ? "no charge" : count === 1 ? "1 charge" : `${count} charges`,
  fr: count === 0 ? "aucune charge" : count === 1 ? "1 charge" : `${count} charges`,
});

// ── The table ────────────────────────────────────────────────────────────────────────────────────────────

export const TABLE: Text = { en: "Table", fr: "Table" };
export const PLACES: Text = { en: "Places round the table", fr: "Places autour de la table" };
export const ACTIONS: Text = { en: "Your actions", fr: "Vos actions" };
export const PILE_NAME: Text = { en: "pile", fr: "pioche" };
export const DISCARD_NAME: Text = { en: "discard", fr: "défausse" };
export const LIFE: Text = { en: "Life", fr: "Vie" };
export const SHIELD: Text = { en: "Shield", fr: "Bouclier" };
export const CHARGES = chargeCount;
export const LAST_ATTACK: Text = { en: "Last attack", fr: "Dernière attaque" };
export const CARDS_SHOW = (sum: number): Text => ({ en: `Cards show ${sum}`, fr: `Cartes${NARROW}: ${sum}` });
export const QUIET = (turns: number, end: number): Text => ({
  en: `${turns}/${end} turns without a loss`,
  fr: `${turns}/${end} tours sans perte`,
});
const SANK_EN = ["first", "second", "third", "fourth", "fifth"];
const SANK_FR = ["premier", "deuxième", "troisième", "quatrième", "cinquième"];
/** The order in which the seats went. */
export const SANK = (order: number): Text => ({
  en: `Sank ${SANK_EN[order] ?? "last"}`,
  fr: `A sombré en ${SANK_FR[order] ?? "dernier"}`,
});

/** A whole place in one sentence, for who can't see it. */
export function PLACE(view: NoeView, other: number, seat: number, name: string, isYou: boolean): Text {
  const side = sideOf(other, seat, view.life.length);
  const where: Text = isYou
    ? { en: "you", fr: "vous" }
    : other === seat
      ? { en: "at the bottom", fr: "en bas" }
      : side.side === "facing"
        ? { en: "facing you", fr: "en face" }
        : side.side === "left"
          ? side.steps === 1
            ? { en: "left of you", fr: "à gauche" }
            : { en: `number ${side.steps} on the left`, fr: `numéro ${side.steps} à gauche` }
          : side.steps === 1
            ? { en: "right of you", fr: "à droite" }
            : { en: `number ${side.steps} on the right`, fr: `numéro ${side.steps} à droite` };
  const out = view.eliminated.indexOf(other);
  if (out >= 0)
    return {
      en: `${name}, ${where.en}, out of the game. ${SANK(out).en}.`,
      fr: `${name}, ${where.fr}, hors jeu. ${SANK(out).fr}.`,
    };
  const life = view.life[other] ?? 0;
  const cards = cardNames(view.life_cards[other] ?? []);
  const wrong = wrongSum(view, other);
  const shield = view.shields[other];
  const shieldName = shield ? CARD(shield) : plain("");
  const lying = view.reinforcements[other] ?? null;
  const reinforced: Text =
    lying === null
      ? plain("")
      : isFaceDown(lying)
        ? { en: ", reinforced by a hidden card", fr: ", renforcé par une carte cachée" }
        : { en: `, reinforced by the ${CARD(lying).en}`, fr: `, renforcé par ${CARD(lying).fr}` };
  const charges = chargeCount(view.charges[other]?.length ?? 0);
  const note: Text =
    wrong === null
      ? plain("")
      : {
          en: ` The cards show ${wrong}; the number counts.`,
          fr: ` Les cartes font ${wrong}${NARROW}; c’est le nombre qui compte.`,
        };
  return {
    en: `${name}, ${where.en}, life ${life}: ${cards.en}.${note.en} Shield ${shieldName.en}${reinforced.en}, ${charges.en}.`,
    fr: `${name}, ${where.fr}, vie ${life}${NARROW}: ${cards.fr}.${note.fr} Bouclier ${shieldName.fr}${reinforced.fr}, ${charges.fr}.`,
  };
}

// ── Actions and targets ──────────────────────────────────────────────────────────────────────────────────

export interface ActionWords {
  name: Text;
  /** Where there is little room. */
  short: Text;
  /** What it does; a few words where there is little room. */
  effect: Text;
  brief: Text;
}

export function actionWords(type: NoeAction["type"], charges: number): ActionWords {
  switch (type) {
    case "attack":
      return {
        name: { en: "Attack", fr: "Attaquer" },
        short: { en: "Attack", fr: "Attaquer" },
        effect:
          charges === 0
            ? { en: "With one card of the pile", fr: "Avec une carte de la pioche" }
            : charges === 1
              ? { en: "A card of the pile and your charge", fr: "Une carte de la pioche et votre charge" }
              : {
                  en: `A card of the pile and your ${charges} charges`,
                  fr: `Une carte de la pioche et vos ${charges} charges`,
                },
        brief:
          charges === 0
            ? { en: "one card", fr: "une carte" }
            : { en: `card + ${chargeCount(charges).en}`, fr: `pioche + ${chargeCount(charges).fr}` },
      };
    case "charge":
      return {
        name: { en: "Charge", fr: "Charger" },
        short: { en: "Charge", fr: "Charger" },
        effect: { en: "One more hidden card, three at most", fr: "Une carte cachée de plus, 3 au plus" },
        brief: { en: `${charges} of 3`, fr: `${charges} sur 3` },
      };
    case "reinforce":
      return {
        name: { en: "Reinforce", fr: "Renforcer" },
        short: { en: "Reinforce", fr: "Renforcer" },
        effect: { en: "A hidden card by your shield, for one round", fr: "Une carte cachée près du bouclier, un tour" },
        brief: { en: "for one round", fr: "pour un tour" },
      };
    case "swap_shield":
      return {
        name: { en: "New shield", fr: "Nouveau bouclier" },
        short: { en: "Shield", fr: "Bouclier" },
        effect: { en: "For you or for anybody else", fr: "Pour vous ou pour quelqu’un d’autre" },
        brief: { en: "change one", fr: "en changer un" },
      };
  }
}

export const FULL: Text = { en: "You have 3 charges already", fr: "Vous avez déjà 3 charges" };
export const FULL_BRIEF: Text = { en: "3 already", fr: "déjà 3" };
export const NOT_YOUR_TURN: Text = { en: "It is not your turn", fr: "Ce n’est pas votre tour" };

export interface TargetWords {
  /** What the button on a target says, and where there is little room. */
  text: Text;
  brief: Text;
  /** The same in full, for who can't see the place. */
  full: Text;
}

export function TARGET(choice: Choice, name: string, isYou: boolean): TargetWords {
  if (choice === "attack") {
    const text: Text = { en: `Attack ${name}`, fr: `Attaquer ${name}` };
    return { text, brief: { en: "Attack", fr: "Attaquer" }, full: text };
  }
  const text: Text = isYou
    ? { en: "your shield", fr: "votre bouclier" }
    : { en: `the shield of ${name}`, fr: `le bouclier ${frenchOf(name)}` };
  return {
    text: isYou
      ? { en: "Your shield", fr: "Votre bouclier" }
      : { en: `Shield of ${name}`, fr: `Bouclier ${frenchOf(name)}` },
    brief: { en: "Change", fr: "Changer" },
    full: { en: `Change ${text.en}`, fr: `Changer ${text.fr}` },
  };
}

/** Why a place can't be chosen. */
export const ACTION_FIRST: Text = { en: "Choose an action first.", fr: "Choisissez d’abord une action." };

export function WHY_NOT(choice: Choice, isOut: boolean, isYou: boolean): Text {
  if (isOut) return { en: "Out of the game, no target.", fr: "Hors jeu, pas une cible." };
  if (choice === "attack" && isYou) return { en: "You can't attack yourself.", fr: "On ne s’attaque pas soi-même." };
  return {
    en: "Too far away: only the nearest to your left and right can be attacked.",
    fr: "Trop loin\u202f: seuls vos voisins les plus proches, à gauche et à droite, sont à portée.",
  };
}

export function prompt({ legal, seats }: Sight<NoeView, NoeAction>, choice: Choice | null): Text {
  if (choice === "swap_shield") return { en: "Whose shield is changed?", fr: `Quel bouclier changez-vous${NARROW}?` };
  if (choice === "attack") {
    const names = legal.flatMap((action) => (action.type === "attack" ? [seats[action.target]?.name ?? ""] : []));
    return {
      en: `Whom do you attack: ${names.join(" or ")}?`,
      fr: `Qui attaquez-vous${NARROW}: ${names.join(" ou ")}${NARROW}?`,
    };
  }
  return { en: "Choose an action", fr: "Choisissez une action" };
}

// ── The attack, step by step ─────────────────────────────────────────────────────────────────────────────

export const STEPS: readonly Text[] = [
  { en: "Attack", fr: "Attaque" },
  { en: "Shield", fr: "Bouclier" },
  { en: "Reinforcement", fr: "Renfort" },
  { en: "Life", fr: "Vie" },
];
export const A_CHARGE: Text = { en: "charge", fr: "charge" };
export const A_SHIELD: Text = { en: "shield", fr: "bouclier" };
export const A_REINFORCEMENT: Text = { en: "reinforcement", fr: "renfort" };
export const STAYS_HIDDEN: Text = { en: "stays hidden", fr: "reste caché" };
export const LEAVES: Text = { en: "leaves", fr: "part" };
export const ARRIVES: Text = { en: "arrives", fr: "arrive" };
export const AGAIN: Text = { en: "See again", fr: "Revoir" };
export const CONTINUE: Text = { en: "Continue", fr: "Continuer" };
export const SPACE: Text = { en: "Space", fr: "Espace" };

const verb = (isYou: boolean, en: [string, string], fr: [string, string]): Text =>
  isYou ? { en: en[0], fr: fr[0] } : { en: en[1], fr: fr[1] };

export type Naming = Pick<Teller, "you" | "name">;

/** "You attack Jules", "Jules attacks you". */
export function WHO_ATTACKS(attacker: number, target: number, { you, name }: Naming): Text {
  if (attacker === you) return { en: `You attack ${name(target)}`, fr: `Vous attaquez ${name(target)}` };
  if (target === you) return { en: `${name(attacker)} attacks you`, fr: `${name(attacker)} vous attaque` };
  return { en: `${name(attacker)} attacks ${name(target)}`, fr: `${name(attacker)} attaque ${name(target)}` };
}

/** What came of it: a headline and a sentence. */
export function ENDING(story: Story, naming: Naming): { head: Text; more: Text } {
  const isYou = story.target === naming.you;
  const name = naming.name(story.target);
  if (story.ending === "shield" || story.ending === "reinforcement") {
    const more: Text = {
      en: `${story.total} does not exceed ${story.defence}.`,
      fr: `${story.total} ne dépasse pas ${story.defence}.`,
    };
    const spent: Text =
      story.cards.length > 1 ? { en: " The charges are spent.", fr: " Les charges sont dépensées." } : plain("");
    const head: Text =
      story.ending === "shield"
        ? { en: "The shield holds", fr: "Le bouclier tient" }
        : { en: "The reinforcement holds", fr: "Le renfort tient" };
    return { head, more: { en: more.en + spent.en, fr: more.fr + spent.fr } };
  }
  const loss = points(story.loss);
  const lost: Text =
    story.chargesLost === 0
      ? plain("")
      : {
          en: `${chargeCount(story.chargesLost).en} discarded unseen. `,
          fr: `${chargeCount(story.chargesLost).fr} à la défausse, sans être vue${story.chargesLost > 1 ? "s" : ""}. `,
        };
  if (story.ending === "eliminated") {
    const head = verb(
      isYou,
      ["You are out of the game", `${name} is out of the game`],
      ["Vous êtes hors jeu", `${name} est hors jeu`],
    );
    return {
      head,
      more: {
        en: `${loss.en} lost; all cards are discarded.`,
        fr: `${loss.fr} de moins${NARROW}; toutes les cartes à la défausse.`,
      },
    };
  }
  const head = verb(
    isYou,
    [`You lose ${loss.en}`, `${name} loses ${loss.en}`],
    [`Vous perdez ${loss.fr}`, `${name} perd ${loss.fr}`],
  );
  const cards: Text = story.isShown
    ? {
        en: `The life cards change to make ${story.lifeAfter}.`,
        fr: `Les cartes de vie changent pour faire ${story.lifeAfter}.`,
      }
    : {
        en: `No cards make ${story.lifeAfter}: the number counts.`,
        fr: `Aucune carte ne fait ${story.lifeAfter}${NARROW}: c’est le nombre qui compte.`,
      };
  return { head, more: { en: lost.en + cards.en, fr: lost.fr + cards.fr } };
}

/** The whole attack in one breath. */
export function STORY(story: Story, naming: Naming): Text {
  const who = WHO_ATTACKS(story.attacker, story.target, naming);
  const { head, more } = ENDING(story, naming);
  const cards = numbers(story.cards);
  const sum: Text = story.cards.length > 1 ? { en: `: ${story.total}`, fr: `${NARROW}: ${story.total}` } : plain("");
  const shield = rankOf(story.shield);
  const counted = story.reinforcement !== null && !isFaceDown(story.reinforcement) ? rankOf(story.reinforcement) : null;
  const defence: Text =
    counted === null || story.ending === "shield"
      ? { en: `Shield ${shield}.`, fr: `Bouclier ${shield}.` }
      : { en: `Shield ${shield}, reinforcement ${counted}.`, fr: `Bouclier ${shield}, renfort ${counted}.` };
  return {
    en: `${who.en} with ${cards.en}${sum.en}. ${defence.en} ${head.en}. ${more.en}`,
    fr: `${who.fr} avec ${cards.fr}${sum.fr}. ${defence.fr} ${head.fr}. ${more.fr}`,
  };
}

// ── The log ──────────────────────────────────────────────────────────────────────────────────────────────

export function tell(event: NoeEvent, { you, name }: Teller<NoeView>): Line | null {
  switch (event.type) {
    case "attacked": {
      const who = WHO_ATTACKS(event.seat, event.target, { you, name });
      const isYou = event.seat === you;
      const charges = numbers(event.charges);
      const total = sumOf([event.card, ...event.charges]);
      const card = rankOf(event.card);
      const several = event.charges.length > 1;
      const text: Text =
        event.charges.length === 0
          ? { en: `${who.en} with ${card}.`, fr: `${who.fr} avec ${card}.` }
          : {
              en: `${who.en} with ${card} and ${several ? "charges" : "a charge,"} ${charges.en}: ${total}.`,
              fr: several
                ? `${who.fr} avec ${card} et ${isYou ? "vos" : "ses"} charges ${charges.fr}${NARROW}: ${total}.`
                : `${who.fr} avec ${card} et une charge, ${charges.fr}${NARROW}: ${total}.`,
            };
      return { seat: event.seat, text };
    }
    case "reinforcement_revealed": {
      const card = rankOf(event.card);
      return {
        seat: event.seat,
        text:
          event.seat === you
            ? { en: `Your reinforcement is turned: ${card}.`, fr: `Votre renfort est retourné${NARROW}: ${card}.` }
            : {
                en: `The reinforcement of ${name(event.seat)} is turned: ${card}.`,
                fr: `Le renfort ${frenchOf(name(event.seat))} est retourné${NARROW}: ${card}.`,
              },
      };
    }
    case "attack_held":
      return line(event.seat, you, name, ["withstand the attack", "withstands the attack"], ["tenez bon", "tient bon"]);
    case "life_lost": {
      const loss = points(event.points);
      return line(
        event.seat,
        you,
        name,
        [`lose ${loss.en}`, `loses ${loss.en}`],
        [`perdez ${loss.fr}`, `perd ${loss.fr}`],
      );
    }
    case "life_cards_laid":
      return tellLifeCards(event, you, name);
    case "eliminated":
      return line(
        event.seat,
        you,
        name,
        ["are out of the game", "is out of the game"],
        ["êtes hors jeu", "est hors jeu"],
      );
    case "charged":
      return line(
        event.seat,
        you,
        name,
        ["charge: one card, face down", "charges: one card, face down"],
        [`chargez${NARROW}: une carte, face cachée`, `charge${NARROW}: une carte, face cachée`],
      );
    case "reinforced":
      return line(
        event.seat,
        you,
        name,
        ["reinforce your shield", "reinforces the shield"],
        ["renforcez votre bouclier", "renforce son bouclier"],
      );
    case "shield_discarded": {
      const { seat, target } = event;
      if (seat === target)
        return line(
          seat,
          you,
          name,
          ["change your shield", "takes a new shield"],
          ["changez de bouclier", "change de bouclier"],
        );
      if (target === you) return line(seat, you, name, ["", "changes your shield"], ["", "change votre bouclier"]);
      const whose: Text = { en: `the shield of ${name(target)}`, fr: `le bouclier ${frenchOf(name(target))}` };
      return line(
        seat,
        you,
        name,
        [`change ${whose.en}`, `changes ${whose.en}`],
        [`changez ${whose.fr}`, `change ${whose.fr}`],
      );
    }
    case "shield_laid": {
      const card = CARD(event.card);
      const rank = rankOf(event.card);
      return {
        seat: event.target,
        text: { en: `New shield: ${card.en}, ${rank}.`, fr: `Nouveau bouclier${NARROW}: ${card.fr}, ${rank}.` },
      };
    }
    case "reshuffled":
      return {
        seat: null,
        text: {
          en: "The discard is shuffled into a new pile.",
          fr: "La défausse, mélangée, devient la nouvelle pioche.",
        },
      };
    default:
      return null;
  }
}

function tellLifeCards(
  { seat, kept, from_discard, from_pile }: Extract<NoeEvent, { type: "life_cards_laid" }>,
  you: number | null,
  name: (seat: number) => string,
): Line {
  const cards = [...kept, ...from_discard, ...from_pile];
  const names = cardNames(cards);
  // Where no new card came, the cards may show more than the life: the event does not tell.
  if (cards.length === kept.length)
    return line(
      seat,
      you,
      name,
      [`keep ${names.en}`, `keeps ${names.en}`],
      [`gardez ${names.fr}`, `garde ${names.fr}`],
    );
  const life = sumOf(cards);
  return {
    seat,
    text:
      seat === you
        ? { en: `You have ${life} left: ${names.en}.`, fr: `Il vous reste ${life}${NARROW}: ${names.fr}.` }
        : {
            en: `${name(seat)} has ${life} left: ${names.en}.`,
            fr: `${name(seat)} garde ${life}${NARROW}: ${names.fr}.`,
          },
  };
}

/** A sentence about a seat, to its own player or to the others. */
function line(
  seat: number,
  you: number | null,
  name: (seat: number) => string,
  en: [you: string, other: string],
  fr: [you: string, other: string],
): Line {
  const isYou = seat === you;
  return {
    seat,
    text: {
      en: isYou ? `You ${en[0]}.` : `${name(seat)} ${en[1]}.`,
      fr: isYou ? `Vous ${fr[0]}.` : `${name(seat)} ${fr[1]}.`,
    },
  };
}

// ── The rules' figures ───────────────────────────────────────────────────────────────────────────────────

export const FIGURE = {
  life: { en: "Life cards.", fr: "Cartes de vie." },
  shield: { en: "Shield", fr: "Bouclier" },
  shieldMore: {
    en: "across them, face up; beside it a reinforcement, face down.",
    fr: "en travers, face visible\u202f; à côté, un renfort, face cachée.",
  },
  charges: { en: "Charges,", fr: "Charges," },
  chargesMore: {
    en: "three at most. Nobody sees them, not even you.",
    fr: "trois au plus. Personne ne les voit, pas même vous.",
  },
} satisfies Record<string, Text>;
