"""Deleting goes in small steps: whoever plays is served between any two of them."""

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from tablee.store.contract import Appended
from tablee.store.pruning import ROWS, Pruned, Pruner
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import DAY, NOW, append, deed, name, opened

EVENTS = 10_000


async def test_ten_thousand_rows_are_deleted_a_few_at_a_time_and_moves_are_written_in_between(tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path)) as store:
        await store.append(append("old", 0, *[b"{}"] * EVENTS, closed_at=NOW))
        await store.append(append("played", 0))
        left = [_events_in(tmp_path)]

        async def play() -> None:
            assert await store.append(append("played", len(left))) == Appended(len(left) + 1)
            left.append(_events_in(tmp_path) - len(left))

        pruned = await Pruner(store.upkeep, None).prune(NOW + 2 * DAY, play)
        assert pruned == Pruned(rooms=1, rows=EVENTS + 1)
        assert max(before - after for before, after in pairwise(left)) <= ROWS
        assert len(left) > EVENTS / ROWS
        assert left[-1] == 1


async def test_a_room_whose_deletion_was_cut_short_is_not_found_and_is_deleted_next_time(tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path)) as store:
        await store.append(append("old", 0, *[b"{}"] * 500, closed_at=NOW))
        assert await store.upkeep.delete_room("old", NOW + DAY, 100) == 100
        assert (await store.load("old")).version == 0
        assert await store.append(append("new", 0)) == Appended(1)
        assert await store.read("new", 0) == (b"{}",), "it has nothing of the other's"
    async with opened(SqliteStore(tmp_path), now=NOW + 1) as store:
        assert await Pruner(store.upkeep, None).prune(NOW + 2 * DAY, _at_once) == Pruned(rooms=1, rows=401)
    assert _events_in(tmp_path) == 1


async def test_an_erased_name_is_not_left_in_the_file(tmp_path: Path) -> None:
    called = "Nebuchadnezzar"
    async with opened(SqliteStore(tmp_path)) as store:
        said = (name(1, "ada", called, "room"), name(2, "ada", called))
        await store.append(append("a", 0, b"1", b"2", names=said, name=called, host=called))
        await store.upkeep.erase_person("ada", deed("erase"))
    assert called.encode() not in (tmp_path / "tablee.db").read_bytes()


def _events_in(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tablee.db")) as connection:
        (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
    return int(count)


async def _at_once() -> None:
    """No pause."""
