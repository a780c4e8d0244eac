/** Which card goes where, event by event. */
import type { NoeEvent, NoeView } from "../../protocol";
import type { Teller, Travel } from "../contract";

export const PILE = "pile";
export const DISCARD = "discard";
export const placeOf = (seat: number) => `place-${seat}`;
export const lifePlace = (seat: number, card: string) => `life-${seat}-${card}`;
export const shieldPlace = (seat: number) => `shield-${seat}`;
export const reinforcementPlace = (seat: number) => `reinforcement-${seat}`;
export const chargePlace = (seat: number, index: number) => `charge-${seat}-${index}`;

export function travels(events: readonly NoeEvent[], { view }: Teller<NoeView>): Travel[] {
  return events.flatMap((event) => travelsOf(event, view));
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
    case "attacked":
      return [{ from: PILE, to: DISCARD, ms: 240, turning: true }];
    case "life_cards_laid":
      return [
        ...event.from_discard.map((card) => ({ from: DISCARD, to: lifePlace(event.seat, card), ms: 240 })),
        ...event.from_pile.map((card) => ({ from: PILE, to: lifePlace(event.seat, card), ms: 240, turning: true })),
      ];
    case "eliminated":
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
