/** Puts the boards in the place of the drawings of a rules page; loaded when the first of them comes near. */
import { mount, unmount } from "svelte";
import { loadClient } from "../boards";
import type { CompiledPosition, GameShown } from "../protocol";
import Position from "./Position.svelte";

const kept = new Map<string, Promise<CompiledPosition[]>>();

/** Of a game's rules. Here and not with the rest of HTTP, which every page loads first. */
async function ask(game: string): Promise<CompiledPosition[]> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/positions`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${game} has no positions: ${answer.status}`);
  return answer.json();
}

/** What was asked for once is not asked for again, unless it did not come. */
function positionsOf(game: string): Promise<CompiledPosition[]> {
  const asked = kept.get(game) ?? ask(game);
  kept.set(game, asked);
  asked.catch(() => kept.delete(game));
  return asked;
}

/** Draw one position; what takes it away again. Where it can't be had, the drawing in text stays. */
export async function drawPosition(
  place: HTMLElement,
  game: GameShown,
  go: (section: string) => void,
): Promise<() => void> {
  const position = (await positionsOf(game.id)).find(({ id }) => id === place.dataset.position);
  if (!position) return () => undefined;
  // After them, as its absence would be taken for a page that is incomplete, and offline nothing is.
  const client = await loadClient(game.id);
  if (!place.isConnected) return () => undefined;
  const text = place.firstElementChild as HTMLElement;
  const drawing = text.querySelector("pre")?.textContent ?? "";
  const drawn = mount(Position, { target: place, props: { position, client, game, drawing, go } });
  text.hidden = true;
  return () => {
    text.hidden = false;
    unmount(drawn);
  };
}
