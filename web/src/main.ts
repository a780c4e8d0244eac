import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { House } from "./state/house.svelte";
import { theme } from "./state/theme.svelte";

theme.apply();
const house = new House();
const target = document.getElementById("app");
if (target) mount(App, { target, props: { house } });
house.open().catch((error) => house.fail(error));

// What makes the app work offline can wait until it works.
const WHEN_QUIET = 2_000;
if (import.meta.env.PROD && "serviceWorker" in navigator)
  // Without a connection just then, the next visit tries again.
  setTimeout(() => navigator.serviceWorker.register("/offline.js").catch(() => undefined), WHEN_QUIET);
