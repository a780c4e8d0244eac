import type { NinthAction, NinthEvent, NinthView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import Figures from "./Figures.svelte";
import { travels } from "./journeys";
import { type Choice, KEYS, prompt, tell } from "./words";

const client: GameClient<NinthView, NinthAction, NinthEvent, Choice> = {
  air: "night",
  Board,
  keys: KEYS,
  prompt,
  tell,
  travels,
  Figures,
};
export default client;
