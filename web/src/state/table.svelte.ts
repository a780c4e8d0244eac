/**
 * A room that this browser is in: what the server said of it, and what was sent and not yet answered.
 *
 * Headless: no drawing, no words. The messages come in through `hear`; the server decides everything. The room is as the
 * server has it now; the game is shown step by step, and may be a few seconds behind.
 */
import { untrack } from "svelte";
import type { Happening, Scene, Sight } from "../boards/contract";
import type {
  Acked,
  AnyAction,
  AnyEvent,
  Cause,
  Code,
  Emoted,
  GoneReason,
  Hinted,
  MissedMove,
  Moved,
  Outgoing,
  Perspective,
  PlayView,
  Refusal,
  RoomView,
} from "../protocol";
import { Refused } from "../wire/api";
import { newId, type Question } from "../wire/wire";
import { LOST_MEANWHILE } from "../words/common";
import { StepQueue } from "./queue.svelte";

/** This browser's relation to the room. */
export type Standing = "entering" | "here" | "lost" | "taken over" | GoneReason;

/** From these the room is entered automatically; from any other only the person decides to. */
const MAY_ENTER: readonly Standing[] = ["entering", "here", "lost"];
/** Milliseconds before the viewer's deadline from which steps are skipped to the present position; half of a short clock. */
const NEAR_DEADLINE = 5000;
/** Refusals that pass: the same is allowed a little later. */
const PASSING: readonly Code[] = ["unavailable", "rate_limited", "too_many_attempts"];
/** Refusals that say how one came to be gone. */
const GONE_BY: Partial<Record<Code, GoneReason>> = { room_closed: "closed", expelled: "expelled" };

/** Events as they came, for the log: told in words when they are drawn, in the language of that moment. */
export interface Chapter {
  id: number;
  /** The turn in which they happened, where it is known. */
  turn: number | null;
  cause: Cause;
  seat: number | null;
  events: readonly AnyEvent[];
  /** The game before and after them; null for what was missed long ago. */
  before: Seen | null;
  after: Seen | null;
}

/** Of a game: what its viewers see. */
export type Seen = Pick<PlayView, "seen">;

/** One action and what came of it, with the game as it stood before and after it. */
export interface Step extends Pick<Moved, "play" | "events" | "cause" | "seat"> {
  before: PlayView | null;
  isAgain: boolean;
}

/** Something that was said at the table, while it is shown. */
export interface Said extends Pick<Emoted, "seat" | "emote"> {
  id: number;
}

/** Milliseconds that it is shown. */
const SAID_FOR = 3000;
/** Steps that are kept for seeing them again. */
const MOST_KEPT = 40;
/** Milliseconds between steps that are seen again. */
const PACE_AGAIN = 900;
/** By how much actions follow each other faster for one who only looks on. */
const FASTER = 2;
/** Milliseconds after which a hint is no longer waited for. */
const HINT_WITHIN = 8000;

/** Always the same one: what is drawn from it need not be drawn again. */
const NOTHING: readonly AnyAction[] = [];

interface Sent {
  id: string;
  game: string;
  turn: number;
  action: AnyAction;
  seat: number | null;
}

export interface Entry {
  /** The room's id or its code. */
  room: string;
  join: boolean;
  access?: string;
  seatSecret?: string;
  /** What opens a seat that is held. */
  invitation?: string;
}

type Answer = Pick<Acked, "seat_secret"> & Partial<Pick<Acked, "invitation">>;
type Ask = (question: Question, id?: string) => Promise<Answer>;

