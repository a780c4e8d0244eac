/** All that Diggers says. */
import type { DiggersAction, DiggersEvent, DiggersView, Text } from "../../protocol";
import type { KeyShown, Line, Sight, Teller } from "../contract";
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
export const OXYGEN: Text = { en: "Oxygen", fr: "Oxygène" };
export const OXYGEN_OF = (points: number): Text => ({ en: `Oxygen ${points} of 5`, fr: `Oxygène ${points} sur 5` });
export const DIAMONDS: Text = { en: "Diamonds", fr: "Diamants" };
export const DIAMONDS_OF = (count: number): Text => ({
  en: count === 1 ? "1 diamond" : `${count} diamonds`,
  fr: count > 1 ? `${count} diamants` : `${count} diamant`,
});
export const DICE = (dice: readonly number[]): Text => ({
  en: `Dice: ${dice.join(", ")}`,
  fr: `Dés\u00a0: ${dice.join(", ")}`,
});
export const STEPS = (steps: number): Text => ({
  en: steps === 1 ? "1 step from the exit" : `${steps} steps from the exit`,
  fr: steps === 1 ? "à 1 pas de la sortie" : `à ${steps} pas de la sortie`,
});
export const POINTS = (points: number): Text => ({
  en: points === 1 ? "1 point" : `${points} points`,
  fr: points > 1 ? `${points} points` : `${points} point`,
});

export const OUT_IN = (round: number): Text => ({ en: `out in round ${round}`, fr: `dehors, manche ${round}` });
export const CHOKED: Text = { en: "out of oxygen", fr: "à court d’air" };
export const GONE: Text = { en: "has left", fr: "a quitté" };
export const CHOSEN: Text = { en: "has chosen", fr: "a choisi" };
export const CHOOSING: Text = { en: "choosing", fr: "choisit" };
export const STUCK: Text = { en: "can’t move", fr: "bloqué" };
export const DONE: Text = { en: "has finished", fr: "a terminé" };

export const SABOTAGE_ROUND = (round: number, rounds: number): Text => ({
  en: `Sabotage ${round + 1} of ${rounds}`,
  fr: `Sabotage ${round + 1} sur ${rounds}`,
});
export const SABOTAGE_HINT: Text = {
  en: "Rubble never touches rubble, and diamonds stay.",
  fr: "Deux éboulis ne se touchent jamais, et les diamants restent.",
};
export const RACE_ROUND = (round: number): Text => ({ en: `Round ${round}`, fr: `Manche ${round}` });
const DICE_WORDS: readonly Text[] = [
  { en: "One die for all.", fr: "Un seul dé pour tous." },
  { en: "The same two dice for all.", fr: "Les deux mêmes dés pour tous." },
  { en: "The same three dice for all.", fr: "Les trois mêmes dés pour tous." },
  { en: "The same four dice for all.", fr: "Les quatre mêmes dés pour tous." },
];
export const RACE_HINT = (dice: number): Text => ({
  en: `${DICE_WORDS[dice - 1]?.en} Nobody sees your step until everyone has chosen.`,
  fr: `${DICE_WORDS[dice - 1]?.fr} Personne ne voit votre pas avant que tous aient choisi.`,
});
export const STAYING: Text = {
  en: "No tile next to you is on the dice: you stay, and a lamp goes out.",
  fr: "Aucune tuile voisine n’est sur les dés\u00a0: vous restez, et une lampe s’éteint.",
};
export const LOOK_ON: Text = {
  en: "Click a small mine to look into it.",
  fr: "Cliquez sur une petite mine pour la regarder de près.",
};
export const NEXT_OUT = (bonus: number): Text => ({
  en: `The next one out gets ${bonus} points.`,
  fr: `Le prochain dehors gagne ${bonus} points.`,
});
export const STICKS = (left: number): Text => ({
  en: `${left} left`,
  fr: left > 1 ? `${left} restants` : `${left} restant`,
});
export const STICKS_OF = (left: number, all: number): Text => ({
  en: `${left} of ${all} sticks of dynamite left`,
  fr: `${left} bâtons de dynamite sur ${all}`,
});
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
  isYours
    ? { en: "your mine", fr: "votre mine" }
    : { en: `${name}’s mine`, fr: `la mine ${/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? "d’" : "de "}${name}` };
