/** Data in words, as far as the hints of a game go, and as in the data where they end. */
import { HIDDEN, type Text, type Zone } from "../../protocol";
import type { Language } from "../../words/language.svelte";
import { series } from "../../words/say";
import { type Data, type Fields, isEmpty, isFields, isList } from "./data";

export interface Writer {
  language: Language;
  zones: readonly Zone[];
  name: (seat: number) => string;
}

const YES: Text = { en: "yes", fr: "oui" };
const NO: Text = { en: "no", fr: "non" };
const NOTHING: Text = { en: "empty", fr: "vide" };
const UNSEEN: Text = { en: "hidden", fr: "caché" };

/** The name of a field or a value, where nobody has said what it is called. */
export function asWords(name: string, isTitle = false): string {
  const words = name.replaceAll("_", " ");
  return isTitle ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

export function label(field: string, { zones, language }: Writer): string {
  return zones.map((zone) => zone.labels[field]).find((text) => text)?.[language] ?? asWords(field);
}

export function write(value: Data, writer: Writer, zone?: Zone): string {
  const { language, zones, name } = writer;
  if (value === null) return NOTHING[language];
  if (value === HIDDEN) return UNSEEN[language];
  if (typeof value === "boolean") return (value ? YES : NO)[language];
  if (isList(value))
    return value.length ? series(value.map((part) => write(part, writer, zone)))[language] : NOTHING[language];
  if (isFields(value)) return writeFields(value, writer, zone) || NOTHING[language];
  const piece = (zone ? [zone] : zones).map((each) => each.pieces[String(value)]).find((text) => text);
  if (piece) return piece[language];
  if (typeof value === "number") return zone?.of_seats ? name(value) : String(value);
  return asWords(value);
}

/** The fields of a piece: strings speak for themselves, flags by their name, the rest with it. */
export function shownFields(fields: Fields): string[] {
  return Object.keys(fields).filter((field) => field !== "type" && !isEmpty(fields[field]));
}

function writeFields(fields: Fields, writer: Writer, zone?: Zone): string {
  const parts = shownFields(fields).map((field) => {
    const value = fields[field] ?? null;
    if (value === true) return label(field, writer);
    return typeof value === "string"
      ? write(value, writer, zone)
      : `${label(field, writer)} ${write(value, writer, zone)}`;
  });
  return series(parts)[writer.language];
}

/** What an action or an event says, without its places: "Place · size small". */
export function writeStep(step: Fields, writer: Writer): string {
  const type = typeof step.type === "string" ? label(step.type, writer) : "";
  const told = shownFields(step).map((field) => {
    const value = step[field] ?? null;
    if (value === true) return label(field, writer);
    if (field === "seat" && typeof value === "number") return writer.name(value);
    return `${label(field, writer)} ${write(value, writer)}`;
  });
  const words = [type, ...told].filter((word) => word).join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
