"""The rules that can stand against an action, by name."""

from typing import Final

from tablee.kernel import rule

EMPTY_SLOT: Final = rule(
    "empty_slot",
    "There is no card to take in that slot.",
    "Il n’y a pas de carte à prendre dans cette case.",
)
NOT_AN_ORDER: Final = rule(
    "not_an_order",
    "An order names the place of each card you looked at once.",
    "Un ordre cite une fois la place de chacune des cartes regardées.",
)
TAKEN_THIS_TURN: Final = rule(
    "taken_this_turn",
    "A card can't be placed in the turn in which it was taken.",
    "Une carte ne peut pas être posée pendant le tour où elle a été prise.",
)
NOT_IN_HAND: Final = rule(
    "not_in_hand",
    "You have no such card in hand.",
    "Vous n’avez pas cette carte en main.",
)
SLOT_CLOSED: Final = rule(
    "slot_closed",
    "Neptune was taken there: nothing fills that slot this turn.",
    "La carte Neptune vient d’y être prise : rien ne remplit cette case ce tour-ci.",
)
SLOT_OCCUPIED: Final = rule(
    "slot_occupied",
    "A card can only be placed in an empty slot.",
    "Une carte ne se pose que dans une case vide.",
)
SWAP_OTHERS: Final = rule(
    "swap_others",
    "Saturn swaps two other cards, not itself.",
    "Saturne échange deux autres cartes, pas elle-même.",
)
SWAP_ORDER: Final = rule(
    "swap_order",
    "A swap names two different slots, the lower number first.",
    "Un échange cite deux cases différentes, le plus petit numéro d’abord.",
)
SWAP_CARDS: Final = rule(
    "swap_cards",
    "A swap needs a card in both slots.",
    "Pour un échange, il faut une carte dans les deux cases.",
)
NO_SUCH_LINE: Final = rule(
    "no_such_line",
    "A line is a row, a column or a diagonal, named by its slots in rising order.",
    "Une ligne est une rangée, une colonne ou une diagonale, citée par ses cases dans l’ordre croissant.",
)
FACE_DOWN_LINE: Final = rule(
    "face_down_line",
    "A face-down card is in no line.",
    "Une carte face cachée ne compte dans aucune ligne.",
)
DIAGONAL: Final = rule(
    "diagonal",
    "A diagonal counts only for Uranus: each card Uranus or ninth, at least one of them Uranus.",
    "Une diagonale ne vaut que pour Uranus : que des cartes Uranus ou Neuvième, dont au moins une Uranus.",
)
NO_DIAGONAL: Final = rule(
    "no_diagonal",
    "Without the powers no diagonal counts.",
    "Sans les pouvoirs, aucune diagonale ne compte.",
)
NO_LINE: Final = rule(
    "no_line",
    "No three face-up cards of one planet stand there.",
    "Il n’y a pas là trois cartes visibles d’une même planète.",
)
NO_POWERS: Final = rule(
    "no_powers",
    "Without the powers nothing is arranged or swapped.",
    "Sans les pouvoirs, on ne réordonne et on n’échange rien.",
)
NO_VENUS: Final = rule(
    "no_venus",
    "Only a Venus just taken face up lets you arrange the pile.",
    "Seule une carte Vénus qui vient d’être prise face visible permet de réordonner la pioche.",
)
ALREADY_ARRANGED: Final = rule(
    "already_arranged",
    "There is nothing more to arrange: a Venus does it once, and a single card has only one order.",
    "Il n’y a plus rien à réordonner : une carte Vénus ne le fait qu’une fois, et une carte seule n’a qu’un ordre.",
)
NO_SATURN: Final = rule(
    "no_saturn",
    "Only a Saturn just placed face up swaps two cards.",
    "Seule une carte Saturne qui vient d’être posée face visible permet un échange.",
)
PLACE_TO_CLAIM: Final = rule(
    "place_to_claim",
    "A line can be claimed only after a placement.",
    "On ne remporte une ligne qu’après avoir posé une carte.",
)
OWED: Final = {
    "take": rule(
        "take_first",
        "A turn begins with taking a card.",
        "Un tour commence par la prise d’une carte.",
    ),
    "arrange": rule(
        "arrange_first",
        "Venus: first put the cards you looked at back on the pile.",
        "Vénus : remettez d’abord sur la pioche les cartes regardées.",
    ),
    "place": rule(
        "one_take",
        "One card is taken a turn, and you have taken yours: place a card or pass.",
        "On prend une carte par tour, et c’est fait : posez une carte ou passez.",
    ),
    "swap": rule(
        "swap_first",
        "Saturn: first swap two other cards.",
        "Saturne : échangez d’abord deux autres cartes.",
    ),
    "claim": rule(
        "claim_first",
        "Several lines stand: first claim one of them.",
        "Plusieurs lignes sont formées : remportez-en d’abord une.",
    ),
}
"""The step that a turn owes first, by its phase."""
