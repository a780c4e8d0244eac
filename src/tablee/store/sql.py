"""The parts of a store that both databases do alike, in the contract's order."""

from collections.abc import Sequence
from typing import Final

from tablee.store.collation import fold_text
from tablee.store.contract import (
    Account,
    FinishedGame,
    ListedRoom,
    Loaded,
    Milliseconds,
    Outage,
    Progress,
    UsernameTaken,
)
from tablee.store.database import Connection, Dialect, Part, Reader
from tablee.store.listing import LARGEST, Conditions
from tablee.store.rows import ACCOUNT, PROGRESS, as_dict, read_game, read_listed, read_progress, to_json

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_LAST_VERSION: Final = 2**31 - 1


class SqlStreams(Part):
    """Queries of `Streams`."""

    async def load(self, room: str) -> Loaded:
        return await self._database.ask(_load, self._dialect.is_of_room, room)

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        rows = await self._database.fetch(
            f"SELECT event FROM events WHERE {self._dialect.is_of_room} AND version > $2 AND version <= $3 "
            "ORDER BY version",
            room,
            after,
            _LAST_VERSION if until is None else until,
        )
        return tuple(event for (event,) in rows)

    async def names(self, room: str) -> dict[int, str]:
        return await _names(self._database, self._dialect.is_of_room, room)


class SqlRooms(Part):
    """Queries of `Rooms`, without the list."""

    async def find_code(self, code: str) -> str | None:
        found = await self._database.fetch("SELECT room FROM rooms WHERE code = $1 AND closed_at IS NULL", code)
        return found[0][0] if found else None

    async def find_closed(self, code: str, since: Milliseconds) -> str | None:
        sql = (
            "SELECT room FROM rooms WHERE code = $1 AND closed_at > $2 AND closed_at IS NOT NULL "
            "ORDER BY closed_at DESC LIMIT 1"
        )
        found = await self._database.fetch(sql, code, since)
        return found[0][0] if found else None

    async def rooms_of(self, person: str) -> tuple[ListedRoom, ...]:
        rows = await self._database.fetch(
            f"SELECT {self._dialect.listed} FROM seats JOIN rooms USING ({self._dialect.key}) WHERE person = $1 "
            "ORDER BY active_at DESC, room DESC",
            person,
        )
        return tuple(map(read_listed, rows))

    async def look_up(self, rooms: Sequence[str]) -> tuple[ListedRoom, ...]:
        sql = f"SELECT {self._dialect.listed} FROM rooms WHERE room = ANY($1)"
        return tuple(map(read_listed, await self._database.fetch(sql, list(rooms))))

    async def due(self, now: Milliseconds, limit: int) -> tuple[str, ...]:
        sql = (
            "SELECT room FROM rooms WHERE closed_at IS NULL AND due_at IS NOT NULL AND due_at <= $1 "
            "ORDER BY due_at, room LIMIT $2"
        )
        return tuple(room for (room,) in await self._database.fetch(sql, now, limit))


class SqlRecords(Part):
    """`Records`."""

    async def find_game(self, game: str) -> FinishedGame | None:
        found = await self._database.fetch(f"{self._dialect.games} WHERE id = $1", game)
        return read_game(found[0]) if found else None

    async def games_in(self, room: str) -> tuple[FinishedGame, ...]:
        sql = f"{self._dialect.games} WHERE room = $1 ORDER BY ended_at DESC, id DESC"
        return tuple(map(read_game, await self._database.fetch(sql, room)))

    async def games_of(self, person: str, limit: int, before: Milliseconds | None = None) -> tuple[FinishedGame, ...]:
        rows = await self._database.fetch(
            f"{self._dialect.games} WHERE id IN ("
            "    SELECT game FROM players"
            "    WHERE person IN (SELECT CAST($1 AS text) UNION ALL SELECT guest FROM claims WHERE person = $1)"
            "    AND ended_at < $2"
            "    GROUP BY ended_at, game ORDER BY ended_at DESC, game DESC LIMIT $3"
            ") ORDER BY ended_at DESC, id DESC",
            person,
            LARGEST if before is None else before,
            limit,
        )
        return tuple(map(read_game, rows))

    async def find_analysis(self, game: str, engine: str) -> bytes | None:
        sql = "SELECT body FROM analyses WHERE game = $1 AND engine = $2"
        found = await self._database.fetch(sql, game, engine)
        return found[0][0] if found else None

    async def keep_analysis(self, game: str, engine: str, body: bytes) -> None:
        await self._database.do(_keep_analysis, game, engine, body)


