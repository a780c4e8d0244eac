"""Refusals of the server itself."""

from typing import Final

from tablee.kernel.refusals import Refusal, refusal

NO_SUCH_ROOM: Final = refusal(
    "room_closed", "No such table: it may have closed.", "Cette table n’existe pas ; elle est peut-être fermée."
)
NOT_SIGNED_IN: Final = refusal(
    "not_signed_in", "Sign in to open or join tables here.", "Connectez-vous pour créer ou rejoindre des tables ici."
)
NO_SESSION: Final = refusal("not_signed_in", "Pick a nickname first.", "Choisissez d’abord un pseudo.")
WRONG_TOKEN: Final = refusal(
    "not_signed_in",
    "This token isn’t valid here: its bot may have been deleted.",
    "Ce jeton n’est pas valable ici : son bot a peut-être été supprimé.",
)
NOT_FOR_BOTS: Final = refusal(
    "not_for_bots", "Bots can’t do this: ask their owner.", "Un bot ne peut pas le faire : demandez à qui l’a créé."
)
BOTS_NEED_ACCOUNT: Final = refusal(
    "not_signed_in", "Create an account first: a bot belongs to one.", "Créez d’abord un compte : un bot en dépend."
)
TOO_MANY_BOTS: Final = refusal(
    "rate_limited",
    "You have five bots already: delete one first.",
    "Vous avez déjà cinq bots : supprimez-en un d’abord.",
)
NO_SUCH_BOT: Final = refusal("room_closed", "You have no such bot.", "Vous n’avez pas ce bot.")
NOT_IN_A_ROOM: Final = refusal("not_in_room", "Join a table first.", "Rejoignez d’abord une table.")
NO_ONLOOKERS: Final = refusal(
    "not_in_room",
    "You’re not at this table, and it’s closed to spectators.",
    "Vous n’êtes pas à cette table, et elle n’admet pas de spectateurs.",
)
TOO_MANY_ROOMS: Final = refusal(
    "rate_limited",
    "You have too many tables waiting: leave one first.",
    "Vous avez trop de tables qui attendent : quittez-en une d’abord.",
)
TOO_MANY_TABLES: Final = refusal(
    "rate_limited",
    "You have a seat at too many tables: leave one first.",
    "Vous avez une place à trop de tables : quittez-en une d’abord.",
)
FAULT: Final = refusal(
    "unavailable",
    "Something went wrong on our side and was logged. Try again in a moment.",
    "Une erreur est survenue chez nous ; elle est enregistrée. Réessayez dans un instant.",
)
NO_SUCH_DAY: Final = refusal(
    "bad_message", "That’s no date: write it as 2026-11-18.", "Ce n’est pas une date : écrivez-la 2026-11-18."
)
NO_PUZZLE_THEN: Final = refusal(
    "bad_options",
    "That day has no puzzle: they begin on 5 January 2026 and end today.",
    "Ce jour n’a pas d’énigme : il y en a du 5 janvier 2026 à aujourd’hui.",
)
UNKNOWN_GAME: Final = refusal("bad_options", "There is no such game here.", "Ce jeu n’existe pas ici.")
USERNAME_TAKEN: Final = refusal("bad_message", "That username is taken.", "Ce nom d’utilisateur est déjà pris.")
HAS_ACCOUNT: Final = refusal("bad_message", "This session has an account already.", "Cette session a déjà un compte.")
NO_ACCOUNT: Final = refusal("bad_message", "You have no account here.", "Vous n’avez pas de compte ici.")
DEAD_RESET: Final = refusal(
    "wrong_code",
    "This link no longer works. Ask the server’s host for a new one.",
    "Ce lien ne fonctionne plus. Demandez-en un autre à qui gère ce serveur.",
)
NO_SUCH_GAME: Final = refusal("room_closed", "There is no such finished game.", "Cette partie terminée n’existe pas.")
STILL_PLAYED: Final = refusal(
    "game_in_progress",
    "This game is still being played: you can watch its replay when it’s over.",
    "Cette partie est encore en cours : vous pourrez la revoir quand elle sera finie.",
)
NOT_READABLE: Final = refusal(
    "room_closed",
    "This game can’t be shown on its board: its rules have changed too much since.",
    "Cette partie ne peut plus être montrée sur son plateau : ses règles ont trop changé depuis.",
)
GAME_MISSING: Final = refusal(
    "room_closed",
    "This game can’t be shown on its board: this server doesn’t have its rules.",
    "Cette partie ne peut pas être montrée sur son plateau : ce serveur n’a pas ses règles.",
)
RULES_TOO_NEW: Final = refusal(
    "room_closed",
    "This game can’t be shown on its board: its rules are newer than those of this server.",
    "Cette partie ne peut pas être montrée sur son plateau : ses règles sont plus récentes que celles de ce serveur.",
)
NO_ANALYSES: Final = refusal(
    "bad_message", "Games aren’t analysed on this server.", "Les parties ne sont pas analysées sur ce serveur."
)
NOT_ANALYSED: Final = refusal(
    "room_closed", "This decision hasn’t been analysed.", "Cette décision n’a pas été analysée."
)
OVER_THERE: Final = refusal(
    "game_over",
    "The game is over there: choose an earlier move.",
    "La partie y est finie : choisissez un coup plus tôt.",
)
OUT_THERE: Final = refusal("game_over", "That player is out of the game there.", "Ce joueur y est déjà hors jeu.")
OTHER_GAME: Final = refusal(
    "bad_options", "The finished game is of another kind.", "La partie terminée est d’un autre jeu."
)
NOT_YOURS: Final = refusal(
    "not_in_room",
    "Only its players can watch a private table’s game.",
    "Seuls ses joueurs peuvent revoir la partie d’une table privée.",
)
WRONG_ORIGIN: Final = refusal(
    "bad_message", "This request comes from another site.", "Cette requête vient d’un autre site."
)


def wrong_host(name: str) -> Refusal:
    return refusal(
        "bad_message",
        f"This server does not answer to “{name[:80]}”. Its host can add the name to the setting hosts (TABLEE_HOSTS).",
        f"Ce serveur ne répond pas au nom « {name[:80]} ». Son administrateur peut ajouter ce nom au réglage hosts "
        "(TABLEE_HOSTS).",
    )


def wrong_password(wait: int) -> Refusal:
    """The same for unknown usernames. With a wait where many have guessed at the username."""
    en, fr = "Wrong username or password", "Nom d’utilisateur ou mot de passe incorrect"
    if not wait:
        return refusal("wrong_code", f"{en}.", f"{fr}.")
    return refusal(
        "wrong_code",
        f"{en}: wait {wait} seconds before the next attempt.",
        f"{fr} : attendez {wait} secondes avant de réessayer.",
        wait=wait,
    )


def too_many_attempts(wait: int) -> Refusal:
    return refusal(
        "too_many_attempts",
        f"Too many attempts: try again in {wait} s.",
        f"Trop de tentatives : réessayez dans {wait} s.",
        wait=wait,
    )


def rate_limited(wait: int) -> Refusal:
    return refusal(
        "rate_limited", f"Too fast: try again in {wait} s.", f"Trop vite : réessayez dans {wait} s.", wait=wait
    )


def bad_message(why: str) -> Refusal:
    return refusal("bad_message", f"Can’t read this message: {why}.", f"Message illisible : {why}.")
