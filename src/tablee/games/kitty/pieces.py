"""Tiles, hearts and magic cards, and hands of them.

A hand is kept in the order of its kind, so that two hands of the same cards are the same hand.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from tablee.kernel import Open, Secret, in_order, only

Heart: TypeAlias = Literal["red1", "red2", "red3", "yellow1", "yellow2", "yellow3", "green1", "green2", "green3"]
Magic: TypeAlias = Literal["wind", "recycle", "shield"]
Colour: TypeAlias = Literal["white", "red", "yellow", "green"]

HEARTS: Final[tuple[Heart, ...]] = (
    *("red1", "red2", "red3"),
    *("yellow1", "yellow2", "yellow3"),
    *("green1", "green2", "green3"),
)
MAGIC: Final[tuple[Magic, ...]] = ("wind",) * 6 + ("recycle",) * 5 + ("shield",) * 5
COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green")
"""Those of the hearts; a tile can be white too."""


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────────────

_COLOUR_AND_POINTS: Final = dict(zip(HEARTS, product(COLOURS, (1, 2, 3)), strict=True))


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    heart: Open[Heart] | None = None
    owner: int | None = None
    """The seat whose heart it holds."""

    @property
    def worth(self) -> int:
        """The points of its heart: as they are on white, twice on the heart's own colour, none on another."""
        if self.heart is None:
            return 0
        colour, points = _COLOUR_AND_POINTS[self.heart]
        if self.colour == "white":
            return points
        return 2 * points if self.colour == colour else 0


# ── Hands ────────────────────────────────────────────────────────────────────────────────────────────────

Card = TypeVar("Card", Heart, Magic)
Hand: TypeAlias = tuple[Secret[Card], ...]


def deal(cards: Sequence[Card], each: int, order: Sequence[Card]) -> tuple[tuple[Hand[Card], ...], Hand[Card]]:
    """A hand for each of the two seats, which it alone sees, and the rest as a deck, which nobody does."""
    hands = [[Secret(card, only(seat)) for card in cards[seat * each : (seat + 1) * each]] for seat in (0, 1)]
    deck = [Secret(card) for card in cards[2 * each :]]
    return tuple([in_order(hand, order) for hand in hands]), tuple(deck)
