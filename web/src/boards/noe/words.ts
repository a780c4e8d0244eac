/** Everything that Le Jeu de Noé says. */
import type { NoeAction, NoeCard, NoeEvent, NoeView, Outcome, Text } from "../../protocol";
import { count, de, type Forms, list, pair, phrase, plain, plural } from "../../words/say";
import { doing, IS_OUT, told, type Verb } from "../../words/told";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { finalScore } from "../ending";
import { type Story, storyOf } from "./attack";
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

const numbers = (cards: readonly NoeCard[]) => list(cards.map(rankOf));
const cardNames = (cards: readonly NoeCard[]) => list(cards.map(CARD));
const points = (lost: number): Text =>
  count(lost, { en: ["life point", "life points"], fr: ["point de vie", "points de vie"] });

// ── The table ────────────────────────────────────────────────────────────────────────────────────────────

export const TABLE: Text = { en: "Table", fr: "Table" };
export const PLACES: Text = { en: "Players around the table", fr: "Joueurs autour de la table" };
export const ACTIONS: Text = { en: "Your actions", fr: "Vos actions" };
export const PILE_NAME: Text = { en: "pile", fr: "pioche" };
export const DISCARD_NAME: Text = { en: "discard", fr: "défausse" };
export const LIFE: Text = { en: "Life", fr: "Vie" };
export const SHIELD: Text = { en: "Shield", fr: "Bouclier" };
export const CHARGES = (charges: number): Text =>
  charges === 0
    ? { en: "no charge", fr: "aucune charge" }
    : count(charges, { en: ["charge", "charges"], fr: ["charge", "charges"] });
export const LAST_ATTACK: Text = { en: "Last attack", fr: "Dernière attaque" };
export const CARDS_SHOW = (sum: number): Text => ({ en: `Cards add up to ${sum}`, fr: `Cartes : ${sum}` });
export const QUIET = (turns: number, end: number): Text => ({
  en: `${turns}/${end} turns without a loss`,
  fr: `${turns}/${end} tours sans perte`,
});
const SANK_EN = ["first", "second", "third", "fourth", "fifth"];
const SANK_FR = ["premier", "deuxième", "troisième", "quatrième", "cinquième"];
/** The order in which the seats went, where more than one can go. */
export const SANK = (order: number, seats: number): Text =>
  seats === 2
    ? { en: "Out of the game", fr: "Hors jeu" }
    : { en: `Out ${SANK_EN[order] ?? "last"}`, fr: `Hors jeu en ${SANK_FR[order] ?? "dernier"}` };

/** The life that a seat has left, or when it went. */
export function pointsOf(view: NoeView, seat: number): readonly Text[] {
  const out = view.eliminated.indexOf(seat);
  return [out < 0 ? points(view.life[seat] ?? 0) : SANK(out, view.life.length)];
}

/** The last blow, where it was seen, and the last player alive; or the lives after twenty quiet rounds. */
export function howWon(outcome: Outcome, view: NoeView, teller?: Teller<NoeView>): Text | null {
  const [winner] = outcome.winners;
  if (outcome.reason === "guard") {
    const quiet: Text = { en: "No life lost for 20 rounds", fr: "Personne n’a perdu de vie depuis 20 tours de table" };
    const alive = outcome.scores.filter((_, seat) => !view.eliminated.includes(seat));
    return phrase`${pair(quiet, finalScore({ scores: alive }))}.`;
  }
  if (outcome.reason !== "last" || winner === undefined || !teller) return null;
  const left = phrase`${doing(winner, teller, IS_LAST, points(view.life[winner] ?? 0))}.`;
  const story = teller.before ? storyOf((teller.events ?? []) as readonly NoeEvent[], teller.before) : null;
  if (story?.ending !== "eliminated") return left;
  const { en, fr } = WHO_ATTACKS(story.attacker, story.target, teller);
  const blow: Text = {
    en: `${en} with ${story.total} against ${story.defence}.`,
    fr: `${fr} avec ${story.total} contre ${story.defence}.`,
  };
  return phrase`${blow} ${left}`;
}
const IS_LAST: Verb = {
  en: ["are the last one alive, with", "is the last one alive, with"],
  fr: ["êtes le dernier en vie, avec", "est le dernier en vie, avec"],
};

