"""A host's work on a store: notices, bans, the audit log, people, and what is deleted after a time.

A part of every store (`store.upkeep`), and openable on its own beside running servers (opening.py).
"""

from abc import abstractmethod
from collections.abc import Sequence

from msgspec import Struct, json

from tablee.store.audit import Audit
from tablee.store.bans import Bans
from tablee.store.bot_accounts import BotAccounts
from tablee.store.contract import Milliseconds
from tablee.store.database import Connection, Database
from tablee.store.erasing import Erasing
from tablee.store.notices import Notices
from tablee.store.overview import Overview
from tablee.store.sessions import SessionStore
from tablee.store.sql import SqlRecords, SqlStreams


class Size(Struct, frozen=True):
    """How big a store is."""

    used: int
    """Bytes on disk."""
    free: int | None
    """Bytes that are free on its disk; None where that isn't known."""


class ClosedRoom(Struct, frozen=True):
    """A room in which nothing happens any longer."""

    room: str
    closed_at: Milliseconds
    has_records: bool


class Upkeep(Notices, Bans, Audit, Erasing):
    """The part that each backend completes."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.sessions = SessionStore(database)
        self.overview = Overview(database)
        self.bot_accounts = BotAccounts(database)
        self.records = SqlRecords(database)
        self.streams = SqlStreams(database)

    @abstractmethod
    async def size(self) -> Size: ...

    # ── Retention (see pruning.py) ───────────────────────────────────────────────────────────────────────

    async def closed_rooms(
        self, before: Milliseconds, after: tuple[Milliseconds, str], limit: int
    ) -> tuple[ClosedRoom, ...]:
        """Rooms closed before a time, those closed longest ago first, from a time and a room on."""
        rows = await self._database.fetch(
            "SELECT room, closed_at, EXISTS (SELECT 1 FROM games WHERE games.room = rooms.room) FROM rooms "
            "WHERE closed_at IS NOT NULL AND closed_at < $1 AND (closed_at, room) > ($2, $3) "
            "ORDER BY closed_at, room LIMIT $4",
            before,
            *after,
            limit,
        )
        return tuple(ClosedRoom(room, closed_at, bool(has_records)) for room, closed_at, has_records in rows)

    @abstractmethod
    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:
        """Delete a room that was closed before that time and has no records, with its stream.

        Deletes at most this many rows where that matters to others who write, and returns how many; 0 when nothing is
        left. From the first step on, nobody finds the room.
        """

    async def old_games(self, before: Milliseconds, limit: int) -> tuple[str, ...]:
        """Records of games that ended before that time, the oldest first."""
        sql = "SELECT id FROM games WHERE ended_at < $1 ORDER BY ended_at LIMIT $2"
        return tuple(game for (game,) in await self._database.fetch(sql, before, limit))

    async def delete_games(self, games: Sequence[str]) -> tuple[str, ...]:
        """Delete records; returns the rooms they were played in."""
        return await self._database.do(_delete_games, games)

    async def delete_guest_progress(self, before: Milliseconds, limit: int) -> int:
        """Delete how far guests came in lessons, where nothing changed since that time; returns how many rows."""
        return await self._database.execute(
            "DELETE FROM progress WHERE (person, game, lesson) IN ("
            "    SELECT person, game, lesson FROM progress WHERE changed_at < $1"
            "    AND person NOT IN (SELECT person FROM accounts) AND person NOT IN (SELECT guest FROM claims)"
            "    LIMIT $2"
            ")",
            before,
            limit,
        )


async def _delete_games(db: Connection, games: Sequence[str]) -> tuple[str, ...]:
    sql = "SELECT id, room, people, ended_at FROM games WHERE id = ANY($1) FOR UPDATE SKIP LOCKED"
    found = await db.fetch(sql, list(games))
    for id_, _, people, ended_at in found:
        sql = "DELETE FROM players WHERE person = ANY($1) AND ended_at = $2 AND game = $3"
        await db.execute(sql, json.decode(people), ended_at, id_)
    for sql in ("DELETE FROM analyses WHERE game = ANY($1)", "DELETE FROM games WHERE id = ANY($1)"):
        await db.execute(sql, [row[0] for row in found])
    return tuple(dict.fromkeys(row[1] for row in found))
