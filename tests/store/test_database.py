"""The SQL that is written once: how SQLite runs it."""

import asyncio
from pathlib import Path

import pytest

from tablee.store.database import Connection, Reader
from tablee.store.sqlite import SqliteStore
from tablee.store.sqlite_database import translated
from tablee.testing.stores import append, listed, opened


@pytest.mark.parametrize(
    ("common", "sqlite"),
    [
        ("SELECT $1 WHERE a = $12", "SELECT ?1 WHERE a = ?12"),
        ("WHERE a = ANY($2) AND b = $1", "WHERE a IN (SELECT value FROM json_each(?2)) AND b = ?1"),
        ("SELECT a FROM t ORDER BY a FOR UPDATE", "SELECT a FROM t ORDER BY a"),
        ("SELECT a FROM t FOR UPDATE SKIP LOCKED", "SELECT a FROM t"),
    ],
)
def test_what_sqlite_does_not_know_is_translated(common: str, sqlite: str) -> None:
    assert translated(common) == sqlite


async def test_a_job_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async def fail_halfway(db: Connection) -> None:
        await db.execute("UPDATE rooms SET is_listed = false")
        raise ValueError("halfway")

    store = SqliteStore(tmp_path)
    async with opened(store):
        await store.append(append("a", 0))
        with pytest.raises(ValueError, match="halfway"):
            await store._database.do(fail_halfway)
        assert await listed(store) == ["a"]


async def test_a_job_that_waits_for_anything_but_its_connection_is_a_bug(tmp_path: Path) -> None:
    """It would hold up all who write to SQLite."""

    async def dawdle(_: Reader) -> None:
        await asyncio.sleep(0)

    store = SqliteStore(tmp_path)
    async with opened(store):
        with pytest.raises(RuntimeError, match="something else"):
            await store._database.do(dawdle)
        with pytest.raises(RuntimeError, match="something else"):
            await store._database.ask(dawdle)
