/** Words of the table's frame. */
import type { CloseReason, EmoteName, Text, WhyNotTakenBack } from "../protocol";
import type { Pace } from "../state/pace.svelte";
import type { Standing } from "../state/table.svelte";
import type { Language } from "./language.svelte";
import { count, de, list, pair, phrase, plain, plural } from "./say";

export const YOU: Text = { en: "you", fr: "vous" };
export const OUT: Text = { en: "Out of the game", fr: "Hors jeu" };
export const AWAY: Text = { en: "Disconnected", fr: "Hors ligne" };
export const SKIPPED = (times: number): Text =>
  plural(times, { en: ["Skipped once", "Skipped {n} times"], fr: ["1 tour sauté", "{n} tours sautés"] });

const LEVELS: Record<string, Text> = {
  easy: { en: "easy", fr: "facile" },
  medium: { en: "medium", fr: "moyen" },
  hard: { en: "hard", fr: "difficile" },
  perfect: { en: "perfect", fr: "parfait" },
};
export const LEVEL = (level: string): Text => LEVELS[level] ?? plain(level);
/** A bot that has no level teaches. */
export const BOT = (level: string): Text =>
  level ? { en: `Bot, ${LEVEL(level).en}`, fr: `Bot ${LEVEL(level).fr}` } : plain("Bot");

const THINKING = (name: string): Text => ({ en: `${name} is thinking`, fr: `${name} réfléchit` });
export const THINK = ([first = "", ...others]: readonly string[]): Text =>
  others.length ? WAITING_FOR([first, ...others]) : THINKING(first);
/** While the first tips are read. */
export const BEGIN_AFTER = (names: readonly string[]): Text => {
  const { en, fr } = list(names);
  return names.length > 1
    ? { en: `${en} begin when you’re ready`, fr: `${fr} commencent quand vous voulez` }
    : { en: `${en} begins when you’re ready`, fr: `${fr} commence quand vous voulez` };
};
export const OVER: Text = { en: "The game is over", fr: "La partie est finie" };
export const LOOKING_ON: Text = { en: "You’re watching", fr: "Vous regardez" };

export const SEE_AGAIN: Text = { en: "See again", fr: "Revoir" };
/** "See again: Jules’s turn, 3 actions". */
export const SEE_AGAIN_OF = (names: readonly string[], actions: number): Text => {
  const [name = ""] = names;
  const turn = plural(names.length, {
    en: [`${name}’s turn`, "the others’ turns"],
    fr: [`le tour ${de(name)}`, "les tours des autres"],
  });
  return pair(SEE_AGAIN, phrase`${turn}, ${count(actions, { en: ["action", "actions"], fr: ["action", "actions"] })}`);
};
export const SEEN_AGAIN: Text = { en: "Once more, what the others did", fr: "Encore une fois, les coups des autres" };

export const LOG: Text = { en: "Log", fr: "Journal" };
export const ANALYSIS: Text = { en: "Analysis", fr: "Analyse" };
export const RULES: Text = { en: "Rules", fr: "Règles" };
export const ROOM: Text = { en: "Table", fr: "Table" };
export const EMPTY_LOG: Text = { en: "No moves yet.", fr: "Aucun coup pour l’instant." };
export const SINCE_YOUR_TURN: Text = { en: "Since your turn", fr: "Depuis votre tour" };
export const SINCE_TURN_OF = (name: string): Text => ({ en: `Since ${name}’s turn`, fr: `Depuis le tour ${de(name)}` });
export const TURN = (turn: number): Text => ({ en: `Turn ${turn}`, fr: `Tour ${turn}` });

export const EMOTES: Record<EmoteName, Text> = {
  well_played: { en: "Well played", fr: "Bien joué" },
  thinking: { en: "Let me think", fr: "Je réfléchis" },
  ouch: { en: "Ouch!", fr: "Aïe !" },
  thanks: { en: "Thank you", fr: "Merci" },
  lucky: { en: "Lucky!", fr: "Quelle chance !" },
  again: { en: "Once more?", fr: "On en refait une ?" },
};
export const SAY_SOMETHING: Text = { en: "Say something", fr: "Dire un mot" };
export const HEAR_OTHERS: Text = { en: "Show what players say", fr: "Voir ce qui se dit" };

