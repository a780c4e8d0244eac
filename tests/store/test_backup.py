"""Copies of a store: whole, private, made while it is written, and put back only where nothing is lost by mistake."""

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tablee.store.backup import BackupError, StoreInUse, backup, restore
from tablee.store.contract import Appended, Outage, RoomQuery, Store
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import NOW, SECOND, append, listed, opened

pytestmark = pytest.mark.asyncio


async def store_with(folder: Path, *rooms: str) -> None:
    """A store with those rooms, closed again."""
    async with opened(SqliteStore(folder)) as store:
        for room in rooms:
            await store.append(append(room, 0, room.encode()))


async def rooms_in(folder: Path) -> list[str]:
    async with opened(SqliteStore(folder), now=NOW + 1) as store:
        return sorted(await listed(store))


# ── Copies ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_copy_put_back_is_the_store(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a", "b")
    backup(tmp_path / "data", tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "elsewhere")
    async with opened(SqliteStore(tmp_path / "elsewhere")) as store:
        assert sorted(await listed(store)) == ["a", "b"]
        assert await store.read("a", 0) == (b"a",)
        assert await store.append(append("a", 1)) == Appended(2)
    assert await rooms_in(tmp_path / "data") == ["a", "b"]


@pytest.mark.parametrize("name", ["tablee.db", "tablee.db-wal", "tablee.lock", "secret.key"])
async def test_the_store_is_not_copied_onto_itself(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "data"
    async with opened(SqliteStore(folder)) as store:
        await store.append(append("a", 0, b"1"))
        (folder / "secret.key").write_text("of the server")
        before = (folder / name).read_bytes()
        with pytest.raises(BackupError, match=f"{name} is a file of the store itself"):
            backup(folder, tmp_path / "data" / ".." / "data" / name)
        assert (folder / name).read_bytes() == before


async def test_a_copy_made_while_rooms_play_is_one_moment_of_the_store(tmp_path: Path) -> None:
    versions: dict[str, int] = {}

    async def play(store: Store, room: str) -> None:
        while True:
            expected = versions.get(room, 0)
            result = await store.append(append(room, expected, b"%d" % expected, b"x" * 2000))
            assert isinstance(result, Appended)
            versions[room] = result.version

    async with opened(SqliteStore(tmp_path / "data")) as store:
        playing = [asyncio.create_task(play(store, f"r{number}")) for number in range(30)]
        while len(versions) < len(playing):
            await asyncio.sleep(0.01)
        for number in range(5):
            before = dict(versions)
            await asyncio.to_thread(backup, tmp_path / "data", tmp_path / "copy.db")
            after = dict(versions)
            restore(tmp_path / "copy.db", tmp_path / f"copy{number}")
            async with opened(SqliteStore(tmp_path / f"copy{number}")) as copy:
                page = await copy.list_rooms(RoomQuery())
                assert len(page.rooms) == 30
                for room in page.rooms:
                    events = await copy.read(room.room, 0)
                    assert len(events) == room.version
                    assert before[room.room] <= room.version <= after[room.room] + 2, "the one under way may be in it"
        assert sum(versions.values()) > sum(before.values()), "nobody was held up"
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)


