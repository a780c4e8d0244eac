import type { NinthAction, NinthEvent, NinthView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import { explain } from "./explain";
import Figures from "./Figures.svelte";
import { sections } from "./sections";
import { slip } from "./slips";
import { foresee } from "./square";
import { departures, drags, lastMoved, milestone, travels } from "./travels";
import { type Choice, howWon, inWords, KEYS, pointsOf, prompt, tell } from "./words";

export default {
  air: "night",
  Board,
  keys: KEYS,
  prompt,
  tell,
  inWords,
  travels,
  lastMoved,
  milestone,
  explain,
  slip,
  howWon,
  pointsOf,
  departures,
  drags,
  foresee,
  coach: COACH,
  sections,
  Figures,
} satisfies GameClient<NinthView, NinthAction, NinthEvent, Choice>;
