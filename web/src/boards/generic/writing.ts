/** Data in words, as far as the hints of a game go, and as in the data where they end. */
import { type GameShown, HIDDEN, type Text, type Words, type Zone } from "../../protocol";
import type { Language } from "../../words/language.svelte";
import { series } from "../../words/say";
import { type Data, type Fields, isEmpty, isFields, isList } from "./data";

export interface Writer {
  language: Language;
  zones: readonly Zone[];
  words: Words;
  name: (seat: number) => string;
}

const NO_WORDS: Words = { actions: {}, events: {}, untold: [], fields: {}, pieces: {}, seats: [] };

export function writerOf(language: Language, game: GameShown | undefined, name: Writer["name"]): Writer {
  return { language, zones: game?.zones ?? [], words: game?.words ?? NO_WORDS, name };
}

const YES: Text = { en: "yes", fr: "oui" };
const NO: Text = { en: "no", fr: "non" };
const NOTHING: Text = { en: "empty", fr: "vide" };
const UNSEEN: Text = { en: "hidden", fr: "caché" };

/** The name of a field or a value, where nobody has said what it is called. */
export function asWords(name: string, isTitle = false): string {
  const words = name.replaceAll("_", " ");
  return isTitle ? capital(words) : words;
}

export function label(field: string, { zones, words, language }: Writer): string {
  const hinted = zones.map((zone) => zone.labels[field]).find((text) => text) ?? words.fields[field];
  return hinted?.[language] ?? asWords(field);
}

export function write(value: Data, writer: Writer, zone?: Zone): string {
  const { language, zones, words, name } = writer;
  if (value === null) return NOTHING[language];
  if (value === HIDDEN) return UNSEEN[language];
  if (typeof value === "boolean") return (value ? YES : NO)[language];
  if (isList(value))
    return value.length ? series(value.map((part) => write(part, writer, zone)))[language] : NOTHING[language];
  if (isFields(value)) return writeFields(value, writer, zone) || NOTHING[language];
  const piece =
    (zone ? [zone] : zones).map((each) => each.pieces[String(value)]).find((text) => text) ??
    words.pieces[String(value)];
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

/** The phrase with its fields as they are written; one that is still to be chosen on the board is open. */
function fill(phrase: Text, step: Fields, writer: Writer): string {
  return phrase[writer.language].replace(/\{(\w+)\}/g, (_, field: string) =>
    field in step ? writeValue(field, step[field] ?? null, writer) : "…",
  );
}

function writeValue(field: string, value: Data, writer: Writer): string {
  const isSeat = typeof value === "number" && (field === "seat" || writer.words.seats.includes(field));
  return isSeat ? writer.name(value) : write(value, writer);
}

/** What an action or an event says, without its places, in the game's words or else as "Place · size small". */
export function writeStep(step: Fields, writer: Writer): string {
  const name = typeof step.type === "string" ? step.type : "";
  const phrase = writer.words.actions[name] ?? writer.words.events[name];
  return capital(phrase ? fill(phrase, step, writer) : writeData(step, writer));
}

function writeData(step: Fields, writer: Writer): string {
  const type = typeof step.type === "string" ? label(step.type, writer) : "";
  const told = shownFields(step).map((field) => {
    const value = step[field] ?? null;
    if (value === true) return label(field, writer);
    const written = writeValue(field, value, writer);
    return field === "seat" && typeof value === "number" ? written : `${label(field, writer)} ${written}`;
  });
  return [type, ...told].filter((word) => word).join(" · ");
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
