import { mount } from "svelte";
import Root from "./Root.svelte";
import "./look/base.css";
import "./look/parts.css";
import "./look/helpers.css";
import { App } from "./state/app.svelte";
import { theme } from "./state/theme.svelte";

theme.apply();
const app = new App();
const target = document.getElementById("app");
if (target) mount(Root, { target, props: { app } });
app.open().catch((error) => app.fail(error));

// What makes the app work offline can wait until it works.
const WHEN_QUIET = 2_000;
if (import.meta.env.PROD && "serviceWorker" in navigator)
  // Without a connection just then, the next visit tries again.
  setTimeout(() => navigator.serviceWorker.register("/offline.js").catch(() => undefined), WHEN_QUIET);
