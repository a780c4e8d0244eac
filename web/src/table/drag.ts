/**
 * Drag and drop, for every board: a board says which piece goes where (`drags` of the contract), and all the rest is
 * done here. A piece that is dropped plays what clicks on it and on its goal would; dropped elsewhere it goes back.
 */
import { flushSync } from "svelte";
import type { Attachment } from "svelte/attachments";
import { isReduced } from "../motion/reduced";
import { grab } from "./grab";
import { type Box, choiceOf, nearest, type Way } from "./ways";

const BACK_MS = 180;
/** How a likeness lies in its box. */
const FILLING = {
  position: "static",
  width: "100%",
  height: "100%",
  margin: "0",
  translate: "none",
  transform: "none",
  rotate: "none",
};
const CONTROL = "button, a, [role=gridcell], [role=option]";

interface Deeds {
  /** Whether a press is meant for what is there now. */
  isMeant: () => boolean;
  choose: (choice: unknown) => void;
  /** Play it; the piece was dropped there. */
  play: (way: Way, at: DOMRect) => void;
}

export class Dragging {
  #deeds: Deeds;
  #root: HTMLElement | undefined;
  #ways: readonly Way[] = [];
  #marked = new Set<Element>();
  #marking: ReturnType<typeof setTimeout> | undefined;
  #held: Held | null = null;
  #end: () => void = () => undefined;

  constructor(deeds: Deeds) {
    this.#deeds = deeds;
  }

