/** The square of nine slots: lines, what a placement would win, what the refill will bring. */
import type { NinthAction, NinthLine, NinthPlanet, NinthSlot, NinthView } from "../../protocol";
import { DIAGONALS, LINES } from "../threes";

export type Square = readonly (NinthSlot | null)[];

/** A complete line, and what it is a line of. */
export interface Standing {
  line: NinthLine;
  planet: NinthPlanet;
}

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

/** The planet that three cards are a line of; with powers, Ninth counts as any. */
function commonPlanet(cards: readonly (NinthPlanet | null | undefined)[], powers: boolean): NinthPlanet | null {
  const kinds = new Set(cards);
  if (powers && kinds.size > 1) kinds.delete("ninth");
  const [planet] = kinds;
  return kinds.size === 1 && planet ? planet : null;
}

/** Three alike, whether they count or not. */
function alikeOn(square: Square, powers: boolean): Standing[] {
  const shown = faces(square);
  return LINES.flatMap((line) => {
    const planet = commonPlanet(
      line.map((slot) => shown[slot]),
      powers,
    );
    return planet ? [{ line, planet }] : [];
  });
}

const counts = ({ line, planet }: Standing, powers: boolean): boolean =>
  !DIAGONALS.includes(line) || (powers && planet === "uranus");

export function linesOn(square: Square, powers: boolean): Standing[] {
  return alikeOn(square, powers).filter((three) => counts(three, powers));
}

/** Diagonals of three alike that don't count. */
export function diagonalsOn(square: Square, powers: boolean): Standing[] {
  return alikeOn(square, powers).filter((three) => !counts(three, powers));
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

/** The slots that an action is about. */
export function slotsOf(action: NinthAction | null): readonly number[] {
  switch (action?.type) {
    case "take":
    case "place":
      return [action.slot];
    case "swap":
      return [action.a, action.b];
    case "claim":
      return action.line;
    default:
      return [];
  }
}

export function foresee(view: NinthView, seat: number, action: NinthAction): NinthView {
  switch (action.type) {
    case "take": {
      const { slot } = action;
      const content = view.board[slot];
      return content ? { ...view, board: put(view.board, slot, null), taken: content.card, taken_from: slot } : view;
    }
    case "place": {
      const { card, slot } = action;
      const hand = view.hands[seat] ?? [];
      const board = put(view.board, slot, { card, face_down: slot === view.covered });
      return { ...view, board, hands: view.hands.with(seat, hand.toSpliced(hand.indexOf(card), 1)) };
    }
    case "swap": {
      const { a, b } = action;
      return { ...view, board: put(put(view.board, a, view.board[b] ?? null), b, view.board[a] ?? null) };
    }
    default:
      return view;
  }
}
