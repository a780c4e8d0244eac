/** The list of rooms, live. New ones wait in `fresh` while somebody reads further down. */
import type { ListChanged, RoomList, RoomRow } from "../protocol";
import type { Question } from "../wire/wire";

export interface Filters {
  search: string;
  game: string | null;
  is_private: boolean | null;
  capacity: number | null;
  /** Seconds: only rooms in which something has happened so recently. */
  active_within: number | null;
}

export const NO_FILTERS: Filters = { search: "", game: null, is_private: null, capacity: null, active_within: null };

export function isFiltered({ search, ...others }: Filters): boolean {
  return search !== "" || Object.values(others).some((value) => value !== null);
}

export class RoomListing {
  rooms = $state.raw<readonly RoomRow[]>([]);
  fresh = $state.raw<readonly RoomRow[]>([]);
  isLoaded = $state(false);
  /** Where the next page begins; null when all are shown. */
  next = $state<string | null>(null);
  filters = $state.raw<Filters>(NO_FILTERS);
  /** Whether new rows may come in at the top at once. */
  isAtTop = true;
  /** What must be added to this browser's clock to have the server's. */
  ahead = 0;

  #ask: (question: Question) => Promise<unknown>;
  #page: (filters: Filters, before: string) => Promise<RoomList>;
  #isWatched = false;
  #isTurning = false;

  constructor(
    ask: (question: Question) => Promise<unknown>,
    page: (filters: Filters, before: string) => Promise<RoomList>,
  ) {
    this.#ask = ask;
    this.#page = page;
  }

  watch(filters: Filters = this.filters): void {
    this.filters = filters;
    this.#isWatched = true;
    this.resume();
  }

  unwatch(): void {
    this.#isWatched = false;
    this.#ask({ type: "unwatch_list" }).catch(() => undefined);
  }

  /** Follow the list again, after a lost connection. */
  resume(): void {
    if (this.#isWatched) this.#ask({ type: "watch_list", ...this.filters }).catch(() => undefined);
  }

  show({ rooms, next }: RoomList): void {
    this.rooms = rooms;
    this.fresh = [];
    this.isLoaded = true;
    this.next = next;
  }

  /** Show the next page below; what the list has become meanwhile makes it void. */
  async showMore(): Promise<void> {
    const before = this.next;
    if (before === null || this.#isTurning) return;
    this.#isTurning = true;
    try {
      const { rooms, next } = await this.#page(this.filters, before);
      if (this.next !== before) return;
      const known = new Set([...this.rooms, ...this.fresh].map((row) => row.id));
      this.rooms = [...this.rooms, ...rooms.filter((row) => !known.has(row.id))];
      this.next = next;
    } catch {
      // The button is still there.
    } finally {
      this.#isTurning = false;
    }
  }

  change({ rooms, gone }: Pick<ListChanged, "rooms" | "gone">): void {
    const changed = new Map(rooms.map((row) => [row.id, row]));
    const stays = (row: RoomRow) => !gone.includes(row.id);
    const known = new Set([...this.rooms, ...this.fresh].map((row) => row.id));
    const current = (row: RoomRow) => changed.get(row.id) ?? row;
    const added = rooms
      .filter((row) => !known.has(row.id) && stays(row))
      .toSorted((one, other) => other.active_at - one.active_at);
    this.rooms = this.rooms.filter(stays).map(current);
    this.fresh = [...added, ...this.fresh.filter(stays).map(current)];
    if (this.isAtTop) this.showFresh();
  }

  /** Time alone takes a room out of the list of recently active ones. */
  dropOld(now: number): void {
    const { active_within } = this.filters;
    if (active_within === null) return;
    const since = now + this.ahead - active_within * 1000;
    const stays = (row: RoomRow) => row.active_at >= since;
    if (!this.rooms.every(stays)) this.rooms = this.rooms.filter(stays);
    if (!this.fresh.every(stays)) this.fresh = this.fresh.filter(stays);
  }

  showFresh(): void {
    this.rooms = [...this.fresh, ...this.rooms];
    this.fresh = [];
  }
}
