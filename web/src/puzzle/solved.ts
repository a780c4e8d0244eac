/** Which puzzles were solved in this browser, and for how many days in a row. */
import type { Result } from "./puzzle.svelte";

/** The games that have a puzzle each day. */
export const GAMES = ["gigogne", "kitty"] as const;
/** The first day that has puzzles. */
export const FIRST = "2026-01-05";
const KEY = "tablee.puzzles";

interface Solved extends Result {
  /** The day on which it was solved; the puzzle of a day counts for that day only. */
  on: string;
}
type Kept = Record<string, Partial<Record<string, Solved>>>;

/** A day as the server calls it, by this browser's own calendar: 2026-11-18. */
export function dayOf(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** At noon, so that no summer time gets in between. */
export const timeOf = (day: string): Date => new Date(`${day}T12:00:00`);

export function daysBefore(day: string, days: number): string {
  const time = timeOf(day);
  time.setDate(time.getDate() - days);
  return dayOf(time);
}

export const puzzlePath = (day: string, game: string): string => `/puzzles/${day}/${game}`;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // What can't be read is as good as nothing, and is written anew.
    return {};
  }
}

export const solved = (day: string, game: string): Solved | null => kept()[day]?.[game] ?? null;

/** The first solution of a puzzle is the one that is kept. */
export function keepSolved(day: string, game: string, result: Result, on: string): void {
  const all = kept();
  const ofDay = all[day] ?? {};
  if (ofDay[game]) return;
  localStorage.setItem(KEY, JSON.stringify({ ...all, [day]: { ...ofDay, [game]: { ...result, on } } }));
}

/** Days in a row, up to today or yesterday, on which a puzzle of the day was solved. */
export function streak(today: string): number {
  const all = kept();
  const has = (day: string) => Object.values(all[day] ?? {}).some((one) => one?.on === day);
  let days = 0;
  for (let day = has(today) ? today : daysBefore(today, 1); has(day); day = daysBefore(day, 1)) days += 1;
  return days;
}
