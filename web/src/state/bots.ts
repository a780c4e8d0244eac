/** Against which bots one plays: as last time, else one easy bot. */
import type { GameShown } from "../protocol";
import { lastChoice, setLastChoice } from "./preferences";

export interface Bots {
  level: string;
  /** How many. */
  bots: number;
}

/** The levels at a table with this many bots: perfect play is not known for every number of seats. */
export function levelsAt(game: GameShown, bots: number): string[] {
  return game.perfect_seats.includes(bots + 1) ? [...game.bots, "perfect"] : game.bots;
}

/** How many bots one can play. */
export function botCounts({ seats: [fewest, most] }: GameShown): number[] {
  return Array.from({ length: most - fewest + 1 }, (_, index) => fewest - 1 + index);
}

export function lastBots(game: GameShown): Bots {
  const [fewest = 1, ...more] = botCounts(game);
  const bots = lastChoice(`bots.${game.id}`, [fewest, ...more]);
  const [easiest = "easy", ...harder] = levelsAt(game, bots);
  return { bots, level: lastChoice("level", [easiest, ...harder]) };
}

export function rememberBots(game: GameShown, { level, bots }: Bots): void {
  setLastChoice(`bots.${game.id}`, bots);
  setLastChoice("level", level);
}
