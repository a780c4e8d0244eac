"""Events that all games share, under the same names."""

from typing import final

from tablee.kernel.data import Event
from tablee.kernel.outcome import Outcome


class TimedOut(Event, frozen=True):
    """A seat's clock ran out; the events that follow are the game's response."""

    seat: int


class Left(Event, frozen=True):
    """A seat left, or was eliminated by the room; the events that follow are the game's response."""

    seat: int


@final
class Ended(Event, frozen=True):
    """The game is over."""

    outcome: Outcome
