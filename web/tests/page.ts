/** What the words need of a page, for tests that have none. */
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  configurable: true,
  writable: true,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true, writable: true });

const events = new EventTarget();
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
  Object.defineProperty(globalThis, name, { value: events[name].bind(events), configurable: true, writable: true });
