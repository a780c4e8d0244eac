/** Words of the waiting room. */
import type { StartPolicy, Text } from "../protocol";
import { de, plural } from "./say";

export const READY: Text = { en: "Ready", fr: "Prêt" };
export const NOT_READY: Text = { en: "Not ready yet", fr: "Pas encore prêt" };
export const NOT_YET: Text = { en: "Not yet", fr: "Pas encore" };
export const SEATED: Text = { en: "Seated", fr: "À table" };
export const KEPT: Text = { en: "Away, seat kept for 60 s", fr: "Hors ligne, place gardée 60 s" };
export const AWAY: Text = { en: "Away", fr: "Absent" };
export const HOST: Text = { en: "host", fr: "hôte" };
export const FREE: Text = { en: "Free seat", fr: "Place libre" };
export const FREE_SHORT: Text = { en: "Free", fr: "Libre" };
export const INVITE: Text = { en: "Invite", fr: "Inviter" };
export const INVITE_SOMEONE: Text = { en: "Invite someone", fr: "Inviter quelqu’un" };
export const ADD_BOT: Text = { en: "Add a bot", fr: "Ajouter un bot" };
export const BOT: Text = { en: "Bot", fr: "Bot" };
export const BOT_LEVEL: Text = { en: "Bot level", fr: "Niveau du bot" };
export const REMOVE_BOT = (name: string): Text => ({ en: `Remove ${name}`, fr: `Retirer ${name}` });
export const EXPEL = (name: string): Text => ({ en: `Remove ${name}`, fr: `Exclure ${name}` });
export const RENAME_SEAT = (name: string): Text => ({ en: `Rename ${name}`, fr: `Renommer ${name}` });
export const NEW_NAME: Text = { en: "New name", fr: "Nouveau nom" };
export const RENAME: Text = { en: "Rename", fr: "Renommer" };
export const EXPEL_TITLE = (name: string): Text => ({ en: `Remove ${name}?`, fr: `Exclure ${name} ?` });
export const EXPEL_WHY: Text = {
  en: "They won’t be able to come back to this table.",
  fr: "Cette personne ne pourra plus revenir à cette table.",
};
export const I_AM_READY: Text = { en: "I’m ready", fr: "C’est bon pour moi" };
export const NOT_AFTER_ALL: Text = { en: "Wait for me", fr: "Attendez-moi" };
export const START: Text = { en: "Start the game", fr: "Lancer la partie" };
export const LEAVE_TABLE: Text = { en: "Leave", fr: "Quitter" };
export const COLOUR: Text = { en: "Your colour", fr: "Votre couleur" };
export const COLOUR_FREE: Text = { en: "free", fr: "libre" };
export const TAKEN_BY = (colour: Text, name: string): Text => ({
  en: `${colour.en}, taken by ${name}`,
  fr: `${colour.fr}, déjà à ${name}`,
});
export const CODE: Text = { en: "Table code", fr: "Code de la table" };
export const SCAN: Text = {
  en: "Scan this, or enter the code on the home screen.",
  fr: "Scannez, ou tapez le code à l’accueil.",
};
export const SCAN_ONLY: Text = {
  en: "Scan this, or send the link.",
  fr: "Scannez, ou envoyez le lien.",
};
/** Free seats that only the invitation opens. */
export const HELD = (seats: number): Text =>
  plural(seats, {
    en: ["The seat is kept for the person with this link.", "{n} seats are kept for people with this link."],
    fr: ["La place est gardée pour qui a ce lien.", "{n} places sont gardées pour qui a ce lien."],
  });
export const HELD_BY_HOST = (host: string): Text => ({
  en: `The free seats are kept for people ${host} invites.`,
  fr: `Les places libres sont gardées pour les invités ${de(host)}.`,
});
export const CODE_TOO: Text = { en: "Let people in by code too", fr: "Laisser entrer avec le code" };
export const NEW_LINK: Text = { en: "New invitation link", fr: "Nouveau lien d’invitation" };
export const ACCESS_CODE_IS: Text = { en: "Access code:", fr: "Code d’accès :" };
export const ASK_FOR_CODE = (host: string): Text => ({
  en: `Guests also need the access code: ask ${host}.`,
  fr: `Il faut aussi le code d’accès : demandez-le à ${host}.`,
});
export const NEEDS_CODE: Text = {
  en: "Guests also need the access code.",
  fr: "Donnez aussi le code d’accès.",
};
export const COPY: Text = { en: "Copy", fr: "Copier" };
export const SHARE: Text = { en: "Share", fr: "Partager" };
export const QR: Text = { en: "QR code of the link", fr: "Code QR du lien" };
export const NO_QR: Text = {
  en: "No QR code just now: use the link instead.",
  fr: "Pas de code QR pour l’instant : utilisez le lien.",
};
export const SETTINGS: Text = { en: "Settings", fr: "Réglages" };
export const CLEARS: Text = { en: "Any change resets who’s ready", fr: "Tout changement annule les « Prêt »" };
export const OTHER_DEVICE: Text = { en: "Switching devices?", fr: "Changer d’appareil ?" };
export const SEAT_LINK: Text = { en: "Secret link to my seat", fr: "Lien secret de ma place" };
export const SEAT_LINK_WHY: Text = {
  en: "Anyone who opens this link takes your seat. It works once: don’t share it.",
  fr: "Ce lien donne votre place à qui l’ouvre. Il ne sert qu’une fois : ne le partagez pas.",
};
export const SEATS_LIST: Text = { en: "Players", fr: "Joueurs" };

/** What is missing: `free` seats until the table is full, `missing` ones until the host may start. */
export const HEADLINE = (
  free: number,
  missing: number,
  policy: StartPolicy,
  unready: number,
  isHost: boolean,
): Text => {
  if (policy !== "host" && free > 0)
    return plural(free, { en: ["One seat left", "{n} seats left"], fr: ["Encore une place", "Encore {n} places"] });
  if (policy === "host") {
    if (missing > 0)
      return plural(missing, {
        en: ["One more player needed", "{n} more players needed"],
        fr: ["Il manque quelqu’un", "Il manque {n} personnes"],
      });
    if (isHost) return { en: "Start whenever you like", fr: "Lancez quand vous voulez" };
    return { en: "Waiting for the host to start", fr: "On attend que l’hôte lance la partie" };
  }
  if (policy === "ready" && unready > 0)
    return plural(unready, {
      en: ["One player isn’t ready yet", "{n} players aren’t ready yet"],
      fr: ["Une personne n’est pas encore prête", "{n} personnes ne sont pas encore prêtes"],
    });
  return { en: "About to start…", fr: "Ça commence…" };
};

export const POLICY_SENTENCE = (policy: StartPolicy, capacity: number): Text =>
  ({
    full: {
      en: `The game starts as soon as ${capacity === 2 ? "both" : `all ${capacity}`} seats are taken.`,
      fr: `La partie commence dès que les ${capacity} places sont prises.`,
    },
    host: {
      en: "The host starts the game, with two players or more.",
      fr: "L’hôte lance la partie, à deux au moins.",
    },
    ready: {
      en: `The game starts when ${capacity === 2 ? "both" : `all ${capacity}`} seats are taken and everyone’s ready.`,
      fr: `La partie commence quand les ${capacity} places sont prises et que tout le monde est prêt.`,
    },
  })[policy];
