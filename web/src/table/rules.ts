import type { Language } from "../words/language.svelte";

const pages = import.meta.glob<{ default: string }>("../../../docs/rules/*.md");

/** The rules of a game as HTML; null for a game that brought none. */
export async function loadRules(game: string, language: Language): Promise<string | null> {
  const load = pages[`../../../docs/rules/${game}.${language}.md`];
  return load ? (await load()).default : null;
}