const SIDES: Record<"left" | "right", Forms> = {
  left: { en: ["left of you", "number {n} on the left"], fr: ["à gauche", "numéro {n} à gauche"] },
  right: { en: ["right of you", "number {n} on the right"], fr: ["à droite", "numéro {n} à droite"] },
};

/** A whole place in one sentence, for who can't see it. */
export function PLACE(view: NoeView, other: number, seat: number, name: string, isYou: boolean): Text {
  const side = sideOf(other, seat, view.life.length);
  const where: Text = isYou
    ? { en: "you", fr: "vous" }
    : other === seat
      ? { en: "at the bottom", fr: "en bas" }
      : side.side === "facing"
        ? { en: "facing you", fr: "en face" }
        : plural(side.steps, SIDES[side.side]);
  const out = view.eliminated.indexOf(other);
  if (out >= 0) {
    const order = view.life.length > 2 ? phrase` ${SANK(out, view.life.length)}.` : "";
    return phrase`${name}, ${where}, ${{ en: "out of the game", fr: "hors jeu" }}.${order}`;
  }
  const life = view.life[other] ?? 0;
  const cards = cardNames(view.life_cards[other] ?? []);
  const wrong = wrongSum(view, other);
  const shield = view.shields[other];
  const lying = view.reinforcements[other] ?? null;
  const reinforced: Text | "" =
    lying === null
      ? ""
      : isFaceDown(lying)
        ? { en: ", reinforced by a hidden card", fr: ", renforcé par une carte cachée" }
        : { en: `, reinforced by the ${CARD(lying).en}`, fr: `, renforcé par ${CARD(lying).fr}` };
  const note: Text | "" =
    wrong === null
      ? ""
      : {
          en: ` The cards add up to ${wrong}, but the number counts.`,
          fr: ` Les cartes font ${wrong} ; c’est le nombre qui compte.`,
        };
  const head = pair(phrase`${name}, ${where}, ${{ en: "life", fr: "vie" }} ${life}`, cards);
  const charges = CHARGES(view.charges[other]?.length ?? 0);
  return phrase`${head}.${note} ${SHIELD} ${shield ? CARD(shield) : ""}${reinforced}, ${charges}.`;
}

// ── Actions and targets ──────────────────────────────────────────────────────────────────────────────────

interface ActionWords {
  name: Text;
  /** Where there is little room. */
  short: Text;
  /** What it does; a few words where there is little room. */
  effect: Text;
  brief: Text;
}

/** `against` is what the only one who can be attacked defends with; where there are several it is not said. */
export function actionWords(type: NoeAction["type"], charges: number, against: Text | null = null): ActionWords {
  switch (type) {
    case "attack":
      return {
        name: { en: "Attack", fr: "Attaquer" },
        short: { en: "Attack", fr: "Attaquer" },
        effect: phrase`${
          charges === 0
            ? { en: "A card from the pile", fr: "Une carte de la pioche" }
            : plural(charges, {
                en: ["A card of the pile and your charge", "A card of the pile and your {n} charges"],
                fr: ["Une carte de la pioche et votre charge", "Une carte de la pioche et vos {n} charges"],
              })
        }${against ? phrase`${{ en: ", against shield", fr: ", contre le bouclier" }} ${against}` : ""}`,
        brief:
          charges > 0
            ? phrase`${{ en: "card", fr: "carte" }} + ${CHARGES(charges)}`
            : against
              ? phrase`${{ en: "to beat:", fr: "à battre :" }} ${against}`
              : { en: "a card", fr: "une carte" },
      };
    case "charge":
      return {
        name: { en: "Charge", fr: "Charger" },
        short: { en: "Charge", fr: "Charger" },
        effect: {
          en: "A hidden card for a later attack, three at most",
          fr: "Une carte cachée pour une attaque à venir, 3 au plus",
        },
        brief: { en: `for later, ${charges} of 3`, fr: `plus tard, ${charges}/3` },
      };
    case "reinforce":
      return {
        name: { en: "Reinforce", fr: "Renforcer" },
        short: { en: "Reinforce", fr: "Renforcer" },
        effect: {
          en: "A hidden card beside your shield until your next turn",
          fr: "Une carte cachée près du bouclier, jusqu’à votre prochain tour",
        },
        brief: { en: "until your turn", fr: "pour un tour" },
      };
    case "swap_shield":
      return {
        name: { en: "New shield", fr: "Nouveau bouclier" },
        short: { en: "Shield", fr: "Bouclier" },
        effect: {
          en: "Yours or anyone’s, by a card from the pile",
          fr: "Le vôtre ou un autre, par une carte de la pioche",
        },
        brief: { en: "replace one", fr: "en changer un" },
      };
  }
}

