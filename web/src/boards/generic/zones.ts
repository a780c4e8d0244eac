/** The parts of a view that are drawn: by the hints of the game, and what has no hint by its form. */
import type { Text, Zone } from "../../protocol";
import { plain } from "../../words/say";
import { type Fields, isEmpty, isList } from "./data";
import { asWords, capital } from "./writing";

/** What is shown by the plates and the line, or told by the legal actions. */
const SHOWN_ELSEWHERE = new Set(["type", "turn", "active", "options", "phase", "ended"]);

const UNHINTED = {
  columns: 0,
  by_seat: false,
  of_seats: false,
  labels: {},
  pieces: {},
  targets: [],
  column: "",
  row: "",
  is_hidden: false,
} satisfies Partial<Zone>;

interface Layout {
  boards: Zone[];
  bySeat: Zone[];
  /** Whatever else there is to know. */
  facts: Zone[];
}

export function layOut(hints: readonly Zone[], view: Fields, titles: Record<string, Text> = {}): Layout {
  const hinted = new Set(hints.map((zone) => zone.field));
  const unhinted = Object.keys(view).filter((field) => !hinted.has(field) && !SHOWN_ELSEWHERE.has(field));
  const zones = [
    ...hints.filter((zone) => !zone.is_hidden),
    ...unhinted.map((field) => byForm(field, view, titles[field])),
  ];
  const common = zones.filter((zone) => !zone.by_seat);
  return {
    boards: common.filter((zone) => zone.form === "grid"),
    bySeat: zones.filter((zone) => zone.by_seat),
    facts: common.filter((zone) => zone.form !== "grid" && isWorthShowing(zone, view)),
  };
}

function byForm(field: string, view: Fields, named: Text | undefined): Zone {
  const form = typeof view[field] === "number" ? "counter" : "row";
  const title = named ? { en: capital(named.en), fr: capital(named.fr) } : plain(asWords(field, true));
  return { ...UNHINTED, field, title, form };
}

function isWorthShowing(zone: Zone, view: Fields): boolean {
  return !isEmpty(view[zone.field]) && !(zone.form === "counter" && view[zone.field] === 0);
}

/** How many pieces of these zones a seat has: a field that is no list is one. */
export function countOf(zones: readonly Zone[], view: Fields, seat: number): number {
  const counts = zones.map((zone) => piecesOf(zone, view, seat)).map((pieces) => (isList(pieces) ? pieces.length : 1));
  return Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

/** The pieces of a zone, as a seat sees its own part or everyone the whole. */
export function piecesOf(zone: Zone, view: Fields, seat: number) {
  const value = view[zone.field] ?? null;
  return zone.by_seat && isList(value) ? (value[seat] ?? null) : value;
}
