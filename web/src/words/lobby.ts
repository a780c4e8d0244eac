/** Words of the first screen, of the lists, and of what leads to a table. */
import type { RoomRow, Text } from "../protocol";
import { called, titleOf } from "./called";
import { NARROW } from "./language.svelte";

export const NOWHERE: Text = { en: "There is nothing at this address", fr: "Il n’y a rien à cette adresse" };
export const UNREACHED: Text = { en: "The server can’t be reached", fr: "Le serveur ne répond pas" };
export const BANNED: Text = { en: "You can’t play here", fr: "Vous ne pouvez pas jouer ici" };
export const TRY_AGAIN: Text = { en: "Try again", fr: "Réessayer" };
export const ONE_MOMENT: Text = { en: "One moment…", fr: "Un instant…" };
export const ACCESS_TITLE: Text = { en: "This room is private", fr: "Cette table est privée" };
export const ACCESS_CODE: Text = { en: "Access code", fr: "Code d’accès" };
export const ACCESS_MISSING: Text = { en: "Type the access code.", fr: "Tapez le code d’accès." };
export const JOIN: Text = { en: "Join", fr: "Rejoindre" };
export const WATCH: Text = { en: "Watch", fr: "Regarder" };
export const RESUME: Text = { en: "Back", fr: "Revenir" };

// French joins "de" and "à" with the article of a name: "du Jeu de Noé".
const ofGame = (game: string) => (game.startsWith("Le ") ? `du ${game.slice(3)}` : `de ${game}`);
const atGame = (game: string) => (game.startsWith("Le ") ? `au ${game.slice(3)}` : `à ${game}`);

// The header
export const SKIP_TO_MAIN: Text = { en: "Skip to the content", fr: "Aller au contenu" };
export const LANGUAGE: Text = { en: "Language", fr: "Langue" };
export const TO_OTHER_LANGUAGE: Text = { en: "Passer en français", fr: "Switch to English" };
export const TO_DARK: Text = { en: "Dark theme", fr: "Thème sombre" };
export const TO_LIGHT: Text = { en: "Light theme", fr: "Thème clair" };
export const THEME: Text = { en: "Theme", fr: "Thème" };
export const LIGHT: Text = { en: "Light", fr: "Clair" };
export const DARK: Text = { en: "Dark", fr: "Sombre" };
export const TAB_GAMES: Text = { en: "Games", fr: "Jeux" };
export const TAB_ROOMS: Text = { en: "Rooms", fr: "Tables" };
export const TAB_ME: Text = { en: "Me", fr: "Moi" };
export const SECTIONS: Text = { en: "Sections", fr: "Rubriques" };

// Coming back
export const BACK_TO_TABLE: Text = { en: "Back to the room", fr: "Revenir à la table" };
export const YOUR_TURN_AT = (room: string): Text => ({
  en: `Your turn at ${room}`,
  fr: `À vous de jouer${NARROW}: ${room}`,
});
export const GAME_AT = (room: string): Text => ({
  en: `Your game goes on at ${room}`,
  fr: `Partie en cours${NARROW}: ${room}`,
});
export const SEAT_AT = (room: string): Text => ({
  en: `Your seat is kept at ${room}`,
  fr: `Votre place vous attend${NARROW}: ${room}`,
});
export const MORE_SEATS = (count: number): Text => ({
  en: `and ${count} more`,
  fr: count === 1 ? "et une autre" : `et ${count} autres`,
});

