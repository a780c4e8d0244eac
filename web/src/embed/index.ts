/** A board that other sites show in a frame: a room as spectators see it, or a finished game. It knows no session. */
import { mount } from "svelte";
import { theme } from "../state/theme.svelte";
import { language } from "../words/language.svelte";
import { placed } from "./address";
import Embed from "./Embed.svelte";

export function embed(target: Element): void {
  const asked = new URLSearchParams(location.search);
  const spoken = asked.get("lang");
  if (spoken === "en" || spoken === "fr") language.now = spoken;
  const light = asked.get("theme");
  if (light === "light" || light === "dark") theme.show(light);
  mount(Embed, { target, props: { place: placed(location.pathname, location.search) } });
}
