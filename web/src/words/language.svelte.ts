import { store, stored } from "../state/stored";

export type Language = "en" | "fr";

const KEPT = "tablee.language";

function firstLanguage(): Language {
  const kept = stored(KEPT);
  if (kept === "en" || kept === "fr") return kept;
  return navigator.languages.find((tag) => /^(en|fr)\b/.test(tag))?.startsWith("fr") ? "fr" : "en";
}

/** The language of the page: the browser's, until one is chosen. */
class Chosen {
  now = $state<Language>(firstLanguage());

  choose(language: Language): void {
    this.now = language;
    store(KEPT, language);
  }
}

export const language = new Chosen();