async def test_a_copy_is_for_nobody_else_to_read_and_stands_alone(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    (tmp_path / "copies").mkdir()
    backup(tmp_path / "data", tmp_path / "copies" / "copy.db")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.db"]
    assert stat.S_IMODE((tmp_path / "copies" / "copy.db").stat().st_mode) == 0o600


async def test_an_older_copy_is_replaced(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    await store_with(tmp_path / "data", "b")
    backup(tmp_path / "data", tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "elsewhere")
    assert await rooms_in(tmp_path / "elsewhere") == ["a", "b"]


async def test_a_folder_without_a_store_has_no_copy(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no store"):
        backup(tmp_path, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_copy_that_can_not_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    with pytest.raises(BackupError, match="can't be written"):
        backup(tmp_path / "data", tmp_path / "nowhere" / "copy.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BackupError, match="can't be written"):
        backup(tmp_path / "data", tmp_path / "folder")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "folder"]


async def test_a_damaged_store_is_not_copied_over_a_good_copy(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    good = (tmp_path / "copy.db").read_bytes()
    damage(tmp_path / "data" / "tablee.db")
    with pytest.raises(BackupError):
        backup(tmp_path / "data", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == good


# ── Putting back ─────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_put_back_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    await store_with(tmp_path / "data", "b")
    restore(tmp_path / "copy.db", tmp_path / "data")
    assert await rooms_in(tmp_path / "data") == ["a"]
    assert stat.S_IMODE((tmp_path / "data" / "tablee.db").stat().st_mode) == 0o600


async def test_the_journal_of_a_store_that_crashed_is_not_read_into_what_is_put_back(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    async with opened(SqliteStore(tmp_path / "data")) as store:
        await store.append(append("b", 0))
        shutil.copytree(tmp_path / "data", tmp_path / "crashed")
    assert (tmp_path / "crashed" / "tablee.db-wal").stat().st_size > 0
    restore(tmp_path / "copy.db", tmp_path / "crashed")
    assert await rooms_in(tmp_path / "crashed") == ["a"]


async def test_a_store_that_is_served_is_put_back_in_place_and_its_process_is_told(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    async with opened(SqliteStore(tmp_path / "data"), "server", NOW + SECOND) as store:
        await store.append(append("b", 0))
        assert await store.show_life("server", NOW + 2 * SECOND)
        restore(tmp_path / "copy.db", tmp_path / "data")
        assert await listed(store) == ["a"]
        assert not await store.show_life("server", NOW + 4 * SECOND)
        await store.return_to_life("server", NOW + 5 * SECOND, 0)
        assert await store.show_life("server", NOW + 6 * SECOND)
        assert list(await store.outages(0)) == [Outage(NOW, NOW + 5 * SECOND)]
        assert await store.append(append("c", 0)) == Appended(1)
    assert sorted(await rooms_in(tmp_path / "data")) == ["a", "c"]


async def test_an_older_copy_is_not_put_in_the_place_of_a_store_that_is_served(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection, connection:
        connection.execute("DELETE FROM migrations")
    async with opened(SqliteStore(tmp_path / "data")) as store:
        with pytest.raises(StoreInUse, match="Stop the server first"):
            restore(tmp_path / "copy.db", tmp_path / "data")
        assert await listed(store) == ["a"]


def damage(file: Path) -> None:
    """Overwrite the pages in the middle."""
    content = bytearray(file.read_bytes())
    for start in range(4096 * 2, len(content) - 4096, 4096):
        content[start + 8 : start + 600] = b"\xa5" * 592
    file.write_bytes(content)


def write_nonsense(file: Path) -> None:
    file.write_text("no database " * 1000)


def write_nothing(file: Path) -> None:
    file.write_bytes(b"")


def write_another_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE migrations (number INTEGER)")


def write_a_newer_schema(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (damage, "damaged|malformed|can't be"),
        (write_nonsense, "not a database"),
        (write_nothing, "not a store of Tablée"),
        (write_another_database, "not a store of Tablée"),
        (write_a_newer_schema, "newer version"),
        (Path.unlink, "no file"),
    ],
    ids=["damaged", "no database", "empty", "another program's", "newer", "missing"],
)
async def test_what_can_not_be_a_store_is_not_put_back(tmp_path: Path, spoil: object, reason: str) -> None:
    assert callable(spoil)
    await store_with(tmp_path / "data", "a")
    backup(tmp_path / "data", tmp_path / "copy.db")
    spoil(tmp_path / "copy.db")
    with pytest.raises(BackupError, match=reason):
        restore(tmp_path / "copy.db", tmp_path / "data")
    assert await rooms_in(tmp_path / "data") == ["a"]
    assert not [file for file in (tmp_path / "data").iterdir() if file.name.startswith(".")]


async def test_a_store_is_not_put_back_over_itself(tmp_path: Path) -> None:
    await store_with(tmp_path / "data", "a")
    with pytest.raises(BackupError, match="the store itself"):
        restore(tmp_path / "data" / "tablee.db", tmp_path / "data")
    assert await rooms_in(tmp_path / "data") == ["a"]
