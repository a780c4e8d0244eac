import type { KittyAction, KittyEvent, KittyView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import type { Choice } from "./cards";
import Figures from "./Figures.svelte";
import { travels } from "./places";
import { KEYS, prompt, tell } from "./words";

const client: GameClient<KittyView, KittyAction, KittyEvent, Choice> = {
  air: "pastel",
  Board,
  keys: KEYS,
  prompt,
  tell,
  travels,
  Figures,
};
export default client;