export const WORKS_IN = (name: string, isYours: boolean): Text => {
  const mine = MINE_OF(name, isYours);
  return { en: `in ${mine.en}`, fr: `dans ${mine.fr}` };
};
export const LOOK_AT = (name: string, isYours: boolean): Text => {
  const mine = MINE_OF(name, isYours);
  return { en: `Look at ${mine.en}`, fr: `Voir ${mine.fr}` };
};
export const BACK_TO_WORK: Text = { en: "Back", fr: "Retour" };

// ── The tiles ────────────────────────────────────────────────────────────────────────────────────────────

/** What is written on a tile. */
export function sign(tile: Tile): string {
  return isSame(tile, EXIT) ? "2–6" : numbersOf(tile).join("·");
}

function number(tile: Tile): Text {
  if (isSame(tile, ENTRANCE)) return IN;
  if (isSame(tile, EXIT)) return OUT;
  const numbers = numbersOf(tile);
  return { en: numbers.join(" or "), fr: numbers.join(" ou ") };
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
  rubble: { en: "rubble already", fr: "déjà un éboulis" },
  entrance: { en: "the entrance stays open", fr: "l’entrée reste ouverte" },
  exit: { en: "the exit stays open", fr: "la sortie reste ouverte" },
  diamond: { en: "a diamond is never buried", fr: "on n’enfouit pas un diamant" },
  "beside rubble": { en: "beside rubble", fr: "à côté d’un éboulis" },
};

/** Why a tile can't be collapsed, in a few words. */
export const CLOSED = (why: Closed): Text => CLOSED_WORDS[why];
/** Why a tile can't be stepped onto. */
export const NOT_BESIDE: Text = { en: "not next to you", fr: "pas à côté de vous" };
export const NOT_ROLLED: Text = { en: "not on the dice", fr: "pas sur les dés" };
export const BURIED: Text = { en: "rubble", fr: "éboulis" };

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
}

/** All there is to know of a tile, for who does not see it. */
export function nameOfTile(facts: TileFacts): Text {
  const { tile, isRubble, diamond, side, isMiner, steps, why, isChosen } = facts;
  if (isRubble) return { en: "Rubble.", fr: "Éboulis." };
  const told: Text[] = [number(tile)];
  if (diamond === "here")
    told[0] = { en: `${number(tile).en} with a diamond`, fr: `${number(tile).fr} avec un diamant` };
  if (diamond === "taken")
    told[0] = { en: `${number(tile).en}, diamond taken`, fr: `${number(tile).fr}, diamant pris` };
  if (isMiner) told.push({ en: "the digger is here", fr: "le mineur est ici" });
  if (side) told.push(SIDE_WORDS[side]);
  if (steps !== null) told.push(STEPS(steps));
  if (isChosen) told.push({ en: "chosen", fr: "choisie" });
  const list: Text = { en: told.map((text) => text.en).join(", "), fr: told.map((text) => text.fr).join(", ") };
  return why
    ? { en: `${list.en}, closed: ${why.en}.`, fr: `${list.fr}, fermée\u00a0: ${why.fr}.` }
    : { en: `${list.en}.`, fr: `${list.fr}.` };
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
      ? { en: "Sure? A step is final", fr: "Sûr\u00a0? Un pas est définitif" }
      : { en: "Step onto a glowing tile", fr: "Avancez sur une tuile éclairée" };
  }
  const mine = mineOf(view, seat);
  const where = WORKS_IN(seats[mine]?.name ?? "", mine === seat);
  return choice
    ? { en: `This ${sign(choice)} ${where.en}?`, fr: `Ce ${sign(choice)} ${where.fr}\u00a0?` }
    : { en: `Collapse a tile ${where.en}`, fr: `Condamnez une tuile ${where.fr}` };
}