  /** What can be dragged now, on the board as it is drawn. A piece in hand that no longer can goes back. */
  offer(ways: readonly Way[]): void {
    this.#ways = ways;
    clearTimeout(this.#marking);
    // Not in the frame that draws the page anew.
    this.#marking = setTimeout(() => this.#mark());
    const held = this.#held;
    if (held && !(held.piece.isConnected && ways.some((way) => held.from === way.from))) this.#end();
  }

  attach: Attachment<HTMLElement> = (root) => {
    this.#root = root;
    const press = (event: PointerEvent) => this.#press(event);
    root.addEventListener("pointerdown", press);
    return () => {
      root.removeEventListener("pointerdown", press);
      clearTimeout(this.#marking);
      this.#end();
    };
  };

  /** What can be taken looks so, and is not scrolled by the finger that takes it. */
  #mark(): void {
    const pieces = [...new Set(this.#ways.map((way) => way.from))].flatMap((place) => this.#at(place));
    const controls = [...(this.#root?.querySelectorAll(`main :is(${CONTROL})`) ?? [])];
    const marked = new Set(pieces.flatMap((piece) => [piece, handleOf(piece, controls)]));
    for (const element of this.#marked) {
      if (marked.has(element)) continue;
      element.removeAttribute("data-drag");
      element.removeEventListener("touchmove", keepFromScrolling);
    }
    // What is marked already stays as it is: the same value, set, has the browser compute styles anew.
    for (const element of marked) {
      if (this.#marked.has(element)) continue;
      element.setAttribute("data-drag", "");
      // Browsers know no `touch-action` of shapes inside a drawing.
      element.addEventListener("touchmove", keepFromScrolling, { passive: false });
    }
    this.#marked = marked;
  }

  #press(event: PointerEvent): void {
    const root = this.#root;
    const mayLift = this.#ways.length > 0 && (event.target as Element).closest("main") !== null;
    if (!root || !mayLift || !event.isPrimary || event.button !== 0 || !this.#deeds.isMeant()) return;
    let from = "";
    let goal: string | null = null;
    this.#end = grab(event, root, {
      lift: () => {
        // Looked for only now: most presses are clicks, and the page would have to be laid out for it at once.
        const piece = this.#pieceUnder(event);
        if (!piece) return false;
        from = piece.from;
        root.dataset.dragging = "";
        this.#held = new Held(piece.element, from, root);
        this.#deeds.choose(choiceOf(this.#waysFrom(from)));
        // What can be reached is lit by the board itself, before the pointer goes on.
        flushSync();
        return true;
      },
      move: ({ clientX, clientY }, dx, dy) => {
        this.#held?.move(dx, dy);
        goal = this.#light(from, clientX, clientY)?.to ?? null;
      },
      drop: () => {
        const held = this.#letGo();
        // It may have been offered anew meanwhile.
        const way = this.#waysFrom(from).find(({ to }) => to === goal);
        if (!held || !way) {
          this.#deeds.choose(null);
          return held?.back();
        }
        const at = held.box;
        held.remove();
        this.#deeds.play(way, at);
      },
      cancel: () => {
        const held = this.#letGo();
        this.#deeds.choose(null);
        held?.back();
      },
    });
  }

  #letGo(): Held | null {
    const held = this.#held;
    this.#held = null;
    this.#end = () => undefined;
    if (this.#root) delete this.#root.dataset.dragging;
    for (const element of this.#root?.querySelectorAll("[data-goal]") ?? []) element.removeAttribute("data-goal");
    return held;
  }

  #waysFrom(from: string): Way[] {
    return this.#ways.filter((way) => way.from === from);
  }

  /** Light the goals of a piece, and the one that it would be dropped on. */
  #light(from: string, x: number, y: number): Way | null {
    const goals = this.#waysFrom(from).flatMap((way) => this.#at(way.to).map((element) => ({ way, element })));
    const boxes: Box[] = goals.map(({ element }) => element.getBoundingClientRect());
    const near = nearest(x, y, boxes);
    for (const [index, { element }] of goals.entries()) {
      const sign = index === near ? "near" : "";
      if (element.getAttribute("data-goal") !== sign) element.setAttribute("data-goal", sign);
    }
    return near === null ? null : (goals[near]?.way ?? null);
  }

  /** The piece at a point, or the one that a control there is about. */
  #pieceUnder({ clientX, clientY, target }: PointerEvent): { from: string; element: Element } | null {
    const control = (target as Element).closest(CONTROL);
    const there = document.elementsFromPoint(clientX, clientY);
    for (const { from } of this.#ways)
      for (const element of this.#at(from))
        if (control?.contains(element) || there.some((part) => element.contains(part))) return { from, element };
    return null;
  }

  #at(place: string): Element[] {
    const all = this.#root?.querySelectorAll(`main [data-place="${CSS.escape(place)}"]`) ?? [];
    return [...all].filter((element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true);
  }
}

function keepFromScrolling(event: Event): void {
  if (event.cancelable) event.preventDefault();
}

/** What a finger touches to take a piece: its control, or one that lies over it, in sight or not. */
function handleOf(piece: Element, controls: readonly Element[]): Element {
  const own = piece.closest(CONTROL);
  if (own) return own;
  const { x, y, width, height } = piece.getBoundingClientRect();
  const over = nearest(
    x + width / 2,
    y + height / 2,
    controls.map((control) => control.getBoundingClientRect()),
    0,
  );
  return controls[over ?? -1] ?? piece;
}

/** A piece in hand: a likeness of it under the pointer, over everything. */
class Held {
  readonly piece: Element;
  readonly from: string;
  #likeness: HTMLElement;

  constructor(piece: Element, from: string, root: HTMLElement) {
    this.piece = piece;
    this.from = from;
    const box = piece.getBoundingClientRect();
    // Its own size, not that of the box round it where it lies at an angle.
    const { offsetWidth: width = box.width, offsetHeight: height = box.height } = piece as Partial<HTMLElement>;
    this.#likeness = document.createElement("span");
    this.#likeness.className = "held";
    this.#likeness.ariaHidden = "true";
    this.#likeness.inert = true;
    Object.assign(this.#likeness.style, {
      left: `${box.x + (box.width - width) / 2}px`,
      top: `${box.y + (box.height - height) / 2}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    const likeness = likenessOf(piece);
    // Where it stood, and how, is said of the piece itself too.
    if (likeness instanceof HTMLElement || likeness instanceof SVGElement) Object.assign(likeness.style, FILLING);
    this.#likeness.append(likeness);
    // Beside the piece, where the board's own sizes and colours hold; over everything, where nothing cuts it off.
    const parent = piece.parentElement;
    (parent instanceof HTMLElement ? parent : root).append(this.#likeness);
    this.#likeness.popover = "manual";
    this.#likeness.showPopover?.();
    piece.setAttribute("data-lifted", "");
  }

  get box(): DOMRect {
    return this.#likeness.getBoundingClientRect();
  }

  move(dx: number, dy: number): void {
    this.#likeness.style.translate = `${dx}px ${dy}px`;
  }

  remove(): void {
    this.piece.removeAttribute("data-lifted");
    this.#likeness.remove();
  }

  back(): void {
    if (isReduced() || !this.piece.isConnected) {
      this.remove();
      return;
    }
    const going = this.#likeness.animate(
      { translate: "0 0" },
      { duration: BACK_MS, easing: "ease-out", fill: "forwards" },
    );
    going.finished.then(() => this.remove()).catch(() => this.remove());
  }
}

/** A copy that is only to be seen: no control, no place, no name. */
function likenessOf(piece: Element): Element {
  const copy = piece.cloneNode(true) as Element;
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of element.getAttributeNames()) {
      if (/^(id|name|role|tabindex|(data|aria)-.*)$/.test(name)) element.removeAttribute(name);
    }
  if (!(copy instanceof HTMLButtonElement)) return copy;
  const plain = document.createElement("span");
  plain.className = copy.className;
  plain.style.cssText = copy.style.cssText;
  plain.append(...copy.childNodes);
  return plain;
}
