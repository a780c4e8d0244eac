/** All that Diggers says. */
import type { DiggersAction, DiggersEvent, DiggersView, Outcome, Text } from "../../protocol";
import { capital, count, de, list, pair, phrase, plural, series } from "../../words/say";
import { doing, told, type Verb } from "../../words/told";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { bonusOf, DIAMOND_POINTS } from "./bonus";
import { type Closed, ENTRANCE, EXIT, hasDiamond, isSame, numbersOf, type Side, type Tile } from "./mine";

export const KEYS: readonly KeyShown[] = [
  {
    key: "1 … 6",
    what: { en: "Go to the next tile with that number", fr: "Aller à la prochaine tuile de ce numéro" },
  },
];

export const BOARD: Text = { en: "The mine", fr: "La mine" };
export const TRAY: Text = { en: "Your digger", fr: "Votre mineur" };
export const IN: Text = { en: "Entrance", fr: "Entrée" };
export const OUT: Text = { en: "Exit", fr: "Sortie" };
const OXYGEN: Text = { en: "Oxygen", fr: "Oxygène" };
export const OXYGEN_OF = (points: number): Text => ({ en: `Oxygen ${points} of 5`, fr: `Oxygène ${points} sur 5` });
export const DIAMONDS: Text = { en: "Diamonds", fr: "Diamants" };
export const DIAMONDS_OF = (diamonds: number): Text =>
  count(diamonds, { en: ["diamond", "diamonds"], fr: ["diamant", "diamants"] });
export const DICE = (dice: readonly number[]): Text => pair({ en: "Dice", fr: "Dés" }, series(dice));
export const STEPS = (steps: number): Text =>
  plural(steps, {
    en: ["{n} step from the exit", "{n} steps from the exit"],
    fr: ["à {n} pas de la sortie", "à {n} pas de la sortie"],
  });
export const POINTS = (points: number): Text => count(points, { en: ["point", "points"], fr: ["point", "points"] });

export const OUT_IN = (round: number): Text => ({ en: `out in round ${round}`, fr: `dehors, manche ${round}` });
/** The bonus of a seat that got out, and its diamonds; of the others why they have none. */
export function pointsOf(view: DiggersView, seat: number): readonly Text[] {
  const round = view.exit_rounds[seat] ?? null;
  if (round === null) return [view.left.includes(seat) ? GONE : view.in_mine.includes(seat) ? STILL_BELOW : CHOKED];
  const diamonds = view.diamonds[seat]?.length ?? 0;
  const out = pair(capital(OUT_IN(round)), bonusOf(view, round));
  return diamonds > 0 ? [out, pair(DIAMONDS_OF(diamonds), diamonds * DIAMOND_POINTS)] : [out];
}
/** The order and the points of getting out, or the only one with air left. */
export function howWon(outcome: Outcome, view: DiggersView, teller?: Teller<DiggersView>): Text | null {
  const [winner, ...others] = outcome.winners;
  if (winner === undefined || !teller) return null;
  if (others.length > 0) return (view.exit_rounds[winner] ?? null) === null ? null : EACH(outcome.scores[winner] ?? 0);
  const round = view.exit_rounds[winner] ?? null;
  if (round !== null) {
    const bonus = bonusOf(view, round);
    const isFirst = view.exit_rounds.every((other) => other === null || other >= round);
    const found = DIAMOND_POINTS * (view.diamonds[winner]?.length ?? 0);
    const when = isFirst ? FIRST_OUT(round) : OUT_LATER(round);
    const points = found > 0 ? phrase`${bonus} + ${found} = ${POINTS(bonus + found)}` : POINTS(bonus);
    return phrase`${pair(doing(winner, teller, GETS_OUT, when), points)}.`;
  }
  if (outcome.reason !== "survivor") return null;
  if (view.left.length > 0)
    return phrase`${doing(view.left, teller, LEAVES)}. ${doing(winner, teller, IS_LAST_BELOW)}.`;
  return phrase`${NOBODY_OUT} ${doing(winner, teller, BREATHES)}.`;
}
const EACH = (points: number): Text =>
  phrase`${POINTS(points)} ${{ en: "each: nobody has more.", fr: "chacun : personne n’a plus." }}`;
