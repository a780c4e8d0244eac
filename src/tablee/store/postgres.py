"""The store for several processes or machines: PostgreSQL 13 or newer.

Three kinds of connections: one that writes batches of appends, one that listens for what other processes wrote, and
a pool for everything else. Each is made anew when it breaks; what was under way then raises Unavailable.

**Missed changes.** While the listening connection is broken, notifications are lost. Each row of a room holds the
transaction that wrote it, and the listener remembers, every few seconds, from which transaction on it may not have
heard; when it listens again, it tells of all rooms written since. `changes` may thus tell what was known already,
never too little.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from types import MappingProxyType
from typing import Any, Final
from weakref import WeakSet

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.store.contract import (
    Account,
    Append,
    Appended,
    Change,
    CodeTaken,
    Conflict,
    FinishedGame,
    ListedRoom,
    Loaded,
    Milliseconds,
    Outage,
    RoomPage,
    RoomQuery,
    Unavailable,
    UsernameTaken,
)
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS, FIRST_GLANCE, GLANCE, LARGEST, Conditions, filters, page, position
from tablee.store.mailbox import Mailbox
from tablee.store.postgres_streams import (
    CHANNEL,
    GAMES,
    LOAD,
    arguments,
    read_game,
    read_listed,
    read_loaded,
    read_payload,
)
from tablee.store.postgres_upkeep import PostgresUpkeep
from tablee.store.schema import Migration, migrations, missing
from tablee.store.tags import numbers, tags_for

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

MIGRATIONS: Final = migrations("postgres")

_ADVISORY_LOCK: Final = 0x5441424C
"""Held while a process starts, so that only one brings the schema up to date and notes an outage."""

_LARGEST_BATCH: Final = 1000
_POOL: Final = 4
TO_CONNECT: Final = 5.0
TO_ANSWER: Final = 15.0
_TO_PART: Final = 1.0
"""Seconds for a goodbye; a server that was killed may never answer it."""
_HEARTBEAT: Final = 5.0
"""Seconds between two looks whether the listening connection still lives."""
_PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds to wait before the first, second, … attempt to listen again."""
_ATTEMPTS: Final = 3
"""For a batch that PostgreSQL gave up to end a deadlock with another process's."""

