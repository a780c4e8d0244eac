/** A screen that shows the list of rooms follows it while it is there. */
import { now } from "../state/clock.svelte";
import type { House } from "../state/house.svelte";
import type { Filters } from "../state/list.svelte";
import { onShelf } from "./shelf";

/** Ages are told in minutes: there is no need to draw them anew more often. */
const STEP = 15_000;

/** How often a list of recently active rooms is asked for anew. */
const REFRESH_EVERY = 30_000;

/** To be called while a component is set up; gives what the browser of rooms needs. */
export function watchList(houseOf: () => House) {
  const time = $derived(Math.floor(now() / STEP) * STEP + houseOf().list.ahead);
  const mine = $derived(new Set(houseOf().mine.map((row) => row.id)));
  const games = $derived(onShelf(houseOf().games));
  $effect(() => {
    const { list } = houseOf();
    list.isAtTop = true;
    list.watch();
    const refreshing = setInterval(() => list.refresh(), REFRESH_EVERY);
    return () => {
      clearInterval(refreshing);
      list.unwatch();
    };
  });
  return () => {
    const { list } = houseOf();
    return {
      rooms: list.rooms,
      fresh: list.fresh,
      isLoaded: list.isLoaded,
      hasMore: list.next !== null,
      filters: list.filters,
      games,
      mine,
      time,
      filter: (filters: Filters) => list.watch(filters),
      reading: (isAtTop: boolean) => {
        list.isAtTop = isAtTop;
        if (isAtTop) list.showFresh();
      },
      showFresh: () => list.showFresh(),
      showMore: () => list.showMore(),
    };
  };
}
