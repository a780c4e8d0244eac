import { loadPart } from "../state/reload.svelte";
import type { Cover, GameClient } from "./contract";

const boards = import.meta.glob<{ default: GameClient }>(["./*/index.ts", "../../examples/*/index.ts"]);
const covers = import.meta.glob<{ default: Cover }>(["./*/cover.ts", "../../examples/*/cover.ts"]);

/** The client of a game; one that has none of its own is drawn by the generic board. */
export async function loadClient(game: string): Promise<GameClient> {
  return (await loadPart(found(boards, game, "index.ts"))).default;
}

/** The drawings in a game's rules, which can be read without: offline they may not be there. */
export async function loadFigures(game: string): Promise<GameClient["Figures"]> {
  const load = found(boards, game, "index.ts");
  return (await load().catch(() => null))?.default.Figures;
}

export async function loadCover(game: string): Promise<Cover> {
  return (await found(covers, game, "cover.ts")()).default;
}

function found<Module>(
  modules: Record<string, () => Promise<Module>>,
  game: string,
  file: string,
): () => Promise<Module> {
  const load =
    modules[`./${game}/${file}`] ?? modules[`../../examples/${game}/${file}`] ?? modules[`./generic/${file}`];
  if (!load) throw new Error("the generic board is missing");
  return load;
}