export const KEYS: Text = { en: "Keyboard shortcuts", fr: "Raccourcis clavier" };
export const KEYS_OF_TABLE: readonly { key: Text; what: Text }[] = [
  { key: plain("← ↑ ↓ →"), what: { en: "Move around", fr: "Se déplacer" } },
  { key: { en: "Enter", fr: "Entrée" }, what: { en: "Play here", fr: "Jouer ici" } },
  { key: { en: "Esc", fr: "Échap" }, what: { en: "Clear the selection", fr: "Annuler la sélection" } },
  { key: plain("L"), what: { en: "Log", fr: "Journal" } },
  { key: plain("R"), what: { en: "See the others’ moves again", fr: "Revoir les coups des autres" } },
  { key: plain("H"), what: { en: "Hint", fr: "Un conseil" } },
  { key: plain("U"), what: { en: "Take back", fr: "Reprendre son coup" } },
  { key: plain("I"), what: { en: "Rules", fr: "Règles" } },
  { key: plain("?"), what: { en: "This list", fr: "Cette liste" } },
];

export const HINT: Text = { en: "Hint", fr: "Un conseil" };
export const HINT_WHY: Text = { en: "A strong bot would play this:", fr: "Un bot fort jouerait ceci :" };
export const HINTING: Text = { en: "A bot is thinking for you…", fr: "Un bot réfléchit pour vous…" };
export const NO_HINT_NOW: Text = { en: "Ask for a hint on your turn.", fr: "Demandez un conseil à votre tour." };
export const PLAY_IT: Text = { en: "Play it", fr: "Jouer ce coup" };
export const WITH_HINTS = (hints: number): Text =>
  plural(hints, { en: ["with {n} hint", "with {n} hints"], fr: ["avec {n} conseil", "avec {n} conseils"] });
export const TAKE_BACK_MOVE: Text = { en: "Take back", fr: "Reprendre" };
export const NOT_TAKEN_BACK: Record<WhyNotTakenBack, Text> = {
  off: { en: "The host has switched take-backs off.", fr: "L’hôte ne permet pas de reprendre un coup." },
  nothing: { en: "You have nothing to take back.", fr: "Vous n’avez rien à reprendre." },
  known: {
    en: "Too late: something new has been seen since.",
    fr: "Trop tard : on a vu du nouveau depuis.",
  },
  asked: { en: "Already asked this turn.", fr: "Déjà demandé pendant ce tour." },
};
export const ASKS_TO_TAKE_BACK = (name: string): Text => ({
  en: `Let ${name} take back a move?`,
  fr: `Laisser ${name} reprendre son coup ?`,
});
export const AGREE: Text = { en: "Yes", fr: "Oui" };
export const DISAGREE: Text = { en: "No", fr: "Non" };
export const GIVE_UP: Text = { en: "Never mind", fr: "Tant pis" };
export const IS_HOST = (name: string): Text => ({
  en: `${name} is now the host.`,
  fr: `${name} est maintenant l’hôte.`,
});
export const YOU_ARE_HOST: Text = { en: "You’re now the host.", fr: "Vous êtes maintenant l’hôte." };
export const CANCEL: Text = { en: "Cancel", fr: "Annuler" };
export const COACH: Text = { en: "How to play", fr: "Comment jouer" };
export const GOT_IT: Text = { en: "Got it, let’s play", fr: "Compris, on joue" };
export const NEXT: Text = { en: "Next", fr: "Suivant" };
export const SKIP: Text = { en: "Skip", fr: "Passer" };
export const SHOW_TIPS: Text = { en: "Show me again how it’s played", fr: "Revoir comment on joue" };
export const CLOSE: Text = { en: "Close", fr: "Fermer" };
export const HOME: Text = { en: "Home", fr: "Accueil" };
export const LEAVE: Text = { en: "Leave the game", fr: "Quitter la partie" };
export const DRAWER: Text = { en: "Log, rules, table", fr: "Journal, règles, table" };
export const COPY_CODE: Text = { en: "Copy the link to this table", fr: "Copier le lien de cette table" };
export const COPIED: Text = { en: "Link copied", fr: "Lien copié" };
export const SOUNDS: Text = { en: "Sounds", fr: "Sons" };
export const NOTIFY: Text = { en: "Alert me on my turn", fr: "M’alerter à mon tour" };
export const NOTIFY_BLOCKED: Text = {
  en: "Your browser blocks notifications here.",
  fr: "Votre navigateur bloque ici les notifications.",
};
export const PACE: Text = { en: "Others’ moves", fr: "Coups des autres" };
export const PACE_NAMES: Record<Pace, Text> = {
  slow: { en: "Slow", fr: "Lents" },
  normal: { en: "Normal", fr: "Normaux" },
  "at once": { en: "At once", fr: "D’un coup" },
};
export const SKIP_TO_BOARD: Text = { en: "Skip to the board", fr: "Aller au plateau" };
export const SENDING: Text = { en: "Sending…", fr: "Envoi…" };
const WATCHING = (onlookers: number): Text =>
  count(onlookers, { en: ["spectator", "spectators"], fr: ["spectateur", "spectateurs"] });

