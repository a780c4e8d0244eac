"""The contract of a game.

A game is pure functions over immutable data. It has no clock, no log and no randomness of its own, knows
nothing of rooms or sockets, and never asks who is looking: views follow from the types (kernel/views.py).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options, State
from tablee.kernel.layout import Zone
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusals import Rule
from tablee.kernel.shapes import check_secrecy
from tablee.kernel.upcasting import Upcaster
from tablee.kernel.views import View
from tablee.kernel.words import Language, Text

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
O = TypeVar("O", bound=Options)  # noqa: E741 - options

StartPolicy: TypeAlias = Literal["full", "host", "ready"]
"""When a room's game starts: as soon as it is full, when the host says so, or when all have said they are ready."""


def _no_limits(_options: Any, _seats: int) -> None:
    return None


class BrokenRulesError(Exception):
    """A game does what the contract below rules out; the sentence says what, and in which position."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S, A, E, O]):
    """A game: its data types, its rules as functions, and its words."""

    id: str
    """Its name in addresses, records and on the wire: small letters, digits and hyphens."""
    name: Text
    seats: tuple[int, int]
    """The fewest and the most seats."""
    rules_version: int
    """Grows by one whenever the same actions could lead to another game than before, or data change their form."""
    upcasters: Mapping[int, Upcaster] = field(default_factory=dict)
    """By an older version of the rules: what brings its data to the form of the next (kernel/upcasting.py)."""
    has_starter: bool = True
    """Whether one seat starts; False where all begin at once."""
    start_policy: StartPolicy = "full"
    """When its rooms start, unless the host chooses otherwise."""

    options: type[O]
    state: type[S]
    actions: Any
    """The union of the game's actions, or its only one."""
    events: Any
    """The union of the game's events, or its only one."""

    setup: Callable[[int, O, int, Chance], S]
    """(seats, options, starter, chance) -> the first position."""
    legal: Callable[[S, int], Sequence[A]]
    """(state, seat) -> every distinct legal action once; empty for a seat that is not to act."""
    decide: Callable[[S, int, A, Chance], Sequence[E]]
    """(state, seat, a legal action, chance) -> what happens, up to the next decision of anybody."""
    evolve: Callable[[S, E], S]
    """(state, event) -> the state after it. Takes every event as a fact; decides nothing."""
    to_act: Callable[[S], tuple[int, ...]]
    """The seats that owe an action, in order; more than one where all choose at once; none at the end."""
    timeout: Callable[[S, Chance], Sequence[E]]
    """What happens when the clock of all the seats to act runs out."""
    leave: Callable[[S, int, Chance], Sequence[E]]
    """(state, seat, chance) -> what happens when a seat leaves or is eliminated; nothing if it is out already."""
    scores: Callable[[S], tuple[int, ...]]
    """Each seat's score so far."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended, or None while it goes on."""
    why_not: Callable[[S, int, A], Rule]
    """(state, a seat to act, an action that is not legal) -> the rule that stands against it."""
    limit_options: Callable[[O, int], Rule | None] = _no_limits
    """(options, seats) -> the rule against that combination, if there is one."""
    leave_together: Callable[[S, tuple[int, ...], Chance], Sequence[E]] | None = None
    """(state, seats, chance) -> what happens when seats leave at one moment, where all act at once and may all be late
    at once: the end is tested after the last of them. Without it, they leave one after the other."""

    reasons: Mapping[str, Text]
    """Every reason an outcome can give, in words."""
    standing: Callable[[S], tuple[int, ...]] | None = None
    """How well each seat stands, more being better, where the scores say nothing of it before the end. For the player
    that takes what is best at once (bots/simple.py); the rules do not ask."""
    zones: tuple[Zone, ...] = ()
    """Hints for drawing the view."""
    search: str | None = None
    """The module of its search form (kernel/search.py), with `form(seats, seat, view)`, `CODES`, and `LEVELS` where
    those of the platform do not fit (bots/levels.py); without one, bots search on these rules."""
    solver: str | None = None
    """The module that proves which actions are best, with `best(seats, seat, view, is_late)`: actions that are equally
    good, or none if `is_late()` came true before they were found."""
    solved_seats: tuple[int, ...] = ()
    """The numbers of seats for which the solver can tell."""
    sketch: Callable[[View, int | None, Language], str] | None = None
    """A picture of the view in text, where zones are not enough."""

    def __post_init__(self) -> None:
        """Refuse a game whose data could leak or change, or that hints at what is not there."""
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.id):
            raise ValueError(f"{self.id!r} is no id: small letters, digits and hyphens, a letter first")
        check_secrecy(self.state, *(get_args(self.events) or (self.events,)))
        type_, fields = self.state.__name__, self.state.__struct_fields__
        for zone in self.zones:
            if zone.field not in fields:
                raise ValueError(
                    f"{self.id}: the zone {zone.title.en!r} names the field {zone.field!r}, which {type_} does not "
                    f"have; it has: {', '.join(fields)}"
                )

    def reason(self, name: str) -> Text:
        """A reason of an outcome in words; by its bare name where the game has forgotten to say it."""
        return self.reasons.get(name) or Text(name, name)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
