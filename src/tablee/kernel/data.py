"""The four kinds of data a game is made of: options, state, actions, events.

All are frozen msgspec structs. Actions and events carry their name as `type`, in snake case:
`class EndTurn(Action)` is `{"type": "end_turn"}`. A field that is not declared is refused.
"""

import re
from collections.abc import Collection
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.kernel.outcome import Outcome
from tablee.kernel.words import Text

T = TypeVar("T")


def _snake_case(name: str) -> str:
    """`EndTurn` -> `end_turn`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Choices made before a game; every field has a default, and its limits in its type."""


class _Numbered(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    """The number of the present turn or round: it grows by one with each, and actions and deadlines name it."""


class State(_Numbered, frozen=True, kw_only=True, dict=True):
    """A position of a game, whole and immutable.

    In JSON `turn` comes first, `ended` last, a game's own fields between them. `dict` is for what Game keeps with it.
    """

    ended: Outcome | None = None

    def at_end(self, outcome: Outcome) -> Self:
        """The last position; a game that has something to clear away says so here."""
        return replace(self, ended=outcome)


class Action(Struct, frozen=True, tag_field="type", tag=_snake_case, forbid_unknown_fields=True):
    """A seat's request, in the imperative."""


class Event(Struct, frozen=True, tag_field="type", tag=_snake_case, forbid_unknown_fields=True):
    """A fact, in the past tense, chance included."""


def seats_in_play(seats: int, out: Collection[int]) -> list[int]:
    return [seat for seat in range(seats) if seat not in out]


def seats_after(seat: int, seats: int, out: Collection[int]) -> list[int]:
    """The seats in play in the order of play, the given one last if it is in play."""
    order = [*range(seat + 1, seats), *range(seat + 1)]
    return [other for other in order if other not in out] if out else order


def as_json(data: Any) -> Any:
    """Data as a screen gets them: with lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(data))


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
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
