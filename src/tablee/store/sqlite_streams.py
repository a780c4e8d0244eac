"""How appends are written to SQLite, many at once, inside the writer's transaction.

What happens for every move (looking up the heads, inserting events) is one statement for the whole batch, fed by
JSON: during a statement the thread doesn't hold Python's lock, and one long statement doesn't have to win it back
hundreds of times from a busy event loop. What is rare is written as it comes.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tablee.store.contract import (
    Append,
    Appended,
    CodeTaken,
    Conflict,
    FinishedGame,
    ListedRoom,
    Milliseconds,
    Summary,
)
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS
from tablee.store.tags import have_same_tags, tags_of

DAY: Final[Milliseconds] = 24 * 60 * 60 * 1000
"""So long the code of a closed room isn't used again."""

VERSION: Final = "(SELECT max(version) FROM events WHERE events.number = rooms.number)"
"""Of a room's stream."""

_HEADS = f"""
    SELECT json_group_array(json_array(rooms.room, number, {VERSION}))
    FROM json_each(?) AS given JOIN rooms ON rooms.room = given.value
"""  # noqa: S608 - our own words

_ALTERED = ", ".join(f"{name} = ?" for name in [*COLUMNS.split(", ")[1:], "folded"])
"""A room keeps the code it was opened with."""

_INSERT_EVENTS = """
    INSERT INTO events (number, version, event)
    SELECT
        json_extract(value, '$[0]'),
        json_extract(value, '$[1]'),
        substr(?1, json_extract(value, '$[2]'), json_extract(value, '$[3]'))
    FROM json_each(?2)
"""


