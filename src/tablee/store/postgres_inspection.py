"""Looking through a PostgreSQL store, beside servers or not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.store.contract import StoreError
from tablee.store.inspection import AT_ONCE, BELONGING, Inspected
from tablee.store.listing import COLUMNS
from tablee.store.postgres import MIGRATIONS, SETTINGS, TO_CONNECT, hang_up, reaching, upgrade
from tablee.store.postgres_streams import GAMES, read_game, read_listed
from tablee.store.schema import missing

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


class PostgresInspection:
    """Keeps the contract of `Inspection`."""

    def __init__(self, connection: Any, upgraded_from: int | None) -> None:
        self._connection = connection
        self.upgraded_from = upgraded_from

    async def count(self) -> int:
        """How many rooms there are."""
        with reaching():
            return int(await self._connection.fetchval("SELECT count(*) FROM rooms"))

    async def damage(self) -> tuple[str, ...]:
        """What belongs to rooms that aren't there; PostgreSQL looks after its files itself."""
        found = []
        for table in (*BELONGING, "games"):
            sql = (
                f"SELECT count(DISTINCT room) FROM {table} "
                f"WHERE NOT EXISTS (SELECT FROM rooms WHERE rooms.room = {table}.room)"
            )
            with reaching():
                count = await self._connection.fetchval(sql)
            if count:
                found.append(f"{table} belong to {count} rooms that aren't there")
        return tuple(found)

    async def rooms(self) -> AsyncIterator[Inspected]:
        """Every room."""
        last = ""
        sql = "SELECT room FROM rooms WHERE room > $1 ORDER BY room LIMIT $2"
        while True:
            with reaching():
                rooms = [row[0] for row in await self._connection.fetch(sql, last, AT_ONCE)]
            if not rooms:
                return
            for room in rooms:
                with reaching():
                    inspected = await self._inspect(room)
                if inspected is not None:
                    yield inspected
            last = rooms[-1]

    async def _inspect(self, room: str) -> Inspected | None:
        # Within a transaction that is to be rolled back, all is one moment already.
        way = {} if self.upgraded_from is not None else {"isolation": "repeatable_read", "readonly": True}
        async with self._connection.transaction(**way):
            row = await self._connection.fetchrow(f"SELECT room, version, {COLUMNS} FROM rooms WHERE room = $1", room)
            if row is None:
                return None  # It was deleted meanwhile.
            listed = read_listed(row)
            snapshots = await self._rows("SELECT version, state FROM snapshots WHERE room = $1", room)
            return Inspected(
                room=room,
                head=listed.version,
                summary=listed.summary,
                events=tuple(await self._rows("SELECT version, event FROM events WHERE room = $1 ORDER BY 1", room)),
                snapshot=snapshots[0] if snapshots else None,
                names=dict(await self._rows("SELECT version, text FROM names WHERE room = $1", room)),
                games=tuple(map(read_game, await self._connection.fetch(f"{GAMES} WHERE games.room = $1", room))),
            )

    async def _rows(self, sql: str, room: str) -> list[tuple[int, Any]]:
        return [(row[0], row[1]) for row in await self._connection.fetch(sql, room)]


@asynccontextmanager
async def inspect_database(url: str) -> AsyncIterator[PostgresInspection]:
    """A database as it is. One of an older version that nobody uses is brought up to date, and back again."""
    with reaching():
        settings = {**SETTINGS, "application_name": "tablee check"}
        connection = await asyncpg.connect(url, timeout=TO_CONNECT, server_settings=settings)
    try:
        with reaching():
            applied = await _schema(connection)
        if not missing(MIGRATIONS, applied):
            yield PostgresInspection(connection, None)
            return
        await _be_alone(connection, applied)
        with reaching():
            trying = connection.transaction()
            await trying.start()
            await upgrade(connection)
        try:
            yield PostgresInspection(connection, applied)
        finally:
            with reaching():
                await trying.rollback()
    finally:
        await hang_up(connection)


async def _schema(connection: Any) -> int:
    if not await connection.fetchval("SELECT to_regclass('tablee.migrations') IS NOT NULL"):
        raise StoreError("There is no store in this database.")
    return int(await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrations"))


async def _be_alone(connection: Any, applied: int) -> None:
    """Whoever uses the database would have to wait while it is brought up to date."""
    with reaching():
        others = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    if others:
        raise StoreError(
            f"The database has schema {applied}, this program has schema {MIGRATIONS[-1].number}, and {others} others "
            "are connected to it: check a copy (pg_dump, createdb, pg_restore), which nobody uses."
        )
