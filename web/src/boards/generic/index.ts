import type { GameClient } from "../contract";
import Board from "./Board.svelte";

const client: GameClient = {
  air: "plain",
  Board,
  prompt: () => ({ en: "Your turn", fr: "À vous" }),
  tell: () => null,
  travels: () => [],
  hidesHands: true,
};
export default client;
