"""The store for several processes or machines: PostgreSQL 13 or newer.

Three kinds of connections: one that writes batches of appends, one that listens for what other processes wrote
(postgres_listener.py), and a pool for everything else. Each is made anew when it breaks; what was under way then raises
Unavailable.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final
from weakref import WeakSet

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.store.changes import Changes
from tablee.store.contract import (
    Append,
    Appended,
    Change,
    CodeTaken,
    Conflict,
    ListedRoom,
    Milliseconds,
    RoomPage,
    RoomQuery,
    StoreError,
    Unavailable,
    Written,
)
from tablee.store.database import Connection, Reader
from tablee.store.listing import FIRST_GLANCE, GLANCE, Conditions, filters, page_of
from tablee.store.postgres_database import POSTGRES, PostgresConnection, PostgresDatabase, reaching
from tablee.store.postgres_listener import Listener
from tablee.store.postgres_streams import arguments
from tablee.store.postgres_upkeep import PostgresUpkeep
from tablee.store.replies import Then, awaited, tell
from tablee.store.rows import SUMMARY
from tablee.store.schema import Migration, migrations, missing
from tablee.store.search_index import numbers, tags_for
from tablee.store.sql import SqlStore, come_alive, select_listed, show_life

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

MIGRATIONS: Final = migrations("postgres")

_ADVISORY_LOCK: Final = 0x5441424C
"""Held while a process starts, so that only one brings the schema up to date and notes an outage."""

_LARGEST_BATCH: Final = 1000
_ATTEMPTS: Final = 3
"""For a batch that PostgreSQL gave up to end a deadlock with another process's."""

_TAGGED: Final = f"""
    (SELECT room AS tagged, tags, folded FROM listings) AS listings,
    LATERAL (SELECT room, version, {SUMMARY} FROM rooms WHERE room = tagged OFFSET 0) AS rooms
"""
"""From the index of tags to the rooms, one by one; OFFSET 0 keeps the planner from going the other way round."""

_TO_WRITE: Final = {
    "plan_cache_mode": "force_generic_plan",
    **dict.fromkeys(("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_material"), "off"),
}
"""The statements that write batches cost more to plan than to run, so they are planned once, perhaps while there is no
room yet: with these settings the plan is good for any batch and any number of rooms, each row by its index."""

_NAME: Final = "tablee "
"""All connections of a process are called so, with the process's id: what others see of it while it is connected."""


