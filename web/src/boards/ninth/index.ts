import type { NinthAction, NinthEvent, NinthView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import Figures from "./Figures.svelte";
import { foresee } from "./square";
import { departures, lastMoved, milestone, travels } from "./travels";
import { type Choice, KEYS, pointsOf, prompt, tell } from "./words";

export default {
  air: "night",
  Board,
  keys: KEYS,
  prompt,
  tell,
  travels,
  lastMoved,
  milestone,
  pointsOf,
  departures,
  foresee,
  coach: COACH,
  Figures,
} satisfies GameClient<NinthView, NinthAction, NinthEvent, Choice>;
