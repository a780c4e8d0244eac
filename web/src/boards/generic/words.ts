/** Words of the board for games that have none of their own. */
import type { AnyAction, AnyEvent, AnyView, GameShown, Text } from "../../protocol";
import { pair, uncapital } from "../../words/say";
import type { Line, Sight, Teller } from "../contract";
import type { Chosen } from "./choosing";
import { asFields, type Fields } from "./data";
import { writerOf, writeStep } from "./writing";

export const BOARD: Text = { en: "Table", fr: "Table" };
export const TRAY: Text = {
  en: "What you have, and what you can do",
  fr: "Ce que vous avez, et ce que vous pouvez faire",
};
export const ACTIONS: Text = { en: "Actions", fr: "Actions" };
export const SEAT: Text = { en: "Seat", fr: "Place" };
export const HIDDEN_PIECE: Text = { en: "hidden", fr: "caché" };
export const PLACE = (number: number): Text => ({ en: `Place ${number}:`, fr: `Emplacement ${number} :` });
/** Counted as people do, from 1: columns and rows bear no number on the board. */
export const COLUMN = (number: number): Text => ({ en: `Column ${number + 1}:`, fr: `Colonne ${number + 1} :` });
export const ROW = (number: number): Text => ({ en: `Row ${number + 1}:`, fr: `Rangée ${number + 1} :` });
export const CAN_CHOOSE: Text = { en: "can be chosen", fr: "peut être choisi" };
export const IS_CHOSEN: Text = { en: "chosen", fr: "choisi" };
export const MORE = (count: number): Text => ({ en: `Show ${count} more`, fr: `En montrer ${count} de plus` });

const stepIn = (step: Fields, game: GameShown | undefined, name: (seat: number) => string): Text => ({
  en: writeStep(step, writerOf("en", game, name)),
  fr: writeStep(step, writerOf("fr", game, name)),
});

export function prompt({ legal, seats }: Sight<AnyView, AnyAction>, chosen: Chosen | null, game?: GameShown): Text {
  if (chosen) return { en: "Now choose a target", fr: "Choisissez la suite" };
  const only = legal.length === 1 && legal[0] ? asFields(legal[0]) : null;
  if (!only) return { en: "Your turn", fr: "À vous" };
  return pair(
    { en: "Your turn", fr: "À vous" },
    stepIn(only, game, (seat) => seats[seat]?.name ?? String(seat)),
  );
}

/** Events of all games, which the table tells; others are told in the game's words, or from its data. */
const COMMON = new Set(["timed_out", "left", "ended", "turn_began"]);

export const inWords = (action: AnyAction, { game, name }: Teller): Text => stepIn(asFields(action), game, name);

export function tell(event: AnyEvent, { game, name }: Teller): Line | null {
  const phrase = game?.words.events[event.type];
  if ((COMMON.has(event.type) && !phrase) || game?.words.untold.includes(event.type)) return null;
  const { seat, ...rest } = asFields(event);
  const who = typeof seat === "number" ? seat : null;
  const step = stepIn(phrase ? asFields(event) : rest, game, name);
  if (who === null || phrase?.en.includes("{seat}")) return { seat: who, text: step };
  const told = uncapital(step);
  const sentence = { en: `${name(who)} ${told.en}`, fr: `${name(who)} ${told.fr}` };
  return { seat: who, text: phrase ? sentence : pair(name(who), told) };
}
