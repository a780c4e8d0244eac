"""The words of No Kitty: its name, its endings, its actions, its refusals, and its zones."""

from typing import Final

from tablee.kernel import Text, Words, Zone, rule

NAME: Final = Text("No Kitty", "No Kitty")

REASONS: Final = {
    "full": Text("Every tile holds a heart.", "Chaque tuile porte un cœur."),
    "decks": Text("Both decks are empty.", "Les deux pioches sont vides."),
    "left": Text("One player left the game.", "Un joueur a quitté la partie."),
}

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Final = Words(
    actions={
        "draw": Text("Draw", "Piocher"),
        "place": Text("Place {heart} on tile {tile}", "Poser {heart} sur la tuile {tile}"),
        "wind": Text("Wind on tile {tile}", "Vent sur la tuile {tile}"),
        "recycle": Text("Recycle tile {tile}", "Recycler la tuile {tile}"),
        "shield": Text("Shield", "Bouclier"),
        "end_turn": Text("End the turn", "Finir le tour"),
    },
    fields={"heart": Text("heart", "cœur"), "tile": Text("tile", "tuile")},
)

# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────

DRAW_FIRST: Final = rule("draw_first", "A turn begins with the draw.", "Un tour commence par la pioche.", "your-turn")
ALREADY_DRAWN: Final = rule(
    "already_drawn", "You have already drawn in this turn.", "Vous avez déjà pioché pendant ce tour.", "your-turn"
)
HEART_NOT_IN_HAND: Final = rule(
    "heart_not_in_hand", "You don’t have that heart in hand.", "Vous n’avez pas ce cœur en main.", "your-turn"
)
TILE_OCCUPIED: Final = rule(
    "tile_occupied", "That tile already holds a heart.", "Cette tuile porte déjà un cœur.", "your-turn"
)
HEARTS_PER_TURN: Final = rule(
    "hearts_per_turn",
    "You’ve reached the limit of hearts for this turn.",
    "Vous avez atteint la limite de cœurs pour ce tour.",
    "options",
)
FIRST_TURN: Final = rule(
    "first_turn",
    "With two hearts per turn, the very first turn allows only one.",
    "Avec deux cœurs par tour, le tout premier tour n’en permet qu’un.",
    "options",
)
MAGIC_NOT_IN_HAND: Final = rule(
    "magic_not_in_hand",
    "You don’t have that magic card in hand.",
    "Vous n’avez pas cette carte magie en main.",
    "your-turn",
)
MAGIC_PER_TURN: Final = rule(
    "magic_per_turn",
    "You’ve reached the limit of magic cards for this turn, shields included.",
    "Vous avez atteint la limite de cartes magie pour ce tour, boucliers compris.",
    "options",
)
NO_HEART_THERE: Final = rule(
    "no_heart_there",
    "There is no heart on that tile to blow away.",
    "Il n’y a pas de cœur à souffler sur cette tuile.",
    "the-three-kinds-of-magic",
)
OWN_HEART: Final = rule(
    "own_heart",
    "That heart is yours: Wind only removes an opponent’s.",
    "Ce cœur est à vous : le Vent ne souffle que ceux de l’adversaire.",
    "the-three-kinds-of-magic",
)
PROTECTED: Final = rule(
    "protected",
    "Your opponent’s shield protects that tile.",
    "Le bouclier de l’adversaire protège cette tuile.",
    "the-three-kinds-of-magic",
)
ALREADY_WHITE: Final = rule(
    "already_white", "That tile is already white.", "Cette tuile est déjà blanche.", "the-three-kinds-of-magic"
)
OPPONENTS_SHIELD: Final = rule(
    "opponents_shield",
    "No shield can be played while your opponent’s is active.",
    "Aucun bouclier ne peut être joué tant que celui de l’adversaire est actif.",
    "the-three-kinds-of-magic",
)

# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────

_HEART_NAMES: Final = {
    f"{colour}{points}": Text(f"{colour} {points}", f"{french} {points}")
    for colour, french in (("red", "rouge"), ("yellow", "jaune"), ("green", "vert"))
    for points in (1, 2, 3)
}
_MAGIC_NAMES: Final = {
    "wind": Text("wind", "vent"),
    "recycle": Text("recycle", "recyclage"),
    "shield": Text("shield", "bouclier"),
}
_TILE_NAMES: Final = {
    "white": Text("white", "blanche"),
    "red": Text("red", "rouge"),
    "yellow": Text("yellow", "jaune"),
    "green": Text("green", "verte"),
}

ZONES: Final = (
    Zone(
        field="tiles",
        title=Text("Tiles", "Tuiles"),
        form="grid",
        columns=4,
        of_seats=True,
        labels={"owner": Text("of", "à")},
        pieces={**_TILE_NAMES, **_HEART_NAMES},
    ),
    Zone(field="shields", title=Text("Shield", "Bouclier"), form="counter", by_seat=True),
    Zone(field="hearts", title=Text("Hearts", "Cœurs"), by_seat=True, pieces=_HEART_NAMES),
    Zone(field="magic", title=Text("Magic", "Magie"), by_seat=True, pieces=_MAGIC_NAMES),
    Zone(field="owes_draw", title=Text("Has yet to draw", "Doit encore piocher")),
    Zone(field="hearts_placed", title=Text("Hearts placed this turn", "Cœurs posés ce tour-ci"), form="counter"),
    Zone(field="magic_used", title=Text("Magic used this turn", "Magie jouée ce tour-ci"), form="counter"),
    Zone(field="heart_deck", title=Text("Deck of hearts", "Pioche de cœurs"), form="pile", pieces=_HEART_NAMES),
    Zone(field="magic_deck", title=Text("Deck of magic", "Pioche de magie"), form="pile", pieces=_MAGIC_NAMES),
    Zone(field="removed", title=Text("Hearts out of the game", "Cœurs hors jeu"), pieces=_HEART_NAMES),
    Zone(field="spent", title=Text("Magic out of the game", "Magie hors jeu"), pieces=_MAGIC_NAMES),
)