// The headline
export const TAKE_A_SEAT: Text = { en: "Take a seat,", fr: "Prenez place," };
export const YOUR_NAME: Text = { en: "your name", fr: "votre nom" };
export const NICKNAME: Text = { en: "Your nickname", fr: "Votre pseudonyme" };
export const RENAME = (name: string): Text => ({
  en: `Your nickname is ${name}. Change it`,
  fr: `Votre pseudonyme est ${name}. Le changer`,
});
/** Begins with what is seen there. */
export const NAME_YOURSELF: Text = {
  en: `${YOUR_NAME.en}: choose your nickname`,
  fr: `${YOUR_NAME.fr}\u202f: choisir votre pseudonyme`,
};
export const NICKNAME_MISSING: Text = { en: "Choose a name first.", fr: "Choisissez d’abord un nom." };
export const HELLO: Text = { en: "Take a seat", fr: "Prenez place" };
export const SIT_DOWN: Text = { en: "Sit down", fr: "S’asseoir" };
export const SEAT_NAME_WHY: Text = {
  en: "The others see you under this name.",
  fr: "Les autres vous verront sous ce nom.",
};
export const AS_GUEST: Text = {
  en: "You are playing as a guest. No account needed.",
  fr: "Vous jouez en invité. Pas besoin de compte.",
};
export const AS_USER = (username: string): Text => ({
  en: `Signed in as ${username}`,
  fr: `Connecté sous le nom ${username}`,
});

// A game
export const PLAYERS: Text = { en: "players", fr: "joueurs" };
export const PLAY_BOT: Text = { en: "Play a bot", fr: "Contre un bot" };
export const PLAY_BOT_AT = (game: string): Text => ({
  en: `Play a bot at ${game}`,
  fr: `Contre un bot ${atGame(game)}`,
});
export const INVITE: Text = { en: "Invite", fr: "Inviter" };
export const INVITE_TO = (game: string): Text => ({ en: `Invite to ${game}`, fr: `Inviter ${atGame(game)}` });
export const SAME_SCREEN: Text = { en: "Same screen", fr: "Même écran" };
export const SAME_SCREEN_AT = (game: string): Text => ({
  en: `Same screen, ${game}`,
  fr: `Même écran, ${game}`,
});
export const SET_UP = (game: string): Text => ({
  en: `Set up a room for ${game}`,
  fr: `Régler une table ${ofGame(game)}`,
});

// A code
export const GOT_A_CODE: Text = { en: "Got a code?", fr: `Un code${NARROW}?` };
export const SIX_CHARACTERS: Text = { en: "Six letters and digits", fr: "Six lettres et chiffres" };
export const TABLE_CODE: Text = { en: "Code of a room", fr: "Code d’une table" };
export const A_TABLE_CODE: Text = { en: "A room’s code?", fr: `Un code de table${NARROW}?` };
export const ENTER: Text = { en: "Enter", fr: "Entrer" };

