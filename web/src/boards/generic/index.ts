import type { AnyAction, AnyEvent, AnyView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { type Chosen, drags } from "./choosing";
import { inWords, prompt, tell } from "./words";

export default {
  air: "plain",
  Board,
  prompt,
  tell,
  inWords,
  // Nobody has said which piece goes where: what is new appears in its place.
  travels: () => [],
  drags,
} satisfies GameClient<AnyView, AnyAction, AnyEvent, Chosen>;
