"""Refusals of a room."""

from collections.abc import Mapping
from typing import Final

from tablee.kernel.refusals import Refusal, refusal

ROOM_FULL: Final = refusal("room_full", "This table is full.", "Cette table est complète.")
NOT_TAKEN_BACK: Final[Mapping[str, Refusal]] = {
    "off": refusal(
        "illegal_action",
        "The host has switched take-backs off at this table.",
        "L’hôte ne permet pas de reprendre un coup à cette table.",
    ),
    "nothing": refusal("illegal_action", "You have nothing to take back.", "Vous n’avez rien à reprendre."),
    "known": refusal(
        "illegal_action",
        "Something new has been seen since: it can’t be taken back.",
        "On a vu du nouveau depuis : impossible de reprendre.",
    ),
    "asked": refusal(
        "illegal_action", "That has been asked already in this turn.", "C’est déjà demandé pendant ce tour."
    ),
}
NO_TAKE_BACK: Final = refusal(
    "stale", "Nobody asks to take back now.", "Personne ne demande à reprendre un coup maintenant."
)
NO_HINTS: Final = refusal(
    "illegal_action",
    "Hints are for games against bots, unless this table allows them.",
    "Les conseils sont pour les parties contre des bots, sauf si la table les permet.",
)
NOTHING_TO_CHOOSE: Final = refusal("not_your_turn", "Ask for a hint on your turn.", "Demandez un conseil à votre tour.")
NOT_YOUR_SEAT: Final = refusal(
    "not_in_room",
    "You can rename your own seat and, as the host, bots.",
    "Vous pouvez renommer votre place et, si vous êtes l’hôte, les bots.",
)
BAD_NAME: Final = refusal(
    "bad_message", "A name has 1 to 24 visible characters.", "Un nom compte de 1 à 24 caractères visibles."
)
SEATS_HELD: Final = refusal(
    "room_full",
    "The free seats are kept for guests of the host: ask for the invitation link.",
    "Les places libres sont gardées pour les invités de l’hôte : demandez-lui le lien d’invitation.",
)
WRONG_CODE: Final = refusal(
    "wrong_code", "That’s not this table’s access code.", "Ce n’est pas le code d’accès de cette table."
)
ALREADY_SEATED: Final = refusal(
    "already_seated", "You already have a seat at this table.", "Vous avez déjà une place à cette table."
)
EXPELLED: Final = refusal(
    "expelled",
    "The host removed you from this table: you can’t come back.",
    "L’hôte vous a exclu de cette table ; vous ne pouvez pas y revenir.",
)
NOT_HOST: Final = refusal("not_host", "Only the host can do that.", "Seul l’hôte peut le faire.")
NOT_ENOUGH_PLAYERS: Final = refusal(
    "not_enough_players", "You need at least two players to start.", "Il faut être au moins deux pour commencer."
)
SOMEONE_AWAY: Final = refusal(
    "not_enough_players",
    "Someone is disconnected: the game can start when everyone’s back.",
    "Quelqu’un est déconnecté : la partie commencera quand tout le monde sera là.",
)
STARTS_BY_ITSELF: Final = refusal(
    "not_enough_players",
    "This game starts by itself, once the table is full (and everyone’s ready, if the host asked).",
    "La partie démarre d’elle-même, une fois la table pleine (et tout le monde prêt, si l’hôte l’a demandé).",
)
ROOM_CLOSED: Final = refusal("room_closed", "This table is closed.", "Cette table est fermée.")
COLOUR_TAKEN: Final = refusal("colour_taken", "Someone else has that colour.", "Quelqu’un d’autre a cette couleur.")
NOT_IN_ROOM: Final = refusal("not_in_room", "You’re not at this table.", "Vous n’avez pas de place à cette table.")
GAME_IN_PROGRESS: Final = refusal(
    "game_in_progress", "You can’t do that during a game.", "C’est impossible pendant une partie."
)
NO_GAME: Final = refusal("game_over", "No game is in progress here.", "Aucune partie n’est en cours ici.")
STALE: Final = refusal(
    "stale",
    "The game has moved on: check the board and choose again.",
    "La partie a avancé : regardez le plateau et choisissez de nouveau.",
)
TAKEN_OVER: Final = refusal(
    "stale",
    "This seat is now played from another tab or device.",
    "Cette place est maintenant jouée depuis un autre onglet ou appareil.",
)
SEATS_MOVED: Final = refusal(
    "stale",
    "Players have moved seats: check who’s there and choose again.",
    "Les places ont changé : vérifiez qui est là et choisissez de nouveau.",
)
WHICH_SEAT: Final = refusal(
    "bad_message", "Say which seat acts: you hold several.", "Dites quelle place agit : vous en tenez plusieurs."
)
NO_SUCH_SEAT: Final = refusal("bad_message", "There’s no such seat.", "Cette place n’existe pas.")
NOT_A_BOT: Final = refusal("bad_message", "There’s no bot in that seat.", "Il n’y a pas de bot à cette place.")
NO_SEAT_LINK: Final = refusal(
    "wrong_code",
    "This seat link no longer works: it’s single-use, and the seat may be gone.",
    "Ce lien de place n’est plus valable : il ne sert qu’une fois, et la place doit encore exister.",
)
TOO_FEW_SEATS: Final = refusal(
    "bad_options", "There are already more players than that.", "Il y a déjà plus de joueurs que cela."
)
TOO_MANY_SEATS: Final = refusal("bad_options", "Six players at most.", "Six joueurs au plus.")
BAD_CLOCK: Final = refusal(
    "bad_options",
    "The clock is 30, 60, 120 or 300 seconds, or off.",
    "Le chrono est de 30, 60, 120 ou 300 secondes, ou désactivé.",
)
BAD_VISIBILITY: Final = refusal(
    "bad_options",
    "A private table has an access code from the start, and no other has one.",
    "Une table privée a un code d’accès dès le début, et elle seule.",
)
PRACTICE_IS_FIXED: Final = refusal(
    "bad_options",
    "A practice table keeps the options and seats of the game it’s played on from, and is found by its link alone.",
    "Une table d’entraînement garde les options et les places de la partie qu’elle reprend ; seul son lien y mène.",
)
BAD_LOCAL: Final = refusal(
    "bad_options", "Give each player a different colour.", "Donnez à chaque joueur une couleur différente."
)
NO_REMATCH_NOW: Final = refusal("stale", "There’s no rematch to vote on.", "Il n’y a pas de revanche à voter.")
AWAY: Final = refusal(
    "stale",
    "You’re not connected: only players who are here can vote.",
    "Vous n’êtes pas connecté à cette table : seuls les présents peuvent voter.",
)
NOBODY_THERE: Final = refusal(
    "stale",
    "Nobody is connected: bots wait until someone is back.",
    "Personne n’est connecté : les bots attendent quelqu’un.",
)
BAD_ROOM_NAME: Final = refusal(
    "bad_message",
    "A table name has 1 to 48 visible characters.",
    "Le nom d’une table compte de 1 à 48 caractères visibles.",
)
NO_BOTS: Final = refusal("bad_options", "This server doesn’t have that bot.", "Ce serveur ne propose pas ce bot.")
BOT_PLAYS_OTHER_SEATS: Final = refusal(
    "bad_options",
    "A bot here can’t play with that many players: remove it first.",
    "Un bot de cette table ne joue pas à ce nombre : retirez-le d’abord.",
)
