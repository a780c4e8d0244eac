"""Looking through a PostgreSQL store, beside servers or not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tablee.store.contract import StoreError
from tablee.store.inspection import Inspection
from tablee.store.postgres import MIGRATIONS, schema_of, upgrade
from tablee.store.postgres_database import POSTGRES, PostgresConnection, PostgresDatabase, reaching
from tablee.store.schema import missing


@asynccontextmanager
async def inspect_database(url: str) -> AsyncIterator[Inspection]:
    """A database as it is. One of an older version that nobody uses is brought up to date, and back again."""
    connection = await PostgresDatabase(url, application_name="tablee check").connect()
    db = PostgresConnection(connection)
    try:
        applied = await schema_of(db)
        if not missing(MIGRATIONS, applied):
            yield _inspection(connection, None)
            return
        await _be_alone(db, applied)
        with reaching():
            trying = connection.transaction()
            await trying.start()
            await upgrade(connection)
        try:
            yield _inspection(connection, applied)
        finally:
            with reaching():
                await trying.rollback()
    finally:
        await connection.close()


def _inspection(connection: Any, upgraded_from: int | None) -> Inspection:
    # Within a transaction that is to be rolled back, all is one moment already.
    way = {} if upgraded_from is not None else {"isolation": "repeatable_read", "readonly": True}

    @asynccontextmanager
    async def one_moment() -> AsyncIterator[None]:
        with reaching():
            async with connection.transaction(**way):
                yield

    return Inspection(PostgresConnection(connection), POSTGRES, one_moment, upgraded_from)


async def _be_alone(db: PostgresConnection, applied: int) -> None:
    """Refuse while others are connected: they would have to wait during the upgrade."""
    ((others,),) = await db.fetch(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    if others:
        raise StoreError(
            f"The database has schema {applied}, this program has schema {MIGRATIONS[-1].number}, and {others} others "
            "are connected to it: check a copy (pg_dump, createdb, pg_restore), which nobody uses."
        )
