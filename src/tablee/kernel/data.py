"""The four kinds of data a game is made of: options, state, actions, events.

All are frozen msgspec structs. Actions and events carry their name as `type`, in snake case:
`class EndTurn(Action)` is `{"type": "end_turn"}`. A field that is not declared is refused.
"""

import re
from typing import Any, TypeVar

from msgspec import Meta, Struct

from tablee.kernel.words import Text

T = TypeVar("T")


def _snake_case(name: str) -> str:
    """`EndTurn` -> `end_turn`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen before a game; every field has a default, and its limits in its type."""


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a game, whole and immutable."""

    turn: int
    """The number of the present turn or round: it grows by one with each, and actions and deadlines name it."""


class Action(Struct, frozen=True, tag_field="type", tag=_snake_case, forbid_unknown_fields=True):
    """What a seat asks for, in the imperative."""


class Event(Struct, frozen=True, tag_field="type", tag=_snake_case, forbid_unknown_fields=True):
    """What happened, in the past tense, chance included."""


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with another one in that place."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def explained(en: str, fr: str, *, ge: int | None = None, le: int | None = None) -> Meta:
    """The sentence that tells a player what an option does, and its limits; it goes into the annotation."""
    return Meta(ge=ge, le=le, description=en, extra={"fr": fr})


def explanation(annotation: Any) -> Text | None:
    """The sentence given by `explained` in an option's annotation, if there is one."""
    for note in getattr(annotation, "__metadata__", ()):
        if isinstance(note, Meta) and note.description and note.extra:
            return Text(note.description, note.extra["fr"])
    return None
