"""What a seat sees, as numbers: read from the types of the state, each entry with a name.

    cells[4].large=1        1 where that cell's large square is seat 1's, else 0
    hands[0][2]=?           1 where that card is hidden from the viewer
    pile.length             how many there are, in parts of the most that was seen
    stock[1].small          the number itself, in parts of the most that was seen

A tensor is a function of a perspective: of what the platform tells that viewer, and nothing else. Types say what there
is; how long a tuple gets and how far a number goes, where they don't, a few random games of the same seats and options
do. What lies beyond is cut off: places of a tuple that got longer, numbers at ten times the most that was seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct

from tablee.kernel.data import Event, Options
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.secrecy import HIDDEN, Secret
from tablee.kernel.views import Perspective, opened, redact
from tablee.rl.index import index_of
from tablee.rl.samples import samples

Tensor: TypeAlias = npt.NDArray[np.float32]
Kind: TypeAlias = Literal["sight", "public", "private", "recall"]

FARTHEST: Final = 10.0
"""No entry is larger, or smaller than its negative."""
_NARROW: Final = 16
"""Numbers of so few values have an entry for each value, too."""
_SPARE: Final = 1.25
"""Margin over the places that random games needed, in tuples that grow and shrink."""
_EVERY: Final = 3
"""One in this many states of a random game is sampled."""
_ROWS: Final = 1.5
"""Margin over the events of the longest random game, in a recall."""


class Tensors:
    """The observations of a game of given seats and options."""

    def __init__(self, game: AnyGame, seats: int, options: Options) -> None:
        self._seats = seats
        self._state = _part(game.state)
        self._events = {str(type_.__struct_config__.tag): _part(type_, is_compact=True) for type_ in game.event_types}
        self._actions = len(index_of(game))
        longest = 1
        for sample in samples(game, seats, options):
            self._state.measure(_data(opened(sample.first)))
            told = 0
            for number, step in enumerate(sample.steps):
                if number % _EVERY == 0:
                    self._state.measure(_data(opened(step.state)))
                told += 1 + len(step.events)
                for event in step.events:
                    data = _data(opened(event))
                    self._events[data["type"]].measure(data)
            longest = max(longest, told)
        self.rows = int(_ROWS * longest)
        """Events and own actions that a recall has room for; of a longer game the oldest are dropped, and counted."""
        self._settle()

    def _settle(self) -> None:
        seats = [f"seat={seat}" for seat in range(self._seats)] + [f"to_act={seat}" for seat in range(self._seats)]
        state = list(self._state.names(""))
        self._hidden = np.flatnonzero(list(self._state.hidden()))
        self._names: dict[str, tuple[str, ...]] = {
            "sight": (*seats, *state),
            "public": (*seats, *state),
            "private": tuple([state[place] for place in self._hidden]),
        }
        self._starts: dict[str, int] = {}
        row = [f"event={name}" for name in self._events] + ["event=own_action", "own_action"]
        for name, part in self._events.items():
            self._starts[name] = len(row)
            row += list(part.names(name))
        self._width = len(row)
        self._row = tuple(row)

    def names(self, kind: Kind = "sight") -> tuple[str, ...]:
        """What each entry of a tensor is."""
        if kind != "recall":
            return self._names[kind]
        rows = [f"recall[{number}].{name}" for number in range(self.rows) for name in self._row]
        return (*[f"first.{name}" for name in self._names["sight"]], "recall.dropped", *rows)

    def size(self, kind: Kind = "sight") -> int:
        first = len(self._names["sight"])
        return first + 1 + self.rows * self._width if kind == "recall" else len(self._names[kind])

    def sight(self, sight: Perspective) -> Tensor:
        """All that a viewer sees: for an onlooker, what is public."""
        made = np.zeros(len(self._names["sight"]), np.float32)
        if sight.seat is not None:
            made[sight.seat] = 1.0
        for seat in sight.to_act:
            made[self._seats + seat] = 1.0
        self._state.write(_data(sight.view), made, 2 * self._seats)
        return made

    def public(self, sight: Perspective) -> Tensor:
        """What everyone sees: the sight of an onlooker."""
        if sight.seat is not None:
            raise ValueError("what is public is what an onlooker sees: ask for the perspective of None")
        return self.sight(sight)

    def private(self, sight: Perspective) -> Tensor:
        """Of all that can be hidden, what the viewer sees: with what is public, it is all that the viewer sees."""
        made: Tensor = self.sight(sight)[2 * self._seats :][self._hidden]
        return made

    def recall(self, memory: "Memory", rows: int | None = None) -> Tensor:
        """All that a seat ever saw and did: its first sight, then everything that happened, as it saw it, in order.

        With `rows`, only this many of the newest.
        """
        rows = self.rows if rows is None else rows
        first = len(self._names["sight"])
        made = np.zeros(first + 1 + rows * self._width, np.float32)
        if memory.first is None:
            return made
        made[:first] = self.sight(memory.first)
        dropped = max(0, len(memory.told) - rows)
        made[first] = min(FARTHEST, dropped / self.rows)
        at = first + 1
        for entry in memory.told[dropped:]:
            if isinstance(entry, int):
                made[at + len(self._events)] = 1.0
                made[at + len(self._events) + 1] = (entry + 1) / self._actions
            else:
                name = entry["type"]
                made[at + list(self._events).index(name)] = 1.0
                self._events[name].write(entry, made, at + self._starts[name])
            at += self._width
        return made


@cache
def tensors_of(game: AnyGame, seats: int, options: Options) -> Tensors:
    return Tensors(game, seats, options)


@dataclass
class Memory:
    """All that a seat was ever told, and what it did."""

    seat: int | None
    first: Perspective | None = None
    told: list[Any] = field(default_factory=list)
    """Own actions, by number, and events as the seat saw them, in order."""

    def __str__(self) -> str:
        """The same, whole and exact, as text: two memories that differ in anything differ in this."""
        return msgspec.json.encode((self.first and self.first.view, self.told)).decode()


def told_to(viewer: int | None, acted: tuple[int, int], events: Iterable[Event]) -> list[Any]:
    """What a viewer remembers of an action, its own or another's, and of what came of it."""
    seat, number = acted
    own = [number] if seat == viewer else []
    return [*own, *[_data(redact(event, viewer)) for event in events]]


