import type { KittyAction, KittyEvent, KittyView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { type Choice, foresee } from "./cards";
import { COACH } from "./coach";
import { explain } from "./explain";
import Figures from "./Figures.svelte";
import { sections } from "./sections";
import { slip } from "./slips";
import { departures, drags, lastMoved, milestone, travels } from "./travels";
import { howWon, inWords, KEYS, pointsOf, prompt, shortPrompt, tell } from "./words";

export default {
  air: "pastel",
  Board,
  keys: KEYS,
  prompt,
  shortPrompt,
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
} satisfies GameClient<KittyView, KittyAction, KittyEvent, Choice>;
