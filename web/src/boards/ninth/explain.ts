/** What planets, slots and the pile do, and what lines are worth. */
import type { NinthAction, NinthPlanet, NinthView, Text } from "../../protocol";
import { pair, phrase, series } from "../../words/say";
import type { Explanation, Sight } from "../contract";
import { isHole, isKnown, pointsOf } from "./square";
import { FACE_DOWN, HOLE, IN_HAND, IN_PILE, LINES_OF, NO_POWER, PASS, PLANET, POINTS, powerOf } from "./words";

function planet(card: NinthPlanet, powers: boolean): Explanation {
  const points = pointsOf(card, powers);
  return {
    title: PLANET[card],
    text: powers ? powerOf(card) : NO_POWER,
    worth: phrase`${pair({ en: "Three in a line", fr: "Trois en ligne" }, phrase`${points} ${POINTS(points)}`)}.`,
  };
}

const INERT: Text = {
  en: "It’s in no line, and has no power. The player who takes it sees it.",
  fr: "Elle n’est dans aucune ligne et n’a aucun pouvoir. Qui la prend la voit.",
};
const FREE: Text = {
  en: "A card from your hand can go here. If none does, the pile fills it.",
  fr: "Une carte de votre main peut y aller. Sinon, la pioche la remplit.",
};
const CLOSED: Text = { en: "Nothing fills it this turn.", fr: "Rien ne la remplit ce tour-ci." };
const COVERED: Text = {
  en: "Whatever fills it this turn lies face down.",
  fr: "Ce qui la remplit ce tour-ci est face cachée.",
};
const JUST_TAKEN: Text = {
  en: "You took it this turn: place it from your next turn on.",
  fr: "Prise ce tour-ci : elle se pose à partir de votre prochain tour.",
};

function slot(number: number, { view }: Sight<NinthView, NinthAction>): Explanation {
  const lying = view.board[number];
  const { powers } = view.options;
  if (lying && !lying.face_down && isKnown(lying.card)) return planet(lying.card, powers);
  if (lying) {
    const known = isKnown(lying.card)
      ? phrase` ${pair({ en: "You know it", fr: "Vous la connaissez" }, PLANET[lying.card])}.`
      : "";
    return { title: FACE_DOWN, text: phrase`${INERT}${known}` };
  }
  const text = number === view.closed ? CLOSED : number === view.covered ? COVERED : FREE;
  return { title: isHole(view, number) ? HOLE : { en: "Empty slot", fr: "Case vide" }, text };
}

/** `slot:4`, `card:mars`, `taken`, `lines:0`, `hidden:1`, `pile`, `pass`. */
export function explain(what: string, sight: Sight<NinthView, NinthAction>): Explanation | null {
  const [kind = "", of = ""] = what.split(":");
  const { view, seats } = sight;
  const { powers } = view.options;
  const name = seats[Number(of)]?.name ?? "";
  switch (kind) {
    case "slot":
      return slot(Number(of), sight);
    case "card":
      return planet(of as NinthPlanet, powers);
    case "taken": {
      const told = isKnown(view.taken) ? planet(view.taken, powers) : { title: FACE_DOWN, text: INERT };
      return { ...told, text: series([told.text, JUST_TAKEN], " ") };
    }
    case "lines":
      return {
        title: LINES_OF(name),
        text: powers
          ? { en: "A line is worth 1 point, one of Mercury 2.", fr: "Une ligne vaut 1 point, une ligne de Mercure 2." }
          : { en: "A line is worth 1 point.", fr: "Une ligne vaut 1 point." },
      };
    case "hidden":
      return {
        title: IN_HAND(view.hands[Number(of)]?.length ?? 0),
        text: { en: `Only ${name} sees them.`, fr: `Personne d’autre que ${name} ne les voit.` },
      };
    case "pile":
      return {
        title: phrase`${view.pile.length} ${IN_PILE(view.pile.length)}`,
        text: {
          en: "It refills the square after every turn. The turn that draws its last card ends the game: most points win.",
          fr: "Elle complète le carré après chaque tour. Le tour qui en tire la dernière carte finit la partie : le plus de points l’emporte.",
        },
      };
    case "pass":
      return {
        title: PASS,
        text: {
          en: "You keep your cards. Without a card placed, no line is yours this turn.",
          fr: "Vous gardez vos cartes. Sans carte posée, aucune ligne n’est à vous ce tour-ci.",
        },
      };
    default:
      return null;
  }
}
