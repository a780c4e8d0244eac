import type { GameClient } from "../../src/boards/contract";
import Board from "./Board.svelte";
import { type Event, foresee, type Grid, type Mark } from "./board";
import { departures, drags, travels } from "./travels";
import { explain, inWords, KEYS, prompt, tell } from "./words";

export default {
  air: "paper",
  Board,
  keys: KEYS,
  prompt,
  tell,
  inWords,
  travels,
  departures,
  drags,
  foresee,
  explain,
} satisfies GameClient<Grid, Mark, Event, never>;
