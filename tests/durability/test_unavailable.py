"""A store that can't be written for a while.

New actions are refused with a clear answer, nothing is lost, and play goes on by itself when the store is there again.
"""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tablee.client import Client, RefusedError, Table
from tablee.server.clock import now
from tablee.server.times import TIMES
from tablee.store.opening import open_store
from tablee.testing.postgres import PostgresServer
from tests.durability.audit import History
from tests.durability.serving import HURRIED, Serve, Server
from tests.server.serving import ask, start_in_vain

DISK = Path("/var/tmp")  # noqa: S108 - a new folder is made in it

Breaking = Callable[[Server, str], AbstractContextManager[None]]
"""(server, database) -> a context in which its store can't be written."""


# ── What can go wrong ────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def full_disk(server: Server, _: str) -> Iterator[None]:
    """The data folder is a file system of its own, and something else fills it."""
    ballast = server.data / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))
    yield
    ballast.unlink()


@contextmanager
def no_growth(server: Server, _: str) -> Iterator[None]:
    """No file of the server may grow any more: what a quota does."""
    soft, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, hard))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked_file(server: Server, _: str) -> Iterator[None]:
    """Another program keeps the database for itself."""
    with closing(sqlite3.connect(server.data / "tablee.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def read_only_files(server: Server, _: str) -> Iterator[None]:
    """The data folder may only be read, by root too: what a file system does that has found an error in itself.

    Taking away permissions would not do: who has a file open already writes on.
    """
    # The third file is no data, but memory that connections share: the system ends a process that may not write there.
    data = server.data.resolve()
    everything = [str(data), *(str(file) for file in data.iterdir() if file.suffix != ".db-shm")]
    if os.geteuid() != 0 or subprocess.run(["chattr", "+i", *everything], check=False, capture_output=True).returncode:
        subprocess.run(["chattr", "-i", *everything], check=False, capture_output=True)
        pytest.skip("making files immutable takes root and a file system that knows it")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *everything], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A data folder on a disk of a few megabytes."""
    folder = tmp_path / "server" / "data"
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tablee-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes a privileged root; the same with a quota is tested beside")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL for one test, which may stop it."""
    with PostgresServer() as server:
        yield server


# ── Tests ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def real_disk(tmp_path: Path) -> Iterator[None]:
    """A data folder on a disk, not in memory, where no file can be made immutable."""
    folder = tmp_path / "server" / "data"
    folder.parent.mkdir()
    with TemporaryDirectory(dir=DISK) as there:
        folder.symlink_to(there)
        yield


@pytest.mark.usefixtures("real_disk")
@pytest.mark.parametrize("breaking", [no_growth, locked_file, read_only_files])
async def test_a_sqlite_store_that_cant_be_written_refuses_and_recovers(serve: Serve, breaking: Breaking) -> None:
    server: Server = await asyncio.to_thread(serve)
    await _refuses_and_recovers(server, "", breaking)


@pytest.mark.usefixtures("small_disk")
async def test_a_full_disk_refuses_and_recovers(serve: Serve) -> None:
    server: Server = await asyncio.to_thread(serve)
    await _refuses_and_recovers(server, "", full_disk)


@pytest.mark.parametrize("ending", ["stop", "kill"])
async def test_a_postgresql_that_is_gone_refuses_and_recovers_when_it_is_back(
    serve: Serve, own_postgres: PostgresServer, ending: str
) -> None:
    @contextmanager
    def gone(_server: Server, _database: str) -> Iterator[None]:
        getattr(own_postgres, ending)()
        yield
        own_postgres.start()

    database = own_postgres.make_database()
    server: Server = await asyncio.to_thread(serve, database=database)
    await _refuses_and_recovers(server, database, gone)


async def test_a_postgresql_that_only_reads_refuses_and_recovers(serve: Serve, postgres_server: PostgresServer) -> None:
    @contextmanager
    def read_only(_server: Server, database: str) -> Iterator[None]:
        name = database.partition("?")[0].rpartition("/")[2]
        # Both hold for connections that are made from then on; the ones there are stay as they are.
        elsewhere = postgres_server.url("postgres")
        postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on", elsewhere)
        postgres_server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'", elsewhere
        )
        yield
        postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only", elsewhere)

    database = postgres_server.make_database()
    server: Server = await asyncio.to_thread(serve, database=database)
    await _refuses_and_recovers(server, database, read_only)


async def test_time_without_the_store_is_charged_to_nobody(serve: Serve, own_postgres: PostgresServer) -> None:
    database = own_postgres.make_database()
    server: Server = await asyncio.to_thread(serve, database=database, times=HURRIED)
    async with _game(server, clock=3) as (table, other):
        deadline = _play(table)["deadline"]
        own_postgres.stop()
        down_at = now()
        # Longer than the clock and longer than what may be missing between two signs of life.
        await asyncio.sleep(HURRIED.outage_after / 1000 + 2)
        own_postgres.start()
        up_at = now()
        shown = await asyncio.wait_for(table.until(lambda room: room["play"]["deadline"] > deadline), 30)
        assert shown["play"]["seen"][0]["turn"] == 0, "the turn is still the same"
        assert shown["play"]["deadline"] - deadline >= up_at - down_at
        assert shown["play"]["deadline"] > now(), "there is time left to play"
        await _persist(lambda: table if _legal(table) else other)


