"""Secrets by type: what is hidden says so in its type, and says who may see it.

    hand: tuple[Secret[Planet], ...]     each card hidden, their number open
    order: Secret[tuple[Planet, ...]]    all of it hidden, the number too
    taken: Open[Planet]                  a kind of thing that can be secret, here open to all

A `Secret` is hidden from everyone until seats are named. A type that is secret anywhere in a game may stand
bare nowhere in it: each place says `Secret` or `Open` (kernel/shapes.py refuses the game otherwise), so that
an author can't forget to hide a thing.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

HIDDEN: Final = "?"
"""Takes the place of a secret that the viewer may not see, in a view or a redacted event."""

NOBODY: Final = 0
EVERYONE: Final = -1
_ONLOOKER_BIT: Final = 1 << 30


class Secret(Struct, Generic[T], frozen=True, gc=False):
    """A value and the set of those who may see it."""

    value: T
    seen_by: int = NOBODY
    """A set of seats, one bit for each: seat 0 is 1, seat 1 is 2, seat 2 is 4; -1 is everyone, onlookers too."""

    def shown_to(self, seat: int) -> "Secret[T]":
        """The same secret, which that seat may see from now on."""
        return Secret(self.value, self.seen_by | 1 << seat)

    def shown_to_all(self) -> "Secret[T]":
        return Secret(self.value, EVERYONE)

    def is_seen_by(self, seat: int | None) -> bool:
        """Whether that seat, or an onlooker (None), may see the value."""
        return bool(self.seen_by & bit_of(seat))


class OpenMark:
    """Marks a type as open to everyone; use `Open[T]`."""


Open: TypeAlias = Annotated[T, OpenMark]
"""A value that everyone sees, of a type that is secret elsewhere. In an event it is a declared reveal."""


def only(seat: int) -> int:
    return 1 << seat


def seats_in(viewers: Iterable[int]) -> int:
    mask = NOBODY
    for seat in viewers:
        mask |= 1 << seat
    return mask


def bit_of(seat: int | None) -> int:
    return _ONLOOKER_BIT if seat is None else 1 << seat


def holds(hand: Iterable[Secret[T]], value: T) -> bool:
    """Whether a secret of that value is among these."""
    return any(secret.value == value for secret in hand)


def without(hand: tuple[Secret[T], ...], value: T) -> tuple[Secret[T], ...]:
    """The hand without one secret of that value."""
    place = [secret.value for secret in hand].index(value)
    return hand[:place] + hand[place + 1 :]


def in_order(hand: Iterable[Secret[T]], order: Sequence[T]) -> tuple[Secret[T], ...]:
    """The hand in the order of its kind, so that two hands of the same cards are the same hand."""
    return tuple(sorted(hand, key=lambda secret: order.index(secret.value)))
