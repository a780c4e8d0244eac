/** Keys at the table: shortcuts press the control they stand on, and arrows go round what belongs together. */
import type { Attachment } from "svelte/attachments";

/** Whether a key was meant for the table: not for a dialog or cover over it, a field, or the browser; and not held. */
export function isForTable(event: KeyboardEvent): boolean {
  return !event.repeat && isUnclaimed(event);
}

/** The same, held or not. */
export function isUnclaimed(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const isInField = event.target instanceof Element && event.target.matches("input, select, textarea");
  return !isInField && document.querySelector("dialog[open], [aria-modal='true']") === null;
}

/** Press the control that has a key as its `aria-keyshortcuts`; as with Enter, the click's `detail` is 0. */
export function pressShortcut(root: Element, key: string): void {
  root.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}" i]`)?.click();
}

export type Item = HTMLElement | SVGElement;

interface Roving {
  /** A selector. */
  items?: string;
  /** Items in a row of a grid that is read row by row; without it all are one row. */
  columns?: number;
  /** The index of the first tab stop. */
  start?: number;
  /** Whether a row goes on at its other end. */
  wraps?: boolean;
  /** Where a key leads in place of the usual way; null for a key that leads nowhere. */
  step?: (key: string, from: Item, items: readonly Item[]) => Item | null | undefined;
}

/** One tab stop among the items of an element: arrows, Home and End go from one to another. */
export function roving({ items = "button", start = 0, step, ...usual }: Roving = {}): Attachment<Element> {
  return (root) => {
    let index = start;
    let stop: Item | undefined;
    let hasFocus = false;
    const all = () => [...root.querySelectorAll<Item>(items)];

    function settle(wanted: Item | undefined = stop): void {
      const found = all();
      if (wanted && found.includes(wanted)) index = found.indexOf(wanted);
      stop = found[index] ?? found.at(-1);
      for (const item of found) {
        const order = item === stop ? 0 : -1;
        // Even the same value, set, has the browser compute styles anew.
        if (item.getAttribute("tabindex") !== `${order}`) item.tabIndex = order;
      }
    }
    function settleAgain(): void {
      const isGone = hasFocus && !stop?.isConnected;
      // Tab enters at what can be done.
      const possible =
        hasFocus || stop?.matches("[data-legal]") ? undefined : all().find((item) => item.matches("[data-legal]"));
      settle(possible);
      // What was played is gone, and the keyboard would be nowhere: it goes to the next one.
      if (isGone && document.activeElement === document.body) stop?.focus();
    }
    function focusIn(event: Event): void {
      hasFocus = true;
      settle(all().find((item) => item.contains(event.target as Node)));
    }
    function focusOut(): void {
      // Some browsers blur what is about to be removed.
      queueMicrotask(() => {
        if (stop?.isConnected) hasFocus = root.contains(document.activeElement);
      });
    }
    function press(event: Event): void {
      const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
      if (!stop?.contains(event.target as Node) || ctrlKey || metaKey || altKey) return;
      const found = all();
      const next = step ? step(key, stop, found) : found[stepFrom(key, index, found.length, usual) ?? -1];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }

    settle(all().find((item) => item.contains(document.activeElement)));
    hasFocus = root.contains(document.activeElement);
    const watching = new MutationObserver(settleAgain);
    watching.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-legal"] });
    const listening = new AbortController();
    const { signal } = listening;
    root.addEventListener("focusin", focusIn, { signal });
    root.addEventListener("focusout", focusOut, { signal });
    root.addEventListener("keydown", press, { signal });
    return () => {
      watching.disconnect();
      listening.abort();
    };
  };
}

/** Where a key leads from an item; null for a key that leads nowhere. */
export function stepFrom(
  key: string,
  at: number,
  count: number,
  { columns = count, wraps = false }: Pick<Roving, "columns" | "wraps"> = {},
): number | null {
  const column = at % columns;
  const last = Math.min(at - column + columns, count) - 1;
  const isRow = columns >= count;
  const within = (next: number) => (wraps ? (next + count) % count : Math.max(at - column, Math.min(last, next)));
  switch (key) {
    case "ArrowLeft":
      return within(at - 1);
    case "ArrowRight":
      return within(at + 1);
    case "ArrowUp":
      return isRow ? within(at - 1) : at >= columns ? at - columns : at;
    case "ArrowDown":
      return isRow ? within(at + 1) : at + columns < count ? at + columns : at;
    case "Home":
      return at - column;
    case "End":
      return last;
    default:
      return null;
  }
}
