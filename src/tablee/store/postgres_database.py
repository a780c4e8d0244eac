"""A PostgreSQL database as the shared parts of a store use it, through a pool of connections."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.store.contract import Append, Appended, CodeTaken, Conflict, Unavailable
from tablee.store.database import Connection, Dialect, Reader
from tablee.store.postgres_streams import arguments
from tablee.store.rows import SUMMARY

_P = ParamSpec("_P")
_T = TypeVar("_T")

_POOL: Final = 4
_TO_CONNECT: Final = 5.0
_TO_ANSWER: Final = 15.0
_TO_PART: Final = 1.0
"""Seconds for a goodbye; a server that was killed may never answer it."""

SETTINGS: Final = {
    "search_path": "tablee",
    "default_transaction_isolation": "read committed",  # Whatever the server's default: the statements count on it.
    "jit": "off",
    # The order of a list is an index's; without statistics yet, say in its first minute, the planner might sort all.
    "enable_sort": "off",
}

POSTGRES: Final = Dialect(
    key="room",
    is_of_room="room = $1",
    listed=f"room, version, {SUMMARY}",
    contains="strpos",
    games="""
        SELECT games.*, (
            SELECT json_object_agg(version, text)::text FROM names
            WHERE names.room = games.room
                AND version::text IN (SELECT json_array_elements_text(games.seats::json))
        ) FROM games
    """,
)


class _Partable(asyncpg.Connection):  # type: ignore[misc]  # it has no types
    """A connection that closes whatever its state.

    The pool closes what has expired in tasks that nobody waits for: what they raise would be told as an error.
    """

    async def close(self, *, timeout: float | None = None) -> None:
        try:
            await super().close(timeout=_TO_PART if timeout is None else timeout)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self.terminate()


class PostgresConnection:
    """Keeps the contract of `Connection`."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        with reaching():
            rows: Sequence[Any] = await self._raw.fetch(sql, *values)
            return rows

    async def execute(self, sql: str, *values: object) -> int:
        with reaching():
            return _count(await self._raw.execute(sql, *values))

    async def lock(self, table: str) -> None:
        await self.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        statement, values = arguments([append], "host")  # No process has this name, so all of them hear it.
        if await self.fetch(statement, *values):
            return Appended(append.expected_version + len(append.events))
        found = await self.fetch("SELECT version FROM rooms WHERE room = $1", append.room)
        return Conflict(found[0][0] if found else 0)


class PostgresDatabase:
    """Keeps the contract of `Database`. Connections are made when they are needed, and anew when they break."""

    dialect = POSTGRES

    def __init__(self, url: str, **settings: str) -> None:
        self._url = url
        self.settings = {**SETTINGS, **settings}
        """Of every connection that is made from now on."""
        self._pool: Any = None

    async def connect(self, settings: Mapping[str, str] = MappingProxyType({})) -> Any:
        """Make a connection outside the pool."""
        with reaching():
            return await asyncpg.connect(
                self._url,
                connection_class=_Partable,
                timeout=_TO_CONNECT,
                command_timeout=_TO_ANSWER,
                server_settings={**self.settings, **settings},
            )

    async def open(self) -> None:
        async def leave_as_it_is(_: Any) -> None:
            """Nothing was changed for the session, so there is nothing to ask the server to reset."""

        with reaching():
            self._pool = await asyncpg.create_pool(
                self._url,
                connection_class=_Partable,
                min_size=0,  # A pool that keeps some logs a traceback for each attempt while there is no server.
                max_size=_POOL,
                timeout=_TO_CONNECT,
                command_timeout=_TO_ANSWER,
                server_settings=self.settings,
                reset=leave_as_it_is,
            )

    @property
    def is_open(self) -> bool:
        return self._pool is not None

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            async with asyncio.timeout(_TO_PART):
                await pool.close()
        except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            pool.terminate()

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        try:
            return await self._reach(lambda pool: pool.fetch(sql, *values))
        except asyncpg.CharacterNotInRepertoireError:
            return []  # PostgreSQL keeps no text with a NUL in it, so none matches.

    async def execute(self, sql: str, *values: object) -> int:
        try:
            return _count(await self._reach(lambda pool: pool.execute(sql, *values)))
        except asyncpg.CharacterNotInRepertoireError:
            return 0

    async def ask(
        self, question: Callable[Concatenate[Reader, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        return await question(self, *given, **named)

    async def do(
        self, job: Callable[Concatenate[Connection, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        async def done(pool: Any) -> _T:
            async with pool.acquire() as connection, connection.transaction():
                return await job(PostgresConnection(connection), *given, **named)

        return await self._reach(done)

    async def _reach(self, use: Callable[[Any], Coroutine[Any, Any, _T]]) -> _T:
        if self._pool is None:
            raise Unavailable("The store is not open.")
        pool = self._pool
        try:
            with reaching():
                return await use(pool)
        except Unavailable:
            # A connection that was made while the server only reads stays so: the next use makes new ones.
            await pool.expire_connections()
            raise


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────

_OUTSIDE: Final = ("08", "53", "57", "58", "25006", "28", "3D", "40", "55P03", "F0", "XX")
"""Beginnings of the codes of errors that are the server's or the network's fault, not the program's: no connection,
no room or memory, shut down or cancelled, I/O, read-only, not let in, no such database, deadlock, locked, broken."""


@contextmanager
def reaching() -> Iterator[None]:
    """Raise Unavailable when the server can't be reached or can't do it now."""
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


def _count(status: str) -> int:
    """The number of rows in what PostgreSQL says of a statement; 0 where it says none."""
    number = status.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0
