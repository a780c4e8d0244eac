/**
 * What the table's frame and a game's board have to do with each other.
 *
 * A game has a folder here. Its `cover.ts` (small: for the list and the first screen) has a default export of type
 * `Cover`; its `index.ts` (the board, loaded with the first table) has a default export of type `GameClient`.
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
  /** What the viewer can do now; empty when it is not their turn, while an action is on its way, and offline. */
  legal: readonly Action[];
  outcome: Outcome | null;
}

/** What has just happened: the script of the animation. */
export interface Happening<Event = AnyEvent> {
  /** Grows with each. */
  id: number;
  events: readonly Event[];
  /** Whether it was asked to be seen again. */
  isAgain: boolean;
  /** Whether it is shown too quickly for a scene. */
  isBrief?: boolean;
}

/** A story laid over the board; it ends on its own. */
export interface Scene {
  /** Whether it has still to tell what has just happened: until then the log does not. */
  isNews: boolean;
  /** Replaces the prompt. */
  title: Text;
}

/**
 * What a board is given.
 *
 * `Choice` is the board's own: the first half of an action in two steps. It is kept by the frame, which drops it on
 * Escape, on the cancel button, and when the turn is over.
 */
export interface BoardProps<View = AnyView, Action = AnyAction, Event = AnyEvent, Choice = unknown>
  extends Sight<View, Action> {
  /** Whether several people play on this screen: then none of them is "you". */
  isShared?: boolean;
  choice: Choice | null;
  choose: (choice: Choice | null) => void;
  act: (action: Action) => void;
  /** Says at the hand why what was pressed can't be played, and shakes an element where there is one to shake. */
  refuse: (why: Text, at?: Element | null) => void;
  /** The action that was sent and not yet answered: what it moved is drawn at 70 %. */
  pending: Action | null;
  happening: Happening<Event> | null;
  /** For boards with scenes: called when one begins, and with null when it ends. What happens next waits for it. */
  tellScene: (scene: Scene | null) => void;
  /** The seats that acted in what is still to be shown. */
  waiting: readonly (number | null)[];
  /** The line that says what to do, for a phone: between board and tray. */
  line: Snippet;
  /** The plate of a seat (disc with clock ring, name, connection), with a small line of the game's own facts. */
  plate: Snippet<[seat: number, facts?: Snippet]>;
  /** Only in a lesson or a puzzle: what it says, for a dialog that would cover it. */
  lesson?: Snippet;
  /** Only for the generic board: the game as the server describes it. */
  game?: GameShown;
  /** Only in a replay, which has its own controls in the tray's place: all that happened, up to what is shown. */
  past?: readonly Event[];
  /** Only where a solved game is analysed: what the actions of the kind that is looked at come to. */
  verdicts?: readonly Verdict<Action>[];
}

/** What an action comes to, where that is proven. */
export interface Verdict<Action = AnyAction> {
  action: Action;
  /** In full, and for the little room there is on a board. */
  text: Text;
  short: Text;
  /** Good of the best, bad of what was played where that is worse. */
  tone: "good" | "bad" | null;
}

/** Names for telling what happened, from the reader's side of the table. */
export interface Teller<View = AnyView> {
  /** The reader's seat, or null for an onlooker. */
  you: number | null;
  /** The seat from whose side the table is drawn. */
  seat: number;
  /** The view after the events. */
  view: View;
  /** The view before them, and everything that happened with the event; absent for what was missed. */
  before?: View;
  events?: readonly AnyEvent[];
  name: (seat: number) => string;
  /** Only for the generic board: the game as the server describes it. */
  game?: GameShown | undefined;
}

export interface Line {
  /** Whose sign is put before it. */
  seat: number | null;
  text: Text;
  /** Points that the seat got or lost by it, where the event says so; otherwise the scores before and after tell. */
  gain?: number;
  /** Whether it begins a round. */
  isHeading?: boolean;
  /** The section of the rules that explains it. */
  section?: string;
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
  /** The place of a piece that lifts to let this one slip beneath. */
  beneath?: string | undefined;
}

/** A way to play an action by hand: this piece is dragged onto that place. */
export interface Drag<Choice = unknown> {
  /** The place of the piece, as in `Travel`; the control that chooses it is dragged as well. */
  from: string;
  to: string;
  /** The first half of the action: chosen while the piece is in hand, so that the board lights what a click would. */
  choice?: Choice;
}

/** One of the three tips for a first game, beside what it is about. */
export interface Tip {
  /** A selector of its subject, or of what it is put beside. */
  at: string;
  /** What it speaks of, where there is no room beside that. */
  about?: string;
  /** On which side of that it goes where there is room. */
  side: "left" | "right" | "above" | "below";
  title: Text;
  /** Text between two asterisks is bold. */
  text: Text;
}

/** What an action was about: marked in the mover's colour until the next one. */
export interface Mark {
  /** The seat that moved. */
  seat: number;
  /** As in `Travel`; every element of that name is marked. */
  place: string;
  /** For turns of many actions: when it was its turn. */
  order?: number;
  /** What was done, where the place doesn't show it: a path in a box of 24 by 24. */
  sign?: string;
  /** A few words or figures beside it. */
  note?: Text;
}

