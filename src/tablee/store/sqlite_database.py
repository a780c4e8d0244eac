"""A SQLite database as the shared parts of a store use it: how their SQL and their jobs are run."""

import asyncio
import re
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from tablee.store.contract import Append, Appended, CodeTaken, Conflict, Unavailable
from tablee.store.database import Connection, Dialect, Reader
from tablee.store.rows import SUMMARY, to_json
from tablee.store.sqlite_files import connect, unavailable
from tablee.store.sqlite_streams import VERSION, Heads, write
from tablee.store.sqlite_writer import Writer

_P = ParamSpec("_P")
_T = TypeVar("_T")

_READERS: Final = 4

SQLITE: Final = Dialect(
    key="number",
    is_of_room="number = (SELECT number FROM rooms WHERE room = $1)",
    listed=f"room, {VERSION}, {SUMMARY}",
    contains="instr",
    games="""
        SELECT games.*, (
            SELECT json_group_object(version, text) FROM names
            WHERE number = (SELECT number FROM rooms WHERE rooms.room = games.room)
                AND version IN (SELECT value FROM json_each(games.seats))
        ) FROM games
    """,
)


class SqliteConnection:
    """Runs the common SQL at once, within a transaction that is open already."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        return self._run(sql, values).fetchall()

    async def execute(self, sql: str, *values: object) -> int:
        return self._run(sql, values).rowcount

    async def lock(self, table: str) -> None:
        """Do nothing: a transaction that writes is the only one."""

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        (result,) = write(self._raw, [append], Heads())
        return result

    def _run(self, sql: str, values: Sequence[object]) -> sqlite3.Cursor:
        given = [to_json(value) if isinstance(value, list) else value for value in values]
        return self._raw.execute(translated(sql), given)


@lru_cache(500)
def translated(sql: str) -> str:
    """The common SQL as SQLite's."""
    sql = re.sub(r"= ANY\(\$(\d+)\)", r"IN (SELECT value FROM json_each(?\1))", sql)
    return re.sub(r" FOR UPDATE( SKIP LOCKED)?", "", sql.replace("$", "?"))


class SqliteAccess(ABC):
    """Keeps the contract of `Database`, given how SQLite is read and written."""

    dialect = SQLITE

    @abstractmethod
    async def read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        """Ask within one transaction."""

    @abstractmethod
    async def write(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        """Write within one transaction, on disk when this returns."""

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        return await self.read(lambda raw: _run(SqliteConnection(raw).fetch(sql, *values)))

    async def execute(self, sql: str, *values: object) -> int:
        return await self.write(lambda raw: _run(SqliteConnection(raw).execute(sql, *values)))

    async def ask(
        self, question: Callable[Concatenate[Reader, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        return await self.read(lambda raw: _run(question(SqliteConnection(raw), *given, **named)))

    async def do(
        self, job: Callable[Concatenate[Connection, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        return await self.write(lambda raw: _run(job(SqliteConnection(raw), *given, **named)))


def _run(job: Coroutine[Any, Any, _T]) -> _T:
    """Run a coroutine that awaits nothing but a SqliteConnection, and thus never pauses."""
    try:
        job.send(None)
    except StopIteration as done:
        result: _T = done.value
        return result
    job.close()
    raise RuntimeError("A job awaited something else than its connection.")


class SqliteDatabase(SqliteAccess):
    """The database of the process that serves a folder: one thread writes, a few read."""

    def __init__(self) -> None:
        self._writer: Writer | None = None
        self._readers: _Readers | None = None

    def open(self, file: Path) -> None:
        self._writer, self._readers = Writer(file), _Readers(file)
        self._writer.start()

    @property
    def is_open(self) -> bool:
        return self._writer is not None

    @property
    def writer(self) -> Writer:
        if self._writer is None:
            raise Unavailable("The store is not open.")
        return self._writer

    async def close(self) -> None:
        """Commit what is pending, answer what was asked."""
        writer, readers = self._writer, self._readers
        self._writer = self._readers = None
        if writer is not None and readers is not None:
            await writer.stop()
            await readers.stop()

    async def read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        if self._readers is None:
            raise Unavailable("The store is not open.")
        return await self._readers.read(question)

    async def write(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        return await self.writer.do(job)


class _Readers:
    """A few threads, each with a connection of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="tablee-store-reader")
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []

    async def read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    async def stop(self) -> None:
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
