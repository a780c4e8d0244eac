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
  // A game that came by itself brings its page as it was written.
  return game.rules && (await loadPart(() => import("marked"))).marked.parse(game.rules[language]);
}
