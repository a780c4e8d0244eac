// What goes over the wire, as docs/protocol.md tells it. Made by `make types` from the types of the server;
// not to be edited by hand.

/** The version of this conversation; `welcome` says the server's. */
export const PROTOCOL = 2;

/** Shown instead of what the viewer may not see. */
export const HIDDEN = "?";

// ── From a client to the server ────────────────────────────────────────────────────────────────────────────

/** A message from a client. */
export type Incoming =
  | Enter
  | Exit
  | Act
  | TakeBack
  | AnswerTakeBack
  | AskHint
  | PickColour
  | SayReady
  | ChangeSettings
  | AddBot
  | RemoveBot
  | RenameSeat
  | Expel
  | Start
  | Leave
  | Vote
  | MakeSeatLink
  | Invite
  | Emote
  | WatchList
  | UnwatchList
  | Ping;

/** Enter a room: return to your seat, take one (`join`), or watch. A connection is in one room at a time. */
export interface Enter {
  type: "enter";
  id: string;
  /** The room's id, or its code. */
  room: string;
  /** Take a seat if you have none. */
  join?: boolean;
  /** The access code, for a private room. */
  access?: string | null;
  /** The secret of a seat link: take that seat back. */
  seat_secret?: string | null;
  /** With `join`: what opens a seat that is held, from the link that you were sent. */
  invitation?: string | null;
  /** The last version you have seen: what you missed is sent first. */
  since?: number | null;
}

/** Stop listening to the room, without giving up the seat. */
export interface Exit {
  type: "exit";
  id: string;
}

/** Play an action. A repeat under the same id gets the first answer again. */
export interface Act {
  type: "act";
  id: string;
  /** The game it is meant for: `play.id` of the room. */
  game: string;
  /** The turn or round it is meant for. */
  turn: number;
  /** One of the `legal` actions. */
  action: AnyAction;
  /** In a local room: the seat that acts. */
  seat?: number | null;
}

/** Return the game to your last decision: at once if all others are bots, else when they agree. */
export interface TakeBack {
  type: "take_back";
  id: string;
  /** As in `act`. */
  game: string;
  /** The turn or round that is being played. */
  turn: number;
  /** In a local room: whose decision; without it, the last one. */
  seat?: number | null;
}

/** Agree to a take-back, or don't; the asker withdraws by not agreeing. */
export interface AnswerTakeBack {
  type: "answer_take_back";
  id: string;
  game: string;
  /** In which it was asked. */
  turn: number;
  agree: boolean;
}

/** Ask what a bot would do in your place, knowing what you know. Counted, and told with the result. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  /** As in `act`. */
  game: string;
  turn: number;
  /** In a local room: the seat that is to act. */
  seat?: number | null;
}

/** Take another colour. */
export interface PickColour {
  type: "pick_colour";
  id: string;
  colour: Colour;
}

export type Colour = "vermilion" | "blue" | "green" | "amber" | "rose" | "sky";

/** Say that you are ready, or no longer are. */
export interface SayReady {
  type: "say_ready";
  id: string;
  ready: boolean;
}

/** Change the room, as its host; fields left out keep their value. */
export interface ChangeSettings {
  type: "change_settings";
  id: string;
  name?: string | null;
  options?: Record<string, unknown> | null;
  capacity?: number | null;
  policy?: StartPolicy | null;
  /** Seconds for a turn; 0 for no clock. */
  clock?: number | null;
  onlookers?: boolean | null;
  /** Whether the list shows it. A private room stays private, and no other becomes it. */
  visibility?: "open" | "link" | null;
  take_backs?: boolean | null;
  hints?: boolean | null;
}

export type StartPolicy = "full" | "host" | "ready";

/** Give a seat to a bot, as the host. */
export interface AddBot {
  type: "add_bot";
  id: string;
  level: string;
}

/** Take a bot's seat away, as the host. */
export interface RemoveBot {
  type: "remove_bot";
  id: string;
  seat: number;
  /** As in `expel`. */
  since?: number | null;
}

/** Give another name to your seat or, as the host, to a bot. */
export interface RenameSeat {
  type: "rename_seat";
  id: string;
  seat: number;
  name: string;
  /** As in `expel`. */
  since?: number | null;
}

/** Send someone out of the waiting room for good, as the host. */
export interface Expel {
  type: "expel";
  id: string;
  seat: number;
  /** The seat's `since` as you saw it, so that a late message can't hit the next person to move up. */
  since?: number | null;
}

/** Start the game, as the host. */
export interface Start {
  type: "start";
  id: string;
}

/** Give up the seat; in a running game that is a forfeit. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Say whether you want to play again. */
export interface Vote {
  type: "vote";
  id: string;
  again: boolean;
}

/** Ask for a new secret link to your seat; the previous one stops working. */
export interface MakeSeatLink {
  type: "make_seat_link";
  id: string;
}

/** Hold seats for those who have the invitation, as the host; an earlier one no longer opens any. */
export interface Invite {
  type: "invite";
  id: string;
  /** How many are held, taken ones too; 0 to hold none. */
  seats: number;
}

/** Say one of a few things to all who are at the table; it is kept nowhere. */
export interface Emote {
  type: "emote";
  id: string;
  emote: EmoteName;
}

/** The emotes: each client has its own words for them. */
export type EmoteName = "well_played" | "thinking" | "ouch" | "thanks" | "lucky" | "again";

/** Follow the list of rooms: the matching ones now, then every change. */
export interface WatchList {
  type: "watch_list";
  id: string;
  search?: string;
  game?: string | null;
  visibility?: "open" | "private" | null;
  capacity?: number | null;
  /** Seconds: only rooms in which something has happened this recently. */
  active_within?: number | null;
  /** The `next` of a `list` you follow: sends its next page and follows that too. */
  before?: string | null;
}

/** Stop following the list of rooms. */
export interface UnwatchList {
  type: "unwatch_list";
  id: string;
}

/** Ask whether the server is there. */
export interface Ping {
  type: "ping";
  id: string;
}

// ── From the server to a client ────────────────────────────────────────────────────────────────────────────

/** A message to a client. */
export type Outgoing =
  | Welcome
  | Acked
  | Refused
  | RoomShown
  | OnlookersCounted
  | HostShown
  | Emoted
  | Moved
  | Hinted
  | Missed
  | RoomGone
  | ListShown
  | ListChanged
  | TakenOver
  | SessionEnded
  | GoingDown
  | Pong;

/** The first message of a connection. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  /** The nickname of this session. */
  name: string;
  /** The server's clock, to draw turn clocks by. */
  now: number;
}

/** The request is done, and on disk. */
export interface Acked {
  type: "acked";
  id: string;
  /** The room's version after it. */
  version: number | null;
  /** Answer to `make_seat_link`, and to entering with a seat link: the secret for the next time. */
  seat_secret: string | null;
  /** Answer to `invite`: the secret that opens the seats that are held. */
  invitation: string | null;
}

/** The request was refused, and nothing changed. */
export interface Refused {
  type: "refused";
  /** null for a message that could not be read. */
  id: string | null;
  refusal: Refusal;
}

