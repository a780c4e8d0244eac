/** A small client of a Tablée server, over HTTP alone: in browsers by their cookies, elsewhere by a bot's token. */
import type {
  ActionGiven,
  AnyAction,
  FinishedShown,
  GameShown,
  Outcome,
  Perspective,
  RecordPage,
  Refusal,
  RoomGiven,
  RoomList,
  RoomMade,
  RoomView,
  RoomWatched,
  SeatGiven,
  SessionShown,
} from "./protocol.js";

export type * from "./protocol.js";

/** Seconds that the server may keep a question until something has happened. */
const WAIT = 25;
/** Milliseconds before a question is asked again that was not answered. */
const PAUSES = [200, 1000, 3000];

/** The server refused: nothing has changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  constructor(readonly refusal: Refusal) {
    super(`${refusal.code}: ${refusal.text.en}`);
  }
}

export interface Connecting {
  /** Of a bot account. */
  token?: string | undefined;
  /** Of a guest, where there is no token. */
  name?: string;
  /** Another `fetch` than the global one. */
  fetch?: typeof fetch;
}

/** Somebody at a server: a bot account, or a guest. */
export class Client {
  readonly #server: string;
  readonly #fetch: typeof fetch;
  readonly #token: string | undefined;
  /** Kept here where no browser does. */
  #cookie = "";
  session: SessionShown | null = null;

  private constructor(server: string, { token, fetch: own }: Connecting) {
    this.#server = server.replace(/\/+$/, "");
    this.#token = token;
    this.#fetch = own ?? ((...given) => globalThis.fetch(...given));
  }

  static async connect(server: string, connecting: Connecting): Promise<Client> {
    const client = new Client(server, connecting);
    client.session = connecting.token
      ? await client.ask<SessionShown | null>("GET", "/api/session")
      : await client.ask<SessionShown>("POST", "/api/session", { name: connecting.name ?? "Guest" });
    if (!client.session) throw new Error("The token isn’t valid there: its bot may have been deleted.");
    return client;
  }

  games = () => this.ask<GameShown[]>("GET", "/api/games");
  rooms = (search = "") => this.ask<RoomList>("GET", `/api/rooms?search=${encodeURIComponent(search)}`);
  createRoom = (given: RoomGiven) => this.ask<RoomMade>("POST", "/api/rooms", given);
  history = () => this.ask<FinishedShown[]>("GET", "/api/records");
  steps = (record: string, first = 0, count = 60) =>
    this.ask<RecordPage>("GET", `/api/records/${encodeURIComponent(record)}/steps?first=${first}&count=${count}`);

  /** Sit down at a table, or return to your seat; by the room's id or code. */
  async join(room: string, given: SeatGiven = {}): Promise<Table> {
    const path = `/api/rooms/${encodeURIComponent(room)}`;
    return new Table(this, await this.ask<RoomWatched>("POST", `${path}/seat`, given));
  }

  /** Look on. */
  async watch(room: string): Promise<Table> {
    return new Table(this, await this.ask<RoomWatched>("GET", `/api/rooms/${encodeURIComponent(room)}`));
  }

