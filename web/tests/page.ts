/** What the words need of a page, for tests that have none. */
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: () => null, setItem: () => undefined },
  configurable: true,
  writable: true,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true, writable: true });
