"""A connection of its own to a PostgreSQL store, beside servers that run or don't."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.store.contract import StoreError
from tablee.store.postgres import MIGRATIONS, SETTINGS, TO_ANSWER, TO_CONNECT, hang_up, reaching
from tablee.store.schema import must_be_up_to_date


class Beside:
    """Reads and writes without being counted among the processes that serve."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None

    async def open(self) -> None:
        """Connect. StoreError where there is no store, or one of another version."""
        with reaching():
            self._connection = await asyncpg.connect(
                self._url,
                timeout=TO_CONNECT,
                command_timeout=TO_ANSWER,
                server_settings={**SETTINGS, "synchronous_commit": "on", "application_name": "tablee admin"},
            )
        try:
            must_be_up_to_date(MIGRATIONS, await self._schema())
        except BaseException:
            await self.close()
            raise

    async def _schema(self) -> int:
        ((has_any,),) = await self.fetch("SELECT to_regclass('tablee.migrations') IS NOT NULL")
        if not has_any:
            raise StoreError("There is no store in this database.")
        ((applied,),) = await self.fetch("SELECT coalesce(max(number), 0) FROM migrations")
        return int(applied)

    async def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            await hang_up(self._connection)
            self._connection = None

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """The rows of one statement."""
        try:
            with reaching():
                rows: list[Any] = await self._connection.fetch(sql, *values)
                return rows
        except asyncpg.CharacterNotInRepertoireError:
            return []  # PostgreSQL keeps no text with a NUL in it, so none matches.

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """The connection within a transaction."""
        with reaching():
            async with self._connection.transaction():
                yield self._connection
