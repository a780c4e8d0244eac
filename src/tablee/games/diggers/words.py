"""The words of Diggers: its name, its endings, its actions, its refusals, and its zones."""

from typing import Final

from tablee.kernel import Text, Words, Zone, rule

NAME: Final = Text("Diggers", "Diggers")

REASONS: Final = {
    "out": Text(
        "Race over: the best score among those who got out wins.",
        "La course est finie ; le meilleur score de ceux qui sont sortis l’emporte.",
    ),
    "survivor": Text(
        "Nobody got out, and only one digger is left.", "Personne n’est sorti, et il ne reste qu’un mineur."
    ),
    "eliminated": Text("Nobody got out alive.", "Personne n’est sorti de la mine."),
    "guard": Text("The race has lasted sixty rounds.", "La course a duré soixante manches."),
}

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Final = Words(
    actions={
        "disable": Text("Collapse tile {tile}", "Condamner la tuile {tile}"),
        "move": Text("Go to tile {tile}", "Aller sur la tuile {tile}"),
    },
    fields={"tile": Text("tile", "tuile")},
)

# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────

RACE_NOT_BEGUN: Final = rule(
    "race_not_begun",
    "The mines are still being sabotaged: nobody moves before the race.",
    "Le sabotage n’est pas fini : personne ne se déplace avant la course.",
    "first-part-sabotage",
)
SABOTAGE_IS_OVER: Final = rule(
    "sabotage_is_over",
    "The race has begun: no more tiles can be collapsed.",
    "La course a commencé : on ne condamne plus de tuiles.",
    "second-part-the-race",
)
NO_SUCH_TILE: Final = rule(
    "no_such_tile",
    "The mine has no such tile: x and y differ by 3 at most.",
    "Cette tuile n’existe pas : x et y diffèrent de 3 au plus.",
    "the-mine",
)
ALREADY_DISABLED: Final = rule(
    "already_disabled", "That tile has collapsed already.", "Cette tuile est déjà condamnée.", "first-part-sabotage"
)
ENTRANCE_OR_EXIT: Final = rule(
    "entrance_or_exit",
    "The entrance and the exit can’t be collapsed.",
    "L’entrée et la sortie ne peuvent pas être condamnées.",
    "first-part-sabotage",
)
DIAMOND: Final = rule(
    "diamond",
    "A tile with a diamond can’t be collapsed.",
    "Une tuile qui porte un diamant ne peut pas être condamnée.",
    "first-part-sabotage",
)
TOUCHES_DISABLED: Final = rule(
    "touches_disabled",
    "That tile touches a collapsed one.",
    "Cette tuile touche une tuile condamnée.",
    "first-part-sabotage",
)
NOT_ADJACENT: Final = rule(
    "not_adjacent",
    "That tile is not next to yours.",
    "Cette tuile n’est pas voisine de la vôtre.",
    "second-part-the-race",
)
DISABLED: Final = rule("disabled", "That tile has collapsed.", "Cette tuile est condamnée.", "second-part-the-race")
NUMBER_NOT_ROLLED: Final = rule(
    "number_not_rolled",
    "None of that tile’s numbers was rolled.",
    "Cette tuile ne porte aucun des numéros sortis aux dés.",
    "second-part-the-race",
)

# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────

ZONES: Final = (
    Zone(field="dice", title=Text("Dice", "Dés")),
    Zone(field="oxygen", title=Text("Oxygen", "Oxygène"), form="counter", by_seat=True),
    Zone(field="positions", title=Text("Position", "Position"), by_seat=True),
    Zone(field="diamonds", title=Text("Diamonds", "Diamants"), by_seat=True),
    Zone(field="disabled", title=Text("Collapsed tiles", "Tuiles condamnées"), by_seat=True),
    Zone(field="choices", title=Text("Choice", "Choix"), by_seat=True),
)
