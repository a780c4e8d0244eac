/** The options of a game, as a form asks for them. */
import type { GameShown } from "../protocol";

export function defaultsOf(game: GameShown): Record<string, unknown> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}
