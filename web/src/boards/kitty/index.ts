import type { KittyAction, KittyEvent, KittyView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { type Choice, foresee } from "./cards";
import { COACH } from "./coach";
import Figures from "./Figures.svelte";
import { departures, lastMoved, milestone, travels } from "./travels";
import { KEYS, pointsOf, prompt, tell } from "./words";

export default {
  air: "pastel",
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
} satisfies GameClient<KittyView, KittyAction, KittyEvent, Choice>;
