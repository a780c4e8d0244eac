/** Everything that the screens show, in one place: the session, the games, the list, and the present room. */
import type { GameShown, Outgoing, Refusal, RoomGiven, RoomRow, SessionShown } from "../protocol";
import { api, Refused } from "../wire/api";
import { Wire } from "../wire/wire";
import { madeUpName } from "../words/names";
import type { Bots } from "./bots";
import { withSyncing } from "./learnt";
import { NO_FILTERS, RoomListing } from "./list.svelte";
import { pace } from "./pace.svelte";
import { followProtocol } from "./reload.svelte";
import { Route } from "./route.svelte";
import { keep } from "./secrets";
import { type Entry, Table } from "./table.svelte";

const NAMED = "tablee.named";
const LONGEST_NAME = 24;
/** Milliseconds until a server that could not be reached is asked again. */
const TRY_EVERY = 5_000;

/** What was learnt is who was here’s: gone before anything comes for who is next. */
const forgetLessons = () => withSyncing(({ forget }) => forget());

export class App {
  session = $state.raw<SessionShown | null>(null);
  /** Whether the nickname was chosen, or made up. */
  isNamed = $state(localStorage.getItem(NAMED) === "yes");
  games = $state.raw<readonly GameShown[]>([]);
  /** Rooms in which this browser has a seat. */
  mine = $state.raw<readonly RoomRow[]>([]);
  /** The ids of those where the game waits for one. */
  awaiting = $state.raw<readonly string[]>([]);
  /** Those that play on from a finished game. */
  practice = $state.raw<readonly string[]>([]);
  isConnected = $state(false);
  /** Whether the server could not be reached at all. */
  isFailed = $state(false);
  /** The refusal for a banned visitor; nothing else is shown then. */
  ban = $state.raw<Refusal | null>(null);
  /** Whether the reader was signed out from elsewhere, and doesn't know yet. */
  hasEnded = $state(false);
  /** The game for which somebody to play with is looked for: the first screen asks how, once. */
  seeking: GameShown | null = null;
  /** The visitor's room: on its screen or, during a game, also while other pages are open. */
  table = $state.raw<Table | null>(null);
  readonly route = new Route();
  readonly list: RoomListing;
  readonly #wire: Wire;
  #isDoubting = false;

