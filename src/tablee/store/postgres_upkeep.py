"""Upkeep of a PostgreSQL store, through the store's own pool or, beside running servers, a connection of its own."""

from typing import Any

from tablee.store.contract import Milliseconds
from tablee.store.postgres_access import Access, tell
from tablee.store.postgres_sessions import PostgresSessions
from tablee.store.upkeep import Ban, BanKind, Deed, DeedQuery, Notice, NoticeKind, Size


class PostgresUpkeep:
    """Keeps the contract of `Upkeep`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.sessions = PostgresSessions(access)

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


async def _note(connection: Any, deed: Deed) -> None:
    await connection.execute(
        "INSERT INTO audit (at, who, did, subject, details) VALUES ($1, $2, $3, $4, $5)",
        deed.at,
        deed.who,
        deed.did,
        deed.subject,
        deed.details,
    )
