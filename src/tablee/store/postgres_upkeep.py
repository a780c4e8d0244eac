"""Upkeep's part for PostgreSQL."""

from tablee.store.contract import Milliseconds, Summary
from tablee.store.database import Connection
from tablee.store.search_index import numbers, searched, tags_of
from tablee.store.upkeep import Size, Upkeep


class PostgresUpkeep(Upkeep):
    """Upkeep through a store's own pool or, beside running servers, another."""

    async def size(self) -> Size:
        """The database; what its server's disk has left it does not say."""
        ((used,),) = await self._database.fetch("SELECT pg_database_size(current_database())")
        return Size(used, None)

    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:  # noqa: ARG002 - see below
        """Delete a closed room without records, at once: nobody else has to wait for it."""
        return await self._database.do(_delete_room, room, before)

    async def _reindex(self, db: Connection, room: str, before: Summary, now: Summary) -> None:  # noqa: ARG002 - SQLite's
        sql = "UPDATE listings SET tags = $2, folded = $3 WHERE room = $1"
        await db.execute(sql, room, numbers(tags_of(now)), searched(now))


async def _delete_room(db: Connection, room: str, before: Milliseconds) -> int:
    found = await db.fetch(
        "SELECT room FROM rooms WHERE room = $1 AND closed_at < $2 "
        "AND NOT EXISTS (SELECT 1 FROM games WHERE games.room = $1) FOR UPDATE SKIP LOCKED",
        room,
        before,
    )
    if not found:
        return 0
    return sum(
        [
            await db.execute(f"DELETE FROM {table} WHERE room = $1", room)  # noqa: S608 - our own words
            for table in ("snapshots", "names", "events", "rooms")
        ]
    )
