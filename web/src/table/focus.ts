/**
 * The keyboard is never nowhere. What had the focus may go: a card that was played, a button that was pressed, a result.
 * Then the focus goes to what can be done, or else to the board, and from there on to what can be done once it can.
 */
import type { Attachment } from "svelte/attachments";

/** Milliseconds in which a press was still meant for what had the focus before. */
const MEANT_BEFORE = 400;

/** What can be played with now: where arrows begin, if that is among it. */
function firstLegal(root: ParentNode): HTMLElement | SVGElement | null {
  const all = [...root.querySelectorAll<HTMLElement | SVGElement>("main [data-legal]")];
  const possible = all.filter((one) => !one.closest("[inert]") && (one.checkVisibility?.() ?? true));
  return possible.find((one) => one.tabIndex === 0 && one.hasAttribute("tabindex")) ?? possible[0] ?? null;
}

export function keepFocus(): Attachment<HTMLElement> {
  return (root) => {
    /** Where the focus was put and nobody has moved it since. */
    let given: Element | null = null;
    let givenAt = 0;
    let looking: ReturnType<typeof setTimeout> | undefined;

    function give(to: HTMLElement | SVGElement | null) {
      if (!to || to === document.activeElement) return;
      to.focus({ preventScroll: true });
      given = to;
      givenAt = performance.now();
    }
    function look() {
      if (!root.isConnected) return;
      const active = document.activeElement;
      const isNowhere = active === null || active === document.body;
      const board = root.querySelector<HTMLElement>("#board");
      const isParked = active === board && given === board;
      if ((!isNowhere && !isParked) || document.querySelector("dialog[open]")) return;
      give(firstLegal(root) ?? board);
    }
    // Boards and dialogs put it where they want it first; and what became inert loses it only with the next frame.
    const lookSoon = () => {
      clearTimeout(looking);
      looking = setTimeout(look);
      requestAnimationFrame(() => setTimeout(look));
    };
    function press(event: KeyboardEvent) {
      const isLate = performance.now() - givenAt > MEANT_BEFORE;
      if (event.target !== given || isLate || !/^(Enter| )$/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    }

    const watching = new MutationObserver(lookSoon);
    watching.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-legal", "inert", "disabled"],
    });
    root.addEventListener("keydown", press, { capture: true });
    lookSoon();
    return () => {
      clearTimeout(looking);
      watching.disconnect();
      root.removeEventListener("keydown", press, { capture: true });
    };
  };
}