export class Table {
  room = $state.raw<RoomView | null>(null);
  /** Whether the viewer has played, and only looks on. */
  isLookingOn = false;
  onlookers = $state(0);
  /** Of those who look on, the first ones. */
  onlookerNames = $state.raw<readonly string[]>([]);
  /** The new host; null once it was announced. */
  newHost = $state<number | null>(null);
  /** What a bot would do in the viewer's place, for this turn. */
  hint = $state.raw<AnyAction | null>(null);
  /** Whether a bot is thinking about it. */
  isHinting = $state(false);
  standing = $state<Standing>("entering");
  /** The action that was sent and not yet answered. */
  sent = $state.raw<Sent | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The game as it is shown. */
  shown = $state.raw<PlayView | null>(null);
  happening = $state.raw<Happening | null>(null);
  /** The last steps that were shown. */
  past = $state.raw<readonly Step[]>([]);
  chapters = $state.raw<readonly Chapter[]>([]);
  /** Emotes being shown. */
  said = $state.raw<readonly Said[]>([]);
  /** What the board is telling; the next step waits for its end. */
  scene = $state.raw<Scene | null>(null);
  /** On one screen: the seat that has the device, once it was handed over. */
  holder = $state<number | null>(null);
  /** What must be added to this browser's clock to have the server's. */
  ahead = $state(0);

  #entry: Entry;
  #ask: Ask;
  #steps: StepQueue<Step>;
  #count = 0;
  #missed: readonly MissedMove[] = [];
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  #nearing: ReturnType<typeof setTimeout> | undefined;
  #hintTurn: number | null = null;
  #hintDue: ReturnType<typeof setTimeout> | undefined;
  #isAbandoned = false;

