/** Light or dark: the system's, until one is chosen. */

import { store, stored } from "./stored";

export type Theme = "light" | "dark";

const KEPT = "tablee.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

class Chosen {
  now = $state<Theme>("light");

  constructor() {
    system.addEventListener("change", () => this.apply());
  }

  apply(): void {
    const kept = stored(KEPT);
    this.show(kept === "light" || kept === "dark" ? kept : system.matches ? "dark" : "light");
  }

  /** For this page alone. */
  show(theme: Theme): void {
    this.now = theme;
    document.documentElement.dataset.theme = theme;
  }

  choose(theme: Theme): void {
    store(KEPT, theme);
    this.apply();
  }
}

export const theme = new Chosen();
