"""Migrations: in order, once, all or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from tablee.store import postgres, sqlite
from tablee.store.contract import UnknownSchema
from tablee.store.schema import Migration, migrations, missing, statements

FIRST = Migration(
    1, "first", "CREATE TABLE t (a integer);\n-- a comment; with a semicolon\nINSERT INTO t VALUES (1);\n"
)
SECOND = Migration(2, "second", "INSERT INTO t VALUES (2);\n")
BROKEN = Migration(2, "broken", "INSERT INTO t VALUES (2);\nINSERT INTO nowhere VALUES (1);\n")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as connection:
        yield connection


def upgraded(connection: sqlite3.Connection, *known: Migration) -> list[int]:
    """Bring it up to date; what is in it then."""
    connection.execute("BEGIN")
    try:
        sqlite.upgrade(connection, known)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    return [row[0] for row in connection.execute("SELECT a FROM t ORDER BY a")]


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_migrations_are_numbered_without_a_gap(database: Literal["sqlite", "postgres"]) -> None:
    known = migrations(database)
    assert [migration.number for migration in known] == list(range(1, len(known) + 1))
    assert all(migration.name and migration.sql for migration in known)


def test_both_databases_have_the_same_migrations() -> None:
    assert [migration[:2] for migration in migrations("sqlite")] == [
        migration[:2] for migration in migrations("postgres")
    ]


def test_only_what_is_missing_is_applied() -> None:
    assert missing((FIRST, SECOND), 0) == [FIRST, SECOND]
    assert missing((FIRST, SECOND), 1) == [SECOND]
    assert missing((FIRST, SECOND), 2) == []
    with pytest.raises(UnknownSchema, match="schema 3"):
        missing((FIRST, SECOND), 3)


def test_statements_are_taken_apart_where_they_end() -> None:
    assert [statement.strip()[-20:] for statement in statements(FIRST.sql)] == [
        "TE TABLE t (a integer);"[-20:],
        "INSERT INTO t VALUES (1);"[-20:],
    ]


def test_an_older_sqlite_store_is_brought_up_to_date_once(connection: sqlite3.Connection) -> None:
    assert upgraded(connection, FIRST) == [1]
    assert upgraded(connection, FIRST, SECOND) == [1, 2]
    assert upgraded(connection, FIRST, SECOND) == [1, 2]
    assert sqlite.schema_of(connection) == 2
    with pytest.raises(UnknownSchema):
        upgraded(connection, FIRST)


def test_a_migration_that_fails_leaves_a_sqlite_store_as_it_was(connection: sqlite3.Connection) -> None:
    assert upgraded(connection, FIRST) == [1]
    with pytest.raises(sqlite3.OperationalError):
        upgraded(connection, FIRST, BROKEN)
    assert upgraded(connection, FIRST) == [1]


@pytest.mark.asyncio
async def test_an_older_postgres_store_is_brought_up_to_date_once_or_left_as_it_was(postgres_url: str) -> None:
    async def upgraded(*known: Migration) -> list[int]:
        async with server.transaction():
            await postgres.upgrade(server, known)
        return [row[0] for row in await server.fetch("SELECT a FROM t ORDER BY a")]

    server = await asyncpg.connect(postgres_url, server_settings={"search_path": "tablee"})
    try:
        assert await upgraded(FIRST) == [1]
        with pytest.raises(asyncpg.UndefinedTableError):
            await upgraded(FIRST, BROKEN)
        assert await upgraded(FIRST, SECOND) == [1, 2]
        assert await upgraded(FIRST, SECOND) == [1, 2]
        with pytest.raises(UnknownSchema):
            await upgraded(FIRST)
    finally:
        await server.close()
