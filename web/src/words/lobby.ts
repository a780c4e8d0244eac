/** Words of the first screen, of the lists, and of what leads to a table. */
import type { RoomRow, Text } from "../protocol";
import { marked, titleOf } from "./called";
import { count, de, list, plain, plural, series } from "./say";

export const NOWHERE: Text = { en: "This page doesn’t exist", fr: "Cette page n’existe pas" };
export const INCOMPLETE: Text = {
  en: "Part of this page couldn’t be loaded",
  fr: "Une partie de la page n’a pas pu être chargée",
};
export const INCOMPLETE_WHY: Text = {
  en: "It may have been updated, or you’re offline. Load it again.",
  fr: "Elle a peut-être été mise à jour, ou vous êtes hors ligne. Rechargez-la.",
};
export const UNREACHED: Text = { en: "Can’t reach the server", fr: "Le serveur ne répond pas" };
export const UNREACHED_WHY: Text = {
  en: "We keep trying. This page will come back by itself.",
  fr: "On réessaie. Cette page reviendra d’elle-même.",
};
export const BANNED: Text = { en: "You can’t play here", fr: "Vous ne pouvez pas jouer ici" };
export const TRY_AGAIN: Text = { en: "Try again", fr: "Réessayer" };
export const ONE_MOMENT: Text = { en: "One moment…", fr: "Un instant…" };
export const ACCESS_TITLE: Text = { en: "This table is private", fr: "Cette table est privée" };
export const ACCESS_CODE: Text = { en: "Access code", fr: "Code d’accès" };
export const ACCESS_MISSING: Text = { en: "Type the access code.", fr: "Tapez le code d’accès." };
export const JOIN: Text = { en: "Join", fr: "Rejoindre" };
export const WATCH: Text = { en: "Watch", fr: "Regarder" };
export const WATCH_LIVE: Text = { en: "Watch live", fr: "Regarder en direct" };
export const RESUME: Text = { en: "Rejoin", fr: "Reprendre" };

/** French joins "de" and "à" with the article of a name: "du Jeu de Noé", "aux Échecs", "de la Bataille". */
const joined = (game: string, joints: Record<string, string>): string | null => {
  const [, article = "", rest] = /^(Le |Les |La |L’)(.*)/.exec(game) ?? [];
  return rest === undefined ? null : `${joints[article]}${rest}`;
};
const ofGame = (game: string) =>
  joined(game, { "Le ": "du ", "Les ": "des ", "La ": "de la ", "L’": "de l’" }) ?? de(game);
const atGame = (game: string) =>
  joined(game, { "Le ": "au ", "Les ": "aux ", "La ": "à la ", "L’": "à l’" }) ?? `à ${game}`;

// Lessons
export const LEARN_IN: Text = { en: "Learn in 3 min", fr: "Apprendre en 3 min" };
export const LEARNT: Text = { en: "Learned", fr: "Appris" };

// The header
export const SKIP_TO_MAIN: Text = { en: "Skip to content", fr: "Aller au contenu" };
export const LANGUAGE: Text = { en: "Language", fr: "Langue" };
export const TO_OTHER_LANGUAGE: Text = { en: "EN: Passer en français", fr: "FR: Switch to English" };
export const TO_DARK: Text = { en: "Dark theme", fr: "Thème sombre" };
export const TO_LIGHT: Text = { en: "Light theme", fr: "Thème clair" };
export const THEME: Text = { en: "Theme", fr: "Thème" };
export const LIGHT: Text = { en: "Light", fr: "Clair" };
export const DARK: Text = { en: "Dark", fr: "Sombre" };
export const TAB_GAMES: Text = { en: "Games", fr: "Jeux" };
export const TAB_ROOMS: Text = { en: "Tables", fr: "Tables" };
export const TAB_ME: Text = { en: "Me", fr: "Moi" };
export const SECTIONS: Text = { en: "Sections", fr: "Rubriques" };

// Coming back
export const BACK_TO_TABLE: Text = { en: "Back to the table", fr: "Revenir à la table" };
export const YOUR_TURN_AT = (room: string): Text => ({
  en: `Your turn at ${room}`,
  fr: `À vous de jouer : ${room}`,
});
export const GAME_AT = (room: string): Text => ({
  en: `Game in progress: ${room}`,
  fr: `Partie en cours : ${room}`,
});
export const SEAT_AT = (room: string): Text => ({
  en: `Your seat at ${room} is waiting`,
  fr: `Votre place vous attend : ${room}`,
});
export const MORE_SEATS = (seats: number): Text =>
  plural(seats, { en: ["and {n} more", "and {n} more"], fr: ["et une autre", "et {n} autres"] });

