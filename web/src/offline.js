// The shell of the app offline: its page, script, style and typefaces. Games need the server.
const SHELL = "SHELL";
const CACHE = "tablee-VERSION";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/", { ignoreVary: true })));
  else if (new URL(request.url).pathname.startsWith("/assets/"))
    // A name with its content's hash in it means one content, whatever headers it was asked for with.
    event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
});
