import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Incoming, type Outgoing, PROTOCOL, type Refusal, type RoomRow, type RoomView } from "../src/protocol";

/** What a browser has and Node has not: an address, a memory, and a socket to a server that the test plays. */
class Socket extends EventTarget {
  static all: Socket[] = [];
  readyState = 0;
  binaryType = "blob";
  heard: Incoming[] = [];

  constructor(readonly url: string) {
    super();
    Socket.all.push(this);
  }

  send(data: string): void {
    this.heard.push(JSON.parse(data));
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server's welcome. */
  open(protocol = PROTOCOL): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
    this.say({ type: "welcome", protocol, name: "Camille", now: 0 });
  }

  say(message: Outgoing): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  answer(): void {
    const { id } = this.last;
    this.say({ type: "acked", id, version: 5, seat_secret: null, invitation: null });
  }

  refuse(refusal: Refusal): void {
    this.say({ type: "refused", id: this.last.id, refusal });
  }

  /** The network fails. */
  break(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006, reason: "" }));
  }

  get last(): Incoming {
    const last = this.heard.at(-1);
    if (!last) throw new Error("nothing was asked");
    return last;
  }
}

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const ROOM = { id: "r1", code: "K7M2QX", version: 5, you: [0], seats: [], play: null } as unknown as RoomView;
const UNAVAILABLE: Refusal = { code: "unavailable", text: { en: "Later", fr: "Tard" }, rule: null, wait: null };

/** The rooms in which one has a seat, as the server would say. */
let mine: Partial<RoomRow>[] = [];
/** What was posted. */
let given: unknown[] = [];
/** Who one is, as the server would say. */
let session: unknown = null;
/** Where one was taken. */
let went: string[] = [];
const reload = vi.fn();
/** The socket in use. */
function socket(): Socket {
  const newest = Socket.all.at(-1);
  if (!newest) throw new Error("no socket was opened");
  return newest;
}

