"""A story, told event by event: each changes the state at once, so that the next can follow from it."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tablee.kernel.data import Event, State
from tablee.kernel.events import Ended
from tablee.kernel.outcome import Outcome

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


class Story(Generic[S, E]):
    """The events of one action, timeout or leaving so far, and the state after them."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, Any], S]) -> None:
        self.state = state
        self.events: list[E | Ended] = []
        self._evolve = evolve

    def tell(self, event: E | Ended) -> None:
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def end(self, outcome: Outcome) -> None:
        self.tell(Ended(outcome))
