"""A connection of its own to a SQLite store, beside a server that runs or doesn't."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tablee.store.contract import StoreError, Unavailable
from tablee.store.schema import must_be_up_to_date
from tablee.store.sqlite import MIGRATIONS, schema_of
from tablee.store.sqlite_database import SqliteAccess
from tablee.store.sqlite_files import DATABASE, connect, unavailable

_T = TypeVar("_T")


class Beside(SqliteAccess):
    """Reads and writes without the folder's lock, which the server has.

    Its writer notices what is written here by the database's own count of changes (sqlite_streams.Heads).
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / DATABASE
        self._one_at_a_time = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Connect. StoreError where there is no store, or one of another version."""
        if not self._file.is_file():
            raise Unavailable(f"There is no store in {self._file.parent}.")
        try:
            must_be_up_to_date(MIGRATIONS, await self.read(schema_of))
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def read(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        return await asyncio.to_thread(self._run, "BEGIN", question)

    async def write(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        """Write within one transaction; waits for the server's, which are short."""
        return await asyncio.to_thread(self._run, "BEGIN IMMEDIATE", job)

    def _run(self, begin: str, job: Callable[[sqlite3.Connection], _T]) -> _T:
        with self._one_at_a_time:
            try:
                if self._connection is None:
                    self._connection = connect(self._file, to_write=True)
                connection = self._connection
                connection.execute(begin)
                try:
                    result = job(connection)
                    connection.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):
                        if connection.in_transaction:
                            connection.execute("ROLLBACK")
                    raise
            except (sqlite3.Error, OSError) as error:
                raise unavailable(error) or StoreError(f"{self._file} is no store: {error}.") from error
            return result
