"""The events that every game has, under the same names, so that whoever reads one game's events reads them all."""

from tablee.kernel.data import Event
from tablee.kernel.outcome import Outcome


class TimedOut(Event, frozen=True):
    """The clock of a seat ran out; what that means comes next."""

    seat: int


class Left(Event, frozen=True):
    """A seat left, or was eliminated by the room; what that means comes next."""

    seat: int


class Ended(Event, frozen=True):
    """The game is over."""

    outcome: Outcome
