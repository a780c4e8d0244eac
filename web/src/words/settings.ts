/** Words of a room's settings, and of the games' options. */
import type { OptionShown, Text, Visibility } from "../protocol";
import { plain } from "./say";

export const GAME: Text = { en: "Game", fr: "Jeu" };
export const CODE: Text = { en: "Code", fr: "Code" };
export const SEATS: Text = { en: "Players", fr: "Joueurs" };
export const POLICY: Text = { en: "Start", fr: "Début" };
export const CLOCK: Text = { en: "Clock", fr: "Chrono" };
export const ACCESS: Text = { en: "Access", fr: "Accès" };
export const ONLOOKERS: Text = { en: "Spectators", fr: "Spectateurs" };
export const VISIBILITIES: Record<Visibility, Text> = {
  open: { en: "Open to all", fr: "Ouverte à tous" },
  link: { en: "By link only", fr: "Par lien seulement" },
  private: { en: "Private, with a code", fr: "Privée, avec un code" },
};
export const TAKE_BACKS: Text = { en: "Take-backs", fr: "Reprises" };
export const HINTS: Text = { en: "Hints", fr: "Conseils" };
export const YES: Text = { en: "Yes", fr: "Oui" };
export const NO: Text = { en: "No", fr: "Non" };
const NO_LIMIT: Text = { en: "No limit", fr: "Sans limite" };
export const ONLOOKERS_OF = (allowed: boolean): Text =>
  allowed ? { en: "Allowed", fr: "Admis" } : { en: "Not allowed", fr: "Non admis" };
export const CLOCK_OF = (seconds: number | null): Text =>
  seconds === null || seconds === 0
    ? { en: "No clock", fr: "Sans chrono" }
    : { en: `${seconds} s per turn`, fr: `${seconds} s par tour` };

/** The clocks that a room can have; 0 is none. */
export const CLOCKS = [30, 60, 120, 300, 0] as const;

/** Short names for the options that we know; a game that brings others shows their own names. */
const TITLES: Record<string, Text> = {
  tiles: { en: "Tiles to collapse", fr: "Tuiles à condamner" },
  play_on: { en: "Last player plays on", fr: "Le dernier continue" },
  win: { en: "Winning line", fr: "Alignement gagnant" },
  fair_opening: { en: "Fair opening", fr: "Ouverture équitable" },
  hearts_per_turn: { en: "Hearts per turn", fr: "Cœurs par tour" },
  magic_per_turn: { en: "Magic per turn", fr: "Magie par tour" },
  powers: { en: "Powers", fr: "Pouvoirs" },
};

const VALUES: Record<string, Text> = {
  visible: { en: "Visible", fr: "Visible" },
  classic: { en: "Classic", fr: "Classique" },
};

interface OptionWords {
  title: Text;
  value: (value: unknown) => Text;
}

export function optionWords(option: OptionShown): OptionWords {
  return {
    title: TITLES[option.name] ?? plain(option.name.replaceAll("_", " ")),
    value: (value) => {
      if (value === true) return YES;
      if (value === false) return NO;
      if (value === null || value === undefined) return NO_LIMIT;
      return VALUES[String(value)] ?? plain(String(value));
    },
  };
}

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
}

const MOST_CHOICES = 24;

/** The values of an option where they can be listed, from its JSON Schema; null where they can't. */
export function optionChoices(option: OptionShown): unknown[] | null {
  return choicesOf(option.schema as Schema);
}

function choicesOf(schema: Schema): unknown[] | null {
  if (schema.enum) return schema.enum;
  if ("const" in schema) return [schema.const];
  if (schema.type === "null") return [null];
  if (schema.type === "boolean") return [true, false];
  if (schema.type === "integer" && schema.minimum !== undefined && schema.maximum !== undefined) {
    const first = schema.minimum;
    const count = schema.maximum - first + 1;
    return count <= MOST_CHOICES ? Array.from({ length: count }, (_, index) => first + index) : null;
  }
  if (schema.anyOf) {
    const parts = schema.anyOf.map(choicesOf);
    return parts.every((part) => part !== null) ? parts.flat() : null;
  }
  return null;
}