class SqlPeople(Part):
    """`People`."""

    async def add_account(self, account: Account) -> Account | UsernameTaken:
        if await self._database.execute(
            f"INSERT INTO accounts ({ACCOUNT}, folded) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            account.person,
            account.username,
            account.name,
            account.password_hash,
            account.created_at,
            fold_text(account.username),
        ):
            return account
        if await self.account_of(account.person) is not None and await self.find_account(account.username) is None:
            raise ValueError(f"{account.person} has an account already.")
        return UsernameTaken()

    async def find_account(self, username: str) -> Account | None:
        return await self._account("folded", fold_text(username))

    async def account_of(self, person: str) -> Account | None:
        return await self._account("person", person)

    async def rename(self, person: str, name: str) -> None:
        if not await self._database.execute("UPDATE accounts SET name = $1 WHERE person = $2", name, person):
            raise ValueError(f"{person} has no account.")

    async def claim(self, guest: str, person: str) -> None:
        sql = "INSERT INTO claims VALUES ($1, $2) ON CONFLICT (guest) DO UPDATE SET person = excluded.person"
        await self._database.execute(sql, guest, person)

    async def aliases_of(self, person: str) -> tuple[str, ...]:
        rows = await self._database.fetch("SELECT guest FROM claims WHERE person = $1 ORDER BY guest", person)
        return tuple(guest for (guest,) in rows)

    async def progress_of(self, person: str) -> tuple[Progress, ...]:
        rows = await self._database.fetch(
            f"SELECT {PROGRESS} FROM progress "
            "WHERE person IN (SELECT CAST($1 AS text) UNION ALL SELECT guest FROM claims WHERE person = $1) "
            "ORDER BY changed_at, person",
            person,
        )
        return read_progress(rows)

    async def keep_progress(self, person: str, progress: Sequence[Progress], now: Milliseconds) -> None:
        await self._database.do(_keep_progress, person, progress, now)

    async def _account(self, column: str, value: str) -> Account | None:
        found = await self._database.fetch(f"SELECT {ACCOUNT} FROM accounts WHERE {column} = $1", value)
        return Account(*found[0]) if found else None


class SqlProcesses(Part):
    """Queries of `Processes`."""

    async def living(self, now: Milliseconds, dead_after: Milliseconds) -> frozenset[str]:
        sql = "SELECT process FROM processes WHERE alive_at >= $1 AND NOT is_gone"
        return frozenset(process for (process,) in await self._database.fetch(sql, now - dead_after))

    async def outages(self, since: Milliseconds) -> Sequence[Outage]:
        sql = "SELECT began_at, ended_at FROM outages WHERE ended_at > $1 ORDER BY began_at"
        return tuple(Outage(*row) for row in await self._database.fetch(sql, since))


class SqlStore(SqlStreams, SqlRooms, SqlRecords, SqlPeople, SqlProcesses):
    """Everything that both stores do alike."""


# ── Jobs and questions ───────────────────────────────────────────────────────────────────────────────────


async def _load(db: Reader, is_of_room: str, room: str) -> Loaded:
    rows = await db.fetch(
        f"WITH shot AS (SELECT version, state FROM snapshots WHERE {is_of_room}) "
        "SELECT true, version, state FROM shot UNION ALL SELECT false, version, event FROM events "
        f"WHERE {is_of_room} AND version > coalesce((SELECT version FROM shot), 0) ORDER BY 2",
        room,
    )
    # All names that the events say are there, since they are written with them.
    names = await _names(db, is_of_room, room)
    if rows and rows[0][0]:
        return Loaded(rows[0][2], rows[0][1], tuple(row[2] for row in rows[1:]), names)
    return Loaded(None, 0, tuple(row[2] for row in rows), names)


async def _names(db: Reader, is_of_room: str, room: str) -> dict[int, str]:
    return as_dict(await db.fetch(f"SELECT version, text FROM names WHERE {is_of_room}", room))


async def _keep_analysis(db: Connection, game: str, engine: str, body: bytes) -> None:
    if await db.fetch("SELECT id FROM games WHERE id = $1 FOR UPDATE", game):
        await db.execute(
            "INSERT INTO analyses VALUES ($1, $2, $3) "
            "ON CONFLICT (game) DO UPDATE SET engine = excluded.engine, body = excluded.body",
            game,
            engine,
            body,
        )


async def _keep_progress(db: Connection, person: str, progress: Sequence[Progress], now: Milliseconds) -> None:
    # In one order, so that two devices of one person never wait for each other.
    for one in sorted(progress, key=lambda each: (each.game, each.lesson)):
        await db.execute(
            f"INSERT INTO progress (person, {PROGRESS}, changed_at) VALUES ($1, $2, $3, $4, $5, $6) "
            "ON CONFLICT (person, game, lesson) DO UPDATE SET path = excluded.path, "
            "is_learnt = progress.is_learnt OR excluded.is_learnt, changed_at = excluded.changed_at",
            person,
            one.game,
            one.lesson,
            to_json(one.path),
            one.is_learnt,
            now,
        )


async def select_listed(
    db: Reader, dialect: Dialect, tables: str, conditions: Conditions, limit: int
) -> list[ListedRoom]:
    sql = f"SELECT {dialect.listed} FROM {tables} WHERE {conditions.sql} ORDER BY active_at DESC, room DESC LIMIT ?"
    return [read_listed(row) for row in await db.fetch(numbered(sql), *conditions.values, limit)]


def numbered(sql: str) -> str:
    """Replace question marks by numbered parameters."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))


async def show_life(db: Connection, process: str, now: Milliseconds) -> None:
    await db.execute(
        "INSERT INTO processes VALUES ($1, $2, false) "
        "ON CONFLICT (process) DO UPDATE SET alive_at = excluded.alive_at, is_gone = false",
        process,
        now,
    )


async def come_alive(db: Connection, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
    """Show life; if no process lived, note the outage and move deadlines on. Nobody else may do so meanwhile."""
    ((last,),) = await db.fetch("SELECT max(alive_at) FROM processes")
    living = await db.fetch("SELECT 1 FROM processes WHERE alive_at >= $1 AND NOT is_gone LIMIT 1", now - dead_after)
    if last is not None and last < now and not living:
        await db.execute("INSERT INTO outages VALUES ($1, $2)", last, now)
        await db.execute(
            "UPDATE rooms SET due_at = due_at + $1 WHERE closed_at IS NULL AND due_at IS NOT NULL", now - last
        )
    await show_life(db, process, now)
    await db.execute("DELETE FROM processes WHERE alive_at < $1 OR is_gone", now - dead_after)