/** Why something was not done. */
export interface Refusal {
  code: Code;
  /** Says what was tried, why it was refused, and what is allowed. */
  text: Text;
  /** With `illegal_action`: the name of the game's rule. */
  rule: string | null;
  /**
   * With `too_many_attempts` and `rate_limited`, `wrong_code` where many have guessed, and a `banned` that ends: the
   * seconds to wait.
   */
  wait: number | null;
  /** Only with `illegal_action`: the section of the game's rules page that explains it. */
  section?: string;
}

/** Stable: clients and bots may build on them. */
export type Code =
  | "not_your_turn"
  | "illegal_action"
  | "game_over"
  | "bad_message"
  | "bad_options"
  | "room_full"
  | "wrong_code"
  | "too_many_attempts"
  | "already_seated"
  | "expelled"
  | "not_host"
  | "not_enough_players"
  | "room_closed"
  | "not_signed_in"
  | "stale"
  | "colour_taken"
  | "rate_limited"
  | "not_in_room"
  | "game_in_progress"
  | "unavailable"
  | "banned"
  | "not_for_bots";

/** One sentence, name or label, in both languages. */
export interface Text {
  en: string;
  fr: string;
}

/** The room as it is now, whole: on entering, and after every change that is not a move. */
export interface RoomShown {
  type: "room";
  room: RoomView;
  onlookers: number;
  /** The onlookers, longest there first; at most twenty. */
  onlooker_names: string[];
  now: number;
}

/** The room, as one viewer sees it. */
export interface RoomView {
  id: string;
  code: string;
  version: number;
  name: string;
  game: string;
  options: AnyOptions;
  capacity: number;
  policy: StartPolicy;
  clock: number | null;
  onlookers: boolean;
  visibility: Visibility;
  take_backs: boolean;
  /** Whether hints are given where people play each other; against bots they always are. */
  hints: boolean;
  is_local: boolean;
  status: Status;
  seats: SeatView[];
  /** Free seats that only the invitation opens. */
  held: number;
  /** The host's seat; null once the room is empty. */
  host: number | null;
  /** The viewer's seats: one, none for an onlooker, all in a local room. */
  you: number[];
  expires_at: number | null;
  rematch_until: number | null;
  play: PlayView | null;
  closed: CloseReason | null;
  /** For practice: the finished game and its step that is played on from; null for a game of its own. */
  origin: Origin | null;
}

export type Visibility = "open" | "link" | "private";

export type Status = "waiting" | "playing" | "finished";

/** A seat, as everyone sees it. */
export interface SeatView {
  name: string;
  colour: Colour;
  /** A bot's level; null for a person. */
  bot: string | null;
  is_ready: boolean;
  is_connected: boolean;
  /** Whether it left the game for good. */
  is_out: boolean;
  skips: number;
  /** Its vote to play again. */
  again: boolean;
  /** The version at which it was taken: it tells the seat from others that have its number later. */
  since: number;
  /**
   * Whether a program plays it: a bot of the server's own, whose level is `bot`, or a bot account, which is a player
   * like any other.
   */
  is_bot: boolean;
}

/** The game, as one viewer sees it. */
export interface PlayView {
  id: string;
  starter: number;
  /** When the clock of the seats to act runs out. */
  deadline: number | null;
  outcome: Outcome | null;
  /** One perspective for each seat that the viewer holds; an onlooker's own if it holds none. */
  seen: Perspective[];
  take_back: TakeBackView;
  /** How many hints each seat was given. */
  hints: number[];
}

/** The end of a game: one winner, several who share the win, or nobody and those who draw. */
export interface Outcome {
  /** The winning seats, in order; more than one is a shared win. */
  winners: number[];
  /** The seats that share a draw, in order; empty when someone won. */
  drawn: number[];
  scores: number[];
  /** Why it ended: one of the game's `reasons`. */
  reason: string;
}

/** Everything that the platform ever tells one viewer of a state. */
export interface Perspective {
  /** The viewer: a seat, or null for an onlooker. */
  seat: number | null;
  turn: number;
  to_act: number[];
  scores: number[];
  view: AnyView;
  /** The viewer's own legal actions; empty when it is not to act. */
  legal: AnyAction[];
  outcome: Outcome | null;
}

/** Whether the viewer can take back, and who asks to. */
export interface TakeBackView {
  /** The viewer's seat whose last decision can be taken back; null if none can. */
  seat: number | null;
  /**
   * `off`: the host switched it off; `nothing`: nothing was decided; `known`: chance was drawn or something was seen
   * since; `asked`: the others were asked already in this turn. null if it can.
   */
  why_not: WhyNotTakenBack | null;
  /** The seat that asks the others now. */
  asked_by: number | null;
  /** The seats that have agreed. */
  agreed: number[];
}

export type WhyNotTakenBack = "off" | "nothing" | "known" | "asked";

export type CloseReason = "empty" | "expired" | "no_rematch" | "abandoned" | "left" | "by_admin";

/** The finished game, and the position in it, that a game was played on from. */
export interface Origin {
  record: string;
  /** The number of the position: 0 is the first. */
  step: number;
}

/** Others look on than before; sent once a second at most. */
export interface OnlookersCounted {
  type: "onlookers";
  room: string;
  onlookers: number;
  /** As in `room`. */
  onlooker_names: string[];
}

/** The host left, and someone else is host now. The `room` message with the new state comes before. */
export interface HostShown {
  type: "host_changed";
  room: string;
  /** The host's seat. */
  host: number;
}

/** Someone at the table says something; they hear it too. */
export interface Emoted {
  type: "emoted";
  room: string;
  seat: number;
  emote: EmoteName;
}

/** The game advanced: what happened, as this viewer may see it, and the position after it. */
export interface Moved {
  type: "moved";
  room: string;
  version: number;
  /** To the one who acted: the id of the action, which is done and on disk. */
  ack: string | null;
  cause: Cause;
  /** Who acted, took back or went out. */
  seat: number | null;
  /** The script of the animation. */
  events: AnyEvent[];
  play: PlayView;
  seats: SeatView[];
  now: number;
}

/** A seat acted; a seat took its last decision back; the clock ran out; a seat went out of the game. */
export type Cause = "played" | "taken_back" | "clock" | "out";

/** A bot's suggestion: the answer to `ask_hint`, within a second of its `acked`. To the asker alone. */
export interface Hinted {
  type: "hinted";
  /** As it was asked. */
  id: string;
  room: string;
  game: string;
  /** For which it was thought of. */
  turn: number;
  seat: number;
  /** One of the `legal` actions. */
  action: unknown;
}

/** The events of the game since the version that the client had; the room as it is now comes next. */
export interface Missed {
  type: "missed";
  room: string;
  since: number;
  /** In order, including those taken back since. */
  moves: MissedMove[];
}

/** A move that the client missed. */
export interface MissedMove {
  /** The turn or round in which it happened. */
  turn: number;
  cause: Cause;
  /** Who acted, took back or went out. */
  seat: number | null;
  events: AnyEvent[];
  /**
   * How it stood before, as in `play.seen`: of the last moves, which can be shown once more; null for older ones. It
   * stood after it as before the next one, and after the last as the room says that comes.
   */
  before: Perspective[] | null;
}

