import type { GigogneAction, GigogneEvent, GigogneSize, GigogneView } from "../../protocol";
import type { GameClient } from "../contract";
import Board from "./Board.svelte";
import { COACH } from "./coach";
import { explain } from "./explain";
import Figures from "./Figures.svelte";
import { sections } from "./sections";
import { slip } from "./slips";
import { foresee } from "./squares";
import { departures, drags, lastMoved, travels } from "./travels";
import { howWon, inWords, KEYS, KINDS, pointsOf, prompt, shortPrompt, tell } from "./words";

export default {
  air: "paper",
  Board,
  keys: KEYS,
  prompt,
  shortPrompt,
  tell,
  inWords,
  hasNoPoints: true,
  travels,
  lastMoved,
  explain,
  slip,
  howWon,
  pointsOf,
  departures,
  drags,
  kinds: KINDS,
  foresee,
  coach: COACH,
  sections,
  Figures,
} satisfies GameClient<GigogneView, GigogneAction, GigogneEvent, GigogneSize>;
