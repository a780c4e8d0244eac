"""What a room refuses, in words."""

from typing import Final

from tablee.kernel.refusals import Code, Refusal
from tablee.kernel.words import Text


def _refusal(code: Code, en: str, fr: str) -> Refusal:
    return Refusal(code, Text(en, fr))


ROOM_FULL: Final = _refusal(
    "room_full", "Every seat of this room is taken.", "Toutes les places de cette table sont prises."
)
WRONG_CODE: Final = _refusal(
    "wrong_code", "That is not the access code of this room.", "Ce n’est pas le code d’accès de cette table."
)
ALREADY_SEATED: Final = _refusal(
    "already_seated", "You have a seat in this room already.", "Vous avez déjà une place à cette table."
)
EXPELLED: Final = _refusal(
    "expelled",
    "The host has sent you out of this room; you can't come back to it.",
    "L’hôte vous a exclu de cette table ; vous ne pouvez pas y revenir.",
)
NOT_HOST: Final = _refusal(
    "not_host", "Only the host of the room can do that.", "Seul l’hôte de la table peut le faire."
)
NOT_ENOUGH_PLAYERS: Final = _refusal(
    "not_enough_players",
    "A game needs at least two seats taken.",
    "Il faut au moins deux places prises pour jouer.",
)
SOMEONE_AWAY: Final = _refusal(
    "not_enough_players",
    "Somebody is disconnected: the game can start when everyone is there.",
    "Quelqu’un est déconnecté : la partie commencera quand tout le monde sera là.",
)
STARTS_BY_ITSELF: Final = _refusal(
    "not_enough_players",
    "This room starts by itself: when every seat is taken and, where that was chosen, everyone is ready.",
    "Cette table démarre d’elle-même : quand toutes les places sont prises et, si c’est demandé, tout le monde prêt.",
)
ROOM_CLOSED: Final = _refusal("room_closed", "This room is closed.", "Cette table est fermée.")
COLOUR_TAKEN: Final = _refusal("colour_taken", "Somebody else has that colour.", "Quelqu’un d’autre a cette couleur.")
NOT_IN_ROOM: Final = _refusal(
    "not_in_room", "You have no seat in this room.", "Vous n’avez pas de place à cette table."
)
GAME_IN_PROGRESS: Final = _refusal(
    "game_in_progress",
    "That can only be done in the waiting room; a game is being played.",
    "C’est possible seulement avant la partie ; une partie est en cours.",
)
NO_GAME: Final = _refusal("game_over", "No game is being played here now.", "Aucune partie n’est en cours ici.")
STALE: Final = _refusal(
    "stale",
    "The game has moved on since: look at it as it is now, then choose again.",
    "La partie a avancé entre-temps : regardez-la telle qu’elle est, puis choisissez de nouveau.",
)
TAKEN_OVER: Final = _refusal(
    "stale",
    "A newer connection holds this seat; this one is no longer heeded.",
    "Une connexion plus récente tient cette place ; celle-ci n’est plus écoutée.",
)
SEATS_MOVED: Final = _refusal(
    "stale",
    "The seats have changed since: look who sits there now, then choose again.",
    "Les places ont changé entre-temps : regardez qui est assis là, puis choisissez de nouveau.",
)
WHICH_SEAT: Final = _refusal(
    "bad_message",
    "Say which seat acts: you hold several.",
    "Dites quelle place agit : vous en tenez plusieurs.",
)
NO_SUCH_SEAT: Final = _refusal("bad_message", "There is no such seat.", "Cette place n’existe pas.")
NOT_A_BOT: Final = _refusal("bad_message", "No bot sits there.", "Aucun robot n’est assis là.")
NO_SEAT_LINK: Final = _refusal(
    "wrong_code",
    "This seat link is not valid any more: it works once, and the seat must still be there.",
    "Ce lien de place n’est plus valable : il ne sert qu’une fois, et la place doit encore exister.",
)
TOO_FEW_SEATS: Final = _refusal(
    "bad_options",
    "The capacity can't be less than the seats already taken.",
    "La capacité ne peut pas être inférieure au nombre de places prises.",
)
TOO_MANY_SEATS: Final = _refusal(
    "bad_options",
    "There are colours for six seats only.",
    "Il n’y a de couleurs que pour six places.",
)
BAD_CLOCK: Final = _refusal(
    "bad_options",
    "The clock is 30, 60, 120 or 300 seconds, or off.",
    "L’horloge est de 30, 60, 120 ou 300 secondes, ou désactivée.",
)
BAD_LOCAL: Final = _refusal(
    "bad_options",
    "Give each player on this screen a colour of their own.",
    "Donnez à chaque joueur de cet écran une couleur à lui.",
)
NO_REMATCH_NOW: Final = _refusal("stale", "There is nothing to vote on now.", "Il n’y a rien à voter maintenant.")
AWAY: Final = _refusal(
    "stale",
    "You are not connected to this room: only those present can vote.",
    "Vous n’êtes pas connecté à cette table : seuls les présents peuvent voter.",
)
NOBODY_THERE: Final = _refusal(
    "stale",
    "Nobody is connected: bots wait until somebody is back.",
    "Personne n’est connecté : les robots attendent le retour de quelqu’un.",
)