def _data(view: Any) -> Any:
    return msgspec.to_builtins(view)


# ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────


class _Part:
    """A part of the data: how many entries it has, what they are called, and how they are written."""

    size: int = 0

    def measure(self, value: Any) -> None:
        """Take a value into account, before anything is written."""

    def names(self, name: str) -> Iterator[str]:
        """The names of the entries; also settles their number."""
        raise NotImplementedError

    def hidden(self) -> Iterator[bool]:
        """For each entry, whether it tells of something that can be hidden."""
        return iter([False] * self.size)

    def write(self, value: Any, made: Tensor, at: int) -> None:
        raise NotImplementedError


class _Nothing(_Part):
    """What is the same in every position of an environment."""

    def names(self, name: str) -> Iterator[str]:  # noqa: ARG002 - as declared
        return iter(())

    def write(self, value: Any, made: Tensor, at: int) -> None:
        pass


class _Flag(_Part):
    size = 1

    def names(self, name: str) -> Iterator[str]:
        yield name

    def write(self, value: Any, made: Tensor, at: int) -> None:
        made[at] = value


class _Number(_Part):
    """A number, in parts of the largest; and where there are few values, an entry for each."""

    def __init__(self, meta: Meta | None, is_compact: bool) -> None:
        self._is_compact = is_compact
        self._least, self._most = (None, None) if meta is None else (meta.ge, meta.le)
        self._seen: tuple[float, float] = (0, 0)

    def measure(self, value: Any) -> None:
        self._seen = min(self._seen[0], value), max(self._seen[1], value)

    def names(self, name: str) -> Iterator[str]:
        least = self._seen[0] if self._least is None else self._least
        most = self._seen[1] if self._most is None else self._most
        self._scale = max(abs(least), abs(most), 1)
        is_narrow = not self._is_compact and most - least < _NARROW and most == int(most)
        self._values = range(int(least), int(most) + 1) if is_narrow else range(0)
        self.size = 1 + len(self._values)
        yield name
        for value in self._values:
            yield f"{name}={value}"

    def write(self, value: Any, made: Tensor, at: int) -> None:
        made[at] = max(-FARTHEST, min(FARTHEST, value / self._scale))
        if value in self._values:
            made[at + 1 + self._values.index(value)] = 1.0


