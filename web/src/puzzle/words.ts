/** Words of the puzzles’ own frame; what a puzzle asks and answers comes with it. */
import type { Text } from "../protocol";
import { count, type Part, pair, phrase, plain, series } from "../words/say";
import { timeOf } from "./solved";

const DAY = { day: "numeric", month: "long" } as const;
const dates = (options: Intl.DateTimeFormatOptions) => {
  const en = new Intl.DateTimeFormat("en-GB", options);
  const fr = new Intl.DateTimeFormat("fr", options);
  return (day: string): Text => ({ en: en.format(timeOf(day)), fr: fr.format(timeOf(day)) });
};
/** 18 November */
const DATE = dates(DAY);
/** Wednesday 18 November */
export const LONG_DATE = dates({ ...DAY, weekday: "long" });

export const PUZZLE_OF = (day: string): Text => ({ en: `Puzzle of ${DATE(day).en}`, fr: `Énigme du ${DATE(day).fr}` });
export const TODAYS: Text = { en: "Today’s puzzles", fr: "Énigmes du jour" };
export const ALL_PUZZLES: Text = { en: "All puzzles", fr: "Toutes les énigmes" };
export const PUZZLE: Text = { en: "Puzzle", fr: "Énigme" };
export const TODAY: Text = { en: "Today", fr: "Aujourd’hui" };
export const EARLIER: Text = { en: "Earlier", fr: "Plus anciennes" };
export const NO_SUCH_PUZZLE: Text = { en: "This puzzle doesn’t exist", fr: "Cette énigme n’existe pas" };
export const ABOUT: Text = {
  en: "One Gigogne, one No Kitty, every day: easy on Monday, hard on Sunday. What you solve is kept in this browser.",
  fr: "Un Gigogne et un No Kitty par jour : facile le lundi, difficile le dimanche. Ce navigateur garde ce que vous résolvez.",
};

export const KINDS: Record<string, Text> = {
  gigogne: { en: "Win by force", fr: "Coup gagnant" },
  kitty: { en: "The best turn", fr: "Le meilleur tour" },
};
/** What is to be known before the first try. */
export const ONLY_ONE: Record<string, Text> = {
  gigogne: { en: "Only one first move does it.", fr: "Un seul premier coup y mène." },
  kitty: { en: "Only one board does it, in any order.", fr: "Un seul plateau y mène, l’ordre est libre." },
};
export const DIFFICULTIES: readonly Text[] = [
  { en: "easy", fr: "facile" },
  { en: "medium", fr: "moyen" },
  { en: "hard", fr: "difficile" },
];
export const DONE_OF = (done: number, steps: number): Text => ({
  en: `${done} of ${steps}`,
  fr: `${done} sur ${steps}`,
});

export const UNDO: Text = { en: "Undo", fr: "Annuler" };
export const RESTART: Text = { en: "Start again", fr: "Recommencer" };
export const PLAY: Text = { en: "Play", fr: "Jouer" };
export const SHARE_RESULT: Text = { en: "Share", fr: "Partager" };
export const COPIED: Text = { en: "Copied", fr: "Copié" };
export const SEEN: Text = {
  en: "Solution shown: it doesn’t count as solved.",
  fr: "Solution montrée : elle ne compte pas.",
};

/** 1:12 */
export const time = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
export const SOLVED_IN = (seconds: number): Text => ({ en: `in ${time(seconds)}`, fr: `en ${time(seconds)}` });
const TRIES = (tries: number): Text => count(tries, { en: ["try", "tries"], fr: ["essai", "essais"] });
const HINTS = (hints: number): Text => count(hints, { en: ["hint", "hints"], fr: ["conseil", "conseils"] });
export const IN_A_ROW = (days: number): Text =>
  count(days, { en: ["day in a row", "days in a row"], fr: ["jour de suite", "jours de suite"] });

/** “2 tries, 1:12”: it tells nothing of the solution. */
export const RESULT = ({ tries, hints, seconds }: { tries: number; hints: number; seconds: number }): Text =>
  series([TRIES(tries), ...(hints ? [HINTS(hints)] : []), plain(time(seconds))]);
export const SHARED = (game: Part, day: string, result: Text): Text => pair(phrase`${game}, ${DATE(day)}`, result);
