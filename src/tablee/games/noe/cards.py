"""The pack: 52 cards, named by rank and suit, from `1C` (the ace of clubs) to `13S` (the king of spades)."""

from typing import Final, NewType

from tablee.kernel import Text

Card = NewType("Card", str)

SUITS: Final = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades; where the rules compare suits, in this order."""
RANKS: Final = range(1, 14)
"""The ace is 1, the jack 11, the queen 12, the king 13."""

PACK: Final = tuple([Card(f"{rank}{suit}") for suit in SUITS for rank in RANKS])

RANK: Final = {card: int(card[:-1]) for card in PACK}
"""Each card's rank, which is what it counts everywhere in the game."""
SUIT: Final = {card: SUITS.index(card[-1]) for card in PACK}
"""The place of each card's suit in the order of suits."""

_LETTERS: Final = {1: ("A", "A"), 11: ("J", "V"), 12: ("Q", "D"), 13: ("K", "R")}


def _name(card: Card) -> Text:
    """As it is printed: `Q♥` in English, `D♥` in French."""
    rank, suit = str(RANK[card]), "♣♦♥♠"[SUIT[card]]
    english, french = _LETTERS.get(RANK[card], (rank, rank))
    return Text(f"{english}{suit}", f"{french}{suit}")


NAMES: Final = {str(card): _name(card) for card in PACK}
"""What each card is called on the screen."""


def sum_of(cards: tuple[Card, ...]) -> int:
    """What the cards count together."""
    return sum([RANK[card] for card in cards])