  /** Ask the server anything; what only asks is asked again when no answer came. */
  async ask<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
    for (let tried = 0; ; tried++) {
      const pause = method === "GET" ? PAUSES[tried] : undefined;
      try {
        const response = await this.#send(method, path, body);
        if (response.ok) return (await response.json()) as T;
        if (response.status !== 503 || pause === undefined) throw await refusalIn(response);
      } catch (error) {
        if (error instanceof RefusedError || pause === undefined) throw error;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  async #send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = new Headers({ accept: "application/json" });
    if (this.#token) headers.set("authorization", `Bearer ${this.#token}`);
    else if (this.#cookie) headers.set("cookie", this.#cookie);
    if (body !== undefined) headers.set("content-type", "application/json");
    const credentials = this.#token ? "omit" : "include";
    const init = {
      method,
      headers,
      credentials,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    } as const;
    const response = await this.#fetch(this.#server + path, init);
    // A browser keeps cookies itself, and shows them to nobody.
    const [given] = response.headers.getSetCookie?.() ?? [];
    if (given) this.#cookie = given.split(";")[0] ?? "";
    return response;
  }
}

async function refusalIn(response: Response): Promise<Error> {
  const shown = (await response.json().catch(() => null)) as { refusal?: Refusal } | null;
  return shown?.refusal ? new RefusedError(shown.refusal) : new Error(`The server answered ${response.status}.`);
}

/** What you see, and may do, in your turn. */
export interface Turn extends Perspective {
  game: string;
}

/** Your place at a table. */
export class Table {
  readonly #client: Client;
  /** The room as it was shown last. */
  room: RoomView;

  constructor(client: Client, watched: RoomWatched) {
    this.#client = client;
    this.room = watched.room;
  }

  get outcome(): Outcome | null {
    return this.room.play?.outcome ?? null;
  }

  /** What you may do now; null when it isn't your turn. */
  get turn(): Turn | null {
    const play = this.room.play;
    const seen = this.room.status === "playing" ? play?.seen.find(({ legal }) => legal.length > 0) : undefined;
    return play && seen ? { ...seen, game: play.id } : null;
  }

  /** The room, as often as it has changed: for those who look on. */
  async *changes(): AsyncGenerator<RoomWatched, void> {
    for (;;) {
      const watched = await this.next();
      if (!watched) return;
      yield watched;
    }
  }

  /** Wait for something to happen, and take it in; null when the room has closed. */
  async next(): Promise<RoomWatched | null> {
    const { id, version } = this.room;
    for (;;) {
      try {
        const watched = await this.#client.ask<RoomWatched>("GET", `/api/rooms/${id}?since=${version}&wait=${WAIT}`);
        this.room = watched.room;
        if (watched.room.version > version) return watched;
      } catch (error) {
        if (error instanceof RefusedError && error.refusal.code === "room_closed") return null;
        throw error;
      }
    }
  }

  /** Your turns, to the end of the game. Before it begins, does what the game waits for. */
  async *turns(): AsyncGenerator<Turn, void> {
    let tried = -1;
    for (;;) {
      const turn = this.turn;
      if (turn) yield turn;
      if (this.room.status === "finished") return;
      const owed = this.room.version > tried ? this.#owed() : null;
      tried = this.room.version;
      if (owed) await this.#do(owed.path, owed.body).catch(unlessRefused);
      else if (!this.turn && !(await this.next())) return;
    }
  }

  /** Play one of the legal actions of the present turn. */
  async act(action: AnyAction, turn = this.turn): Promise<void> {
    if (!turn) throw new Error("It isn’t this player’s turn.");
    const given: ActionGiven = { game: turn.game, turn: turn.turn, action, seat: turn.seat, id: newId() };
    await this.#do("actions", given);
  }

  addBot = (level: string) => this.#do("bots", { level });
  start = () => this.#do("start");
  sayReady = (ready = true) => this.#do("ready", { ready });
  playAgain = () => this.#do("vote", { again: true });
  /** Give up the seat: in a running game that is a forfeit. */
  leave = () => this.#client.ask<null>("DELETE", `/api/rooms/${this.room.id}/seat`);

  async #do(path: string, body?: unknown): Promise<void> {
    const watched = await this.#client.ask<RoomWatched>("POST", `/api/rooms/${this.room.id}/${path}`, body);
    this.room = watched.room;
  }

  #owed(): { path: string; body?: unknown } | null {
    const { status, policy, seats, you, host, capacity } = this.room;
    const [own] = you;
    if (status !== "waiting" || own === undefined) return null;
    if (policy === "ready" && !seats[own]?.is_ready) return { path: "ready", body: { ready: true } };
    const isComplete = seats.length === capacity && seats.every((seat) => seat.is_connected);
    return policy === "host" && host === own && isComplete ? { path: "start" } : null;
  }
}

/** So that an action that is sent again is done once. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");

/** Somebody left meanwhile, or it has begun: the room says so. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}
