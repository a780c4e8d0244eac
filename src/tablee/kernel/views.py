"""What each seat may see, derived from the types. No game writes a view by hand.

A viewer is compiled once for each type, so that a view costs little more than copying what is open.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from tablee.kernel.data import Action, Event, State
from tablee.kernel.outcome import Outcome
from tablee.kernel.secrecy import HIDDEN, Secret, bit_of
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Opened, Plain, Record, Shape, shape_of

if TYPE_CHECKING:
    from tablee.kernel.game import AnyGame

View: TypeAlias = Any
"""A state or event as one viewer may see it, ready to be encoded as JSON: secrets are bare values or HIDDEN."""

Viewer: TypeAlias = Callable[[Any, int], Any]
"""(value, the viewer's bit) -> view."""


class Perspective(Struct, frozen=True):
    """All that the platform ever tells one viewer of a state."""

    seat: int | None
    """The viewer: a seat, or None for an onlooker."""
    turn: int
    to_act: tuple[int, ...]
    scores: tuple[int, ...]
    view: View
    legal: Sequence[Action]
    """The viewer's own legal actions; empty when it is not to act."""
    outcome: Outcome | None


def perspective(game: "AnyGame", state: State, seat: int | None) -> Perspective:
    """All that a seat, or an onlooker (None), may know of a state."""
    legal = () if seat is None else tuple(game.legal(state, seat))
    return Perspective(
        seat, state.turn, game.to_act(state), game.scores(state), view(state, seat), legal, game.outcome(state)
    )


def view(state: State, seat: int | None) -> View:
    """The state as a seat, or an onlooker (None), may see it."""
    viewer = viewer_of(type(state))
    return state if viewer is None else viewer(state, bit_of(seat))


def redact(event: Event, seat: int | None) -> View:
    """The event as a seat, or an onlooker (None), may see it."""
    viewer = viewer_of(type(event))
    return event if viewer is None else viewer(event, bit_of(seat))


@cache
def viewer_of(annotation: Any) -> Viewer | None:
    """The viewer of a type, or None if all of it is open: it is its own view."""
    return _compile(shape_of(annotation))


def _compile(shape: Shape) -> Viewer | None:
    match shape:
        case Plain() | Opened():
            return None
        case Hidden():
            return _see
        case Many(Hidden()):
            return lambda value, bit: [s.value if s.seen_by & bit else HIDDEN for s in value]
        case Many(item):
            see_item = _compile(item)
            if see_item is None:
                return None
            return lambda value, bit: [see_item(part, bit) for part in value]
        case Fixed(items):
            viewers = [_compile(item) for item in items]
            if not any(viewers):
                return None
            return lambda value, bit: [
                part if see is None else see(part, bit) for see, part in zip(viewers, value, strict=True)
            ]
        case Record(type_, fields):
            return _compile_record(type_, fields)
        case Choice(shapes):
            return _compile_choice(shapes)


def _see(secret: Secret[Any], bit: int) -> Any:
    return secret.value if secret.seen_by & bit else HIDDEN


def _compile_record(type_: type[Struct], fields: tuple[tuple[str, Shape], ...]) -> Viewer | None:
    viewers = [(name, _compile(shape)) for name, shape in fields]
    if not any(see for _, see in viewers):
        return None
    config = type_.__struct_config__
    head = {config.tag_field: config.tag} if config.tag_field else {}

    def see_record(value: Any, bit: int) -> Any:
        seen = head.copy()
        for name, see in viewers:
            part = getattr(value, name)
            seen[name] = part if see is None else see(part, bit)
        return seen

    return see_record


def _compile_choice(shapes: tuple[Shape, ...]) -> Viewer | None:
    by_type: dict[type, Viewer] = {}
    for shape in shapes:
        see = _compile(shape)
        if see is not None:
            by_type[_runtime_type(shape)] = see
    if not by_type:
        return None

    def see_choice(value: Any, bit: int) -> Any:
        see = by_type.get(type(value))
        return value if see is None else see(value, bit)

    return see_choice


def _runtime_type(shape: Shape) -> type:
    match shape:
        case Hidden():
            return Secret
        case Record(type_):
            return type_
        case _:
            return tuple
