"""The words of Ninth: its name, its endings, its actions, its refusals, and its zones."""

from typing import Final

from tablee.kernel import Text, Words, Zone, rule

NAME: Final = Text("Ninth", "Ninth")

REASONS: Final = {
    "nine_planets": Text("All nine planets are showing.", "Les neuf planètes sont visibles."),
    "last_card": Text("The last card of the pile was drawn.", "La dernière carte de la pioche a été tirée."),
    "guard": Text(
        "No card was drawn from the pile for 24 turns.", "Aucune carte n’a été tirée de la pioche pendant 24 tours."
    ),
    "left": Text("One player left the game.", "Un joueur a quitté la partie."),
}

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Final = Words(
    actions={
        "take": Text("Take from slot {slot}", "Prendre en case {slot}"),
        "arrange": Text("Arrange the pile {order}", "Réordonner la pioche {order}"),
        "place": Text("Place {card} in slot {slot}", "Poser {card} en case {slot}"),
        "pass": Text("Pass", "Passer"),
        "swap": Text("Swap slots {a} and {b}", "Échanger les cases {a} et {b}"),
        "claim": Text("Claim line {line}", "Remporter la ligne {line}"),
    },
    fields={
        "slot": Text("slot", "case"),
        "card": Text("card", "carte"),
        "order": Text("order", "ordre"),
        "line": Text("line", "ligne"),
    },
)

# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────

EMPTY_SLOT: Final = rule(
    "empty_slot",
    "There is no card to take in that slot.",
    "Il n’y a pas de carte à prendre dans cette case.",
    "your-turn",
)
NOT_AN_ORDER: Final = rule(
    "not_an_order",
    "An order names the place of each card you looked at once.",
    "Un ordre cite une fois la place de chacune des cartes regardées.",
    "the-nine-powers",
)
TAKEN_THIS_TURN: Final = rule(
    "taken_this_turn",
    "A card can’t be placed in the turn in which it was taken.",
    "Une carte ne peut pas être posée pendant le tour où elle a été prise.",
    "your-turn",
)
NOT_IN_HAND: Final = rule(
    "not_in_hand", "You have no such card in hand.", "Vous n’avez pas cette carte en main.", "your-turn"
)
SLOT_CLOSED: Final = rule(
    "slot_closed",
    "Neptune was taken there: nothing fills that slot this turn.",
    "La carte Neptune vient d’y être prise : rien ne remplit cette case ce tour-ci.",
    "the-nine-powers",
)
SLOT_OCCUPIED: Final = rule(
    "slot_occupied",
    "A card can only be placed in an empty slot.",
    "Une carte ne se pose que dans une case vide.",
    "your-turn",
)
SWAP_OTHERS: Final = rule(
    "swap_others",
    "Saturn swaps two other cards, not itself.",
    "Saturne échange deux autres cartes, pas elle-même.",
    "the-nine-powers",
)
SWAP_ORDER: Final = rule(
    "swap_order",
    "A swap names two different slots, the lower number first.",
    "Un échange cite deux cases différentes, le plus petit numéro d’abord.",
    "the-nine-powers",
)
SWAP_CARDS: Final = rule(
    "swap_cards",
    "A swap needs a card in both slots.",
    "Pour un échange, il faut une carte dans les deux cases.",
    "the-nine-powers",
)
NO_SUCH_LINE: Final = rule(
    "no_such_line",
    "A line is a row, a column or a diagonal, named by its slots in rising order.",
    "Une ligne est une rangée, une colonne ou une diagonale, citée par ses cases dans l’ordre croissant.",
    "lines",
)
FACE_DOWN_LINE: Final = rule(
    "face_down_line",
    "Face-down cards don’t count in lines.",
    "Une carte face cachée ne compte dans aucune ligne.",
    "lines",
)
DIAGONAL: Final = rule(
    "diagonal",
    "A diagonal counts only for Uranus: each card Uranus or ninth, at least one of them Uranus.",
    "Une diagonale ne vaut que pour Uranus : que des cartes Uranus ou Neuvième, dont au moins une Uranus.",
    "lines",
)
NO_DIAGONAL: Final = rule(
    "no_diagonal", "Without the powers no diagonal counts.", "Sans les pouvoirs, aucune diagonale ne compte.", "option"
)
NO_LINE: Final = rule(
    "no_line", "Those three cards don’t make a line.", "Ces trois cartes ne forment pas une ligne.", "lines"
)
NO_POWERS: Final = rule(
    "no_powers",
    "Without the powers nothing is arranged or swapped.",
    "Sans les pouvoirs, on ne réordonne et on n’échange rien.",
    "option",
)
NO_VENUS: Final = rule(
    "no_venus",
    "Only a Venus just taken face up lets you arrange the pile.",
    "Seule une carte Vénus qui vient d’être prise face visible permet de réordonner la pioche.",
    "the-nine-powers",
)
ALREADY_ARRANGED: Final = rule(
    "already_arranged",
    "There is nothing more to arrange: a Venus does it once, and a single card has only one order.",
    "Il n’y a plus rien à réordonner : une carte Vénus ne le fait qu’une fois, et une carte seule n’a qu’un ordre.",
    "the-nine-powers",
)
NO_SATURN: Final = rule(
    "no_saturn",
    "Only a Saturn just placed face up swaps two cards.",
    "Seule une carte Saturne qui vient d’être posée face visible permet un échange.",
    "the-nine-powers",
)
PLACE_TO_CLAIM: Final = rule(
    "place_to_claim",
    "A line can be claimed only after a placement.",
    "On ne remporte une ligne qu’après avoir posé une carte.",
    "your-turn",
)
OWED: Final = {
    "take": rule(
        "take_first", "A turn begins with taking a card.", "Un tour commence par la prise d’une carte.", "your-turn"
    ),
    "arrange": rule(
        "arrange_first",
        "Venus: first put the cards you looked at back on the pile.",
        "Vénus : remettez d’abord sur la pioche les cartes regardées.",
        "the-nine-powers",
    ),
    "place": rule(
        "one_take",
        "One card is taken a turn, and you have taken yours: place a card or pass.",
        "On prend une carte par tour, et c’est fait : posez une carte ou passez.",
        "your-turn",
    ),
    "swap": rule(
        "swap_first",
        "Saturn: first swap two other cards.",
        "Saturne : échangez d’abord deux autres cartes.",
        "the-nine-powers",
    ),
    "claim": rule(
        "claim_first",
        "There are several lines: claim one first.",
        "Plusieurs lignes sont formées : remportez-en d’abord une.",
        "your-turn",
    ),
}
"""The step that a turn owes first, by its phase."""

# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────

_NAMES: Final[dict[str, Text]] = {
    "mercury": Text("Mercury", "Mercure"),
    "venus": Text("Venus", "Vénus"),
    "earth": Text("Earth", "Terre"),
    "mars": Text("Mars", "Mars"),
    "jupiter": Text("Jupiter", "Jupiter"),
    "saturn": Text("Saturn", "Saturne"),
    "uranus": Text("Uranus", "Uranus"),
    "neptune": Text("Neptune", "Neptune"),
    "ninth": Text("Ninth", "Neuvième"),
}

ZONES: Final = (
    Zone(
        field="board",
        title=Text("Square", "Carré"),
        form="grid",
        columns=3,
        labels={"face_down": Text("face down", "face cachée")},
        pieces=_NAMES,
    ),
    Zone(field="pile", title=Text("Pile", "Pioche"), form="pile", pieces=_NAMES),
    Zone(field="hands", title=Text("Hand", "Main"), by_seat=True, pieces=_NAMES),
    Zone(field="taken", title=Text("Taken this turn", "Prise ce tour-ci"), pieces=_NAMES),
    Zone(field="taken_from", title=Text("Taken from slot", "Prise dans la case")),
    Zone(field="placed_at", title=Text("Placed in slot", "Posée dans la case")),
    Zone(field="covered", title=Text("To be filled face down", "À remplir face cachée")),
    Zone(field="closed", title=Text("Not to be filled", "À laisser vide")),
    Zone(field="extra_turn", title=Text("Turn won by Earth", "Tour gagné par la Terre")),
    Zone(field="extra_turn_won", title=Text("Another turn follows", "Un autre tour suit")),
    Zone(
        field="lines",
        title=Text("Lines won", "Lignes remportées"),
        by_seat=True,
        labels={"cards": Text("cards", "cartes"), "points": Text("points", "points")},
        pieces=_NAMES,
    ),
    Zone(field="removed", title=Text("Out of the game", "Hors du jeu"), pieces=_NAMES),
    Zone(field="turns_without_draw", title=Text("Turns without a draw", "Tours sans pioche"), form="counter"),
)
