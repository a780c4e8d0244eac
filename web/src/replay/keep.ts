/** What is in sight can be looked at again without a network: the service worker is asked to keep it. */

let loads: PerformanceObserver | undefined;

/**
 * Ask it to keep all that this page was and will be made of: its scripts and styles, the steps of games, lessons and
 * puzzles. Observed, as what has only just come is in no list yet.
 *
 * A replay that was opened without a viewer names it in its address from then on: its first steps are kept under both.
 */
export function keepOffline(named?: { record: string; viewer: string }): void {
  if (!("serviceWorker" in navigator)) return;
  loads?.disconnect();
  loads = new PerformanceObserver((list) => void keep(list.getEntries(), named));
  loads.observe({ type: "resource", buffered: true });
}

async function keep(loaded: PerformanceEntryList, named?: { record: string; viewer: string }): Promise<void> {
  const addresses = loaded
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin &&
        /^\/(assets\/|api\/records\/.+\/steps$|api\/games\/.+\/lessons$|api\/puzzles\/)/.test(pathname),
    )
    .flatMap(({ pathname, search }) => {
      const isBare = named && pathname === `/api/records/${named.record}/steps` && !search.startsWith("?as=");
      return [pathname + search, ...(isBare ? [`${pathname}?as=${named.viewer}&${search.slice(1)}`] : [])];
    });
  if (addresses.length === 0) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...new Set(addresses)] });
}
