/**
 * The conversation with the server: one WebSocket that reconnects automatically.
 *
 * It knows nothing of rooms: it matches answers to questions, and hands every other message on.
 */
import ReturningSocket from "partysocket/ws";
import { afterPaint } from "../motion/paint";
import type { Acked, Incoming, Outgoing, Refusal } from "../protocol";
import { LOST_MEANWHILE } from "../words/common";
import { Refused } from "./api";

type Unsent<Message> = Message extends { id: string } ? Omit<Message, "id"> : never;
export type Question = Unsent<Incoming>;

const PING_EVERY = 15_000;
const PONG_WITHIN = 10_000;

interface Listener {
  heard: (message: Outgoing) => void;
  opened: () => void;
  lost: () => void;
  /** A connection was not to be had. A browser does not tell why: there may be no network, or no session. */
  failed: () => void;
}

export class Wire {
  #socket: ReturningSocket | null = null;
  #waiting = new Map<string, { done: (acked: Acked) => void; refused: (error: Refused) => void }>();
  #pinging: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  /** What has come since an action was sent that is not painted yet; null where nothing waits for that. */
  #unheard: Outgoing[] | null = null;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  /** Connects, or reconnects under the browser's present session. */
  open(): void {
    this.close();
    const socket = new ReturningSocket(this.address, [], {
      minReconnectionDelay: 250,
      maxReconnectionDelay: 5_000,
      reconnectionDelayGrowFactor: 1.6,
      connectionTimeout: 6_000,
      minUptime: 1_000,
      maxEnqueuedMessages: 0,
    });
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      const message: Outgoing = JSON.parse(String(event.data));
      if (this.#unheard) this.#unheard.push(message);
      else this.#hear(message);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      if (this.#isOpen) this.#lose();
      else this.listener.failed();
    });
    window.addEventListener("offline", this.#interrupt);
    window.addEventListener("online", this.#retry);
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY);
  }

  /** Hang up and stay away. */
  close(): void {
    clearInterval(this.#pinging);
    clearTimeout(this.#silence);
    window.removeEventListener("offline", this.#interrupt);
    window.removeEventListener("online", this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#unheard = null;
    this.#forgetAll();
    this.#isOpen = false;
  }

  /** Ask, and wait for the answer; refusals and a lost connection are thrown as `Refused`. */
  ask(question: Question, id: string = newId()): Promise<Acked> {
    return new Promise((done, refused) => {
      if (!this.#isOpen || !this.#socket) {
        refused(new Refused(LOST_MEANWHILE));
        return;
      }
      this.#waiting.set(id, { done, refused });
      this.#socket.send(JSON.stringify({ ...question, id }));
      if (question.type === "act") this.#paintFirst();
    });
  }

  /** A near server answers before an action is painted: to draw the answer first would only keep the hand waiting. */
  #paintFirst(): void {
    if (this.#unheard) return;
    this.#unheard = [];
    afterPaint(() => this.#hearAll());
  }

  #hearAll(): void {
    const [socket, messages] = [this.#socket, this.#unheard ?? []];
    this.#unheard = null;
    for (const message of messages) if (socket === this.#socket) this.#hear(message);
  }

  #hear(message: Outgoing): void {
    clearTimeout(this.#silence);
    if (message.type === "welcome") {
      this.#isOpen = true;
      this.listener.heard(message);
      this.listener.opened();
      return;
    }
    if (message.type === "acked") this.#settle(message.id, message, null);
    if (message.type === "moved" && message.ack !== null)
      this.#settle(
        message.ack,
        { type: "acked", id: message.ack, version: message.version, seat_secret: null, invitation: null },
        null,
      );
    if (message.type === "refused" && message.id !== null) this.#settle(message.id, null, message.refusal);
    this.listener.heard(message);
  }

  #settle(id: string, acked: Acked | null, refusal: Refusal | null): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (acked) waiting?.done(acked);
    if (refusal) waiting?.refused(new Refused(refusal));
  }

  #lose(): void {
    const wasOpen = this.#isOpen;
    this.#hearAll();
    this.#isOpen = false;
    clearTimeout(this.#silence);
    this.#forgetAll();
    if (wasOpen) this.listener.lost();
  }

  #forgetAll(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { refused } of waiting) refused(new Refused(LOST_MEANWHILE));
  }

  #ping(): void {
    if (!this.#isOpen) return;
    this.#silence = setTimeout(this.#interrupt, PONG_WITHIN);
    this.ask({ type: "ping" }).catch(() => undefined);
  }

  #interrupt = (): void => {
    this.#lose();
    // Without a network there is nothing to try; `online` tells when there is.
    if (navigator.onLine) this.#socket?.reconnect();
    else this.#socket?.close();
  };

  #retry = (): void => {
    if (!this.#isOpen) this.#socket?.reconnect();
  };
}

export function newId(): string {
  return (
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("")
  );
}
