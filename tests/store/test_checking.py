"""`tablee check`: what is whole is told to be, what is not is found, and nothing is changed by looking.

The store is the one that 0.1.0 left behind (tests/store/kept): thirteen rooms, in every status, of all five games.
"""

import hashlib
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from msgspec.structs import replace

from tablee.kernel.registry import load_game
from tablee.rooms.codec import encode_room
from tablee.server.checking import Checked, Problem, opened, problems_of
from tablee.server.loading import fold_loaded
from tablee.store.backup import BackupError
from tablee.store.contract import Store, StoreError
from tablee.store.opening import open_store
from tablee.store.sqlite import SqliteStore
from tablee.testing import stores
from tests.commands import tablee
from tests.server.serving import ServerProcess
from tests.store.test_kept import put_rows, unpacked

NOW = 1_900_000_000_000


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The store of 0.1.0, as a backup."""
    file = tmp_path / "kept.db"
    file.write_bytes(unpacked("0.1.0.sqlite"))
    return file


@pytest.fixture
async def folder(kept: Path, tmp_path: Path) -> Path:
    """The same in a data folder, brought up to date by a server that has ended."""
    data = tmp_path / "data"
    data.mkdir()
    kept.rename(data / "tablee.db")
    async with stores.opened(SqliteStore(data), now=NOW):
        pass
    return data


async def check(folder: Path = Path(), *, file: Path | None = None, url: str = "") -> Checked:
    checked = Checked()
    async with opened(url, folder, file) as inspection:
        checked.upgraded_from = inspection.upgraded_from
        async for room, problems in problems_of(inspection):
            checked.take(room, problems)
    return checked


def files_in(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


# ── What is whole ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_store_of_this_version_is_read_as_it_is_and_not_changed(folder: Path) -> None:
    before = files_in(folder)
    assert await check(folder) == Checked(rooms=13, games=8)
    assert files_in(folder) == before


async def test_a_backup_of_an_older_version_is_tried_on_a_copy_and_not_changed(kept: Path) -> None:
    before = files_in(kept.parent)
    assert await check(file=kept) == Checked(rooms=13, games=8, upgraded_from=1)
    assert files_in(kept.parent) == before


async def test_a_folder_of_an_older_version_is_not_brought_up_to_date(kept: Path) -> None:
    kept.rename(kept.with_name("tablee.db"))
    before = files_in(kept.parent)
    assert (await check(kept.parent)).upgraded_from == 1
    assert files_in(kept.parent) == before


async def test_a_store_is_checked_while_it_is_written(folder: Path) -> None:
    async with stores.opened(SqliteStore(folder), now=NOW) as store, opened("", folder, None) as inspection:
        rooms = 0
        async for room, problems in problems_of(inspection):
            assert not problems
            if room is not None:
                rooms += 1
                await store.upkeep.tell("room", room.room, NOW)  # a commit; it would fail if somebody held a lock
        assert rooms == 13


async def test_a_room_that_is_being_deleted_step_by_step_is_not_looked_at(folder: Path) -> None:
    async with stores.opened(SqliteStore(folder), now=NOW) as store:
        await store.append(stores.append("a", 0, b"1", b"2", b"3"))
        await store.append(stores.append("a", 3, b"4", closed_at=NOW))
        assert (await check(folder)).rooms == 14
        assert await store.upkeep.delete_room("a", NOW + 1, 2) == 2
        assert await check(folder) == Checked(rooms=13, games=8)


# ── What is not ──────────────────────────────────────────────────────────────────────────────────────────


Spoil = Callable[[str], str]


@pytest.fixture
def spoil(folder: Path) -> Spoil:
    """Runs SQL in which {n} is the number of a room with a finished game, and {r} its id, which is returned."""

    def run(sql: str) -> str:
        with closing(sqlite3.connect(folder / "tablee.db")) as connection, connection:
            found = "SELECT number, room FROM rooms JOIN games USING (room) ORDER BY number LIMIT 1"
            number, room = connection.execute(found).fetchone()
            connection.executescript(sql.format(n=number, r=room))
        return str(room)

    return run


SPOILT = {
    "DELETE FROM events WHERE number = {n} AND version = 3": "its events have a gap: version 3 is missing",
    "DELETE FROM events WHERE number = {n}": "it has no events",
    "INSERT INTO snapshots VALUES ({n}, 9999, '')": "its snapshot is of version 9999, and its events end with",
    "INSERT INTO names VALUES ({n}, 9999, 'ada', 'seat', 'Ada')": "it has a name of version 9999",
    "UPDATE games SET last_version = 9999 WHERE room = '{r}'": "to 9999, and its events end with",
    "UPDATE rooms SET code = 'AAAAAA' WHERE number = {n}": "the list says code 'AAAAAA', and its events say",
    "UPDATE events SET event = CAST(replace(CAST(event AS TEXT), '{r}', 'x') AS BLOB) "
    "WHERE number = {n} AND version = 1": "its events are of the room x",
    'UPDATE events SET event = replace(CAST(event AS TEXT), \'"game":"\', \'"game":"un\') '
    "WHERE number = {n} AND version = 1": "no game",
}


@pytest.mark.parametrize(("sql", "told"), SPOILT.items(), ids=SPOILT.values())
async def test_what_does_not_fit_together_is_found(folder: Path, spoil: Spoil, sql: str, told: str) -> None:
    room = spoil(sql)
    checked = await check(folder)
    assert checked.rooms == 13
    assert {problem.room for problem in checked.problems} == {room}
    assert told in checked.problems[0].what


async def test_an_event_that_can_not_be_read_is_told_with_its_version(folder: Path, spoil: Spoil) -> None:
    room = spoil("""UPDATE events SET event = CAST('{{"type":"played"}}' AS BLOB) WHERE number = {n} AND version = 5""")
    (problem,) = (await check(folder)).problems
    assert (problem.room, problem.version) == (room, 5)
    assert problem.what.startswith("ValidationError: ")


async def test_a_record_that_can_not_be_shown_is_told(folder: Path, spoil: Spoil) -> None:
    room = spoil(
        "UPDATE games SET first_version = first_version + 1 WHERE id = (SELECT min(id) FROM games WHERE room = '{r}')"
    )
    (problem,) = (await check(folder)).problems
    assert (problem.room, bool(problem.record)) == (room, True)
    assert problem.what == "TypeError: a record begins with the start of its game"


async def test_what_belongs_to_no_room_is_told(folder: Path, spoil: Spoil) -> None:
    spoil("DELETE FROM rooms WHERE number = {n}")
    told = [problem.what for problem in (await check(folder)).problems if not problem.room]
    for table in ("events", "names", "games"):
        assert f"{table} belong to 1 rooms that aren't there" in told


async def test_a_snapshot_that_its_events_do_not_make_is_told(folder: Path) -> None:
    async with stores.opened(SqliteStore(folder), now=NOW) as store:
        room = await some_room(store)
        loaded = await store.load(room)
        folded = fold_loaded(loaded)
        assert folded is not None
        other = encode_room(load_game(folded.game), replace(folded, created_at=folded.created_at + 1))
    with closing(sqlite3.connect(folder / "tablee.db")) as connection, connection:
        number = "(SELECT number FROM rooms WHERE room = ?)"
        connection.execute(f"INSERT INTO snapshots VALUES ({number}, ?, ?)", (room, loaded.version, other))  # noqa: S608 - ours
    assert (await check(folder)).problems == [
        Problem("its snapshot is not what its events make of it", room, folded.game)
    ]


async def some_room(store: Store) -> str:
    return (await stores.listed(store))[0]


async def test_what_is_no_store_is_told(tmp_path: Path, kept: Path) -> None:
    with pytest.raises(StoreError, match="no store"):
        await check(tmp_path)
    with pytest.raises(BackupError, match="no file"):
        await check(file=tmp_path / "nothing.db")
    damaged = bytearray(kept.read_bytes())
    damaged[8192:-4096] = b"\xa5" * (len(damaged) - 8192 - 4096)
    kept.write_bytes(damaged)
    with pytest.raises(BackupError, match=r"damaged|can't be"):
        await check(file=kept)


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[tuple[str, Any]]:
    """The same store in PostgreSQL, under the schema of 0.1.0, and a connection to it."""
    await put_rows(postgres_url, "0.1.0")
    connection = await asyncpg.connect(postgres_url, server_settings={"search_path": "tablee"})
    yield postgres_url, connection
    await connection.close()


async def test_an_older_database_is_brought_up_to_date_to_try_and_back_again(database: tuple[str, Any]) -> None:
    url, connection = database
    with pytest.raises(StoreError, match="1 others are connected to it: check a copy"):
        await check(url=url)
    await connection.close()
    assert await check(url=url) == Checked(rooms=13, games=7, upgraded_from=1)
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT max(number) FROM tablee.migrations") == 1
    await connection.close()


async def test_a_database_is_looked_through_as_a_file_is(database: tuple[str, Any]) -> None:
    url, connection = database
    async with stores.opened(open_store(url, Path()), now=NOW):
        assert await check(url=url) == Checked(rooms=13, games=7)
        room = await connection.fetchval("SELECT room FROM games ORDER BY room LIMIT 1")
        await connection.execute("UPDATE rooms SET version = version + 1 WHERE room = $1", room)
        (problem,) = (await check(url=url)).problems
        assert problem.room == room
        assert problem.what.startswith("the list says version ")
        await connection.execute("DELETE FROM events WHERE room = $1 AND version = 2", room)
        (problem,) = (await check(url=url)).problems
        assert problem.what == "its events have a gap: version 2 is missing"
        await connection.execute("DELETE FROM rooms WHERE room = $1", room)
        assert "events belong to 1 rooms that aren't there" in [p.what for p in (await check(url=url)).problems]


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_command_says_which_room_can_not_be_played_on_and_fails(folder: Path, spoil: Spoil) -> None:
    room = spoil("DELETE FROM events WHERE number = {n} AND version = 3")
    done = tablee("check", "--data", str(folder))
    assert done.returncode == 1
    first, last = done.stdout.splitlines()
    assert first.startswith(f"Room {room} (")
    assert first.endswith("): its events have a gap: version 3 is missing.")
    assert last == "Rooms: 13, finished games: 8. Problems: 1."


def test_the_command_reads_the_folder_of_a_running_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        done = tablee("check", "--data", str(server.data), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"rooms": 0, "games": 0, "found": 0, "upgraded_from": None, "problems": []}


def test_the_command_takes_one_store(tmp_path: Path) -> None:
    done = tablee("check", "a.db", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "tablee: give a FILE, or --data FOLDER, or --database ADDRESS\n")
    done = tablee("check", str(tmp_path / "a.db"))
    assert (done.returncode, done.stderr) == (1, f"tablee: There is no file {tmp_path / 'a.db'}.\n")
