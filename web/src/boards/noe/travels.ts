/** Which card goes where, event by event, and what is marked after it. */
import type { NoeAction, NoeEvent, NoeView } from "../../protocol";
import { plain } from "../../words/say";
import type { Mark, Sight, Teller, Travel } from "../contract";
import { rankOf, sumOf } from "./cards";

export const PILE = "pile";
export const DISCARD = "discard";
export const placeOf = (seat: number) => `place-${seat}`;
export const lifePlace = (seat: number, card: string) => `life-${seat}-${card}`;
export const shieldPlace = (seat: number) => `shield-${seat}`;
export const reinforcementPlace = (seat: number) => `reinforcement-${seat}`;
export const chargePlace = (seat: number, index: number) => `charge-${seat}-${index}`;

export function travels(events: readonly NoeEvent[], { view }: Teller<NoeView>): Travel[] {
  // An attack is told as a scene: the table changes when that says so.
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
