import type { NoeAction, NoeEvent, NoeView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import Figures from "./Figures.svelte";
import { foresee } from "./round";
import { departures, lastMoved, milestone, travels } from "./travels";
import { type Choice, KEYS, pointsOf, prompt, tell } from "./words";

export default {
  air: "felt",
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
} satisfies GameClient<NoeView, NoeAction, NoeEvent, Choice>;
