"""The embedded store: SQLite in a data folder, for one process.

One thread writes (sqlite_writer.py), a few read; the event loop never waits for the disk. Readers see the database
as the last commit left it and are never in the writer's way (WAL).
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakSet

import msgspec

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
    StoreError,
    Unavailable,
    UsernameTaken,
)
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS, GLANCE, LARGEST, Conditions, filters, page, position
from tablee.store.mailbox import Mailbox
from tablee.store.schema import Migration, migrations, missing, statements
from tablee.store.sqlite_files import FolderLock, connect, create, unavailable
from tablee.store.sqlite_loss import Seen, count
from tablee.store.sqlite_streams import GAMES, VERSION, load_stream, read_events, read_game, read_listed, read_names
from tablee.store.sqlite_upkeep import SqliteUpkeep
from tablee.store.sqlite_writer import Writer
from tablee.store.tags import tags_for

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_T = TypeVar("_T")

_OLDEST: Final = (3, 33)
"""UPDATE … FROM; JSON and FTS5 have long been part of every build."""

_READERS: Final = 4

MIGRATIONS: Final = migrations("sqlite")


class SqliteStore:
    """Keeps the contract of `Store` in a data folder, for one process at a time."""

    def __init__(self, folder: Path) -> None:
        self._lock = FolderLock(folder)
        self._seen = Seen(folder)
        self._folder = folder
        self._process = ""
        self._alive_at = 0
        self._writer: Writer | None = None
        self._readers: _Readers | None = None
        self._mailboxes: WeakSet[Mailbox] = WeakSet()
        self.upkeep = SqliteUpkeep(self)

    async def open(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:  # noqa: ARG002 - see below
        """Make or open the database, bring it up to date, note an outage."""
        if sqlite3.sqlite_version_info < _OLDEST:
            raise StoreError(f"SQLite 3.33 or newer is needed, and Python was built with {sqlite3.sqlite_version}.")
        if self._writer is not None:
            raise RuntimeError("The store is open already.")
        try:
            file = await asyncio.to_thread(self._prepare)
        except OSError as error:
            raise Unavailable(f"{self._folder} can't be used: {error.strerror}.") from error
        writer = Writer(file)
        writer.start()
        try:
            await writer.do(self._seen.check)
            await writer.do(upgrade)
            # Whoever served this folder before is dead, however short the time: we hold its lock.
            self._seen.note(await writer.do(lambda connection: _come_alive(connection, process, now, 0)))
            self._readers = _Readers(file)
            await self._read(_look_at_all)
        except BaseException as error:
            await writer.stop()
            if self._readers is not None:
                await self._readers.stop()
                self._readers = None
            self._lock.release()
            if isinstance(error, Unavailable | sqlite3.Error):
                raise Unavailable(f"{file}: {error}") from error
            raise
        self._process, self._alive_at = process, now
        self._writer = writer

    async def close(self) -> None:
        """Commit what is pending, say goodbye, let the folder go."""
        if self._writer is None or self._readers is None:
            return
        writer, readers = self._writer, self._readers
        with suppress(Unavailable):  # Unsaid, the goodbye is noticed by the silence.
            process = self._process
            await self._write("UPDATE processes SET is_gone = 1 WHERE process = ?", process)
        self._writer = self._readers = None
        await writer.stop()
        await readers.stop()
        self._lock.release()
        for mailbox in self._mailboxes:
            mailbox.close()

    async def check(self) -> None:
        """Write something, to the disk and all, and read."""
        try:
            await self._write("UPDATE checks SET times = times + 1")
            await self._read(_look_at_all)
        except sqlite3.Error as error:
            raise Unavailable(f"The store is damaged: {error}.") from error

    # ── Streams ──────────────────────────────────────────────────────────────────────────────────────────

    def append(self, append: Append) -> "asyncio.Future[Appended | Conflict | CodeTaken]":
        """Commit events together with whatever else is pending."""
        if not append.events:
            raise ValueError("An append has one event or more.")
        return self._open_writer().append(append)

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""
        return await self._read(lambda connection: load_stream(connection, room))

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        """The events of a range of versions."""
        return await self._read(lambda connection: read_events(connection, room, after, until))

    async def names(self, room: str) -> dict[int, str]:
        """The names that were said in a room."""
        return await self._read(lambda connection: read_names(connection, room))

    async def find_code(self, code: str) -> str | None:
        """The living room with that code."""
        found = await self._rows("SELECT room FROM rooms WHERE code = ? AND closed_at IS NULL", code)
        return found[0][0] if found else None

    async def list_rooms(self, query: RoomQuery) -> RoomPage:
        """A page of the list."""
        return await self._read(lambda connection: page(_list(connection, query), query.limit))

    async def rooms_of(self, person: str) -> tuple[ListedRoom, ...]:
        """The living rooms in which that person holds a seat, the most recently active first."""
        rows = await self._rows(
            f"SELECT room, {VERSION}, {COLUMNS} FROM seats JOIN rooms USING (number) WHERE person = ? "
            "ORDER BY active_at DESC, room DESC",
            person,
        )
        return tuple(map(read_listed, rows))

    async def look_up(self, rooms: Sequence[str]) -> tuple[ListedRoom, ...]:
        """Those rooms as they are now."""
        wanted = msgspec.json.encode(rooms).decode()
        sql = f"SELECT room, {VERSION}, {COLUMNS} FROM rooms WHERE room IN (SELECT value FROM json_each(?))"
        return tuple(map(read_listed, await self._rows(sql, wanted)))

    async def due(self, now: Milliseconds, limit: int) -> tuple[str, ...]:
        """Living rooms whose deadline has come."""
        rows = await self._rows(
            "SELECT room FROM rooms WHERE closed_at IS NULL AND due_at IS NOT NULL AND due_at <= ? "
            "ORDER BY due_at, room LIMIT ?",
            now,
            limit,
        )
        return tuple(room for (room,) in rows)

    def changes(self) -> AsyncIterator[Change]:
        """Nothing, until the store closes: there is no other process."""
        mailbox = Mailbox()
        self._mailboxes.add(mailbox)
        return mailbox

    # ── Finished games ───────────────────────────────────────────────────────────────────────────────────

    async def find_game(self, game: str) -> FinishedGame | None:
        """A finished game by its id."""
        found = await self._rows(f"{GAMES} WHERE id = ?", game)
        return read_game(found[0]) if found else None

    async def games_of(self, person: str, limit: int, before: Milliseconds | None = None) -> tuple[FinishedGame, ...]:
        """The games of a person and of the guests it claimed, the latest first."""
        rows = await self._rows(
            f"{GAMES} WHERE id IN ("
            "    SELECT game FROM players"
            "    WHERE person IN (SELECT ?1 UNION ALL SELECT guest FROM claims WHERE person = ?1)"
            "    AND ended_at < ?2"
            "    GROUP BY ended_at, game ORDER BY ended_at DESC, game DESC LIMIT ?3"
            ") ORDER BY ended_at DESC, id DESC",
            person,
            LARGEST if before is None else before,
            limit,
        )
        return tuple(map(read_game, rows))

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────

    async def add_account(self, account: Account) -> Account | UsernameTaken:
        """Make an account."""

        def added(connection: sqlite3.Connection) -> Account | UsernameTaken:
            folded = fold_text(account.username)
            if connection.execute("SELECT 1 FROM accounts WHERE folded = ?", (folded,)).fetchone():
                return UsernameTaken()
            if connection.execute("SELECT 1 FROM accounts WHERE person = ?", (account.person,)).fetchone():
                raise ValueError(f"{account.person} has an account already.")
            connection.execute(
                "INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)",
                (
                    account.person,
                    account.username,
                    account.name,
                    account.password_hash,
                    account.created_at,
                    folded,
                ),
            )
            return account

        return await self._open_writer().do(added)

    async def find_account(self, username: str) -> Account | None:
        """By username, ignoring case and accents."""
        return await self._account("folded", fold_text(username))

    async def account_of(self, person: str) -> Account | None:
        """By person."""
        return await self._account("person", person)

    async def rename(self, person: str, name: str) -> None:
        """Change the nickname of an account."""
        if await self._write("UPDATE accounts SET name = ? WHERE person = ?", name, person) == 0:
            raise ValueError(f"{person} has no account.")

    async def claim(self, guest: str, person: str) -> None:
        """What the guest did belongs to that person."""
        await self._write("REPLACE INTO claims VALUES (?, ?)", guest, person)

    async def aliases_of(self, person: str) -> tuple[str, ...]:
        """The guests that were claimed by a person."""
        rows = await self._rows("SELECT guest FROM claims WHERE person = ? ORDER BY guest", person)
        return tuple(guest for (guest,) in rows)

    # ── Processes ────────────────────────────────────────────────────────────────────────────────────────

    async def show_life(self, process: str, now: Milliseconds) -> bool:
        """Say that this process lives; False if the store does not know what it said before."""

        def shown(connection: sqlite3.Connection) -> int | None:
            if process == self._process and not self._is_known(connection):
                return None
            connection.execute("REPLACE INTO processes VALUES (?, ?, 0)", (process, now))
            return count(connection)

        number = await self._open_writer().do(shown)
        if number is None:
            return False
        self._seen.note(number)
        if process == self._process:
            self._alive_at = now
        return True

    async def return_to_life(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> bool:
        """Say that this process lives; note an outage."""

        def returned(connection: sqlite3.Connection) -> tuple[bool, int]:
            is_known = self._is_known(connection)
            return is_known, _come_alive(connection, process, now, dead_after)

        is_known, number = await self._open_writer().do(returned)
        self._seen.note(number)
        self._alive_at = now
        return is_known

    def _is_known(self, connection: sqlite3.Connection) -> bool:
        """Whether the store has the last sign of life of this process, or one that was thought to have failed."""
        last = connection.execute("SELECT alive_at FROM processes WHERE process = ?", (self._process,)).fetchone()
        return last is not None and last[0] >= self._alive_at

    async def living(self, now: Milliseconds, dead_after: Milliseconds) -> frozenset[str]:
        """The processes that live."""
        sql = "SELECT process FROM processes WHERE alive_at >= ? AND NOT is_gone"
        return frozenset(process for (process,) in await self._rows(sql, now - dead_after))

    async def outages(self, since: Milliseconds) -> Sequence[Outage]:
        """Outages that ended after that time."""
        sql = "SELECT began_at, ended_at FROM outages WHERE ended_at > ? ORDER BY began_at"
        return tuple(Outage(*row) for row in await self._rows(sql, since))

    # ── For upkeep ───────────────────────────────────────────────────────────────────────────────────────

    async def do(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        """Write with the next batch."""
        return await self._open_writer().do(job)

    async def ask(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        """Read."""
        return await self._read(question)

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────

    def _prepare(self) -> Path:
        file = create(self._folder)
        self._lock.take()
        return file

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise Unavailable("The store is not open.")
        return self._writer

    async def _write(self, sql: str, *values: object) -> int:
        """How many rows were written."""
        return await self._open_writer().do(lambda connection: connection.execute(sql, values).rowcount)

    async def _read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        if self._readers is None:
            raise Unavailable("The store is not open.")
        return await self._readers.read(question)

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def _account(self, column: str, value: str) -> Account | None:
        sql = f"SELECT person, username, name, password_hash, created_at FROM accounts WHERE {column} = ?"
        found = await self._rows(sql, value)
        return Account(*found[0]) if found else None


class _Readers:
    """A few threads, each with a connection of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="tablee-store-reader")
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []

    async def read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        """Ask the database as it stands now: the question sees one and the same commit throughout."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    async def stop(self) -> None:
        """Answer what was asked and disconnect."""
        await asyncio.to_thread(self._threads.shutdown)
        for connection in self._connections:
            connection.close()

    def _ask(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            connection = self._connected()
            connection.execute("BEGIN")
            try:
                return question(connection)
            finally:
                if connection.in_transaction:  # Some errors have ended it already.
                    connection.execute("ROLLBACK")
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise unavailable(error) or error from error

    def _connected(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = connect(self._file, to_write=False)
            self._connections.append(connection)
        return connection

    def _disconnect(self) -> None:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is not None:
            self._own.connection = None
            self._connections.remove(connection)
            with suppress(sqlite3.Error):
                connection.close()


# ── Schema and start ─────────────────────────────────────────────────────────────────────────────────────


def upgrade(connection: sqlite3.Connection, known: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the schema up to date within an open transaction."""
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    for migration in missing(known, schema_of(connection)):
        for statement in statements(migration.sql):
            connection.execute(statement)
        connection.execute("INSERT INTO migrations VALUES (?, ?)", (migration.number, migration.name))


