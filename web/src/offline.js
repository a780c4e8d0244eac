// Offline: the page with its script, style and typefaces, the rules, and lessons that were opened. Games need the server.
const SHELL = "SHELL";
/** What the rules are read with, and the rules in each language. */
const RULES = "RULES";
const GAMES = "/api/games";
const GAMES_AND_LESSONS = /^\/api\/games(\/[^/]+\/lessons)?$/;
const CACHE = "tablee-VERSION";

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
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** Ask, and keep what was answered. */
async function fetchToKeep(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request, copy);
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/", { ignoreVary: true })));
  else if (GAMES_AND_LESSONS.test(new URL(request.url).pathname))
    event.respondWith(
      fetchToKeep(request).catch(async () => (await caches.match(request, { ignoreVary: true })) ?? Response.error()),
    );
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
