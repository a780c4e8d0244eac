import type { GigogneAction, GigogneEvent, GigogneSize, GigogneView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import Figures from "./Figures.svelte";
import { cellPlace, stockPlace } from "./squares";
import { KEYS, prompt, tell } from "./words";

const client: GameClient<GigogneView, GigogneAction, GigogneEvent, GigogneSize> = {
  air: "paper",
  Board,
  keys: KEYS,
  prompt,
  tell,
  travels: (events) =>
    events.flatMap((event) =>
      event.type === "placed"
        ? [{ from: stockPlace(event.seat, event.size), to: cellPlace(event.cell, event.size) }]
        : [],
    ),
  Figures,
};
export default client;