describe("the app", () => {
  async function come() {
    const { App } = await import("../src/state/app.svelte");
    const app = new App();
    await app.open();
    await vi.advanceTimersByTimeAsync(10);
    return app;
  }

  /** A app in whose room one sits. */
  async function sit() {
    const app = await come();
    const line = socket();
    line.open();
    const table = app.enter({ room: "K7M2QX", join: true });
    line.say({ type: "room", room: ROOM, onlookers: 0, onlooker_names: [], now: 0 });
    line.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.standing).toBe("here");
    return { app, table, line };
  }

  /** The connection fails and comes back. */
  async function reconnect(line: Socket): Promise<Socket> {
    line.break();
    await vi.advanceTimersByTimeAsync(1000);
    const next = socket();
    expect(next).not.toBe(line);
    next.open();
    return next;
  }

  const asked = (line: Socket, type: Incoming["type"]) => line.heard.filter((question) => question.type === type);
  const PLAYING = {
    ...ROOM,
    status: "playing",
    play: { id: "g1", outcome: null, deadline: 9000, seen: [{ seat: 0, turn: 3, to_act: [1], legal: [], view: {} }] },
  } as unknown as RoomView;
  const show = (line: Socket, room: RoomView) =>
    line.say({ type: "room", room, onlookers: 0, onlooker_names: [], now: 0 });

  const entries = (line: Socket) => line.heard.filter(({ type }) => type === "enter");

  beforeEach(() => {
    vi.useFakeTimers();
    reload.mockClear();
    Socket.all = [];
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("localStorage", memory());
    vi.stubGlobal("sessionStorage", memory());
    vi.stubGlobal("navigator", { languages: ["en"], onLine: true });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("location", { protocol: "http:", host: "tablee", pathname: "/r/K7M2QX", hash: "", reload });
    vi.stubGlobal("window", Object.assign(new EventTarget(), { scrollTo: () => undefined }));
    mine = [];
    given = [];
    session = { name: "Camille" };
    went = [];
    vi.stubGlobal("history", { replaceState: (_: null, __: string, path: string) => went.push(path) });
    vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
      if (body) given.push(JSON.parse(body));
      const answers: Record<string, unknown> = {
        "/api/session": body ? { name: "Somebody" } : session,
        "/api/accounts": { name: "Camille", username: "zoe" },
        "/api/rooms/mine": { rooms: mine, your_turn: [], practice: [] },
      };
      return new Response(JSON.stringify(path in answers ? answers[path] : []));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("brings one back to the table when the connection is back", async () => {
    const { table, line } = await sit();
    const next = await reconnect(line);
    expect(table.standing).toBe("lost");
    expect(entries(next)).toHaveLength(1);
    next.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.standing).toBe("here");
  });

  it("hears nothing between an action and the frame that shows it, and then all in its order", async () => {
    const { table, line } = await sit();
    show(line, PLAYING);
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
    void table.act({ type: "pass" });
    line.say({ type: "onlookers", room: "r1", onlookers: 3, onlooker_names: [] });
    line.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([table.onlookers, table.sent?.game]).toEqual([0, "g1"]);
    for (const frame of frames) frame();
    await vi.advanceTimersByTimeAsync(0);
    expect([table.onlookers, table.sent]).toEqual([3, null]);
    line.say({ type: "onlookers", room: "r1", onlookers: 4, onlooker_names: [] });
    expect(table.onlookers).toBe(4);
  });

  it("hears the answer to an action also where no frame is painted, and before the connection is lost", async () => {
    const { table, line } = await sit();
    show(line, PLAYING);
    vi.stubGlobal("requestAnimationFrame", () => 0);
    void table.act({ type: "pass" });
    line.answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.sent).toBeNull();
    void table.act({ type: "pass" });
    line.answer();
    line.break();
    await vi.advanceTimersByTimeAsync(0);
    expect([table.sent, table.standing]).toEqual([null, "lost"]);
  });

  it("tries again where the server can't let one in just now", async () => {
    const { table, line } = await sit();
    const next = await reconnect(line);
    next.refuse(UNAVAILABLE);
    await vi.advanceTimersByTimeAsync(1000);
    expect(entries(next)).toHaveLength(2);
    next.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.standing).toBe("here");
  });

  it("tries no more once one has left for another screen", async () => {
    const { app, line } = await sit();
    const next = await reconnect(line);
    next.refuse(UNAVAILABLE);
    await vi.advanceTimersByTimeAsync(0);
    app.exit();
    await vi.advanceTimersByTimeAsync(5000);
    expect(entries(next)).toHaveLength(1);
  });

  it("tries no more at one table once one sits at another", async () => {
    const { app, line } = await sit();
    const next = await reconnect(line);
    next.refuse(UNAVAILABLE);
    await vi.advanceTimersByTimeAsync(0);
    app.enter({ room: "ABCDEF", join: true });
    await vi.advanceTimersByTimeAsync(5000);
    expect(entries(next)).toMatchObject([{ room: "r1" }, { room: "ABCDEF" }]);
  });

  it("keeps out whoever was sent away, also when the connection comes back", async () => {
    const { table, line } = await sit();
    line.say({ type: "room_gone", room: "r1", reason: "expelled" });
    const next = await reconnect(line);
    expect(entries(next)).toEqual([]);
    expect(table.standing).toBe("expelled");
  });

  it("keeps the seat warm for whoever looks round while a game goes on, and knows when it is their turn", async () => {
    const { app, table, line } = await sit();
    show(line, PLAYING);
    app.lookRound();
    expect(asked(line, "exit")).toEqual([]);
    expect(app.table).toBe(table);
    expect(table.isYourTurn).toBe(false);
    const play = PLAYING.play as NonNullable<RoomView["play"]>;
    const [seen] = play.seen;
    const moved = { ...play, seen: [{ ...seen, to_act: [0] }] } as typeof play;
    line.say({
      type: "moved",
      room: "r1",
      version: 6,
      ack: null,
      cause: "played",
      seat: 1,
      events: [],
      play: moved,
      seats: [],
      now: 0,
    });
    expect(table.isYourTurn).toBe(true);
    expect(app.enter({ room: "K7M2QX", join: true })).toBe(table);
  });

  it("goes away from a room that waits when one looks round, and from a game that has ended", async () => {
    const { app, line } = await sit();
    app.lookRound();
    expect(asked(line, "exit")).toHaveLength(1);
    expect(app.table).toBeNull();
    app.enter({ room: "K7M2QX", join: true });
    line.answer();
    show(line, { ...PLAYING, status: "finished" });
    await vi.advanceTimersByTimeAsync(0);
    app.lookRound();
    expect(asked(line, "exit")).toHaveLength(2);
    expect(app.table).toBeNull();
  });

  it("asks again where one has seats when one comes back to the page", async () => {
    const app = await come();
    mine = [
      { id: "r1", status: "playing" },
      { id: "r2", status: "finished" },
    ];
    await app.refresh();
    expect(app.mine.map((row) => row.id)).toEqual(["r1"]);
    mine = [];
    await app.refresh();
    expect(app.mine).toEqual([]);
  });

  it("is connected again for whoever goes home from a table that was taken over", async () => {
    const { app, line } = await sit();
    line.say({ type: "taken_over" });
    app.lookRound();
    await vi.advanceTimersByTimeAsync(10);
    const next = socket();
    expect(next).not.toBe(line);
    next.open();
    expect(app.isConnected).toBe(true);
    expect(entries(next)).toEqual([]);
  });

  it("shows whoever is banned why, and stays away", async () => {
    const { app, line } = await sit();
    const refusal: Refusal = { code: "banned", text: { en: "Banned", fr: "Exclu" }, rule: null, wait: 60 };
    line.say({ type: "refused", id: null, refusal });
    line.break();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(app.ban).toEqual(refusal);
    expect(socket()).toBe(line);
    expect(app.isConnected).toBe(false);
  });

  it("goes back to the start when the session has ended, says so, and comes back once as somebody new", async () => {
    const { app, line } = await sit();
    line.say({ type: "session_ended" });
    line.break();
    await vi.advanceTimersByTimeAsync(3000);
    expect(app.hasEnded).toBe(true);
    expect(app.table).toBe(null);
    expect(went).toEqual(["/"]);
    expect(Socket.all.length).toBe(2);
    socket().open();
    expect(app.isConnected).toBe(true);
    expect(entries(socket())).toEqual([]);
  });

  it("notices that the session has ended while no connection was to be had", async () => {
    const { app, line } = await sit();
    line.break();
    await vi.advanceTimersByTimeAsync(1000);
    session = null;
    socket().break();
    await vi.advanceTimersByTimeAsync(100);
    expect(app.hasEnded).toBe(true);
    expect(given).toHaveLength(1);
  });

  it("tries on while the server does not answer, and takes nobody's session away", async () => {
    const { app, line } = await sit();
    line.break();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    for (let attempt = 0; attempt < 3; attempt++) {
      await vi.advanceTimersByTimeAsync(5000);
      socket().break();
    }
    expect(app.hasEnded).toBe(false);
    expect(Socket.all.length).toBeGreaterThan(3);
  });

  it("is not told of an end that one wanted", async () => {
    const { app, line } = await sit();
    const leaving = app.signOut(true);
    line.say({ type: "session_ended" });
    await leaving;
    await vi.advanceTimersByTimeAsync(10);
    expect(app.hasEnded).toBe(false);
    expect(app.isNamed).toBe(false);
    expect(socket()).not.toBe(line);
  });

  it("sits somebody down under the name they have just chosen", async () => {
    const app = await come();
    socket().open();
    app.enter({ room: "K7M2QX", join: false });
    await app.sitDown({ room: "K7M2QX", join: true, invitation: "i-4_v" }, "Capucine");
    await vi.advanceTimersByTimeAsync(10);
    const next = socket();
    next.open();
    expect(entries(next)).toMatchObject([{ room: "K7M2QX", join: true, invitation: "i-4_v" }]);
    expect(app.isNamed).toBe(true);
  });

  it("gives an account the username for a name where none was chosen", async () => {
    const app = await come();
    await app.makeAccount("zoe_player_with_a_long_name", "a long enough one");
    expect(given.at(-1)).toMatchObject({ username: "zoe_player_with_a_long_name", name: "zoe_player_with_a_long_n" });
    await app.makeAccount("zoe", "a long enough one");
    expect(given.at(-1)).toEqual({ username: "zoe", password: "a long enough one" });
  });

  it("stays as it is where the server speaks as the page does", async () => {
    await come();
    socket().open();
    expect(reload).not.toHaveBeenCalled();
  });

  it("is fetched anew where the server speaks another protocol, and once only", async () => {
    await come();
    const line = socket();
    line.open(PROTOCOL + 1);
    expect(reload).toHaveBeenCalledTimes(1);
    const next = await reconnect(line);
    next.break();
    await vi.advanceTimersByTimeAsync(1000);
    socket().open(PROTOCOL + 1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("is fetched anew again when the server has gone on to yet another", async () => {
    await come();
    const line = socket();
    line.open(PROTOCOL + 1);
    line.break();
    await vi.advanceTimersByTimeAsync(1000);
    socket().open(PROTOCOL + 2);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
