"""The contract of a game.

A game is pure functions over immutable data. It has no clock, no log and no randomness of its own, knows
nothing of rooms or sockets, and never asks who is looking: views follow from the types (kernel/views.py).

It says only what is its own: the end, and that nobody acts after it or out of turn, are the same for all.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

from tablee.kernel.aims import Aim, aims_in, pieces_named
from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options
from tablee.kernel.events import Ended
from tablee.kernel.outcome import Bounds
from tablee.kernel.refusals import Rule
from tablee.kernel.search import Dice
from tablee.kernel.shapes import check_secrecy
from tablee.kernel.story import E, S, Story
from tablee.kernel.upcasting import Upcaster
from tablee.kernel.vocabulary import Words
from tablee.kernel.words import Language, Text
from tablee.kernel.zones import Zone

A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Options)  # noqa: E741 - options

StartPolicy: TypeAlias = Literal["full", "host", "ready"]
"""When a room's game starts: as soon as it is full, when the host says so, or when all have said they are ready."""


def _no_limits(_options: Any, _seats: int) -> None:
    return None


def _the_active_seat(state: Any) -> tuple[int, ...]:
    return (state.active,)


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
    policy: StartPolicy = "full"
    """When its rooms start, unless the host chooses otherwise."""

    options: type[O]
    state: type[S]
    actions: Any
    """The union of the game's actions, or its only one."""
    events: Any
    """The union of the game's events, or its only one; `Ended` comes with every game."""

    setup: Callable[[int, O, int, Chance], S]
    """(seats, options, starter, chance) -> the first position."""
    legal: Callable[[S, int], Sequence[A]]
    """(state, a seat to act) -> every distinct legal action once. Asked of the game: empty for any other seat."""
    decide: Callable[[Story[S, E], int, A, Chance], None]
    """(story, seat, a legal action, chance): tell what happens, up to the next decision of anyone."""
    evolve: Callable[[S, E], S]
    """(state, event) -> the state after it. Takes every event as a fact; decides nothing."""
    to_act: Callable[[S], tuple[int, ...]] = _the_active_seat
    """The seats that owe an action, in order; more than one where all choose at once. Asked of the game: none at the
    end. Without it, the seat in the state's field `active`."""
    timeout: Callable[[Story[S, E], Chance], None]
    """Tell what happens when the clock of all the seats to act runs out."""
    leave: Callable[[Story[S, E], int, Chance], None]
    """(story, seat, chance): tell what happens when a seat leaves or is eliminated; nothing if it is out already."""
    scores: Callable[[S], tuple[int, ...]]
    """Each seat's score so far."""
    why_not: Callable[[S, int, A], Rule]
    """(state, a seat to act, an action that is not legal) -> the rule against it."""
    limit_options: Callable[[O, int], Rule | None] = _no_limits
    """(options, seats) -> the rule against that combination, if there is one."""
    leave_together: Callable[[Story[S, E], tuple[int, ...], Chance], None] | None = None
    """(story, seats, chance): tell what happens when seats leave at one moment, where all act at once and may all be
    late at once: the end is tested after the last of them. Without it, they leave one after the other."""

    reasons: Mapping[str, Text]
    """Every reason an outcome can give, in words."""
    standing: Callable[[S], tuple[int, ...]] | None = None
    """How well each seat is doing, more being better, where the scores don't say before the end. For the player
    that takes what is best at once (bots/simple.py); the rules do not ask."""
    possible_worlds: Callable[[S, int], bool] | None = None
    """(a world as a seat could imagine it, that seat) -> whether it can be, where the types don't say it all: everyone
    has one skull, what was shown is remembered. For the players that imagine worlds (bots/worlds.py)."""
    bounds: Callable[[O, int], Bounds] | None = None
    """(options, seats) -> what no game of these goes beyond, for machines that learn (tablee.rl); they guess it from
    random games where nobody says."""
    deal_world: Callable[[S, int, Dice], S] | None = None
    """(a world that the types allow, that seat, dice) -> one that can be and looks the same to the seat, where of those
    that the types allow few are possible. In it, what the seat sees is seen by everyone, and all else by nobody."""
    zones: tuple[Zone, ...] = ()
    """Hints for drawing the view."""
    words: Words = field(default_factory=Words)
    """Words for its actions, events, fields and pieces."""
    promise: Text | None = None
    """The line on its poster: what it is like to play, in a few words."""
    search: str | None = None
    """The module of its search form (kernel/search.py), with `form(seats, seat, view)`, `CODES`, and `LEVELS` where
    those of the platform do not fit (bots/levels.py); without one, bots search on these rules."""
    solver: str | None = None
    """The module that proves which actions are best, with `best(seats, seat, view, is_late)`: actions that are equally
    good, or none if `is_late()` came true before they were found. For the analysis of games it may have
    `verdicts(seats, seat, view, looks)`: for each action (action, win, draw, loss or open, within how many actions)."""
    perfect_seats: tuple[int, ...] = ()
    """The numbers of seats for which the solver can tell."""
    sketch: Callable[[Mapping[str, Any], int | None, Language], str] | None = None
    """A picture of the view in text, where zones are not enough."""

    def __post_init__(self) -> None:
        """Refuse a game whose data could leak or change, or that hints at what is not there."""
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.id):
            raise ValueError(f"{self.id!r} is no id: small letters, digits and hyphens, a letter first")
        check_secrecy(self.state, *self.event_types)
        type_, fields = self.state.__name__, self.state.__struct_fields__
        if self.to_act is _the_active_seat and "active" not in fields:
            raise ValueError(f"{self.id}: {type_} has no field 'active', so the game has to say who is `to_act`")
        for zone in self.zones:
            if zone.field not in fields:
                raise ValueError(
                    f"{self.id}: the zone {zone.title.en!r} names the field {zone.field!r}, which {type_} does not "
                    f"have; it has: {', '.join(fields)}"
                )
        self._add_what_all_share()

    def _add_what_all_share(self) -> None:
        own_to_act, own_legal, own_evolve = self.to_act, self.legal, self.evolve

        def to_act(state: S) -> tuple[int, ...]:
            return own_to_act(state) if state.ended is None else ()

        def legal(state: S, seat: int) -> Sequence[A]:
            # Kept with the position: every view asks for it, and so does the action that follows.
            kept: dict[Any, Sequence[A]] = state.__dict__
            if seat not in kept:
                is_to_act = state.ended is None and seat in own_to_act(state)
                kept[seat] = tuple(own_legal(state, seat)) if is_to_act else ()
            return kept[seat]

        def evolve(state: S, event: E | Ended) -> S:
            return state.at_end(event.outcome) if type(event) is Ended else own_evolve(state, event)

        for function, own in ((to_act, own_to_act), (legal, own_legal), (evolve, own_evolve)):
            function.__wrapped__ = own  # type: ignore[union-attr]  # as `inspect.unwrap` looks for it
            object.__setattr__(self, function.__name__, function)

    @property
    def action_types(self) -> tuple[type[Action], ...]:
        return get_args(self.actions) or (self.actions,)

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        return (*(get_args(self.events) or (self.events,)), Ended)

    @property
    def aims(self) -> tuple[Aim, ...]:
        """The fields of its actions that point to a place in a zone."""
        fields = {field for type_ in self.action_types for field in type_.__struct_fields__}
        return aims_in(self.zones, fields, pieces_named(self.action_types, self.state))

    def reason(self, name: str) -> Text:
        """A reason of an outcome in words; by its bare name where the game has forgotten to say it."""
        return self.reasons.get(name) or Text(name, name)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
