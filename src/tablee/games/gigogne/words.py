"""The words of Gigogne: its name, its endings, its actions, its refusals, and its zones."""

from typing import Final

from tablee.kernel import Rule, Text, Words, Zone, rule

NAME: Final = Text("Gigogne", "Gigogne")

REASONS: Final = {
    "line": Text("The winning squares are in place.", "Les carrés gagnants sont en place."),
    "full": Text("Nobody can place a square any more.", "Plus personne ne peut poser de carré."),
    "guard": Text("Everyone ran out of time.", "Tout le monde a dépassé le temps."),
    "left": Text("Everyone else has left.", "Tous les autres sont partis."),
}

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Final = Words(
    actions={"place": Text("Place {size} in cell {cell}", "Poser {size} en case {cell}")},
    fields={"size": Text("size", "taille"), "cell": Text("cell", "case")},
    pieces={
        "small": Text("a small square", "un petit carré"),
        "medium": Text("a medium square", "un carré moyen"),
        "large": Text("a large square", "un grand carré"),
    },
)

# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────

_IN_FRENCH: Final = {"small": "petit carré", "medium": "carré moyen", "large": "grand carré"}


def none_left(size: str) -> Rule:
    french = _IN_FRENCH[size]
    return rule(
        "none_left", f"You have no {size} square left.", f"Il ne vous reste aucun {french}.", "what-is-on-the-table"
    )


def slot_taken(size: str, cell: int) -> Rule:
    french = _IN_FRENCH[size]
    return rule(
        "slot_taken",
        f"Cell {cell} already holds a {size} square.",
        f"La case {cell} contient déjà un {french}.",
        "your-turn",
    )


FAIR_OPENING: Final = rule(
    "fair_opening",
    "With the fair opening, the first square of the game may not be the large one in the centre.",
    "Avec l’ouverture équitable, le premier carré de la partie ne peut pas être le grand au centre.",
    "options",
)
FAIR_OPENING_LIMITS: Final = rule(
    "fair_opening_limits",
    "The fair opening is only for two seats and the visible win.",
    "L’ouverture équitable ne vaut que pour deux places et la victoire visible.",
    "options",
)

# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────

_NAMES: Final = {"small": Text("small", "petit"), "medium": Text("medium", "moyen"), "large": Text("large", "grand")}

ZONES: Final = (
    Zone(field="cells", title=Text("Board", "Plateau"), form="grid", columns=3, of_seats=True, labels=_NAMES),
    Zone(field="stock", title=Text("Squares left", "Carrés restants"), by_seat=True, labels=_NAMES),
    Zone(field="left", title=Text("Out of the game", "Ont quitté la partie"), of_seats=True),
    Zone(field="skipped", title=Text("Skipped by the clock", "Tours sautés (chrono)"), of_seats=True),
)
