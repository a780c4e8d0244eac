/**
 * What the table's frame and a game's board have to do with each other.
 *
 * A game has a folder here. Its `cover.ts` (small: for the list and the first screen) has a default export of type
 * `Cover`; its `index.ts` (the board, loaded when somebody sits down) has a default export of type `GameClient`.
 * A game without a folder is drawn by `generic/`.
 */
import type { Component, Snippet } from "svelte";
import type { AnyAction, AnyEvent, AnyView, GameShown, Outcome, SeatView, Text } from "../protocol";

export type Air = "night" | "mine" | "felt" | "paper" | "pastel" | "plain";

/** How one seat sees the game now. */
export interface Sight<View = AnyView, Action = AnyAction> {
  view: View;
  /** The seat from whose side the table is drawn: the viewer's own, or the first for an onlooker. */
  seat: number;
  /** False for an onlooker. */
  isPlayer: boolean;
  seats: readonly SeatView[];
  toAct: readonly number[];
  scores: readonly number[];
  /** What the viewer can do now; empty for whoever is not to act, while an action is on its way, and offline. */
  legal: readonly Action[];
  outcome: Outcome | null;
}

/** What has just happened: the script of the animation. */
export interface Happening<Event = AnyEvent> {
  /** Grows with each. */
  id: number;
  events: readonly Event[];
}

/**
 * What a board is given.
 *
 * `Choice` is the board's own: the first half of an action in two steps. It is kept by the frame, which drops it on
 * Escape, on the cancel button, and when the turn is over.
 */
export interface BoardProps<View = AnyView, Action = AnyAction, Event = AnyEvent, Choice = unknown>
  extends Sight<View, Action> {
  choice: Choice | null;
  choose: (choice: Choice | null) => void;
  act: (action: Action) => void;
  /** Says at the hand why what was pressed can't be played. */
  refuse: (why: Text) => void;
  /** The action that was sent and not yet answered: to be shown in its new place, at 70 %. */
  pending: Action | null;
  happening: Happening<Event> | null;
  /** The line that says what to do, for a phone: between board and tray. */
  line: Snippet;
  /** The plate of a seat (disc with clock ring, name, connection), with a small line of the game's own facts. */
  plate: Snippet<[seat: number, facts?: Snippet]>;
  /** Only for the generic board: the game as the server describes it. */
  game?: GameShown;
}

/** Names for telling what happened, from the reader's side of the table. */
export interface Teller<View = AnyView> {
  /** The reader's seat, or null for an onlooker. */
  you: number | null;
  /** The seat from whose side the table is drawn. */
  seat: number;
  /** The view after the events that are told. */
  view: View;
  name: (seat: number) => string;
}

/** One line of the log. */
export interface Line {
  /** Whose sign stands before it. */
  seat: number | null;
  text: Text;
}

/**
 * One piece goes from a place to a place. Places are elements with `data-place`. The piece that arrives is the element
 * at `to` as it is after the move; it begins where `from` was before.
 */
export interface Travel {
  from: string;
  to: string;
  /** Milliseconds; 260 if not given. */
  ms?: number;
  delay?: number;
  /** Turns over on the way. */
  turning?: boolean;
}

/** A key that the board knows. */
export interface KeyShown {
  /** As it stands on the keyboard. */
  key: string;
  what: Text;
}

/** A game in the browser. */
export interface GameClient<View = AnyView, Action = AnyAction, Event = AnyEvent, Choice = unknown> {
  air: Air;
  Board: Component<BoardProps<View, Action, Event, Choice>>;
  /** What the viewer, who is to act, can do now, in a few words ("Take a card"). */
  prompt: (sight: Sight<View, Action>, choice: Choice | null) => Text;
  /** An event in words; null where there is nothing worth a line. */
  tell: (event: Event, teller: Teller<View>) => Line | null;
  /** What can be done by single keys, beside going round with the arrows. */
  keys?: readonly KeyShown[];
  /** Whether it tells its own rounds: turns, counted beside them, would only confuse. */
  tellsRounds?: boolean;
  /** What moves where; the rest appears in its place. */
  travels: (events: readonly Event[], teller: Teller<View>) => Travel[];
  /** The pieces with their names and powers: shown in the rules, after what the game is about. */
  Figures?: Component<Record<string, never>>;
}

/** A game on the first screen and in lists. */
export interface Cover {
  air: Air;
  /** Whether everybody sees the same: at one screen nothing has to be covered. */
  isOpen?: boolean;
  /** One line of promise. */
  promise: Text;
  /** A living miniature of the board, filling its box; each change of `beat` is the moment for one small move. */
  Poster: Component<{ beat: number }>;
  /** A sign of 42 px. */
  Glyph: Component<Record<string, never>>;
}
