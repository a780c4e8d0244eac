/** All words of Ninth, in both languages, from the reader's side of the table. */
import type { NinthAction, NinthEvent, NinthLine, NinthPlanet, NinthView, Text } from "../../protocol";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import type { When } from "./planets";
import { type Gain, isHole, isKnown, turned } from "./square";

export const KEYS: readonly KeyShown[] = [
  { key: "1 … 9", what: { en: "Choose a card of the hand", fr: "Choisir une carte de la main" } },
  { key: "P", what: { en: "Pass", fr: "Passer" } },
];

/** The first half of an action: a card of the hand, a slot, or a line. */
export type Choice =
  | { kind: "card"; card: NinthPlanet }
  | { kind: "slot"; slot: number }
  | { kind: "line"; line: NinthLine };

export const PLANET: Record<NinthPlanet, Text> = {
  mercury: { en: "Mercury", fr: "Mercure" },
  venus: { en: "Venus", fr: "Vénus" },
  earth: { en: "Earth", fr: "Terre" },
  mars: { en: "Mars", fr: "Mars" },
  jupiter: { en: "Jupiter", fr: "Jupiter" },
  saturn: { en: "Saturn", fr: "Saturne" },
  uranus: { en: "Uranus", fr: "Uranus" },
  neptune: { en: "Neptune", fr: "Neptune" },
  ninth: { en: "Ninth", fr: "Neuvième" },
};

export const POWER: Record<NinthPlanet, Text> = {
  mercury: { en: "Its line is worth 2 points.", fr: "Sa ligne vaut 2 points." },
  venus: {
    en: "Look at the top three cards of the pile and put them back in any order.",
    fr: "Regardez les trois cartes du dessus de la pioche et rangez-les à votre gré.",
  },
  earth: { en: "You play another turn after this one.", fr: "Vous jouez un autre tour après celui-ci." },
  mars: { en: "The card it replaces leaves the game.", fr: "La carte qu’elle remplace quitte la partie." },
  jupiter: {
    en: "Whatever fills its slot this turn lies face down.",
    fr: "Ce qui remplit sa case ce tour-ci est face cachée.",
  },
  saturn: { en: "Swap two other cards of the square.", fr: "Échangez deux autres cartes du carré." },
  uranus: {
    en: "May form a diagonal: only Uranus and Ninth, at least one Uranus.",
    fr: "Peut former une diagonale\u202f: Uranus et Neuvième seulement, dont un Uranus.",
  },
  neptune: { en: "Nothing fills its slot this turn.", fr: "Rien ne remplit sa case ce tour-ci." },
  ninth: {
    en: "Stands for any planet in a line.",
    fr: "Remplace n’importe quelle planète dans une ligne.",
  },
};
export const NO_POWER: Text = { en: "No powers in this game.", fr: "Pas de pouvoirs dans cette partie." };

export const WHEN: Record<When, Text> = {
  taken: { en: "When taken", fr: "Quand on la prend" },
  placed: { en: "When placed", fr: "Quand on la pose" },
  always: { en: "Always", fr: "Toujours" },
  scoring: { en: "When it scores", fr: "Au décompte" },
};

/** The nine positions, as they are seen. */
const PLACES: readonly Text[] = [
  { en: "top left", fr: "en haut à gauche" },
  { en: "top centre", fr: "en haut au centre" },
  { en: "top right", fr: "en haut à droite" },
  { en: "middle left", fr: "à gauche" },
  { en: "centre", fr: "au centre" },
  { en: "middle right", fr: "à droite" },
  { en: "bottom left", fr: "en bas à gauche" },
  { en: "bottom centre", fr: "en bas au centre" },
  { en: "bottom right", fr: "en bas à droite" },
];

const LINE_NAMES: Record<string, Text> = {
  "012": { en: "top row", fr: "rangée du haut" },
  "345": { en: "middle row", fr: "rangée du milieu" },
  "678": { en: "bottom row", fr: "rangée du bas" },
  "036": { en: "left column", fr: "colonne de gauche" },
  "147": { en: "middle column", fr: "colonne du milieu" },
  "258": { en: "right column", fr: "colonne de droite" },
  "048": { en: "falling diagonal", fr: "diagonale descendante" },
  "246": { en: "rising diagonal", fr: "diagonale montante" },
};

const NOWHERE: Text = { en: "", fr: "" };

/** Where a slot is, as the reader sees it. */
export function placeOf(slot: number, seat: number): Text {
  return PLACES[turned(slot, seat)] ?? NOWHERE;
}

