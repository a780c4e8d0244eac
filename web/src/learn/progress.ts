/** How far this browser is in each lesson, and which are learnt: what lessons go by, with or without a server. */
import type { LessonProgress } from "../protocol";
import { preference, setPreference } from "../state/preferences";

const keyOf = (game: string, lesson: string) => `tablee.lesson.${game}.${lesson}`;
const learntOf = (game: string, lesson: string) => `learnt.${game}.${lesson}`;
const KEYS = /^tablee\.(?:lesson|learnt)\.([^.]+)\.(.+)$/;

/** The nodes that were gone through, as they were kept. */
export function keptPath(game: string, lesson: string): readonly number[] {
  return (localStorage.getItem(keyOf(game, lesson)) ?? "0").split(",").map(Number);
}

export function keepPath(game: string, lesson: string, path: readonly number[]): void {
  localStorage.setItem(keyOf(game, lesson), path.join());
}

export const setLearnt = (game: string, lesson: string): void => setPreference(learntOf(game, lesson), true);

/** The lesson is done: next time it begins at its beginning. */
export function keepLearnt(game: string, lesson: string): void {
  localStorage.removeItem(keyOf(game, lesson));
  setLearnt(game, lesson);
}

/** All that is kept here. */
export function allKept(): LessonProgress[] {
  const found = Object.keys(localStorage).flatMap((key) => {
    const [, game = "", lesson = ""] = KEYS.exec(key) ?? [];
    return game ? [[game, lesson] as const] : [];
  });
  const lessons = new Map(found.map((one) => [one.join("."), one]));
  return Array.from(lessons.values(), ([game, lesson]) => {
    const path = keptPath(game, lesson);
    const is_learnt = preference(learntOf(game, lesson), false);
    // What can't be read is as good as nothing.
    return { game, lesson, path: path.every(Number.isInteger) ? [...path] : [0], is_learnt };
  });
}

/** Forget the progress in these. */
export function drop(lessons: readonly LessonProgress[]): void {
  for (const { game, lesson } of lessons)
    for (const key of [keyOf(game, lesson), `tablee.${learntOf(game, lesson)}`]) localStorage.removeItem(key);
}

/** Whether a game that is over is the first of its kind here, also when its result is looked at again. */
export function isFirstGame(game: string, play: string): boolean {
  const key = `tablee.first.${game}`;
  const first = localStorage.getItem(key) ?? play;
  localStorage.setItem(key, first);
  return first === play;
}
