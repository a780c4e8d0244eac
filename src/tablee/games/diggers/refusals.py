"""The rules that can stand against an action, by name."""

from typing import Final

from tablee.kernel import rule

RACE_NOT_BEGUN: Final = rule(
    "race_not_begun",
    "The mines are still being sabotaged: nobody moves before the race.",
    "Le sabotage n’est pas fini : personne ne se déplace avant la course.",
)
SABOTAGE_IS_OVER: Final = rule(
    "sabotage_is_over",
    "The race has begun: no more tiles are disabled.",
    "La course a commencé : on ne condamne plus de tuiles.",
)
NO_SUCH_TILE: Final = rule(
    "no_such_tile",
    "The mine has no such tile: x and y differ by 3 at most.",
    "Cette tuile n’existe pas : x et y diffèrent de 3 au plus.",
)
ALREADY_DISABLED: Final = rule(
    "already_disabled",
    "That tile is disabled already.",
    "Cette tuile est déjà condamnée.",
)
ENTRANCE_OR_EXIT: Final = rule(
    "entrance_or_exit",
    "The entrance and the exit can’t be disabled.",
    "L’entrée et la sortie ne peuvent pas être condamnées.",
)
DIAMOND: Final = rule(
    "diamond",
    "A tile with a diamond can’t be disabled.",
    "Une tuile qui porte un diamant ne peut pas être condamnée.",
)
TOUCHES_DISABLED: Final = rule(
    "touches_disabled",
    "That tile touches a disabled one.",
    "Cette tuile touche une tuile condamnée.",
)
NOT_ADJACENT: Final = rule(
    "not_adjacent",
    "That tile is not next to yours.",
    "Cette tuile n’est pas voisine de la vôtre.",
)
DISABLED: Final = rule(
    "disabled",
    "That tile is disabled.",
    "Cette tuile est condamnée.",
)
NUMBER_NOT_ROLLED: Final = rule(
    "number_not_rolled",
    "That tile carries none of the numbers rolled.",
    "Cette tuile ne porte aucun des numéros sortis aux dés.",
)
