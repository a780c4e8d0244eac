import type { DiggersAction, DiggersEvent, DiggersView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import Figures from "./Figures.svelte";
import type { Tile } from "./mine";
import { lastMoved, milestone, travels } from "./travels";
import { KEYS, pointsOf, prompt, tell } from "./words";

export default {
  air: "mine",
  Board,
  keys: KEYS,
  prompt,
  tell,
  tellsRounds: true,
  travels,
  lastMoved,
  milestone,
  pointsOf,
  hasHexagons: true,
  coach: COACH,
  Figures,
} satisfies GameClient<DiggersView, DiggersAction, DiggersEvent, Tile>;
