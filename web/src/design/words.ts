/** Words of the bench. */
import type { Text } from "../protocol";
import { count, list, pair, plain } from "../words/say";
import type { Viewer } from "./bench.svelte";

export const BENCH: Text = { en: "Bench", fr: "Banc" };
export const NAMES = ["Camille", "Jules", "Inès", "Bastien", "Priya", "Théo"] as const;
export const nameOf = (seat: number): string => NAMES[seat] ?? String(seat);

export const SEEN_BY: Text = { en: "Seen by", fr: "Vu par" };
export const viewerName = (viewer: Viewer): Text => {
  if (viewer === "everyone") return { en: "Spectator", fr: "Spectateur" };
  return viewer === "open" ? { en: "All open", fr: "Tout visible" } : plain(nameOf(Number(viewer)));
};
export const SEAT = (seat: number): Text => ({ en: `seat ${seat}`, fr: `place ${seat}` });
export const SEED: Text = { en: "Seed", fr: "Graine" };
export const NEW_DEAL: Text = { en: "New deal", fr: "Redistribuer" };
export const SET_UP: Text = { en: "Set-up", fr: "Mise en place" };
export const SEATS: Text = { en: "Seats", fr: "Places" };
export const DEAL: Text = { en: "Deal", fr: "Distribuer" };

// The state
export const STATE: Text = { en: "State", fr: "État" };
export const TREE: Text = { en: "Tree", fr: "Arbre" };
export const JSON_TEXT: Text = plain("JSON");
export const DIFF: Text = { en: "Changes", fr: "Écarts" };
export const SHOWN_AS: Text = { en: "Show as", fr: "Afficher" };
export const APPLY: Text = { en: "Apply", fr: "Appliquer" };
export const EDIT_OF = (name: string): Text => ({ en: `New value of ${name}`, fr: `Nouvelle valeur de ${name}` });
export const ENTER_SETS: Text = { en: "Enter sets", fr: "Entrée valide" };
export const WAS = (value: string): Text => ({ en: `was ${value}`, fr: `avant ${value}` });
export const MORE = (number: number): Text => ({ en: `… ${number} more`, fr: `… ${number} de plus` });
export const NO_CHANGE: Text = { en: "Nothing before this position.", fr: "Rien avant cette position." };
export const EDITED: Text = { en: "edited", fr: "modifié" };
export const STATE_HELP: Text = {
  en: "Tinted: changed by the last step. Press a value to change it: it’s checked by its type and by the rules, and is a step you can take back.",
  fr: "Teinté : changé par la dernière étape. Pressez une valeur pour la changer : son type et les règles la vérifient, et l’étape s’annule.",
};
/** The viewers of a secret, by its set of seats. */
export function seenBy(mask: number, seats: number): Text {
  if (mask === -1) return { en: "seen by all", fr: "vu de tous" };
  const viewers = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => mask & (1 << seat));
  if (viewers.length === 0) return { en: "seen by nobody", fr: "vu de personne" };
  const names = list(viewers.map(nameOf));
  return { en: `seen by ${names.en}`, fr: `vu par ${names.fr}` };
}

// What can be done
export const LEGAL_FOR = (name: string): Text => ({ en: `Legal for ${name}`, fr: `Permis à ${name}` });
export const WOULD: Text = { en: "Would give", fr: "Donnerait" };
export const WOULD_NOTHING: Text = { en: "no event", fr: "aucun événement" };
export const OVER: Text = { en: "The game is over", fr: "La partie est finie" };
export const OTHERWISE: Text = { en: "Clock and leaving", fr: "Chrono et départs" };
export const CLOCK: Text = { en: "The clock runs out", fr: "Le chrono s’écoule" };
export const LEAVES = (name: string): Text => ({ en: `${name} leaves`, fr: `${name} part` });

// What happened
export const EVENTS: Text = { en: "Events", fr: "Événements" };
export const AS_STORED: Text = { en: "As stored", fr: "Tels quels" };
export const AS_SEEN = (name: Text): Text => ({ en: `As ${name.en}`, fr: `Vus par ${name.fr}` });
export const NO_EVENTS: Text = { en: "Nothing has happened yet.", fr: "Rien ne s’est encore passé." };

