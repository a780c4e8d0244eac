/** Sentences of the log: who does what, told to the reader or about others. */
import type { Line, Teller } from "../boards/contract";
import type { Text } from "../protocol";
import { list, phrase } from "./say";

/** The verb for the reader, for someone else, and for several where French needs that. */
export interface Verb {
  en: readonly [you: string, one: string];
  fr: readonly [you: string, one: string, many?: string];
}

export const IS_OUT: Verb = {
  en: ["are out of the game", "is out of the game"],
  fr: ["êtes hors jeu", "est hors jeu"],
};

const YOU: Text = { en: "You", fr: "Vous" };

/** "You place a card", "Théo places a card", "You and Théo stay". */
export function doing(
  seats: number | readonly number[],
  { you, name }: Pick<Teller, "you" | "name">,
  verb: Verb,
  rest?: Text,
): Text {
  const all = [seats].flat();
  const isYou = you !== null && all.includes(you);
  const others = all.filter((seat) => seat !== you).map(name);
  const who = list(isYou ? [YOU, ...others] : others);
  const isOne = !isYou && others.length < 2;
  const does: Text = {
    en: verb.en[isOne ? 1 : 0],
    fr: isYou ? verb.fr[0] : isOne ? verb.fr[1] : (verb.fr[2] ?? verb.fr[1]),
  };
  return rest ? phrase`${who} ${does} ${rest}` : phrase`${who} ${does}`;
}

/** The same as a line of the log: the sign of a single seat is put before it. */
export function told(...[seats, teller, verb, rest]: Parameters<typeof doing>): Line {
  const [first = null, ...others] = [seats].flat();
  return { seat: others.length ? null : first, text: phrase`${doing(seats, teller, verb, rest)}.` };
}