const FIRST_OUT = (round: number): Text => ({ en: `first, in round ${round}`, fr: `en premier, manche ${round}` });
const OUT_LATER = (round: number): Text => ({ en: `in round ${round}`, fr: `manche ${round}` });
const LEAVES: Verb = {
  en: ["left the game", "left the game"],
  fr: ["avez quitté la partie", "a quitté la partie", "ont quitté la partie"],
};
const IS_LAST_BELOW: Verb = {
  en: ["are the last digger left", "is the last digger left"],
  fr: ["êtes le dernier mineur en lice", "est le dernier mineur en lice"],
};
const NOBODY_OUT: Text = { en: "Nobody gets out.", fr: "Personne ne sort." };
const BREATHES: Verb = {
  en: ["have oxygen left, the others none", "has oxygen left, the others none"],
  fr: ["avez encore de l’oxygène, les autres non", "a encore de l’oxygène, les autres non"],
};

const STILL_BELOW: Text = { en: "Still in the mine: no points", fr: "Encore dans la mine : aucun point" };
export const CHOKED: Text = { en: "out of oxygen", fr: "à court d’oxygène" };
export const GONE: Text = { en: "has left", fr: "a quitté" };
export const CHOSEN: Text = { en: "has chosen", fr: "a choisi" };
export const CHOOSING: Text = { en: "choosing", fr: "choisit" };
export const STUCK: Text = { en: "can’t move", fr: "bloqué" };
export const DONE: Text = { en: "has finished", fr: "a terminé" };

export const SABOTAGE_ROUND = (round: number, rounds: number): Text => ({
  en: `Sabotage ${round + 1} of ${rounds}`,
  fr: `Sabotage ${round + 1} sur ${rounds}`,
});
/** What to look for: in the viewer's own mine, and in another's. */
export const SABOTAGE_HINT = (isOwn: boolean): Text =>
  isOwn
    ? {
        en: "Collapsed tiles never touch: give up some here, and nobody can close the ones beside them.",
        fr: "Deux tuiles condamnées ne se touchent jamais : sacrifiez-en ici, et leurs voisines resteront ouvertes.",
      }
    : {
        en: "Block the way to the exit. Collapsed tiles never touch, and diamonds can’t be collapsed.",
        fr: "Barrez la route vers la sortie. Deux tuiles condamnées ne se touchent jamais ; un diamant ne se condamne pas.",
      };
export const RACE_ROUND = (round: number): Text => ({ en: `Round ${round}`, fr: `Manche ${round}` });
const DICE_WORDS: readonly Text[] = [
  { en: "One die for all.", fr: "Un seul dé pour tous." },
  { en: "Everyone shares these two dice.", fr: "Les deux mêmes dés pour tous." },
  { en: "The same three dice for all.", fr: "Les trois mêmes dés pour tous." },
  { en: "The same four dice for all.", fr: "Les quatre mêmes dés pour tous." },
];
export const RACE_HINT = (dice: number): Text => ({
  en: `${DICE_WORDS[dice - 1]?.en} Your step stays secret until everyone has chosen.`,
  fr: `${DICE_WORDS[dice - 1]?.fr} Votre pas reste secret jusqu’à ce que tous aient choisi.`,
});
export const STAYING: Text = {
  en: "No neighbouring tile matches the dice: you stay put and lose oxygen.",
  fr: "Aucune tuile voisine n’est sur les dés : vous restez, et une lampe s’éteint.",
};
export const LOOK_ON: Text = {
  en: "Select a small mine to see it up close.",
  fr: "Choisissez une petite mine pour la voir de près.",
};
export const NEXT_OUT = (bonus: number): Text => ({
  en: `The next one out gets ${POINTS(bonus).en}.`,
  fr: `Le prochain dehors gagne ${POINTS(bonus).fr}.`,
});
export const STICKS = (left: number): Text => count(left, { en: ["left", "left"], fr: ["restant", "restants"] });
export const STICKS_OF = (left: number, all: number): Text => {
  const en = `{n} of ${all} sticks of dynamite left`;
  return plural(left, {
    en: [en, en],
    fr: [`{n} bâton de dynamite sur ${all}`, `{n} bâtons de dynamite sur ${all}`],
  });
};
export const CHOOSE_TILE: Text = { en: "Choose a tile", fr: "Choisissez une tuile" };
export const COLLAPSE = (tile: Tile): Text => ({
  en: `Collapse this ${sign(tile)}`,
  fr: `Condamner ce ${sign(tile)}`,
});
export const STEP_ONTO = (tile: Tile): Text =>
  isSame(tile, EXIT)
    ? { en: "Step out", fr: "Sortir" }
    : { en: `Step onto ${sign(tile)}`, fr: `Aller sur le ${sign(tile)}` };

/** "Théo’s mine", "la mine d’Anouk". */
export const MINE_OF = (name: string, isYours: boolean): Text =>
  isYours ? { en: "your mine", fr: "votre mine" } : { en: `${name}’s mine`, fr: `la mine ${de(name)}` };
