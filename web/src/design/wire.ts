/** What the bench of `tablee design` is asked for, and what it shows: tablee/design/wire.py, said in TypeScript. */
import type { Data } from "../boards/generic/data";
import type { AnyAction, AnyEvent, GameShown, Perspective, Text } from "../protocol";

export type Path = readonly (string | number)[];

export interface Change {
  path: Path;
  value: Data;
}

export type Ask =
  | { type: "play"; seat: number; action: AnyAction }
  | { type: "clock" }
  | { type: "leave"; seat: number }
  | { type: "edit"; changes: readonly Change[] }
  | { type: "rewrite"; state: Data }
  | { type: "seek"; at: number }
  | { type: "enter"; node: number }
  | { type: "bot"; to_end: boolean }
  | { type: "redeal"; seats: number; options: Record<string, unknown>; seed: number }
  | { type: "keep" }
  | { type: "drop" };

export interface WouldGiven {
  seat: number;
  action: AnyAction;
}

export interface SaveGiven {
  what: "test" | "lesson";
  title: string;
  seat: number;
}

/** What is wrong, and where. */
export interface Fault {
  text: Text;
  file: string | null;
  line: number | null;
  code: string;
}

export interface Check {
  is_kept: boolean;
  text: Text;
  found: string;
}

export interface StepShown {
  node: number;
  cause: "start" | "played" | "clock" | "out" | "edited";
  seat: number | null;
  turn: number;
  what: string;
  branches: readonly number[];
}

export interface EventsShown {
  number: number;
  turn: number;
  stored: readonly AnyEvent[];
  /** By viewer; empty where all see the same as is stored. */
  seen: Record<string, readonly AnyEvent[]>;
}

export interface LegalShown {
  seat: number;
  actions: readonly AnyAction[];
}

export interface StoppedShown {
  step: number;
  what: string;
  why: Fault;
}

export interface TableShown {
  game: GameShown;
  seats: number;
  options: Record<string, unknown>;
  seed: number;
  is_edited: boolean;
  line: readonly StepShown[];
  at: number;
  /** By viewer: a seat's number, `everyone`, `open`. */
  sights: Record<string, Perspective>;
  events: readonly EventsShown[];
  /** As it is stored, secrets with who may see them. */
  state: Data;
  before: Data;
  legal: readonly LegalShown[];
  checks: readonly Check[];
  stopped: StoppedShown | null;
}

export interface BenchShown {
  version: number;
  file: string;
  fault: Fault | null;
  told: Text | null;
  changed: readonly string[];
  table: TableShown | null;
}

export interface SavedShown {
  file: string;
  text: string;
}

/** How far the lab is with the game; `address` is where its report is. */
export interface ExaminedShown {
  is_running: boolean;
  done: number;
  total: number;
  address: string;
  fault: Fault | null;
}

/** Something was not done, and nothing has changed. */
export class Faulted extends Error {
  constructor(readonly fault: Fault) {
    super(fault.text.en);
  }
}

export interface Wire {
  show: () => Promise<BenchShown>;
  /** The version, as soon as it is another, or after a while. */
  news: (after: number) => Promise<{ version: number }>;
  do: (ask: Ask) => Promise<BenchShown>;
  would: (given: WouldGiven) => Promise<{ events: readonly AnyEvent[] }>;
  save: (given: SaveGiven) => Promise<SavedShown>;
  examine: () => Promise<ExaminedShown>;
  examined: () => Promise<ExaminedShown>;
}

/** Asks the bench, with the key of its address. Throws Faulted for what it refuses. */
export function ask(key: string): Wire {
  async function answer<Shown>(path: string, body?: unknown): Promise<Shown> {
    const response = await fetch(`/api/design${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const shown = await response.json();
    if (!response.ok) throw new Faulted(shown.fault);
    return shown;
  }
  return {
    show: () => answer(""),
    news: (after) => answer(`/news?after=${after}`),
    do: (asked) => answer("/do", asked),
    would: (given) => answer("/would", given),
    save: (given) => answer("/save", given),
    examine: () => answer("/examine", {}),
    examined: () => answer("/examine"),
  };
}
