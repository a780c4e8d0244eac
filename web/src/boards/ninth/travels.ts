/**
 * What travels where. Several events come at once and the page shows only the end, so that each card goes from where it
 * was before all of them to where it is after.
 *
 * Places: `slot-4` (the card in it) and `gap-4` (the slot itself), `card-mars` (in the hand that is drawn open), `taken-0` and `hand-0` (of a seat), `pile`, `out`,
 * `line-0-2-1` (of a seat, the third line, its second card).
 */
import type { NinthAction, NinthEvent, NinthPlanet, NinthView } from "../../protocol";
import type { Mark, Milestone, Sight, Teller, Travel } from "../contract";
import LineSign from "./LineSign.svelte";
import { isKnown } from "./square";

const TAKE = 260;
const CLAIM = 350;
const REFILL = 220;
const REFILL_APART = 70;
const SWAP = 320;

function inHand(view: NinthView, seat: number, card: NinthPlanet | "?"): string {
  const isOpen = isKnown(card) && view.hands[seat]?.every(isKnown);
  return isOpen ? `card-${card}` : `hand-${seat}`;
}

export function travels(events: readonly NinthEvent[], { view }: Teller<NinthView>): Travel[] {
  const journeys: Travel[] = [];
  const origins = new Map<number, Travel>();
  const from = (slot: number): Omit<Travel, "to"> => origins.get(slot) ?? { from: `slot-${slot}`, to: "" };
  let taken: { from: string; card: NinthPlanet | "?" } | null = null;
  let refilled = 0;
  const drawAfter = events.some((event) => event.type === "claimed") ? CLAIM - REFILL_APART : 0;
  for (const event of events) {
    switch (event.type) {
      case "taken":
        taken = { from: `slot-${event.slot}`, card: event.card };
        journeys.push({ from: taken.from, to: `taken-${event.seat}`, ms: TAKE });
        break;
      case "placed":
        origins.set(event.slot, {
          from: inHand(view, event.seat, event.card),
          to: "",
          ms: TAKE,
          turning: event.card !== "?",
        });
        break;
      case "removed":
        journeys.push({ from: `taken-${event.seat}`, to: "out", ms: 300 });
        break;
      case "swapped": {
        const { a, b } = event;
        const [ofA, ofB] = [from(a), from(b)];
        origins.set(a, { ms: SWAP, ...ofB, to: "" });
        origins.set(b, { ms: SWAP, ...ofA, to: "" });
        break;
      }
      case "claimed": {
        const last = (view.lines[event.seat]?.length ?? 1) - 1;
        event.line.forEach((slot, index) => {
          journeys.push({ ...from(slot), to: `line-${event.seat}-${last}-${index}`, ms: CLAIM, delay: index * 40 });
          origins.delete(slot);
        });
        break;
      }
      case "drawn":
        origins.set(event.slot, {
          from: "pile",
          to: "",
          ms: REFILL,
          delay: drawAfter + REFILL_APART * refilled++,
          turning: !event.face_down,
        });
        break;
      case "turn_ended":
        if (taken) {
          const to = inHand(view, event.seat, taken.card);
          journeys.push({ from: taken.from, to, ms: TAKE });
          taken = null;
        }
        break;
    }
  }
  for (const [slot, journey] of origins) journeys.push({ ...journey, to: `slot-${slot}` });
  return journeys;
}

/** The slots that a turn emptied, filled or changed, and the line it won. */
export function lastMoved(events: readonly NinthEvent[], { view }: Teller<NinthView>): Mark[] {
  return events.flatMap((event): Mark[] => {
    switch (event.type) {
      case "taken":
      case "placed":
        return [{ seat: event.seat, place: `gap-${event.slot}` }];
      case "swapped":
        return [event.a, event.b].map((slot) => ({ seat: event.seat, place: `gap-${slot}` }));
      case "claimed": {
        const last = (view.lines[event.seat]?.length ?? 1) - 1;
        return [{ seat: event.seat, place: `won-${event.seat}-${last}` }];
      }
      default:
        return [];
    }
  });
}

/** A line that was won. */
export function milestone(event: NinthEvent): Milestone | null {
  if (event.type !== "claimed") return null;
  return { weight: event.points, sign: { Art: LineSign, of: event.planet } };
}

export function departures(action: NinthAction, { seat }: Sight<NinthView, NinthAction>): Travel[] {
  switch (action.type) {
    case "take":
      return [{ from: `slot-${action.slot}`, to: `taken-${seat}`, ms: TAKE }];
    case "place":
      return [{ from: `card-${action.card}`, to: `slot-${action.slot}`, ms: TAKE }];
    case "swap":
      return [
        { from: `slot-${action.a}`, to: `slot-${action.b}`, ms: SWAP },
        { from: `slot-${action.b}`, to: `slot-${action.a}`, ms: SWAP },
      ];
    default:
      return [];
  }
}
