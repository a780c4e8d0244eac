"""The rules that can stand against an action, by name."""

from typing import Final

from tablee.kernel import rule

DRAW_FIRST: Final = rule(
    "draw_first",
    "A turn begins with the draw.",
    "Un tour commence par la pioche.",
)
ALREADY_DRAWN: Final = rule(
    "already_drawn",
    "You have already drawn in this turn.",
    "Vous avez déjà pioché pendant ce tour.",
)
HEART_NOT_IN_HAND: Final = rule(
    "heart_not_in_hand",
    "You don't have that heart in hand.",
    "Vous n’avez pas ce cœur en main.",
)
TILE_OCCUPIED: Final = rule(
    "tile_occupied",
    "That tile already holds a heart.",
    "Cette tuile porte déjà un cœur.",
)
HEARTS_PER_TURN: Final = rule(
    "hearts_per_turn",
    "You have placed as many hearts as a turn may place.",
    "Vous avez posé autant de cœurs qu’un tour le permet.",
)
FIRST_TURN: Final = rule(
    "first_turn",
    "With two hearts a turn, the first turn of the game places one at most.",
    "Avec deux cœurs par tour, le premier tour de la partie en pose un au plus.",
)
MAGIC_NOT_IN_HAND: Final = rule(
    "magic_not_in_hand",
    "You don't have that magic card in hand.",
    "Vous n’avez pas cette carte magie en main.",
)
MAGIC_PER_TURN: Final = rule(
    "magic_per_turn",
    "You have used as many magic cards as a turn may use, shields included.",
    "Vous avez utilisé autant de cartes magie qu’un tour le permet, boucliers compris.",
)
NO_HEART_THERE: Final = rule(
    "no_heart_there",
    "There is no heart on that tile to blow away.",
    "Il n’y a pas de cœur à souffler sur cette tuile.",
)
OWN_HEART: Final = rule(
    "own_heart",
    "That heart is yours: Wind only removes an opponent's.",
    "Ce cœur est à vous : le Vent ne souffle que ceux de l’adversaire.",
)
PROTECTED: Final = rule(
    "protected",
    "Your opponent's shield protects that tile.",
    "Le bouclier de l’adversaire protège cette tuile.",
)
ALREADY_WHITE: Final = rule(
    "already_white",
    "That tile is already white.",
    "Cette tuile est déjà blanche.",
)
OPPONENTS_SHIELD: Final = rule(
    "opponents_shield",
    "No shield can be played while your opponent's is active.",
    "Aucun bouclier ne peut être joué tant que celui de l’adversaire est actif.",
)