/** What the only one who can be attacked defends with; null where there are several. */
export function onlyDefence(view: NoeView, seat: number): Text | null {
  const [other, ...more] = [...view.life.keys()].filter((one) => one !== seat && !view.eliminated.includes(one));
  const shield = other === undefined ? undefined : view.shields[other];
  if (other === undefined || more.length > 0 || !shield) return null;
  const lying = view.reinforcements[other] ?? null;
  const added = lying === null ? "" : isFaceDown(lying) ? " + ?" : ` + ${rankOf(lying)}`;
  return plain(`${rankOf(shield)}${added}`);
}

export const FULL: Text = { en: "You already have 3 charges", fr: "Vous avez déjà 3 charges" };
export const FULL_BRIEF: Text = { en: "3 already", fr: "déjà 3" };
export const NOT_YOUR_TURN: Text = { en: "It is not your turn", fr: "Ce n’est pas votre tour" };

interface TargetWords {
  /** What the button on a target says, and where there is little room. */
  text: Text;
  brief: Text;
  /** The same in full, for who can't see the place. */
  full: Text;
}

export const shieldOf = (name: string): Text => ({ en: `${name}’s shield`, fr: `le bouclier ${de(name)}` });

export function TARGET(choice: Choice, name: string, isYou: boolean): TargetWords {
  if (choice === "attack") {
    const text: Text = { en: `Attack ${name}`, fr: `Attaquer ${name}` };
    return { text, brief: { en: "Attack", fr: "Attaquer" }, full: text };
  }
  const brief: Text = { en: "Replace", fr: "Changer" };
  const full = phrase`${brief} ${isYou ? { en: "your shield", fr: "votre bouclier" } : shieldOf(name)}`;
  return { text: full, brief, full };
}

/** Why a place can't be chosen. */
export const ACTION_FIRST: Text = { en: "Choose an action first.", fr: "Choisissez d’abord une action." };

export function WHY_NOT(choice: Choice, isOut: boolean, isYou: boolean): Text {
  if (isOut) return { en: "Already out of the game.", fr: "Déjà hors jeu." };
  if (choice === "attack" && isYou) return { en: "You can’t attack yourself.", fr: "On ne s’attaque pas soi-même." };
  return {
    en: "Too far: you can attack only your nearest neighbour on each side.",
    fr: "Trop loin : on n’attaque que le voisin le plus proche de chaque côté.",
  };
}

/** What is left to wait for, once the reader is out of the game. */
export const resting = ({ view, seat }: Sight<NoeView, NoeAction>): Text | null =>
  view.eliminated.includes(seat)
    ? { en: "You’re out of the game: the others play on", fr: "Vous êtes hors jeu : la partie continue" }
    : null;

export function prompt({ legal, seats }: Sight<NoeView, NoeAction>, choice: Choice | null): Text {
  if (choice === "swap_shield") return { en: "Replace whose shield?", fr: "Changer le bouclier de qui ?" };
  if (choice === "attack") {
    const names = legal.flatMap((action) => (action.type === "attack" ? [seats[action.target]?.name ?? ""] : []));
    const { en, fr } = list(names, "or");
    return { en: `Attack ${en}?`, fr: `Attaquer ${fr} ?` };
  }
  return { en: "Your turn: choose an action", fr: "À vous : choisissez une action" };
}