/** Those who chose a name, and how many others. */
export const WATCHED_BY = (names: readonly string[], onlookers: number): Text => {
  const others = onlookers - names.length;
  if (names.length === 0) return WATCHING(onlookers);
  const more = plural(others, { en: ["{n} other", "{n} others"], fr: ["{n} autre", "{n} autres"] });
  return pair({ en: "Watching", fr: "Spectateurs" }, list(others > 0 ? [...names, more] : names));
};

export const RECONNECTING: Text = { en: "Connection lost. Reconnecting…", fr: "Connexion perdue. Reconnexion…" };
export const BACK: Text = { en: "Reconnected.", fr: "Connexion rétablie." };
export const TIME_SHORT = (seconds: number): Text =>
  plural(seconds, {
    en: ["{n} second left", "{n} seconds left"],
    fr: ["Plus que {n} seconde", "Plus que {n} secondes"],
  });

export const LEAVE_TITLE: Text = { en: "Leave this game?", fr: "Quitter cette partie ?" };
export const LEAVE_TWO: Text = {
  en: "Leaving forfeits the game: your opponent wins. Just closing the page keeps your seat.",
  fr: "Quitter, c’est déclarer forfait : l’adversaire gagne. Si vous fermez seulement la page, votre place est gardée.",
};
export const LEAVE_MORE: Text = {
  en: "Leaving forfeits the game: you’re out and the others play on. Just closing the page keeps your seat.",
  fr: "Quitter, c’est déclarer forfait : vous êtes hors jeu et les autres continuent. Fermer la page garde votre place.",
};
export const LEAVE_LOCAL: Text = {
  en: "The game is saved: you’ll find it on the home screen.",
  fr: "La partie reste enregistrée : vous la retrouverez à l’accueil.",
};
export const STAY: Text = { en: "Stay", fr: "Rester" };
export const FORFEIT: Text = { en: "Leave and forfeit", fr: "Quitter et déclarer forfait" };

export const HAND_OVER = (name: string): Text => ({ en: `Pass the screen to ${name}`, fr: `Passez l’écran à ${name}` });
export const TURN_OF = (name: string): Text => ({ en: `${name}’s turn`, fr: `À ${name} de jouer` });
const YOURS: Record<Language, string> = { en: "Your turn", fr: "À vous" };
const named = (name: string, text: string, yours: string) =>
  text.startsWith(yours) ? `${name}${text.slice(yours.length)}` : text;
/** What to do, said to one of several at a screen, of whom none is "you". */
export const SAID_TO = (name: string, { en, fr }: Text): Text =>
  en === YOURS.en ? TURN_OF(name) : { en: named(name, en, YOURS.en), fr: named(name, fr, YOURS.fr) };
export const HAND_OVER_WHY: Text = {
  en: "All hands stay hidden until then.",
  fr: "D’ici là, toutes les mains restent cachées.",
};
export const TAKE_DEVICE = (name: string): Text => ({ en: `I’m ${name}`, fr: `C’est moi, ${name}` });

export const ON_YOUR_RETURN: Text = { en: "The game resumes when you’re back", fr: "La partie reprend à votre retour" };
export const TAKEN_OVER_TITLE: Text = { en: "You’re playing elsewhere", fr: "Vous jouez ailleurs" };
export const TAKEN_OVER: Text = {
  en: "Another tab or device has taken your seat. Nothing is lost.",
  fr: "Un autre onglet ou appareil a pris votre place. Rien n’est perdu.",
};
export const PLAY_HERE: Text = { en: "Play here", fr: "Jouer ici" };

