/** The viewer's turn, signalled in the tab, by sound and by a notification. */
import { preference, setPreference } from "./preferences";
import type { Table } from "./table.svelte";

/** What the browser's tab says. */
export const tab = $state({
  /** The name of the screen. */
  name: "",
});

/** Follows a table, and tells each turn once. */
export class Turn {
  /** Whether it is the viewer's turn, and may be signalled. */
  isYours = $state(false);
  #table: Table | null = null;
  /** Whether nothing was known of the table before: who comes to it sees whose turn it is. */
  #isNew = true;
  #told = "";

  /**
   * Look at the table as it is now. True if the turn that has come is news.
   *
   * A page in sight tells it when it has shown what happened before; a hidden one at once.
   */
  follow(table: Table | null, isHidden: boolean): boolean {
    if (table !== this.#table) {
      this.#table = table;
      this.#isNew = true;
    }
    const room = table?.standing === "here" ? table.room : null;
    // On one screen it is always someone's turn who sits there.
    const key = room && !room.is_local && table?.isYourTurn ? `${room.play?.id} ${room.play?.seen[0]?.turn}` : null;
    if (key === null) {
      this.isYours = false;
      if (room) this.#isNew = false;
      return false;
    }
    const isShown = isHidden || this.#isNew || (table?.isBehind === false && table.scene === null);
    if (this.isYours || !isShown) return false;
    const isNews = !this.#isNew && key !== this.#told;
    this.isYours = true;
    this.#isNew = false;
    this.#told = key;
    return isNews;
  }
}

const TAG = "turn";
const WISH = "notify";

/** Notifications of the viewer's turn: only if they were asked for, and the browser allows them. */
class Alerts {
  readonly isPossible = "Notification" in globalThis;
  isBlocked = $state(this.isPossible && Notification.permission === "denied");
  isOn = $state(this.isPossible && Notification.permission === "granted" && preference(WISH, false));
  #shown: Notification | null = null;
  /** One after the other: what is withdrawn must have been shown. */
  #doing: Promise<void> = Promise.resolve();

  /** Only after a press: browsers ask the person then. */
  async choose(isWanted: boolean): Promise<void> {
    this.isOn = isWanted;
    const isAllowed = isWanted && (await Notification.requestPermission()) === "granted";
    this.isBlocked = Notification.permission === "denied";
    this.isOn = isAllowed;
    setPreference(WISH, isAllowed);
  }

  show(title: string, body: string, path: string): void {
    if (this.isOn) this.#next(() => this.#show(title, { body, tag: TAG, icon: "/icon-192.png", data: path }));
  }

  withdraw(): void {
    if (this.isOn) this.#next(() => this.#withdraw());
  }

  #next(task: () => Promise<void>): void {
    // Where the system shows none, the tab still tells it.
    this.#doing = this.#doing.then(task).catch(() => undefined);
  }

  /** Phones show none but those of a service worker. */
  async #show(title: string, options: NotificationOptions): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => window.focus();
    this.#shown = shown;
  }

  async #withdraw(): Promise<void> {
    this.#shown?.close();
    this.#shown = null;
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await worker?.getNotifications({ tag: TAG })) ?? []) shown.close();
  }
}

export const alerts = new Alerts();