class _Category(_Part):
    """One of some values; compact: its place among them, as one number."""

    def __init__(self, values: Iterable[Any], is_open: bool, is_compact: bool) -> None:
        self._values, self._is_open, self._is_compact = list(values), is_open, is_compact

    def measure(self, value: Any) -> None:
        if self._is_open and value not in self._values:
            self._values.append(value)

    def names(self, name: str) -> Iterator[str]:
        if self._is_open:
            self._values.sort(key=str)
        self._places = {value: place for place, value in enumerate(self._values)}
        if self._is_compact:
            self.size = 1
            yield name
            return
        self.size = len(self._values) + self._is_open
        for value in self._values:
            yield f"{name}={value}"
        if self._is_open:
            yield f"{name}=other"

    def write(self, value: Any, made: Tensor, at: int) -> None:
        place = self._places.get(value, len(self._values))
        if self._is_compact:
            made[at] = (place + 1) / (len(self._values) + 1)
        elif place < self.size:
            made[at + place] = 1.0


class _Veiled(_Part):
    """What may not be there, or may be hidden: one entry says so, and then there is nothing else."""

    def __init__(self, part: _Part, veil: Any, sign: str) -> None:
        self._part, self._veil, self._sign = part, veil, sign

    def measure(self, value: Any) -> None:
        if value != self._veil:
            self._part.measure(value)

    def names(self, name: str) -> Iterator[str]:
        yield f"{name}={self._sign}"
        yield from self._part.names(name)
        self.size = 1 + self._part.size

    def hidden(self) -> Iterator[bool]:
        if self._veil == HIDDEN:
            return iter([True] * self.size)
        return iter([False, *self._part.hidden()])

    def write(self, value: Any, made: Tensor, at: int) -> None:
        if value == self._veil:
            made[at] = 1.0
        else:
            self._part.write(value, made, at + 1)


class _Many(_Part):
    """A tuple that can have any length: how many there are, and a place for each."""

    def __init__(self, part: _Part, meta: Meta | None) -> None:
        self._part = part
        self._most = None if meta is None else meta.max_length
        self._seen: set[int] = set()

    def measure(self, value: Any) -> None:
        self._seen.add(len(value))
        for each in value:
            self._part.measure(each)

    def names(self, name: str) -> Iterator[str]:
        longest = max(self._seen, default=0)
        spare = longest if len(self._seen) < 2 else int(_SPARE * longest)
        self._places = spare if self._most is None else self._most
        has_length = self._places > 0 and (len(self._seen) > 1 or self._most is not None)
        self._head = int(has_length)
        if has_length:
            yield f"{name}.length"
        for place in range(self._places):
            yield from self._part.names(f"{name}[{place}]")
        self.size = self._head + self._places * self._part.size

    def hidden(self) -> Iterator[bool]:
        yield from [False] * self._head
        for _ in range(self._places):
            yield from self._part.hidden()

    def write(self, value: Any, made: Tensor, at: int) -> None:
        if self._head:
            made[at] = min(FARTHEST, len(value) / self._places)
            at += 1
        for each in value[: self._places]:
            self._part.write(each, made, at)
            at += self._part.size


