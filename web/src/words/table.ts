/** Words of the table's frame. */
import type { CloseReason, Text } from "../protocol";
import type { Standing } from "../state/table.svelte";
import { plain } from "./language.svelte";

export const YOU: Text = { en: "you", fr: "vous" };
export const OUT: Text = { en: "Out of the game", fr: "Hors jeu" };
export const AWAY: Text = { en: "Disconnected", fr: "Hors ligne" };
export const SKIPPED = (times: number): Text => ({
  en: times > 1 ? `Skipped ${times} times` : "Skipped, 1 of 2",
  fr: times > 1 ? `Sautée ${times} fois` : "Tour sauté, 1 sur 2",
});

const LEVELS: Record<string, Text> = {
  easy: { en: "easy", fr: "facile" },
  medium: { en: "medium", fr: "moyen" },
  hard: { en: "hard", fr: "difficile" },
  perfect: { en: "perfect", fr: "parfait" },
};
export const LEVEL = (level: string): Text => LEVELS[level] ?? plain(level);
export const BOT = (level: string): Text => ({ en: `Bot, ${LEVEL(level).en}`, fr: `Bot ${LEVEL(level).fr}` });

export const THINKING = (name: string): Text => ({ en: `${name} is thinking`, fr: `${name} réfléchit` });
export const THINK = (names: readonly string[]): Text =>
  names.length === 1
    ? THINKING(names[0] ?? "")
    : { en: `Waiting for ${names.join(", ")}`, fr: `On attend ${names.join(", ")}` };
export const OVER: Text = { en: "The game is over", fr: "La partie est finie" };
export const LOOKING_ON: Text = { en: "You are watching", fr: "Vous regardez" };

export const LOG: Text = { en: "Log", fr: "Journal" };
export const RULES: Text = { en: "Rules", fr: "Règles" };
export const ROOM: Text = { en: "Table", fr: "Table" };
export const EMPTY_LOG: Text = { en: "Nothing has happened yet.", fr: "Il ne s’est encore rien passé." };
export const TURN = (turn: number): Text => ({ en: `Turn ${turn}`, fr: `Tour ${turn}` });

export const KEYS: Text = { en: "Keys", fr: "Touches" };
export const KEYS_OF_TABLE: readonly { key: Text; what: Text }[] = [
  { key: plain("← ↑ ↓ →"), what: { en: "Go from place to place", fr: "Aller de place en place" } },
  { key: { en: "Enter", fr: "Entrée" }, what: { en: "Play there", fr: "Y jouer" } },
  { key: { en: "Esc", fr: "Échap" }, what: { en: "Drop what was chosen", fr: "Abandonner ce qui est choisi" } },
  { key: plain("L"), what: { en: "Log", fr: "Journal" } },
  { key: plain("R"), what: { en: "Rules", fr: "Règles" } },
  { key: plain("?"), what: { en: "These keys", fr: "Ces touches" } },
];

export const CANCEL: Text = { en: "Cancel", fr: "Annuler" };
export const CLOSE: Text = { en: "Close", fr: "Fermer" };
export const HOME: Text = { en: "Home", fr: "Accueil" };
export const LEAVE: Text = { en: "Leave the game", fr: "Quitter la partie" };
export const DRAWER: Text = { en: "Log, rules, table", fr: "Journal, règles, table" };
export const COPY_CODE: Text = { en: "Copy the link of this table", fr: "Copier le lien de cette table" };
export const COPIED: Text = { en: "Link copied", fr: "Lien copié" };
export const SOUNDS: Text = { en: "Sounds", fr: "Sons" };
export const SKIP_TO_BOARD: Text = { en: "Skip to the board", fr: "Aller au plateau" };
export const SENDING: Text = { en: "Sending…", fr: "Envoi…" };
export const WATCHING = (count: number): Text => ({
  en: count === 1 ? "1 onlooker" : `${count} onlookers`,
  fr: count === 1 ? "1 spectateur" : `${count} spectateurs`,
});

export const RECONNECTING: Text = { en: "Connection lost. Reconnecting…", fr: "Connexion perdue. Reconnexion…" };
export const BACK: Text = { en: "You are back.", fr: "Vous êtes de retour." };
export const TIME_SHORT = (seconds: number): Text => ({
  en: `${seconds} seconds left`,
  fr: `Plus que ${seconds} secondes`,
});

export const LEAVE_TITLE: Text = { en: "Leave this game?", fr: "Quitter cette partie ?" };
export const LEAVE_TWO: Text = {
  en: "Leaving is a forfeit: the other player wins. If you only close the page, your seat is kept.",
  fr: "Quitter, c’est déclarer forfait : l’autre gagne. Fermer la page garde votre place.",
};
export const LEAVE_MORE: Text = {
  en: "Leaving is a forfeit: you are out, and the others play on. If you only close the page, your seat is kept.",
  fr: "Quitter, c’est déclarer forfait : vous êtes hors jeu et les autres continuent. Fermer la page garde votre place.",
};
export const LEAVE_LOCAL: Text = {
  en: "The game stays saved: you find it again on the first screen.",
  fr: "La partie reste enregistrée : vous la retrouvez à l’accueil.",
};
export const STAY: Text = { en: "Stay", fr: "Rester" };
export const FORFEIT: Text = { en: "Leave and forfeit", fr: "Quitter et déclarer forfait" };

