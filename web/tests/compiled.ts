/** Lessons, puzzles and positions as the server compiles them, in small; and a browser’s storage to keep things in. */
import { vi } from "vitest";
import "./page";
import type { AnyAction, AnyEvent, AnyView, LessonTry, Perspective, Text } from "../src/protocol";

export const text = (en: string): Text => ({ en, fr: en });
export const place = (cell: number): AnyAction => ({ type: "place", size: "large", cell }) as AnyAction;

/** A view has a name, and nothing else. */
export const sight = (name: string, legal: readonly AnyAction[] = []): Perspective => ({
  seat: 0,
  turn: 0,
  to_act: [0],
  scores: [0, 0],
  view: { name } as unknown as AnyView,
  legal: [...legal],
  outcome: null,
});
export const viewOf = (shown: { sight: Perspective }): string => (shown.sight.view as unknown as { name: string }).name;

/** What comes of one action: what is said, and the views that are shown. */
export const tried = (
  action: AnyAction | null,
  given: { isRight?: boolean; to?: number; says: string },
  ...views: string[]
): LessonTry => ({
  action,
  is_right: given.isRight ?? true,
  say: text(given.says),
  shown: views.map((name, seat) => ({ seat, events: [{ type: name } as unknown as AnyEvent], sight: sight(name) })),
  to: given.to ?? null,
});

/** An empty storage in the place of the browser’s: what is kept are its own fields, as in a browser. */
export function emptyStorage(): Record<string, string> {
  const storage = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = String(value);
    },
    removeItem: (name: string) => delete storage[name],
  });
  vi.stubGlobal("localStorage", storage);
  return storage;
}