/** Why the reader is no longer in the room. */
export const GONE: Partial<Record<Standing, Text>> = {
  closed: { en: "This table is closed", fr: "Cette table est fermée" },
  left: { en: "You left the table", fr: "Vous avez quitté la table" },
  expelled: { en: "The host removed you from this table", fr: "L’hôte vous a exclu de cette table" },
  out: { en: "You’re out: too many skipped turns", fr: "Trop de tours sautés : vous êtes hors jeu" },
  no_onlookers: { en: "The host no longer allows spectators", fr: "L’hôte n’accepte plus de spectateurs" },
};
export const CLOSED: Record<CloseReason, Text> = {
  empty: { en: "Everyone left.", fr: "Tout le monde est parti." },
  expired: { en: "Nobody played for a long time.", fr: "Personne n’a joué depuis longtemps." },
  no_rematch: { en: "Not everyone wanted a rematch.", fr: "Tout le monde n’a pas voulu rejouer." },
  abandoned: { en: "Everyone disconnected.", fr: "Plus personne n’était connecté." },
  left: { en: "The players left.", fr: "Les joueurs sont partis." },
  by_admin: { en: "This server’s host closed it.", fr: "L’hôte du serveur l’a fermée." },
};

export const WIN_YOU: Text = { en: "You win!", fr: "Vous gagnez !" };
export const WIN = (names: readonly string[]): Text => {
  const { en, fr } = list(names);
  return plural(names.length, {
    en: [`${en} wins`, `${en} share the win`],
    fr: [`${fr} gagne`, `${fr} se partagent la victoire`],
  });
};
export const DRAW: Text = { en: "It’s a draw", fr: "Match nul" };
export const PLAY_AGAIN: Text = { en: "Play again", fr: "Rejouer" };
export const PLAY_AGAIN_ASKED: Text = { en: "Play again?", fr: "On rejoue ?" };
export const SAYS_YES: Text = { en: "says yes", fr: "d’accord" };
export const NOT_YET: Text = { en: "not yet", fr: "pas encore" };
export const IS_AWAY: Text = { en: "away", fr: "absent" };
export const WAITING_FOR = (names: readonly string[]): Text => {
  const { en, fr } = list(names);
  return { en: `Waiting for ${en}`, fr: `On attend ${fr}` };
};
export const TAKE_BACK: Text = { en: "Changed my mind", fr: "Finalement non" };
export const SAME_AGAIN = (starter: string | null): Text =>
  starter === null
    ? { en: "Same seats and colours.", fr: "Mêmes places, mêmes couleurs." }
    : {
        en: `Same seats and colours; first to play: ${starter}.`,
        fr: `Mêmes places, mêmes couleurs ; ${starter} commence.`,
      };
export const ABSENT_FREED: Text = {
  en: "Anyone still away when the countdown ends loses their seat.",
  fr: "À la fin du décompte, les absents perdent leur place.",
};
export const DETAILS: Text = { en: "Details", fr: "Détails" };
export const TABLE_CLOSED: Text = { en: "The table is closed", fr: "La table est fermée" };
export const OPEN_ANEW: Text = { en: "New table, same settings", fr: "Nouvelle table, mêmes réglages" };
export const NEW_OPPONENT = (opponents: number): Text =>
  plural(opponents, { en: ["New opponent", "New opponents"], fr: ["Nouvel adversaire", "Nouveaux adversaires"] });
export const IN_NEW_TAB: Text = { en: "opens in a new tab", fr: "s’ouvre dans un nouvel onglet" };
export const WON_OF = (won: number, games: number): Text => ({
  en: `${won} of ${count(games, { en: ["game", "games"], fr: ["", ""] }).en} won`,
  fr: `${count(won, { en: ["", ""], fr: ["victoire", "victoires"] }).fr} sur ${games}`,
});
export const PRACTICE: Text = { en: "Practice, from a replay", fr: "Entraînement, tiré d’une partie" };
export const PRACTICE_SHORT: Text = { en: "Practice", fr: "Entraînement" };
export const SEE_RECORD: Text = { en: "Watch the replay", fr: "Revoir la partie" };
export const SCORE: Text = { en: "Score", fr: "Score" };
