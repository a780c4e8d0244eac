import type { NoeAction, NoeEvent, NoeView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import Figures from "./Figures.svelte";
import { travels } from "./travels";
import { type Choice, KEYS, prompt, tell } from "./words";

const client: GameClient<NoeView, NoeAction, NoeEvent, Choice> = {
  air: "felt",
  Board,
  keys: KEYS,
  prompt,
  tell,
  travels,
  Figures,
};
export default client;