/** This connection is no longer in a room. */
export interface RoomGone {
  type: "room_gone";
  room: string;
  reason: GoneReason;
}

/** The room closed; you left; the host expelled you; your clock ran out too often; watching was switched off. */
export type GoneReason = "closed" | "left" | "expelled" | "out" | "no_onlookers";

/** The rooms that match: those with a free seat first, then the most recently active. */
export interface ListShown {
  type: "list";
  rooms: RoomRow[];
  /** Give it as `before`, with the same filters, for the next page; null if this is all. */
  next: string | null;
  /** As it was asked for: these rooms come below those before. null for the first page. */
  before: string | null;
}

/** A room in the list. */
export interface RoomRow {
  id: string;
  code: string;
  name: string;
  game: string;
  taken: number;
  capacity: number;
  host: string;
  status: "waiting" | "playing" | "finished";
  visibility: Visibility;
  created_at: number;
  active_at: number;
  /** Whether the host is a bot account. */
  is_host_bot: boolean;
}

/** Rooms that are new in the list or look different now, and the ids of those that are gone. */
export interface ListChanged {
  type: "list_changed";
  rooms: RoomRow[];
  gone: string[];
}

/** A newer connection of the same person holds the seat; this one is closed. */
export interface TakenOver {
  type: "taken_over";
}

/** This session was signed out, here or on another device, or its account has another password; it is closed. */
export interface SessionEnded {
  type: "session_ended";
}

/** The server stops; connect again after a moment. */
export interface GoingDown {
  type: "going_down";
  /** Seconds. */
  retry_after: number;
}

/** Here I am. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

// ── HTTP: what is given ────────────────────────────────────────────────────────────────────────────────────

/** A nickname to play under. */
export interface SessionGiven {
  /** 1–24 visible characters once cleaned */
  name: string;
}

/** A new account; what this session did as a guest belongs to it. */
export interface AccountGiven {
  username: string;
  password: string;
  name?: string | null;
}

/** Username and password; with `claim`, the games of this session's guest go over to the account. */
export interface SignInGiven {
  username: string;
  password: string;
  claim?: boolean;
}

/** Another password for the account of this session. */
export interface PasswordGiven {
  /** The one it has now. */
  password: string;
  new_password: string;
}

/** Another password for the account of a reset link. */
export interface ResetGiven {
  /** The part of the link after the `#`. */
  secret: string;
  new_password: string;
}

/** How far this person is in some lessons. */
export interface ProgressGiven {
  lessons: LessonProgress[];
}

/** How far a person is in a lesson. */
export interface LessonProgress {
  game: string;
  lesson: string;
  /** The nodes gone through, the present one last; the first alone at the beginning. */
  path: number[];
  /** Whether it was finished, here or elsewhere, now or before. */
  is_learnt: boolean;
}

/** A room to be opened; what is not given has the default of its game. */
export interface RoomGiven {
  game: string;
  name?: string | null;
  options?: Record<string, unknown>;
  capacity?: number | null;
  policy?: StartPolicy | null;
  /** Seconds for a turn; 0 for no clock. Not given: 60, or no clock where bots take all other seats. */
  clock?: number | null;
  /**
   * Who finds it. Not given: `private` with an access code, `link` where seats are held or bots take all others,
   * else `open`.
   */
  visibility?: Visibility | null;
  /** The access code of a private room. */
  access?: string | null;
  onlookers?: boolean;
  /** Whether decisions can be taken back. */
  take_backs?: boolean;
  /** Whether hints are given where people play each other; against bots they always are. */
  hints?: boolean;
  /** Seats to hold for anyone who has the invitation; the room is then a `link` one unless you say otherwise. */
  held?: number;
  /** Levels of bots that take seats at once: with all seats taken, the game begins when its creator comes. */
  bots?: string[];
  /** The people on this one screen, for a local room. */
  local?: LocalPlayerGiven[];
  /** For practice: the position that its games begin from, with its options and seats. Only its link leads there. */
  origin?: OriginGiven | null;
}

/** One of several people on one screen. */
export interface LocalPlayerGiven {
  /** 1–24 visible characters once cleaned */
  name: string;
  colour: Colour;
}

/** A position of a finished game to play on from. */
export interface OriginGiven {
  record: string;
  /** Its number among the steps: 0 is the first position. */
  step: number;
  /** The seat of it that the creator takes. */
  seat: number;
  /** Whatever that seat could not see: dealt anew so that all it saw stays true, or kept as it was. */
  hidden?: "dealt" | "kept";
}

/** A new bot account. */
export interface BotGiven {
  /** 1–24 visible characters once cleaned */
  name: string;
}

/** The codes and secrets to sit down with; none where the room is open. */
export interface SeatGiven {
  /** The access code of a private room. */
  access?: string | null;
  /** The secret that opens a held seat. */
  invitation?: string | null;
}

/** A bot of the server's own to add. */
export interface LevelGiven {
  /** One of the game's `bots`. */
  level: string;
}

/** Whether you are ready. */
export interface ReadyGiven {
  ready?: boolean;
}

/** An action, and the turn that it was chosen for: it counts in no other. */
export interface ActionGiven {
  /** `play.id` of the room. */
  game: string;
  /** The `turn` of the perspective in which the action was legal. */
  turn: number;
  /** One of the `legal` actions, unchanged. */
  action: AnyAction;
  /** In a local room: the seat that acts. */
  seat?: number | null;
  /** Your own, so that the same request can be sent again and is done once. */
  id?: string | null;
}

/** Whether one wants to play again. */
export interface VoteGiven {
  again?: boolean;
}

// ── HTTP: what is shown ────────────────────────────────────────────────────────────────────────────────────

/** Who this browser is. */
export interface SessionShown {
  name: string;
  /** null for a guest. */
  username: string | null;
  /** Whether it is a bot account, shown by its token. */
  is_bot: boolean;
}

/** A game that can be played here. */
export interface GameShown {
  id: string;
  name: Text;
  seats: [number, number];
  rules_version: number;
  /** Its usual start policy. */
  policy: StartPolicy;
  /** Whether one seat begins, another in each rematch; False where all play at once. */
  has_starter: boolean;
  options: OptionShown[];
  /** The levels of bots that the server offers for it, with any number of seats. */
  bots: string[];
  /** The numbers of seats with which it also offers the level `perfect`, which never loses what need not be lost. */
  perfect_seats: number[];
  /** Every reason that an outcome can give, in words. */
  reasons: Record<string, Text>;
  /** Hints for drawing the view of a game that has no board of its own. */
  zones: Zone[];
  /** The fields of its actions that point to a place in a zone, so that the place is pressed. */
  aims: Aim[];
  /** Words for its actions, events, fields and pieces, where it has no board of its own. */
  words: Words;
  /** The line on its poster; null for a game that brings none. */
  promise: Text | null;
  /** The page of its rules, as Markdown; null for a game that brings none. */
  rules: Text | null;
  /** Its lessons, in order: `GET /api/games/{game}/lessons`. */
  lessons: LessonName[];
}

/** An option of a game. */
export interface OptionShown {
  name: string;
  default: unknown;
  /** The JSON Schema of its values. */
  schema: unknown;
  text: Text | null;
}

