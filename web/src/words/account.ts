/** Words for accounts, passwords and personal data. */
import type { Text } from "../protocol";

// The password
export const CHANGE_PASSWORD: Text = { en: "Change password", fr: "Changer de mot de passe" };
export const CURRENT_PASSWORD: Text = { en: "Current password", fr: "Mot de passe actuel" };
export const NEW_PASSWORD: Text = { en: "New password", fr: "Nouveau mot de passe" };
export const CHANGE_PASSWORD_WHY: Text = {
  en: "This signs you out on all other devices.",
  fr: "Cela vous déconnecte sur tous vos autres appareils.",
};
export const PASSWORD_CHANGED: Text = {
  en: "Password changed. Your other devices are signed out.",
  fr: "Mot de passe changé. Vos autres appareils sont déconnectés.",
};
export const SIGN_OUT_EVERYWHERE: Text = { en: "Sign out everywhere", fr: "Se déconnecter partout" };

// The reset link
export const RESET_TITLE: Text = { en: "Choose a new password", fr: "Choisissez un nouveau mot de passe" };
export const RESET_WHY: Text = {
  en: "The link works once. You’ll be signed in here, and signed out everywhere else.",
  fr: "Ce lien sert une seule fois. Vous serez connecté ici, et déconnecté partout ailleurs.",
};
export const SET_PASSWORD: Text = { en: "Set password", fr: "Enregistrer" };
export const RESET_MISSING: Text = { en: "This link is incomplete", fr: "Ce lien est incomplet" };
export const RESET_MISSING_WHY: Text = {
  en: "Open it again from the message you got, or ask for a new one.",
  fr: "Rouvrez-le depuis le message reçu, ou demandez-en un autre.",
};

// What is kept of oneself
export const MY_DATA: Text = { en: "Your data", fr: "Vos données" };
export const MY_DATA_WHY: Text = {
  en: "Your name, your account, your games and your lessons are kept on this server.",
  fr: "Votre nom, votre compte, vos parties et vos leçons sont gardés sur ce serveur.",
};
export const DOWNLOAD_MY_DATA: Text = { en: "Download my data", fr: "Télécharger mes données" };
export const DELETE_ME: Text = { en: "Delete me", fr: "Me supprimer" };
export const DELETE_ME_TITLE: Text = { en: "Delete everything about you?", fr: "Tout supprimer de vous ?" };
export const DELETE_ME_WHY: Text = {
  en:
    "Your name disappears everywhere, and you leave every table: a running game is forfeited. " +
    "Past games stay readable, as played by Someone. This can’t be undone.",
  fr:
    "Votre nom disparaît partout, et vous quittez toutes les tables : une partie en cours est perdue. " +
    "Les parties passées restent lisibles, jouées par Quelqu’un. C’est définitif.",
};
export const DELETE_ACCOUNT_WHY: Text = {
  en: "Your account goes too: you can’t sign in any more.",
  fr: "Votre compte disparaît aussi ; vous ne pourrez plus vous connecter.",
};
export const KEEP_ME: Text = { en: "Keep everything", fr: "Tout garder" };
export const DELETE_FOR_GOOD: Text = { en: "Delete for good", fr: "Supprimer pour de bon" };

// Bot accounts
export const MY_BOTS: Text = { en: "Your bots", fr: "Vos bots" };
export const MY_BOTS_WHY: Text = {
  en: "A program of yours can play here under its own name. It’s marked as a bot everywhere.",
  fr: "Un programme à vous peut jouer ici sous son propre nom. Il est signalé partout comme bot.",
};
export const MY_BOTS_NEED_ACCOUNT: Text = {
  en: "Create an account to add one.",
  fr: "Créez un compte pour en ajouter un.",
};
export const BOT_NAME: Text = { en: "Bot name", fr: "Nom du bot" };
export const ADD_MY_BOT: Text = { en: "Add", fr: "Ajouter" };
export const TOKEN_OF = (name: string): Text => ({ en: `Token for ${name}`, fr: `Jeton de ${name}` });
export const TOKEN_WHY: Text = {
  en: "Copy it now: it isn’t shown again. Anyone who has it can play as this bot.",
  fr: "Copiez-le maintenant : il ne s’affichera plus. Qui l’a joue à la place de ce bot.",
};
export const COPY: Text = { en: "Copy", fr: "Copier" };
export const COPIED: Text = { en: "Copied", fr: "Copié" };
export const TOKEN_KEPT: Text = { en: "I’ve saved it", fr: "C’est noté" };
export const DELETE_BOT = (name: string): Text => ({ en: `Delete ${name}`, fr: `Supprimer ${name}` });
export const DELETE_BOT_TITLE = (name: string): Text => ({ en: `Delete ${name}?`, fr: `Supprimer ${name} ?` });
export const DELETE_BOT_WHY: Text = {
  en: "It leaves its tables, and its token stops working.",
  fr: "Il quitte ses tables, et son jeton ne marche plus.",
};
export const KEEP_BOT: Text = { en: "Keep it", fr: "Le garder" };