// The headline
export const TAKE_A_SEAT: Text = { en: "Take a seat,", fr: "Prenez place," };
export const YOUR_NAME: Text = { en: "your name", fr: "votre nom" };
export const NICKNAME: Text = { en: "Your nickname", fr: "Votre pseudo" };
export const RENAME = (name: string): Text => ({
  en: `Your nickname is ${name}. Change it`,
  fr: `Votre pseudo est ${name}. Le changer`,
});
/** Begins with what is seen there. */
export const NAME_YOURSELF: Text = {
  en: `${YOUR_NAME.en}: choose your nickname`,
  fr: `${YOUR_NAME.fr} : choisir votre pseudo`,
};
export const NICKNAME_MISSING: Text = { en: "Choose a nickname first.", fr: "Choisissez d’abord un pseudo." };
export const HELLO: Text = { en: "Take a seat", fr: "Prenez place" };
export const SIT_DOWN: Text = { en: "Sit down", fr: "S’asseoir" };
export const SEAT_NAME_WHY: Text = {
  en: "The name the others will see.",
  fr: "Les autres vous verront sous ce nom.",
};
export const AS_GUEST: Text = {
  en: "You’re playing as a guest. No account needed.",
  fr: "Vous jouez en invité. Pas besoin de compte.",
};
export const AS_USER = (username: string): Text => ({
  en: `Signed in as ${username}`,
  fr: `Compte : ${username}`,
});

// A game
export const PLAYERS: Text = { en: "players", fr: "joueurs" };
/** An estimate, and it says so. */
export const MINUTES = (minutes: number): Text => ({ en: `about ${minutes} min`, fr: `environ ${minutes} min` });
export const DEPTHS: Record<1 | 2 | 3, Text> = {
  1: { en: "easy", fr: "facile" },
  2: { en: "medium", fr: "moyen" },
  3: { en: "deep", fr: "profond" },
};
export const PLAY_BOT: Text = { en: "Play a bot", fr: "Contre un bot" };
export const PLAY_BOT_AT = (game: string): Text => ({
  en: `Play a bot at ${game}`,
  fr: `Contre un bot : ${game}`,
});
export const CHOOSE_BOTS = (game: string): Text => ({
  en: `Choose bots for ${game}`,
  fr: `Choisir les bots : ${game}`,
});
export const AGAINST_BOTS: Text = { en: "against bots", fr: "contre des bots" };
export const BOTS: Text = { en: "Bots", fr: "Bots" };
const LEVELS_WHY: Record<string, Text> = {
  easy: { en: "Looks one step ahead: right for a first game.", fr: "Voit un coup d’avance : idéal pour débuter." },
  medium: { en: "Plans a little, and punishes slips.", fr: "Anticipe un peu, et profite des erreurs." },
  hard: { en: "Thinks hard about every move.", fr: "Réfléchit longuement à chaque coup." },
  perfect: { en: "Never errs: a draw is a triumph.", fr: "Ne se trompe jamais : un nul est un exploit." },
};
export const LEVEL_WHY = (level: string): Text => LEVELS_WHY[level] ?? plain("");
export const AT_THE_TABLE = (players: number): Text =>
  plural(players, {
    en: ["{n} at the table", "{n} at the table, including you"],
    fr: ["{n} à table", "{n} à table, vous compris"],
  });