/** How one field of the view is drawn. */
export interface Zone {
  /** The field's name in the state. */
  field: string;
  title: Text;
  form: Form;
  /** With `grid`: cells in a row. */
  columns: number;
  /** Whether the field is a tuple with one such zone for each seat. */
  by_seat: boolean;
  /** Whether a number in it is a seat, drawn as that seat's sign. */
  of_seats: boolean;
  /** Labels of its pieces' fields; without one, a field's name in the data. */
  labels: Record<string, Text>;
  /** How a value in it is written; one that has no entry here, as in the data. */
  pieces: Record<string, Text>;
  /**
   * The fields of actions that point to a place in it, by number, so that the place itself can be clicked.
   *
   * Where none is named, it is the one that is called as the zone in the singular: `cell` for `cells`.
   */
  targets: string[];
  /** With `grid`: the field of actions that points to a whole column, from 0, any place of which can be clicked. */
  column: string;
  /** As `column`, for a row; an action that has both points to the place where they cross. */
  row: string;
  /** Whether it is not drawn: what only the rules need to know. */
  is_hidden: boolean;
}

export type Form = "grid" | "row" | "pile" | "counter";

/** A field of actions that points into a zone. */
export interface Aim {
  field: string;
  zone: string;
  /**
   * The thing its number counts: places, or whole columns or rows of a grid, of which any place can be pressed.
   *
   * Where it holds no number but a piece by its name, as a card of a hand, it points to the first place with that piece.
   */
  by: By;
  /** Whether its number, too, is a piece and no place: the zone holds things of that very type. */
  is_piece: boolean;
}

export type By = "place" | "column" | "row";

/**
 * The words of a game; what has none is written as in the data.
 *
 * A phrase can have the fields of what it tells of in braces: `Text("{seat} bids {amount}", "{seat} mise {amount}")`.
 */
export interface Words {
  /** By type: what a button says. A field that is still to be chosen on the board is written as … */
  actions: Record<string, Text>;
  /** By type: what the log says. Without `{seat}`, the seat's name is put before it. */
  events: Record<string, Text>;
  /** The types of events that the log leaves out: what only the rules need to say. */
  untold: string[];
  /** Names of fields, in actions, events and the view, besides the labels of the zones. */
  fields: Record<string, Text>;
  /** How a value is written, beside the pieces of the zones. */
  pieces: Record<string, Text>;
  /** The fields of actions and events whose number is a seat, written as its name; `seat` always is. */
  seats: string[];
}

/** A lesson of a game, as it is listed. */
export interface LessonName {
  id: string;
  title: Text;
}

/** A page of the list. */
export interface RoomList {
  rooms: RoomRow[];
  /** Give it as `before` for the next page. */
  next: string | null;
}

/** The rooms in which this session has a seat. */
export interface MyRooms {
  rooms: RoomRow[];
  /** The ids of those where the game waits for this session's seat; none of local rooms. */
  your_turn: string[];
  /** The ids of those for practice, which play on from a position of a finished game. */
  practice: string[];
}

/** A room that was opened. */
export interface RoomMade {
  id: string;
  code: string;
  /** The secret that opens the held seats: put it in the fragment of the link. */
  invitation: string | null;
}

/** A room found by its code. */
export interface RoomFound {
  id: string;
  row: RoomRow;
  /** Whether this session has a seat there. */
  is_seated: boolean;
  /** For practice: what it is played on from. */
  origin: Origin | null;
}

/** A room as it is now, and what happened there since. */
export interface RoomWatched {
  room: RoomView;
  onlookers: number;
  onlooker_names: string[];
  now: number;
  /** The moves of the present game since the version that was given; none without one. */
  missed: MissedMove[];
}

/** A bot account of this person. */
export interface BotShown {
  id: string;
  name: string;
  created_at: number;
}

/** A bot account that was made. */
export interface BotMade {
  bot: BotShown;
  /** The credential to send with every request: `Authorization: Bearer …`. It is shown only once. */
  token: string;
}

/** A finished game in a person's history. */
export interface FinishedShown {
  id: string;
  game: string;
  seats: string[];
  outcome: Outcome;
  started_at: number;
  ended_at: number;
  /** For practice: what it was played on from. */
  origin: Origin | null;
  /** By seat, whether a program played it: a bot of the server's own, or a bot account. */
  bots: boolean[];
}

/** Steps of a finished game as one viewer saw them. */
export interface RecordPage {
  record: RecordHead;
  /** Whose sight it is: the number of a seat, `everyone` or `open`. */
  viewer: string;
  /** How many steps there are; the first, of number 0, is the position that the game began from. */
  total: number;
  /** The number of the first step of this page. */
  first: number;
  steps: SeenStep[];
}

/** A finished game, without its steps. */
export interface RecordHead {
  id: string;
  game: string;
  /** The version of the rules that it began under. */
  rules_version: number;
  /** The players' names; empty where they were erased. */
  seats: string[];
  /** Of the seats; none where that was not noted. */
  colours: Colour[];
  /** The level of each seat's bot, `account` for a bot account; null for a person. */
  bots: (string | null)[];
  /** null where the game keeps none in its state. */
  options: AnyOptions | null;
  starter: number;
  outcome: Outcome;
  started_at: number;
  ended_at: number;
  /** How many decisions were taken back; those are not among the steps. */
  taken_back: number;
  /** How many hints each seat was given. */
  hints: number[];
  /** The values that `as` may have; `everyone` alone where nothing is hidden in the game. */
  viewers: string[];
  /** The asker's own; null for who has none, or all of them. */
  your_seat: number | null;
  /** For practice, the game it continues; null for a game of its own. */
  origin: Origin | null;
}

/** A step of a game and the position after it, as one viewer saw them. */
export interface SeenStep {
  /** 0 is the position that the game began from. */
  number: number;
  /** Milliseconds since 1970; null where it was not noted. */
  at: number | null;
  /** The turn or round in which it happened: that of the position before it. */
  turn: number;
  cause: StepCause;
  /** The seat that acted or went out. */
  seat: number | null;
  /** The viewer's own action; others' only where nothing is hidden in the game, or all is shown. */
  action: AnyAction | null;
  events: AnyEvent[];
  view: AnyView;
  scores: number[];
  to_act: number[];
  outcome: Outcome | null;
}

/** The game began; a seat acted; the clock ran out; a seat went out of the game. */
export type StepCause = "start" | "played" | "clock" | "out";

/** The actions of a finished game: all that can be shown once its rules are no longer known. */
export interface RecordLog {
  id: string;
  /** Its id; it may not be among the games of this server. */
  game: string;
  /** The players' names; empty where they were erased. */
  seats: string[];
  /** Of the seats; none where that was not noted. */
  colours: Colour[];
  /** The level of each seat's bot; null for a person. */
  bots: (string | null)[];
  outcome: Outcome;
  started_at: number;
  ended_at: number;
  steps: LoggedStep[];
}

/** One entry of a finished game's log. */
export interface LoggedStep {
  /** From 1; seats that went out at the same moment share one. */
  number: number;
  /** null where it was not noted. */
  at: number | null;
  cause: StepCause;
  /** The seat that acted or went out. */
  seat: number | null;
  /** As it was written; null unless a seat acted. */
  action: AnyAction | null;
}

