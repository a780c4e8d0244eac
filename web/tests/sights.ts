/** A table of each game in mid-play, as its first seat sees it. */
import type { Sight } from "../src/boards/contract";
import type {
  DiggersAction,
  DiggersView,
  GigogneAction,
  GigogneCell,
  GigogneView,
  KittyAction,
  KittyView,
  NinthAction,
  NinthPlanet,
  NinthView,
  NoeAction,
  NoeView,
  SeatView,
} from "../src/protocol";

export const NAMES = ["Camille", "Hélène", "Inès"];
export const name = (seat: number): string => NAMES[seat] ?? "";

function sight<View, Action>(view: View, legal: readonly Action[]): Sight<View, Action> {
  const seats = NAMES.map((each) => ({ name: each }) as SeatView);
  return { view, seat: 0, isPlayer: true, seats, toAct: [0], scores: [], legal, outcome: null };
}

type Changes<View> = Partial<View>;

/** Two tiles are free, a yellow and a white one; Hélène leads 8 to 4. */
export function kitty(legal: readonly KittyAction[], changes: Changes<KittyView> = {}): Sight<KittyView, KittyAction> {
  const view: KittyView = {
    turn: 3,
    options: { hearts_per_turn: null, magic_per_turn: null },
    active: 0,
    tiles: [
      { colour: "red", heart: "red2", owner: 0 },
      { colour: "white", heart: "green3", owner: 1 },
      { colour: "yellow", heart: null, owner: null },
      { colour: "green", heart: "red1", owner: 1 },
      { colour: "white", heart: null, owner: null },
      { colour: "red", heart: "green1", owner: 0 },
      { colour: "white", heart: "yellow3", owner: 1 },
      { colour: "white", heart: "red2", owner: 1 },
    ],
    hearts: [
      ["red1", "yellow3"],
      ["?", "?"],
    ],
    magic: [["wind", "recycle"], ["?"]],
    heart_deck: ["?", "?"],
    magic_deck: ["?"],
    owes_draw: false,
    hearts_placed: 0,
    magic_used: 0,
    shields: [0, 2],
    removed: [],
    spent: [],
    ended: null,
    ...changes,
  };
  return sight(view, legal);
}

const SHORT: Record<string, NinthPlanet> = {
  m: "mercury",
  v: "venus",
  e: "earth",
  a: "mars",
  j: "jupiter",
  s: "saturn",
  u: "uranus",
  n: "neptune",
  "9": "ninth",
};

/** Nine letters, a dot for an empty slot, a capital for a card that lies face down. */
export function ninth(
  square: string,
  legal: readonly NinthAction[],
  changes: Changes<NinthView> = {},
): Sight<NinthView, NinthAction> {
  const view: NinthView = {
    turn: 3,
    options: { powers: true },
    active: 0,
    board: [...square].map((letter) => {
      const card = SHORT[letter.toLowerCase()];
      return card ? { card, face_down: /[A-Z]/.test(letter) } : null;
    }),
    pile: ["?", "?", "?"],
    hands: [["earth", "uranus"], ["?"]],
    lines: [[], []],
    removed: [],
    phase: "place",
    taken: "mars",
    taken_from: 4,
    placed_at: null,
    covered: null,
    closed: null,
    extra_turn: false,
    extra_turn_won: false,
    turns_without_draw: 0,
    ended: null,
    ...changes,
  };
  return sight(view, legal);
}

/** Camille has no charge; Inès has a hidden reinforcement and two charges. */
export function noe(changes: Changes<NoeView> = {}): Sight<NoeView, NoeAction> {
  const view: NoeView = {
    turn: 6,
    active: 0,
    life: [20, 18, 21],
    life_cards: [
      ["13S", "7D"],
      ["10S", "5C", "3H"],
      ["12H", "8S", "1D"],
    ],
    shields: ["12C", "13D", "3H"],
    reinforcements: [null, null, "?"],
    charges: [[], [], ["?", "?"]],
    pile: ["?", "?"],
    discard: [],
    eliminated: [],
    quiet_turns: 3,
    ended: null,
    ...changes,
  };
  return sight(view, []);
}

export function diggers(
  legal: readonly DiggersAction[],
  changes: Changes<DiggersView> = {},
): Sight<DiggersView, DiggersAction> {
  const view: DiggersView = {
    turn: 0,
    options: { tiles: 3, play_on: false },
    phase: "race",
    round: 4,
    awaited: [0, 2],
    in_mine: [0, 1, 2],
    disabled: [[[2, 2]], [], []],
    tiles_left: [2, 0, 0],
    positions: [
      [8, 8],
      [0, 3],
      [4, 4],
    ],
    oxygen: [4, 5, 5],
    diamonds: [[[0, 3]], [], []],
    choices: [null, "?", null],
    exit_rounds: [null, null, null],
    dice: [1, 6, 6, 3],
    left: [],
    ended: null,
    ...changes,
  };
  return sight(view, legal);
}

export function gigogne(
  cells: Record<number, Partial<GigogneCell>>,
  legal: readonly GigogneAction[],
  win: "visible" | "classic" = "visible",
): Sight<GigogneView, GigogneAction> {
  const empty: GigogneCell = { small: null, medium: null, large: null };
  const view: GigogneView = {
    turn: 7,
    options: { win, fair_opening: false },
    active: 0,
    cells: Array.from({ length: 9 }, (_, index) => ({ ...empty, ...cells[index] })),
    stock: NAMES.map(() => ({ small: 3, medium: 1, large: 0 })),
    left: [],
    skipped: [],
    ended: null,
  };
  return sight(view, legal);
}