/** A moment of a game that is marked on the way through its replay; the event's line in the log says what it was. */
export interface Milestone {
  /** How much it matters beside others: of two in one place the graver is drawn. */
  weight: number;
  /** Whose it was, where the line doesn't say. */
  seat?: number;
  /** A drawing in strokes on a 24 grid, or one of the board's own. */
  sign: string | { Art: Component<{ of: string }>; of: string };
}

/** What a piece, a card or an action is and does, shown when the pointer rests on it or it is held. */
export interface Explanation {
  title: Text;
  text: Text;
  /** What it is worth, where points or another number say so. */
  worth?: Text;
}

type TypeOf<Event> = Event extends { type: infer Type extends string } ? Type : never;

/** Which section of the rules page explains what; it is called by the English heading, in small letters with dashes. */
export interface Sections<View = AnyView, Event = AnyEvent, Choice = unknown> {
  /** What happened, by the event's type; none for what needs no explanation. */
  told: Partial<Record<TypeOf<Event>, string>>;
  /** What can be done now, and so why something else can't. */
  now: (view: View, choice: Choice | null) => string;
}

/** A key that the board knows. */
export interface KeyShown {
  /** As written on the keyboard. */
  key: string;
  what: Text;
}

export interface GameClient<View = AnyView, Action = AnyAction, Event = AnyEvent, Choice = unknown> {
  air: Air;
  Board: Component<BoardProps<View, Action, Event, Choice>>;
  /** What the viewer, who is to act, can do now, in a few words ("Take a card"). */
  prompt: (sight: Sight<View, Action>, choice: Choice | null, game?: GameShown) => Text;
  /** What a player waits for who has nothing left to do; null where it is only another's turn. */
  resting?: (sight: Sight<View, Action>) => Text | null;
  /** The same on one line beside the board, where it would not fit; null where it does. */
  shortPrompt?: (sight: Sight<View, Action>, choice: Choice | null) => Text | null;
  /** An event in words; null where there is nothing worth a line. */
  tell: (event: Event, teller: Teller<View>) => Line | null;
  /** An action as something that can be done ("Large square, top right"); the view is the one before it. */
  inWords: (action: Action, teller: Teller<View>) => Text;
  /** The keys listed under "?". Each is the `aria-keyshortcuts` of a control of the board, which the frame presses. */
  keys?: readonly KeyShown[];
  /** Whether it tells its own rounds: turns, counted beside them, would only confuse. */
  tellsRounds?: boolean;
  /** Whether the score only says who won: then it is not shown before the end. */
  hasNoPoints?: boolean;
  /** What moves where; the rest appears in its place. Pieces that left when the action was sent don't move again. */
  travels: (events: readonly Event[], teller: Teller<View>) => Travel[];
  /** What the last actions of a seat in one turn were about. */
  lastMoved?: (events: readonly Event[], teller: Teller<View>) => Mark[];
  /** What of an event is marked on the way through a replay. */
  milestone?: (event: Event, teller: Teller<View>) => Milestone | null;
  /** Whether its places are hexagons. */
  hasHexagons?: boolean;
  /** What moves as soon as an action of the viewer's is sent; it goes back if the action is refused. */
  departures?: (action: Action, sight: Sight<View, Action>) => Travel[];
  /** For a game that is solved: the kinds of its actions. Verdicts stand on the board for one kind at a time. */
  kinds?: { title: Text; names: readonly { kind: string; name: Text }[]; of: (action: Action) => string };
  /** By dragging what onto what an action is played; none for one that is only clicked. */
  drags?: (action: Action, sight: Sight<View, Action>, game: GameShown) => Drag<Choice>[];
  /** The view with an action in it that was sent and not yet answered: what the board is given meanwhile. */
  foresee?: (view: View, seat: number, action: Action) => View;
  /** What the game is about, what to do now, how it ends. */
  coach?: readonly Tip[];
  /** What an element does that has `data-explains`, which is the name it is asked by; null where nothing is to be said. */
  explain?: (what: string, sight: Sight<View, Action>) => Explanation | null;
  /** Why a legal action is likely a slip; null where it is none. It is asked for once more before it is sent. */
  slip?: (action: Action, sight: Sight<View, Action>) => Text | null;
  /**
   * Why the game ended, more exactly than the game's general reason; null where that says it all. The teller has the
   * last events where they were seen.
   */
  howWon?: (outcome: Outcome, view: View, teller?: Teller<View>) => Text | null;
  /** How a seat's points came, or what it had in the end. */
  pointsOf?: (view: View, seat: number) => readonly Text[];
  /** How long a seat held out: of those with equal points the result names first who lasted longest. */
  lasted?: (view: View, seat: number) => number;
  /** Where its rules page explains what; for a game that has one. */
  sections?: Sections<View, Event, Choice>;
  /** The pieces with their names and powers: shown in the rules, after what the game is about. */
  Figures?: Component<Record<string, never>>;
}

/** A game on the first screen and in lists. */
export interface Cover {
  air: Air;
  /** Whether everyone sees the same: at one screen nothing has to be covered. */
  isOpen?: boolean;
  /** One line of promise. */
  promise: Text;
  /** How long a game takes, about, and how much there is to think of: 1 is easy, 3 is deep. */
  minutes?: number;
  depth?: 1 | 2 | 3;
  /** A living miniature of the board, filling its box; each change of `beat` is the moment for one small move. */
  Poster: Component<{ beat: number }>;
  /** A sign of 42 px. */
  Glyph: Component<Record<string, never>>;
}
