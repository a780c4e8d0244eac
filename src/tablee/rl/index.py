"""A fixed number for every action of a game, read from the types of its actions.

Action types count in the order of the game's union, the values of their fields in the order of the fields, the last one
changing quickest; of a number with bounds every value, of a `Literal` each. The same rules give the same numbers, for
any number of seats and any options. A game with a search form leaves out what the form has no code for: actions that
the types allow and no position does.

What types leave open (a bare `int`) is looked up in random games. So write `Annotated[int, Meta(ge=0, le=6)]`.
"""

import hashlib
import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import chain, product
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct

from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.rl.samples import samples

MOST: Final = 100_000
"""Actions that an index can have."""

Mask = npt.NDArray[np.bool_]
Seen = Callable[[], Iterable[Any]]
"""The values that a part of the actions had in random games."""


class ActionIndexError(ValueError):
    """A game's actions can't be numbered, or one has no number; the sentence says why and what to do."""


class ActionIndex(Sequence[Any]):
    """All actions of a game, each by its number."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        actions = _actions(game)
        if game.search is not None:
            coded = set(importlib.import_module(game.search).CODES)
            actions = [action for action in actions if action in coded]
        self._actions = tuple(actions)
        self._numbers = {action: number for number, action in enumerate(self._actions)}

    def __len__(self) -> int:
        return len(self._actions)

    def __getitem__(self, number: Any) -> Any:
        return self._actions[number]

    def of(self, action: Action) -> int:
        """The number of an action. Raises ActionIndexError."""
        try:
            return self._numbers[action]
        except KeyError:
            raise ActionIndexError(
                f"{describe(action)} of {self._game.id} has no number: give its fields types with bounds, such as "
                "Annotated[int, Meta(ge=0, le=6)], so that all their values are known"
            ) from None

    def name(self, number: int) -> str:
        """An action in words: `place(size=small, cell=4)`."""
        return describe(self._actions[number])

    def mask(self, legal: Iterable[Action]) -> Mask:
        mask = np.zeros(len(self._actions), np.bool_)
        mask[[self.of(action) for action in legal]] = True
        return mask

    @property
    def digest(self) -> str:
        """Says which index this is: what learnt by another one can't be used with it."""
        return hashlib.sha256("\n".join(map(describe, self._actions)).encode()).hexdigest()[:16]


@cache
def index_of(game: AnyGame) -> ActionIndex:
    return ActionIndex(game)


# ── All values of a type ─────────────────────────────────────────────────────────────────────────────────


def _actions(game: AnyGame) -> list[Any]:
    found: list[Any] = []
    for type_ in game.action_types:
        found += _fields(type_, lambda type_=type_: _seen(game, type_), _seats(game))  # type: ignore[misc]  # bound now
        if len(found) > MOST:
            raise ActionIndexError(f"{game.id} has more than {MOST:,} actions by its types: too many to number each")
    return found


def _seats(game: AnyGame) -> dict[str, range]:
    """The fields whose number is a seat, which the words tell, and the seats that there can be."""
    return dict.fromkeys(("seat", *game.words.seats), range(game.seats[1]))


@cache
def _offered(game: AnyGame) -> Sequence[Any]:
    """All actions that were legal in random games, of the fewest and of the most seats."""
    found: dict[Any, None] = {}
    for seats in sorted(set(game.seats)):
        for sample in samples(game, seats, game.options()):
            found.update((action, None) for step in sample.steps for action in step.legal)
    return tuple(found)


def _seen(game: AnyGame, type_: type[Action]) -> Iterator[Any]:
    return (action for action in _offered(game) if type(action) is type_)


def _fields(type_: type[Struct], seen: Seen, known: dict[str, range]) -> list[Any]:
    hints = get_type_hints(type_, include_extras=True)
    values = []
    for name in type_.__struct_fields__:
        there: Seen = lambda name=name: (getattr(value, name) for value in seen())  # type: ignore[misc]  # noqa: E731 - bound now
        is_seat = hints[name] is int and name in known
        values.append(list(known[name]) if is_seat else _values(hints[name], there, type_.__name__))
    return [type_(*chosen) for chosen in _product(values, type_.__name__)]


def _product(values: Sequence[Sequence[Any]], where: str) -> Iterator[tuple[Any, ...]]:
    if np.prod([len(each) for each in values], dtype=np.float64) > MOST:
        raise ActionIndexError(f"{where} has more than {MOST:,} values by its types: too many to number each")
    return product(*values)


def _values(annotation: Any, seen: Seen, where: str, meta: Meta | None = None) -> list[Any]:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _values(args[0], seen, where, next((note for note in args[1:] if isinstance(note, Meta)), meta))
    if isinstance(annotation, NewType):
        return _values(annotation.__supertype__, seen, where, meta)
    if origin is Literal:
        return list(args)
    if annotation in (None, NoneType):
        return [None]
    if annotation is bool:
        return [False, True]
    if annotation is int:
        return list(_numbers(seen, meta))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return list(annotation)
    if origin in (Union, UnionType):
        return list(dict.fromkeys(chain.from_iterable(_values(arg, seen, where, meta) for arg in args)))
    if origin is tuple:
        return _tuples(args, seen, where, meta)
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return _fields(annotation, lambda: (value for value in seen() if isinstance(value, annotation)), {})
    return sorted(set(seen()))


def _numbers(seen: Seen, meta: Meta | None) -> range:
    least = None if meta is None else meta.ge if meta.ge is not None else None if meta.gt is None else meta.gt + 1
    most = None if meta is None else meta.le if meta.le is not None else None if meta.lt is None else meta.lt - 1
    if least is None or most is None:
        numbers = [value for value in seen() if type(value) is int]
        least = min(numbers, default=0) if least is None else least
        most = max(numbers, default=-1) if most is None else most
    return range(int(least), int(most) + 1)


def _tuples(args: Sequence[Any], seen: Seen, where: str, meta: Meta | None) -> list[Any]:
    if len(args) != 2 or args[1] is not Ellipsis:
        places = [
            _values(arg, lambda place=place: (value[place] for value in seen()), where)  # type: ignore[misc]  # bound now
            for place, arg in enumerate(args)
        ]
        return list(_product(places, where))
    if meta is None or meta.max_length is None:
        return sorted(set(seen()), key=lambda value: (len(value), value))
    items = _values(args[0], lambda: chain.from_iterable(seen()), where)
    lengths = range(meta.min_length or 0, meta.max_length + 1)
    return [chosen for length in lengths for chosen in _product([items] * length, where)]