def schema_of(connection: sqlite3.Connection) -> int:
    """The number of the last migration that was applied."""
    (number,) = connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(number)


def _look_at_all(connection: sqlite3.Connection) -> None:
    """Read a little of every table: what is missing or broken at first sight is not served."""
    tables = ("rooms", "events", "names", "snapshots", "seats", "games", "players", "accounts", "claims", "outages")
    for table in tables:
        connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
    _list(connection, RoomQuery(limit=1))


def _come_alive(connection: sqlite3.Connection, process: str, now: Milliseconds, dead_after: Milliseconds) -> int:
    """Note an outage and a sign of life; the number of the latter (sqlite_loss.py)."""
    (last,) = connection.execute("SELECT max(alive_at) FROM processes").fetchone()
    if last is not None and last < now - dead_after:
        connection.execute("INSERT INTO outages VALUES (?, ?)", (last, now))
        connection.execute(
            "UPDATE rooms SET due_at = due_at + ? WHERE closed_at IS NULL AND due_at IS NOT NULL", (now - last,)
        )
    connection.execute("DELETE FROM processes")
    connection.execute("INSERT INTO processes VALUES (?, ?, 0)", (process, now))
    return count(connection)


# ── Questions ────────────────────────────────────────────────────────────────────────────────────────────


