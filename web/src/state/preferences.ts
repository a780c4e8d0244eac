/** Small preferences of this browser. */
import { store, stored } from "./stored";

export function preference(name: string, usual: boolean): boolean {
  const value = stored(`tablee.${name}`);
  return value === null ? usual : value === "yes";
}

export function setPreference(name: string, value: boolean): void {
  store(`tablee.${name}`, value ? "yes" : "no");
}

/** Whether a name was chosen, a game played or a lesson taken in this browser before. */
export const hasBeenHere = (): boolean =>
  Object.keys(localStorage).some((key) => /^tablee\.(named|learnt|coached|puzzles)/.test(key));

/** What was chosen last, if it can still be chosen; otherwise the first. */
export function lastChoice<Value extends string | number>(name: string, choices: readonly [Value, ...Value[]]): Value {
  const value = stored(`tablee.${name}`);
  return choices.find((choice) => String(choice) === value) ?? choices[0];
}

export function setLastChoice(name: string, value: string | number): void {
  store(`tablee.${name}`, String(value));
}
