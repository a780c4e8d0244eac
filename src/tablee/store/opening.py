"""Open the store that a setting names."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tablee.store.contract import Store
from tablee.store.upkeep import Upkeep


def open_store(url: str | None, data_folder: Path) -> Store:
    """The store at a URL, or the one inside the data folder where none is given; not opened yet."""
    if url is None:
        from tablee.store.sqlite import SqliteStore

        return SqliteStore(data_folder)
    _check(url)
    from tablee.store.postgres import PostgresStore

    return PostgresStore(url)


@asynccontextmanager
async def open_upkeep(url: str | None, data_folder: Path) -> AsyncIterator[Upkeep]:
    """The upkeep of that store on its own, beside servers that run or don't.

    Raises StoreError where there is no store, or one of another version than this program's.
    """
    if url is None:
        from tablee.store.sqlite_beside import Beside
        from tablee.store.sqlite_upkeep import SqliteUpkeep

        beside = Beside(data_folder)
        await beside.open()
        try:
            yield SqliteUpkeep(beside)
        finally:
            await beside.close()
        return
    _check(url)
    from tablee.store.postgres import MIGRATIONS, schema_of
    from tablee.store.postgres_database import PostgresDatabase
    from tablee.store.postgres_upkeep import PostgresUpkeep
    from tablee.store.schema import must_be_up_to_date

    database = PostgresDatabase(url, synchronous_commit="on", application_name="tablee admin")
    await database.open()
    try:
        must_be_up_to_date(MIGRATIONS, await schema_of(database))
        yield PostgresUpkeep(database)
    finally:
        await database.close()


def _check(url: str) -> None:
    scheme = url.partition(":")[0]
    if scheme not in {"postgresql", "postgres"}:
        # The rest of the address may hold a password.
        raise ValueError(f"A store is at a postgresql:// address, or in the data folder: not at {scheme[:20]!r}.")
