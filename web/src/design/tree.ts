/** A state as the rows of a tree: what is in it, who may see it, what the last step changed. Pure. */
import { type Data, type Fields, isFields, isList } from "../boards/generic/data";
import type { Change, Path } from "./wire";

/** A secret as it is stored. */
export interface Secret {
  value: Data;
  seen_by: number;
}

export interface Row {
  /** Where it is; of a secret, where its value is. */
  path: Path;
  /** The same as text. */
  key: string;
  name: string;
  depth: number;
  /** As it is typed: JSON, strings bare. */
  text: string;
  /** How many things are in it; null for what holds none. */
  count: number | null;
  isOpen: boolean;
  /** Its viewers, where it is a secret, or all in it are secrets with the same viewers. */
  seenBy: number | null;
  isChanged: boolean;
  value: Data;
}

/** How many things of a list are shown before the rest is asked for. */
export const FEW = 24;
/** A list or record at the top with no more things than this is open at first. */
const OPEN_AT_FIRST = 6;

function isSecret(value: Data): value is Data & Fields {
  return isFields(value) && "seen_by" in value && "value" in value && Object.keys(value).length === 2;
}

/** With the secrets as what they are. */
export function bare(value: Data): Data {
  if (isSecret(value)) return bare(value.value ?? null);
  if (isList(value)) return value.map(bare);
  if (isFields(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bare(part)]));
  return value;
}

/** As a person types it. */
export function written(value: Data): string {
  const known = bare(value);
  return typeof known === "string" ? known : short(known);
}

function short(value: Data): string {
  if (isList(value)) return `[${value.map(written).join(", ")}]`;
  if (isFields(value))
    return `{${Object.entries(value)
      .map(([name, part]) => `${name}: ${written(part)}`)
      .join(", ")}}`;
  return value === null ? "∅" : String(value);
}

/** What a person typed: JSON where it is, and else a string. */
export function read(text: string): Data {
  const typed = text.trim();
  if (typed === "∅" || typed === "") return null;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** As it is put into a field: what can be read back. */
export function typed(value: Data): string {
  if (typeof value === "string") return read(value) === value ? value : JSON.stringify(value);
  return JSON.stringify(value);
}

/** The viewers of everything in it; null where nothing is hidden, or they differ. */
function viewersOf(value: Data): number | null {
  if (isSecret(value)) return Number(value.seen_by);
  if (!isList(value) || value.length === 0) return null;
  const viewers = new Set(value.map(viewersOf));
  return viewers.size === 1 ? ([...viewers][0] ?? null) : null;
}

export const keyOf = (path: Path): string => path.join(".");
const isSame = (one: Data | undefined, other: Data): boolean => JSON.stringify(one) === JSON.stringify(other);

function partsOf(value: Data): [string | number, Data][] {
  if (isSecret(value)) return [];
  if (isList(value)) return value.map((part, place) => [place, part]);
  return isFields(value) ? Object.entries(value) : [];
}

const at = (value: Data | undefined, part: string | number): Data | undefined =>
  typeof value === "object" && value !== null ? (value as Record<string | number, Data>)[part] : undefined;

/** `toggled` are the keys of what is not as it is at first: open, or closed; `whole` of long lists that are shown whole. */
export function rowsOf(
  state: Data,
  before: Data | undefined,
  toggled: ReadonlySet<string>,
  whole: ReadonlySet<string>,
): Row[] {
  const rows: Row[] = [];
  function add(
    name: string,
    path: Path,
    value: Data,
    earlier: Data | undefined,
    hasEarlier: boolean,
    depth: number,
  ): void {
    const parts = partsOf(value);
    const isHolder = !isSecret(value) && (isList(value) || isFields(value));
    const key = keyOf(path);
    const isOpen = isHolder && parts.length > 0 && (depth === 0 && parts.length <= OPEN_AT_FIRST) !== toggled.has(key);
    rows.push({
      path: isSecret(value) ? [...path, "value"] : path,
      key,
      name,
      depth,
      text: written(value),
      count: isHolder ? parts.length : null,
      isOpen,
      seenBy: viewersOf(value),
      isChanged: hasEarlier && !isSame(earlier, value),
      value,
    });
    if (!isOpen) return;
    for (const [part, inside] of whole.has(key) ? parts : parts.slice(0, FEW))
      add(String(part), [...path, part], inside, at(earlier, part), hasEarlier, depth + 1);
  }
  for (const [name, value] of partsOf(state))
    add(String(name), [name], value, at(before, name), before !== null && before !== undefined, 0);
  return rows;
}

/** The places at which two states differ, with what stood there before. */
export function differences(before: Data, after: Data, path: Path = []): (Change & { was: Data })[] {
  if (isSame(before, after)) return [];
  const [parts, earlier] = [partsOf(after), partsOf(before)];
  const isAlike =
    parts.length > 0 && parts.length === earlier.length && parts.every(([name], place) => name === earlier[place]?.[0]);
  if (!isAlike) return [{ path, value: after, was: before }];
  return parts.flatMap(([name, value]) => differences(at(before, name) ?? null, value, [...path, name]));
}

/** `life[1]`. */
export const placeOf = (path: Path): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
