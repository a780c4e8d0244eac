"""How appends are written to SQLite, many at once, inside the writer's transaction.

What happens for every move and every game is one statement for the whole batch, fed by JSON: during a statement the
thread doesn't hold Python's lock, and one long statement doesn't have to win it back hundreds of times from a busy
event loop. What is rare is written as it comes.
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
    Milliseconds,
    Summary,
)
from tablee.store.rows import SUMMARY, read_summary, seated, to_json, write_seats
from tablee.store.search_index import have_same_tags, searched, tags_of

DAY: Final[Milliseconds] = 24 * 60 * 60 * 1000
"""How long the code of a closed room isn't used again."""

VERSION: Final = "(SELECT max(version) FROM events WHERE events.number = rooms.number)"
"""Of a room's stream."""

_HEADS = f"""
    SELECT json_group_array(json_array(rooms.room, number, {VERSION}))
    FROM json_each(?) AS given JOIN rooms ON rooms.room = given.value
"""  # noqa: S608 - our own words

_MOST_HEADS: Final = 20_000
"""Rooms remembered, some 20 MB."""


def _columns(first: int, names: Sequence[str], form: str) -> str:
    """The parts of a JSON array as columns."""
    return ", ".join(form.format(name, f"json_extract(value, '$[{place}]')") for place, name in enumerate(names, first))


_CHANGING: Final = [*SUMMARY.split(", ")[1:], "folded"]
"""The columns of the list that can change: a room keeps the code it was opened with."""

_ALTER_ROOMS = f"""
    UPDATE rooms SET {_columns(1, _CHANGING, "{0} = {1}")}
    FROM json_each(?) WHERE number = json_extract(value, '$[0]')
"""  # noqa: S608 - as above

_FEW: Final = 4
"""Events that are inserted one by one: reading JSON would cost more, and the event loop is not busy."""

_INSERT_EVENT = "INSERT INTO events (number, version, event) VALUES (?, ?, ?)"

_INSERT_EVENTS = """
    INSERT INTO events (number, version, event)
    SELECT
        json_extract(value, '$[0]'),
        json_extract(value, '$[1]'),
        substr(?1, json_extract(value, '$[2]'), json_extract(value, '$[3]'))
    FROM json_each(?2)
"""

_GAME: Final = [name for name in FinishedGame.__struct_fields__ if name not in ("outcome", "named_at")]

_INSERT_GAMES = f"""
    INSERT INTO games ({", ".join(_GAME)}, outcome)
    SELECT
        {_columns(2, _GAME, "{1}")},
        substr(?1, json_extract(value, '$[0]'), json_extract(value, '$[1]'))
    FROM json_each(?2)
"""  # noqa: S608 - as above

_INSERT_PLAYERS = f"""
    INSERT INTO players (person, ended_at, game)
    SELECT {_columns(0, ("person", "ended_at", "game"), "{1}")} FROM json_each(?)
"""  # noqa: S608 - as above


def write(
    connection: sqlite3.Connection, appends: Sequence[Append], heads: "Heads"
) -> list[Appended | Conflict | CodeTaken]:
    """Write all that can be written, in order; an append that can't doesn't hurt the others."""
    heads.look_up(connection, appends)
    batch = _Batch()
    results = [_write_one(connection, append, heads, batch) for append in appends]
    batch.write(connection)
    return results


class Head(msgspec.Struct, frozen=True):
    """The end of a stream."""

    number: int = 0
    """The room's; 0 if there is none."""
    version: int = 0
    summary: Summary | None = None
    """The list's entry, where that is known."""