export const PLAY_NOW: Text = { en: "Play now", fr: "Jouer" };
export const INVITE: Text = { en: "Invite", fr: "Inviter" };
export const INVITE_TO = (game: string): Text => ({ en: `Invite to ${game}`, fr: `Inviter ${atGame(game)}` });
export const TOGETHER = (game: string): Text => ({ en: `${game} with others`, fr: `${game} à plusieurs` });
export const WHO_CAN_SIT: Text = { en: "Who can sit down?", fr: "Qui peut s’asseoir ?" };
export const INVITED_ONLY: Text = { en: "Only people I invite", fr: "Seulement mes invités" };
export const INVITED_ONLY_WHY: Text = {
  en: "By link or QR code. In no list, and the seats are kept for them.",
  fr: "Par lien ou code QR. Dans aucune liste, et les places leur sont gardées.",
};
export const OPEN_TO_ALL: Text = { en: "Open to all", fr: "Ouverte à tous" };
export const OPEN_TO_ALL_WHY: Text = { en: "In the list: anyone can join.", fr: "Dans la liste : chacun peut venir." };
export const LISTED_WITH_CODE: Text = {
  en: "In the list, with an access code",
  fr: "Dans la liste, avec un code d’accès",
};
export const LISTED_WITH_CODE_WHY: Text = {
  en: "Everyone sees it, only those with the code can join.",
  fr: "Vue de tous, ouverte à qui a le code.",
};
export const SAME_SCREEN: Text = { en: "Same screen", fr: "Même écran" };
export const SAME_SCREEN_AT = (game: string): Text => ({
  en: `Same screen, ${game}`,
  fr: `Même écran, ${game}`,
});
export const WAYS_TO_PLAY = (game: string): Text => ({
  en: `Ways to play ${game}`,
  fr: `Façons de jouer : ${game}`,
});
export const SET_UP = (game: string): Text => ({
  en: `Set up a table: ${game}`,
  fr: `Préparer une table : ${game}`,
});

// A code
export const GOT_A_CODE: Text = { en: "Got a code?", fr: "Un code ?" };
export const SIX_CHARACTERS: Text = { en: "Six letters and digits", fr: "Six lettres et chiffres" };
export const TABLE_CODE: Text = { en: "Table code", fr: "Code de la table" };
export const A_TABLE_CODE: Text = { en: "Table code?", fr: "Un code de table ?" };
export const CODE: Text = { en: "Code", fr: "Code" };
export const ENTER: Text = { en: "Enter", fr: "Entrer" };

// The list
export const OPEN_ROOMS: Text = { en: "Open tables", fr: "Tables ouvertes" };
export const COUNT = (rooms: number, isMore: boolean): Text =>
  plural(rooms, {
    en: [isMore ? "{n}+ tables" : "{n} table", isMore ? "{n}+ tables" : "{n} tables"],
    fr: [isMore ? "{n}+ tables" : "{n} table", isMore ? "{n}+ tables" : "{n} tables"],
  });
export const RECENT_FIRST: Text = { en: "most recent first", fr: "les plus récentes" };
export const FIND_ROOM: Text = { en: "Find a table by name", fr: "Chercher une table par son nom" };
export const FILTER_GAME: Text = { en: "Game", fr: "Jeu" };
export const ALL_GAMES: Text = { en: "All games", fr: "Tous les jeux" };
export const FILTER_ACCESS: Text = { en: "Access", fr: "Accès" };
export const ALL: Text = { en: "All", fr: "Toutes" };
export const PUBLIC_ONES: Text = { en: "Public", fr: "Publiques" };
export const PRIVATE_ONES: Text = { en: "Private", fr: "Privées" };
export const ANY_SEATS: Text = { en: "Players", fr: "Joueurs" };
export const SEATS_COUNT = (seats: number): Text =>
  count(seats, { en: ["player", "players"], fr: ["joueur", "joueurs"] });
export const ACTIVE_LATELY: Text = { en: "Recently active", fr: "Actives récemment" };
export const FRESH = (rooms: number): Text => count(rooms, { en: ["new", "new"], fr: ["nouvelle", "nouvelles"] });
export const NO_ROOMS: Text = { en: "No open tables yet", fr: "Aucune table ouverte pour l’instant" };
export const NO_ROOMS_WHY: Text = {
  en: "Pick a game, tap Invite, and open your table to all: it will show up here.",
  fr: "Choisissez un jeu, touchez Inviter et ouvrez la table à tous : elle apparaîtra ici.",
};
export const NO_MATCH: Text = { en: "No tables match", fr: "Aucune table ne correspond" };
export const CLEAR_FILTERS: Text = { en: "Show all tables", fr: "Voir toutes les tables" };
export const MORE_ROOMS: Text = { en: "More tables", fr: "D’autres tables" };
export const PLAYING: Text = { en: "playing", fr: "en cours" };
export const FINISHED: Text = { en: "finished", fr: "terminée" };
export const ROOM_LABEL = (row: RoomRow, game: Text): Text =>
  series([
    titleOf(row),
    game,
    plural(row.taken, {
      en: [`{n} of ${row.capacity} seats taken`, `{n} of ${row.capacity} seats taken`],
      fr: [`{n} place prise sur ${row.capacity}`, `{n} places prises sur ${row.capacity}`],
    }),
    { en: `host ${marked(row.host, row.is_host_bot)}`, fr: `hôte ${marked(row.host, row.is_host_bot)}` },
    row.visibility === "private" ? { en: "private", fr: "privée" } : { en: "public", fr: "publique" },
    ...(row.status === "playing" ? [PLAYING] : []),
  ]);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long ago something was. */