/** How far the analysis of a finished game is, and what it has found. */
export interface AnalysisShown {
  /** `none` until someone asks for it; `failed` if it failed: ask again. */
  status: AnalysisStatus;
  /** Without the answers of its decisions, which are asked for one by one; null where there is nothing. */
  analysis: Analysis | null;
  /** Whether this server thinks uncompiled, which takes many times as long. */
  is_slow: boolean;
}

export type AnalysisStatus = "none" | "waiting" | "running" | "done" | "failed";

/** A game in hindsight, as far as it was looked at: from the last decision backwards. */
export interface Analysis {
  /** The engine that judged it; another one may judge otherwise. */
  engine: string;
  game: string;
  /** How many decisions there are with more than one action. */
  total: number;
  is_done: boolean;
  /** Those that were judged so far, the last of the game first. */
  decisions: Judged[];
  seats: SeatFound[];
  /** Findings that this game can't have, and why. */
  notes: Text[];
}

/** One decision, judged by what its seat knew at that moment. */
export interface Judged {
  /** The number of the action among the record's steps, counted from 1. */
  step: number;
  turn: number;
  seat: number;
  /** How many actions there were to choose from. */
  legal: number;
  standing: Standing;
  /** What it is based on; 0 where it is proven. */
  simulations: number;
  /** The chance to win after the best action; null where nothing can be said. */
  best: Estimate | null;
  /** After the action that was played. */
  played: Estimate | null;
  /** Points of 100 that the played action gave away, 0 if none; within the noise unless there is a mark. */
  lost: number;
  /** For each seat, the chance to win as this seat could see it, in points of 100; empty where nothing can be said. */
  shares: number[];
  mark: Mark | null;
  /** Of the played action, where the game is solved: only then a loss is a mistake. */
  proof: Proof | null;
  best_proof: Proof | null;
  answer: Answer | null;
}

/**
 * How far a judgement goes: proven by the solver; good enough to mark decisions; an estimate, for the curve only; not
 * good enough for anything.
 */
export type Standing = "exact" | "flags" | "curve" | "weak";

/** A chance to win, in points of 100; draws and shared wins count as the share. */
export interface Estimate {
  points: number;
  /** From here … */
  low: number;
  /** … to here in 95 of 100 cases; the same as `points` where it is proven. */
  high: number;
}

/** Much was lost; a little was lost; the only action that holds was found, and it was not obvious. */
export type Mark = "?" | "?!" | "!";

/** The solver's result for an action. */
export interface Proof {
  result: Result;
  /** Placements after this one until that result; of `open`, the number up to which nothing was found. */
  within: number;
}

/** The proven result of a placement; `open` if nothing was proven. */
export type Result = "win" | "draw" | "loss" | "open";

/** The seat's options, best first, and a likely line after the best. */
export interface Answer {
  options: Considered[];
  /**
   * The best action and what likely follows, in one of the worlds that the seat could be in, as that seat would see
   * it; only where the decision is marked.
   */
  line: SeenStep[];
}

/** One of the actions that a seat could have taken. */
export interface Considered {
  action: AnyAction;
  /**
   * To win after it; without an interval where only a mark would have earned one, null where it was hardly looked
   * at.
   */
  chance: Estimate | null;
  proof: Proof | null;
  /** Beside what was played, where the decision is marked; null where that can't be told. */
  beside: Beside | null;
}

/** An action compared with the one that was played: `even` if it is the same, or within the noise. */
export type Beside = "better" | "even" | "worse";

/** Findings about one seat's game. */
export interface SeatFound {
  seat: number;
  /** The steps of the decisions to learn from, the gravest first; three at most. */
  moments: number[];
  /** Luck and skill, estimated; null while the analysis is under way, and in games where they can't be told apart. */
  balance: Balance | null;
}

/** Where one seat's chances went, in points of 100: `start` with the others added is `end`. */
export interface Balance {
  /** The chance before its first decision. */
  start: number;
  /** Points that its own decisions gave away: 0 or less. */
  own: number;
  /** Points that the other seat's decisions gave away: 0 or more. */
  others: number;
  /** The rest: draws and dice of both sides, and what neither could see. */
  luck: number;
  /** 100 won, 50 drawn, 0 lost. */
  end: number;
  word: Luck;
}

export type Luck = "lucky" | "even" | "unlucky";

/** A whole lesson; it begins at the first node. */
export interface CompiledLesson {
  id: string;
  game: string;
  title: Text;
  seats: number;
  /** The learner's. */
  seat: number;
  /** Names of the other seats, in their order. */
  others: string[];
  steps: LessonStep[];
  nodes: LessonNode[];
}

/** The words of one step. */
export interface LessonStep {
  title: Text;
  say: Text;
  /** The one thing to do. */
  ask: Text;
}

/** One position of a step. */
export interface LessonNode {
  step: number;
  sight: Perspective;
  /** One for each legal action, in their order. */
  tries: LessonTry[];
}

/** The result of one action. */
export interface LessonTry {
  /** null for Continue, where there is nothing to choose. */
  action: AnyAction | null;
  is_right: boolean;
  /** Said after it. */
  say: Text;
  /** The action, and where it is right also what is played next. */
  shown: LessonMove[];
  /** The node that comes next; null at the lesson's end, and where the try is taken back. */
  to: number | null;
}

/** One action, as the learner sees it. */
export interface LessonMove {
  /** The seat that acted. */
  seat: number;
  events: AnyEvent[];
  /** After it; without legal actions, as it is only looked at. */
  sight: Perspective;
}

/** How far a person is in a lesson. */
export interface LessonProgress2 {
  game: string;
  lesson: string;
  /** The nodes gone through, the present one last; the first alone at the beginning. */
  path: number[];
  /** Whether it was finished, here or elsewhere, now or before. */
  is_learnt: boolean;
}

/** A position of a game's rules; the first node is what is drawn. */
export interface CompiledPosition {
  id: string;
  game: string;
  title: Text;
  /** Names of the seats. */
  players: string[];
  /** The seat that sees it, and tries. */
  seat: number;
  claims: ClaimShown[];
  /** `step` counts the actions before it. Every try is right, and stays until all is put back. */
  nodes: LessonNode[];
}

/** The rules' answer to one action in a position. */
export interface ClaimShown {
  /** The action in words. */
  tried: Text;
  /** Its result, or its refusal. */
  says: Text;
  /** null for what is refused. */
  action: AnyAction | null;
  /** The section of the rules that explains a refusal. */
  section?: string;
}

/** A whole puzzle; it begins at the first node, and a node's `step` counts what the player has done. */
export interface CompiledPuzzle {
  game: string;
  /** The day it is for, as 2026-11-18. */
  date: string;
  /** 1 to 3. */
  difficulty: number;
  /** The kind of puzzle. */
  title: Text;
  /** The goal, in words. */
  ask: Text;
  seats: number;
  /** The player's. */
  seat: number;
  /** How many actions of the player's solve it. */
  steps: number;
  nodes: LessonNode[];
}

/** Why a request was refused. */
export interface RefusalShown {
  refusal: Refusal;
}

