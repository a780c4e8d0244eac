import type { DiggersAction, DiggersEvent, DiggersView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import { explain } from "./explain";
import Figures from "./Figures.svelte";
import type { Tile } from "./mine";
import { sections } from "./sections";
import { slip } from "./slips";
import { drags, lastMoved, milestone, travels } from "./travels";
import { howWon, inWords, KEYS, pointsOf, prompt, resting, shortPrompt, tell } from "./words";

export default {
  air: "mine",
  Board,
  keys: KEYS,
  prompt,
  resting,
  shortPrompt,
  tell,
  inWords,
  tellsRounds: true,
  travels,
  drags,
  lastMoved,
  milestone,
  explain,
  slip,
  howWon,
  pointsOf,
  hasHexagons: true,
  coach: COACH,
  sections,
  Figures,
} satisfies GameClient<DiggersView, DiggersAction, DiggersEvent, Tile>;
