import type { NoeAction, NoeEvent, NoeView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import { explain } from "./explain";
import Figures from "./Figures.svelte";
import { foresee } from "./round";
import { sections } from "./sections";
import { slip } from "./slips";
import { departures, drags, lastMoved, milestone, travels } from "./travels";
import { type Choice, howWon, inWords, KEYS, pointsOf, prompt, resting, shortPrompt, tell } from "./words";

export default {
  air: "felt",
  Board,
  keys: KEYS,
  prompt,
  resting,
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
  lasted: (view, seat) => view.eliminated.indexOf(seat),
  departures,
  drags,
  foresee,
  coach: COACH,
  sections,
  Figures,
} satisfies GameClient<NoeView, NoeAction, NoeEvent, Choice>;
