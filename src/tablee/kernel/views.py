"""Views of each seat, derived from the types. No game writes a view by hand.

A viewer is compiled once for each type, so that a view costs little more than copying what is open.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct

from tablee.kernel.data import Action, Event, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.secrecy import HIDDEN, bit_of
from tablee.kernel.shapes import Hidden, Many, Shape, Walk, shape_of, walker

View: TypeAlias = Any
"""A state or event as one viewer may see it, ready to be encoded as JSON: secrets are bare values or HIDDEN."""


class Perspective(Struct, frozen=True):
    """Everything that the platform ever tells one viewer of a state."""

    seat: int | None
    """The viewer: a seat, or None for an onlooker."""
    turn: int
    to_act: tuple[int, ...]
    scores: tuple[int, ...]
    view: View
    legal: Sequence[Action]
    """The viewer's own legal actions; empty when it is not to act."""
    outcome: Outcome | None


def perspective(game: AnyGame, state: State, seat: int | None) -> Perspective:
    """Make everything that a seat, or an onlooker (None), may know of a state."""
    legal = () if seat is None else game.legal(state, seat)
    return Perspective(seat, state.turn, game.to_act(state), game.scores(state), view(state, seat), legal, state.ended)


def view(state: State, seat: int | None) -> View:
    """The state as a seat, or an onlooker (None), may see it."""
    viewer = viewer_of(type(state))
    return state if viewer is None else viewer(state, bit_of(seat))


def redact(event: Event, seat: int | None) -> View:
    """The event as a seat, or an onlooker (None), may see it."""
    viewer = viewer_of(type(event))
    return event if viewer is None else viewer(event, bit_of(seat))


def opened(data: State | Event) -> View:
    """The state or event with nothing hidden: for those who look at a game that is over."""
    type_: Any = type(data)
    opener = _opener_of(type_)
    return data if opener is None else opener(data, None)


def are_open(events: Sequence[Event]) -> bool:
    """Whether all see the events alike."""
    for event in events:  # noqa: SIM110 - `all` of a generator costs more, and every move asks
        if viewer_of(type(event)) is not None:
            return False
    return True


@cache
def viewer_of(annotation: Any) -> Walk | None:
    """(value, the viewer's bit) -> view; None if all of the type is open: it is its own view."""
    return walker(shape_of(annotation), _sight, as_data=True)


@cache
def _opener_of(annotation: Any) -> Walk | None:
    return walker(shape_of(annotation), _without_cover, as_data=True)


def _without_cover(shape: Shape) -> Walk | None:
    return (lambda secret, _: secret.value) if isinstance(shape, Hidden) else None


def _sight(shape: Shape) -> Walk | None:
    match shape:
        case Hidden():
            return lambda secret, bit: secret.value if secret.seen_by & bit else HIDDEN
        case Many(Hidden()):
            return lambda secrets, bit: [secret.value if secret.seen_by & bit else HIDDEN for secret in secrets]
        case _:
            return None
