"""Positions as a person writes them: the fields of the state that are not as in the set-up.

    board = ["uranus", "none", { card = "earth", face_down = true }]
    pile = ["mars", "venus", "..."]

A secret is written as what it is; nobody sees it, unless the lesson's `seen` says otherwise for its field. `none` is
nothing. What has several fields may be written as its first. `...` at the end of a pile is the rest of the pack:
whatever the set-up has of that kind, and the position has nowhere else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Any

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.knowledge import things_in
from tablee.kernel.secrecy import EVERYONE, NOBODY, only
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Plain, Record, Shape, shape_of

NOTHING = "none"
REST = "..."


class PositionError(ValueError):
    """A position can't be; the sentence says why."""


def read_position(game: AnyGame, setup: Any, given: Mapping[str, Any], seen: Mapping[str, str], chance: Chance) -> Any:
    """The position that is given, all else as in the set-up. Raises PositionError."""
    type_: Any = game.state
    record = shape_of(type_)
    shapes = dict(record.fields) if isinstance(record, Record) else {}
    for name in (*given, *seen):
        if name not in type_.__struct_fields__:
            raise PositionError(f"there is no field {name!r}; there are: {', '.join(type_.__struct_fields__)}")
    ends = [name for name, value in given.items() if isinstance(value, list) and value[-1:] == [REST]]
    written = {name: value[:-1] if name in ends else value for name, value in given.items()}
    fields = {
        name: _read(shapes[name], value, seen.get(name, ""), None) if name in shapes else value
        for name, value in written.items()
    }
    state = _convert(game, {**msgspec.to_builtins(setup), **fields})
    if not ends:
        return state
    for name in ends:
        rest = _rest(setup, state, _kind_of_pile(name, shapes.get(name)))
        fields[name] = [*fields[name], *[_hidden(value, seen.get(name, ""), None) for value in chance.shuffled(rest)]]
    return _convert(game, {**msgspec.to_builtins(setup), **fields})


def write_position(game: AnyGame, setup: Any, state: Any) -> tuple[dict[str, Any], dict[str, str]] | None:
    """What `read_position` makes this state of: the fields that are not as in the set-up, and who sees them.

    None where it can't be written: `seen` speaks of whole fields, and a secret may be seen by some only.
    """
    type_: Any = game.state
    record = shape_of(type_)
    shapes = dict(record.fields) if isinstance(record, Record) else {}
    given: dict[str, Any] = {}
    seen: dict[str, str] = {}
    for name in type_.__struct_fields__:
        value = getattr(state, name)
        if value == getattr(setup, name):
            continue
        viewers: set[str] = set()
        given[name] = _written(shapes.get(name), msgspec.to_builtins(value), viewers, None)
        if viewers - {""}:
            seen[name] = " ".join(sorted(viewers))
    try:
        is_same = read_position(game, setup, given, seen, Chance.seeded(0)) == state
    except PositionError:
        return None
    return (given, seen) if is_same else None


def _written(shape: Shape | None, value: Any, viewers: set[str], owner: int | None) -> Any:
    """A value as a person writes it; who sees its secrets is added to the viewers."""
    match shape:
        case Hidden() if isinstance(value, dict):
            named = {NOBODY: "", EVERYONE: "all"} | ({} if owner is None else {only(owner): "owner"})
            viewers.add(named.get(value["seen_by"], "some"))
            return _bare(value["value"])
        case Choice(shapes):
            fitting = [part for part in shapes if not _is_nothing(part)]
            return NOTHING if value is None else _written(fitting[0], value, viewers, owner)
        case Many(item) if isinstance(value, tuple | list):
            owners = range(len(value)) if owner is None else [owner] * len(value)
            return [_written(item, part, viewers, whose) for part, whose in zip(value, owners, strict=True)]
        case Fixed(items) if isinstance(value, tuple | list):
            return [_written(item, part, viewers, owner) for item, part in zip(items, value, strict=True)]
        case Record(_, fields) if isinstance(value, dict):
            known = dict(fields)
            return {name: _written(known.get(name), part, viewers, owner) for name, part in value.items()}
        case _:
            return _bare(value)


def _bare(value: Any) -> Any:
    """As `plain` reads it."""
    match value:
        case list() | tuple():
            return [_bare(part) for part in value]
        case dict():
            return {name: _bare(part) for name, part in value.items()}
        case _:
            return NOTHING if value is None else value


def _convert(game: AnyGame, data: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(data, game.state)
    except msgspec.ValidationError as error:
        raise PositionError(f"it does not fit: {error}") from error


def _read(shape: Shape, given: Any, seen: str, owner: int | None) -> Any:
    """A written value, in the form of the data."""
    match shape:
        case Hidden():
            return _hidden(given, seen, owner)
        case Choice(shapes):
            if given == NOTHING and any(_is_nothing(part) for part in shapes):
                return None
            return _read(next(part for part in shapes if not _is_nothing(part)), given, seen, owner)
        case Many(item) if isinstance(given, list):
            return [_read(item, part, seen, place if owner is None else owner) for place, part in enumerate(given)]
        case Fixed(items) if isinstance(given, list) and len(items) == len(given):
            return [_read(item, part, seen, owner) for item, part in zip(items, given, strict=True)]
        case Record(_, fields):
            record = given if isinstance(given, dict) else {fields[0][0]: given}
            known = dict(fields)
            return {
                name: _read(known[name], part, seen, owner) if name in known else part for name, part in record.items()
            }
        case _:
            return plain(given)


def plain(given: Any) -> Any:
    """A written value without types to read it by: `none` is None."""
    match given:
        case list():
            return [plain(part) for part in given]
        case dict():
            return {name: plain(part) for name, part in given.items()}
        case _:
            return None if given == NOTHING else given


def _hidden(given: Any, seen: str, owner: int | None) -> Any:
    match seen:
        case "":
            viewers = NOBODY
        case "all":
            viewers = EVERYONE
        case "owner" if owner is not None:
            viewers = only(owner)
        case _:
            raise PositionError(f"`seen` is `all` or `owner`, not {seen!r}")
    return {"value": given, "seen_by": viewers}


def _is_nothing(shape: Shape) -> bool:
    return isinstance(shape, Plain) and shape.annotation in (None, NoneType)


def _rest(setup: Any, state: Any, kind: Any) -> list[Any]:
    """Secrets of a kind that the set-up has and the position lacks. Raises PositionError for what it has too often."""
    pack, used = (Counter([value for value in _values_in(one) if _is_a(value, kind)]) for one in (setup, state))
    for value, count in used.items():
        if count > pack[value]:
            raise PositionError(f"it has {value!r} {count} times, the game {pack[value]} times")
    return sorted((pack - used).elements())


def _values_in(state: Any) -> Iterable[Any]:
    for _, value, _ in things_in(state):
        yield from _leaves(value)


def _leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    elif value is not None:
        yield value


def _kind_of_pile(name: str, shape: Shape | None) -> Any:
    if isinstance(shape, Many) and isinstance(shape.item, Hidden):
        return shape.item.kind
    raise PositionError(f"{name!r} is no pile of hidden things: {REST!r} can't fill it")


def _is_a(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(value), kind)
    except msgspec.ValidationError:
        return False
    return True
