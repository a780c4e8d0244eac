import { mount } from "svelte";
import Root from "./Root.svelte";
import "./look/base.css";
import "./look/parts.css";
import "./look/helpers.css";
import { App } from "./state/app.svelte";
import { theme } from "./state/theme.svelte";

const WHEN_QUIET = 2_000;

// The bench, which has a page of its own, shares this file: there is no place for the app on it.
const target = document.getElementById("app");
if (target) open(target);

function open(target: HTMLElement): void {
  theme.apply();
  // In a frame of another site there is nobody to be, and nothing to keep.
  if (location.pathname.startsWith("/embed/")) {
    import("./embed").then(({ embed }) => embed(target));
    return;
  }
  const app = new App();
  mount(Root, { target, props: { app } });
  app.open().catch((error) => app.fail(error));

  // What makes the app work offline can wait until it works.
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    // Without a connection just then, the next visit tries again.
    setTimeout(() => navigator.serviceWorker.register("/offline.js").catch(() => undefined), WHEN_QUIET);
}
