import type { Text } from "../protocol";

export type Language = "en" | "fr";

const KEPT = "tablee.language";

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "en" || kept === "fr") return kept;
  return navigator.languages.find((tag) => /^(en|fr)\b/.test(tag))?.startsWith("fr") ? "fr" : "en";
}

/** The language of the page: the browser's, until one is chosen. */
class Chosen {
  now = $state<Language>(firstLanguage());

  choose(language: Language): void {
    this.now = language;
    localStorage.setItem(KEPT, language);
  }
}

export const language = new Chosen();

/** A text in the language of the page. Reading it in a component keeps the component current. */
export function say(text: Text): string {
  return text[language.now];
}

/** A text that is the same in both languages. */
export function plain(text: string): Text {
  return { en: text, fr: text };
}

/** The French way of writing a sentence that ends in two-part punctuation is a narrow no-break space before it. */
export const NARROW = "\u202f";
