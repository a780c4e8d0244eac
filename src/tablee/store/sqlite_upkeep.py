"""Upkeep's part for SQLite: one thread writes for everyone, so rooms are deleted a few rows at a time.

A room whose deletion has begun gets another id, so that nobody finds what is left of it; its row goes last, since its
number must not be given to another room before.
"""

import shutil
from pathlib import Path
from typing import Final

from tablee.store.contract import Milliseconds, Summary
from tablee.store.database import Connection, Reader
from tablee.store.erasing import Erased
from tablee.store.search_index import tags_of
from tablee.store.sqlite_database import SQLITE
from tablee.store.upkeep import Size, Upkeep

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_GONE: Final = "-"
"""Before the id of a room whose deletion has begun; no id begins so."""


class SqliteUpkeep(Upkeep):
    """Upkeep through the store's own threads or, beside a server, a connection of its own."""

    async def size(self) -> Size:
        """The database and its journal."""
        return await self._database.ask(_size)

    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:
        return await self._database.do(_delete_room, room.removeprefix(_GONE), before, limit)

    async def _erase(self, db: Connection, person: str) -> Erased:
        """Erase; what is taken away is overwritten in the file too."""
        await db.execute("PRAGMA secure_delete = ON")
        try:
            return await super()._erase(db, person)
        finally:
            await db.execute("PRAGMA secure_delete = OFF")

    async def _reindex(self, db: Connection, room: str, before: Summary, now: Summary) -> None:
        """The index keeps no text: what is taken out of it must be said."""
        for command, tags in (("'delete'", tags_of(before)), ("NULL", tags_of(now))):
            sql = (
                f"INSERT INTO listings (listings, rowid, tags) SELECT {command}, number, $2 FROM rooms WHERE room = $1"
            )
            if tags:
                await db.execute(sql, room, " ".join(tags))


async def _size(db: Reader) -> Size:
    file = next(Path(file) for _, name, file in await db.fetch("PRAGMA database_list") if name == "main")
    journal = file.with_name(f"{file.name}-wal")
    used = file.stat().st_size + (journal.stat().st_size if journal.exists() else 0)
    return Size(used, shutil.disk_usage(file).free)


async def _delete_room(db: Connection, room: str, before: Milliseconds, limit: int) -> int:
    await db.execute(
        "UPDATE rooms SET room = $2, name = '', host = '', folded = '' WHERE room = $1 AND closed_at < $3 "
        "AND NOT EXISTS (SELECT 1 FROM games WHERE games.room = $1)",
        room,
        _GONE + room,
        before,
    )
    deleted = 0
    for part in ("snapshots", "names", "events"):
        versions = f"SELECT version FROM {part} WHERE {SQLITE.is_of_room} LIMIT $2"
        sql = f"DELETE FROM {part} WHERE {SQLITE.is_of_room} AND version IN ({versions})"
        deleted += await db.execute(sql, _GONE + room, limit - deleted)
        if deleted == limit:
            return deleted
    return deleted + await db.execute("DELETE FROM rooms WHERE room = $1", _GONE + room)
