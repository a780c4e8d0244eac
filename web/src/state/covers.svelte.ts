/** The covers of the games, each loaded when it is first looked at. */
import { SvelteMap } from "svelte/reactivity";
import { loadCover } from "../boards";
import type { Cover } from "../boards/contract";

const loaded = new SvelteMap<string, Cover>();
const asked = new Set<string>();

/** Covers that are sure to be wanted can come while the server is still being asked which games it has. */
export function askForCovers(games: readonly string[]): void {
  for (const game of games) coverOf(game);
}

/** The cover of a game; null until it has come. */
export function coverOf(game: string): Cover | null {
  if (!asked.has(game)) {
    asked.add(game);
    loadCover(game)
      .then((cover) => loaded.set(game, cover))
      // Without the network it is asked for again the next time.
      .catch(() => asked.delete(game));
  }
  return loaded.get(game) ?? null;
}
