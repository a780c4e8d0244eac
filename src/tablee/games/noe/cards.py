"""The pack: 52 cards, named by rank and suit, from `1C` (the ace of clubs) to `13S` (the king of spades)."""

from typing import Final, NewType

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


def sum_of(cards: tuple[Card, ...]) -> int:
    return sum([RANK[card] for card in cards])
