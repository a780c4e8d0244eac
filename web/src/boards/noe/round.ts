/** The order of seats: the table is drawn from one seat, and the others follow clockwise. */
import { HIDDEN, type NoeAction, type NoeCard, type NoeView } from "../../protocol";
import { sumOf } from "./cards";

/** The other seats, clockwise: first the one to the left. */
export function othersFrom(seat: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, index) => (seat + 1 + index) % seats);
}

/** Where the others' places are, clockwise from the left, by the number of seats. Board.svelte says where that is. */
export const SIDES: Readonly<Record<number, readonly string[]>> = {
  2: ["top"],
  3: ["top-left", "top-right"],
  4: ["left", "top", "right"],
  5: ["left", "top-left", "top-right", "right"],
  6: ["left", "top-left", "top", "top-right", "right"],
};

export type Side = { side: "left" | "right"; steps: number } | { side: "facing" };

/** Where another seat is, seen from the viewer's own. */
export function sideOf(other: number, seat: number, seats: number): Side {
  const steps = (other - seat + seats) % seats;
  if (steps * 2 === seats) return { side: "facing" };
  return steps * 2 < seats ? { side: "left", steps } : { side: "right", steps: seats - steps };
}

/** What the life cards show where it is not the life itself; null where the cards tell the truth. */
export function wrongSum(view: NoeView, seat: number): number | null {
  const cards: readonly NoeCard[] = view.life_cards[seat] ?? [];
  const shown = sumOf(cards);
  return cards.length > 0 && shown !== view.life[seat] ? shown : null;
}

const QUIET_ROUNDS = 20;

/** How near the game is to ending for want of a loss; null until half of it has passed. */
export function quietness(view: NoeView): { turns: number; end: number } | null {
  const end = QUIET_ROUNDS * (view.life.length - view.eliminated.length);
  return view.quiet_turns * 2 > end ? { turns: view.quiet_turns, end } : null;
}

export function foresee(view: NoeView, seat: number, action: NoeAction): NoeView {
  switch (action.type) {
    case "charge":
      return { ...view, charges: view.charges.with(seat, [...(view.charges[seat] ?? []), HIDDEN]) };
    case "reinforce":
      return { ...view, reinforcements: view.reinforcements.with(seat, HIDDEN) };
    default:
      return view;
  }
}