export function shortPrompt(_: Sight<NoeView, NoeAction>, choice: Choice | null): Text | null {
  return choice === null ? { en: "Choose an action", fr: "Choisissez une action" } : null;
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
export const AGAIN: Text = { en: "Show again", fr: "Revoir" };
export const CONTINUE: Text = { en: "Continue", fr: "Continuer" };
/** The seats that acted meanwhile; their actions come after. */
export const NEXT: Text = { en: "Next:", fr: "Ensuite :" };
export const MOVE_OF = (name: string): Text => ({ en: `${name}’s move`, fr: `le coup ${de(name)}` });
export const MORE = (others: number): Text => plain(`+${others}`);
export const SPACE: Text = { en: "Space", fr: "Espace" };

export type Naming = Pick<Teller, "you" | "name">;

/** "You attack Jules", "Jules attacks you". */
export function WHO_ATTACKS(attacker: number, target: number, { you, name }: Naming): Text {
  if (attacker === you) return { en: `You attack ${name(target)}`, fr: `Vous attaquez ${name(target)}` };
  if (target === you) return { en: `${name(attacker)} attacks you`, fr: `${name(attacker)} vous attaque` };
  return { en: `${name(attacker)} attacks ${name(target)}`, fr: `${name(attacker)} attaque ${name(target)}` };
}

/** What came of it: a headline and a sentence. */
export function ENDING(story: Story, naming: Naming): { head: Text; more: Text } {
  const who = (verb: Verb, rest?: Text) => doing(story.target, naming, verb, rest);
  if (story.ending === "shield" || story.ending === "reinforcement") {
    const more: Text = {
      en: `${story.total} doesn’t beat ${story.defence}.`,
      fr: `${story.total} ne dépasse pas ${story.defence}.`,
    };
    const spent = story.cards.length > 1 ? { en: " The charges are spent.", fr: " Les charges sont dépensées." } : "";
    const head: Text =
      story.ending === "shield"
        ? { en: "The shield holds", fr: "Le bouclier tient" }
        : { en: "The reinforcement holds", fr: "Le renfort tient" };
    return { head, more: phrase`${more}${spent}` };
  }
  const loss = points(story.loss);
  if (story.ending === "eliminated")
    return {
      head: who(IS_OUT),
      more: {
        en: `${loss.en} lost; all cards discarded.`,
        fr: `${loss.fr} de moins ; toutes les cartes vont à la défausse.`,
      },
    };
  const lost =
    story.chargesLost === 0
      ? ""
      : count(story.chargesLost, {
          en: ["charge discarded unseen. ", "charges discarded unseen. "],
          fr: ["charge à la défausse, sans être vue. ", "charges à la défausse, sans être vues. "],
        });
  const cards: Text = story.isShown
    ? {
        en: `New life cards add up to ${story.lifeAfter}.`,
        fr: `Les nouvelles cartes de vie font ${story.lifeAfter}.`,
      }
    : {
        en: `No cards add up to ${story.lifeAfter}: the number counts.`,
        fr: `Aucune carte ne fait ${story.lifeAfter} : c’est le nombre qui compte.`,
      };
  return { head: who(LOSES, loss), more: phrase`${lost}${cards}` };
}

const WITH: Text = { en: "with", fr: "avec" };
const LOSES: Verb = { en: ["lose", "loses"], fr: ["perdez", "perd"] };

/** The whole attack in one breath. */
export function STORY(story: Story, naming: Naming): Text {
  const who = WHO_ATTACKS(story.attacker, story.target, naming);
  const { head, more } = ENDING(story, naming);
  const numbered = numbers(story.cards);
  const cards = story.cards.length > 1 ? pair(numbered, story.total) : numbered;
  const shield = rankOf(story.shield);
  const counted = story.reinforcement !== null && !isFaceDown(story.reinforcement) ? rankOf(story.reinforcement) : null;
  const defence: Text =
    counted === null || story.ending === "shield"
      ? { en: `Shield ${shield}.`, fr: `Bouclier ${shield}.` }
      : { en: `Shield ${shield}, reinforcement ${counted}.`, fr: `Bouclier ${shield}, renfort ${counted}.` };
  return phrase`${who} ${WITH} ${cards}. ${defence} ${head}. ${more}`;
}

// ── The log ──────────────────────────────────────────────────────────────────────────────────────────────

/** An action, as something that can be done. */
export const inWords = (action: NoeAction, { you, name }: Teller<NoeView>): Text =>
  "target" in action
    ? TARGET(action.type, name(action.target), action.target === you).full
    : actionWords(action.type, 0).name;

export function tell(event: NoeEvent, teller: Teller<NoeView>): Line | null {
  const { you, name } = teller;
  switch (event.type) {
    case "attacked": {
      const cards = [event.card, ...event.charges];
      const total = event.charges.length === 0 ? "" : ` = ${sumOf(cards)}`;
      const who = WHO_ATTACKS(event.seat, event.target, teller);
      return { seat: event.seat, text: phrase`${who} ${WITH} ${cards.map(rankOf).join(" + ")}${total}.` };
    }
    case "reinforcement_revealed": {
      const whose: Text =
        event.seat === you
          ? { en: "Your reinforcement is revealed", fr: "Votre renfort est révélé" }
          : {
              en: `${name(event.seat)}’s reinforcement is revealed`,
              fr: `Le renfort ${de(name(event.seat))} est révélé`,
            };
      return { seat: event.seat, text: phrase`${pair(whose, rankOf(event.card))}.` };
    }
    case "attack_held": {
      const story = teller.before ? storyOf((teller.events ?? []) as readonly NoeEvent[], teller.before) : null;
      const line = told(event.seat, teller, {
        en: ["withstand the attack", "withstands the attack"],
        fr: ["tenez bon", "tient bon"],
      });
      return story ? { ...line, text: phrase`${line.text} ${ENDING(story, teller).more}` } : line;
    }
    case "life_lost": {
      const charges = teller.before?.charges[event.seat]?.length ?? 0;
      const lost = charges > 0 ? list([points(event.points), CHARGES(charges)]) : points(event.points);
      return { ...told(event.seat, teller, LOSES, lost), gain: -event.points };
    }
    case "life_cards_laid":
      return tellLifeCards(event, teller);
    case "eliminated":
      return told(event.seat, teller, IS_OUT);
    case "charged":
      return told(event.seat, teller, {
        en: ["add a charge, face down", "adds a charge, face down"],
        fr: ["chargez : une carte, face cachée", "charge : une carte, face cachée"],
      });
    case "reinforced":
      return told(event.seat, teller, {
        en: ["reinforce your shield", "reinforces their shield"],
        fr: ["renforcez votre bouclier", "renforce son bouclier"],
      });
    case "shield_discarded": {
      const { seat, target } = event;
      if (seat === target)
        return told(seat, teller, {
          en: ["replace your shield", "replaces their shield"],
          fr: ["changez de bouclier", "change de bouclier"],
        });
      const whose = target === you ? { en: "your shield", fr: "votre bouclier" } : shieldOf(name(target));
      return told(seat, teller, { en: ["replace", "replaces"], fr: ["changez", "change"] }, whose);
    }
    case "shield_laid": {
      const old = teller.before?.shields[event.target];
      const instead = old ? { en: ` instead of ${rankOf(old)}`, fr: ` au lieu de ${rankOf(old)}` } : "";
      const laid = phrase`${CARD(event.card)}, ${rankOf(event.card)}${instead}`;
      return { seat: event.target, text: phrase`${pair({ en: "New shield", fr: "Nouveau bouclier" }, laid)}.` };
    }
    case "turn_began":
      // Its reinforcement leaves, which nothing else says.
      return teller.before?.reinforcements[event.seat]
        ? { seat: event.seat, text: event.seat === you ? YOURS_GOES : REINFORCEMENT_GOES(name(event.seat)) }
        : null;
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

const YOURS_GOES: Text = {
  en: "Your turn begins: your reinforcement is discarded.",
  fr: "Votre tour commence : votre renfort est défaussé.",
};
const REINFORCEMENT_GOES = (name: string): Text => ({
  en: `${name}’s turn begins: their reinforcement is discarded.`,
  fr: `Le tour ${de(name)} commence : son renfort est défaussé.`,
});

function tellLifeCards(
  { seat, kept, from_discard, from_pile }: Extract<NoeEvent, { type: "life_cards_laid" }>,
  teller: Teller<NoeView>,
): Line {
  const cards = [...kept, ...from_discard, ...from_pile];
  const names = cardNames(cards);
  // Where no cards add up to it, the number counts, which only the view tells.
  const life = teller.view?.life[seat] ?? sumOf(cards);
  const name = teller.name(seat);
  const left: Text =
    seat === teller.you
      ? { en: `You have ${life} left`, fr: `Il vous reste ${life}` }
      : { en: `${name} has ${life} left`, fr: `${name} garde ${life}` };
  return { seat, text: phrase`${pair(left, names)}.` };
}

// ── The rules' figures ───────────────────────────────────────────────────────────────────────────────────

export const FIGURE = {
  life: { en: "Life cards.", fr: "Cartes de vie." },
  shield: { en: "Shield", fr: "Bouclier" },
  shieldMore: {
    en: "across them, face up; beside it a reinforcement, face down.",
    fr: "en travers, face visible ; à côté, un renfort, face cachée.",
  },
  charges: { en: "Charges,", fr: "Charges," },
  chargesMore: {
    en: "three at most. Nobody sees them, not even you.",
    fr: "trois au plus. Personne ne les voit, pas même vous.",
  },
} satisfies Record<string, Text>;