def write(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[Appended | Conflict | CodeTaken]:
    """Write all that can be written, in order; an append that can't doesn't hurt the others."""
    heads = {room: (number, version) for room, number, version in _heads(connection, appends)}
    batch = _Batch()
    results = [_write_one(connection, append, heads, batch) for append in appends]
    batch.write(connection)
    return results


def _write_one(
    connection: sqlite3.Connection, append: Append, heads: dict[str, tuple[int, int]], batch: "_Batch"
) -> Appended | Conflict | CodeTaken:
    number, version = heads.get(append.room, (0, 0))
    if append.expected_version != version:
        return Conflict(version)
    summary = append.summary
    if version == 0:
        if summary is None:
            raise ValueError("A new room has a summary.")
        if _is_code_taken(connection, summary):
            return CodeTaken()
        number = _open(connection, append.room, summary)
    elif summary is not None:
        _alter(connection, number, summary)
    batch.add(number, version, append)
    reached = version + len(append.events)
    heads[append.room] = (number, reached)
    return Appended(reached)


class _Batch:
    """What is written at the end, together."""

    def __init__(self) -> None:
        self._events: list[tuple[int, int, int, int]] = []
        self._bytes: list[bytes] = []
        self._length = 0
        self._snapshots: dict[int, tuple[int, int, bytes]] = {}
        self._finished: list[FinishedGame] = []

    def add(self, number: int, version: int, append: Append) -> None:
        for place, event in enumerate(append.events, start=version + 1):
            self._events.append((number, place, self._length + 1, len(event)))
            self._bytes.append(event)
            self._length += len(event)
        if append.snapshot is not None:
            self._snapshots[number] = (number, version + len(append.events), append.snapshot)
        self._finished.extend(append.finished)

    def write(self, connection: sqlite3.Connection) -> None:
        if self._events:
            connection.execute(_INSERT_EVENTS, (b"".join(self._bytes), _json(self._events)))
        if self._snapshots:
            connection.executemany("REPLACE INTO snapshots VALUES (?, ?, ?)", self._snapshots.values())
        for game in self._finished:
            row = (*msgspec.structs.astuple(game)[:3], _json(game.seats), _json(game.people))
            row += msgspec.structs.astuple(game)[5:]
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            players = [(person, game.ended_at, game.id) for person in dict.fromkeys(game.people)]
            connection.executemany("INSERT INTO players VALUES (?, ?, ?)", players)


# ── Rooms ────────────────────────────────────────────────────────────────────────────────────────────────


def read_summary(row: Sequence[Any]) -> Summary:
    """A Summary from its columns."""
    *plain, people = row
    summary = Summary(*(*plain, tuple(msgspec.json.decode(people))))
    return msgspec.structs.replace(summary, is_private=bool(summary.is_private), is_listed=bool(summary.is_listed))


def read_listed(row: Sequence[Any]) -> ListedRoom:
    """A room of a list from its id, its version and the columns of its summary."""
    return ListedRoom(row[0], row[1], read_summary(row[2:]))


def read_game(row: Sequence[Any]) -> FinishedGame:
    """A finished game from its columns."""
    id_, room, game, seats, people, is_private, *rest = row
    names, ids = tuple(msgspec.json.decode(seats)), tuple(msgspec.json.decode(people))
    return FinishedGame(id_, room, game, names, ids, bool(is_private), *rest)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _heads(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[tuple[str, int, int]]:
    rooms = _json(tuple({append.room for append in appends}))
    (found,) = connection.execute(_HEADS, (rooms,)).fetchone()
    return msgspec.json.decode(found, type=list[tuple[str, int, int]])


def _is_code_taken(connection: sqlite3.Connection, summary: Summary) -> bool:
    living = "SELECT 1 FROM rooms WHERE code = ? AND closed_at IS NULL"
    former = "SELECT 1 FROM rooms WHERE code = ? AND closed_at > ?"
    return (
        connection.execute(living, (summary.code,)).fetchone() is not None
        or connection.execute(former, (summary.code, summary.active_at - DAY)).fetchone() is not None
    )


def _row(summary: Summary) -> tuple[Any, ...]:
    """The columns of a summary, and the name for searching."""
    *plain, people = msgspec.structs.astuple(summary)
    return (*plain, _json(people), fold_text(summary.name))


def _open(connection: sqlite3.Connection, room: str, summary: Summary) -> int:
    marks = ", ".join("?" * 16)
    cursor = connection.execute(
        f"INSERT INTO rooms (room, {COLUMNS}, folded) VALUES ({marks})",  # noqa: S608 - our own words
        (room, *_row(summary)),
    )
    number = cursor.lastrowid
    if number is None:
        raise RuntimeError("SQLite gave the new room no number.")
    _tag(connection, number, tags_of(summary))
    _seat(connection, number, (), _seated(summary))
    return number


def _alter(connection: sqlite3.Connection, number: int, summary: Summary) -> None:
    before = read_summary(
        connection.execute(f"SELECT {COLUMNS} FROM rooms WHERE number = ?", (number,)).fetchone()  # noqa: S608 - as above
    )
    connection.execute(
        f"UPDATE rooms SET {_ALTERED} WHERE number = ?",  # noqa: S608 - as above
        (*_row(summary)[1:], number),
    )
    if not have_same_tags(before, summary):
        _untag(connection, number, tags_of(before))
        _tag(connection, number, tags_of(summary))
    _seat(connection, number, _seated(before), _seated(summary))


def _tag(connection: sqlite3.Connection, number: int, tags: tuple[str, ...]) -> None:
    if tags:
        connection.execute("INSERT INTO listings (rowid, tags) VALUES (?, ?)", (number, " ".join(tags)))


def _untag(connection: sqlite3.Connection, number: int, tags: tuple[str, ...]) -> None:
    """The index keeps no text: what is taken out of it must be said."""
    if tags:
        connection.execute(
            "INSERT INTO listings (listings, rowid, tags) VALUES ('delete', ?, ?)", (number, " ".join(tags))
        )


def _seated(summary: Summary) -> tuple[str, ...]:
    return tuple(dict.fromkeys(summary.people)) if summary.closed_at is None else ()


def _seat(connection: sqlite3.Connection, number: int, before: tuple[str, ...], now: tuple[str, ...]) -> None:
    if before == now:
        return
    connection.executemany("DELETE FROM seats WHERE person = ? AND number = ?", [(person, number) for person in before])
    connection.executemany("INSERT INTO seats VALUES (?, ?)", [(person, number) for person in now])
