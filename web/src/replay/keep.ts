/** What is in sight can be looked at again without a network: the service worker is asked to keep it. */

/**
 * Ask it to keep all that this page was made of: its scripts and styles, the steps of games, lessons and puzzles.
 *
 * A replay that was opened without a viewer names it in its address from then on: its first steps are kept under both.
 */
export async function keepOffline(named?: { record: string; viewer: string }): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const keep = loaded
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin &&
        /^\/(assets\/|api\/records\/.+\/steps$|api\/games\/.+\/lessons$|api\/puzzles\/)/.test(pathname),
    )
    .flatMap(({ pathname, search }) => {
      const isBare = named && pathname === `/api/records/${named.record}/steps` && !search.startsWith("?as=");
      return [pathname + search, ...(isBare ? [`${pathname}?as=${named.viewer}&${search.slice(1)}`] : [])];
    });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...new Set(keep)] });
}
