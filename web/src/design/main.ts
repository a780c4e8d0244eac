/** The page of `tablee design`: no account, no socket, nothing kept. */
import { mount } from "svelte";
import "../look/base.css";
import "../look/parts.css";
import "../look/helpers.css";
import { theme } from "../state/theme.svelte";
import { Bench } from "./bench.svelte";
import Page from "./Page.svelte";
import { ask } from "./wire";

theme.apply();
const bench = new Bench(ask(location.hash.slice(1)));
const target = document.getElementById("bench");
if (target) mount(Page, { target, props: { bench } });
void bench.open();