  constructor() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    this.#wire = new Wire(address, {
      heard: (message) => this.#hear(message),
      opened: () => this.#opened(),
      lost: () => {
        this.isConnected = false;
        this.table?.lose();
      },
      failed: () => void this.#doubt(),
    });
    this.list = new RoomListing((question) => this.#wire.ask(question));
  }

  /** A first visit makes a guest under a made-up name: nobody has to answer anything before looking round. */
  async open(): Promise<void> {
    await Promise.all([this.#findGames(), this.#introduce()]);
    await this.findMine();
    this.isFailed = false;
  }

  /** Games are shown as soon as they are known, before the session is. */
  async #findGames(): Promise<void> {
    this.games = await api.games();
  }

  fail(error: unknown): void {
    if (this.#noticeBan(error)) return;
    this.isFailed = true;
    this.#tryAgain();
  }

  /** When the browser says that there is a network, or a while later. */
  #tryAgain(): void {
    const listening = new AbortController();
    const tryNow = () => {
      listening.abort();
      clearTimeout(waiting);
      this.open().catch((error) => this.fail(error));
    };
    const waiting = setTimeout(tryNow, TRY_EVERY);
    window.addEventListener("online", tryNow, { signal: listening.signal });
  }

  game(id: string): GameShown | undefined {
    return this.games.find((game) => game.id === id);
  }

  async findMine(): Promise<void> {
    const { rooms, your_turn, practice } = await api.myRooms();
    this.mine = rooms.filter((row) => row.status !== "finished");
    this.awaiting = your_turn;
    this.practice = practice;
  }

  /** Reload what may have changed meanwhile: the rooms in which the reader has a seat. */
  async refresh(): Promise<void> {
    if (this.session) await this.findMine().catch((error) => this.#noticeBan(error));
  }

  async rename(name: string): Promise<void> {
    this.#become(await api.giveName(name));
  }

  async signIn(username: string, password: string, claim: boolean): Promise<void> {
    const session = await api.signIn({ username, password, claim });
    if (!claim) forgetLessons();
    this.#become(session);
  }

  async makeAccount(username: string, password: string): Promise<void> {
    // A made-up name is a guest's.
    const name = this.isNamed ? {} : { name: username.slice(0, LONGEST_NAME) };
    this.#become(await api.makeAccount({ username, password, ...name }));
  }

  async signOut(everywhere = false): Promise<void> {
    await this.#apart(() => api.signOut(everywhere));
    await this.#startAfresh();
  }

  async changePassword(password: string, newPassword: string): Promise<void> {
    this.#become(await this.#apart(() => api.changePassword({ password, new_password: newPassword })));
  }

  /** Be the person whose reset link it is. */
  async resetPassword(secret: string, newPassword: string): Promise<void> {
    this.#become(await this.#apart(() => api.resetPassword({ secret, new_password: newPassword })));
  }

  /** Deletes everything about the visitor, and starts over. */
  async erase(): Promise<void> {
    await this.#apart(() => api.eraseMe());
    this.route.go("/", { replace: true });
    await this.#startAfresh();
  }

  /** Open a room and sit down in it. */
  async makeRoom(given: RoomGiven): Promise<void> {
    const { code, invitation } = await api.makeRoom(given);
    if (invitation || given.access) {
      keep(code, { ...(invitation ? { invitation } : {}), ...(given.access ? { access: given.access } : {}) });
    }
    this.route.go(`/r/${code}`);
  }

  /** A game against bots, which starts at once: it is in no list, and has no clock. */
  playBots(game: GameShown, { level, bots }: Bots): Promise<void> {
    return this.makeRoom({ game: game.id, capacity: bots + 1, policy: "full", bots: Array<string>(bots).fill(level) });
  }

  /** Look for others to play a game with: on the first screen, its open rooms beside the ways to begin. */
  seekPeople(game: GameShown): void {
    this.seeking = game;
    this.list.filters = { ...NO_FILTERS, game: game.id };
    this.route.go("/");
  }

  /** Enters a room; a refusal is kept in the table's `refusal`. */
  enter(entry: Entry): Table {
    if (this.table?.isFor(entry.room)) {
      // An invitation may come after the seats were found to be held.
      const isInvitedNow = entry.invitation && this.table.refusal && !this.table.room;
      if (this.table.standing !== "taken over" && !entry.seatSecret && !isInvitedNow) return this.table;
    }
    const table = this.#sitDown(entry);
    if (this.isConnected) table.enter().catch(() => undefined);
    return table;
  }

  /** Take a seat under a name that was chosen for it: a seat keeps the name it was taken with. */
  async sitDown(entry: Entry, name: string): Promise<void> {
    const session = await api.giveName(name);
    this.#sitDown(entry);
    this.#become(session);
  }

  /** Leaves the room's screen. During a game the connection stays, to hear of the viewer's turn. */
  lookRound(): void {
    if (!this.table?.isPlaying) this.exit();
  }

  /** Stop listening to the room; the seat stays. */
  exit(): void {
    if (!this.table) return;
    const { standing } = this.table;
    this.#getUp();
    if (standing === "here") this.#wire.ask({ type: "exit" }).catch(() => undefined);
    if (standing === "taken over") this.#wire.open();
  }

  /** Take the seat back from the other tab or device. */
  playHere(): void {
    const room = this.table?.room?.id;
    this.#getUp();
    if (room) this.#sitDown({ room, join: false });
    this.#wire.open();
  }

  #sitDown(entry: Entry): Table {
    this.#getUp();
    const table = new Table(
      entry,
      (question, id) => this.#wire.ask(question, id),
      () => pace.pause,
    );
    this.table = table;
    return table;
  }

  #getUp(): void {
    this.table?.abandon();
    this.table = null;
  }

  async #introduce(): Promise<void> {
    this.session = (await api.session()) ?? (await api.giveName(madeUpName()));
    this.#wire.open();
  }

  /** Ask for something that ends this session too: without its socket, which would tell of an end that one wanted. */
  async #apart<T>(task: () => Promise<T>): Promise<T> {
    this.isConnected = false;
    this.table?.lose();
    this.#wire.close();
    try {
      return await task();
    } catch (error) {
      this.#wire.open();
      throw error;
    }
  }

  /** A new guest, or the person another tab has become. */
  async #startAfresh(): Promise<void> {
    localStorage.removeItem(NAMED);
    // The next person must not see the games of the one before.
    void globalThis.caches?.delete("tablee-replays");
    forgetLessons();
    this.isNamed = false;
    this.session = null;
    this.#getUp();
    await this.#introduce();
    await this.refresh();
  }

  /** The session has ended elsewhere: back to the start, which says so. */
  async #end(): Promise<void> {
    this.isConnected = false;
    this.#wire.close();
    this.hasEnded = true;
    this.route.go("/", { replace: true });
    await this.#startAfresh().catch((error) => this.fail(error));
  }

  /** No connection is to be had: without a session there never will be. */
  async #doubt(): Promise<void> {
    if (!this.session || this.#isDoubting) return;
    this.#isDoubting = true;
    const session = await api.session().catch((error) => {
      this.#noticeBan(error);
      return this.session;
    });
    this.#isDoubting = false;
    if (session === null) await this.#end();
  }

  #become(session: SessionShown): void {
    this.hasEnded = false;
    this.session = session;
    this.isNamed = true;
    localStorage.setItem(NAMED, "yes");
    this.#reconnect();
  }

  /** The cookie is the session, and a socket keeps the one it began with. */
  #reconnect(): void {
    this.isConnected = false;
    this.table?.lose();
    this.#wire.open();
    this.findMine().catch(() => undefined);
  }

  #opened(): void {
    this.isConnected = true;
    this.list.resume();
    this.table?.enter().catch(() => undefined);
  }

  /** Whether that is why; then the wire stays closed. */
  #noticeBan(error: unknown): boolean {
    if (!(error instanceof Refused) || error.refusal.code !== "banned") return false;
    this.ban = error.refusal;
    this.isConnected = false;
    this.#wire.close();
    return true;
  }

  #hear(message: Outgoing): void {
    if (message.type === "refused" && message.id === null) this.#noticeBan(new Refused(message.refusal));
    if (message.type === "welcome") {
      followProtocol(message.protocol);
      this.list.ahead = message.now - Date.now();
    } else if (message.type === "list") this.list.show(message);
    else if (message.type === "list_changed") this.list.change(message);
    else this.table?.hear(message);
    if (message.type === "session_ended") void this.#end();
    if (message.type === "taken_over") {
      this.isConnected = false;
      this.#wire.close();
    }
  }
}
