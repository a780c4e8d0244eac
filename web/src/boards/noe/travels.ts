/** Which card goes where, event by event, and what is marked after it. */
import type { NoeAction, NoeEvent, NoeView } from "../../protocol";
import { plain } from "../../words/say";
import type { Drag, Mark, Milestone, Sight, Teller, Travel } from "../contract";
import { rankOf, sumOf } from "./cards";
import type { Choice } from "./words";

export const PILE = "pile";
/** Its first card. */
export const TOP = "top";
export const DISCARD = "discard";
/** The picture on a button. */
export const actionPlace = (type: NoeAction["type"]) => `action-${type}`;
export const placeOf = (seat: number) => `place-${seat}`;
export const lifePlace = (seat: number, card: string) => `life-${seat}-${card}`;
export const shieldPlace = (seat: number) => `shield-${seat}`;
export const reinforcementPlace = (seat: number) => `reinforcement-${seat}`;
export const chargePlace = (seat: number, index: number) => `charge-${seat}-${index}`;

export function travels(events: readonly NoeEvent[], { view }: Teller<NoeView>): Travel[] {
  // An attack is a scene: the table changes when the scene says so.
  if (events.some(({ type }) => type === "attacked")) return [];
  return events.flatMap((event) => travelsOf(event, view));
}

/** The shield that was hit or is new, the cards that came, and what the attack was against it. */
export function lastMoved(events: readonly NoeEvent[], { view }: Teller<NoeView>): Mark[] {
  const attacked = events.find((event) => event.type === "attacked");
  const changed = events.find((event) => event.type === "shield_discarded");
  return events.flatMap((event): Mark[] => {
    switch (event.type) {
      case "attacked":
        return [{ seat: event.seat, place: shieldPlace(event.target), note: plain(clash(events, view)) }];
      case "life_cards_laid":
        return [...event.from_discard, ...event.from_pile].map((card) => ({
          seat: attacked?.seat ?? event.seat,
          place: lifePlace(event.seat, card),
        }));
      case "eliminated":
        return [{ seat: attacked?.seat ?? event.seat, place: placeOf(event.seat) }];
      case "charged":
        return [{ seat: event.seat, place: chargePlace(event.seat, (view.charges[event.seat]?.length ?? 1) - 1) }];
      case "reinforced":
        return [{ seat: event.seat, place: reinforcementPlace(event.seat) }];
      case "shield_laid":
        return [{ seat: changed?.seat ?? event.target, place: shieldPlace(event.target) }];
      default:
        return [];
    }
  });
}

/** "10 > 6 −4"; "4 ≤ 6" where the shield held. */
function clash(events: readonly NoeEvent[], view: NoeView): string {
  const attacked = events.find((event) => event.type === "attacked");
  const shield = attacked && view.shields[attacked.target];
  if (!shield) return "";
  const revealed = events.find((event) => event.type === "reinforcement_revealed");
  const lost = events.find((event) => event.type === "life_lost");
  const total = sumOf([attacked.card, ...attacked.charges]);
  const defence = rankOf(shield) + (revealed ? rankOf(revealed.card) : 0);
  return lost ? `${total} > ${defence} −${lost.points}` : `${total} ≤ ${defence}`;
}

export function departures({ type }: NoeAction, { view, seat }: Sight<NoeView, NoeAction>): Travel[] {
  if (type === "charge") return [{ from: PILE, to: chargePlace(seat, view.charges[seat]?.length ?? 0) }];
  return type === "reinforce" ? [{ from: PILE, to: reinforcementPlace(seat) }] : [];
}

function travelsOf(event: NoeEvent, view: NoeView): Travel[] {
  switch (event.type) {
    case "charged":
      return [{ from: PILE, to: chargePlace(event.seat, (view.charges[event.seat]?.length ?? 1) - 1) }];
    case "reinforced":
      return [{ from: PILE, to: reinforcementPlace(event.seat) }];
    case "shield_discarded":
      return [{ from: shieldPlace(event.target), to: DISCARD, ms: 200 }];
    case "shield_laid":
      return [{ from: PILE, to: shieldPlace(event.target), ms: 240, delay: 120, turning: true }];
    case "left":
      return [{ from: placeOf(event.seat), to: DISCARD, ms: 350 }];
    case "turn_began":
      return [{ from: reinforcementPlace(event.seat), to: DISCARD, ms: 240 }];
    case "reshuffled":
      return [{ from: DISCARD, to: PILE, ms: 350, turning: true }];
    default:
      return [];
  }
}

const HEART = "M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.4 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z";
const WHEEL = "M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 3v18M3 12h18M5.6 5.6l12.8 12.8M18.4 5.6 5.6 18.4";

/** A wound, and a place that sinks. */
export function milestone(event: NoeEvent): Milestone | null {
  if (event.type === "life_lost") return { weight: event.points, sign: HEART };
  return event.type === "eliminated" ? { weight: 50, sign: WHEEL } : null;
}

/** An action onto whom it is done to. The pile's first card means an attack on others, and a charge on oneself. */
export function drags(action: NoeAction, { seat }: Sight<NoeView, NoeAction>): Drag<Choice>[] {
  const from = actionPlace(action.type);
  switch (action.type) {
    case "attack":
      return [
        { from, to: placeOf(action.target), choice: "attack" },
        { from: TOP, to: placeOf(action.target) },
      ];
    case "swap_shield":
      return [{ from, to: placeOf(action.target), choice: "swap_shield" }];
    case "charge":
      return [from, TOP].map((piece) => ({ from: piece, to: placeOf(seat) }));
    default:
      return [{ from, to: placeOf(seat) }];
  }
}
