/** How far this browser is in each lesson, and which are learnt. */
import { preference, setPreference } from "../state/preferences";

const keyOf = (game: string, lesson: string) => `tablee.lesson.${game}.${lesson}`;

/** The nodes that were gone through, as they were kept. */
export function keptPath(game: string, lesson: string): readonly number[] {
  return (localStorage.getItem(keyOf(game, lesson)) ?? "0").split(",").map(Number);
}

export function keepPath(game: string, lesson: string, path: readonly number[]): void {
  localStorage.setItem(keyOf(game, lesson), path.join());
}

/** The lesson is done: next time it begins at its beginning. */
export function keepLearnt(game: string, lesson: string): void {
  localStorage.removeItem(keyOf(game, lesson));
  setPreference(`learnt.${game}.${lesson}`, true);
}

/** Whether a game that is over is the first of its kind here, also when its result is looked at again. */
export function isFirstGame(game: string, play: string): boolean {
  const key = `tablee.first.${game}`;
  const first = localStorage.getItem(key) ?? play;
  localStorage.setItem(key, first);
  return first === play;
}

export const isLearnt = (game: string, lesson: string): boolean => preference(`learnt.${game}.${lesson}`, false);