export const AGE = (milliseconds: number): Text => {
  if (milliseconds < MINUTE) return { en: "just now", fr: "à l’instant" };
  if (milliseconds < HOUR) return plain(`${Math.floor(milliseconds / MINUTE)} min`);
  if (milliseconds < DAY) return plain(`${Math.floor(milliseconds / HOUR)} h`);
  return count(Math.floor(milliseconds / DAY), { en: ["day", "days"], fr: ["jour", "jours"] });
};

// Opening a table
export const NEW_ROOM = (game: string): Text => ({ en: `New table: ${game}`, fr: `Nouvelle table : ${game}` });
export const NEW_ROOM_WHY: Text = {
  en: "Everything’s ready: open the table now, or change anything you like.",
  fr: "Tout est prêt : ouvrez la table, ou changez ce que vous voulez.",
};
export const ROOM_NAME: Text = { en: "Table name", fr: "Nom de la table" };
export const WHO_CAN_COME: Text = { en: "Who can join", fr: "Qui peut s’asseoir" };
export const ANYBODY: Text = { en: "Anyone", fr: "Tout le monde" };
export const WITH_CODE: Text = { en: "With an access code", fr: "Avec un code d’accès" };
export const ANYBODY_WHY: Text = {
  en: "The table is listed, and anyone can sit down in one click.",
  fr: "La table est dans la liste ; un clic suffit pour s’asseoir.",
};
export const WITH_CODE_WHY: Text = {
  en: "The table is listed with a lock. Give the code only to people you invite.",
  fr: "La table est dans la liste, avec un cadenas. Ne donnez le code qu’à vos invités.",
};
export const ACCESS_UNSET: Text = {
  en: "Choose an access code first.",
  fr: "Choisissez d’abord un code d’accès.",
};
export const SEATS_WHY: Text = { en: "Including you.", fr: "Vous compris." };
export const CLOCK_WHY: Text = {
  en: "Time per turn. Run out twice in a row and you’re out.",
  fr: "Temps par tour. Deux retards de suite, et vous êtes hors jeu.",
};
export const CLOCK_SHORT = (seconds: number): Text => {
  if (seconds === 0) return { en: "Off", fr: "Sans" };
  return plain(seconds < 60 ? `${seconds} s` : `${seconds / 60} min`);
};
export const ONLOOKERS_WHY: Text = {
  en: "Anyone with the link can watch. Spectators see only what everyone sees.",
  fr: "Avec le lien, on peut regarder. Les spectateurs ne voient que ce que tous voient.",
};
export const GAME_OPTIONS: Text = { en: "Game options", fr: "Options du jeu" };
export const OPEN_TABLE: Text = { en: "Open the table", fr: "Ouvrir la table" };

// One screen
export const NEW_LOCAL = (game: string): Text => ({ en: `${game}, on this screen`, fr: `${game}, sur cet écran` });
export const NEW_LOCAL_WHY = (isOpen: boolean): Text =>
  isOpen
    ? { en: "Pass the device around, turn by turn.", fr: "L’appareil passe de main en main, à chacun son tour." }
    : {
        en: "Pass the device around. Your secrets stay hidden until you have the screen.",
        fr: "L’appareil passe de main en main. Les secrets de chacun restent cachés jusqu’à son tour.",
      };
