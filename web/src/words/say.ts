/** How words are put together in both languages: plurals, lists, elision, labels, and the spaces of French. */
import type { Text } from "../protocol";
import { type Language, language } from "./language.svelte";

/** British English has no comma before "and". */
const TAGS: Record<Language, string> = { en: "en-GB", fr: "fr" };
const inEach = <Tool>(make: (tag: string) => Tool): Record<Language, Tool> => ({
  en: make(TAGS.en),
  fr: make(TAGS.fr),
});

const NUMBERS = inEach((tag) => new Intl.NumberFormat(tag));
const PLURALS = inEach((tag) => new Intl.PluralRules(tag));
const LISTS = {
  and: inEach((tag) => new Intl.ListFormat(tag, { type: "conjunction" })),
  or: inEach((tag) => new Intl.ListFormat(tag, { type: "disjunction" })),
};

/** Days and hours as the language of the page writes them. */
export const inDays = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(TAGS[language.now], options);

/** What can be put into a text: one in both languages, or a name or number that is the same in both. */
export type Part = Text | string | number;

const partIn = (part: Part, one: Language): string => (typeof part === "object" ? part[one] : String(part));

const both = (write: (one: Language) => string): Text => ({ en: write("en"), fr: write("fr") });

/** A text in the language of the page. Reading it in a component keeps the component current. */
export function say(text: Text): string {
  return language.now === "fr" ? withFrenchSpaces(text.fr) : text.en;
}

/** The same rule as in tablee/kernel/words.py: spaces that must not break before ; ! ? : » and after «. */
function withFrenchSpaces(text: string): string {
  return text
    .replace(/[ \u00a0\u202f](?=[;!?])/g, "\u202f")
    .replace(/[ \u00a0\u202f](?=[:»])/g, "\u00a0")
    .replace(/«[ \u00a0\u202f]/g, "«\u00a0");
}

/** A text that is the same in both languages. */
export const plain = (text: string): Text => ({ en: text, fr: text });

/** A text made of texts, where both languages put them together alike: phrase`${planet}, ${place}`. */
export const phrase = (between: TemplateStringsArray, ...parts: readonly Part[]): Text =>
  both((one) => String.raw({ raw: between }, ...parts.map((part) => partIn(part, one))));

/** Singular and plural; `{n}` in a form is the number. */
export type Forms = Record<Language, readonly [one: string, other: string]>;

/** The form that goes with a number: 0 is plural in English and singular in French. */
export const plural = (number: number, forms: Forms): Text =>
  both((one) => {
    const form = forms[one][PLURALS[one].select(number) === "one" ? 0 : 1];
    return form.replace("{n}", NUMBERS[one].format(number));
  });

/** A number and what is counted: "3 cards". */
export const count = (number: number, { en, fr }: Forms): Text =>
  plural(number, { en: [`{n} ${en[0]}`, `{n} ${en[1]}`], fr: [`{n} ${fr[0]}`, `{n} ${fr[1]}`] });

/** "Inès, Jules and Théo", "Inès ou Jules". */
export const list = (parts: readonly Part[], type: keyof typeof LISTS = "and"): Text =>
  both((one) => LISTS[type][one].format(parts.map((part) => partIn(part, one))));

/** One fact after the other, with commas only unless said otherwise. */
export const series = (parts: readonly Part[], between: Part = ", "): Text =>
  both((one) => parts.map((part) => partIn(part, one)).join(partIn(between, one)));

/** A label and what it is of: "Out of the game: Mars". */
export const pair = (label: Part, value: Part): Text => ({
  en: `${partIn(label, "en")}: ${partIn(value, "en")}`,
  fr: `${partIn(label, "fr")} : ${partIn(value, "fr")}`,
});

/** With a capital, to begin a sentence. */
export const capital = (text: Text): Text => both((one) => text[one].charAt(0).toUpperCase() + text[one].slice(1));

/** Without the capital that it has alone, to go on in a sentence. */
export const uncapital = (text: Text): Text => both((one) => text[one].charAt(0).toLowerCase() + text[one].slice(1));

/** In French: d’Inès, d’Hélène, d’Yves; de Yann, de Hugo. */
export const de = (name: string): string =>
  /^(?:[aeiouœæ]|y(?![aeiou])|h(?=[eio]))/i.test(name.normalize("NFD").replace(/\p{M}/gu, ""))
    ? `d’${name}`
    : `de ${name}`;