// ── The game diggers ───────────────────────────────────────────────────────────────────────────────────────

export interface DiggersOptions {
  /** tiles each player collapses in each mine, 0 to 10; 0 goes straight to the race */
  tiles: number;
  /** once someone gets out, the last player in the mine plays on alone (recommended for two) */
  play_on: boolean;
}

/** An action of Diggers. */
export type DiggersAction = DiggersDisable | DiggersMove;

export interface DiggersDisable {
  type: "disable";
  tile: DiggersTile;
}

export type DiggersTile = [number, number];

export interface DiggersMove {
  type: "move";
  tile: DiggersTile;
}

/** An event of Diggers, as its viewer may see it. */
export type DiggersEvent =
  | DiggersSabotageRoundBegan
  | DiggersDisabled
  | DiggersSabotageDone
  | DiggersRaceRoundBegan
  | DiggersChose
  | DiggersRevealed
  | DiggersGotOut
  | DiggersOxygenLost
  | DiggersEliminated
  | TimedOut
  | Left
  | Ended;

export interface DiggersSabotageRoundBegan {
  type: "sabotage_round_began";
  round: number;
  /** The seats that find a tile to disable on their mine of this round. */
  awaited: number[];
}

export interface DiggersDisabled {
  type: "disabled";
  seat: number;
  mine: number;
  tile: DiggersTile;
}

/** A seat has disabled all its tiles of this round, or finds none left. */
export interface DiggersSabotageDone {
  type: "sabotage_done";
  seat: number;
}

export interface DiggersRaceRoundBegan {
  type: "race_round_began";
  round: number;
  dice: number[];
  /** The seats that can move with these dice. */
  awaited: number[];
}

export interface DiggersChose {
  type: "chose";
  seat: number;
  tile: DiggersTile | "?";
}

/** The choices of a round were revealed, and all moved at once. */
export interface DiggersRevealed {
  type: "revealed";
  /** Those who had chosen. */
  seats: number[];
  /** The choice of each of them. */
  tiles: DiggersTile[];
}

export interface DiggersGotOut {
  type: "got_out";
  seats: number[];
}

/** Those who stayed lost one point. */
export interface DiggersOxygenLost {
  type: "oxygen_lost";
  seats: number[];
}

export interface DiggersEliminated {
  type: "eliminated";
  seats: number[];
}

/** A seat's clock ran out; the events that follow are the game's response. */
export interface TimedOut {
  type: "timed_out";
  seat: number;
}

/** A seat left, or was eliminated by the room; the events that follow are the game's response. */
export interface Left {
  type: "left";
  seat: number;
}

/** The game is over. */
export interface Ended {
  type: "ended";
  outcome: Outcome;
}

/**
 * One mine for each seat; its tiles and their coordinates are drawn in mine.py.
 *
 * In sabotage round r of n seats, seat s works on mine (s + r) mod n:
 *
 *                 seat 0  seat 1  seat 2
 *       round 0   mine 0  mine 1  mine 2
 *       round 1   mine 1  mine 2  mine 0
 *       round 2   mine 2  mine 0  mine 1
 */
export interface DiggersView {
  /** The number of the present turn or round: it grows by one with each, and actions and deadlines name it. */
  turn: number;
  options: DiggersOptions;
  phase: DiggersPhase;
  /** Within the phase: from 0 in the sabotage, from 1 in the race. */
  round: number;
  /** The seats that still owe an action in this round. */
  awaited: number[];
  /** The seats neither out by the exit nor eliminated. */
  in_mine: number[];
  /** For each mine, in the order in which they were disabled. */
  disabled: DiggersTile[][];
  /** How many tiles each seat may still disable in this round of the sabotage. */
  tiles_left: number[];
  positions: DiggersTile[];
  oxygen: number[];
  /** For each seat, the tiles with a diamond that it has visited. */
  diamonds: DiggersTile[][];
  /** The tile that each seat has chosen in this round of the race, until all have. */
  choices: (DiggersTile | "?" | null)[];
  /** The round of the race in which each seat got out, if it did. */
  exit_rounds: (number | null)[];
  dice: number[];
  /** The seats that were eliminated by leaving. */
  left: number[];
  ended: Outcome | null;
}

export type DiggersPhase = "sabotage" | "race";

// ── The game gigogne ───────────────────────────────────────────────────────────────────────────────────────

export interface GigogneOptions {
  /** visible: three visible squares of one colour in line; classic: a line of one size, a rising line, or all three sizes in one cell, of one colour */
  win: "visible" | "classic";
  /** no large square in the centre on the first move (two players, visible only) */
  fair_opening: boolean;
}

/** An action of Gigogne. */
export type GigogneAction = GigognePlace;

export interface GigognePlace {
  type: "place";
  size: GigogneSize;
  cell: number;
}

export type GigogneSize = "small" | "medium" | "large";

/** An event of Gigogne, as its viewer may see it. */
export type GigogneEvent = GigognePlaced | GigognePassed | TimedOut | Left | GigogneTurnBegan | Ended;

export interface GigognePlaced {
  type: "placed";
  seat: number;
  size: GigogneSize;
  cell: number;
}

/** A seat that can't place was passed over. */
export interface GigognePassed {
  type: "passed";
  seat: number;
}

export interface GigogneTurnBegan {
  type: "turn_began";
  seat: number;
}

/**
 * Cells:   0 1 2
 *          3 4 5
 *          6 7 8
 */
export interface GigogneView {
  /** The number of the present turn or round: it grows by one with each, and actions and deadlines name it. */
  turn: number;
  options: GigogneOptions;
  /** The seat to place. */
  active: number;
  cells: GigogneCell[];
  /** For each seat. */
  stock: GigogneStock[];
  /** The seats that are out of the game. */
  left: number[];
  /** The seats that the clock has skipped since the last placement, each as often as it has. */
  skipped: number[];
  ended: Outcome | null;
}

/** The owner of the square of each size, if there is one. */
export interface GigogneCell {
  small: number | null;
  medium: number | null;
  large: number | null;
}

/** How many squares of each size a seat has left. */
export interface GigogneStock {
  small: number;
  medium: number;
  large: number;
}

// ── The game kitty ─────────────────────────────────────────────────────────────────────────────────────────

export interface KittyOptions {
  /** hearts you may place per turn (no limit by default); with 2, only one on the very first turn */
  hearts_per_turn: number | null;
  /** the most magic cards a turn may use, shields included (no limit by default) */
  magic_per_turn: number | null;
}

/** An action of No Kitty. */
export type KittyAction = KittyDraw | KittyPlace | KittyWind | KittyRecycle | KittyShield | KittyEndTurn;

export interface KittyDraw {
  type: "draw";
}

export interface KittyPlace {
  type: "place";
  heart: KittyHeart;
  tile: number;
}

export type KittyHeart =
  | "red1"
  | "red2"
  | "red3"
  | "yellow1"
  | "yellow2"
  | "yellow3"
  | "green1"
  | "green2"
  | "green3";

export interface KittyWind {
  type: "wind";
  tile: number;
}

export interface KittyRecycle {
  type: "recycle";
  tile: number;
}

export interface KittyShield {
  type: "shield";
}