class Heads:
    """The rooms that were written to last, as they are now.

    Nobody else writes to them, but for `restore`: the database tells when another connection has changed it. What was
    written to no avail must be forgotten.
    """

    def __init__(self) -> None:
        self._known: dict[str, Head] = {}
        self._changes: int | None = None

    def __getitem__(self, room: str) -> Head:
        return self._known.get(room, _NO_HEAD)

    def __setitem__(self, room: str, head: Head) -> None:
        self._known[room] = head

    def forget(self) -> None:
        """Read them again when they are needed."""
        self._known.clear()

    def look_up(self, connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
        """Know the heads of all streams that are to be written to."""
        (changes,) = connection.execute("PRAGMA data_version").fetchone()
        if changes != self._changes or len(self._known) > _MOST_HEADS:
            self._known.clear()
            self._changes = changes
        rooms = {append.room for append in appends if append.room not in self._known}
        if rooms:
            (found,) = connection.execute(_HEADS, (to_json(tuple(rooms)),)).fetchone()
            for room, number, version in msgspec.json.decode(found, type=list[tuple[str, int, int]]):
                self._known[room] = Head(number, version)


_NO_HEAD: Final = Head()


def _write_one(
    connection: sqlite3.Connection, append: Append, heads: Heads, batch: "_Batch"
) -> Appended | Conflict | CodeTaken:
    head = heads[append.room]
    number, version, before = head.number, head.version, head.summary
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
        _alter(connection, number, before or _read_summary(connection, number), summary, batch)
    batch.add(number, version, append)
    reached = version + len(append.events)
    heads[append.room] = Head(number, reached, summary or before)
    return Appended(reached)


class _Batch:
    """Rows to write together at the end."""

    def __init__(self) -> None:
        self.altered: dict[int, tuple[Any, ...]] = {}
        """The list's entries, by the numbers of their rooms."""
        self._events: list[tuple[int, int, int, int]] = []
        self._bytes: list[bytes] = []
        self._length = 0
        self._snapshots: dict[int, tuple[int, int, bytes]] = {}
        self._games: list[tuple[Any, ...]] = []
        self._players: list[tuple[str, Milliseconds, str]] = []
        self._names: list[tuple[int, int, str, str, str]] = []
        self._passed_on: list[tuple[str, int, str]] = []

    def add(self, number: int, version: int, append: Append) -> None:
        for place, event in enumerate(append.events, start=version + 1):
            self._events.append((number, place, *self._hold(event)))
        if append.snapshot is not None:
            self._snapshots[number] = (number, version + len(append.events), append.snapshot)
        for name in append.names:
            self._names.append((number, name.version, name.person, name.kind, name.text))
        for before, after in append.passed_on:
            self._passed_on.append((after, number, before))
        for game in append.finished:
            values = msgspec.structs.asdict(game) | {"seats": write_seats(game), "people": to_json(game.people)}
            self._games.append((*self._hold(game.outcome), *[values[name] for name in _GAME]))
            self._players += [(person, game.ended_at, game.id) for person in dict.fromkeys(game.people)]

    def _hold(self, data: bytes) -> tuple[int, int]:
        """Where these bytes are among all, and how many."""
        place = self._length + 1
        self._bytes.append(data)
        self._length += len(data)
        return place, len(data)

    def write(self, connection: sqlite3.Connection) -> None:
        data = b"".join(self._bytes)
        if self.altered:
            connection.execute(_ALTER_ROOMS, (to_json(list(self.altered.values())),))
        if len(self._events) <= _FEW:
            for number, version, place, length in self._events:
                connection.execute(_INSERT_EVENT, (number, version, data[place - 1 : place - 1 + length]))
        else:
            connection.execute(_INSERT_EVENTS, (data, to_json(self._events)))
        if self._snapshots:
            connection.executemany("REPLACE INTO snapshots VALUES (?, ?, ?)", self._snapshots.values())
        if self._games:
            connection.execute(_INSERT_GAMES, (data, to_json(self._games)))
            connection.execute(_INSERT_PLAYERS, (to_json(self._players),))
        if self._names:
            connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?)", self._names)
        if self._passed_on:
            connection.executemany("UPDATE names SET person = ? WHERE number = ? AND person = ?", self._passed_on)


# ── Rooms ────────────────────────────────────────────────────────────────────────────────────────────────


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
    return (*plain, to_json(people), searched(summary))


def _open(connection: sqlite3.Connection, room: str, summary: Summary) -> int:
    marks = ", ".join("?" * 16)
    cursor = connection.execute(
        f"INSERT INTO rooms (room, {SUMMARY}, folded) VALUES ({marks})",  # noqa: S608 - our own words
        (room, *_row(summary)),
    )
    number = cursor.lastrowid
    if number is None:
        raise RuntimeError("SQLite gave the new room no number.")
    _tag(connection, number, tags_of(summary))
    _seat(connection, number, (), seated(summary))
    return number


def _read_summary(connection: sqlite3.Connection, number: int) -> Summary:
    return read_summary(
        connection.execute(f"SELECT {SUMMARY} FROM rooms WHERE number = ?", (number,)).fetchone()  # noqa: S608 - as above
    )


def _alter(connection: sqlite3.Connection, number: int, before: Summary, summary: Summary, batch: _Batch) -> None:
    batch.altered[number] = (number, *_row(summary)[1:])
    if summary.closed_at is not None:
        # At once, together with what came before: another room may be opened with its code.
        connection.execute(_ALTER_ROOMS, (to_json([batch.altered.pop(number)]),))
    if not have_same_tags(before, summary):
        _untag(connection, number, tags_of(before))
        _tag(connection, number, tags_of(summary))
    _seat(connection, number, seated(before), seated(summary))


def _tag(connection: sqlite3.Connection, number: int, tags: tuple[str, ...]) -> None:
    if tags:
        connection.execute("INSERT INTO listings (rowid, tags) VALUES (?, ?)", (number, " ".join(tags)))


def _untag(connection: sqlite3.Connection, number: int, tags: tuple[str, ...]) -> None:
    """The index keeps no text: what is taken out of it must be said."""
    if tags:
        connection.execute(
            "INSERT INTO listings (listings, rowid, tags) VALUES ('delete', ?, ?)", (number, " ".join(tags))
        )


def _seat(connection: sqlite3.Connection, number: int, before: tuple[str, ...], now: tuple[str, ...]) -> None:
    if before == now:
        return
    connection.executemany("DELETE FROM seats WHERE person = ? AND number = ?", [(person, number) for person in before])
    connection.executemany("INSERT INTO seats VALUES (?, ?)", [(person, number) for person in now])