class _Several(_Part):
    """Parts one after the other: of a struct, or of a tuple of given length."""

    def __init__(self, parts: Sequence[tuple[Any, str, _Part]]) -> None:
        self._parts = parts
        """Each with its key in the data, and what follows the name."""

    def measure(self, value: Any) -> None:
        for key, _, part in self._parts:
            part.measure(value[key])

    def names(self, name: str) -> Iterator[str]:
        for _, suffix, part in self._parts:
            yield from part.names(f"{name}{suffix}" if name else suffix.lstrip("."))
        self.size = sum(part.size for _, _, part in self._parts)

    def hidden(self) -> Iterator[bool]:
        for _, _, part in self._parts:
            yield from part.hidden()

    def write(self, value: Any, made: Tensor, at: int) -> None:
        for key, _, part in self._parts:
            part.write(value[key], made, at)
            at += part.size


class _Choice(_Part):
    """One of several kinds of data: which, and a place for each."""

    def __init__(self, parts: Sequence[tuple[Any, _Part]]) -> None:
        self._parts = parts

    def measure(self, value: Any) -> None:
        place = self._place(value)
        if place is not None:
            self._parts[place][1].measure(value)

    def names(self, name: str) -> Iterator[str]:
        for place, _ in enumerate(self._parts):
            yield f"{name}|{place}"
        for _, part in self._parts:
            yield from part.names(name)
        self.size = len(self._parts) + sum(part.size for _, part in self._parts)

    def hidden(self) -> Iterator[bool]:
        yield from [False] * len(self._parts)
        for _, part in self._parts:
            yield from part.hidden()

    def write(self, value: Any, made: Tensor, at: int) -> None:
        chosen = self._place(value)
        start = at + len(self._parts)
        for place, (_, part) in enumerate(self._parts):
            if place == chosen:
                made[at + place] = 1.0
                part.write(value, made, start)
            start += part.size

    def _place(self, value: Any) -> int | None:
        for place, (type_, _) in enumerate(self._parts):
            try:
                msgspec.convert(value, type_)
            except (msgspec.ValidationError, TypeError):
                continue
            return place
        return None


def _part(annotation: Any, meta: Meta | None = None, *, is_compact: bool = False) -> _Part:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        metas = [note for note in args[1:] if isinstance(note, Meta)]
        return _part(args[0], metas[0] if metas else meta, is_compact=is_compact)
    if isinstance(annotation, NewType):
        return _part(annotation.__supertype__, meta, is_compact=is_compact)
    if origin is Secret:
        return _Veiled(_part(args[0], is_compact=is_compact), HIDDEN, "?")
    if origin is Literal:
        return _Category(args, is_open=False, is_compact=is_compact)
    if annotation is bool:
        return _Flag()
    if annotation in (int, float):
        return _Number(meta, is_compact)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return _Many(_part(args[0], is_compact=is_compact), meta)
        return _Several([(place, f"[{place}]", _part(arg, is_compact=is_compact)) for place, arg in enumerate(args)])
    if origin in (Union, UnionType):
        return _union(args, is_compact)
    if isinstance(annotation, type) and issubclass(annotation, Options | Outcome):
        return _Nothing()
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        hints = get_type_hints(annotation, include_extras=True)
        fields = annotation.__struct_fields__
        return _Several([(name, f".{name}", _part(hints[name], is_compact=is_compact)) for name in fields])
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _Category([member.value for member in annotation], is_open=False, is_compact=is_compact)
    return _Category((), is_open=True, is_compact=is_compact)


def _union(args: Sequence[Any], is_compact: bool) -> _Part:
    others = [arg for arg in args if arg not in (None, NoneType)]
    if len(others) == 1:
        part = _part(others[0], is_compact=is_compact)
    else:
        part = _Choice([(arg, _part(arg, is_compact=is_compact)) for arg in others])
    is_always_there = len(others) == len(args) or isinstance(part, _Nothing)
    return part if is_always_there else _Veiled(part, None, "none")
