"""Upkeep beside a store that is served, or isn't."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from tablee.store.bans import Ban
from tablee.store.contract import Appended, Store, StoreError, Unavailable, UnknownSchema
from tablee.store.database import Connection
from tablee.store.notices import tell
from tablee.store.opening import open_store, open_upkeep
from tablee.store.postgres import PostgresStore
from tablee.store.sqlite_files import DATABASE
from tablee.store.upkeep import Upkeep
from tablee.testing.stores import NOW, append, deed, opened

OpenUpkeep = Callable[[], AbstractAsyncContextManager[Upkeep]]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    return str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else None


@pytest.fixture
async def store(url: str | None, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(open_store(url, tmp_path)) as store:
        yield store


@pytest.fixture
def beside(url: str | None, tmp_path: Path) -> OpenUpkeep:
    return lambda: open_upkeep(url, tmp_path)


async def test_what_is_done_beside_a_store_in_use_is_read_in_it(store: Store, beside: OpenUpkeep) -> None:
    ban = Ban("person", "ada", NOW)
    async with beside() as upkeep:
        await upkeep.ban(ban, deed())
    assert await store.upkeep.bans(NOW) == (ban,)
    assert [notice.subject for notice in await store.upkeep.notices(0)] == ["ada"]


async def test_a_store_in_use_is_written_on_while_upkeep_is_open_beside_it(store: Store, beside: OpenUpkeep) -> None:
    await store.append(append("a", 0))
    async with beside() as upkeep:
        await upkeep.tell("room", "a", NOW)
        assert await store.append(append("a", 1)) == Appended(2)
        await store.upkeep.tell("room", "b", NOW)
        assert [notice.subject for notice in await upkeep.notices(0)] == ["a", "b"]


async def test_a_notice_is_never_seen_before_one_with_a_smaller_number(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)

    async def tell_slowly(db: Connection) -> "asyncio.Task[None]":
        await tell(db, "room", "first", NOW)
        second = asyncio.create_task(store.upkeep.tell("room", "second", NOW))
        await asyncio.wait({second}, timeout=0.3)
        assert await store.upkeep.notices(0) == (), "whoever read the second now would miss the first"
        return second

    async with opened(store):
        await (await store._database.do(tell_slowly))
        assert [notice.subject for notice in await store.upkeep.notices(0)] == ["first", "second"]


async def test_upkeep_opens_a_store_that_nobody_serves(url: str | None, tmp_path: Path, beside: OpenUpkeep) -> None:
    async with opened(open_store(url, tmp_path)) as store:
        await store.upkeep.note(deed())
    async with beside() as upkeep:
        await upkeep.ban(Ban("person", "ada", NOW), deed())
    async with opened(open_store(url, tmp_path), now=NOW + 1) as store:
        assert await store.upkeep.bans(NOW)


async def test_where_there_is_no_store_none_is_made(beside: OpenUpkeep, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store"):
        async with beside():
            pass
    assert not list(tmp_path.iterdir())


async def test_a_file_that_is_no_store_is_told(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"What is this?" * 100)
    with pytest.raises(Unavailable, match="not a database"):
        async with open_upkeep(None, tmp_path):
            pass


@pytest.mark.parametrize(("schema", "wanted"), [(1, StoreError), (99, UnknownSchema)])
async def test_a_store_of_another_version_is_left_alone(
    url: str | None, tmp_path: Path, beside: OpenUpkeep, schema: int, wanted: type[StoreError]
) -> None:
    async with opened(open_store(url, tmp_path)):
        pass
    change = f"DELETE FROM tablee.migrations; INSERT INTO tablee.migrations VALUES ({schema}, 'then')"  # noqa: S608 - a number
    if url is None:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
            connection.executescript(change.replace("tablee.", ""))
    else:
        connected = await asyncpg.connect(url)
        await connected.execute(change)
        await connected.close()
    with pytest.raises(wanted, match=f"schema {schema}"):
        async with beside():
            pass
