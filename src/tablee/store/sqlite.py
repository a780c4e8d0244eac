"""The embedded store: SQLite in a data folder, for one process.

One writer commits (sqlite_writer.py), a few threads read; the event loop waits for the disk only while that is quick.
Readers see the database as the last commit left it and never block the writer (WAL).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final
from weakref import WeakSet

from tablee.store.changes import Changes
from tablee.store.contract import (
    Append,
    Change,
    ListedRoom,
    Milliseconds,
    RoomPage,
    RoomQuery,
    StoreError,
    Unavailable,
    Written,
)
from tablee.store.database import Connection, Reader
from tablee.store.listing import GLANCE, Conditions, filters, page_of
from tablee.store.replies import Then, awaited
from tablee.store.schema import Migration, migrations, missing, statements
from tablee.store.search_index import tags_for
from tablee.store.sql import SqlStore, come_alive, numbered, select_listed, show_life
from tablee.store.sqlite_database import SQLITE, SqliteDatabase
from tablee.store.sqlite_files import FolderLock, create
from tablee.store.sqlite_loss import Seen, count
from tablee.store.sqlite_upkeep import SqliteUpkeep

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_OLDEST: Final = (3, 35)
"""DROP COLUMN; JSON and FTS5 have long been part of every build."""

MIGRATIONS: Final = migrations("sqlite")


class SqliteStore(SqlStore):
    """Keeps the contract of `Store` in a data folder, for one process at a time."""

    _database: SqliteDatabase

    def __init__(self, folder: Path) -> None:
        super().__init__(SqliteDatabase())
        self._lock = FolderLock(folder)
        self._seen = Seen(folder)
        self._folder = folder
        self._process = ""
        self._alive_at = 0
        self._followers: WeakSet[Changes] = WeakSet()
        self.upkeep = SqliteUpkeep(self._database)

    async def open(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
        if sqlite3.sqlite_version_info < _OLDEST:
            raise StoreError(f"SQLite 3.35 or newer is needed, and Python was built with {sqlite3.sqlite_version}.")
        if self._database.is_open:
            raise RuntimeError("The store is open already.")
        try:
            file = await asyncio.to_thread(self._prepare)
        except OSError as error:
            raise Unavailable(f"{self._folder} can't be used: {error.strerror}.") from error
        self._database.open(file)
        try:
            await self._database.write(self._seen.check)
            await self._database.write(upgrade)
            self._seen.note(await self._database.do(_take_over, process, now, dead_after))
            await self._database.ask(_look_at_all)
        except BaseException as error:
            await self._database.close()
            self._lock.release()
            if isinstance(error, Unavailable | sqlite3.Error):
                raise Unavailable(f"{file}: {error}") from error
            raise
        self._process, self._alive_at = process, now

    async def close(self) -> None:
        if not self._database.is_open:
            return
        with suppress(Unavailable):  # If this fails, missed heartbeats will tell.
            await self._database.execute("UPDATE processes SET is_gone = true WHERE process = $1", self._process)
        await self._database.close()
        self._lock.release()
        for changes in self._followers:
            changes.close()

    async def check(self) -> None:
        """Write something, to the disk and all, and read."""
        try:
            await self._database.execute("UPDATE checks SET times = times + 1")
            await self._database.ask(_look_at_all)
        except sqlite3.Error as error:
            raise Unavailable(f"The store is damaged: {error}.") from error

    def append(self, append: Append) -> "asyncio.Future[Written]":
        return awaited(partial(self.append_then, append))

    def append_then(self, append: Append, then: Then[Written]) -> None:
        if not append.events:
            raise ValueError("An append has one event or more.")
        self._database.writer.append_then(append, then)

    def changes(self) -> AsyncIterator[Change]:
        """Nothing, until the store closes: there is no other process."""
        changes = Changes()
        self._followers.add(changes)
        return changes

    async def list_rooms(self, query: RoomQuery) -> RoomPage:
        return await self._database.ask(_list, query)

    async def show_life(self, process: str, now: Milliseconds) -> bool:
        number = await self._database.do(self._show_life, process, now)
        if number is None:
            return False
        self._seen.note(number)
        if process == self._process:
            self._alive_at = now
        return True

    async def _show_life(self, db: Connection, process: str, now: Milliseconds) -> int | None:
        if process == self._process and not await self._is_known(db):
            return None
        await show_life(db, process, now)
        return await count(db)

    async def return_to_life(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> bool:
        is_known, number = await self._database.do(self._return_to_life, process, now, dead_after)
        self._seen.note(number)
        self._alive_at = now
        return is_known

    async def _return_to_life(
        self, db: Connection, process: str, now: Milliseconds, dead_after: Milliseconds
    ) -> tuple[bool, int]:
        is_known = await self._is_known(db)
        await come_alive(db, process, now, dead_after)
        return is_known, await count(db)

    async def _is_known(self, db: Connection) -> bool:
        """Whether the store has this process's last sign of life, or one that was thought to have failed."""
        last = await db.fetch("SELECT alive_at FROM processes WHERE process = $1", self._process)
        return bool(last) and last[0][0] >= self._alive_at

    def _prepare(self) -> Path:
        file = create(self._folder)
        self._lock.take()
        return file


