/**
 * A room that this browser is in: what the server said of it, and what was sent and not yet answered.
 *
 * Headless: no drawing, no words. The messages come in through `hear`; the server decides everything.
 */
import type { Happening, Sight } from "../boards/contract";
import type { AnyAction, AnyEvent, Code, GoneReason, Outgoing, Perspective, Refusal, RoomView } from "../protocol";
import { Refused } from "../wire/api";
import { newId, type Question } from "../wire/wire";
import { LOST_MEANWHILE } from "../words/common";

/** How this browser stands to the room. */
export type Standing = "entering" | "here" | "lost" | "taken over" | GoneReason;

/** From these one goes in, or back in; from any other only the person decides to. */
const MAY_ENTER: readonly Standing[] = ["entering", "here", "lost"];
/** Refusals that pass: the same is allowed a little later. */
const PASSING: readonly Code[] = ["unavailable", "rate_limited", "too_many_attempts"];
/** Refusals that say how one came to be gone. */
const GONE_BY: Partial<Record<Code, GoneReason>> = { room_closed: "closed", expelled: "expelled" };

/** Events as they came, for the log: told in words when they are drawn, in the language of that moment. */
export interface Chapter {
  id: number;
  /** The turn in which they happened, where it is known. */
  turn: number | null;
  cause: "played" | "clock" | "out" | null;
  seat: number | null;
  events: readonly AnyEvent[];
}

interface Sent {
  id: string;
  game: string;
  turn: number;
  action: AnyAction;
  seat: number | null;
}

/** How to come in. */
export interface Entry {
  /** The room's id or its code. */
  room: string;
  join: boolean;
  access?: string;
  seatSecret?: string;
}

type Ask = (question: Question, id?: string) => Promise<{ seat_secret: string | null }>;

export class Table {
  room = $state.raw<RoomView | null>(null);
  onlookers = $state(0);
  standing = $state<Standing>("entering");
  /** The action that was sent and not yet answered. */
  sent = $state.raw<Sent | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  happening = $state.raw<Happening | null>(null);
  chapters = $state.raw<readonly Chapter[]>([]);
  /** On one screen: the seat that has the device, once it was handed over. */
  holder = $state<number | null>(null);
  /** What must be added to this browser's clock to have the server's. */
  ahead = $state(0);

  #entry: Entry;
  #ask: Ask;
  #count = 0;
  #missed: readonly AnyEvent[] = [];
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  #isAbandoned = false;

  constructor(entry: Entry, ask: Ask) {
    this.#entry = entry;
    this.#ask = ask;
  }

  /** Whether the address means this room. */
  isFor(room: string): boolean {
    return [this.#entry.room, this.room?.code, this.room?.id].includes(room);
  }

  get seat(): number | null {
    const you = this.room?.you ?? [];
    return you.length > 1 ? this.#holding(you) : (you[0] ?? null);
  }

  /** On one screen: who must take the device now, if it is somebody else than who has it, and there are secrets. */
  get handOverTo(): number | null {
    const seat = this.seat;
    if (!this.room?.is_local || this.holder === seat || this.#perspective(seat)?.outcome) return null;
    return this.#hasSecrets ? seat : null;
  }

  /** Whether not everybody sees the same. */
  get #hasSecrets(): boolean {
    const views = (this.room?.play?.seen ?? []).map((perspective) => JSON.stringify(perspective.view));
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
      legal: mayPlay ? seen.legal : [],
      outcome: seen.outcome,
    };
  }

  get isYourTurn(): boolean {
    const { room, seat, sight } = this;
    return room?.status === "playing" && seat !== null && sight?.toAct.includes(seat) === true;
  }

  /** Whether one has a seat in a game that goes on, as far as is known. */
  get isPlaying(): boolean {
    return ["here", "lost"].includes(this.standing) && this.room?.status === "playing" && this.room.you.length > 0;
  }

  get turn(): number | null {
    return this.room?.play?.seen[0]?.turn ?? null;
  }

