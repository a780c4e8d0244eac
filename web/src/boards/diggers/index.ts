import type { DiggersAction, DiggersEvent, DiggersView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import Figures from "./Figures.svelte";
import { keyOf, type Tile } from "./mine";
import { KEYS, prompt, tell } from "./words";

const client: GameClient<DiggersView, DiggersAction, DiggersEvent, Tile> = {
  air: "mine",
  Board,
  keys: KEYS,
  prompt,
  tell,
  tellsRounds: true,
  // A gem that was taken before has no place any more, so only a new one hops.
  travels: (events) =>
    events.flatMap((event) => {
      if (event.type !== "revealed") return [];
      return event.seats.flatMap((seat, index) => {
        const tile = event.tiles[index];
        return tile
          ? [
              { from: `miner.${seat}`, to: `miner.${seat}`, ms: 300 },
              { from: `gem.${seat}.${keyOf(tile)}`, to: `gems.${seat}`, ms: 300, delay: 220 },
            ]
          : [];
      });
    }),
  Figures,
};
export default client;
