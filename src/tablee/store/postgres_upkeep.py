"""Upkeep of a PostgreSQL store, through the store's own pool or, beside running servers, a connection of its own."""

from collections.abc import Sequence
from typing import Any

from msgspec import json

from tablee.store.contract import Milliseconds
from tablee.store.postgres_access import Access, tell
from tablee.store.postgres_erasing import erase, export, retitle
from tablee.store.postgres_overview import PostgresOverview
from tablee.store.postgres_sessions import PostgresSessions, end_all
from tablee.store.sessions import FOR_GOOD
from tablee.store.upkeep import (
    Ban,
    BanKind,
    ClosedRoom,
    Deed,
    DeedQuery,
    Erased,
    Exported,
    Notice,
    NoticeKind,
    Size,
)


class PostgresUpkeep:
    """Keeps the contract of `Upkeep`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.sessions = PostgresSessions(access)
        self.overview = PostgresOverview(access)

    async def size(self) -> Size:
        """The database; what its server's disk has left it does not say."""
        ((used,),) = await self._access.fetch("SELECT pg_database_size(current_database())")
        return Size(used, None)

    # ── Notices ──────────────────────────────────────────────────────────────────────────────────────────

    async def tell(self, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
        """Tell all running processes."""
        async with self._access.transaction() as connection:
            await tell(connection, kind, subject, now)

    async def last_notice(self) -> int:
        """The number of the latest notice."""
        ((last,),) = await self._access.fetch("SELECT coalesce(max(number), 0) FROM notices")
        return int(last)

    async def notices(self, after: int) -> tuple[Notice, ...]:
        """Those after that number, oldest first."""
        sql = "SELECT number, at, kind, subject FROM notices WHERE number > $1 ORDER BY number"
        return tuple(Notice(*row) for row in await self._access.fetch(sql, after))

    async def forget_notices(self, before: Milliseconds) -> None:
        """Delete old ones, but for the latest."""
        sql = "DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)"
        await self._access.fetch(sql, before)

    # ── Bans ─────────────────────────────────────────────────────────────────────────────────────────────

    async def ban(self, ban: Ban, deed: Deed) -> None:
        """Keep a person or network out."""
        async with self._access.transaction() as connection:
            await connection.execute(
                "INSERT INTO bans (kind, subject, at, until, reason) VALUES ($1, $2, $3, $4, $5) "
                "ON CONFLICT (kind, subject) "
                "DO UPDATE SET at = excluded.at, until = excluded.until, reason = excluded.reason",
                ban.kind,
                ban.subject,
                ban.at,
                ban.until,
                ban.reason,
            )
            await _note(connection, deed)
            await tell(connection, "ban", ban.subject, deed.at)

    async def unban(self, kind: BanKind, subject: str, deed: Deed) -> bool:
        """Let them in again."""
        async with self._access.transaction() as connection:
            if not await connection.fetch(
                "DELETE FROM bans WHERE kind = $1 AND subject = $2 RETURNING subject", kind, subject
            ):
                return False
            await _note(connection, deed)
            await tell(connection, "ban", subject, deed.at)
            return True

    async def bans(self, now: Milliseconds) -> tuple[Ban, ...]:
        """Those that have not ended."""
        sql = "SELECT kind, subject, at, until, reason FROM bans WHERE until IS NULL OR until > $1"
        return tuple(Ban(*row) for row in await self._access.fetch(f"{sql} ORDER BY at DESC, subject", now))

    # ── The audit log ────────────────────────────────────────────────────────────────────────────────────

    async def note(self, deed: Deed) -> None:
        """Write what was done into the audit log."""
        async with self._access.transaction() as connection:
            await _note(connection, deed)

    async def deeds(self, query: DeedQuery) -> tuple[Deed, ...]:
        """What was done, the latest first."""
        rows = await self._access.fetch(
            "SELECT at, who, did, subject, details, number FROM audit "
            "WHERE ($1::text IS NULL OR did = $1) AND ($2::text IS NULL OR subject = $2) "
            "AND ($3::text IS NULL OR who = $3) AND ($4::bigint IS NULL OR at >= $4) ORDER BY number DESC LIMIT $5",
            query.did,
            query.subject,
            query.who,
            query.since,
            query.limit,
        )
        return tuple(Deed(*row) for row in rows)

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────

    async def export_person(self, person: str) -> Exported:
        """All that the store knows of a person."""
        async with self._access.transaction() as connection:
            return await export(connection, person)

    async def erase_person(self, person: str, deed: Deed) -> Erased:
        """Erase what tells who a person is."""
        async with self._access.transaction() as connection:
            result = await erase(connection, person)
            await _note(connection, deed)
            for each in result.people:
                await end_all(connection, each, FOR_GOOD, deed.at)
                await tell(connection, "erased", each, deed.at)
            return result

    async def retitle(self, person: str) -> tuple[str, ...]:
        """Make the list show names as they are now."""
        async with self._access.transaction() as connection:
            return await retitle(connection, (person,))

    # ── Retention ────────────────────────────────────────────────────────────────────────────────────────

    async def closed_rooms(
        self, before: Milliseconds, after: tuple[Milliseconds, str], limit: int
    ) -> tuple[ClosedRoom, ...]:
        """Rooms closed before a time."""
        rows = await self._access.fetch(
            "SELECT room, closed_at, EXISTS (SELECT FROM games WHERE games.room = rooms.room) FROM rooms "
            "WHERE closed_at IS NOT NULL AND closed_at < $1 AND (closed_at, room) > ($2, $3) "
            "ORDER BY closed_at, room LIMIT $4",
            before,
            *after,
            limit,
        )
        return tuple(ClosedRoom(*row) for row in rows)

    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:  # noqa: ARG002 - see below
        """Delete a closed room without records, at once: nobody else has to wait for it."""
        async with self._access.transaction() as connection:
            # Whoever deletes it already is not waited for.
            found = await connection.fetch(
                "SELECT room FROM rooms WHERE room = $1 AND closed_at < $2 "
                "AND NOT EXISTS (SELECT FROM games WHERE games.room = $1) FOR UPDATE SKIP LOCKED",
                room,
                before,
            )
            if not found:
                return 0
            deleted = [
                await connection.execute(f"DELETE FROM {table} WHERE room = $1", room)  # noqa: S608 - our own words
                for table in ("snapshots", "names", "events", "rooms")
            ]
            return sum(int(told.rpartition(" ")[2]) for told in deleted)

    async def old_games(self, before: Milliseconds, limit: int) -> tuple[str, ...]:
        """Records of games that ended before that time."""
        sql = "SELECT id FROM games WHERE ended_at < $1 ORDER BY ended_at LIMIT $2"
        return tuple(row[0] for row in await self._access.fetch(sql, before, limit))

    async def delete_games(self, games: Sequence[str]) -> tuple[str, ...]:
        """Delete records."""
        async with self._access.transaction() as connection:
            rows = await connection.fetch(
                "SELECT id, room, people, ended_at FROM games WHERE id = ANY($1) FOR UPDATE SKIP LOCKED", list(games)
            )
            players = [(person, row[3], row[0]) for row in rows for person in json.decode(row[2])]
            await connection.executemany(
                "DELETE FROM players WHERE person = $1 AND ended_at = $2 AND game = $3", players
            )
            await connection.execute("DELETE FROM games WHERE id = ANY($1)", [row[0] for row in rows])
            return tuple(dict.fromkeys(row[1] for row in rows))


async def _note(connection: Any, deed: Deed) -> None:
    await connection.execute(
        "INSERT INTO audit (at, who, did, subject, details) VALUES ($1, $2, $3, $4, $5)",
        deed.at,
        deed.who,
        deed.did,
        deed.subject,
        deed.details,
    )
