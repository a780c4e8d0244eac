/** All words of Ninth, in both languages, from the reader's side of the table. */
import type { NinthAction, NinthEvent, NinthLine, NinthPlanet, NinthView, Outcome, Text } from "../../protocol";
import { capital, count, de, pair, phrase, plain, plural, series, uncapital } from "../../words/say";
import { doing, told, type Verb } from "../../words/told";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { finalScore } from "../ending";
import { FACES, type When } from "./planets";
import { diagonalsOn, type Gain, isHole, isKnown, linesOn, type Standing, turned } from "./square";

export const KEYS: readonly KeyShown[] = [
  { key: "1 … 9", what: { en: "Choose a card from your hand", fr: "Choisir une carte en main" } },
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
/** "an Earth", "une Terre": a planet's card is feminine in French. */
const aCard = (planet: NinthPlanet): Text => ({
  en: `${planet === "earth" ? "an" : "a"} ${PLANET[planet].en}`,
  fr: `une ${PLANET[planet].fr}`,
});

export const POWER: Record<NinthPlanet, Text> = {
  mercury: { en: "Its line is worth 2 points.", fr: "Sa ligne vaut 2 points." },
  venus: {
    en: "Look at the top three cards of the pile and put them back in any order.",
    fr: "Regardez les trois cartes du dessus de la pioche et rangez-les à votre gré.",
  },
  earth: { en: "You take an extra turn after this one.", fr: "Vous jouez un tour de plus après celui-ci." },
  mars: { en: "The card it replaces leaves the game.", fr: "La carte qu’elle remplace quitte la partie." },
  jupiter: {
    en: "Whatever fills its slot this turn lies face down.",
    fr: "Ce qui remplit sa case ce tour-ci est face cachée.",
  },
  saturn: { en: "Swap two other cards of the square.", fr: "Échangez deux autres cartes du carré." },
  uranus: {
    en: "May form a diagonal: only Uranus and Ninth, at least one Uranus.",
    fr: "Peut former une diagonale : Uranus et Neuvième seulement, dont au moins une Uranus.",
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

/** When a planet does what it does, and what. */
export const powerOf = (planet: NinthPlanet): Text => pair(WHEN[FACES[planet].when], uncapital(POWER[planet]));

/** The nine positions, as they are seen. */
const PLACES: readonly Text[] = [
  { en: "top left", fr: "en haut à gauche" },
  { en: "top centre", fr: "en haut au centre" },
  { en: "top right", fr: "en haut à droite" },
  { en: "middle left", fr: "au milieu à gauche" },
  { en: "centre", fr: "au centre" },
  { en: "middle right", fr: "au milieu à droite" },
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

const NOWHERE = plain("");

/** Where a slot is, as the reader sees it. */
export function placeOf(slot: number, seat: number): Text {
  return PLACES[turned(slot, seat)] ?? NOWHERE;
}

/** What a line is called, as the reader sees it. */
export function lineName(line: readonly number[], seat: number): Text {
  const seen = line.map((slot) => turned(slot, seat)).sort();
  return LINE_NAMES[seen.join("")] ?? NOWHERE;
}

// ── Labels ──────────────────────────────────────────────────────────────────────────────────────────────────

export const BOARD: Text = { en: "The square of nine cards", fr: "Le carré de neuf cartes" };
export const HAND: Text = { en: "Your hand", fr: "Votre main" };
export const PASS: Text = { en: "Pass", fr: "Passer" };
export const TAKEN_NOW: Text = { en: "Taken this turn", fr: "Prise ce tour" };
export const FACE_DOWN: Text = { en: "Face down", fr: "Face cachée" };
export const HOLE: Text = { en: "Neptune’s hole", fr: "Trou de Neptune" };
export const HOLE_SHORT: Text = { en: "Hole", fr: "Trou" };
export const BLOCKED: Text = { en: "Closed this turn", fr: "Bloqué ce tour" };
export const COVERED: Text = { en: "Will lie face down", fr: "Sera face cachée" };
export const OUT: Text = { en: "Out of the game", fr: "Hors jeu" };
export const EXTRA_TURN: Text = { en: "Extra turn", fr: "Tour en plus" };
export const EXTRA_TURN_COMING: Text = { en: "One more turn", fr: "Encore un tour" };
export const EMPTY_HAND: Text = { en: "No cards in hand yet", fr: "Pas encore de carte en main" };
export const YOUR_LINES: Text = { en: "Your lines", fr: "Vos lignes" };
export const LINES_OF = (name: string): Text => ({ en: `${name}’s lines`, fr: `Lignes ${de(name)}` });
export const NO_LINES: Text = { en: "None yet", fr: "Aucune pour l’instant" };
export const POINTS = (points: number): Text => plural(points, { en: ["point", "points"], fr: ["point", "points"] });
export const DOUBLE: Text = { en: "double", fr: "double" };
export const IN_HAND = (cards: number): Text =>
  count(cards, { en: ["card in hand", "cards in hand"], fr: ["carte en main", "cartes en main"] });
export const CARDS = (cards: number): Text => count(cards, { en: ["card", "cards"], fr: ["carte", "cartes"] });
export const IN_PILE = (cards: number): Text =>
  plural(cards, {
    en: ["card in the pile", "cards in the pile"],
    fr: ["carte dans la pioche", "cartes dans la pioche"],
  });
export const NEXT_KNOWN: Text = { en: "Next cards, known to you", fr: "Prochaines cartes, connues de vous" };
export const GUARD = 24;
export const GUARD_TITLE = (turns: number): Text =>
  count(turns, {
    en: ["turn without a draw: the game ends at 24", "turns without a draw: the game ends at 24"],
    fr: ["tour sans pioche : la partie finit à 24", "tours sans pioche : la partie finit à 24"],
  });
/** The pile, the next cards as far as the reader knows them, and the guard where it nears. */
export const pileName = (cards: number, known: readonly (NinthPlanet | "?")[], guard: string): Text =>
  series(
    [
      phrase`${cards} ${IN_PILE(cards)}`,
      ...(known.length ? [pair(NEXT_KNOWN, series(known.map((card) => (isKnown(card) ? PLANET[card] : card))))] : []),
      ...(guard ? [guard] : []),
    ],
    ". ",
  );
export const WOULD_WIN = ({ points, isNinePlanets }: Gain): Text => {
  if (isNinePlanets) return { en: "Nine planets!", fr: "Neuf planètes !" };
  return plural(points, { en: ["+1 line", "+{n} points"], fr: ["+1 ligne", "+{n} points"] });
};
export const TIMES = (count: number): string => `×${count}`;
export const STEPS: readonly { phases: readonly NinthView["phase"][]; text: Text }[] = [
  { phases: ["take", "arrange"], text: { en: "Take a card from the square", fr: "Prendre une carte du carré" } },
  {
    phases: ["place", "swap"],
    text: { en: "Place a card from your hand, or pass", fr: "Poser une carte de sa main, ou passer" },
  },
  { phases: ["claim"], text: { en: "Claim a line of three", fr: "Remporter une ligne de trois" } },
  { phases: [], text: { en: "The pile refills the square", fr: "La pioche complète le carré" } },
];
export const A_TURN: Text = { en: "A turn", fr: "Un tour" };
export const WHICH_LINE: Text = { en: "Which line?", fr: "Quelle ligne ?" };
export const FIGURES: Text = { en: "The nine planets", fr: "Les neuf planètes" };

// ── Venus ───────────────────────────────────────────────────────────────────────────────────────────────────

export const TOP_CARDS = (count: number): Text => ({
  en: `The top ${count === 2 ? "two" : "three"} cards`,
  fr: `Les ${count === 2 ? "deux" : "trois"} cartes du dessus`,
});
export const TOP_CARDS_WHY = (other: string): Text => ({
  en: `Put them in the order they’ll be drawn. ${other} won’t see it.`,
  fr: `Rangez-les dans l’ordre où elles viendront. ${other} n’en verra rien.`,
});
export const COMES: readonly Text[] = [
  { en: "first", fr: "la première" },
  { en: "second", fr: "la deuxième" },
  { en: "third", fr: "la troisième" },
];
export const PUT_BACK: Text = { en: "Put back on the pile", fr: "Remettre sur la pioche" };
export const FIRST_ORDER: Text = { en: "Original order", fr: "Ordre d’origine" };
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
export const ORDERED = (card: NinthPlanet, place: number, cards: number): Text =>
  phrase`${PLANET[card]}, ${COMES[place] ?? NOWHERE} (${place + 1}/${cards})`;
export const IF_NOTHING_PLACED = (coming: readonly { slot: number; card: NinthPlanet }[], seat: number): Text => {
  const parts = coming.map(({ slot, card }) => phrase`${PLANET[card]} ${placeOf(slot, seat)}`);
  return phrase`${pair({ en: "If you place nothing", fr: "Si vous ne posez rien" }, series(parts))}.`;
};

// ── What to do ──────────────────────────────────────────────────────────────────────────────────────────────

export function prompt({ view }: Sight<NinthView, NinthAction>, choice: Choice | null): Text {
  switch (view.phase) {
    case "take": {
      const chosen = choice?.kind === "slot" ? view.board[choice.slot]?.card : null;
      if (!chosen) return { en: "Your turn: take a card", fr: "À vous : prenez une carte" };
      return isKnown(chosen)
        ? pair(PLANET[chosen], { en: "tap again to take", fr: "touchez-la encore" })
        : { en: "Tap again to take it", fr: "Touchez encore pour la prendre" };
    }
    case "arrange": {
      const two = view.pile.length === 2;
      return {
        en: `Venus: arrange the top ${two ? "two" : "three"} cards`,
        fr: `Vénus : rangez les ${two ? "deux" : "trois"} cartes du dessus`,
      };
    }
    case "place":
      return choice?.kind === "card"
        ? pair(PLANET[choice.card], { en: "choose its slot", fr: "choisissez sa case" })
        : { en: "Place a card, or pass", fr: "Posez une carte, ou passez" };
    case "swap":
      return choice?.kind === "slot"
        ? { en: "Saturn: swap it with which card?", fr: "Saturne : l’échanger avec quelle carte ?" }
        : { en: "Saturn: choose two cards to swap", fr: "Saturne : choisissez deux cartes à échanger" };
    case "claim":
      return { en: "Choose a line to claim", fr: "Choisissez la ligne à remporter" };
  }
}

// ── Names for those who listen ──────────────────────────────────────────────────────────────────────────────

interface CellState {
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
  const { view, slot, seat } = state;
  const then = whatCanBeDone(state);
  return phrase`${pair(capital(placeOf(slot, seat)), content(view, slot))}.${then ? phrase` ${then}` : ""}`;
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
          : { en: "Cards go in empty slots only.", fr: "Une carte ne se pose que dans une case vide." };
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
        : { en: "Just placed: can’t be swapped.", fr: "Vient d’être posée : ne s’échange pas." };
    case "claim":
      return isLegal ? { en: "Wins its line.", fr: "Remporte sa ligne." } : null;
    default:
      return null;
  }
}

interface HeldState {
  card: NinthPlanet;
  count: number;
  isTaken: boolean;
  isChosen: boolean;
  powers: boolean;
}

export function heldName({ card, count, isTaken, isChosen, powers }: HeldState): Text {
  const name = count > 1 ? phrase`${PLANET[card]} ${TIMES(count)}` : PLANET[card];
  if (isTaken)
    return phrase`${name}, ${{ en: "taken this turn, can’t be placed", fr: "prise ce tour, ne peut pas être posée" }}.`;
  const chosen = isChosen ? { en: ", chosen", fr: ", choisie" } : "";
  return phrase`${name}${chosen}.${powers ? phrase` ${POWER[card]}` : ""}`;
}

const worth = (planet: NinthPlanet, points: number): Text => phrase`${PLANET[planet]}, ${points} ${POINTS(points)}`;

export function standingName(planet: NinthPlanet, points: number, line: NinthLine, seat: number): Text {
  return pair(capital(lineName(line, seat)), worth(planet, points));
}

/** The lines that a seat has won, one by one. */
export const pointsOf = (view: NinthView, seat: number): readonly Text[] =>
  (view.lines[seat] ?? []).map((line) => worth(line.planet, line.points));

/** By all nine planets, or by points once the pile is empty or nobody draws. */
export function howWon(outcome: Outcome, _view: NinthView, teller?: Teller<NinthView>): Text | null {
  const [winner] = outcome.winners;
  if (outcome.reason === "nine_planets" && winner !== undefined && teller)
    return phrase`${doing(winner, teller, {
      en: ["make all nine planets shine at once", "makes all nine planets shine at once"],
      fr: ["faites briller les neuf planètes à la fois", "fait briller les neuf planètes à la fois"],
    })}.`;
  const why: Text | undefined = {
    last_card: { en: "The pile has run out", fr: "La pioche est épuisée" },
    guard: { en: "24 turns without a draw", fr: "24 tours sans pioche" },
  }[outcome.reason];
  return why ? phrase`${pair(why, finalScore(outcome))}.` : null;
}

/** The lines that a seat has won, in one sentence. */
export function wonName(lines: NinthView["lines"][number]): Text {
  if (lines.length === 0) return NO_LINES;
  return series(
    lines.map((line) => worth(line.planet, line.points)),
    { en: "; ", fr: " ; " },
  );
}

// ── What happened ───────────────────────────────────────────────────────────────────────────────────────────

/** An action, as something that can be done. */
export function inWords(action: NinthAction, { seat, view }: Teller<NinthView>): Text {
  switch (action.type) {
    case "take": {
      const card = view.board[action.slot]?.card ?? null;
      const what = isKnown(card) ? aCard(card) : { en: "a face-down card", fr: "une carte cachée" };
      return phrase`${{ en: "Take", fr: "Prendre" }} ${what}, ${placeOf(action.slot, seat)}`;
    }
    case "place":
      return phrase`${{ en: "Place", fr: "Poser" }} ${aCard(action.card)}, ${placeOf(action.slot, seat)}`;
    case "swap":
      return pair({ en: "Swap", fr: "Échanger" }, series([placeOf(action.a, seat), placeOf(action.b, seat)]));
    case "claim":
      return pair({ en: "Claim", fr: "Remporter" }, lineName(action.line, seat));
    case "pass":
      return PASS;
    default:
      return ARRANGE;
  }
}

export function tell(event: NinthEvent, teller: Teller<NinthView>): Line | null {
  const side = teller.seat;
  switch (event.type) {
    case "taken": {
      const place = placeOf(event.slot, side);
      const what = isKnown(event.card) ? aCard(event.card) : { en: "a face-down card", fr: "une carte cachée" };
      const rest = { en: `${what.en}, ${place.en}`, fr: `${what.fr}, ${place.fr}` };
      return told(event.seat, teller, { en: ["take", "takes"], fr: ["prenez", "prend"] }, rest);
    }
    case "covered":
      return {
        seat: null,
        text: {
          en: "Jupiter: that slot will be filled face down.",
          fr: "Jupiter : cette case sera remplie face cachée.",
        },
      };
    case "closed":
      return {
        seat: null,
        text: {
          en: "Neptune: nothing fills that slot this turn.",
          fr: "Neptune : rien ne remplit cette case ce tour-ci.",
        },
      };
    case "looked_at_pile": {
      const name = teller.name(event.seat);
      const who =
        event.seat === teller.you
          ? { en: "you look", fr: "vous regardez" }
          : { en: `${name} looks`, fr: `${name} regarde` };
      const what = plural(event.cards.length, {
        en: ["at the top card of the pile", "at the top {n} cards of the pile"],
        fr: ["la carte du dessus de la pioche", "les {n} cartes du dessus de la pioche"],
      });
      return { seat: event.seat, text: phrase`${pair(PLANET.venus, phrase`${who} ${what}`)}.` };
    }
    case "arranged":
      return told(event.seat, teller, {
        en: ["put them back", "puts them back"],
        fr: ["les remettez dans l’ordre voulu", "les remet dans l’ordre voulu"],
      });
    case "passed":
      return told(event.seat, teller, { en: ["pass", "passes"], fr: ["passez", "passe"] });
    case "placed": {
      const place = placeOf(event.slot, side);
      const what = isKnown(event.card) ? aCard(event.card) : { en: "a card", fr: "une carte" };
      const rest = event.face_down
        ? { en: `${what.en} face down, ${place.en}`, fr: `${what.fr}, face cachée, ${place.fr}` }
        : { en: `${what.en}, ${place.en}`, fr: `${what.fr}, ${place.fr}` };
      return told(event.seat, teller, { en: ["place", "places"], fr: ["posez", "pose"] }, rest);
    }
    case "removed": {
      const leaves = phrase`${aCard(event.card)} ${{ en: "leaves the game", fr: "quitte la partie" }}`;
      return { seat: event.seat, text: phrase`${pair(PLANET.mars, leaves)}.` };
    }
    case "extra_turn_won":
      return { seat: event.seat, text: { en: "Earth: extra turn to come.", fr: "Terre : un tour de plus à venir." } };
    case "swapped": {
      const places = series([placeOf(event.a, side), placeOf(event.b, side)]);
      const swap: Text = { en: "Saturn swaps two cards", fr: "Saturne échange deux cartes" };
      return { seat: event.seat, text: phrase`${pair(swap, places)}.` };
    }
    case "claimed": {
      const planet = PLANET[event.planet];
      const line: Text = { en: `a line of ${planet.en}`, fr: `une ligne ${de(planet.fr)}` };
      const what = phrase`${line}, ${lineName(event.line, side)}`;
      const verb: Verb = { en: ["claim", "claims"], fr: ["remportez", "remporte"] };
      return { ...told(event.seat, teller, verb, what), gain: event.points };
    }
    case "turn_ended":
      return tellEnd(event.seat, teller);
    case "turn_began":
      if (!event.is_extra) return tellUnclaimed(teller);
      return told(event.seat, teller, {
        en: ["take an extra turn", "takes an extra turn"],
        fr: ["jouez un tour de plus", "joue un tour de plus"],
      });
    default:
      return null;
  }
}

type NinthEvents = readonly NinthEvent[];

/** Why a turn ended after its card was taken: nothing was left to decide. */
function tellEnd(seat: number, teller: Teller<NinthView>): Line | null {
  const { before } = teller;
  const events = (teller.events ?? []) as NinthEvents;
  const isByItself = events.some(({ type }) => type === "taken" || type === "arranged");
  const hasGoneOn = events.some(({ type }) => ["placed", "passed", "timed_out", "left"].includes(type));
  if (!before || !isByItself || hasGoneOn) return null;
  return before.hands[seat]?.length
    ? told(seat, teller, {
        en: ["have nowhere to place a card: the turn ends", "has nowhere to place a card: the turn ends"],
        fr: ["n’avez aucune case où poser : le tour finit", "n’a aucune case où poser : le tour finit"],
      })
    : told(seat, teller, {
        en: ["have no card to place yet: the turn ends", "has no card to place yet: the turn ends"],
        fr: ["n’avez pas encore de carte à poser : le tour finit", "n’a pas encore de carte à poser : le tour finit"],
      });
}

const UNCLAIMED = {
  drawn: {
    en: "the pile made it, the next card placed can claim it",
    fr: "née de la pioche, elle attend la prochaine carte posée",
  },
  second: { en: "one line a turn, no more", fr: "une seule ligne par tour" },
  passed: { en: "no card placed, so nobody claims it", fr: "sans carte posée, personne ne la remporte" },
  diagonal: { en: "only Uranus counts on a diagonal", fr: "en diagonale, seule Uranus compte" },
  covered: { en: "a face-down card is in no line", fr: "une carte cachée n’est dans aucune ligne" },
} satisfies Record<string, Text>;

/** Three alike that stand when a turn is over, and why they were not claimed. */
function tellUnclaimed({ before, events: all, view, seat: side }: Teller<NinthView>): Line | null {
  if (!before || !all) return null;
  const events = all as NinthEvents;
  const drawn = new Set(events.flatMap((event) => (event.type === "drawn" ? [event.slot] : [])));
  const placed = events.findLast((event) => event.type === "placed");
  const hasPlaced = placed !== undefined || before.placed_at !== null;
  const { powers } = view.options;
  const [standing] = linesOn(view.board, powers);
  if (standing) {
    const why = standing.line.some((slot) => drawn.has(slot)) ? "drawn" : hasPlaced ? "second" : "passed";
    return unclaimed(standing, why);
  }
  if (!placed) return null;
  const [across] = diagonalsOn(view.board, powers).filter(({ line }) => line.includes(placed.slot));
  if (across) return unclaimed(across, "diagonal");
  const open = view.board.map((slot, index) => (slot && index === placed.slot ? { ...slot, face_down: false } : slot));
  const [hidden] = placed.face_down ? linesOn(open, powers) : [];
  return hidden ? unclaimed(hidden, "covered") : null;

  function unclaimed({ line, planet }: Standing, why: keyof typeof UNCLAIMED): Line {
    const { en, fr } = PLANET[planet];
    const three: Text = {
      en: `Three ${en}, ${lineName(line, side).en}`,
      fr: `Trois ${fr}, ${lineName(line, side).fr}`,
    };
    return { seat: null, text: phrase`${pair(three, UNCLAIMED[why])}.` };
  }
}
