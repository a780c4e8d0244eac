/** Light or dark: the system's, until one is chosen. */

export type Theme = "light" | "dark";

const KEPT = "tablee.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

class Chosen {
  now = $state<Theme>("light");

  constructor() {
    system.addEventListener("change", () => this.apply());
  }

  apply(): void {
    const kept = localStorage.getItem(KEPT);
    this.now = kept === "light" || kept === "dark" ? kept : system.matches ? "dark" : "light";
    document.documentElement.dataset.theme = this.now;
  }

  choose(theme: Theme): void {
    localStorage.setItem(KEPT, theme);
    this.apply();
  }
}

export const theme = new Chosen();