class PostgresStore(SqlStore):
    """Keeps the contract of `Store` in a PostgreSQL database, for any number of processes."""

    _database: PostgresDatabase

    def __init__(self, url: str) -> None:
        super().__init__(PostgresDatabase(url))
        self._process = ""
        self._writer: _Writer | None = None
        self._listener: Listener | None = None
        self._followers: WeakSet[Changes] = WeakSet()
        self.upkeep = PostgresUpkeep(self._database)

    async def open(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
        if self._database.is_open:
            raise RuntimeError("The store is open already.")
        settings = self._database.settings
        settings["application_name"] = _NAME + process
        with reaching():
            connection = await self._database.connect()
            try:
                async with connection.transaction():
                    db = PostgresConnection(connection)
                    await db.execute("SELECT pg_advisory_xact_lock($1)", _ADVISORY_LOCK)
                    await upgrade(connection)
                    await _bury(db)
                    await come_alive(db, process, now, dead_after)
                if await connection.fetchval("SELECT current_setting('synchronous_commit')") == "off":
                    settings["synchronous_commit"] = "on"  # Durable before visible, whatever the server says.
                sender = f"{process}/{secrets.token_hex(4)}"
                listener = Listener(self._database, self._followers, sender)
                await listener.start()
            finally:
                await connection.close()  # Not before the listener is connected: who isn't at all is taken for dead.
            try:
                await self._database.open()
            except BaseException:
                await listener.stop()
                raise
        self._process, self._listener = process, listener
        self._writer = _Writer(lambda: self._database.connect(_TO_WRITE), sender)

    async def close(self) -> None:
        if self._writer is None or self._listener is None:
            return
        writer, listener = self._writer, self._listener
        self._writer = self._listener = None
        await writer.stop()
        with suppress(Unavailable):  # If this fails, missed heartbeats will tell.
            await self._database.execute("UPDATE processes SET is_gone = true WHERE process = $1", self._process)
        await listener.stop()
        await self._database.close()
        for changes in self._followers:
            changes.close()

    async def check(self) -> None:
        """Write a row as it is, and wait for the commit."""
        sql = "UPDATE processes SET alive_at = alive_at WHERE process = $1"
        await self._database.execute(sql, self._process)

    def append(self, append: Append) -> "asyncio.Future[Written]":
        return awaited(partial(self.append_then, append))

    def append_then(self, append: Append, then: Then[Written]) -> None:
        if not append.events:
            raise ValueError("An append has one event or more.")
        if self._writer is None:
            raise Unavailable("The store is not open.")
        self._writer.append_then(append, then)

    def changes(self) -> AsyncIterator[Change]:
        changes = Changes()
        self._followers.add(changes)
        return changes

    async def list_rooms(self, query: RoomQuery) -> RoomPage:
        return await page_of(query, partial(self._find, query))

    async def _find(self, query: RoomQuery, here: Conditions, wanted: int) -> Sequence[ListedRoom]:
        db, asked = self._database, filters(query, "strpos(folded, ?) > 0")
        if asked is None:
            return await select_listed(db, POSTGRES, "rooms", here, wanted)
        # A glance at the most recent rooms, and a longer one where it promises to fill the page: what isn't common
        # enough for that is in few rooms.
        for glance in (FIRST_GLANCE, GLANCE):
            recent = (
                f"(SELECT * FROM rooms WHERE {here.sql} ORDER BY active_at DESC, room DESC LIMIT {glance}) AS rooms"
            )
            conditions = Conditions(asked.sql, (*here.values, *asked.values))
            rooms = await select_listed(db, POSTGRES, recent, conditions, wanted)
            if len(rooms) == wanted:
                return rooms
            if len(rooms) * GLANCE < wanted * glance:
                break
        tags = tags_for(query)
        if not tags:
            return await select_listed(db, POSTGRES, "rooms", here & asked, wanted)
        tagged = Conditions("tags @> ?", (numbers(tags),))
        return await select_listed(db, POSTGRES, _TAGGED, tagged & here & asked, wanted)

    async def show_life(self, process: str, now: Milliseconds) -> bool:
        """Show life; always True: PostgreSQL is not put back under those who are connected to it."""
        await self._database.do(show_life, process, now)
        return True

    async def return_to_life(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> bool:
        await self._database.do(_return_to_life, process, now, dead_after)
        return True


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────


class _Writer:
    """Commits appends in the order in which they came; while one batch is under way, the next gathers."""

    def __init__(self, connect: Any, sender: str) -> None:
        self._connect = connect
        self._sender = sender
        self._connection: Any = None
        self._pending: list[tuple[Append, Then[Written]]] = []
        self._stirred = asyncio.Event()
        self._is_stopped = False
        self._task = asyncio.create_task(self._run(), name="tablee-store-writer")

    def append_then(self, append: Append, then: Then[Written]) -> None:
        if self._is_stopped:
            raise Unavailable("The store is closed.")
        self._pending.append((append, then))
        self._stirred.set()

    async def stop(self) -> None:
        self._is_stopped = True
        self._stirred.set()
        await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while self._pending or not self._is_stopped:
            if not self._pending:
                self._stirred.clear()
                await self._stirred.wait()
                continue
            batch = self._take()
            outcomes = await self._commit([append for append, _ in batch])
            for (_, then), outcome in zip(batch, outcomes, strict=True):
                tell(then, outcome)

    def _take(self) -> list[tuple[Append, Then[Written]]]:
        """Take pending appends up to the second for one room: that one must see the first."""
        rooms: set[str] = set()
        for number, (append, _) in enumerate(self._pending):
            if append.room in rooms or number == _LARGEST_BATCH:
                break
            rooms.add(append.room)
        size = len(rooms)
        batch, self._pending = self._pending[:size], self._pending[size:]
        return batch

    async def _commit(self, appends: Sequence[Append]) -> Sequence[Written | BaseException]:
        """The result, or the exception, of each."""
        try:
            with reaching():
                return await self._write(appends)
        except Unavailable as error:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            return [Unavailable(*error.args) for _ in appends]
        except Exception as error:  # noqa: BLE001, RUF100 - every error has someone who waits for it
            # A bug in one append is its own: the others are written without it.
            if len(appends) == 1:
                return [error]
            return [outcome for append in appends for outcome in await self._commit([append])]

    async def _write(self, appends: Sequence[Append]) -> list[Written]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        statement, values = arguments(appends, self._sender)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                rows = await self._connection.fetch(statement, *values)
                break
            except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError):
                if attempt == _ATTEMPTS:
                    raise
        kept = {row[0] for row in rows}
        refused = [append.room for append in appends if append.room not in kept]
        versions: dict[str, int] = {}
        if refused:
            found = await self._connection.fetch("SELECT room, version FROM rooms WHERE room = ANY($1)", refused)
            versions = {row[0]: row[1] for row in found}
        results: list[Written] = []
        for append in appends:
            if append.room in kept:
                results.append(Appended(append.expected_version + len(append.events)))
            elif append.expected_version == 0 and append.room not in versions:
                results.append(CodeTaken())
            else:
                results.append(Conflict(versions.get(append.room, 0)))
        return results


# ── Schema and start ─────────────────────────────────────────────────────────────────────────────────────


async def upgrade(connection: Any, known: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the schema up to date within an open transaction that nobody else runs at the same time."""
    await connection.execute(
        "CREATE SCHEMA IF NOT EXISTS tablee;"
        "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL)"
    )
    applied = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrations")
    for migration in missing(known, applied):
        await connection.execute(migration.sql)
        await connection.execute("INSERT INTO migrations VALUES ($1, $2)", migration.number, migration.name)


async def schema_of(db: Reader) -> int:
    """The number of the last migration that was applied. Raises StoreError where there is no store."""
    ((has_any,),) = await db.fetch("SELECT to_regclass('tablee.migrations') IS NOT NULL")
    if not has_any:
        raise StoreError("There is no store in this database.")
    ((applied,),) = await db.fetch("SELECT coalesce(max(number), 0) FROM migrations")
    return int(applied)


async def _return_to_life(db: Connection, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
    await db.execute("SELECT pg_advisory_xact_lock($1)", _ADVISORY_LOCK)
    await come_alive(db, process, now, dead_after)


async def _bury(db: Connection) -> None:
    """Mark as gone the processes that have no connection: they died without a goodbye."""
    await db.execute(
        "UPDATE processes SET is_gone = true WHERE NOT EXISTS ("
        "    SELECT FROM pg_stat_activity"
        "    WHERE datname = current_database() AND application_name = left($1 || process, 63)"
        ")",
        _NAME,
    )