SETTINGS: Final = {
    "search_path": "tablee",
    "default_transaction_isolation": "read committed",  # Whatever the server's default: the statements count on it.
    "jit": "off",
    # The order of a list is an index's; without statistics yet, say in its first minute, the planner might sort all.
    "enable_sort": "off",
}
_TAGGED: Final = f"""
    (SELECT room AS tagged, tags, folded FROM listings) AS listings,
    LATERAL (SELECT room, version, {COLUMNS} FROM rooms WHERE room = tagged OFFSET 0) AS rooms
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

_log = logging.getLogger(__name__)


class PostgresStore:
    """Keeps the contract of `Store` in a PostgreSQL database, for any number of processes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._process = ""
        self._settings = dict(SETTINGS)
        self._pool: Any = None
        self._writer: _Writer | None = None
        self._listener: _Listener | None = None
        self._mailboxes: WeakSet[Mailbox] = WeakSet()
        self.upkeep = PostgresUpkeep(self)

    async def open(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
        """Connect, bring the schema up to date, note an outage."""
        if self._pool is not None:
            raise RuntimeError("The store is open already.")
        self._settings["application_name"] = _NAME + process
        with reaching():
            connection = await self._connect()
            try:
                async with connection.transaction():
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", _ADVISORY_LOCK)
                    await upgrade(connection)
                    await _bury(connection)
                    await _come_alive(connection, process, now, dead_after)
                if await connection.fetchval("SELECT current_setting('synchronous_commit')") == "off":
                    self._settings["synchronous_commit"] = "on"  # Durable before visible, whatever the server says.
                sender = f"{process}/{secrets.token_hex(4)}"
                listener = _Listener(self._connect, self._mailboxes, sender)
                await listener.start()
            finally:
                await hang_up(connection)  # Not before the listener is connected: who isn't at all is taken for dead.
            try:
                self._pool = await self._make_pool()
            except BaseException:
                await listener.stop()
                raise
        self._process, self._listener = process, listener
        self._writer = _Writer(lambda: self._connect(_TO_WRITE), sender)

    async def close(self) -> None:
        """Commit what is pending, say goodbye, disconnect."""
        if self._pool is None or self._writer is None or self._listener is None:
            return
        pool, writer, listener = self._pool, self._writer, self._listener
        self._writer = self._listener = None
        await writer.stop()
        with suppress(Unavailable):  # Unsaid, the goodbye is noticed by the silence.
            await self._execute("UPDATE processes SET is_gone = true WHERE process = $1", self._process)
        self._pool = None
        await listener.stop()
        try:
            await asyncio.wait_for(pool.close(), _TO_PART)
        except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            pool.terminate()
        for mailbox in self._mailboxes:
            mailbox.close()

    async def check(self) -> None:
        """Write a row as it is, and wait for the commit."""
        await self._execute("UPDATE processes SET alive_at = alive_at WHERE process = $1", self._process)

    # ── Streams ──────────────────────────────────────────────────────────────────────────────────────────

    def append(self, append: Append) -> "asyncio.Future[Appended | Conflict | CodeTaken]":
        """Commit events together with whatever else is pending."""
        if not append.events:
            raise ValueError("An append has one event or more.")
        if self._writer is None:
            raise Unavailable("The store is not open.")
        return self._writer.append(append)

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""
        rows = await self._fetch(LOAD, room)
        # Those of the events that were read are there, since they are written with them.
        return read_loaded(rows, await self._fetch("SELECT version, text FROM names WHERE room = $1", room))

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        """The events of a range of versions."""
        rows = await self._fetch(
            "SELECT event FROM events WHERE room = $1 AND version > $2 AND version <= $3 ORDER BY version",
            room,
            after,
            2**31 - 1 if until is None else until,
        )
        return tuple(row[0] for row in rows)

    async def names(self, room: str) -> dict[int, str]:
        """The names that were said in a room."""
        return {row[0]: row[1] for row in await self._fetch("SELECT version, text FROM names WHERE room = $1", room)}

    async def find_code(self, code: str) -> str | None:
        """The living room with that code."""
        found = await self._fetch("SELECT room FROM rooms WHERE code = $1 AND closed_at IS NULL", code)
        return found[0][0] if found else None

    async def list_rooms(self, query: RoomQuery) -> RoomPage:
        """A page of the list."""
        wanted = query.limit + 1
        here, asked = position(query), filters(query, "strpos(folded, ?) > 0")
        if asked is None:
            return page(await self._list("rooms", here, wanted), query.limit)
        # A glance at the most recent rooms, and a longer one where it promises to fill the page: what isn't common
        # enough for that is in few rooms.
        for glance in (FIRST_GLANCE, GLANCE):
            recent = (
                f"(SELECT * FROM rooms WHERE {here.sql} ORDER BY active_at DESC, room DESC LIMIT {glance}) AS rooms"
            )
            rooms = await self._list(recent, Conditions(asked.sql, (*here.values, *asked.values)), wanted)
            if len(rooms) == wanted:
                return page(rooms, query.limit)
            if len(rooms) * GLANCE < wanted * glance:
                break
        tags = tags_for(query)
        if query.status == "finished" or not tags:  # Few are, and not for long.
            return page(await self._list("rooms", here & asked, wanted), query.limit)
        tagged = Conditions("tags @> ?", (numbers(tags),))
        return page(await self._list(_TAGGED, tagged & here & asked, wanted), query.limit)

    async def rooms_of(self, person: str) -> tuple[ListedRoom, ...]:
        """The living rooms in which that person holds a seat, the most recently active first."""
        rows = await self._fetch(
            f"SELECT room, version, {COLUMNS} FROM seats JOIN rooms USING (room) WHERE person = $1 "
            "ORDER BY active_at DESC, room DESC",
            person,
        )
        return tuple(map(read_listed, rows))

    async def look_up(self, rooms: Sequence[str]) -> tuple[ListedRoom, ...]:
        """Those rooms as they are now."""
        rows = await self._fetch(f"SELECT room, version, {COLUMNS} FROM rooms WHERE room = ANY($1)", list(rooms))
        return tuple(map(read_listed, rows))

    async def due(self, now: Milliseconds, limit: int) -> tuple[str, ...]:
        """Living rooms whose deadline has come."""
        rows = await self._fetch(
            "SELECT room FROM rooms WHERE closed_at IS NULL AND due_at IS NOT NULL AND due_at <= $1 "
            "ORDER BY due_at, room LIMIT $2",
            now,
            limit,
        )
        return tuple(row[0] for row in rows)

    def changes(self) -> AsyncIterator[Change]:
        """What other processes append, from now on, until the store closes."""
        mailbox = Mailbox()
        self._mailboxes.add(mailbox)
        return mailbox

    # ── Finished games ───────────────────────────────────────────────────────────────────────────────────

    async def find_game(self, game: str) -> FinishedGame | None:
        """A finished game by its id."""
        found = await self._fetch(f"{GAMES} WHERE id = $1", game)
        return read_game(found[0]) if found else None

    async def games_of(self, person: str, limit: int, before: Milliseconds | None = None) -> tuple[FinishedGame, ...]:
        """The games of a person and of the guests it claimed, the latest first."""
        rows = await self._fetch(
            f"{GAMES} WHERE id IN ("
            "    SELECT game FROM players"
            "    WHERE person IN (SELECT $1::text UNION ALL SELECT guest FROM claims WHERE person = $1)"
            "    AND ended_at < $2"
            "    GROUP BY ended_at, game ORDER BY ended_at DESC, game DESC LIMIT $3"
            ") ORDER BY ended_at DESC, id DESC",
            person,
            LARGEST if before is None else before,
            limit,
        )
        return tuple(map(read_game, rows))

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────

    async def add_account(self, account: Account) -> Account | UsernameTaken:
        """Make an account."""
        try:
            rows = await self._fetch(
                "INSERT INTO accounts VALUES ($1, $2, $3, $4, $5, $6) "
                "ON CONFLICT ON CONSTRAINT accounts_username DO NOTHING RETURNING person",
                account.person,
                account.username,
                account.name,
                account.password_hash,
                account.created_at,
                fold_text(account.username),
            )
        except asyncpg.UniqueViolationError:
            raise ValueError(f"{account.person} has an account already.") from None
        return account if rows else UsernameTaken()

    async def find_account(self, username: str) -> Account | None:
        """By username, ignoring case and accents."""
        return await self._account("folded", fold_text(username))

    async def account_of(self, person: str) -> Account | None:
        """By person."""
        return await self._account("person", person)

    async def rename(self, person: str, name: str) -> None:
        """Change the nickname of an account."""
        if not await self._fetch("UPDATE accounts SET name = $1 WHERE person = $2 RETURNING person", name, person):
            raise ValueError(f"{person} has no account.")

    async def claim(self, guest: str, person: str) -> None:
        """What the guest did belongs to that person."""
        await self._execute(
            "INSERT INTO claims VALUES ($1, $2) ON CONFLICT (guest) DO UPDATE SET person = excluded.person",
            guest,
            person,
        )

    async def aliases_of(self, person: str) -> tuple[str, ...]:
        """The guests that were claimed by a person."""
        rows = await self._fetch("SELECT guest FROM claims WHERE person = $1 ORDER BY guest", person)
        return tuple(row[0] for row in rows)

    # ── Processes ────────────────────────────────────────────────────────────────────────────────────────

    async def show_life(self, process: str, now: Milliseconds) -> bool:
        """Say that this process lives. PostgreSQL is not put back under those who are connected to it."""
        await self._execute(_SHOW_LIFE, process, now)
        return True

    async def return_to_life(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> bool:
        """Say that this process lives; note an outage, if no other process has noted it yet."""
        async with self.transaction() as connection:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _ADVISORY_LOCK)
            await _come_alive(connection, process, now, dead_after)
        return True

    async def living(self, now: Milliseconds, dead_after: Milliseconds) -> frozenset[str]:
        """The processes that live."""
        sql = "SELECT process FROM processes WHERE alive_at >= $1 AND NOT is_gone"
        return frozenset(row[0] for row in await self._fetch(sql, now - dead_after))

    async def outages(self, since: Milliseconds) -> Sequence[Outage]:
        """Outages that ended after that time."""
        sql = "SELECT began_at, ended_at FROM outages WHERE ended_at > $1 ORDER BY began_at"
        return tuple(Outage(*row) for row in await self._fetch(sql, since))

    # ── For upkeep ───────────────────────────────────────────────────────────────────────────────────────

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """The rows of one statement."""
        return await self._fetch(sql, *values)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """A connection of the pool within a transaction."""
        pool = self._open_pool()
        try:
            with reaching():
                async with pool.acquire() as connection, connection.transaction():
                    yield connection
        except Unavailable:
            await pool.expire_connections()
            raise

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────

    async def _connect(self, settings: Mapping[str, str] = MappingProxyType({})) -> Any:
        return await asyncpg.connect(
            self._url, timeout=TO_CONNECT, command_timeout=TO_ANSWER, server_settings={**self._settings, **settings}
        )

    async def _make_pool(self) -> Any:
        async def leave_as_it_is(_: Any) -> None:
            """Nothing was changed for the session, so there is nothing to ask the server to reset."""

        return await asyncpg.create_pool(
            self._url,
            min_size=0,  # A pool that keeps some logs a traceback for each attempt while there is no server.
            max_size=_POOL,
            timeout=TO_CONNECT,
            command_timeout=TO_ANSWER,
            server_settings=self._settings,
            reset=leave_as_it_is,
        )

    async def _fetch(self, sql: str, *values: object) -> list[Any]:
        pool = self._open_pool()
        try:
            with reaching():
                rows: list[Any] = await pool.fetch(sql, *values)
                return rows
        except asyncpg.CharacterNotInRepertoireError:
            return []  # PostgreSQL keeps no text with a NUL in it, so none matches.
        except Unavailable:
            # A connection that was made while the server only reads stays so: the next use makes new ones.
            await pool.expire_connections()
            raise

    def _open_pool(self) -> Any:
        if self._pool is None:
            raise Unavailable("The store is not open.")
        return self._pool

    async def _execute(self, sql: str, *values: object) -> None:
        await self._fetch(sql, *values)

    async def _list(self, tables: str, conditions: Conditions, limit: int) -> list[ListedRoom]:
        rows = await self._fetch(
            _numbered(
                f"SELECT room, version, {COLUMNS} FROM {tables} WHERE {conditions.sql} "
                "ORDER BY active_at DESC, room DESC LIMIT ?"
            ),
            *conditions.values,
            limit,
        )
        return [read_listed(row) for row in rows]

    async def _account(self, column: str, value: str) -> Account | None:
        sql = f"SELECT person, username, name, password_hash, created_at FROM accounts WHERE {column} = $1"
        found = await self._fetch(sql, value)
        return Account(*found[0]) if found else None


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────


class _Writer:
    """Commits appends in the order in which they came; while one batch is under way, the next gathers."""

    def __init__(self, connect: Any, sender: str) -> None:
        self._connect = connect
        self._sender = sender
        self._connection: Any = None
        self._pending: list[tuple[Append, asyncio.Future[Appended | Conflict | CodeTaken]]] = []
        self._stirred = asyncio.Event()
        self._is_stopped = False
        self._task = asyncio.create_task(self._run(), name="tablee-store-writer")

    def append(self, append: Append) -> "asyncio.Future[Appended | Conflict | CodeTaken]":
        if self._is_stopped:
            raise Unavailable("The store is closed.")
        done: asyncio.Future[Appended | Conflict | CodeTaken] = asyncio.get_running_loop().create_future()
        self._pending.append((append, done))
        self._stirred.set()
        return done

    async def stop(self) -> None:
        self._is_stopped = True
        self._stirred.set()
        await self._task
        if self._connection is not None:
            await hang_up(self._connection)

    async def _run(self) -> None:
        while self._pending or not self._is_stopped:
            if not self._pending:
                self._stirred.clear()
                await self._stirred.wait()
                continue
            batch = self._take()
            outcomes = await self._commit([append for append, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.done():
                    continue  # Who asked was cancelled.
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)

    def _take(self) -> list[tuple[Append, "asyncio.Future[Appended | Conflict | CodeTaken]"]]:
        """What is pending up to the second append for the same room: that one must see the first."""
        rooms: set[str] = set()
        for number, (append, _) in enumerate(self._pending):
            if append.room in rooms or number == _LARGEST_BATCH:
                break
            rooms.add(append.room)
        size = len(rooms)
        batch, self._pending = self._pending[:size], self._pending[size:]
        return batch

    async def _commit(self, appends: Sequence[Append]) -> Sequence[Appended | Conflict | CodeTaken | BaseException]:
        """The result, or the exception, of each."""
        try:
            with reaching():
                return await self._write(appends)
        except Unavailable as error:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            return [Unavailable(*error.args) for _ in appends]
        except Exception as error:  # noqa: BLE001, RUF100 - every error has somebody who waits for it
            # A bug in one append is its own: the others are written without it.
            if len(appends) == 1:
                return [error]
            return [outcome for append in appends for outcome in await self._commit([append])]

    async def _write(self, appends: Sequence[Append]) -> list[Appended | Conflict | CodeTaken]:
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
        results: list[Appended | Conflict | CodeTaken] = []
        for append in appends:
            if append.room in kept:
                results.append(Appended(append.expected_version + len(append.events)))
            elif append.expected_version == 0 and append.room not in versions:
                results.append(CodeTaken())
            else:
                results.append(Conflict(versions.get(append.room, 0)))
        return results


# ── Listening ────────────────────────────────────────────────────────────────────────────────────────────


class _Listener:
    """Puts into the mailboxes what other processes append."""

    def __init__(self, connect: Any, mailboxes: WeakSet[Mailbox], sender: str) -> None:
        self._connect = connect
        self._mailboxes = mailboxes
        self._sender = sender
        self._connection: Any = None
        self._heard: tuple[int, int] = (0, 0)
        """The oldest transaction that may have been open at the look before the last one, and at the last one. Of
        what is older than the first, everything was heard: its notifications had a whole heartbeat to arrive."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        oldest = await self._listen()
        self._heard = (oldest, oldest)
        self._task = asyncio.create_task(self._run(), name="tablee-store-listener")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await hang_up(self._connection)

    async def _run(self) -> None:
        while True:
            try:
                with reaching():
                    await self._stay()
            except Unavailable as error:
                _log.warning("What other processes do isn't heard for the moment. %s", error)
            await self._come_back()
            _log.info("What other processes do is heard again.")

    async def _stay(self) -> None:
        """Look from time to time whether the connection still lives; Unavailable when it doesn't."""
        lost = asyncio.Event()
        self._connection.add_termination_listener(lambda _: lost.set())
        while not self._connection.is_closed():
            with suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), _HEARTBEAT)
                break
            self._heard = (self._heard[1], await _oldest_open(self._connection))
        raise Unavailable("The connection was lost.")

    async def _come_back(self) -> None:
        attempt = 0
        while True:
            await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            attempt += 1
            with suppress(Unavailable), reaching():
                self._connection.terminate()
                oldest = await self._listen()
                # A server that counts from further back is another one, put in its place: all may be new.
                since = self._heard[0] if oldest >= self._heard[0] else 0
                rows = await self._connection.fetch(
                    "SELECT room, version FROM rooms WHERE changed >= $1::text::xid8", str(since)
                )
                self._tell((row[0], row[1]) for row in rows)
                self._heard = (oldest, oldest)
                return

    async def _listen(self) -> int:
        """Connect and listen; the oldest transaction that may still be open then."""
        self._connection = await self._connect()
        await self._connection.add_listener(CHANNEL, self._hear)
        return await _oldest_open(self._connection)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        sender, rooms = read_payload(payload)
        if sender != self._sender:
            self._tell(rooms)

    def _tell(self, rooms: Any) -> None:
        for room, version in rooms:
            for mailbox in self._mailboxes:
                mailbox.put(room, version)


