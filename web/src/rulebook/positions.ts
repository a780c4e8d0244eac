/** Puts the boards in the place of the drawings of a rules page; loaded when the first of them comes near. */
import { mount, unmount } from "svelte";
import { loadClient } from "../boards";
import type { GameShown } from "../protocol";
import { api } from "../wire/api";
import Position from "./Position.svelte";

const kept = new Map<string, ReturnType<typeof api.positions>>();

/** What was asked for once is not asked for again, unless it did not come. */
function positionsOf(game: string): ReturnType<typeof api.positions> {
  const asked = kept.get(game) ?? api.positions(game);
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
  const [positions, client] = await Promise.all([positionsOf(game.id), loadClient(game.id)]);
  const position = positions.find(({ id }) => id === place.dataset.position);
  if (!position || !place.isConnected) return () => undefined;
  const text = place.firstElementChild as HTMLElement;
  const drawing = text.querySelector("pre")?.textContent ?? "";
  const drawn = mount(Position, { target: place, props: { position, client, game, drawing, go } });
  text.hidden = true;
  return () => {
    text.hidden = false;
    unmount(drawn);
  };
}
