/** Which screen the address means. A link's secret is in the fragment, and is removed from the address at once. */

import { createContext } from "svelte";
import type { Origin } from "../protocol";

/** How links go to an address, given once at the root. */
export const [goingFrom, giveGoing] = createContext<(path: string) => void>();

export type Place =
  | { screen: "home" }
  | { screen: "rooms" }
  | { screen: "me" }
  | { screen: "reset"; secret: string }
  | { screen: "new"; game: string }
  | { screen: "local"; game: string }
  | { screen: "rules"; game: string; section: string | null }
  | { screen: "learn"; game: string; lesson: string | null }
  | { screen: "puzzles" }
  | { screen: "puzzle"; day: string; game: string }
  | { screen: "record"; id: string }
  | { screen: "room"; code: string; seatSecret: string | null; invitation: string | null; isWatching: boolean }
  | { screen: "nowhere" };

/** Where in which replay a game was played on from. */
export const originPath = ({ record, step }: Origin): string => `/records/${record}?t=s${step}`;

export function placeOf(path: string, fragment = "", query = ""): Place {
  const [first = "", second = "", third = null, more] = partsOf(path);
  if (more === undefined && first === "learn" && second) return { screen: "learn", game: second, lesson: third };
  if (more === undefined && first === "puzzles" && third) return { screen: "puzzle", day: second, game: third };
  if (third !== null) return { screen: "nowhere" };
  if (!first) return { screen: "home" };
  if (first === "reset" && !second) return { screen: "reset", secret: fragment.slice(1) };
  if (!second)
    return first === "rooms" || first === "me" || first === "puzzles" ? { screen: first } : { screen: "nowhere" };
  switch (first) {
    case "new":
    case "local":
      return { screen: first, game: second };
    case "rules":
      return { screen: first, game: second, section: fragment.slice(1) || null };
    case "records":
      return { screen: "record", id: second };
    case "r":
      return {
        screen: "room",
        code: second,
        seatSecret: /^#seat=(.+)$/.exec(fragment)?.[1] ?? null,
        invitation: /^#invite=(.+)$/.exec(fragment)?.[1] ?? null,
        isWatching: new URLSearchParams(query).has("watch"),
      };
    default:
      return { screen: "nowhere" };
  }
}

function partsOf(path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  try {
    return parts.map(decodeURIComponent);
  } catch {
    // Escapes that can't be read are no name of ours.
    return parts;
  }
}

export class Route {
  place = $state.raw<Place>({ screen: "home" });

  constructor() {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    window.addEventListener("hashchange", () => this.#read());
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    const place = placeOf(location.pathname, location.hash, location.search);
    this.place = place;
    const hasSecret =
      (place.screen === "room" && (place.seatSecret || place.invitation)) || (place.screen === "reset" && place.secret);
    if (hasSecret) history.replaceState(null, "", location.pathname);
  }
}