  /** `pace`: milliseconds from one action that is shown to the next. */
  constructor(entry: Entry, ask: Ask, pace: () => number = () => 0) {
    this.#entry = entry;
    this.#ask = ask;
    this.#steps = new StepQueue(
      (step) => this.#play(step),
      (next) => (next.isAgain ? PACE_AGAIN : pace() / (this.isLookingOn ? FASTER : 1)),
    );
  }

  isFor(room: string): boolean {
    return [this.#entry.room, this.room?.code, this.room?.id].includes(room);
  }

  get seat(): number | null {
    const you = this.room?.you ?? [];
    return you.length > 1 ? this.#holding(you) : (you[0] ?? null);
  }

  /** On one screen: who must take the device now, if it is someone else than who has it, and there are secrets. */
  get handOverTo(): number | null {
    const seat = this.seat;
    if (!this.room?.is_local || this.holder === seat || this.#perspective(seat)?.outcome) return null;
    return this.#hasSecrets ? seat : null;
  }

  /** Whether the game hides something. */
  get #hasSecrets(): boolean {
    const views = (this.shown?.seen ?? []).map((perspective) => JSON.stringify(perspective.view));
    return new Set(views).size > 1;
  }

  get sight(): Sight | null {
    const room = this.room;
    const seat = this.seat;
    const seen = this.#perspective(seat);
    if (!room || !seen) return null;
    const mayPlay = this.standing === "here" && this.sent === null && this.handOverTo === null;
    return {
      view: seen.view,
      seat: seat ?? 0,
      isPlayer: seat !== null,
      seats: room.seats,
      toAct: seen.to_act,
      scores: seen.scores,
      legal: mayPlay ? this.#legal(seen) : NOTHING,
      outcome: seen.outcome,
    };
  }

  /** As the server has it, whatever is still to be shown. */
  get isYourTurn(): boolean {
    const { room, seat } = this;
    return room?.status === "playing" && seat !== null && room.play?.seen[0]?.to_act.includes(seat) === true;
  }

  /** The seats that acted in the steps that are still to be shown. */
  get waiting(): readonly (number | null)[] {
    return this.#steps.waiting.filter((step) => !step.isAgain).map((step) => step.seat);
  }

  /** Whether the reader has a seat in a game in progress, as far as is known. */
  get isPlaying(): boolean {
    return ["here", "lost"].includes(this.standing) && this.room?.status === "playing" && this.room.you.length > 0;
  }

  get turn(): number | null {
    return this.shown?.seen[0]?.turn ?? null;
  }

  /**
   * Go in, or back in after a lost connection; anyone who is gone from the room stays gone. What was sent and never
   * answered is sent again under its old id.
   */
  async enter(): Promise<void> {
    clearTimeout(this.#nextTry);
    if (!MAY_ENTER.includes(this.standing)) return;
    const { room, join, access, seatSecret, invitation } = this.#entry;
    const since = this.room?.version ?? 0;
    try {
      await this.#ask({ type: "enter", room, join, access, seat_secret: seatSecret, invitation, since });
      // From now on the reader has a seat or looks on: coming back needs neither code nor secret.
      this.#entry = { room: this.room?.id ?? room, join: false };
      this.standing = "here";
      this.refusal = null;
      if (this.sent) await this.#send(this.sent);
    } catch (error) {
      if (this.standing === "lost" && error instanceof Refused) this.#keepOut(error.refusal);
      else this.#refuse(error);
      throw error;
    }
  }

  /** Come in differently: with an access code, or to look on. */
  reenter(entry: Partial<Entry>): Promise<void> {
    this.#entry = { ...this.#entry, ...entry };
    return this.enter();
  }

  async act(action: AnyAction): Promise<void> {
    const play = this.room?.play;
    const turn = this.turn;
    if (!play || turn === null || this.sent) return;
    this.refusal = null;
    if (this.room?.is_local) this.holder = this.seat;
    this.sent = { id: newId(), game: play.id, turn, action, seat: this.room?.is_local ? this.seat : null };
    await this.#send(this.sent);
  }

  /** Ask for something else than an action; a refusal is kept for showing. */
  async ask(question: Question): Promise<Answer | null> {
    this.refusal = null;
    try {
      return await this.#ask(question);
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** A new secret of the viewer's own seat, for a link; null where it was refused. */
  async makeSeatLink(): Promise<string | null> {
    return (await this.ask({ type: "make_seat_link" }))?.seat_secret ?? null;
  }

  /** Ask what a bot would do in the viewer's place; it comes as `hint`. */
  async askHint(): Promise<void> {
    const asked = this.#now();
    if (!asked || this.isHinting) return;
    this.hint = null;
    this.isHinting = true;
    this.#hintTurn = asked.turn;
    clearTimeout(this.#hintDue);
    this.#hintDue = setTimeout(() => (this.isHinting = false), HINT_WITHIN);
    if (!(await this.ask({ type: "ask_hint", ...asked }))) this.isHinting = false;
  }

  /** Takes the viewer's last decision back, or asks the others to allow it. */
  async takeBack(): Promise<void> {
    const asked = this.#now();
    if (!asked) return;
    const { seat, ...now } = asked;
    // On one screen it is the last decision of anyone.
    await this.ask({ type: "take_back", ...now });
  }

  async answerTakeBack(agree: boolean): Promise<void> {
    const asked = this.#now();
    if (!asked) return;
    const { seat, ...now } = asked;
    await this.ask({ type: "answer_take_back", ...now, agree });
  }

  /** The game and turn that one speaks of, as the server has it; on one screen also who. */
  #now(): { game: string; turn: number; seat?: number } | null {
    const play = this.room?.play;
    const turn = play?.seen[0]?.turn;
    if (!play || turn === undefined) return null;
    const seat = this.room?.is_local ? this.seat : null;
    return { game: play.id, turn, ...(seat === null ? {} : { seat }) };
  }

  /** As the host, holds seats for people with the invitation; returns its new secret. */
  async hold(seats: number): Promise<string | null> {
    return (await this.ask({ type: "invite", seats }))?.invitation ?? null;
  }

  /** The connection was lost; it is re-established automatically. */
  lose(): void {
    clearTimeout(this.#nextTry);
    if (this.standing === "here") this.standing = "lost";
  }

  /** Leave the room on this page: nothing is tried again. */
  abandon(): void {
    clearTimeout(this.#nextTry);
    clearTimeout(this.#hintDue);
    this.#forgetSteps();
    this.#isAbandoned = true;
  }

  takeDevice(): void {
    this.holder = this.seat;
  }

  /** Whether something is still to be shown. */
  get isBehind(): boolean {
    return this.#steps.waiting.length > 0;
  }

  /** Whether steps are being seen again. */
  get isSeeingAgain(): boolean {
    return this.#steps.waiting.some((step) => step.isAgain);
  }

  /** Play steps once more that were shown, from how it stood before them. */
  seeAgain(steps: readonly Step[]): void {
    const [first] = steps;
    if (!first || this.#steps.waiting.length > 0) return;
    this.happening = null;
    this.shown = first.before;
    this.#steps.addFirst(steps.map((step) => ({ ...step, isAgain: true })));
    this.#watchDeadline();
  }

  /** Show at once all that has happened. */
  hurry(): void {
    this.#steps.hurry();
  }

  tellScene(scene: Scene | null): void {
    this.scene = scene;
    this.#hold();
  }

  /** Whether what others do waits until the reader has been told what it is about. */
  wait(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#hold();
  }

  #isWaiting = false;

  #hold(): void {
    // A board says so in an effect, which is not about the scene that it sets.
    this.#steps.hold(untrack(() => this.scene) !== null || this.#isWaiting);
  }

  hear(message: Outgoing): void {
    switch (message.type) {
      case "room":
        this.ahead = message.now - Date.now();
        this.#take(message.room);
        this.onlookers = message.onlookers;
        this.onlookerNames = message.onlooker_names;
        break;
      case "onlookers":
        if (message.room !== this.room?.id) break;
        this.onlookers = message.onlookers;
        this.onlookerNames = message.onlooker_names;
        break;
      case "host_changed":
        if (message.room === this.room?.id) this.newHost = message.host;
        break;
      case "hinted":
        this.#takeHint(message);
        break;
      case "emoted":
        if (message.room === this.room?.id) this.#hearEmote(message);
        break;
      case "moved":
        if (!this.room) break;
        this.ahead = message.now - Date.now();
        this.room = { ...this.room, version: message.version, play: message.play, seats: message.seats };
        this.#add(message);
        break;
      case "missed":
        this.#missed = message.moves;
        break;
      case "room_gone":
        this.standing = message.reason;
        this.refusal = null;
        break;
      case "taken_over":
        this.standing = "taken over";
        break;
    }
  }

  #takeHint({ game, turn, action }: Hinted): void {
    const now = this.#now();
    this.isHinting = false;
    if (now?.game === game && now.turn === turn) this.hint = action as AnyAction;
  }

  #forgetHint(): void {
    clearTimeout(this.#hintDue);
    this.isHinting = false;
    this.hint = null;
  }

  /** In a room, its view follows the game's own messages: only a reader who comes back may find it further on. */
  #take(room: RoomView): void {
    if (room.play?.id !== this.room?.play?.id) this.#forgetGame();
    else if (this.standing !== "here") this.#steps.hurry();
    this.room = room;
    if (this.#steps.waiting.length === 0) this.shown = room.play;
    this.#noteMissed();
  }

  #add({ ack, play, events, cause, seat }: Moved): void {
    // Where all act at once, what the others do is no reason to think again.
    if (play.seen[0]?.turn !== this.#hintTurn || seat === this.seat) this.#forgetHint();
    const before = this.#steps.waiting.at(-1)?.play ?? this.shown;
    const step = { before, play, events, cause, seat, isAgain: false };
    if (ack === null) this.#steps.add(step);
    else {
      if (ack === this.sent?.id) this.sent = null;
      this.#steps.addNow(step);
    }
    this.#watchDeadline();
  }

  /** A seat says one thing at a time, for a moment. */
  #hearEmote({ seat, emote }: Emoted): void {
    const said = { id: ++this.#count, seat, emote };
    this.said = [...this.said.filter((other) => other.seat !== seat), said];
    setTimeout(() => {
      this.said = this.said.filter((other) => other !== said);
    }, SAID_FOR);
  }

  #forgetSteps(): void {
    clearTimeout(this.#nearing);
    this.#steps.drop();
  }

  /** The viewer's clock is running: nothing may delay their move. */
  #watchDeadline(): void {
    clearTimeout(this.#nearing);
    const deadline = this.room?.play?.deadline ?? null;
    if (deadline === null || !this.isYourTurn || this.#steps.waiting.length === 0) return;
    const near = Math.min(NEAR_DEADLINE, (this.room?.clock ?? 0) * 500);
    this.#nearing = setTimeout(() => this.hurry(), Math.max(0, deadline - near - this.ahead - Date.now()));
  }

  #forgetGame(): void {
    this.#forgetSteps();
    this.sent = null;
    this.holder = null;
    this.#forgetHint();
    if (!this.room?.play) return;
    this.chapters = [];
    this.past = [];
    this.happening = null;
  }

  /** What was missed comes before the room as it is now; the last of it can be seen again. */
  #noteMissed(): void {
    const moves = this.#missed;
    this.#missed = [];
    const now = this.room?.play ?? null;
    const then = (move: MissedMove | undefined) => (now && move?.before ? { ...now, seen: move.before } : null);
    for (const [index, move] of moves.entries()) {
      const { turn, cause, seat, events } = move;
      const [before, after] = [then(move), index === moves.length - 1 ? now : then(moves[index + 1])];
      this.#note({ events, turn, cause, seat, before, after });
      if (before && after) this.#keep({ before, play: after, events, cause, seat, isAgain: false });
    }
  }

  #play(step: Step): void {
    const { play, events, cause, seat, isAgain } = step;
    if (!isAgain) {
      this.#note({ events, turn: this.turn, cause, seat, before: this.shown, after: play });
      this.#keep(step);
    }
    this.happening = { id: ++this.#count, events, isAgain };
    // Steps that were not worth seeing again may have come after the last one that was.
    const isLast = isAgain && !this.isSeeingAgain;
    this.shown = isLast ? (this.#steps.waiting[0]?.before ?? this.room?.play ?? play) : play;
  }

  /** For seeing it again; what was taken back is not. */
  #keep(step: Step): void {
    this.past = step.cause === "taken_back" ? [] : [...this.past, step].slice(-MOST_KEPT);
  }

  #note(chapter: Omit<Chapter, "id">): void {
    if (chapter.events.length || chapter.cause === "taken_back")
      this.chapters = [...this.chapters, { id: ++this.#count, ...chapter }];
  }

  async #send(sent: Sent): Promise<void> {
    const { id, game, turn, action, seat } = sent;
    try {
      await this.#ask({ type: "act", game, turn, action, ...(seat === null ? {} : { seat }) }, id);
      if (this.sent?.id === id) this.sent = null;
    } catch (error) {
      // After a lost connection the action goes out again under the same id: it may have been heard or not.
      if (this.standing !== "here" && this.standing !== "entering") return;
      if (this.sent?.id === id) this.sent = null;
      this.#refuse(error);
    }
  }

  /** Not let back in: what passes is tried again, anything else is as if one had been sent away meanwhile. */
  #keepOut(refusal: Refusal): void {
    // Without a socket there is nothing to try: one enters again when it is back.
    if (refusal === LOST_MEANWHILE || this.#isAbandoned) return;
    if (PASSING.includes(refusal.code)) {
      this.#nextTry = setTimeout(() => this.enter().catch(() => undefined), (refusal.wait ?? 1) * 1000);
      return;
    }
    const known = GONE_BY[refusal.code];
    // Why a seat is gone is not told: the server's own words are all there is to show.
    this.refusal = known ? null : refusal;
    this.standing = known ?? (this.room?.you.length ? "left" : "no_onlookers");
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.refusal = error.refusal;
  }

  #perspective(seat: number | null, play = this.shown): Perspective | undefined {
    return play?.seen.find((perspective) => perspective.seat === seat) ?? play?.seen[0];
  }

  /** While steps wait: what the server takes now, if it is still the turn that is shown. */
  #legal(seen: Perspective): readonly AnyAction[] {
    if (this.#steps.waiting.length === 0) return seen.legal;
    const newest = this.#perspective(seen.seat, this.room?.play);
    return newest?.turn === seen.turn ? newest.legal : NOTHING;
  }

  #holding(you: readonly number[]): number | null {
    const seen = this.shown?.seen ?? [];
    const canAct = (seat: number) => (seen.find((perspective) => perspective.seat === seat)?.legal.length ?? 0) > 0;
    if (this.holder !== null && canAct(this.holder)) return this.holder;
    return you.find(canAct) ?? this.holder ?? you[0] ?? null;
  }
}
