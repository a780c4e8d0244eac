/** The places of the table, and what moves between them. */
import type { KittyAction, KittyEvent, KittyView } from "../../protocol";
import type { Drag, Mark, Milestone, Sight, Teller, Travel } from "../contract";
import { MAGIC_STROKES } from "./art";
import type { Card, Choice } from "./cards";

export type Kind = "hearts" | "magic";

export const deckPlace = (kind: Kind) => `deck:${kind}`;
/** The heart on a tile. */
export const tilePlace = (tile: number) => `tile:${tile}`;
/** The tile itself. */
export const plotPlace = (tile: number) => `plot:${tile}`;
/** The viewer's own hand. */
export const HAND_PLACE = "hand";
/** A card that the viewer sees in the hand at the bottom. */
export const cardPlace = (card: Card) => `card:${card}`;
/** The last of the backs in a hand that the viewer doesn't see. */
export const backPlace = (seat: number, kind: Kind) => `back:${seat}:${kind}`;
export const platePlace = (seat: number) => `plate:${seat}`;
/** Where the last used magic card lies. */
export const SPENT_PLACE = "spent";

export function travels(events: readonly KittyEvent[], { seat: side }: Teller<KittyView>): Travel[] {
  const inHand = (seat: number, kind: Kind, card: Card | "?") =>
    seat === side && card !== "?" ? cardPlace(card) : backPlace(seat, kind);
  return events.flatMap((event): Travel[] => {
    switch (event.type) {
      case "drawn": {
        const { seat, heart, magic } = event;
        const turning = seat === side;
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

const MAGIC_OF = { heart_removed: "wind", tile_whitened: "recycle", shield_raised: "shield" } as const;

/** The tiles of a turn, with the magic that was played there, numbered in the order of its actions if there are more. */
export function lastMoved(events: readonly KittyEvent[], { view }: Teller<KittyView>): Mark[] {
  const marks: Mark[] = [];
  let actor = view.active;
  for (const event of events) {
    switch (event.type) {
      case "magic_used":
        actor = event.seat;
        break;
      case "placed":
        actor = event.seat;
        marks.push({ seat: actor, place: plotPlace(event.tile) });
        break;
      case "heart_removed":
      case "tile_whitened":
        marks.push({ seat: actor, place: plotPlace(event.tile), sign: MAGIC_STROKES[MAGIC_OF[event.type]] });
        break;
      case "shield_raised":
        marks.push({ seat: actor, place: platePlace(event.seat), sign: MAGIC_STROKES[MAGIC_OF[event.type]] });
        break;
    }
  }
  return marks.length > 1 ? marks.map((mark, index) => ({ ...mark, order: index + 1 })) : marks;
}

export function departures(action: KittyAction): Travel[] {
  return action.type === "place" ? [{ from: cardPlace(action.heart), to: tilePlace(action.tile) }] : [];
}

const BLOWN = "M3 9h10a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h6";

/** A heart that was blown away. */
export function milestone(event: KittyEvent, { before, events = [] }: Teller<KittyView>): Milestone | null {
  if (event.type !== "heart_removed") return null;
  const blower = events.find((one) => one.type === "magic_used");
  const seat = blower && "seat" in blower ? blower.seat : before?.active;
  return { weight: 2, sign: BLOWN, ...(seat === undefined ? {} : { seat }) };
}

/** A heart or magic onto a tile, a shield onto the viewer's own plate, the decks into the hand. */
export function drags(action: KittyAction, { seat }: Sight<KittyView, KittyAction>): Drag<Choice>[] {
  switch (action.type) {
    case "place":
      return [{ from: cardPlace(action.heart), to: plotPlace(action.tile), choice: action.heart }];
    case "wind":
    case "recycle":
      return [{ from: cardPlace(action.type), to: plotPlace(action.tile), choice: action.type }];
    case "shield":
      return [{ from: cardPlace("shield"), to: platePlace(seat) }];
    case "draw":
      return [
        { from: deckPlace("hearts"), to: HAND_PLACE },
        { from: deckPlace("magic"), to: HAND_PLACE },
      ];
    default:
      return [];
  }
}
