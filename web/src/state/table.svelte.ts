/**
 * A room that this browser is in: what the server said of it, and what was sent and not yet answered.
 *
 * Headless: no drawing, no words. The messages come in through `hear`; the server decides everything.
 */
import type { Happening, Sight } from "../boards/contract";
import type { AnyAction, AnyEvent, GoneReason, Outgoing, Perspective, Refusal, RoomView } from "../protocol";
import { Refused } from "../wire/api";
import { newId, type Question } from "../wire/wire";

/** How this browser stands to the room. */
export type Standing = "entering" | "here" | "lost" | "taken over" | GoneReason;

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

  get turn(): number | null {
    return this.room?.play?.seen[0]?.turn ?? null;
  }

  /** Go in, or back in after a lost connection. What was sent and never answered is sent again under its old id. */
  async enter(): Promise<void> {
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
      this.#refuse(error);
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

  /** The connection is gone; it will come back by itself. */
  lose(): void {
    if (this.standing === "here") this.standing = "lost";
  }

  takeDevice(): void {
    this.holder = this.seat;
  }

  hear(message: Outgoing): void {
    switch (message.type) {
      case "room":
        this.ahead = message.now - Date.now();
        this.#show(message.room);
        this.onlookers = message.onlookers;
        break;
      case "moved":
        if (!this.room) break;
        this.ahead = message.now - Date.now();
        this.sent = message.ack !== null && message.ack === this.sent?.id ? null : this.sent;
        this.#note(message.events, message.cause, message.seat);
        this.happening = { id: ++this.#count, events: message.events };
        this.#show({ ...this.room, version: message.version, play: message.play, seats: message.seats });
        break;
      case "missed":
        this.#note(ofLastGame(message.events), null, null);
        break;
      case "room_gone":
        this.standing = message.reason;
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

  #note(events: readonly AnyEvent[], cause: Chapter["cause"], seat: number | null): void {
    if (events.length)
      this.chapters = [...this.chapters, { id: ++this.#count, turn: cause ? this.turn : null, cause, seat, events }];
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

/** What was missed may reach back over several games: only the last one is told. */
export function ofLastGame(events: readonly AnyEvent[]): readonly AnyEvent[] {
  const end = events.at(-1)?.type === "ended" ? events.length - 1 : events.length;
  const before = events.slice(0, end).findLastIndex((event) => event.type === "ended");
  return events.slice(before + 1);
}
