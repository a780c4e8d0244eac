/** The list of rooms, live. New ones wait in `fresh` while the reader is further down. */
import type { ListChanged, ListShown, RoomRow } from "../protocol";
import type { Question } from "../wire/wire";

interface Filters {
  search: string;
  game: string | null;
  visibility: "open" | "private" | null;
  capacity: number | null;
  /** Seconds: only rooms in which something has happened so recently. */
  active_within: number | null;
}

export const NO_FILTERS: Filters = { search: "", game: null, visibility: null, capacity: null, active_within: null };

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
  #isWatched = false;
  #isTurning = false;

  constructor(ask: (question: Question) => Promise<unknown>) {
    this.#ask = ask;
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

  /** A first page, or one below; what the list has become meanwhile makes that one void. */
  show({ rooms, next, before }: Pick<ListShown, "rooms" | "next" | "before">): void {
    if (before !== null) {
      if (before !== this.next) return;
      const known = new Set([...this.rooms, ...this.fresh].map((row) => row.id));
      this.rooms = [...this.rooms, ...rooms.filter((row) => !known.has(row.id))];
    } else {
      this.rooms = rooms;
      this.fresh = [];
      this.isLoaded = true;
    }
    this.next = next;
  }

  /** Ask for the next page, which is followed from then on too. */
  async showMore(): Promise<void> {
    if (this.next === null || this.#isTurning) return;
    this.#isTurning = true;
    try {
      await this.#ask({ type: "watch_list", ...this.filters, before: this.next });
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

  /** Time alone changes the list of recently active ones, and moves that change nothing else: it is asked for anew. */
  refresh(): void {
    if (this.filters.active_within !== null && this.isAtTop) this.resume();
  }

  showFresh(): void {
    this.rooms = [...this.fresh, ...this.rooms];
    this.fresh = [];
  }
}