export const WORKS_IN = (name: string, isYours: boolean): Text => {
  const mine = MINE_OF(name, isYours);
  return { en: `in ${mine.en}`, fr: `dans ${mine.fr}` };
};
const LOOK_AT = (name: string, isYours: boolean): Text => {
  const mine = MINE_OF(name, isYours);
  return { en: `Look at ${mine.en}`, fr: `Voir ${mine.fr}` };
};
export const WHOLE_MINE: Text = { en: "The whole mine", fr: "Toute la mine" };
export const BACK_TO_WORK: Text = { en: "Back", fr: "Retour" };

// ── The tiles ────────────────────────────────────────────────────────────────────────────────────────────

/** What is written on a tile. */
export function sign(tile: Tile): string {
  return isSame(tile, EXIT) ? "2–6" : numbersOf(tile).join("·");
}

function number(tile: Tile): Text {
  if (isSame(tile, ENTRANCE)) return IN;
  if (isSame(tile, EXIT)) return OUT;
  return list(numbersOf(tile), "or");
}

const SIDE_WORDS: Record<Side, Text> = {
  ahead: { en: "ahead", fr: "devant" },
  "ahead left": { en: "ahead to the left", fr: "devant à gauche" },
  "ahead right": { en: "ahead to the right", fr: "devant à droite" },
  behind: { en: "behind you", fr: "derrière" },
  "behind left": { en: "behind to the left", fr: "derrière à gauche" },
  "behind right": { en: "behind to the right", fr: "derrière à droite" },
};

const CLOSED_WORDS: Record<Closed, Text> = {
  rubble: { en: "already collapsed", fr: "déjà condamnée" },
  entrance: { en: "the entrance stays open", fr: "l’entrée reste ouverte" },
  exit: { en: "the exit stays open", fr: "la sortie reste ouverte" },
  diamond: { en: "has a diamond", fr: "porte un diamant" },
  "beside rubble": { en: "next to a collapsed tile", fr: "voisine d’une tuile condamnée" },
};

/** Why a tile can't be collapsed, in a few words. */
export const CLOSED = (why: Closed): Text => CLOSED_WORDS[why];
/** Why a tile can't be stepped onto. */
export const NO_WAY_BACK: Text = { en: "no way back", fr: "pas de retour" };
export const NOT_ROLLED: Text = { en: "number not rolled", fr: "numéro non sorti" };

/** The same as a sentence, where a press was refused, with what to do instead. */
export const REFUSED: Record<Closed | "not beside" | "not rolled", Text> = {
  "not beside": {
    en: "Too far: step onto a glowing tile, next to you.",
    fr: "Trop loin : avancez sur une tuile éclairée, à côté de vous.",
  },
  "not rolled": {
    en: "No die shows its number: step onto a glowing tile.",
    fr: "Aucun dé ne montre son numéro : avancez sur une tuile éclairée.",
  },
  rubble: { en: "Already collapsed: choose another tile.", fr: "Déjà condamnée : choisissez une autre tuile." },
  entrance: { en: "Not the entrance: choose another tile.", fr: "Pas l’entrée : choisissez une autre tuile." },
  exit: {
    en: "The exit stays open: choose another tile.",
    fr: "La sortie reste ouverte : choisissez une autre tuile.",
  },
  diamond: {
    en: "A diamond can’t be collapsed: choose another tile.",
    fr: "Un diamant ne se condamne pas : choisissez une autre tuile.",
  },
  "beside rubble": {
    en: "Collapsed tiles never touch: choose one further away.",
    fr: "Deux tuiles condamnées ne se touchent jamais : choisissez plus loin.",
  },
};

export interface TileFacts {
  tile: Tile;
  isRubble: boolean;
  /** A diamond that is there, or was taken from there. */
  diamond: "here" | "taken" | null;
  /** Seen from the miner of this mine; null if it is not a neighbour. */
  side: Side | null;
  isMiner: boolean;
  /** How far from the exit; null where nobody asks. */
  steps: number | null;
  /** Why nothing can be done with it; null where something can, or where nobody is to act. */
  why: Text | null;
  isChosen: boolean;
  /** Whether the reader may step onto it now. */
  isOpen?: boolean;
}

