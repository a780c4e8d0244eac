/** What is in sight can be looked at again without a network: the service worker is asked to keep it. */

/** Ask it to keep all that this page was made of: its scripts and styles, the steps of games, lessons and puzzles. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const keep = loaded
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin &&
        /^\/(assets\/|api\/records\/.+\/steps$|api\/games\/.+\/lessons$|api\/puzzles\/)/.test(pathname),
    )
    .map(({ pathname, search }) => pathname + search);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...new Set(keep)] });
}