// ── The log ──────────────────────────────────────────────────────────────────────────────────────────────

interface Verb {
  en: { you: string; one: string; many: string };
  fr: { you: string; one: string; many: string };
}

/** "You and Théo lose …", "Théo perd …": a list of people and what they do. */
function people(seats: readonly number[], teller: Teller<DiggersView>, verb: Verb): Line {
  const isYou = teller.you !== null && seats.includes(teller.you);
  const others = seats.filter((seat) => seat !== teller.you).map(teller.name);
  const list = (you: string, and: string) => {
    const all = isYou ? [you, ...others] : others;
    return all.length > 1 ? `${all.slice(0, -1).join(", ")} ${and} ${all.at(-1)}` : (all[0] ?? "");
  };
  const form = isYou ? (others.length ? "many" : "you") : others.length > 1 ? "many" : "one";
  const french = isYou ? "you" : form;
  return {
    seat: seats.length === 1 ? (seats[0] ?? null) : null,
    text: { en: `${list("You", "and")} ${verb.en[form]}.`, fr: `${list("Vous", "et")} ${verb.fr[french]}.` },
  };
}

function step(seat: number, tile: Tile, teller: Teller<DiggersView>): Text {
  if (isSame(tile, EXIT)) {
    return people([seat], teller, {
      en: { you: "reach the exit", one: "reaches the exit", many: "" },
      fr: { you: "atteignez la sortie", one: "atteint la sortie", many: "" },
    }).text;
  }
  const [en, fr] = hasDiamond(tile) ? [", with its diamond", ", avec son diamant"] : ["", ""];
  return people([seat], teller, {
    en: { you: `step onto ${sign(tile)}${en}`, one: `steps onto ${sign(tile)}${en}`, many: "" },
    fr: { you: `allez sur le ${sign(tile)}${fr}`, one: `va sur le ${sign(tile)}${fr}`, many: "" },
  }).text;
}

const GETS_OUT: Verb = {
  en: { you: "are out of the mine", one: "is out of the mine", many: "are out of the mine" },
  fr: { you: "êtes dehors", one: "est dehors", many: "sont dehors" },
};
const LOSES: Verb = {
  en: { you: "stay and lose oxygen", one: "stays and loses oxygen", many: "stay and lose oxygen" },
  fr: {
    you: "restez sur place et perdez de l’oxygène",
    one: "reste sur place et perd de l’oxygène",
    many: "restent sur place et perdent de l’oxygène",
  },
};
const CHOKES: Verb = {
  en: { you: "have no oxygen left", one: "has no oxygen left", many: "have no oxygen left" },
  fr: { you: "n’avez plus d’oxygène", one: "n’a plus d’oxygène", many: "n’ont plus d’oxygène" },
};
const CHOOSES: Verb = {
  en: { you: "have chosen", one: "has chosen", many: "have chosen" },
  fr: { you: "avez choisi", one: "a choisi", many: "ont choisi" },
};
const FINISHES: Verb = {
  en: { you: "have finished", one: "has finished", many: "have finished" },
  fr: { you: "avez terminé", one: "a terminé", many: "ont terminé" },
};