/** All there is to know of a tile, for who does not see it. */
export function nameOfTile(facts: TileFacts): Text {
  const { tile, isRubble, diamond, side, isMiner, steps, why, isChosen, isOpen = false } = facts;
  if (isRubble) return { en: "Collapsed tile.", fr: "Tuile condamnée." };
  const known = [
    diamond === "here" ? phrase`${number(tile)} ${{ en: "with a diamond", fr: "avec un diamant" }}` : number(tile),
  ];
  if (diamond === "taken") known.push({ en: "diamond taken", fr: "diamant pris" });
  if (isMiner) known.push({ en: "the digger is here", fr: "le mineur est ici" });
  if (side) known.push(SIDE_WORDS[side]);
  if (steps) known.push(STEPS(steps));
  if (isChosen) known.push({ en: "chosen", fr: "choisie" });
  if (isOpen) known.push({ en: "you can step here", fr: "vous pouvez y aller" });
  if (why) known.push(pair({ en: "not available", fr: "impossible" }, why));
  return phrase`${series(known)}.`;
}

// ── The line that says what to do ────────────────────────────────────────────────────────────────────────

/** The mine that a seat works on in this round of the sabotage. */
export function mineOf(view: DiggersView, seat: number): number {
  return (seat + view.round) % view.disabled.length;
}

export function prompt(sight: Sight<DiggersView, DiggersAction>, choice: Tile | null): Text {
  const { view, seat, seats } = sight;
  if (view.phase === "race") {
    return choice
      ? { en: "Confirm: a step is final", fr: "Confirmez : un pas est définitif" }
      : { en: "Step onto a glowing tile", fr: "Avancez sur une tuile éclairée" };
  }
  const mine = mineOf(view, seat);
  const where = WORKS_IN(seats[mine]?.name ?? "", mine === seat);
  return choice
    ? { en: `This ${sign(choice)} ${where.en}?`, fr: `Ce ${sign(choice)} ${where.fr} ?` }
    : { en: `Collapse a tile ${where.en}`, fr: `Condamnez une tuile ${where.fr}` };
}

/** What is left to wait for, once the reader is out of the mine. */
export function resting({ view, seat }: Sight<DiggersView, DiggersAction>): Text | null {
  if (view.phase !== "race" || view.in_mine.includes(seat)) return null;
  const round = view.exit_rounds[seat] ?? null;
  if (round === null)
    return { en: "You’re out of oxygen: the others race on", fr: "Plus d’oxygène : la course continue sans vous" };
  const points = POINTS(bonusOf(view, round) + DIAMOND_POINTS * (view.diamonds[seat]?.length ?? 0));
  return {
    en: `You’re out, ${points.en}: the others race on`,
    fr: `Vous êtes dehors, ${points.fr} : la course continue`,
  };
}

/** Beside a wide mine there is least room of all. */
export function shortPrompt({ view, seat, seats }: Sight<DiggersView, DiggersAction>, choice: Tile | null): Text {
  if (view.phase === "race")
    return choice
      ? { en: "Confirm your step", fr: "Confirmez le pas" }
      : { en: "Step onto a tile", fr: "Avancez d’une tuile" };
  if (choice) return { en: `This ${sign(choice)}?`, fr: `Ce ${sign(choice)} ?` };
  const mine = mineOf(view, seat);
  return pair({ en: "Collapse", fr: "Condamnez" }, MINE_OF(seats[mine]?.name ?? "", mine === seat));
}

// ── The log ──────────────────────────────────────────────────────────────────────────────────────────────

function step(seat: number, tile: Tile, teller: Teller<DiggersView>): Text {
  if (isSame(tile, EXIT))
    return told(seat, teller, {
      en: ["reach the exit", "reaches the exit"],
      fr: ["atteignez la sortie", "atteint la sortie"],
    }).text;
  const diamond = hasDiamond(tile) ? { en: ", with its diamond", fr: ", avec son diamant" } : "";
  const verb: Verb = { en: ["step onto", "steps onto"], fr: ["allez sur le", "va sur le"] };
  return told(seat, teller, verb, phrase`${sign(tile)}${diamond}`).text;
}

const GETS_OUT: Verb = {
  en: ["get out of the mine", "gets out of the mine"],
  fr: ["sortez de la mine", "sort de la mine", "sortent de la mine"],
};
const LOSES: Verb = {
  en: ["stay put and lose oxygen", "stays put and loses oxygen"],
  fr: [
    "restez sur place et perdez de l’oxygène",
    "reste sur place et perd de l’oxygène",
    "restent sur place et perdent de l’oxygène",
  ],
};
const CHOKES: Verb = {
  en: ["run out of oxygen", "runs out of oxygen"],
  fr: ["n’avez plus d’oxygène", "n’a plus d’oxygène", "n’ont plus d’oxygène"],
};
const CHOOSES: Verb = { en: ["have chosen", "has chosen"], fr: ["avez choisi", "a choisi"] };
const FINISHES: Verb = { en: ["have finished", "has finished"], fr: ["avez terminé", "a terminé"] };

