"""Looking through a SQLite store: in its folder, beside a server or not, or in a copy that is brought up to date."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tablee.store.backup import read_only, upgraded_copy, verify
from tablee.store.contract import StoreError
from tablee.store.inspection import AT_ONCE, BELONGING, Inspected
from tablee.store.listing import COLUMNS
from tablee.store.sqlite import schema_of
from tablee.store.sqlite_files import DATABASE
from tablee.store.sqlite_pruning import GONE
from tablee.store.sqlite_streams import GAMES, read_game, read_summary

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


class SqliteInspection:
    """Keeps the contract of `Inspection`."""

    def __init__(self, connection: sqlite3.Connection, upgraded_from: int | None) -> None:
        self._connection = connection
        self.upgraded_from = upgraded_from

    async def count(self) -> int:
        """How many rooms there are."""
        (rooms,) = self._connection.execute("SELECT count(*) FROM rooms").fetchone()
        return int(rooms)

    async def damage(self) -> tuple[str, ...]:
        """What belongs to rooms that aren't there; that the file is whole was seen when it was opened."""
        found = []
        for table in BELONGING:
            sql = f"SELECT count(DISTINCT number) FROM {table} WHERE number NOT IN (SELECT number FROM rooms)"
            found += _lost(table, *self._connection.execute(sql).fetchone())
        sql = "SELECT count(DISTINCT room) FROM games WHERE room NOT IN (SELECT room FROM rooms)"
        found += _lost("games", *self._connection.execute(sql).fetchone())
        return tuple(found)

    async def rooms(self) -> AsyncIterator[Inspected]:
        """Every room."""
        last = 0
        sql = "SELECT number FROM rooms WHERE number > ? ORDER BY number LIMIT ?"
        while numbers := [number for (number,) in self._connection.execute(sql, (last, AT_ONCE))]:
            for number in numbers:
                with _one_moment(self._connection):
                    room = _inspect(self._connection, number)
                if room is not None:
                    yield room
            last = numbers[-1]


@contextmanager
def inspect_folder(folder: Path) -> Iterator[SqliteInspection]:
    """The store of a data folder as it is, or a copy of it if it is of an older version."""
    file = folder / DATABASE
    if not file.is_file():
        raise StoreError(f"There is no store in {folder}.")
    if verify(file):
        with inspect_copy(file) as inspection:
            yield inspection
        return
    with closing(read_only(file)) as connection:
        yield SqliteInspection(connection, None)


@contextmanager
def inspect_copy(file: Path) -> Iterator[SqliteInspection]:
    """A copy of a file, brought up to date."""
    with upgraded_copy(file) as (copy, before), closing(read_only(copy)) as connection:
        yield SqliteInspection(connection, None if before == schema_of(connection) else before)


@contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _inspect(connection: sqlite3.Connection, number: int) -> Inspected | None:
    def rows(sql: str, *values: object) -> list[Any]:
        return connection.execute(sql, values).fetchall()

    listed = rows(f"SELECT room, {COLUMNS} FROM rooms WHERE number = ?", number)
    if not listed or listed[0][0].startswith(GONE):
        return None  # It was deleted meanwhile, or is about to be, step by step.
    ((room, *summary),) = listed
    snapshots = rows("SELECT version, state FROM snapshots WHERE number = ?", number)
    return Inspected(
        room=room,
        head=None,
        summary=read_summary(summary),
        events=tuple(rows("SELECT version, event FROM events WHERE number = ? ORDER BY version", number)),
        snapshot=snapshots[0] if snapshots else None,
        names=dict(rows("SELECT version, text FROM names WHERE number = ?", number)),
        games=tuple(map(read_game, rows(f"{GAMES} WHERE games.room = ?", room))),
    )


def _lost(table: str, count: int) -> list[str]:
    return [f"{table} belong to {count} rooms that aren't there"] if count else []
