/** Words of the waiting room. */
import type { StartPolicy, Text } from "../protocol";

export const READY: Text = { en: "Ready", fr: "Prêt" };
export const NOT_READY: Text = { en: "Not ready yet", fr: "Pas encore prêt" };
export const SEATED: Text = { en: "Seated", fr: "À table" };
export const KEPT: Text = { en: "Away, seat kept 60 s", fr: "Place gardée 60 s" };
export const HOST: Text = { en: "host", fr: "hôte" };
export const FREE: Text = { en: "Free seat", fr: "Place libre" };
export const INVITE: Text = { en: "Invite", fr: "Inviter" };
export const INVITE_SOMEONE: Text = { en: "Invite someone", fr: "Inviter quelqu’un" };
export const ADD_BOT: Text = { en: "Add a bot", fr: "Ajouter un bot" };
export const BOT_LEVEL: Text = { en: "Strength of the bot", fr: "Force du bot" };
export const REMOVE_BOT = (name: string): Text => ({ en: `Take ${name} away`, fr: `Retirer ${name}` });
export const EXPEL = (name: string): Text => ({ en: `Send ${name} away`, fr: `Écarter ${name}` });
export const EXPEL_TITLE = (name: string): Text => ({ en: `Send ${name} away?`, fr: `Écarter ${name} ?` });
export const EXPEL_WHY: Text = {
  en: "Whoever is sent away can’t come back to this room.",
  fr: "Une personne écartée ne peut plus revenir à cette table.",
};
export const I_AM_READY: Text = { en: "I am ready", fr: "C’est bon pour moi" };
export const NOT_AFTER_ALL: Text = { en: "Not ready after all", fr: "Finalement, attendez-moi" };
export const START: Text = { en: "Start the game", fr: "Lancer la partie" };
export const LEAVE_TABLE: Text = { en: "Leave", fr: "Quitter" };
export const COLOUR: Text = { en: "Your colour", fr: "Votre couleur" };
export const COLOUR_FREE: Text = { en: "free", fr: "libre" };
export const TAKEN_BY = (colour: Text, name: string): Text => ({
  en: `${colour.en}, taken by ${name}`,
  fr: `${colour.fr}, déjà à ${name}`,
});
export const CODE: Text = { en: "Code of the room", fr: "Code de la table" };
export const SCAN: Text = {
  en: "Scan, or type the code on the first screen.",
  fr: "Scannez, ou tapez le code à l’accueil.",
};
export const NEEDS_CODE: Text = {
  en: "The room is private: your guest also needs its access code.",
  fr: "La table est privée : il faut aussi donner le code d’accès à votre invité.",
};
export const COPY: Text = { en: "Copy", fr: "Copier" };
export const SHARE: Text = { en: "Share", fr: "Partager" };
export const QR: Text = { en: "QR code of the link", fr: "Code QR du lien" };
export const NO_QR: Text = {
  en: "No QR code just now: use the link instead.",
  fr: "Pas de code QR pour l’instant : utilisez le lien.",
};
export const SETTINGS: Text = { en: "Settings", fr: "Réglages" };
export const CLEARS: Text = { en: "A change clears every “ready”", fr: "Changer efface les « prêt »" };
export const OTHER_DEVICE: Text = { en: "Changing device?", fr: "Changer d’appareil ?" };
export const SEAT_LINK: Text = { en: "Secret link to my seat", fr: "Lien secret de ma place" };
export const SEAT_LINK_WHY: Text = {
  en: "Whoever opens this link sits in your place. It works once: do not share it.",
  fr: "Ce lien donne votre place à qui l’ouvre. Il ne sert qu’une fois : ne le partagez pas.",
};
export const SEATS_LIST: Text = { en: "Seats", fr: "Places" };

/** What is missing: `free` seats until the table is full, `missing` ones until the host may start. */
export const HEADLINE = (
  free: number,
  missing: number,
  policy: StartPolicy,
  unready: number,
  isHost: boolean,
): Text => {
  if (policy !== "host" && free > 0)
    return free === 1
      ? { en: "One seat left", fr: "Encore une place" }
      : { en: `${free} seats left`, fr: `Encore ${free} places` };
  if (policy === "host") {
    if (missing === 1) return { en: "One more player needed", fr: "Il manque quelqu’un" };
    if (missing > 1) return { en: `${missing} more players needed`, fr: `Il manque ${missing} personnes` };
    if (isHost) return { en: "You start when you like", fr: "Vous lancez quand vous voulez" };
    return { en: "The host will start", fr: "L’hôte va lancer la partie" };
  }
  if (policy === "ready" && unready > 0)
    return unready === 1
      ? { en: "One player is not ready yet", fr: "Une personne n’est pas encore prête" }
      : { en: `${unready} players are not ready yet`, fr: `${unready} personnes ne sont pas encore prêtes` };
  return { en: "It is about to begin", fr: "Ça va commencer" };
};

export const POLICY_SENTENCE = (policy: StartPolicy, capacity: number): Text =>
  ({
    full: {
      en: `The game begins by itself when ${capacity === 2 ? "both" : `all ${capacity}`} seats are taken.`,
      fr: `La partie commence d’elle-même quand les ${capacity} places sont prises.`,
    },
    host: {
      en: "The host starts the game, with at least two seats taken.",
      fr: "L’hôte lance la partie, à deux au moins.",
    },
    ready: {
      en: `The game begins when ${capacity === 2 ? "both" : `all ${capacity}`} seats are taken and everybody is ready.`,
      fr: `La partie commence quand les ${capacity} places sont prises et que tout le monde est prêt.`,
    },
  })[policy];
