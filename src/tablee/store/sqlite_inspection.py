"""Looking through a SQLite store: in its folder, beside a server or not, or in a copy that is brought up to date."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from tablee.store.backup import read_only, upgraded_copy, verify
from tablee.store.contract import StoreError
from tablee.store.inspection import Inspection
from tablee.store.sqlite import schema_of
from tablee.store.sqlite_database import SQLITE, SqliteConnection
from tablee.store.sqlite_files import DATABASE


@contextmanager
def inspect_folder(folder: Path) -> Iterator[Inspection]:
    """The store of a data folder as it is, or a copy of it if it is of an older version."""
    file = folder / DATABASE
    if not file.is_file():
        raise StoreError(f"There is no store in {folder}.")
    if verify(file):
        with inspect_copy(file) as inspection:
            yield inspection
        return
    with closing(read_only(file)) as connection:
        yield _inspection(connection, None)


@contextmanager
def inspect_copy(file: Path) -> Iterator[Inspection]:
    with upgraded_copy(file) as (copy, before), closing(read_only(copy)) as connection:
        yield _inspection(connection, None if before == schema_of(connection) else before)


def _inspection(connection: sqlite3.Connection, upgraded_from: int | None) -> Inspection:
    @asynccontextmanager
    async def one_moment() -> AsyncIterator[None]:
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    return Inspection(SqliteConnection(connection), SQLITE, one_moment, upgraded_from)