def _list(connection: sqlite3.Connection, query: RoomQuery) -> list[ListedRoom]:
    """One room more than the page holds, if there is one."""
    wanted = query.limit + 1
    here, asked = position(query), filters(query, "instr(folded, ?) > 0")
    if asked is None:
        return _select(connection, "rooms", here, wanted)
    # First a glance at the most recent rooms; what isn't common enough to fill a page there is in few rooms.
    floor = connection.execute(
        f"SELECT active_at FROM rooms WHERE {here.sql} ORDER BY active_at DESC, room DESC LIMIT 1 OFFSET {GLANCE}",
        here.values,
    ).fetchone()
    recent = here if floor is None else here & Conditions("active_at >= ?", floor)
    rooms = _select(connection, "rooms", recent & asked, wanted)
    if floor is None or len(rooms) == wanted:
        return rooms
    tags = tags_for(query)
    if query.status == "finished" or not tags:  # Few are, and not for long.
        return _select(connection, "rooms", here & asked, wanted)
    tagged = Conditions("listings MATCH ?", (" ".join(tags),))
    # CROSS keeps the planner from going the other way round, through all rooms of a status.
    return _select(connection, "listings CROSS JOIN rooms ON number = listings.rowid", tagged & here & asked, wanted)


def _select(connection: sqlite3.Connection, tables: str, conditions: Conditions, limit: int) -> list[ListedRoom]:
    rows = connection.execute(
        f"SELECT room, {VERSION}, {COLUMNS} FROM {tables} WHERE {conditions.sql} "
        "ORDER BY active_at DESC, room DESC LIMIT ?",
        (*conditions.values, limit),
    )
    return [read_listed(row) for row in rows]