/** What a line is called, as the reader sees it. */
export function lineName(line: readonly number[], seat: number): Text {
  const seen = line.map((slot) => turned(slot, seat)).sort();
  return LINE_NAMES[seen.join("")] ?? NOWHERE;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes a text in both languages from texts. */
function both(write: (words: (text: Text) => string, language: keyof Text) => string): Text {
  return { en: write((text) => text.en, "en"), fr: write((text) => text.fr, "fr") };
}

const COLON: Record<keyof Text, string> = { en: ":", fr: "\u202f:" };

// ── Labels ──────────────────────────────────────────────────────────────────────────────────────────────────

export const BOARD: Text = { en: "The square of nine cards", fr: "Le carré de neuf cartes" };
export const HAND: Text = { en: "Your hand", fr: "Votre main" };
export const PASS: Text = { en: "Pass", fr: "Passer" };
export const TAKEN_NOW: Text = { en: "Taken this turn", fr: "Prise ce tour" };
export const FACE_DOWN: Text = { en: "Face down", fr: "Cachée" };
export const HOLE: Text = { en: "Neptune’s hole", fr: "Trou de Neptune" };
export const HOLE_SHORT: Text = { en: "Hole", fr: "Trou" };
export const BLOCKED: Text = { en: "Closed this turn", fr: "Bloqué ce tour" };
export const COVERED: Text = { en: "Will lie face down", fr: "Sera face cachée" };
export const OUT: Text = { en: "Out of the game", fr: "Hors jeu" };
export const EXTRA_TURN: Text = { en: "Extra turn", fr: "Tour en plus" };
export const EXTRA_TURN_COMING: Text = { en: "One more turn", fr: "Encore un tour" };
export const EMPTY_HAND: Text = { en: "No card in hand yet", fr: "Pas encore de carte en main" };
export const YOUR_LINES: Text = { en: "Your lines", fr: "Vos lignes" };
export const LINES_OF = (name: string): Text => ({
  en: `${name}’s lines`,
  fr: /^[aeiouyàâéèêëîïôûü]/i.test(name) ? `Lignes d’${name}` : `Lignes de ${name}`,
});
export const NO_LINES: Text = { en: "None yet", fr: "Aucune encore" };
export const POINTS = (points: number): Text =>
  points === 1 ? { en: "point", fr: "point" } : { en: "points", fr: points === 0 ? "point" : "points" };
export const DOUBLE: Text = { en: "double", fr: "double" };
export const IN_HAND = (count: number): Text => ({
  en: count === 1 ? "1 card in hand" : `${count} cards in hand`,
  fr: count < 2 ? `${count} carte en main` : `${count} cartes en main`,
});
export const CARDS = (count: number): Text => ({
  en: count === 1 ? "1 card" : `${count} cards`,
  fr: count < 2 ? `${count} carte` : `${count} cartes`,
});
export const IN_PILE = (count: number): Text => ({
  en: count === 1 ? "card in the pile" : "cards in the pile",
  fr: count < 2 ? "carte dans la pioche" : "cartes dans la pioche",
});
export const NEXT_KNOWN: Text = { en: "You know the next", fr: "Vous savez la suite" };
export const GUARD = 24;
export const GUARD_TITLE: Text = {
  en: "turns without a draw: the game ends at 24",
  fr: "tours sans pioche\u202f: la partie finit à 24",
};
export const WOULD_WIN = ({ points, isNinePlanets }: Gain): Text => {
  if (isNinePlanets) return { en: "Nine planets!", fr: "Neuf planètes\u202f!" };
  return points > 1 ? { en: `+${points} points`, fr: `+${points} points` } : { en: "+1 line", fr: "+1 ligne" };
};
export const TIMES = (count: number): string => `×${count}`;
export const STEPS: readonly { phases: readonly NinthView["phase"][]; text: Text }[] = [
  { phases: ["take", "arrange"], text: { en: "Take a card of the square", fr: "Prendre une carte du carré" } },
  {
    phases: ["place", "swap"],
    text: { en: "Place one of the hand, or pass", fr: "En poser une de la main, ou passer" },
  },
  { phases: ["claim"], text: { en: "Win a line of three", fr: "Remporter une ligne de trois" } },
  { phases: [], text: { en: "The pile fills the square", fr: "La pioche complète le carré" } },
];
export const A_TURN: Text = { en: "A turn", fr: "Un tour" };
export const WHICH_LINE: Text = { en: "Which line?", fr: "Quelle ligne\u202f?" };
export const FIGURES: Text = { en: "The nine planets", fr: "Les neuf planètes" };

// ── Venus ───────────────────────────────────────────────────────────────────────────────────────────────────

export const TOP_CARDS = (count: number): Text => ({
  en: `The top ${count === 2 ? "two" : "three"} cards`,
  fr: `Les ${count === 2 ? "deux" : "trois"} cartes du dessus`,
});
export const TOP_CARDS_WHY = (other: string): Text => ({
  en: `Put them in the order in which they will come. ${other} sees nothing of it.`,
  fr: `Rangez-les dans l’ordre où elles viendront. ${other} n’en verra rien.`,
});
export const COMES: readonly Text[] = [
  { en: "next", fr: "la prochaine" },
  { en: "then", fr: "ensuite" },
  { en: "after", fr: "puis" },
];
export const PUT_BACK: Text = { en: "Put back on the pile", fr: "Remettre sur la pioche" };
export const FIRST_ORDER: Text = { en: "As it was", fr: "Ordre de départ" };
export const ARRANGE: Text = { en: "Arrange the cards", fr: "Ranger les cartes" };
export const SOONER = (card: NinthPlanet): Text => ({
  en: `${PLANET[card].en} sooner`,
  fr: `${PLANET[card].fr} plus tôt`,
});
export const LATER = (card: NinthPlanet): Text => ({
  en: `${PLANET[card].en} later`,
  fr: `${PLANET[card].fr} plus tard`,
});
export const KEYS_MOVE: Text = { en: "move a card", fr: "déplacer une carte" };
export const KEYS_CONFIRM: Text = { en: "confirm", fr: "valider" };
export const ENTER: Text = { en: "Enter", fr: "Entrée" };
export const YOU_HOLD: Text = { en: "Your hand", fr: "Votre main" };
export const ORDERED = (card: NinthPlanet, place: number, count: number): Text =>
  both((words) => {
    const which = COMES[place] ?? NOWHERE;
    return `${words(PLANET[card])}, ${words(which)} (${place + 1}/${count})`;
  });
export const IF_NOTHING_PLACED = (coming: readonly { slot: number; card: NinthPlanet }[], seat: number): Text =>
  both((words, language) => {
    const parts = coming.map(({ slot, card }) => `${words(PLANET[card])} ${words(placeOf(slot, seat))}`);
    return `${language === "en" ? "If you place nothing" : "Si vous ne posez rien"}${COLON[language]} ${parts.join(", ")}.`;
  });

// ── What to do ──────────────────────────────────────────────────────────────────────────────────────────────

export function prompt({ view }: Sight<NinthView, NinthAction>, choice: Choice | null): Text {
  switch (view.phase) {
    case "take": {
      const chosen = choice?.kind === "slot" ? view.board[choice.slot]?.card : null;
      if (!chosen) return { en: "Take a card", fr: "Prenez une carte" };
      return isKnown(chosen)
        ? {
            en: `${PLANET[chosen].en}: tap again to take`,
            fr: `${PLANET[chosen].fr}\u202f: touchez encore pour prendre`,
          }
        : { en: "Tap again to take it", fr: "Touchez encore pour la prendre" };
    }
    case "arrange": {
      const two = view.pile.length === 2;
      return {
        en: `Venus: arrange the top ${two ? "two" : "three"} cards`,
        fr: `Vénus\u202f: rangez les ${two ? "deux" : "trois"} cartes du dessus`,
      };
    }
    case "place":
      return choice?.kind === "card"
        ? {
            en: `${PLANET[choice.card].en}: choose its slot`,
            fr: `${PLANET[choice.card].fr}\u202f: choisissez sa case`,
          }
        : { en: "Place a card, or pass", fr: "Posez une carte, ou passez" };
    case "swap":
      return choice?.kind === "slot"
        ? { en: "Saturn: swap it with which card?", fr: "Saturne\u202f: l’échanger avec quelle carte\u202f?" }
        : { en: "Saturn: choose two cards to swap", fr: "Saturne\u202f: choisissez deux cartes à échanger" };
    case "claim":
      return { en: "Choose the line you win", fr: "Choisissez la ligne remportée" };
  }
}

// ── Names for those who listen ──────────────────────────────────────────────────────────────────────────────

export interface CellState {
  view: NinthView;
  slot: number;
  /** The seat from whose side the square is seen. */
  seat: number;
  /** Whether the reader is to act. */
  isActing: boolean;
  isLegal: boolean;
  choice: Choice | null;
  gain: Gain | null;
}

/** A slot, what lies in it, and what can be done with it or why not. */
export function cellName(state: CellState): Text {
  return both((words, language) => {
    const { view, slot, seat } = state;
    const place = capital(words(placeOf(slot, seat)));
    const then = whatCanBeDone(state);
    return `${place}${COLON[language]} ${words(content(view, slot))}.${then ? ` ${words(then)}` : ""}`;
  });
}

function content(view: NinthView, slot: number): Text {
  const lying = view.board[slot];
  if (!lying) {
    if (slot === view.closed)
      return { en: "empty, Neptune’s hole, closed this turn", fr: "vide, trou de Neptune, bloqué ce tour" };
    if (isHole(view, slot)) return { en: "empty, Neptune’s hole", fr: "vide, trou de Neptune" };
    return slot === view.covered
      ? { en: "empty, what fills it will lie face down", fr: "vide, ce qui la remplira sera face cachée" }
      : { en: "empty", fr: "vide" };
  }
  if (!lying.face_down) return isKnown(lying.card) ? PLANET[lying.card] : NOWHERE;
  return isKnown(lying.card)
    ? {
        en: `face-down card, ${PLANET[lying.card].en}, known to you`,
        fr: `carte cachée, ${PLANET[lying.card].fr}, connue de vous`,
      }
    : { en: "face-down card, unknown to you", fr: "carte cachée, inconnue de vous" };
}

export function whatCanBeDone({ view, slot, isActing, isLegal, choice, gain }: Omit<CellState, "seat">): Text | null {
  if (!isActing) return null;
  const isEmpty = view.board[slot] === null;
  switch (view.phase) {
    case "take":
      return isLegal ? null : { en: "Nothing to take.", fr: "Rien à prendre." };
    case "place": {
      if (choice?.kind !== "card")
        return isEmpty
          ? { en: "Choose a card of your hand first.", fr: "Choisissez d’abord une carte de votre main." }
          : null;
      if (!isLegal)
        return isEmpty
          ? { en: "Neptune closed this slot for this turn.", fr: "Neptune bloque cette case pour ce tour." }
          : { en: "Only an empty slot takes a card.", fr: "Seule une case vide reçoit une carte." };
      const { en, fr } = PLANET[choice.card];
      const wins = gain ? WOULD_WIN(gain) : null;
      return {
        en: `${en} can go here${wins ? `, ${wins.en}` : ""}.`,
        fr: `${fr} peut aller ici${wins ? `, ${wins.fr}` : ""}.`,
      };
    }
    case "swap":
      if (choice?.kind === "slot" && choice.slot === slot) return { en: "Chosen.", fr: "Choisie." };
      if (isLegal) return { en: "Can be swapped.", fr: "Peut être échangée." };
      return isEmpty
        ? { en: "Nothing to swap.", fr: "Rien à échanger." }
        : { en: "Just placed, it stays.", fr: "Vient d’être posée, elle reste." };
    case "claim":
      return isLegal ? { en: "Wins its line.", fr: "Remporte sa ligne." } : null;
    default:
      return null;
  }
}

export interface HeldState {
  card: NinthPlanet;
  count: number;
  isTaken: boolean;
  isChosen: boolean;
  powers: boolean;
}

export function heldName({ card, count, isTaken, isChosen, powers }: HeldState): Text {
  return both((words, language) => {
    const name = `${words(PLANET[card])}${count > 1 ? ` ${TIMES(count)}` : ""}`;
    if (isTaken)
      return language === "en"
        ? `${name}, taken this turn, can’t be placed.`
        : `${name}, prise ce tour, ne peut pas être posée.`;
    const chosen = isChosen ? (language === "en" ? ", chosen" : ", choisie") : "";
    return `${name}${chosen}.${powers ? ` ${words(POWER[card])}` : ""}`;
  });
}

export function standingName(planet: NinthPlanet, points: number, line: NinthLine, seat: number): Text {
  return both(
    (words, language) =>
      `${capital(words(lineName(line, seat)))}${COLON[language]} ${words(PLANET[planet])}, ${points} ${words(POINTS(points))}`,
  );
}

/** The lines that a seat has won, in one sentence. */
export function wonName(lines: NinthView["lines"][number]): Text {
  return both((words) =>
    lines.length === 0
      ? words(NO_LINES)
      : lines.map((line) => `${words(PLANET[line.planet])}, ${line.points} ${words(POINTS(line.points))}`).join("; "),
  );
}

// ── What happened ───────────────────────────────────────────────────────────────────────────────────────────

export function tell(event: NinthEvent, teller: Teller<NinthView>): Line | null {
  const { you, seat: side } = teller;
  const line = (seat: number | null, text: Text): Line => ({ seat, text });
  /** A sentence whose subject is the reader or somebody else. */
  const done = (seat: number, write: (subject: Record<keyof Text, string>, isYou: boolean) => Text): Line =>
    line(
      seat,
      write(seat === you ? { en: "You", fr: "Vous" } : { en: teller.name(seat), fr: teller.name(seat) }, seat === you),
    );
  switch (event.type) {
    case "taken":
      return done(event.seat, (who, isYou) => {
        const place = placeOf(event.slot, side);
        const what = isKnown(event.card) ? PLANET[event.card] : { en: "a face-down card", fr: "une carte cachée" };
        return {
          en: `${who.en} ${isYou ? "take" : "takes"} ${what.en}, ${place.en}.`,
          fr: `${who.fr} ${isYou ? "prenez" : "prend"} ${what.fr} ${place.fr}.`,
        };
      });
    case "covered":
      return line(null, {
        en: "Jupiter: what fills that slot lies face down.",
        fr: "Jupiter\u202f: ce qui remplit cette case sera face cachée.",
      });
    case "closed":
      return line(null, {
        en: "Neptune: nothing fills that slot this turn.",
        fr: "Neptune\u202f: rien ne remplit cette case ce tour-ci.",
      });
    case "looked_at_pile":
      return done(event.seat, (who, isYou) => {
        const many = event.cards.length;
        return {
          en: `Venus: ${isYou ? "you look" : `${who.en} looks`} at the top ${many === 1 ? "card" : `${many} cards`} of the pile.`,
          fr: `Vénus\u202f: ${isYou ? "vous regardez" : `${who.fr} regarde`} ${many === 1 ? "la carte" : `les ${many} cartes`} du dessus de la pioche.`,
        };
      });
    case "arranged":
      return done(event.seat, (who, isYou) => ({
        en: `${who.en} ${isYou ? "put" : "puts"} them back.`,
        fr: `${who.fr} les ${isYou ? "remettez" : "remet"} dans l’ordre voulu.`,
      }));
    case "passed":
      return done(event.seat, (who, isYou) => ({
        en: `${who.en} ${isYou ? "pass" : "passes"}.`,
        fr: `${who.fr} ${isYou ? "passez" : "passe"}.`,
      }));
    case "placed":
      return done(event.seat, (who, isYou) => {
        const place = placeOf(event.slot, side);
        const what = isKnown(event.card) ? PLANET[event.card] : { en: "a card", fr: "une carte" };
        return {
          en: `${who.en} ${isYou ? "place" : "places"} ${what.en}${event.face_down ? " face down" : ""}, ${place.en}.`,
          fr: `${who.fr} ${isYou ? "posez" : "pose"} ${what.fr}${event.face_down ? ", face cachée," : ""} ${place.fr}.`,
        };
      });
    case "removed":
      return line(event.seat, {
        en: `Mars: ${PLANET[event.card].en} leaves the game.`,
        fr: `Mars\u202f: ${PLANET[event.card].fr} quitte la partie.`,
      });
    case "extra_turn_won":
      return line(event.seat, { en: "Earth: another turn follows.", fr: "Terre\u202f: un autre tour suivra." });
    case "swapped": {
      const [a, b] = [placeOf(event.a, side), placeOf(event.b, side)];
      return line(event.seat, {
        en: `Saturn swaps two cards: ${a.en}, ${b.en}.`,
        fr: `Saturne échange deux cartes\u202f: ${a.fr}, ${b.fr}.`,
      });
    }
    case "claimed":
      return done(event.seat, (who, isYou) => {
        const planet = PLANET[event.planet];
        const where = lineName(event.line, side);
        const points = POINTS(event.points);
        return {
          en: `${who.en} ${isYou ? "win" : "wins"} a line of ${planet.en}, ${where.en}: ${event.points} ${points.en}.`,
          fr: `${who.fr} ${isYou ? "remportez" : "remporte"} une ligne de ${planet.fr}, ${where.fr}\u202f: ${event.points} ${points.fr}.`,
        };
      });
    case "turn_began":
      return event.is_extra
        ? done(event.seat, (who, isYou) => ({
            en: `${who.en} ${isYou ? "play" : "plays"} another turn.`,
            fr: `${who.fr} ${isYou ? "jouez" : "joue"} un autre tour.`,
          }))
        : null;
    default:
      return null;
  }
}