/** An action, as something that can be done. */
export const inWords = ({ type, tile }: DiggersAction): Text => (type === "move" ? STEP_ONTO : COLLAPSE)(tile);

export function tell(event: DiggersEvent, teller: Teller<DiggersView>): Line | null {
  switch (event.type) {
    case "sabotage_round_began":
      return { seat: null, text: SABOTAGE_ROUND(event.round, teller.view.disabled.length), isHeading: true };
    case "disabled": {
      const isOwn = event.mine === event.seat && event.seat !== teller.you;
      const where = isOwn
        ? { en: "in their own mine", fr: "dans sa propre mine" }
        : WORKS_IN(teller.name(event.mine), event.mine === teller.you);
      const verb: Verb = { en: ["collapse a", "collapses a"], fr: ["condamnez un", "condamne un"] };
      return told(event.seat, teller, verb, phrase`${sign(event.tile)} ${where}`);
    }
    case "sabotage_done":
      return event.seat === teller.you ? null : told(event.seat, teller, FINISHES);
    case "race_round_began": {
      const dice = plural(event.dice.length, {
        en: ["the die shows", "the dice show"],
        fr: ["le dé donne", "les dés donnent"],
      });
      const text = pair(RACE_ROUND(event.round), phrase`${dice} ${series(event.dice)}`);
      return { seat: null, text, isHeading: true };
    }
    case "chose":
      // The board shows the viewer's own choice; of the others' only that it was made.
      return event.seat === teller.you ? null : told(event.seat, teller, CHOOSES);
    case "revealed": {
      const steps = event.seats.flatMap((seat, index) => {
        const tile = event.tiles[index];
        return tile ? [step(seat, tile, teller)] : [];
      });
      const [only = null, ...others] = event.seats;
      return { seat: others.length ? null : only, text: series(steps, " ") };
    }
    case "got_out":
      return told(event.seats, teller, GETS_OUT);
    case "oxygen_lost":
      return told(event.seats, teller, LOSES);
    case "eliminated":
      return told(event.seats, teller, CHOKES);
    default:
      return null;
  }
}

/** One sentence for the mine of someone. */
export function nameOfMine(name: string, isYours: boolean, rubble: number, rest: readonly Text[]): Text {
  const heaps = count(rubble, {
    en: ["collapsed tile", "collapsed tiles"],
    fr: ["tuile condamnée", "tuiles condamnées"],
  });
  return phrase`${pair(LOOK_AT(name, isYours), series([heaps, ...rest]))}.`;
}

// ── The pictures at the head of the rules ────────────────────────────────────────────────────────────────

export const FIGURES = {
  entrance: {
    name: IN,
    what: { en: "You start here and never come back.", fr: "Vous partez d’ici, sans jamais y revenir." },
  },
  exit: {
    name: OUT,
    what: { en: "You get in with any number but 1.", fr: "On y entre avec n’importe quel numéro sauf le 1." },
  },
  numbers: {
    name: { en: "Tile", fr: "Tuile" },
    what: {
      en: "Enter it when a die shows its number, or one of its numbers.",
      fr: "On y entre quand un dé montre son numéro, ou l’un d’eux.",
    },
  },
  diamond: {
    name: { en: "Diamond", fr: "Diamant" },
    what: {
      en: "3 points if you get out. Can’t be collapsed.",
      fr: "3 points si vous sortez. Ne se condamne pas.",
    },
  },
  rubble: {
    name: { en: "Collapsed tile", fr: "Tuile condamnée" },
    what: {
      en: "Closed for good. Two never touch.",
      fr: "Fermée pour de bon. Deux ne se touchent jamais.",
    },
  },
  legal: {
    name: { en: "Glowing tile", fr: "Tuile éclairée" },
    what: { en: "You can step here now.", fr: "Vous pouvez y aller maintenant." },
  },
  digger: {
    name: { en: "Digger", fr: "Mineur" },
    what: { en: "Out first: 10 points, then 5, 2 and 0.", fr: "Premier dehors : 10 points, puis 5, 2 et 0." },
  },
  oxygen: {
    name: OXYGEN,
    what: {
      en: "Five lamps. One goes out each time you can’t move.",
      fr: "Cinq lampes. Une s’éteint à chaque fois que vous restez bloqué.",
    },
  },
} satisfies Record<string, { name: Text; what: Text }>;
