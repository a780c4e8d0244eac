/** Words of a replay. */
import type { RecordHead, Text } from "../protocol";
import { called } from "../words/called";
import { count, pair, phrase, plain } from "../words/say";
import type { Speed, Viewer } from "./replay.svelte";

export const REPLAY: Text = { en: "Replay", fr: "Revoir" };
export const TURNS = (turns: number): Text => count(turns, { en: ["turn", "turns"], fr: ["tour", "tours"] });
export const WAY: Text = { en: "Position in the game", fr: "Moment de la partie" };
export const BEGINNING: Text = { en: "The game begins", fr: "La partie commence" };
/** "Turn 17 of 38". */
export const TURN_OF = (turn: number, turns: number): Text => ({
  en: `Turn ${turn} of ${turns}`,
  fr: `Tour ${turn} sur ${turns}`,
});
export const ACTION_OF = (action: number, actions: number): Text => ({
  en: `action ${action} of ${actions}`,
  fr: `action ${action} sur ${actions}`,
});
/** What a screen reader says of turns that play. */
export const TURN_NOW = (turn: number, name: string): Text => ({
  en: `Turn ${turn}: ${name}`,
  fr: `Tour ${turn} : ${name}`,
});

export const CONTROLS: Text = { en: "Replay controls", fr: "Commandes" };
export const PLAY: Text = { en: "Play", fr: "Lire" };
export const PAUSE: Text = { en: "Pause", fr: "Pause" };
export const ACTION_BACK: Text = { en: "One action back", fr: "Une action en arrière" };
export const ACTION_ON: Text = { en: "One action on", fr: "Une action en avant" };
export const TURN_BACK: Text = { en: "One turn back", fr: "Un tour en arrière" };
export const TURN_ON: Text = { en: "One turn on", fr: "Un tour en avant" };
export const SPEED_OF = (speed: Speed): Text => plain(speed === 0.5 ? "½×" : `${speed}×`);
export const SPEED = (speed: Speed): Text => pair({ en: "Speed", fr: "Vitesse" }, SPEED_OF(speed));

export const SEEN_BY: Text = { en: "Seen by", fr: "Vu par" };
const EVERYONE: Text = { en: "Everyone", fr: "Tous" };
const OPEN: Text = { en: "Open table", fr: "Cartes sur table" };
/** Whose sight it is: a player's name, everyone's, or the open table. */
export function viewerName(viewer: Viewer, { seats }: Pick<RecordHead, "seats">): Text {
  if (viewer === "everyone") return EVERYONE;
  return viewer === "open" ? OPEN : plain(called(seats[Number(viewer)] ?? ""));
}

export const SHARE: Text = { en: "Share this position", fr: "Partager ce moment" };
export const COPIED_HERE = (turn: number, viewer: Text | null): Text => {
  const where: Text = { en: `Copied, turn ${turn}`, fr: `Copié, tour ${turn}` };
  return viewer ? phrase`${where} · ${viewer}` : where;
};
export const NOT_COPIED: Text = {
  en: "Your browser won’t copy. Take the link from the address bar.",
  fr: "Impossible de copier ici. Prenez le lien dans la barre d’adresse.",
};
export const DOWNLOAD: Text = { en: "Download the game", fr: "Télécharger la partie" };
export const GAME: Text = { en: "Game", fr: "Partie" };
export const DRAWER: Text = { en: "Log, analysis, rules, game", fr: "Journal, analyse, règles, partie" };

// A game that no board can show
export const LOG_ALONE: Text = { en: "This is its log.", fr: "Voici son journal." };
export const LATE: Text = { en: "Time runs out", fr: "Le temps est écoulé" };

// What the drawer knows of the game
export const PLAYED_ON: Text = { en: "Played", fr: "Jouée" };
export const LASTED: Text = { en: "Lasted", fr: "Durée" };
export const TAKEN_BACK: Text = { en: "Take-backs", fr: "Coups repris" };
export const WINNER: Text = { en: "winner", fr: "gagne" };
export const WENT_FIRST: Text = { en: "went first", fr: "a commencé" };

// Play on
export const PLAY_ON: Text = { en: "Play on from here", fr: "Rejouer d’ici" };
export const NOTHING_LEFT: Text = {
  en: "The game is over here: go back to play on.",
  fr: "La partie est finie ici : revenez en arrière pour rejouer.",
};
export const WHOM: Text = { en: "Who plays?", fr: "Qui joue ?" };
export const WITH_BOTS: Text = { en: "Against bots", fr: "Contre des bots" };
export const WITH_BOTS_WHY: Text = { en: "It starts at once.", fr: "Ça commence tout de suite." };
export const WITH_FRIENDS: Text = { en: "With friends", fr: "Entre amis" };
export const WITH_FRIENDS_WHY: Text = {
  en: "A table of your own, with a link to share.",
  fr: "Une table à vous, avec un lien à partager.",
};
export const ALONE: Text = { en: "Alone, on this screen", fr: "Tout seul, sur cet écran" };
export const ALONE_WHY: Text = { en: "You play every seat.", fr: "Vous jouez à toutes les places." };
export const WHICH_SEAT: Text = { en: "Your seat", fr: "Votre place" };
export const HIDDEN_CARDS: Text = { en: "Hidden cards", fr: "Cartes cachées" };
export const DEALT: Text = { en: "Dealt anew", fr: "Redistribuées" };
export const KEPT: Text = { en: "As they were", fr: "Comme elles étaient" };
export const DEALT_WHY = (name: string): Text => ({
  en: `What ${name} couldn’t see is dealt again at random.`,
  fr: `Ce que ${name} ne voyait pas est redistribué au hasard.`,
});
export const KEPT_WHY: Text = {
  en: "Every card stays where it was, hidden ones too.",
  fr: "Chaque carte reste où elle était, même cachée.",
};

export const KEYS: readonly { key: Text; what: Text }[] = [
  { key: plain("← →"), what: { en: "One action back, on", fr: "Une action en arrière, en avant" } },
  { key: { en: "Shift ← →", fr: "Maj ← →" }, what: { en: "One turn back, on", fr: "Un tour en arrière, en avant" } },
  { key: { en: "Home End", fr: "Début Fin" }, what: { en: "To the beginning, to the end", fr: "Au début, à la fin" } },
  { key: { en: "Space", fr: "Espace" }, what: { en: "Play, pause", fr: "Lire, pause" } },
  { key: plain(", ."), what: { en: "Slower, faster", fr: "Moins vite, plus vite" } },
  { key: plain("1 – 9"), what: { en: "Seen by the first, the second…", fr: "Vu par le premier, le deuxième…" } },
  { key: plain("S"), what: SHARE },
  { key: plain("P"), what: PLAY_ON },
  { key: plain("M"), what: { en: "Next moment to learn from", fr: "Moment à revoir suivant" } },
  { key: plain("L"), what: { en: "Log", fr: "Journal" } },
  { key: plain("I"), what: { en: "Rules", fr: "Règles" } },
  { key: plain("?"), what: { en: "This list", fr: "Cette liste" } },
];
