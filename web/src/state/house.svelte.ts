/** Everything that the screens show, in one place: who one is, the games, the list, and the room one is in. */
import type { GameShown, Outgoing, RoomGiven, RoomRow, SessionShown } from "../protocol";
import { api } from "../wire/api";
import { Wire } from "../wire/wire";
import { madeUpName } from "../words/names";
import { RoomListing } from "./list.svelte";
import { Route } from "./route.svelte";
import { type Entry, Table } from "./table.svelte";

const NAMED = "tablee.named";

export interface Owed {
  room: string;
  /** By this browser's clock; null without one. */
  deadline: number | null;
  /** Seconds of a whole turn. */
  clock: number | null;
}

export class House {
  session = $state.raw<SessionShown | null>(null);
  /** Whether the nickname was chosen, or made up. */
  isNamed = $state(localStorage.getItem(NAMED) === "yes");
  games = $state.raw<readonly GameShown[]>([]);
  /** Rooms in which this browser has a seat. */
  mine = $state.raw<readonly RoomRow[]>([]);
  isConnected = $state(false);
  /** Whether the server could not be reached at all. */
  isFailed = $state(false);
  /** A room that one went away from while it was one's turn: it still is, until the clock runs out. */
  owed = $state.raw<Owed | null>(null);
  table = $state.raw<Table | null>(null);
  readonly route = new Route();
  readonly list: RoomListing;
  readonly #wire: Wire;

  constructor() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    this.#wire = new Wire(address, {
      heard: (message) => this.#hear(message),
      opened: () => this.#opened(),
      lost: () => {
        this.isConnected = false;
        this.table?.lose();
      },
    });
    this.list = new RoomListing((question) => this.#wire.ask(question), api.rooms);
  }

  /** Whoever comes for the first time is a guest under a made-up name; nobody is asked before they can look round. */
  async open(): Promise<void> {
    await Promise.all([this.#findGames(), this.#introduce()]);
    await this.findMine();
  }

  /** The games are shown as soon as they are known, whoever one is. */
  async #findGames(): Promise<void> {
    this.games = await api.games();
  }

  fail(): void {
    this.isFailed = true;
  }

  game(id: string): GameShown | undefined {
    return this.games.find((game) => game.id === id);
  }

  async findMine(): Promise<void> {
    this.mine = (await api.myRooms()).rooms.filter((row) => row.status !== "finished");
  }

  async rename(name: string): Promise<void> {
    this.#become(await api.giveName(name));
  }

  async signIn(username: string, password: string, claim: boolean): Promise<void> {
    this.#become(await api.signIn({ username, password, claim }));
  }

  async makeAccount(username: string, password: string): Promise<void> {
    this.#become(await api.makeAccount({ username, password }));
  }

  async signOut(): Promise<void> {
    await api.signOut();
    localStorage.removeItem(NAMED);
    this.isNamed = false;
    this.session = await api.giveName(madeUpName());
    this.#reconnect();
  }

  /** Open a room and sit down in it. */
  async makeRoom(given: RoomGiven): Promise<void> {
    const made = await api.makeRoom(given);
    this.route.go(`/r/${made.code}`);
  }

  /** A game against bots of middling strength, which starts at once. */
  playBot(game: GameShown): Promise<void> {
    const level = game.bots[Math.floor((game.bots.length - 1) / 2)] ?? "";
    const [capacity] = game.seats;
    const bots = Array<string>(capacity - 1).fill(level);
    return this.makeRoom({ game: game.id, capacity, policy: "full", clock: 0, bots });
  }

  /** Go into a room; what stands in the way is kept in the table's `refusal`. */
  enter(entry: Entry): Table {
    if (this.table?.isFor(entry.room) && this.table.standing !== "taken over" && !entry.seatSecret) return this.table;
    const table = new Table(entry, (question, id) => this.#wire.ask(question, id));
    this.table = table;
    if (this.isConnected) table.enter().catch(() => undefined);
    return table;
  }

  /** Stop looking at the room; the seat stays. */
  exit(): void {
    if (!this.table) return;
    if (this.table.standing === "here") this.#wire.ask({ type: "exit" }).catch(() => undefined);
    this.owed = owedAt(this.table);
    this.table = null;
    this.findMine().catch(() => undefined);
  }

  /** Take the seat back from the other tab or device. */
  playHere(): void {
    const room = this.table?.room?.id;
    this.table = null;
    if (room) this.table = new Table({ room, join: false }, (question, id) => this.#wire.ask(question, id));
    this.#wire.open();
  }

  async #introduce(): Promise<void> {
    this.session = (await api.session()) ?? (await api.giveName(madeUpName()));
    this.#wire.open();
  }

  #become(session: SessionShown): void {
    this.session = session;
    this.isNamed = true;
    localStorage.setItem(NAMED, "yes");
    this.#reconnect();
  }

  /** The cookie tells who one is, and a socket keeps the one it began with. */
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

  #hear(message: Outgoing): void {
    if (message.type === "list") this.list.show(message);
    else if (message.type === "list_changed") this.list.change(message);
    else this.table?.hear(message);
    if (message.type === "taken_over") {
      this.isConnected = false;
      this.#wire.close();
    }
  }
}

function owedAt({ room, seat, sight, ahead }: Table): Owed | null {
  if (!room || seat === null || room.status !== "playing" || !sight?.toAct.includes(seat)) return null;
  const deadline = room.play?.deadline ?? null;
  return { room: room.id, deadline: deadline === null ? null : deadline - ahead, clock: room.clock };
}