export interface KittyEndTurn {
  type: "end_turn";
}

/** An event of No Kitty, as its viewer may see it. */
export type KittyEvent =
  | KittyDrawn
  | KittyPlaced
  | KittyMagicUsed
  | KittyHeartRemoved
  | KittyTileWhitened
  | KittyShieldRaised
  | TimedOut
  | Left
  | KittyTurnEnded
  | KittyTurnBegan
  | Ended;

/** The top card of each deck went into a hand; null where the deck was empty. */
export interface KittyDrawn {
  type: "drawn";
  seat: number;
  heart: KittyHeart | "?" | null;
  magic: KittyMagic | "?" | null;
}

export type KittyMagic = "wind" | "recycle" | "shield";

export interface KittyPlaced {
  type: "placed";
  seat: number;
  heart: KittyHeart;
  tile: number;
}

/** A magic card was shown and used up; what it did comes next. */
export interface KittyMagicUsed {
  type: "magic_used";
  seat: number;
  magic: KittyMagic;
}

export interface KittyHeartRemoved {
  type: "heart_removed";
  tile: number;
  heart: KittyHeart;
}

export interface KittyTileWhitened {
  type: "tile_whitened";
  tile: number;
}

export interface KittyShieldRaised {
  type: "shield_raised";
  seat: number;
}

export interface KittyTurnEnded {
  type: "turn_ended";
  seat: number;
}

export interface KittyTurnBegan {
  type: "turn_began";
  seat: number;
}

/**
 * Tiles:   0 1 2 3
 *          4 5 6 7     (which are neighbours means nothing)
 */
export interface KittyView {
  /** The number of the present turn or round: it grows by one with each, and actions and deadlines name it. */
  turn: number;
  options: KittyOptions;
  active: number;
  tiles: KittyTile[];
  /** Each seat's hand of hearts, in the order of HEARTS. */
  hearts: (KittyHeart | "?")[][];
  /** Each seat's hand of magic, in the order of MAGIC. */
  magic: (KittyMagic | "?")[][];
  /** The next to be drawn first. */
  heart_deck: (KittyHeart | "?")[];
  /** The next to be drawn first. */
  magic_deck: (KittyMagic | "?")[];
  /** Whether the active seat has yet to draw. */
  owes_draw: boolean;
  /** In this turn. */
  hearts_placed: number;
  /** In this turn. */
  magic_used: number;
  /** For each seat, the turns its shield still lasts, the present one included; 0 without one. */
  shields: number[];
  /** The hearts that are out of the game. */
  removed: KittyHeart[];
  /** The magic cards that are out of the game. */
  spent: KittyMagic[];
  ended: Outcome | null;
}

export interface KittyTile {
  colour: KittyColour;
  heart: KittyHeart | null;
  /** The seat whose heart it holds. */
  owner: number | null;
}

export type KittyColour = "white" | "red" | "yellow" | "green";

// ── The game ninth ─────────────────────────────────────────────────────────────────────────────────────────

export interface NinthOptions {
  /** the planets have their powers; without them only lines and the nine planets count */
  powers: boolean;
}

/** An action of Ninth. */
export type NinthAction = NinthTake | NinthArrange | NinthPlace | NinthPass | NinthSwap | NinthClaim;

export interface NinthTake {
  type: "take";
  slot: number;
}

export interface NinthArrange {
  type: "arrange";
  /** The present places of the cards in the pile, the next to be drawn first. */
  order: number[];
}

export interface NinthPlace {
  type: "place";
  card: NinthPlanet;
  slot: number;
}

export type NinthPlanet =
  | "mercury"
  | "venus"
  | "earth"
  | "mars"
  | "jupiter"
  | "saturn"
  | "uranus"
  | "neptune"
  | "ninth";

export interface NinthPass {
  type: "pass";
}

export interface NinthSwap {
  type: "swap";
  a: number;
  b: number;
}

export interface NinthClaim {
  type: "claim";
  line: [number, number, number];
}

/** An event of Ninth, as its viewer may see it. */
export type NinthEvent =
  | NinthAsked
  | NinthTaken
  | NinthCovered
  | NinthClosed
  | NinthLookedAtPile
  | NinthArranged
  | NinthPassed
  | NinthPlaced
  | NinthRemoved
  | NinthExtraTurnWon
  | NinthSwapped
  | NinthClaimed
  | NinthDrawn
  | NinthTurnEnded
  | NinthTurnBegan
  | TimedOut
  | Left
  | Ended;

/** The active seat has a decision to take: the next step of its turn. */
export interface NinthAsked {
  type: "asked";
  phase: NinthPhase;
}

export type NinthPhase = "take" | "arrange" | "place" | "swap" | "claim";

export interface NinthTaken {
  type: "taken";
  seat: number;
  slot: number;
  card: NinthPlanet | "?";
}

/** Jupiter: whatever fills the slot this turn lies face down. */
export interface NinthCovered {
  type: "covered";
  slot: number;
}

/** Neptune: nothing fills the slot this turn. */
export interface NinthClosed {
  type: "closed";
  slot: number;
}

/** Venus: the seat sees the next cards of the pile. */
export interface NinthLookedAtPile {
  type: "looked_at_pile";
  seat: number;
  cards: (NinthPlanet | "?")[];
}

/** Venus: the seat put the cards back in an order of its choice, so that only it knows which is which. */
export interface NinthArranged {
  type: "arranged";
  seat: number;
  order: NinthOrder | "?";
}

/** An order given to the cards that Venus showed: known to the seat that chose it. */
export type NinthOrder = number[];

export interface NinthPassed {
  type: "passed";
  seat: number;
}

export interface NinthPlaced {
  type: "placed";
  seat: number;
  card: NinthPlanet | "?";
  slot: number;
  face_down: boolean;
}

/** Mars: the card taken this turn left the hand and the game, for all to see. */
export interface NinthRemoved {
  type: "removed";
  seat: number;
  card: NinthPlanet;
}

/** Earth: the seat plays another turn after this one. */
export interface NinthExtraTurnWon {
  type: "extra_turn_won";
  seat: number;
}

/** Saturn: two cards changed places. */
export interface NinthSwapped {
  type: "swapped";
  seat: number;
  a: number;
  b: number;
}

export interface NinthClaimed {
  type: "claimed";
  seat: number;
  line: NinthLine;
  /** The planet that the line counts for: that of its cards other than ninths; ninth if it has no others. */
  planet: NinthPlanet;
  points: number;
}

export type NinthLine = [number, number, number];

/** A card of the pile filled a slot. */
export interface NinthDrawn {
  type: "drawn";
  slot: number;
  card: NinthPlanet | "?";
  face_down: boolean;
}

/** The card taken, if there is one, joins the hand. */
export interface NinthTurnEnded {
  type: "turn_ended";
  seat: number;
  /** Whether the refill took a card from the pile. */
  has_drawn: boolean;
}

export interface NinthTurnBegan {
  type: "turn_began";
  seat: number;
  is_extra: boolean;
}

/**
 * Slots:   0 1 2
 *          3 4 5
 *          6 7 8
 */