# ── Schema and start ─────────────────────────────────────────────────────────────────────────────────────


def upgrade(connection: sqlite3.Connection, known: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the schema up to date within an open transaction."""
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    for migration in missing(known, schema_of(connection)):
        for statement in statements(migration.sql):
            connection.execute(statement)
        connection.execute("INSERT INTO migrations VALUES (?, ?)", (migration.number, migration.name))


def schema_of(connection: sqlite3.Connection) -> int:
    """The number of the last migration that was applied."""
    (number,) = connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(number)


async def _take_over(db: Connection, process: str, now: Milliseconds, dead_after: Milliseconds) -> int:
    """Show life for the first time; returns the number of this sign (sqlite_loss.py)."""
    # The process that served this folder before is dead, however short the time: we hold its lock.
    await db.execute("UPDATE processes SET is_gone = true")
    await come_alive(db, process, now, dead_after)
    return await count(db)


async def _look_at_all(db: Reader) -> None:
    """Read a little of every table: what is missing or broken at first sight is not served."""
    kept = ("rooms", "events", "names", "snapshots", "seats", "games", "analyses", "players", "accounts", "claims")
    for table in (*kept, "progress", "outages"):
        await db.fetch(f"SELECT * FROM {table} LIMIT 1")
    await _list(db, RoomQuery(limit=1))


# ── The list ─────────────────────────────────────────────────────────────────────────────────────────────


async def _list(db: Reader, query: RoomQuery) -> RoomPage:
    return await page_of(query, partial(_find, db, query))


async def _find(db: Reader, query: RoomQuery, here: Conditions, wanted: int) -> Sequence[ListedRoom]:
    asked = filters(query, "instr(folded, ?) > 0")
    if asked is None:
        return await select_listed(db, SQLITE, "rooms", here, wanted)
    # First a glance at the most recent rooms; what isn't common enough to fill a page there is in few rooms.
    floor = await db.fetch(
        numbered(
            f"SELECT active_at FROM rooms WHERE {here.sql} ORDER BY active_at DESC, room DESC LIMIT 1 OFFSET {GLANCE}"
        ),
        *here.values,
    )
    recent = here & Conditions("active_at >= ?", floor[0]) if floor else here
    rooms = await select_listed(db, SQLITE, "rooms", recent & asked, wanted)
    if not floor or len(rooms) == wanted:
        return rooms
    tags = tags_for(query)
    if not tags:
        return await select_listed(db, SQLITE, "rooms", here & asked, wanted)
    tagged = Conditions("listings MATCH ?", (" ".join(tags),))
    # CROSS keeps the planner from going the other way round, through all rooms of a status.
    tables = "listings CROSS JOIN rooms ON number = listings.rowid"
    return await select_listed(db, SQLITE, tables, tagged & here & asked, wanted)
