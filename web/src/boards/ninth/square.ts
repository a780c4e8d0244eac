/** The square of nine slots: lines, what a placement would win, what the refill will bring. */
import type { NinthAction, NinthLine, NinthPlanet, NinthSlot, NinthView } from "../../protocol";

export type Square = readonly (NinthSlot | null)[];

const STRAIGHTS: readonly NinthLine[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
];
const DIAGONALS: readonly NinthLine[] = [
  [0, 4, 8],
  [2, 4, 6],
];
export const LINES: readonly NinthLine[] = [...STRAIGHTS, ...DIAGONALS];

/** A line that stands, and what it is a line of. */
export interface Standing {
  line: NinthLine;
  planet: NinthPlanet;
}

/** What a placement would win. */
export interface Gain {
  lines: readonly Standing[];
  /** Of the best line: one can be claimed. */
  points: number;
  isNinePlanets: boolean;
}

/** The slot at a position, and the position of a slot: the second seat sees the square turned by 180°. */
export function turned(slot: number, seat: number): number {
  return seat === 1 ? 8 - slot : slot;
}

export function isKnown(card: NinthPlanet | "?" | null | undefined): card is NinthPlanet {
  return card !== "?" && card !== null && card !== undefined;
}

function faces(square: Square): (NinthPlanet | null)[] {
  return square.map((slot) => (slot && !slot.face_down && isKnown(slot.card) ? slot.card : null));
}

/** The planet that three cards are a line of; where there are powers, ninth stands for any. */
function commonPlanet(cards: readonly (NinthPlanet | null | undefined)[], powers: boolean): NinthPlanet | null {
  const kinds = new Set(cards);
  if (powers && kinds.size > 1) kinds.delete("ninth");
  const [planet] = kinds;
  return kinds.size === 1 && planet ? planet : null;
}

/** The lines that stand. */
export function linesOn(square: Square, powers: boolean): Standing[] {
  const shown = faces(square);
  return LINES.flatMap((line) => {
    const planet = commonPlanet(
      line.map((slot) => shown[slot]),
      powers,
    );
    const isDiagonal = DIAGONALS.includes(line);
    return planet && (!isDiagonal || (powers && planet === "uranus")) ? [{ line, planet }] : [];
  });
}

export function showsNinePlanets(square: Square): boolean {
  const shown = new Set(faces(square));
  return shown.size === 9 && !shown.has(null);
}

export function pointsOf(planet: NinthPlanet, powers: boolean): number {
  return powers && planet === "mercury" ? 2 : 1;
}

function put(square: Square, slot: number, content: NinthSlot | null): (NinthSlot | null)[] {
  return square.map((old, index) => (index === slot ? content : old));
}

/** What it would win to place a card; null where nothing, or where Saturn's swap comes before anything is won. */
export function gainOf(view: NinthView, card: NinthPlanet, slot: number): Gain | null {
  const { powers } = view.options;
  const isFaceDown = slot === view.covered;
  if (powers && card === "saturn" && !isFaceDown) return null;
  const after = put(view.board, slot, { card, face_down: isFaceDown });
  const lines = linesOn(after, powers);
  const isNinePlanets = showsNinePlanets(after);
  if (!lines.length && !isNinePlanets) return null;
  return { lines, points: Math.max(0, ...lines.map((line) => pointsOf(line.planet, powers))), isNinePlanets };
}

/** The slots that can be filled this turn, in the order of the refill. */
export function openSlots(view: NinthView): number[] {
  return view.board.flatMap((content, slot) => (content === null && slot !== view.closed ? [slot] : []));
}

/** Whether an empty slot is a hole that Neptune made, now or in an earlier turn. */
export function isHole(view: NinthView, slot: number): boolean {
  return view.board[slot] === null && (slot === view.closed || slot !== view.taken_from);
}

export function pairOf(a: number, b: number): { a: number; b: number } {
  return { a: Math.min(a, b), b: Math.max(a, b) };
}

/** A view with an action in it that was sent and not yet answered, and the slots that it changed. */
export interface Shown {
  view: NinthView;
  fading: ReadonlySet<number>;
}

export function withPending(view: NinthView, seat: number, pending: NinthAction | null): Shown {
  const still = { view, fading: new Set<number>() };
  switch (pending?.type) {
    case "take": {
      const content = view.board[pending.slot];
      if (!content) return still;
      const board = put(view.board, pending.slot, null);
      return {
        view: { ...view, board, taken: content.card, taken_from: pending.slot },
        fading: new Set([pending.slot]),
      };
    }
    case "place": {
      const content = { card: pending.card, face_down: pending.slot === view.covered };
      const hand = [...(view.hands[seat] ?? [])];
      hand.splice(hand.indexOf(pending.card), 1);
      return {
        view: {
          ...view,
          board: put(view.board, pending.slot, content),
          hands: view.hands.map((old, number) => (number === seat ? hand : old)),
        },
        fading: new Set([pending.slot]),
      };
    }
    case "swap": {
      const { a, b } = pending;
      const board = put(put(view.board, a, view.board[b] ?? null), b, view.board[a] ?? null);
      return { view: { ...view, board }, fading: new Set([a, b]) };
    }
    case "claim":
      return { view, fading: new Set(pending.line) };
    default:
      return still;
  }
}

/** Equal cards of a hand are one with a number. */
export interface Held {
  card: NinthPlanet | "?";
  count: number;
}

export function heldIn(hand: readonly (NinthPlanet | "?")[]): Held[] {
  const counts = new Map<NinthPlanet | "?", number>();
  for (const card of hand) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}