export interface NinthView {
  /** The number of the present turn or round: it grows by one with each, and actions and deadlines name it. */
  turn: number;
  options: NinthOptions;
  active: number;
  board: (NinthSlot | null)[];
  /** The next card to be drawn first. */
  pile: (NinthPlanet | "?")[];
  /** For each seat, in the order of the planets; without the card taken this turn. */
  hands: (NinthPlanet | "?")[][];
  /** For each seat. */
  lines: NinthWonLine[][];
  /** The cards that Mars took out of the game. */
  removed: NinthPlanet[];
  /** The step of the turn that the active seat owes. */
  phase: NinthPhase;
  /** The card taken this turn: it can't be placed, and joins the hand when the turn ends. */
  taken: NinthPlanet | "?" | null;
  taken_from: number | null;
  placed_at: number | null;
  /** The slot that is filled face down this turn, after Jupiter. */
  covered: number | null;
  /** The slot that nothing fills this turn, after Neptune. */
  closed: number | null;
  /** Whether this turn was won by Earth. */
  extra_turn: boolean;
  /** Whether the active seat plays another turn after this one. */
  extra_turn_won: boolean;
  /** How many turns in a row have drawn nothing from the pile: a screen shows it past half the guard. */
  turns_without_draw: number;
  ended: Outcome | null;
}

/** A card on the board. */
export interface NinthSlot {
  /** Seen by all, or, face down, by a seat that placed it or knew it from the pile. */
  card: NinthPlanet | "?";
  face_down: boolean;
}

/** Three cards before a seat. */
export interface NinthWonLine {
  cards: NinthPlanet[];
  planet: NinthPlanet;
  points: number;
}

// ── The game noe ───────────────────────────────────────────────────────────────────────────────────────────

/** There is nothing to choose. */
export type NoeOptions = Record<string, never>;

/** An action of Le Jeu de Noé. */
export type NoeAction = NoeAttack | NoeCharge | NoeReinforce | NoeSwapShield;

export interface NoeAttack {
  type: "attack";
  target: number;
}

export interface NoeCharge {
  type: "charge";
}

export interface NoeReinforce {
  type: "reinforce";
}

export interface NoeSwapShield {
  type: "swap_shield";
  target: number;
}

/** An event of Le Jeu de Noé, as its viewer may see it. */
export type NoeEvent =
  | NoeAttacked
  | NoeReinforcementRevealed
  | NoeAttackHeld
  | NoeLifeLost
  | NoeLifeCardsLaid
  | NoeEliminated
  | NoeCharged
  | NoeReinforced
  | NoeShieldDiscarded
  | NoeShieldLaid
  | NoeReshuffled
  | TimedOut
  | Left
  | NoeTurnBegan
  | Ended;

/** The top card of the pile was turned, and all the attacker's charges; they are spent. */
export interface NoeAttacked {
  type: "attacked";
  seat: number;
  target: number;
  card: NoeCard;
  charges: NoeCard[];
}

export type NoeCard = string;

export interface NoeReinforcementRevealed {
  type: "reinforcement_revealed";
  seat: number;
  card: NoeCard;
}

/** The attack did not exceed what stood against it. */
export interface NoeAttackHeld {
  type: "attack_held";
  /** The seat that was attacked. */
  seat: number;
}

/** A seat was hit; all of its charges were discarded unseen. */
export interface NoeLifeLost {
  type: "life_lost";
  seat: number;
  points: number;
}

/** A seat's life cards were changed for these. Hidden cards had a say in it, so all of it is a reveal. */
export interface NoeLifeCardsLaid {
  type: "life_cards_laid";
  seat: number;
  kept: NoeCard[];
  from_discard: NoeCard[];
  from_pile: NoeCard[];
}

/** A seat has no life left; all of its cards were discarded. */
export interface NoeEliminated {
  type: "eliminated";
  seat: number;
}

/** The top card of the pile was laid face down with the seat's charges. */
export interface NoeCharged {
  type: "charged";
  seat: number;
}

/** The top card of the pile was laid face down beside the seat's shield. */
export interface NoeReinforced {
  type: "reinforced";
  seat: number;
}

export interface NoeShieldDiscarded {
  type: "shield_discarded";
  seat: number;
  target: number;
}

/** The top card of the pile was turned and is the target's new shield. */
export interface NoeShieldLaid {
  type: "shield_laid";
  target: number;
  card: NoeCard;
}

/** The pile was empty and a card needed: the discard was shuffled into a new pile. */
export interface NoeReshuffled {
  type: "reshuffled";
  pile: (NoeCard | "?")[];
}

/** A seat's turn began; its reinforcement, if it had one, was discarded. */
export interface NoeTurnBegan {
  type: "turn_began";
  seat: number;
}

/**
 * Before each seat:   5C 9D 1H    its life cards, face up
 *                     ═══ 8S ▒    its shield across them, face up, and a reinforcement, face down
 *                     ▒ ▒ ▒       its charges, face down
 */
export interface NoeView {
  /** The number of the present turn or round: it grows by one with each, and actions and deadlines name it. */
  turn: number;
  active: number;
  /** Each seat's life, which counts even where its cards can't show it; 0 once it is eliminated. */
  life: number[];
  life_cards: NoeCard[][];
  /** null for a seat that is out of the game. */
  shields: (NoeCard | null)[];
  /** null for a seat that has none. */
  reinforcements: (NoeCard | "?" | null)[];
  charges: (NoeCard | "?")[][];
  /** The next card first. */
  pile: (NoeCard | "?")[];
  /**
   * The cards that were seen, the newest first, then those that nobody has seen.
   *
   * Apart, so that a card taken from among the unseen does not show by its place which one it was.
   */
  discard: (NoeCard | "?")[];
  /** The seats that are out of the game, in the order they went. */
  eliminated: number[];
  /** How many turns in a row have cost nobody a point of life. */
  quiet_turns: number;
  ended: Outcome | null;
}

// ── Any game ───────────────────────────────────────────────────────────────────────────────────────────────

/** Options of any of the games: the room's `game` says of which. */
export type AnyOptions = DiggersOptions | GigogneOptions | KittyOptions | NinthOptions | NoeOptions;

/** Action of any of the games: the room's `game` says of which. */
export type AnyAction = DiggersAction | GigogneAction | KittyAction | NinthAction | NoeAction;

/** Event of any of the games: the room's `game` says of which. */
export type AnyEvent = DiggersEvent | GigogneEvent | KittyEvent | NinthEvent | NoeEvent;

/** View of any of the games: the room's `game` says of which. */
export type AnyView = DiggersView | GigogneView | KittyView | NinthView | NoeView;

/** Each game's own data. */
export interface Games {
  diggers: { options: DiggersOptions; action: DiggersAction; event: DiggersEvent; view: DiggersView };
  gigogne: { options: GigogneOptions; action: GigogneAction; event: GigogneEvent; view: GigogneView };
  kitty: { options: KittyOptions; action: KittyAction; event: KittyEvent; view: KittyView };
  ninth: { options: NinthOptions; action: NinthAction; event: NinthEvent; view: NinthView };
  noe: { options: NoeOptions; action: NoeAction; event: NoeEvent; view: NoeView };
}

/** The games that this client was built with. */
export type GameId = keyof Games;
