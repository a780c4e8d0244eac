"""Worlds that look alike to a seat: the same state, with other values where the seat can't see.

Follows from the types alone: every `Secret` that a viewer may not see could hold the value of any other of
its kind.
"""

from collections.abc import Callable
from types import NoneType
from typing import Any, TypeVar

from tablee.kernel.chance import Chance
from tablee.kernel.data import State
from tablee.kernel.secrecy import Secret
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Plain, Record, Shape, shape_of

S = TypeVar("S", bound=State)

OnSecret = Callable[[Any, Secret[Any]], Secret[Any]]
"""(the secret's kind, the secret) -> what stands in its place."""


def alike(state: S, seat: int | None, chance: Chance) -> S:
    """A world that looks the same to a seat, or to an onlooker (None): what it can't see is shuffled by kind."""
    places: dict[Any, list[Any]] = {}

    def collect(kind: Any, secret: Secret[Any]) -> Secret[Any]:
        if not secret.is_seen_by(seat):
            places.setdefault(kind, []).append(secret.value)
        return secret

    map_secrets(state, collect)
    shuffled = {kind: iter(chance.shuffled(values)) for kind, values in places.items()}

    def exchange(kind: Any, secret: Secret[Any]) -> Secret[Any]:
        return secret if secret.is_seen_by(seat) else Secret(next(shuffled[kind]), secret.seen_by)

    return map_secrets(state, exchange)


def map_secrets(state: S, on_secret: OnSecret) -> S:
    """The state with each secret replaced, in a fixed order."""
    mapped: S = _map(shape_of(type(state)), state, on_secret)
    return mapped


def _map(shape: Shape, value: Any, on_secret: OnSecret) -> Any:
    match shape:
        case Hidden(kind):
            return on_secret(kind, value)
        case Many(item):
            return tuple(_map(item, part, on_secret) for part in value)
        case Fixed(items):
            return tuple(_map(item, part, on_secret) for item, part in zip(items, value, strict=True))
        case Record(type_, fields):
            return type_(**{name: _map(part, getattr(value, name), on_secret) for name, part in fields})
        case Choice(shapes):
            return _map_choice(shapes, value, on_secret)
        case _:
            return value


def _map_choice(shapes: tuple[Shape, ...], value: Any, on_secret: OnSecret) -> Any:
    for shape in shapes:
        if is_branch(shape, value):
            return _map(shape, value, on_secret)
    return value


def is_branch(shape: Shape, value: Any) -> bool:
    """Whether a value of a union is of this branch of it."""
    match shape:
        case Hidden():
            return isinstance(value, Secret)
        case Record(type_):
            return isinstance(value, type_)
        case Many() | Fixed():
            return isinstance(value, tuple)
        case Plain(annotation) if annotation in (None, NoneType):
            return value is None
        case _:
            return value is not None and not isinstance(value, Secret)
