import type { GameShown } from "../protocol";
import { loadPart } from "../state/reload.svelte";
import type { Language } from "../words/language.svelte";

const pages = import.meta.glob<{ default: string }>("../../../docs/rules/*.md");

/** A drawing without the margin that all its lines have, and how many letters wide it is. */
export function drawn(text: string): { text: string; columns: number } {
  const lines = text.trimEnd().split("\n");
  const indents = lines.flatMap((line) => (line.trim() ? [line.search(/\S/)] : []));
  const margin = Math.min(...indents);
  const kept = lines.map((line) => line.slice(margin).trimEnd());
  return { text: kept.join("\n"), columns: Math.max(...kept.map((line) => [...line].length)) };
}

/** The rules of a game as HTML; null for a game that brought none. */
export async function loadRules(game: Pick<GameShown, "id" | "rules">, language: Language): Promise<string | null> {
  const load = pages[`../../../docs/rules/${game.id}.${language}.md`];
  if (load) return (await loadPart(load)).default;
  // A game that isn't one of ours brings its page as it was written.
  return game.rules && (await loadPart(() => import("marked"))).marked.parse(game.rules[language]);
}

/** Whether a game brought a page of rules. */
export const hasRules = (game: string): boolean => `../../../docs/rules/${game}.en.md` in pages;

/** A heading of the rules, as the contents list it. */
export interface Section {
  /** Known in all languages. */
  id: string;
  title: string;
  level: number;
  /** Where the words that are looked for are in it. */
  hits: number;
}

export function headingOf(page: ParentNode, section: string): HTMLElement | null {
  return page.querySelector(`[data-section="${CSS.escape(section)}"]`);
}

/** The contents of a page, with how often it has marked words. */
export function contentsOf(page: ParentNode): Section[] {
  const sections: Section[] = [];
  for (const part of page.querySelectorAll<HTMLElement>("[data-section], mark")) {
    const { section } = part.dataset;
    const last = sections.at(-1);
    if (section) sections.push({ id: section, title: part.textContent ?? "", level: Number(part.tagName[1]), hits: 0 });
    else if (last) last.hits += 1;
  }
  return sections;
}

/** Letters without case and accents, each with where it was. */
function folded(text: string): { letters: string; from: number[] } {
  let letters = "";
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "").replace("’", "'").toLowerCase();
    letters += bare;
    for (let count = 0; count < bare.length; count += 1) from.push(at);
    at += letter.length;
  }
  return { letters, from: [...from, at] };
}

/** Where words are in a text, whatever their case and accents: from letter to letter. */
export function findIn(text: string, words: string): [number, number][] {
  const wanted = folded(words.trim()).letters;
  const { letters, from } = folded(text);
  const found: [number, number][] = [];
  for (let at = letters.indexOf(wanted); wanted && at >= 0; at = letters.indexOf(wanted, at + wanted.length))
    found.push([from[at] ?? 0, from[at + wanted.length] ?? text.length]);
  return found;
}

/** Marks words in a page, but not in its positions; what was marked before is no longer. */
export function markIn(page: HTMLElement, words: string): HTMLElement[] {
  for (const mark of page.querySelectorAll("mark")) {
    const around = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    around?.normalize();
  }
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("[data-position], figure, pre") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const found: Range[] = [];
  while (texts.nextNode()) {
    for (const [start, end] of findIn(texts.currentNode.nodeValue ?? "", words)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, start);
      range.setEnd(texts.currentNode, end);
      found.push(range);
    }
  }
  // From the last on: a mark cuts the text that it is in.
  return found
    .reverse()
    .map((range) => {
      const mark = document.createElement("mark");
      range.surroundContents(mark);
      return mark;
    })
    .reverse();
}
