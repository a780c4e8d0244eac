"""What is PostgreSQL's own: a server that goes away and comes back, and other processes."""

import asyncio
import gc
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from tablee.store import postgres, postgres_listener
from tablee.store.contract import Appended, Change, Loaded, Store, Unavailable, UnknownSchema
from tablee.store.postgres import PostgresStore
from tablee.store.postgres_database import PostgresDatabase
from tablee.store.postgres_streams import ALL, CHANNEL, MOVES
from tablee.testing.postgres import PostgresServer
from tablee.testing.stores import DEAD_AFTER, NOW, append, listed, next_change, opened
from tests.patience import at_leisure

pytestmark = pytest.mark.asyncio

HANG_UP_ON_EVERYBODY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def comes_back(store: Store, room: str, seconds: float = 20) -> None:
    """Appends are accepted again soon, without anybody's doing."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            assert await store.append(append(room, 0)) == Appended(1)
        except Unavailable:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)
        else:
            return


# ── The server ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_killed_server_is_unavailable_and_used_again_when_it_is_back(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async with opened(PostgresStore(postgres_url)) as store, opened(PostgresStore(postgres_url), "there") as other:
        changes = store.changes()
        await store.append(append("a", 0, b"1"))
        postgres_server.kill()
        try:
            for _ in range(2):
                with pytest.raises(Unavailable):
                    await store.append(append("a", 1, b"2"))
                with pytest.raises(Unavailable):
                    await store.load("a")
                with pytest.raises(Unavailable):
                    await store.check()
        finally:
            postgres_server.start()
        await comes_back(store, "b")
        await store.check()
        assert await store.load("a") == Loaded(None, 0, (b"1",))
        assert await store.append(append("a", 1, b"2")) == Appended(2)
        await comes_back(other, "c")
        heard = {}
        while "c" not in heard:
            change = await next_change(changes)
            heard[change.room] = change.version
        assert heard["c"] == 1


async def test_what_was_answered_is_there_after_the_server_was_killed(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    versions: dict[str, int] = {}

    async def play(store: Store, room: str) -> None:
        while True:
            result = await store.append(append(room, versions.get(room, 0), b"%d" % versions.get(room, 0)))
            assert isinstance(result, Appended)
            versions[room] = result.version

    async with opened(PostgresStore(postgres_url)) as store:
        playing = asyncio.gather(*(play(store, f"r{number}") for number in range(20)), return_exceptions=True)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres_server.kill)
        assert {type(result) for result in await playing} == {Unavailable}
        postgres_server.start()
        await comes_back(store, "back")
        for room, version in versions.items():
            events = await store.read(room, 0)
            assert len(events) in {version, version + 1}, "the one under way may have been kept"
            assert events == tuple(b"%d" % place for place in range(len(events)))


async def test_a_store_closes_also_when_the_server_is_gone(postgres_server: PostgresServer, postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    await store.open("here", NOW, DEAD_AFTER)
    postgres_server.kill()
    try:
        await asyncio.wait_for(store.close(), at_leisure(10))
    finally:
        postgres_server.start()


async def test_a_connection_that_is_given_up_after_the_server_was_killed_leaves_no_error_behind(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, complaint: complaints.append(complaint))
    database = PostgresDatabase(postgres_url)
    await database.open()
    try:
        with pytest.raises(Unavailable):  # From here on no connection is used again.
            await database.execute("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$")
        postgres_server.kill()
        try:
            with pytest.raises(Unavailable):
                await database.fetch("SELECT 1")
            await asyncio.sleep(0.05)
        finally:
            postgres_server.start()
        gc.collect()
        assert complaints == []
    finally:
        await database.close()


async def test_a_server_that_is_not_there_is_unavailable_and_no_password_is_told(unused_tcp_port: int) -> None:
    store = PostgresStore(f"postgresql://tablee:s3cret@127.0.0.1:{unused_tcp_port}/tablee")
    with pytest.raises(Unavailable) as refused:
        await store.open("here", NOW, DEAD_AFTER)
    assert "s3cret" not in repr(refused.value)
    with pytest.raises(Unavailable):
        await store.append(append("a", 0))


async def test_a_database_that_is_not_there_is_unavailable(postgres_server: PostgresServer) -> None:
    with pytest.raises(Unavailable, match="does not exist"):
        await PostgresStore(postgres_server.url("nowhere")).open("here", NOW, DEAD_AFTER)


async def test_a_read_only_server_is_unavailable_until_it_can_be_written(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    name = postgres_url.partition("?")[0].rpartition("/")[2]
    async with opened(PostgresStore(postgres_url)) as store:
        await store.append(append("a", 0))
        postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on", postgres_url)
        try:
            postgres_server.execute(HANG_UP_ON_EVERYBODY, postgres_url)
            await asyncio.sleep(0.1)
            with pytest.raises(Unavailable, match="read-only"):
                await store.append(append("b", 0))
            with pytest.raises(Unavailable, match="read-only"):
                await store.check()
            assert await listed(store) == ["a"]
        finally:
            elsewhere = postgres_server.url("postgres")
            postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only", elsewhere)
        postgres_server.execute(HANG_UP_ON_EVERYBODY, postgres_url)
        await comes_back(store, "b")


async def test_commits_are_on_disk_whatever_the_server_usually_does(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    name = postgres_url.partition("?")[0].rpartition("/")[2]
    postgres_server.execute(f"ALTER DATABASE {name} SET synchronous_commit = off", postgres_url)
    try:
        store = PostgresStore(postgres_url)
        async with opened(store):
            connection = await store._database.connect()
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
            await connection.close()
    finally:
        postgres_server.execute(f"ALTER DATABASE {name} RESET synchronous_commit", postgres_url)


async def test_data_of_a_newer_program_are_refused(postgres_server: PostgresServer, postgres_url: str) -> None:
    async with opened(PostgresStore(postgres_url)):
        pass
    postgres_server.execute("INSERT INTO tablee.migrations VALUES (9999, 'from_the_future')", postgres_url)
    with pytest.raises(UnknownSchema, match="schema 9999"):
        await PostgresStore(postgres_url).open("here", NOW, DEAD_AFTER)


# ── Batches ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_appends_that_come_together_are_few_commits_and_as_many_notifications(postgres_url: str) -> None:
    notifications: list[str] = []
    connection = await asyncpg.connect(postgres_url)
    await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: notifications.append(payload))
    async with opened(PostgresStore(postgres_url)) as store:
        for version in range(2):
            await asyncio.gather(*(store.append(append(f"r{number}", version)) for number in range(200)))
    commits = await connection.fetchval("SELECT count(DISTINCT changed::text) FROM tablee.rooms")
    await connection.close()
    assert commits == 1
    assert len(notifications) == 2


@pytest.mark.parametrize("statement", [ALL, MOVES], ids=["all", "moves"])
async def test_a_plan_made_while_there_is_no_room_looks_each_room_up_by_its_index(
    statement: str, postgres_url: str
) -> None:
    """It is kept for as long as the connection, and must not read all rooms when there are many."""
    store = PostgresStore(postgres_url)
    async with opened(store):
        connection = await store._database.connect(postgres._TO_WRITE)
        arguments = ", ".join(["NULL"] * max(map(int, re.findall(r"\$(\d+)", statement))))
        await connection.execute(f"PREPARE batch AS {statement}")
        plan = "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN EXECUTE batch ({arguments})"))
        await connection.close()
    assert "Index Cond: (room = " in plan
    for whole in ("Seq Scan", "Join Filter", "Hash Join", "Merge Join", "Materialize"):
        assert whole not in plan


# ── Other processes ──────────────────────────────────────────────────────────────────────────────────────


async def test_changes_missed_while_the_connection_was_lost_are_told_afterwards(
    postgres_server: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_listener, "_PAUSES", (0.7,))
    monkeypatch.setattr(postgres_listener, "_HEARTBEAT", 0.05)
    async with opened(PostgresStore(postgres_url)) as store, opened(PostgresStore(postgres_url), "there") as other:
        await other.append(append("old", 0))
        await other.append(append("closing", 0))
        await asyncio.sleep(0.3)
        changes = store.changes()
        postgres_server.execute(HANG_UP_ON_EVERYBODY, postgres_url)
        await comes_back(other, "missed")
        await other.append(append("missed", 1))
        await other.append(append("closing", 1, closed_at=NOW))
        heard = dict([await _pair(changes), await _pair(changes)])
        assert heard == {"missed": 2, "closing": 2}
        await other.append(append("missed", 2))
        assert await next_change(changes) == Change("missed", 3)


async def test_a_lost_connection_is_noticed_by_nobody_who_waits_for_changes(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async with opened(PostgresStore(postgres_url)) as store, opened(PostgresStore(postgres_url), "there") as other:
        changes, known = store.changes(), set[Change]()
        for number in range(3):
            postgres_server.execute(HANG_UP_ON_EVERYBODY, postgres_url)
            await comes_back(other, f"r{number}")
            while (told := await next_change(changes)) != Change(f"r{number}", 1):
                assert told in known, "only what is known already may be told again"
            known.add(told)


STARTING = """
import asyncio, sys
from tablee.store.postgres import PostgresStore
from tablee.testing.stores import DEAD_AFTER, NOW, append

async def main():
    store = PostgresStore(sys.argv[1])
    await store.open(sys.argv[2], NOW, DEAD_AFTER)
    print(await store.append(append(sys.argv[2], 0)))
    await store.close()

asyncio.run(main())
"""


async def test_processes_that_start_at_once_on_an_empty_database_all_start(postgres_url: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", STARTING, postgres_url, f"p{number}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for number in range(3)
    ]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert outputs == ["Appended(version=1)\n"] * 3
    async with opened(PostgresStore(postgres_url)) as store:
        assert sorted(await listed(store)) == ["p0", "p1", "p2"]


async def _pair(changes: AsyncIterator[Change]) -> tuple[str, int]:
    change = await next_change(changes)
    return change.room, change.version