export const SAME_NAME = (name: string): Text => ({
  en: `Two players are called ${name}. Give one of them another name.`,
  fr: `Deux joueurs s’appellent ${name}. Donnez un autre nom à l’un des deux.`,
});
export const HOW_MANY: Text = { en: "How many are you?", fr: "Combien êtes-vous ?" };
export const WHO_PLAYS: Text = { en: "Players", fr: "Joueurs" };
export const PLAYER = (number: number): Text => ({ en: `Player ${number}`, fr: `Joueur ${number}` });
export const NAME_OF = (number: number): Text => ({
  en: `Name of player ${number}`,
  fr: `Nom du joueur ${number}`,
});
export const COLOUR_OF = (name: string): Text => ({ en: `${name}’s colour`, fr: `Couleur ${de(name)}` });
export const TAKEN_BY = (colour: Text, name: string): Text => ({
  en: `${colour.en}, taken by ${name}: swap`,
  fr: `${colour.fr}, prise par ${name} : échanger`,
});
export const START_PLAYING: Text = { en: "Play", fr: "Jouer" };

// Oneself
export const ACCOUNT: Text = { en: "Account", fr: "Compte" };
export const ACCOUNT_WHY: Text = {
  en: "You don’t need one to play. With an account, your seats, past games and lessons follow you to any device.",
  fr: "Pas besoin de compte pour jouer. Avec un compte, vos places, vos parties et vos leçons vous suivent sur tous vos appareils.",
};
export const SIGN_IN: Text = { en: "Sign in", fr: "Se connecter" };
export const SIGN_UP: Text = { en: "Create an account", fr: "Créer un compte" };
export const SIGN_OUT: Text = { en: "Sign out", fr: "Se déconnecter" };
export const USERNAME: Text = { en: "Username", fr: "Nom d’utilisateur" };
export const USERNAME_WHY: Text = {
  en: "3 to 32 letters, digits, dots, dashes.",
  fr: "De 3 à 32 lettres, chiffres, points, tirets.",
};
export const USERNAME_MISSING: Text = { en: "Type your username.", fr: "Tapez votre nom d’utilisateur." };
export const PASSWORD_MISSING: Text = { en: "Type your password.", fr: "Tapez votre mot de passe." };
export const PASSWORD: Text = { en: "Password", fr: "Mot de passe" };
export const PASSWORD_WHY: Text = { en: "At least 8 characters.", fr: "Au moins 8 caractères." };
export const SHOW_PASSWORD: Text = { en: "Show password", fr: "Afficher le mot de passe" };
export const CLAIM: Text = { en: "Keep my guest games", fr: "Garder mes parties d’invité" };
export const CLAIM_WHY: Text = {
  en: "Your guest games, lessons and current seats on this device move to the account.",
  fr: "Vos parties, vos leçons et vos places d’invité sur cet appareil passent sur le compte.",
};
export const SIGN_UP_WHY: Text = {
  en: "Your guest games and lessons on this device move to it right away.",
  fr: "Vos parties et vos leçons d’invité sur cet appareil y passent aussitôt.",
};
export const SIGN_OUT_WHY: Text = {
  en: "Your seats stay with the account; this device becomes a new guest.",
  fr: "Vos places restent au compte ; ici, vous repartez en invité.",
};
export const SIGNED_OUT: Text = {
  en: "You’ve been signed out, here or from another device. You’re a new guest now.",
  fr: "Vous avez été déconnecté, ici ou depuis un autre appareil. Vous voici invité.",
};
export const MY_TABLES: Text = { en: "Your tables", fr: "Vos tables" };
export const NO_TABLES: Text = { en: "You’re not at any table.", fr: "Vous n’êtes à aucune table." };
export const HISTORY: Text = { en: "Past games", fr: "Parties jouées" };
export const ALL_OF_THEM: Text = { en: "See all", fr: "Tout voir" };
export const CLOSED_GAMES: Text = { en: "Games played there", fr: "Parties jouées à cette table" };
export const NO_HISTORY: Text = {
  en: "Your finished games appear here, move by move.",
  fr: "Les parties que vous terminez sont gardées ici, coup par coup.",
};
export const OLDER: Text = { en: "Older games", fr: "Parties plus anciennes" };
export const WON_BY = (names: readonly string[]): Text => {
  const winners = list(names);
  return { en: `won by ${winners.en}`, fr: `gagnée par ${winners.fr}` };
};
export const DRAWN: Text = { en: "a draw", fr: "égalité" };

// Rules
export const RULES_OF = (game: string): Text => ({ en: `Rules of ${game}`, fr: `Règles ${ofGame(game)}` });
