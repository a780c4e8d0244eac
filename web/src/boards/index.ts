import type { Cover, GameClient } from "./contract";

const boards = import.meta.glob<{ default: GameClient }>("./*/index.ts");
const covers = import.meta.glob<{ default: Cover }>("./*/cover.ts");

/** The client of a game; one that has none of its own is drawn by the generic board. */
export async function loadClient(game: string): Promise<GameClient> {
  return (await found(boards, game, "index.ts")).default;
}

/** The cover of a game. */
export async function loadCover(game: string): Promise<Cover> {
  return (await found(covers, game, "cover.ts")).default;
}

function found<Module>(modules: Record<string, () => Promise<Module>>, game: string, file: string): Promise<Module> {
  const load = modules[`./${game}/${file}`] ?? modules[`./generic/${file}`];
  if (!load) throw new Error("the generic board is missing");
  return load();
}