  /**
   * Go in, or back in after a lost connection; whoever is gone from the room stays gone. What was sent and never
   * answered is sent again under its old id.
   */
  async enter(): Promise<void> {
    clearTimeout(this.#nextTry);
    if (!MAY_ENTER.includes(this.standing)) return;
    const { room, join, access, seatSecret } = this.#entry;
    const since = this.room?.version ?? 0;
    try {
      await this.#ask({ type: "enter", room, join, access, seat_secret: seatSecret, since });
      // From now on one has a seat or looks on: coming back needs neither code nor secret.
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
  async ask(question: Question): Promise<{ seat_secret: string | null } | null> {
    this.refusal = null;
    try {
      return await this.#ask(question);
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** A new secret of one's own seat, for a link; null where it was refused. */
  async makeSeatLink(): Promise<string | null> {
    return (await this.ask({ type: "make_seat_link" }))?.seat_secret ?? null;
  }

  /** The connection is gone; it will come back by itself. */
  lose(): void {
    clearTimeout(this.#nextTry);
    if (this.standing === "here") this.standing = "lost";
  }

  /** Nobody looks at it any more: nothing is tried again. */
  abandon(): void {
    clearTimeout(this.#nextTry);
    this.#isAbandoned = true;
  }

  takeDevice(): void {
    this.holder = this.seat;
  }

  hear(message: Outgoing): void {
    switch (message.type) {
      case "room":
        this.ahead = message.now - Date.now();
        this.#catchUp(message.room);
        this.onlookers = message.onlookers;
        break;
      case "onlookers":
        if (message.room === this.room?.id) this.onlookers = message.onlookers;
        break;
      case "moved":
        if (!this.room) break;
        this.ahead = message.now - Date.now();
        this.sent = message.ack !== null && message.ack === this.sent?.id ? null : this.sent;
        this.#note(message.events, this.turn, message.cause, message.seat);
        this.happening = { id: ++this.#count, events: message.events };
        this.#show({ ...this.room, version: message.version, play: message.play, seats: message.seats });
        break;
      case "missed":
        this.#missed = message.events;
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

  #show(room: RoomView): void {
    const isNewGame = room.play?.id !== this.room?.play?.id;
    if (isNewGame) {
      this.sent = null;
      this.holder = null;
      if (this.room?.play) {
        this.chapters = [];
        this.happening = null;
      }
    }
    this.room = room;
  }

  /** What was missed comes before the room as it is now, which tells of what game and which turn it was. */
  #catchUp(room: RoomView): void {
    const before = this.room?.play?.id === room.play?.id ? (this.turn ?? 0) : 0;
    const missed = this.#missed;
    this.#missed = [];
    this.#show(room);
    const turns = turnsIn(missed);
    const isTold = before + turns.length - 1 === this.turn;
    if (isTold) for (const [index, events] of turns.entries()) this.#note(events, before + index, null, null);
    else this.#note(missed, null, null, null);
  }

  #note(events: readonly AnyEvent[], turn: number | null, cause: Chapter["cause"], seat: number | null): void {
    if (events.length) this.chapters = [...this.chapters, { id: ++this.#count, turn, cause, seat, events }];
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

  #perspective(seat: number | null): Perspective | undefined {
    const seen = this.room?.play?.seen;
    return seen?.find((perspective) => perspective.seat === seat) ?? seen?.[0];
  }

  #holding(you: readonly number[]): number | null {
    const seen = this.room?.play?.seen ?? [];
    const canAct = (seat: number) => (seen.find((perspective) => perspective.seat === seat)?.legal.length ?? 0) > 0;
    if (this.holder !== null && canAct(this.holder)) return this.holder;
    return you.find(canAct) ?? this.holder ?? you[0] ?? null;
  }
}

/** Where games say that a turn or round began, it is the last of what happened in the one before. */
function turnsIn(events: readonly AnyEvent[]): AnyEvent[][] {
  const turns: AnyEvent[][] = [[]];
  for (const event of events) {
    turns.at(-1)?.push(event);
    if (event.type.endsWith("_began")) turns.push([]);
  }
  return turns;
}