def test_a_data_folder_that_is_served_cant_be_served_twice(serve: Serve) -> None:
    server: Server = serve()
    refused = start_in_vain("--data", str(server.data))
    assert f"{server.data} is in use by another process ({server.pid})." in refused


def test_a_server_does_not_start_without_its_postgresql_and_says_so(tmp_path: Path) -> None:
    refused = start_in_vain("--data", str(tmp_path), "--database", "postgresql://tablee@127.0.0.1:1/tablee")
    assert "PostgreSQL can't be reached now" in refused


def test_a_server_does_not_start_in_a_folder_that_is_no_folder_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert f"{tmp_path / 'data'} can't be used: File exists" in start_in_vain("--data", str(tmp_path / "data"))


@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["sqlite", "postgresql"])
def test_a_server_that_finds_the_disk_full_says_so_and_blames_no_port(
    small_disk: Path, postgres_server: PostgresServer, *, is_elsewhere: bool
) -> None:
    """Rooms that are elsewhere leave the secret key to be written."""
    with (small_disk / "ballast").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))
    elsewhere = ["--database", postgres_server.make_database()] if is_elsewhere else []
    refused = start_in_vain("--data", str(small_disk), *elsewhere)
    assert "disk is full" in refused
    assert str(small_disk) in refused
    assert "can't be served" not in refused


def test_a_server_that_may_write_nothing_says_where_and_blames_no_port(tmp_path: Path) -> None:
    """No file may grow: what a quota does."""
    command = ["prlimit", "--fsize=0", sys.executable, "-m", "tablee.cli", "serve", "--port", "0"]
    done = subprocess.run(
        [*command, "--data", str(tmp_path / "data")], check=False, capture_output=True, text=True, timeout=60
    )
    refused = done.stderr
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in refused
    assert str(tmp_path / "data") in refused
    assert "can't be served" not in refused


# ── What happens in each ─────────────────────────────────────────────────────────────────────────────────


async def _refuses_and_recovers(server: Server, database: str, breaking: Breaking) -> None:
    async with _game(server) as (ann, ben):
        assert ann.room is not None
        room, name = ann.room["id"], "Cleo"
        cleo = await Client.connect(server.address, name)
        acked = [await _act(ann if _legal(ann) else ben) for _ in range(3)]
        version = ann.room["version"]
        to_act = ann if _legal(ann) else ben
        with breaking(server, database):
            with pytest.raises(RefusedError) as refused:
                await asyncio.wait_for(_act(to_act), 20)
            assert refused.value.refusal.code == "unavailable"
            assert "can’t save" in refused.value.refusal.text.en
            with pytest.raises(RefusedError) as refused:
                await asyncio.wait_for(cleo.create_room("kitty"), 20)
            assert refused.value.refusal.code == "unavailable"
            assert (await asyncio.to_thread(ask, server, "GET", "/readyz")).status == 503
            assert (await asyncio.to_thread(ask, server, "GET", "/healthz")).status == 200
            assert ann.room["version"] == version, "what is not on disk is shown to nobody"
        await asyncio.to_thread(_until_ready, server)
        acked += [await _persist(lambda: ann if _legal(ann) else ben) for _ in range(3)]
        await cleo.create_room("kitty")
        assert not ann.reconnections
        assert not ben.reconnections
    assert server.end() == 0
    store = open_store(database or None, server.data)
    await store.open("audit", now(), TIMES.dead_after)
    try:
        history = await History.read(store, room)
    finally:
        await store.close()
    assert history.played == acked, "every acked action is there once, in order, and no refused one is"


def _until_ready(server: Server) -> None:
    for _ in range(200):
        if server.is_ready:
            return
        time.sleep(0.05)
    raise AssertionError("the server did not recover")


@asynccontextmanager
async def _game(server: Server, clock: int = 300) -> AsyncIterator[tuple[Table, Table]]:
    """Two people in a game of Gigogne."""
    async with await Client.connect(server.address, "Ann") as ann, await Client.connect(server.address, "Ben") as ben:
        room = (await ann.create_room("gigogne", clock=clock)).id
        tables = await ann.join(room), await ben.join(room)
        for table in tables:
            await table.until(lambda room: room["status"] == "playing")
        yield tables


def _play(table: Table) -> dict[str, Any]:
    assert table.room is not None
    play: dict[str, Any] = table.room["play"]
    return play


def _legal(table: Table) -> list[Any]:
    legal: list[Any] = _play(table)["seen"][0]["legal"]
    return legal


async def _act(table: Table) -> str:
    """Play something; the id of the action."""
    turn = await table.my_turn()
    assert turn is not None
    answer = await table.act(turn.legal[0])
    return str(answer.get("ack") or answer["id"])


async def _persist(who: Callable[[], Table]) -> str:
    """Play something, as a person would: try again when it is refused for now."""
    for _ in range(100):
        try:
            return await _act(who())
        except RefusedError as error:
            if error.refusal.code not in ("unavailable", "stale", "not_your_turn"):
                raise
            await asyncio.sleep(0.1)
    raise AssertionError("it was refused all the time")