// The way through
export const BACK: Text = { en: "Step back", fr: "Reculer" };
export const ON: Text = { en: "Step", fr: "Avancer" };
export const BOT: Text = { en: "Let a bot play", fr: "Laisser jouer un bot" };
export const TO_END: Text = { en: "To the end", fr: "Jusqu’à la fin" };
export const BRANCH_HELP: Text = {
  en: "Playing on from an earlier step opens a branch",
  fr: "Rejouer depuis une étape ouvre une branche",
};
export const BRANCHES = (number: number): Text =>
  count(number, { en: ["branch", "branches"], fr: ["branche", "branches"] });
export const BRANCH: Text = { en: "Branch", fr: "Branche" };
export const STEP_OF = (step: number, steps: number): Text => ({
  en: `Step ${step} of ${steps}`,
  fr: `Étape ${step} sur ${steps}`,
});
export const EDIT_MARK: Text = { en: "The state was edited", fr: "L’état a été modifié" };
export const START: Text = { en: "The set-up", fr: "La mise en place" };
export const AFTER_STEP: Text = { en: "After each step", fr: "Après chaque étape" };
export const KEPT: Text = { en: "holds", fr: "tient" };
export const NOT_KEPT: Text = { en: "does not hold", fr: "ne tient pas" };

// Faults and reloading
export const LINE = (file: string, line: number): Text => ({
  en: `${file}, line ${line}`,
  fr: `${file}, ligne ${line}`,
});
export const LAST_GOOD: Text = {
  en: "The last version that worked stays here until you save again.",
  fr: "La dernière version qui marchait reste ici jusqu’au prochain enregistrement.",
};
export const FIRST_FAULT: Text = {
  en: "Mend the file and save it: it opens here by itself.",
  fr: "Corrigez le fichier et enregistrez-le : il s’ouvrira ici tout seul.",
};
export const NO_LONGER = (step: number, what: string): Text => ({
  en: `By the new rules, step ${step} (${what}) can’t be played.`,
  fr: `Avec les nouvelles règles, l’étape ${step} (${what}) ne peut se jouer.`,
});
export const KEEP: Text = { en: "Keep the old position", fr: "Garder l’ancienne position" };
export const FROM_HERE: Text = { en: "Play from here", fr: "Jouer d’ici" };
export const LAST_SAVE = (time: string): Text => pair({ en: "Last save", fr: "Dernier enregistrement" }, time);
export const LOST: Text = {
  en: "The bench has stopped. Start tablee design again.",
  fr: "Le banc s’est arrêté. Relancez tablee design.",
};
export const CLOSE: Text = { en: "Close", fr: "Fermer" };

// Saving
export const SAVE: Text = { en: "Save this position", fr: "Enregistrer la position" };
export const SAVE_AS: Text = { en: "Save as", fr: "Enregistrer comme" };
export const TEST: Text = { en: "Test", fr: "Test" };
export const LESSON: Text = { en: "Lesson", fr: "Leçon" };
export const SHOWS: Text = { en: "What does it show?", fr: "Que montre-t-elle ?" };
export const SHOWS_EXAMPLE: Text = { en: "Three in line win", fr: "Trois alignés gagnent" };
export const LEARNER: Text = { en: "Learner", fr: "Élève" };
export const SAVED_IN = (file: string): Text => ({ en: `Saved in ${file}`, fr: `Enregistré dans ${file}` });

// The lab
export const EXAMINE: Text = { en: "Examine it in the lab", fr: "L’examiner au labo" };
export const EXAMINING = (done: number, total: number): Text => ({
  en: total ? `Games played: ${done} of ${total}` : "The lab begins",
  fr: total ? `Parties jouées : ${done} sur ${total}` : "Le labo commence",
});
export const REPORT: Text = { en: "Open the report", fr: "Ouvrir le rapport" };

export const THEME: Text = { en: "Light or dark", fr: "Clair ou sombre" };
export const LANGUAGE: Text = { en: "Français", fr: "English" };
