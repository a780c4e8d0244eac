"""What the server itself refuses, in words."""

from typing import Final

from tablee.kernel.refusals import Refusal
from tablee.kernel.words import Text

NO_SUCH_ROOM: Final = Refusal(
    "room_closed",
    Text("There is no such room; it may have closed.", "Cette table n’existe pas ; elle est peut-être fermée."),
)
NOT_SIGNED_IN: Final = Refusal(
    "not_signed_in",
    Text("Sign in to create or join rooms here.", "Connectez-vous pour créer ou rejoindre des tables ici."),
)
NO_SESSION: Final = Refusal(
    "not_signed_in",
    Text("Pick a nickname first.", "Choisissez d’abord un pseudonyme."),
)
NOT_IN_A_ROOM: Final = Refusal("not_in_room", Text("Enter a room first.", "Entrez d’abord à une table."))
NO_ONLOOKERS: Final = Refusal(
    "not_in_room",
    Text(
        "You have no seat in this room, and it can't be watched.",
        "Vous n’avez pas de place à cette table, et on ne peut pas la regarder.",
    ),
)
TOO_MANY_ROOMS: Final = Refusal(
    "rate_limited",
    Text(
        "You have too many waiting rooms open: close one first.",
        "Vous avez trop de tables qui attendent : fermez-en une d’abord.",
    ),
)
TOO_MANY_TABLES: Final = Refusal(
    "rate_limited",
    Text(
        "You have a seat at too many tables: leave one first.",
        "Vous avez une place à trop de tables : quittez-en une d’abord.",
    ),
)
BOT_PLAYS_OTHER_SEATS: Final = Refusal(
    "bad_options",
    Text(
        "A bot at this table does not play with that many seats: take its seat away first.",
        "Un robot de cette table ne joue pas avec ce nombre de places : retirez-le d’abord.",
    ),
)
NO_BOTS: Final = Refusal("bad_options", Text("This server offers no such bot.", "Ce serveur ne propose pas ce robot."))
BAD_NAME: Final = Refusal(
    "bad_message",
    Text("A name has 1 to 24 visible characters.", "Un nom compte de 1 à 24 caractères visibles."),
)
BAD_ROOM_NAME: Final = Refusal(
    "bad_message",
    Text("A room's name has 1 to 48 visible characters.", "Le nom d’une table compte de 1 à 48 caractères visibles."),
)
FAULT: Final = Refusal(
    "unavailable",
    Text(
        "Something went wrong here, and it has been noted. Try again in a moment.",
        "Une erreur s’est produite ici, et elle a été notée. Réessayez dans un instant.",
    ),
)
UNKNOWN_GAME: Final = Refusal("bad_options", Text("There is no such game here.", "Ce jeu n’existe pas ici."))
USERNAME_TAKEN: Final = Refusal(
    "bad_message", Text("Somebody has that username already.", "Ce nom d’utilisateur est déjà pris.")
)
HAS_ACCOUNT: Final = Refusal(
    "bad_message", Text("This session has an account already.", "Cette session a déjà un compte.")
)
NO_ACCOUNT: Final = Refusal("bad_message", Text("You have no account here.", "Vous n’avez pas de compte ici."))
DEAD_RESET: Final = Refusal(
    "wrong_code",
    Text(
        "This link doesn’t work any more. Ask whoever runs this server for a new one.",
        "Ce lien ne fonctionne plus. Demandez-en un autre à qui gère ce serveur.",
    ),
)
NO_SUCH_GAME: Final = Refusal(
    "room_closed", Text("There is no such finished game.", "Cette partie terminée n’existe pas.")
)
STILL_PLAYED: Final = Refusal(
    "game_in_progress",
    Text(
        "This game is still being played: you can watch its replay when it’s over.",
        "Cette partie est encore en cours : vous pourrez la revoir quand elle sera finie.",
    ),
)
NOT_YOURS: Final = Refusal(
    "not_in_room",
    Text(
        "Only those who played it can see this game of a private room.",
        "Seuls ceux qui l’ont jouée peuvent voir cette partie d’une table privée.",
    ),
)
WRONG_ORIGIN: Final = Refusal(
    "bad_message", Text("This request comes from another site.", "Cette requête vient d’un autre site.")
)


def wrong_host(name: str) -> Refusal:
    """Asked for under a name that may be anybody's."""
    return Refusal(
        "bad_message",
        Text(
            f"This server does not answer to “{name[:80]}”. Whoever runs it can add the name to the setting hosts "
            "(TABLEE_HOSTS).",
            f"Ce serveur ne répond pas au nom « {name[:80]} ». Son administrateur peut ajouter ce nom au réglage hosts "
            "(TABLEE_HOSTS).",
        ),
    )


def wrong_password(wait: int) -> Refusal:
    """Also for a username that nobody has. A wait is told where many have guessed at that username."""
    en, fr = "Username or password is wrong", "Le nom d’utilisateur ou le mot de passe est faux"
    if not wait:
        return Refusal("wrong_code", Text(f"{en}.", f"{fr}."))
    return Refusal(
        "wrong_code",
        Text(
            f"{en}: wait {wait} seconds before the next attempt.",
            f"{fr} : attendez {wait} secondes avant de réessayer.",
        ),
        wait=wait,
    )


def too_many_attempts(wait: int) -> Refusal:
    """Attempts are limited, and the wait is told."""
    return Refusal(
        "too_many_attempts",
        Text(
            f"Too many attempts: wait {wait} seconds before the next.",
            f"Trop de tentatives : attendez {wait} secondes avant la prochaine.",
        ),
        wait=wait,
    )


def rate_limited(wait: int) -> Refusal:
    """Too fast."""
    return Refusal(
        "rate_limited",
        Text(
            f"That is too fast: wait {wait} seconds, then go on.",
            f"C’est trop rapide : attendez {wait} secondes, puis continuez.",
        ),
        wait=wait,
    )


def bad_message(why: str) -> Refusal:
    """A message that can't be read."""
    return Refusal("bad_message", Text(f"The message can't be read: {why}.", f"Message illisible : {why}."))
