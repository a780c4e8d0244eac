/**
 * What travels where. Several events come at once and the page shows only the end, so that each card goes from where it
 * was before all of them to where it is after.
 *
 * Places: `slot-4`, `card-mars` (in the hand that is drawn open), `taken-0` and `hand-0` (of a seat), `pile`, `out`,
 * `line-0-2-1` (of a seat, the third line, its second card).
 */
import type { NinthAction, NinthEvent, NinthPlanet, NinthView } from "../../protocol";
import type { Teller, Travel } from "../contract";
import { isKnown } from "./square";

const TAKE = 260;
const CLAIM = 350;
const REFILL = 220;
const REFILL_APART = 70;
const SWAP = 320;

/** Where a card of a seat's hand lies. */
function inHand(view: NinthView, seat: number, card: NinthPlanet | "?"): string {
  const isOpen = isKnown(card) && view.hands[seat]?.every(isKnown);
  return isOpen ? `card-${card}` : `hand-${seat}`;
}

export function travels(events: readonly NinthEvent[], { you, view }: Teller<NinthView>): Travel[] {
  const journeys: Travel[] = [];
  const origins = new Map<number, Travel>();
  const from = (slot: number): Omit<Travel, "to"> => origins.get(slot) ?? { from: `slot-${slot}`, to: "" };
  let taken: { from: string; card: NinthPlanet | "?" } | null = null;
  let refilled = 0;
  const drawAfter = events.some((event) => event.type === "claimed") ? CLAIM - REFILL_APART : 0;
  for (const event of events) {
    switch (event.type) {
      case "taken":
        // One's own take was shown while it was on its way.
        taken = { from: event.seat === you ? `taken-${event.seat}` : `slot-${event.slot}`, card: event.card };
        if (event.seat !== you) journeys.push({ from: taken.from, to: `taken-${event.seat}`, ms: TAKE });
        break;
      case "placed":
        if (event.seat !== you)
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
        if (event.seat === you) break;
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

/** What moves as soon as an action of one's own is sent. */
export function departures(action: NinthAction, seat: number): Travel[] {
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
