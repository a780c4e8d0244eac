"""Upkeep of a SQLite store, through the store's own threads or, beside a server, a connection of its own."""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablee.store import sqlite_pruning as pruning
from tablee.store.contract import Milliseconds
from tablee.store.sessions import FOR_GOOD
from tablee.store.sqlite_access import Access, tell
from tablee.store.sqlite_erasing import erase, export, retitle
from tablee.store.sqlite_overview import SqliteOverview
from tablee.store.sqlite_sessions import SqliteSessions, end_all
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


class SqliteUpkeep:
    """Keeps the contract of `Upkeep`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.sessions = SqliteSessions(access)
        self.overview = SqliteOverview(access)

    async def size(self) -> Size:
        """The database and its journal."""
        return await self._access.ask(_size)

    # ── Notices ──────────────────────────────────────────────────────────────────────────────────────────

    async def tell(self, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
        """Tell all running processes."""
        await self._access.do(lambda connection: tell(connection, kind, subject, now))

    async def last_notice(self) -> int:
        """The number of the latest notice."""
        ((last,),) = await self._rows("SELECT coalesce(max(number), 0) FROM notices")
        return int(last)

    async def notices(self, after: int) -> tuple[Notice, ...]:
        """Those after that number, oldest first."""
        sql = "SELECT number, at, kind, subject FROM notices WHERE number > ? ORDER BY number"
        return tuple(Notice(*row) for row in await self._rows(sql, after))

    async def forget_notices(self, before: Milliseconds) -> None:
        """Delete old ones, but for the latest."""
        sql = "DELETE FROM notices WHERE at < ? AND number < (SELECT max(number) FROM notices)"
        await self._access.do(lambda connection: connection.execute(sql, (before,)).rowcount)

    # ── Bans ─────────────────────────────────────────────────────────────────────────────────────────────

    async def ban(self, ban: Ban, deed: Deed) -> None:
        """Keep a person or network out."""

        def banned(connection: sqlite3.Connection) -> None:
            connection.execute(
                "REPLACE INTO bans (kind, subject, at, until, reason) VALUES (?, ?, ?, ?, ?)",
                (ban.kind, ban.subject, ban.at, ban.until, ban.reason),
            )
            tell(connection, "ban", ban.subject, deed.at)
            _note(connection, deed)

        await self._access.do(banned)

    async def unban(self, kind: BanKind, subject: str, deed: Deed) -> bool:
        """Let them in again."""

        def unbanned(connection: sqlite3.Connection) -> bool:
            if not connection.execute("DELETE FROM bans WHERE kind = ? AND subject = ?", (kind, subject)).rowcount:
                return False
            tell(connection, "ban", subject, deed.at)
            _note(connection, deed)
            return True

        return await self._access.do(unbanned)

    async def bans(self, now: Milliseconds) -> tuple[Ban, ...]:
        """Those that have not ended."""
        sql = "SELECT kind, subject, at, until, reason FROM bans WHERE until IS NULL OR until > ?"
        return tuple(Ban(*row) for row in await self._rows(f"{sql} ORDER BY at DESC, subject", now))

    # ── The audit log ────────────────────────────────────────────────────────────────────────────────────

    async def note(self, deed: Deed) -> None:
        """Write what was done into the audit log."""
        await self._access.do(lambda connection: _note(connection, deed))

    async def deeds(self, query: DeedQuery) -> tuple[Deed, ...]:
        """What was done, the latest first."""
        rows = await self._rows(
            "SELECT at, who, did, subject, details, number FROM audit "
            "WHERE (?1 IS NULL OR did = ?1) AND (?2 IS NULL OR subject = ?2) AND (?3 IS NULL OR who = ?3) "
            "AND (?4 IS NULL OR at >= ?4) ORDER BY number DESC LIMIT ?5",
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
        return await self._access.ask(lambda connection: export(connection, person))

    async def erase_person(self, person: str, deed: Deed) -> Erased:
        """Erase what tells who a person is."""

        def erased(connection: sqlite3.Connection) -> Erased:
            result = erase(connection, person)
            for each in result.people:
                end_all(connection, each, FOR_GOOD, deed.at)
                tell(connection, "erased", each, deed.at)
            _note(connection, deed)
            return result

        return await self._access.do(erased)

    async def retitle(self, person: str) -> tuple[str, ...]:
        """Make the list show names as they are now."""
        return await self._access.do(lambda connection: retitle(connection, (person,)))

    # ── Retention ────────────────────────────────────────────────────────────────────────────────────────

    async def closed_rooms(
        self, before: Milliseconds, after: tuple[Milliseconds, str], limit: int
    ) -> tuple[ClosedRoom, ...]:
        """Rooms closed before a time."""
        return await self._access.ask(lambda connection: pruning.closed_rooms(connection, before, after, limit))

    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:
        """Delete a closed room without records, so many rows at a time."""
        return await self._access.do(lambda connection: pruning.delete_room(connection, room, before, limit))

    async def old_games(self, before: Milliseconds, limit: int) -> tuple[str, ...]:
        """Records of games that ended before that time."""
        rows = await self._rows("SELECT id FROM games WHERE ended_at < ? ORDER BY ended_at LIMIT ?", before, limit)
        return tuple(game for (game,) in rows)

    async def delete_games(self, games: Sequence[str]) -> tuple[str, ...]:
        """Delete records."""
        return await self._access.do(lambda connection: pruning.delete_games(connection, games))

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._access.ask(lambda connection: connection.execute(sql, values).fetchall())


def _note(connection: sqlite3.Connection, deed: Deed) -> None:
    connection.execute(
        "INSERT INTO audit (at, who, did, subject, details) VALUES (?, ?, ?, ?, ?)",
        (deed.at, deed.who, deed.did, deed.subject, deed.details),
    )


def _size(connection: sqlite3.Connection) -> Size:
    file = next(Path(file) for _, name, file in connection.execute("PRAGMA database_list") if name == "main")
    journal = file.with_name(f"{file.name}-wal")
    used = file.stat().st_size + (journal.stat().st_size if journal.exists() else 0)
    return Size(used, shutil.disk_usage(file).free)