async def _oldest_open(connection: Any) -> int:
    return int(await connection.fetchval("SELECT pg_snapshot_xmin(pg_current_snapshot())::text"))


# ── Schema and start ─────────────────────────────────────────────────────────────────────────────────────

_SHOW_LIFE = """
    INSERT INTO processes VALUES ($1, $2, false)
    ON CONFLICT (process) DO UPDATE SET alive_at = excluded.alive_at, is_gone = false
"""


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


async def _bury(connection: Any) -> None:
    """Take away the processes that have no connection: they died without a goodbye."""
    await connection.execute(
        "UPDATE processes SET is_gone = true WHERE NOT EXISTS ("
        "    SELECT FROM pg_stat_activity"
        "    WHERE datname = current_database() AND application_name = left($1 || process, 63)"
        ")",
        _NAME,
    )


async def _come_alive(connection: Any, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
    last = await connection.fetchval("SELECT max(alive_at) FROM processes")
    lives = await connection.fetchval(
        "SELECT EXISTS (SELECT FROM processes WHERE alive_at >= $1 AND NOT is_gone)", now - dead_after
    )
    if last is not None and last < now and not lives:
        await connection.execute("INSERT INTO outages VALUES ($1, $2)", last, now)
        await connection.execute(
            "UPDATE rooms SET due_at = due_at + $1 WHERE closed_at IS NULL AND due_at IS NOT NULL", now - last
        )
    await connection.execute(_SHOW_LIFE, process, now)
    await connection.execute("DELETE FROM processes WHERE alive_at < $1 OR is_gone", now - dead_after)


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────

_OUTSIDE: Final = ("08", "53", "57", "58", "25006", "28", "3D", "40", "55P03", "F0", "XX")
"""Beginnings of the codes of errors that are the server's or the network's fault, not the program's: no connection,
no room or memory, shut down or cancelled, I/O, read-only, not let in, no such database, deadlock, locked, broken."""


@contextmanager
def reaching() -> Iterator[None]:
    """Unavailable when the server can't be reached or can't do it now."""
    try:
        yield
    except asyncpg.PostgresError as error:
        if (error.sqlstate or "08").startswith(_OUTSIDE):
            raise Unavailable(f"PostgreSQL can't be used now: {error}.") from error
        raise
    except asyncpg.DataError:  # A bug; it is an InterfaceError too.
        raise
    except (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise Unavailable(f"PostgreSQL can't be reached now: {str(error) or type(error).__name__}.") from error


async def hang_up(connection: Any) -> None:
    """Close a connection in whatever state it is."""
    try:
        await connection.close(timeout=_TO_PART)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()


def _numbered(sql: str) -> str:
    """Question marks as PostgreSQL's numbered parameters."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))
