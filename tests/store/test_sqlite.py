"""What is SQLite's own: its files, its disk, its one process."""

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count, islice
from pathlib import Path

import pytest

from tablee.store import sqlite_files, sqlite_writer
from tablee.store.contract import Appended, Conflict, Loaded, Store, Unavailable, UnknownSchema
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import DEAD_AFTER, NOW, append, listed, opened
from tests.patience import at_leisure

pytestmark = pytest.mark.asyncio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def events_on_disk(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tablee.db")) as connection:
        (number,) = connection.execute("SELECT count(*) FROM events").fetchone()
    return int(number)


def commits_in_journal(folder: Path) -> int:
    """A frame of the WAL that ends a transaction says how many pages the database has then; others say 0."""
    journal = (folder / "tablee.db-wal").read_bytes()
    page = int.from_bytes(journal[8:12], "big")
    salt = journal[16:24]
    frames = [journal[start : start + 24] for start in range(32, len(journal), 24 + page)]
    return sum(1 for frame in frames if frame[8:16] == salt and int.from_bytes(frame[4:8], "big"))


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_files_are_for_nobody_else_to_read(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        await store.append(append("a", 0))
        assert mode(folder) == 0o700
        names = {file.name: mode(file) for file in folder.iterdir()}
    wanted = ("tablee.db", "tablee.db-shm", "tablee.db-wal", "tablee.lock", "tablee.seen")
    assert names == dict.fromkeys(wanted, 0o600)


async def test_a_folder_that_is_served_already_is_refused_and_left_in_peace(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        second = SqliteStore(folder)
        with pytest.raises(Unavailable, match=f"in use by another process \\({os.getpid()}\\)"):
            await second.open("second", NOW, DEAD_AFTER)
        assert await store.append(append("a", 0)) == Appended(1)
        assert await store.living(NOW, DEAD_AFTER) == {"here"}
    async with opened(second):
        assert await listed(second) == ["a"]


async def test_a_folder_that_can_not_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file stands in the way")
    with pytest.raises(Unavailable):
        await SqliteStore(tmp_path / "data").open("here", NOW, DEAD_AFTER)


async def test_a_file_that_is_no_database_is_unavailable_and_left_as_it_is(folder: Path) -> None:
    folder.mkdir()
    (folder / "tablee.db").write_text("no database" * 1000)
    for _ in range(2):
        with pytest.raises(Unavailable, match="not a database"):
            await SqliteStore(folder).open("here", NOW, DEAD_AFTER)
    assert (folder / "tablee.db").read_text() == "no database" * 1000


async def test_a_store_that_lacks_a_table_is_not_served(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        await store.append(append("a", 0))
        await store.check()
        with closing(sqlite3.connect(folder / "tablee.db")) as connection, connection:
            connection.execute("DROP TABLE players")
        with pytest.raises(Unavailable, match="damaged: no such table: players"):
            await store.check()
    with pytest.raises(Unavailable, match=r"tablee\.db: no such table: players"):
        await SqliteStore(folder).open("again", NOW, DEAD_AFTER)


async def test_data_of_a_newer_program_are_refused_and_left_as_they_are(folder: Path) -> None:
    async with opened(SqliteStore(folder)):
        pass
    with closing(sqlite3.connect(folder / "tablee.db")) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")
    with pytest.raises(UnknownSchema, match="schema 9999"):
        await SqliteStore(folder).open("here", NOW, DEAD_AFTER)


# ── Commits ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_appends_that_come_together_are_one_commit(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        await asyncio.gather(*(store.append(append(f"r{number}", 0)) for number in range(200)))
        before = commits_in_journal(folder)
        await asyncio.gather(*(store.append(append(f"r{number}", 1)) for number in range(200)))
        assert commits_in_journal(folder) - before == 1


async def test_a_store_that_is_busy_writes_its_journal_in_advance_and_keeps_nothing_of_it(
    folder: Path, tmp_path: Path
) -> None:
    journal, versions = folder / "tablee.db-wal", count()

    async def play(moves: int) -> int:
        for version in islice(versions, moves):
            await store.append(append("a", version))
        return journal.stat().st_size

    async with opened(SqliteStore(folder)) as store:
        assert await play(sqlite_writer.BUSY // 2) < sqlite_files.JOURNAL_PAGES * 4096
        length = await play(sqlite_writer.BUSY)
        assert length > sqlite_files.JOURNAL_PAGES * 4096
        assert await play(100) == length
        # As after a loss of power: what was committed last is followed by pages that never were.
        shutil.copytree(folder, tmp_path / "found")
    assert events_on_disk(tmp_path / "found") == next(versions)
    with closing(sqlite3.connect(tmp_path / "found" / "tablee.db")) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert found.execute("SELECT 1 FROM sqlite_schema WHERE name = 'filler'").fetchone() is None
        assert found.execute("PRAGMA page_count").fetchone()[0] < 200


async def test_rooms_that_go_on_when_they_are_answered_stay_together(folder: Path) -> None:
    async def play(room: str) -> None:
        for version in range(10):
            await store.append(append(room, version))

    async with opened(SqliteStore(folder)) as store:
        before = commits_in_journal(folder)
        await asyncio.gather(*(play(f"r{number}") for number in range(50)))
        assert commits_in_journal(folder) - before == 10


async def test_what_another_connection_took_away_is_not_built_upon(folder: Path) -> None:
    """As when an older state is restored under a running server."""
    async with opened(SqliteStore(folder)) as store:
        await store.append(append("a", 0, b"1", b"2", b"3"))
        with closing(sqlite3.connect(folder / "tablee.db")) as connection, connection:
            connection.execute("DELETE FROM events WHERE version > 1")
        assert await store.append(append("a", 3, b"4")) == Conflict(1)
        assert await store.append(append("a", 1, b"2 again")) == Appended(2)


async def is_committed_by_the_loop(store: Store, room: str, version: int) -> bool:
    """Whether an append is on disk one iteration of the event loop later: no thread was waited for."""
    appended = asyncio.ensure_future(store.append(append(room, version)))
    await asyncio.sleep(0)
    was_done = appended.done()
    assert await appended == Appended(version + 1)
    return was_done


async def until_the_loop_commits(store: Store, room: str, versions: Iterator[int]) -> None:
    for version in islice(versions, 1000):
        if await is_committed_by_the_loop(store, room, version):
            return
    raise AssertionError("the loop never commits")


async def test_while_the_disk_is_quick_the_loop_commits_and_else_a_thread(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(SqliteStore(folder)) as store:
        versions = count()
        await until_the_loop_commits(store, "a", versions)
        with monkeypatch.context() as impatience:
            impatience.setattr(sqlite_writer, "_QUICK", 0.0)
            assert not await is_committed_by_the_loop(store, "a", next(versions))
        await until_the_loop_commits(store, "a", versions)
        with monkeypatch.context() as many:
            many.setattr(sqlite_writer, "_FEW", 0)
            assert not await is_committed_by_the_loop(store, "a", next(versions))


async def test_neither_the_event_loop_nor_readers_wait_for_the_writer(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        await until_the_loop_commits(store, "b", count())
        await store.append(append("a", 0, b"1"))
        with closing(sqlite3.connect(folder / "tablee.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # The writer has to wait for another program.
            waiting = asyncio.ensure_future(store.append(append("a", 1, b"2")))
            start = time.perf_counter()
            for _ in range(20):
                assert await store.load("a") == Loaded(None, 0, (b"1",))
                await asyncio.sleep(0.001)
            assert time.perf_counter() - start < at_leisure(2)
            assert not waiting.done()
            other.execute("ROLLBACK")
        assert await waiting == Appended(2)


async def test_who_keeps_the_database_locked_makes_it_unavailable(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "PATIENCE", 0.05)
    async with opened(SqliteStore(folder)) as store:
        with closing(sqlite3.connect(folder / "tablee.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                await store.append(append("a", 0))
            other.execute("ROLLBACK")
        assert await store.append(append("a", 0)) == Appended(1)


KILLED = """
import asyncio, sys
from pathlib import Path
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import append

async def play(store, room):
    version = 0
    while True:
        version = (await store.append(append(room, version, b"%d" % version))).version
        print(room, version, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open("killed", 1, 1)
    await asyncio.gather(*(play(store, f"r{number}") for number in range(20)))

asyncio.run(main())
"""


async def test_what_was_answered_is_there_after_the_process_was_killed(folder: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as output:
        answered = [next(output) for _ in range(2000)]
        process.kill()
        answered += [line for line in output if line.endswith("\n")]
    process.wait()
    versions: dict[str, int] = {}
    for line in answered:
        room, version = line.split()
        versions[room] = int(version)
    async with opened(SqliteStore(folder)) as store:
        for room, answered_version in versions.items():
            events = await store.read(room, 0)
            assert len(events) >= answered_version
            assert events == tuple(b"%d" % place for place in range(len(events)))
            assert await store.append(append(room, len(events))) == Appended(len(events) + 1)


# ── A disk that fails ────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """The system refuses to write any further, as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def check_refuses_all_and_keeps_nothing(store: Store) -> None:
    """Of appends that come together, and don't fit, none is kept and all are told."""
    results = await asyncio.gather(
        *(store.append(append(f"full{number}", 0, b"x" * 50_000)) for number in range(40)), return_exceptions=True
    )
    assert {type(result) for result in results} == {Unavailable}
    assert await listed(store, search="full") == []
    assert await store.load("full0") == Loaded(None, 0, ())


async def check_works(store: Store) -> None:
    await store.check()
    results = await asyncio.gather(*(store.append(append(f"back{number}", 0)) for number in range(10)))
    assert results == [Appended(1)] * 10
    assert len(await listed(store, search="back")) == 10


async def test_when_nothing_more_can_be_written_all_are_told_and_it_recovers_by_itself(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        await store.append(append("a", 0, b"1"))
        size = (folder / "tablee.db-wal").stat().st_size
        with no_file_longer_than(size + 5000):
            await check_refuses_all_and_keeps_nothing(store)
            await check_refuses_all_and_keeps_nothing(store)
        await check_works(store)
        assert await store.append(append("a", 1, b"2")) == Appended(2)
    assert events_on_disk(folder) == 12


async def test_a_check_tells_that_nothing_can_be_written(folder: Path) -> None:
    async with opened(SqliteStore(folder)) as store:
        with no_file_longer_than((folder / "tablee.db-wal").stat().st_size):
            with pytest.raises(Unavailable):
                await store.check()
            assert await store.load("a") == Loaded(None, 0, ()), "it can still be read"
        await store.check()


async def test_a_store_closes_also_when_nothing_can_be_written(folder: Path) -> None:
    store = SqliteStore(folder)
    await store.open("here", NOW, DEAD_AFTER)
    await store.append(append("a", 0))
    with no_file_longer_than(1000):
        await store.close()
    async with opened(SqliteStore(folder)) as again:
        assert await listed(again) == ["a"]


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], check=False)
    if mounted.returncode != 0:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(file: Path) -> None:
    """Write until nothing more fits."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(b"x" * 4096):
            pass


async def test_when_the_disk_is_full_all_are_told_and_it_recovers_when_there_is_room(folder: Path) -> None:
    folder.mkdir()
    with small_disk(folder, "3m"):
        async with opened(SqliteStore(folder)) as store:
            await store.append(append("a", 0, b"1"))
            fill(folder / "filler")
            await check_refuses_all_and_keeps_nothing(store)
            (folder / "filler").unlink()
            await check_works(store)
            assert await store.append(append("a", 1, b"2")) == Appended(2)
        assert events_on_disk(folder) == 12


@contextmanager
def somebody_who_is_not_root() -> Iterator[Path]:
    """A folder of somebody to whom permissions matter, and being that somebody."""
    place = Path(tempfile.mkdtemp(prefix="tablee-test-"))
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(place, 65534, 65534)
        os.seteuid(65534)
    try:
        yield place
    finally:
        if is_root:
            os.seteuid(0)
        shutil.rmtree(place)


async def test_a_read_only_file_is_unavailable_until_it_can_be_written() -> None:
    with somebody_who_is_not_root() as folder:
        async with opened(SqliteStore(folder)) as store:
            await store.append(append("a", 0))
        (folder / "tablee.db").chmod(0o400)
        store = SqliteStore(folder)
        for _ in range(2):
            with pytest.raises(Unavailable):
                await store.open("here", NOW, DEAD_AFTER)
        (folder / "tablee.db").chmod(0o600)
        async with opened(store):
            assert await listed(store) == ["a"]


async def test_a_read_only_folder_is_unavailable_until_it_can_be_written() -> None:
    with somebody_who_is_not_root() as folder:
        folder.chmod(0o500)
        store = SqliteStore(folder)
        with pytest.raises(Unavailable, match="Permission denied"):
            await store.open("here", NOW, DEAD_AFTER)
        folder.chmod(0o700)
        async with opened(store):
            await store.check()