export const HAND_OVER = (name: string): Text => ({ en: `Pass the screen to ${name}`, fr: `Passez l’écran à ${name}` });
export const HAND_OVER_WHY: Text = {
  en: "What the others hold is covered until then.",
  fr: "Jusque-là, les jeux de chacun restent cachés.",
};
export const TAKE_DEVICE = (name: string): Text => ({ en: `I am ${name}`, fr: `C’est moi, ${name}` });

export const ON_YOUR_RETURN: Text = { en: "Play goes on once you are back", fr: "La partie reprend à votre retour" };
export const TAKEN_OVER_TITLE: Text = { en: "You are playing elsewhere", fr: "Vous jouez ailleurs" };
export const TAKEN_OVER: Text = {
  en: "Another tab or device has taken your seat. Nothing is lost.",
  fr: "Un autre onglet ou appareil a pris votre place. Rien n’est perdu.",
};
export const PLAY_HERE: Text = { en: "Play here", fr: "Jouer ici" };

/** Why one is not in the room any more. */
export const GONE: Partial<Record<Standing, Text>> = {
  closed: { en: "This table is closed", fr: "Cette table est fermée" },
  left: { en: "You left the table", fr: "Vous avez quitté la table" },
  expelled: { en: "The host sent you away from this table", fr: "L’hôte vous a écarté de cette table" },
  out: { en: "You were skipped too often and are out of the game", fr: "Trop de tours sautés : vous êtes hors jeu" },
  no_onlookers: { en: "The host allows no onlookers any more", fr: "L’hôte n’accepte plus de spectateurs" },
};
export const CLOSED: Record<CloseReason, Text> = {
  empty: { en: "Everybody left.", fr: "Tout le monde est parti." },
  expired: { en: "Nobody played for a long time.", fr: "Personne n’a joué depuis longtemps." },
  no_rematch: { en: "Not everybody wanted another game.", fr: "Tout le monde ne voulait pas rejouer." },
  abandoned: { en: "Nobody was connected any more.", fr: "Plus personne n’était connecté." },
  left: { en: "The players left.", fr: "Les joueurs sont partis." },
  by_admin: { en: "This server’s host closed it.", fr: "L’hôte du serveur l’a fermée." },
};

export const WIN_YOU: Text = { en: "You win!", fr: "Vous gagnez !" };
export const WIN = (names: string): Text => ({ en: `${names} wins`, fr: `${names} gagne` });
export const WIN_SHARED = (names: string): Text => ({ en: `${names} share the win`, fr: `${names} gagnent ensemble` });
export const DRAW: Text = { en: "A draw", fr: "Égalité" };
export const PLAY_AGAIN: Text = { en: "Play again", fr: "Rejouer" };
export const PLAY_AGAIN_ASKED: Text = { en: "Play again?", fr: "On rejoue ?" };
export const SAYS_YES: Text = { en: "says yes", fr: "d’accord" };
export const NOT_YET: Text = { en: "not yet", fr: "pas encore" };
export const IS_AWAY: Text = { en: "away", fr: "absent" };
export const WAITING_FOR = (names: string): Text => ({ en: `Waiting for ${names}`, fr: `On attend ${names}` });
export const TAKE_BACK: Text = { en: "No, after all", fr: "Finalement non" };
export const SAME_AGAIN = (starter: string | null): Text =>
  starter === null
    ? { en: "Same seats and colours.", fr: "Mêmes places, mêmes couleurs." }
    : {
        en: `Same seats and colours; ${starter} would begin.`,
        fr: `Mêmes places, mêmes couleurs ; ${starter} commencerait.`,
      };
export const ABSENT_FREED: Text = {
  en: "The seats of the absent are freed when the countdown ends.",
  fr: "À la fin du décompte, les places des absents sont libérées.",
};
export const TABLE_CLOSED: Text = { en: "The table is closed", fr: "La table est fermée" };
export const OPEN_ANEW: Text = { en: "New room with the same settings", fr: "Nouvelle table, mêmes réglages" };
export const IN_NEW_TAB: Text = { en: "opens in a new tab", fr: "s’ouvre dans un nouvel onglet" };
export const SEE_BOARD: Text = { en: "See the board", fr: "Voir le plateau" };
export const SEE_RESULT: Text = { en: "Result", fr: "Résultat" };
export const SEE_RECORD: Text = { en: "Watch the record", fr: "Revoir la partie" };
export const SCORE: Text = { en: "Score", fr: "Score" };
