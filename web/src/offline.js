// Offline: the page with its script, style and typefaces, the rules, and the replays, lessons and puzzles that were opened.
// Games need the server.
const SHELL = "SHELL";
/** What the rules are read with, and the rules in each language. */
const RULES = "RULES";
const GAMES = "/api/games";
const LEARNT = /^\/api\/(games(\/[^/]+\/(lessons|positions))?|puzzles\/.+)$/;
const CACHE = "tablee-VERSION";
/** The steps of finished games, which any version of the pages reads. */
const REPLAYS = "tablee-replays";
const STEPS = /^\/api\/records\/[^/]+\/steps$/;
/** Most answers that are kept: some dozen games. */
const MOST_STEPS = 60;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(async (cache) => {
        await cache.addAll(SHELL);
        // In the other language they come when they are read; and what does not come now may come then.
        const language = navigator.language.startsWith("fr") ? "fr" : "en";
        const wanted = [GAMES, ...RULES.any, ...RULES[language]];
        await Promise.allSettled(wanted.map((name) => cache.add(name)));
      })
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name !== REPLAYS) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** Ask, and keep what was answered. */
async function fetchToKeep(request, name = CACHE) {
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(name);
    await cache.put(request, copy);
    if (name === REPLAYS) for (const old of (await cache.keys()).slice(0, -MOST_STEPS)) await cache.delete(old);
  }
  return answer;
}

/** What the server answers; without it, what it answered last. */
const fetchOrFind = (request, name) =>
  fetchToKeep(request, name).catch(async () => (await caches.match(request, { ignoreVary: true })) ?? Response.error());

// A page that was there before this worker asks it to keep what it was made of.
self.addEventListener("message", (event) => {
  const keep = async () => {
    for (const address of event.data?.keep ?? []) {
      const name = STEPS.test(new URL(address, location.origin).pathname) ? REPLAYS : CACHE;
      if (!(await caches.match(address, { ignoreVary: true }))) await fetchToKeep(address, name).catch(() => undefined);
    }
  };
  event.waitUntil(keep());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/", { ignoreVary: true })));
  else if (LEARNT.test(new URL(request.url).pathname)) event.respondWith(fetchOrFind(request, CACHE));
  else if (STEPS.test(new URL(request.url).pathname)) event.respondWith(fetchOrFind(request, REPLAYS));
  else if (new URL(request.url).pathname.startsWith("/assets/"))
    // A name with its content's hash in it means one content, whatever headers it was asked for with.
    event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetchToKeep(request)));
});

// A notification leads to the table that it tells of: to the page that shows it already, if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, location.origin).href;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const page = pages.find((one) => one.url.startsWith(address)) ?? pages[0];
    if (page) await page.focus();
    else await self.clients.openWindow(address);
  };
  event.waitUntil(show());
});