// The list
export const OPEN_ROOMS: Text = { en: "Open rooms", fr: "Tables ouvertes" };
export const COUNT = (rooms: number, isMore: boolean): Text => ({
  en: `${rooms}${isMore ? "+" : ""} live`,
  fr: `${rooms}${isMore ? "+" : ""} en direct`,
});
export const RECENT_FIRST: Text = { en: "recent first", fr: "récentes" };
export const FIND_ROOM: Text = { en: "Find a room by name", fr: "Chercher une table par son nom" };
export const FILTER_GAME: Text = { en: "Game", fr: "Jeu" };
export const ALL_GAMES: Text = { en: "All games", fr: "Jeux" };
export const FILTER_ACCESS: Text = { en: "Access", fr: "Accès" };
export const ALL: Text = { en: "All", fr: "Toutes" };
export const PUBLIC_ONES: Text = { en: "Public", fr: "Publiques" };
export const PRIVATE_ONES: Text = { en: "Private", fr: "Privées" };
export const ANY_SEATS: Text = { en: "Seats", fr: "Places" };
export const SEATS_COUNT = (count: number): Text => ({ en: `${count} seats`, fr: `${count} places` });
export const ACTIVE_LATELY: Text = { en: "Active lately", fr: "Actives récemment" };
export const FRESH = (count: number): Text => ({
  en: `${count} new`,
  fr: count === 1 ? "1 nouvelle" : `${count} nouvelles`,
});
export const NO_ROOMS: Text = { en: "No room is open yet", fr: "Aucune table ouverte pour l’instant" };
export const NO_ROOMS_WHY: Text = {
  en: "Choose a game and invite somebody: your room will stand here for all to see.",
  fr: `Choisissez un jeu et invitez quelqu’un${NARROW}: votre table s’affichera ici, à la vue de tous.`,
};
export const NO_MATCH: Text = { en: "No room matches", fr: "Aucune table ne correspond" };
export const CLEAR_FILTERS: Text = { en: "Show all rooms", fr: "Voir toutes les tables" };
export const MORE_ROOMS: Text = { en: "More rooms", fr: "D’autres tables" };
export const PLAYING: Text = { en: "playing", fr: "en jeu" };
export const FINISHED: Text = { en: "finished", fr: "terminée" };
export const ROOM_LABEL = (row: RoomRow, game: Text): Text => ({
  en:
    `${titleOf(row)}, ${game.en}, ${row.taken} of ${row.capacity} seats, host ${called(row.host)}, ` +
    `${row.is_private ? "private" : "public"}${row.status === "playing" ? ", playing" : ""}`,
  fr:
    `${titleOf(row)}, ${game.fr}, ${row.taken} places sur ${row.capacity}, hôte ${called(row.host)}, ` +
    `${row.is_private ? "privée" : "publique"}${row.status === "playing" ? ", en jeu" : ""}`,
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long ago something was. */
export const AGE = (milliseconds: number): Text => {
  if (milliseconds < MINUTE) return { en: "just now", fr: "à l’instant" };
  if (milliseconds < HOUR) {
    const minutes = Math.floor(milliseconds / MINUTE);
    return { en: `${minutes} min`, fr: `${minutes} min` };
  }
  if (milliseconds < DAY) {
    const hours = Math.floor(milliseconds / HOUR);
    return { en: `${hours} h`, fr: `${hours} h` };
  }
  const days = Math.floor(milliseconds / DAY);
  return { en: days === 1 ? "1 day" : `${days} days`, fr: days === 1 ? "1 jour" : `${days} jours` };
};

// Opening a table
export const NEW_ROOM = (game: string): Text => ({ en: `A room for ${game}`, fr: `Une table ${ofGame(game)}` });
export const NEW_ROOM_WHY: Text = {
  en: "All of it is set already: open the room now, or change what you like.",
  fr: `Tout est déjà réglé${NARROW}: ouvrez la table tout de suite, ou changez ce que vous voulez.`,
};
export const ROOM_NAME: Text = { en: "Name of the room", fr: "Nom de la table" };
export const WHO_CAN_COME: Text = { en: "Who can come", fr: "Qui peut venir" };
export const ANYBODY: Text = { en: "Anybody", fr: "Tout le monde" };
export const WITH_CODE: Text = { en: "With an access code", fr: "Avec un code d’accès" };
export const ANYBODY_WHY: Text = {
  en: "The room is in the list, and one click takes a seat.",
  fr: `La table est dans la liste${NARROW}; un clic suffit pour s’asseoir.`,
};
export const WITH_CODE_WHY: Text = {
  en: "The room is in the list with a lock. Tell the code only to those you want.",
  fr: "La table est dans la liste, avec un cadenas. Ne donnez le code qu’à vos invités.",
};
export const ACCESS_UNSET: Text = {
  en: "Think of an access code, or let anybody come.",
  fr: "Choisissez un code d’accès, ou laissez venir tout le monde.",
};
export const SEATS_WHY: Text = { en: "Yours included.", fr: "La vôtre comprise." };
export const CLOCK_WHY: Text = {
  en: "Time for each turn. Whoever lets it run out twice in a row is out.",
  fr: "Le temps de chaque tour. Le laisser filer deux fois de suite met hors jeu.",
};
export const CLOCK_SHORT = (seconds: number): Text => {
  if (seconds === 0) return { en: "Off", fr: "Sans" };
  const text = seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
  return { en: text, fr: text };
};
export const ONLOOKERS_WHY: Text = {
  en: "Others may watch by the link. They see what everybody sees, and nobody’s hand.",
  fr: "D’autres peuvent regarder par le lien. Ils voient ce que tout le monde voit, mais la main de personne.",
};
export const GAME_OPTIONS: Text = { en: "How it is played", fr: "Comment on joue" };
export const OPEN_TABLE: Text = { en: "Open the room", fr: "Ouvrir la table" };

// One screen
export const NEW_LOCAL = (game: string): Text => ({ en: `${game}, on this screen`, fr: `${game}, sur cet écran` });
export const NEW_LOCAL_WHY = (isOpen: boolean): Text =>
  isOpen
    ? { en: "You pass the device round, each in turn.", fr: "L’appareil passe de main en main, à chacun son tour." }
    : {
        en: "You pass the device round. What each one holds stays covered until they take it.",
        fr: "L’appareil passe de main en main. Le jeu de chacun reste caché jusqu’à ce qu’il le prenne.",
      };
export const SAME_NAME = (name: string): Text => ({
  en: `Two players are called ${name}. Give one of them another name.`,
  fr: `Deux joueurs s’appellent ${name}. Donnez un autre nom à l’un des deux.`,
});
export const HOW_MANY: Text = { en: "How many are you?", fr: `Combien êtes-vous${NARROW}?` };
export const WHO_PLAYS: Text = { en: "Who plays", fr: "Qui joue" };
export const PLAYER = (number: number): Text => ({ en: `Player ${number}`, fr: `Joueur ${number}` });
export const NAME_OF = (number: number): Text => ({
  en: `Name of player ${number}`,
  fr: `Nom du joueur ${number}`,
});
export const COLOUR_OF = (name: string): Text => ({ en: `Colour of ${name}`, fr: `Couleur de ${name}` });
export const TAKEN_BY = (colour: Text, name: string): Text => ({
  en: `${colour.en}, now ${name}’s: change places`,
  fr: `${colour.fr}, à ${name}${NARROW}: échanger`,
});
export const START_PLAYING: Text = { en: "Play", fr: "Jouer" };

// Oneself
export const ACCOUNT: Text = { en: "Account", fr: "Compte" };
export const ACCOUNT_WHY: Text = {
  en: "You need none to play. With one, your seats and your past games follow you to every device.",
  fr: "Pas besoin de compte pour jouer. Avec un compte, vos places et vos parties vous suivent partout.",
};
export const SIGN_IN: Text = { en: "Sign in", fr: "Se connecter" };
export const SIGN_UP: Text = { en: "Make an account", fr: "Créer un compte" };
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
export const SHOW_PASSWORD: Text = { en: "Show the password", fr: "Montrer le mot de passe" };
export const CLAIM: Text = { en: "Bring my games along", fr: "Emporter mes parties" };
export const CLAIM_WHY: Text = {
  en: "What you played here as a guest, and the seats you hold, go over to the account.",
  fr: "Ce que vous avez joué ici en invité et les places que vous tenez passent au compte.",
};
export const SIGN_UP_WHY: Text = {
  en: "What you played here as a guest belongs to the account at once.",
  fr: "Ce que vous avez joué ici en invité passe aussitôt au compte.",
};
export const SIGN_OUT_WHY: Text = {
  en: "Your seats stay with the account; here you go on as a new guest.",
  fr: `Vos places restent au compte${NARROW}; ici, vous repartez en invité.`,
};
export const MY_TABLES: Text = { en: "Your rooms", fr: "Vos tables" };
export const NO_TABLES: Text = { en: "You have no seat anywhere just now.", fr: "Vous n’avez de place nulle part." };
export const HISTORY: Text = { en: "Past games", fr: "Parties passées" };
export const NO_HISTORY: Text = {
  en: "Games that you finish are kept here, every move of them.",
  fr: "Les parties que vous terminez sont gardées ici, coup par coup.",
};
export const OLDER: Text = { en: "Older games", fr: "Parties plus anciennes" };
export const WON_BY = (names: string): Text => ({ en: `won by ${names}`, fr: `gagnée par ${names}` });
export const DRAWN: Text = { en: "a draw", fr: "égalité" };

// Rules
export const RULES_OF = (game: string): Text => ({ en: `Rules of ${game}`, fr: `Règles ${ofGame(game)}` });

// A record
export const RECORD_OF = (game: string): Text => ({ en: `A game of ${game}`, fr: `Une partie ${ofGame(game)}` });
export const SEATS_AND_SCORES: Text = { en: "Seats", fr: "Places" };
export const WINNER: Text = { en: "winner", fr: "gagne" };
export const STARTED: Text = { en: "began", fr: "commence" };
export const STEPS: Text = { en: "Move by move", fr: "Coup par coup" };
