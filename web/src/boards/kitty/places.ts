/** The places of the table, and what moves between them. */
import type { KittyEvent, KittyView } from "../../protocol";
import type { Teller, Travel } from "../contract";
import type { Card } from "./cards";

export type Kind = "hearts" | "magic";

export const deckPlace = (kind: Kind) => `deck:${kind}`;
export const tilePlace = (tile: number) => `tile:${tile}`;
/** A card that the viewer sees in the hand at the bottom. */
export const cardPlace = (card: Card) => `card:${card}`;
/** The last of the backs in a hand that the viewer doesn't see. */
export const backPlace = (seat: number, kind: Kind) => `back:${seat}:${kind}`;
/** Where the last used magic card lies. */
export const SPENT_PLACE = "spent";

export function travels(events: readonly KittyEvent[], { you }: Teller<KittyView>): Travel[] {
  const inHand = (seat: number, kind: Kind, card: Card | "?") =>
    seat === you && card !== "?" ? cardPlace(card) : backPlace(seat, kind);
  return events.flatMap((event): Travel[] => {
    switch (event.type) {
      case "drawn": {
        const { seat, heart, magic } = event;
        const turning = seat === you;
        return [
          ...(heart ? [{ from: deckPlace("hearts"), to: inHand(seat, "hearts", heart), ms: 240, turning }] : []),
          ...(magic
            ? [{ from: deckPlace("magic"), to: inHand(seat, "magic", magic), ms: 240, delay: 60, turning }]
            : []),
        ];
      }
      case "placed":
        return [{ from: inHand(event.seat, "hearts", event.heart), to: tilePlace(event.tile) }];
      case "magic_used":
        return [{ from: inHand(event.seat, "magic", event.magic), to: SPENT_PLACE }];
      default:
        return [];
    }
  });
}
