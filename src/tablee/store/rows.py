"""How rows become structs, and the players of a finished game a column."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import json

from tablee.store.contract import FinishedGame, ListedRoom, Progress, Summary

SUMMARY: Final = (
    "code, name, game, capacity, taken, host, status, visibility, is_listed, "
    "created_at, active_at, due_at, closed_at, people"
)
"""The fields of a Summary, in their order."""

ACCOUNT: Final = "person, username, name, password_hash, created_at"
"""The fields of an Account, in their order."""

PROGRESS: Final = "game, lesson, path, is_learnt"
"""The fields of a Progress, in their order."""


def read_listed(row: Any) -> ListedRoom:
    room, version, *columns = row
    return ListedRoom(room, version, read_summary(columns))


def read_summary(columns: Any) -> Summary:
    *before, is_listed, created_at, active_at, due_at, closed_at, people = columns
    times = created_at, active_at, due_at, closed_at
    return Summary(*(*before, bool(is_listed), *times, tuple(json.decode(people))))  # SQLite has no booleans.


def read_game(row: Any) -> FinishedGame:
    id_, room, game, seats, people, is_private, *rest, names = row
    written = json.decode(seats, type=list[int | str])
    said = json.decode(names or "{}", type=dict[int, str])
    shown = tuple([said.get(seat, "") if isinstance(seat, int) else seat for seat in written])
    named_at = tuple([seat if isinstance(seat, int) else 0 for seat in written])
    values = (id_, room, game, shown, tuple(json.decode(people)), bool(is_private), *rest, named_at)
    return FinishedGame(*values)


def read_progress(rows: Iterable[Any]) -> tuple[Progress, ...]:
    """Read rows of one person and its guests, the latest last: one for each lesson."""
    found: dict[tuple[str, str], Progress] = {}
    for game, lesson, path, is_learnt in rows:
        before = found.get((game, lesson))
        was_learnt = before is not None and before.is_learnt
        found[game, lesson] = Progress(game, lesson, tuple(json.decode(path)), bool(is_learnt) or was_learnt)
    return tuple(found[lesson] for lesson in sorted(found))


def write_seats(game: FinishedGame) -> str:
    """Encode each seat by the version at which its name was said, or a bot by its name."""
    return to_json([version or name for name, version in zip(game.seats, game.named_at, strict=True)])


def seated(summary: Summary) -> tuple[str, ...]:
    """The people who hold a seat, each once; nobody in a closed room."""
    return tuple(dict.fromkeys(summary.people)) if summary.closed_at is None else ()


def as_dict(pairs: Iterable[Any]) -> dict[Any, Any]:
    return {key: value for key, value in pairs}  # noqa: C416 - asyncpg's rows are no tuples, which dict() asks for


def to_json(value: object) -> str:
    return json.encode(value).decode()