export function tell(event: DiggersEvent, teller: Teller<DiggersView>): Line | null {
  switch (event.type) {
    case "sabotage_round_began": {
      const text = SABOTAGE_ROUND(event.round, teller.view.disabled.length);
      return { seat: null, text: { en: `${text.en}.`, fr: `${text.fr}.` } };
    }
    case "disabled": {
      const isOwn = event.mine === event.seat;
      const isYou = event.seat === teller.you;
      const yours = WORKS_IN(teller.name(event.mine), event.mine === teller.you);
      const where = isOwn && !isYou ? { en: "in their own mine", fr: "dans sa propre mine" } : yours;
      const what = sign(event.tile);
      return people([event.seat], teller, {
        en: { you: `collapse a ${what} ${where.en}`, one: `collapses a ${what} ${where.en}`, many: "" },
        fr: { you: `condamnez un ${what} ${where.fr}`, one: `condamne un ${what} ${where.fr}`, many: "" },
      });
    }
    case "sabotage_done":
      return event.seat === teller.you ? null : people([event.seat], teller, FINISHES);
    case "race_round_began": {
      const dice = event.dice.join(", ");
      const one = event.dice.length === 1;
      return {
        seat: null,
        text: {
          en: `Round ${event.round}: the ${one ? "die shows" : "dice show"} ${dice}.`,
          fr: `Manche ${event.round}\u00a0: ${one ? "le dé donne" : "les dés donnent"} ${dice}.`,
        },
      };
    }
    case "chose":
      // One's own choice is told by the board; the others' only as made.
      return event.seat === teller.you ? null : people([event.seat], teller, CHOOSES);
    case "revealed": {
      const steps = event.seats.flatMap((seat, index) => {
        const tile = event.tiles[index];
        return tile ? [step(seat, tile, teller)] : [];
      });
      const seat = event.seats.length === 1 ? (event.seats[0] ?? null) : null;
      return { seat, text: { en: steps.map((text) => text.en).join(" "), fr: steps.map((text) => text.fr).join(" ") } };
    }
    case "got_out":
      return people(event.seats, teller, GETS_OUT);
    case "oxygen_lost":
      return people(event.seats, teller, LOSES);
    case "eliminated":
      return people(event.seats, teller, CHOKES);
    default:
      return null;
  }
}

/** One sentence for the mine of somebody. */
export function nameOfMine(name: string, isYours: boolean, rubble: number, rest: readonly Text[]): Text {
  const heaps: Text = {
    en: rubble === 1 ? "1 tile of rubble" : `${rubble} tiles of rubble`,
    fr: `${rubble} éboulis`,
  };
  const told = [heaps, ...rest];
  const look = LOOK_AT(name, isYours);
  return {
    en: `${look.en}: ${told.map((text) => text.en).join(", ")}.`,
    fr: `${look.fr}\u00a0: ${told.map((text) => text.fr).join(", ")}.`,
  };
}

// ── The pictures at the head of the rules ────────────────────────────────────────────────────────────────

export const FIGURES = {
  entrance: {
    name: IN,
    what: { en: "You start here and never come back.", fr: "Le départ, où l’on ne revient jamais." },
  },
  exit: {
    name: OUT,
    what: { en: "Reached with any number but 1.", fr: "On l’atteint avec tout numéro sauf le 1." },
  },
  numbers: {
    name: { en: "Tile", fr: "Tuile" },
    what: {
      en: "Entered when a die shows its number, or one of them.",
      fr: "On y entre quand un dé montre son numéro, ou l’un d’eux.",
    },
  },
  diamond: {
    name: { en: "Diamond", fr: "Diamant" },
    what: {
      en: "3 points, once, if you get out. Never collapsed.",
      fr: "3 points, une fois, si vous sortez. Jamais enfoui.",
    },
  },
  rubble: {
    name: { en: "Rubble", fr: "Éboulis" },
    what: {
      en: "A disabled tile. Two of them never touch.",
      fr: "Une tuile condamnée. Deux éboulis ne se touchent jamais.",
    },
  },
  legal: {
    name: { en: "Glowing tile", fr: "Tuile éclairée" },
    what: { en: "You can step here now.", fr: "Vous pouvez y aller maintenant." },
  },
  digger: {
    name: { en: "Digger", fr: "Mineur" },
    what: { en: "Out first: 10 points, then 5, 2 and 0.", fr: "Premier dehors\u00a0: 10 points, puis 5, 2 et 0." },
  },
  oxygen: {
    name: OXYGEN,
    what: {
      en: "Five lamps. One goes out each time you can’t move.",
      fr: "Cinq lampes. Une s’éteint à chaque fois que vous restez bloqué.",
    },
  },
} satisfies Record<string, { name: Text; what: Text }>;
