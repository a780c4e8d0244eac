/** An attack as a story, put together from its events and the table as it was before them. */
import type { NoeCard, NoeEvent, NoeView } from "../../protocol";
import { isFaceDown, rankOf, sumOf } from "./cards";

/** What stopped the attack, or what it did. */
export type Ending = "shield" | "reinforcement" | "hit" | "eliminated";

export interface Story {
  attacker: number;
  target: number;
  /** The card of the pile, then the charges. */
  cards: readonly NoeCard[];
  total: number;
  shield: NoeCard;
  /** The reinforcement if it counted; "?" if it stayed face down; null without one. */
  reinforcement: NoeCard | "?" | null;
  /** Whether an attack before has revealed it. */
  wasOpen: boolean;
  defence: number;
  ending: Ending;
  loss: number;
  lifeBefore: number;
  lifeAfter: number;
  chargesLost: number;
  kept: readonly NoeCard[];
  leaving: readonly NoeCard[];
  arriving: readonly NoeCard[];
  /** Whether the life cards add up to the life again. */
  isShown: boolean;
}

/** The attack among the events; null if there was none, or the table before it is not known. */
export function storyOf(events: readonly NoeEvent[], before: NoeView): Story | null {
  const attacked = find(events, "attacked");
  if (!attacked || before.active !== attacked.seat) return null;
  const { seat: attacker, target } = attacked;
  const shield = before.shields[target];
  if (!shield) return null;

  const cards = [attacked.card, ...attacked.charges];
  const total = sumOf(cards);
  const passedShield = total > rankOf(shield);
  const lay = before.reinforcements[target] ?? null;
  const lying = find(events, "reinforcement_revealed")?.card ?? lay;
  const counted = passedShield && lying !== null && !isFaceDown(lying) ? lying : null;
  const lost = find(events, "life_lost");
  const laid = find(events, "life_cards_laid");
  const own = before.life_cards[target] ?? [];
  const lifeBefore = before.life[target] ?? 0;
  const lifeAfter = Math.max(0, lifeBefore - (lost?.points ?? 0));
  const kept = laid?.kept ?? [];
  const arriving = laid ? [...laid.from_discard, ...laid.from_pile] : [];

  return {
    attacker,
    target,
    cards,
    total,
    shield,
    reinforcement: passedShield ? counted : lying,
    wasOpen: lay !== null && !isFaceDown(lay),
    defence: rankOf(shield) + (counted ? rankOf(counted) : 0),
    ending: lost ? (lifeAfter === 0 ? "eliminated" : "hit") : passedShield ? "reinforcement" : "shield",
    loss: lost?.points ?? 0,
    lifeBefore,
    lifeAfter,
    chargesLost: lost ? (before.charges[target]?.length ?? 0) : 0,
    kept,
    leaving: lost ? own.filter((card) => !kept.includes(card)) : [],
    arriving,
    isShown: sumOf([...kept, ...arriving]) === lifeAfter,
  };
}

function find<Type extends NoeEvent["type"]>(
  events: readonly NoeEvent[],
  type: Type,
): Extract<NoeEvent, { type: Type }> | undefined {
  return events.find((event): event is Extract<NoeEvent, { type: Type }> => event.type === type);
}
