"""What differs between two states as plain data, place by place, and the same change made elsewhere."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from tablee.design.faults import refused

Path: TypeAlias = tuple[str | int, ...]


class Change(Struct, frozen=True):
    """Another value in one place."""

    path: Path
    value: Any

    @property
    def where(self) -> str:
        """`life[1]`."""
        return written(self.path)


def written(path: Path) -> str:
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".") or "state"


def changes_between(before: Any, after: Any) -> tuple[Change, ...]:
    """The fewest places at which the second is made of the first."""
    return tuple(_changes((), before, after))


def _changes(path: Path, before: Any, after: Any) -> Iterator[Change]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, value in after.items():
            yield from _changes((*path, name), before[name], value)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, value in enumerate(after):
            yield from _changes((*path, place), before[place], value)
    else:
        yield Change(path, after)


def apply_changes(data: Any, changes: Sequence[Change]) -> Any:
    """The data with the changes in them. Raises FaultError where they have no such place."""
    for change in changes:
        data = _with(data, change.path, change)
    return data


def _with(data: Any, path: Path, change: Change) -> Any:
    if not path:
        return change.value
    first, *rest = path
    if isinstance(data, dict) and first in data:
        return {**data, first: _with(data[first], tuple(rest), change)}
    if isinstance(data, list) and isinstance(first, int) and 0 <= first < len(data):
        return [*data[:first], _with(data[first], tuple(rest), change), *data[first + 1 :]]
    raise refused(f"The state has no {change.where}.", f"L’état n’a pas de {change.where}.")
