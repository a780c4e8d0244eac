"""Processes: which are alive, and when none was."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tablee.store.contract import Appended, Change, CodeTaken, Conflict, Outage, RoomQuery, Store
from tablee.testing.stores import DEAD_AFTER, HOUR, NOW, SECOND, all_appended, append, listed, next_change, opened
from tablee.testing.stores.case import MakeStore, StoreCase


class ProcessesConformance(StoreCase):
    """The contract of `Processes`."""

    async def test_a_process_lives_while_it_shows_life(self, store: Store) -> None:
        assert await store.living(NOW, DEAD_AFTER) == {"here"}
        assert await store.living(NOW + DEAD_AFTER, DEAD_AFTER) == {"here"}
        assert await store.living(NOW + DEAD_AFTER + 1, DEAD_AFTER) == frozenset()
        await store.show_life("here", NOW + DEAD_AFTER)
        await store.show_life("there", NOW + DEAD_AFTER + 1)
        assert await store.living(NOW + 2 * DEAD_AFTER, DEAD_AFTER) == {"here", "there"}
        assert await store.living(NOW + 2 * DEAD_AFTER + 1, DEAD_AFTER) == {"there"}

    async def test_the_first_start_is_no_outage(self, store: Store) -> None:
        assert list(await store.outages(0)) == []

    async def test_time_without_a_process_is_an_outage_and_moves_every_deadline_on(self, make_store: MakeStore) -> None:
        async with opened(make_store()) as store:
            await all_appended(
                store,
                append("a", 0, due_at=NOW + 60 * SECOND),
                append("b", 0, due_at=NOW + 90 * SECOND, is_listed=False),
                append("c", 0),
                append("d", 0, due_at=NOW + 60 * SECOND),
                append("d", 1, due_at=NOW + 60 * SECOND, closed_at=NOW),
            )
            await store.show_life("here", NOW + 10 * SECOND)
        async with opened(make_store(), "again", NOW + HOUR) as store:
            gone = HOUR - 10 * SECOND
            assert list(await store.outages(0)) == [Outage(NOW + 10 * SECOND, NOW + HOUR)]
            assert await store.due(NOW + 60 * SECOND + gone - 1, 10) == ()
            assert await store.due(NOW + 60 * SECOND + gone, 10) == ("a",)
            assert await store.due(NOW + 90 * SECOND + gone, 10) == ("a", "b")
            (seen,) = [room for room in (await store.list_rooms(RoomQuery())).rooms if room.room == "a"]
            assert seen.summary.due_at == NOW + 60 * SECOND + gone
            assert await store.living(NOW + HOUR, DEAD_AFTER) == {"again"}

    async def test_a_quick_restart_is_an_outage_too_when_goodbye_was_said(self, make_store: MakeStore) -> None:
        async with opened(make_store()) as store:
            await store.append(append("a", 0, due_at=NOW + 60 * SECOND))
        async with opened(make_store(), "again", NOW + SECOND) as store:
            assert list(await store.outages(0)) == [Outage(NOW, NOW + SECOND)]
            assert await store.due(NOW + 60 * SECOND, 10) == ()
            assert await store.due(NOW + 61 * SECOND, 10) == ("a",)

    async def test_outages_are_told_oldest_first_from_a_time_on(self, make_store: MakeStore) -> None:
        for start in range(4):
            async with opened(make_store(), f"p{start}", NOW + start * HOUR) as store:
                assert len(await store.outages(0)) == start
        async with opened(make_store(), "last", NOW + 3 * HOUR) as store:
            told = [Outage(NOW + start * HOUR, NOW + (start + 1) * HOUR) for start in range(3)]
            assert list(await store.outages(0)) == told, "no time went by before the last start"
            assert list(await store.outages(NOW + HOUR)) == told[1:]
            assert list(await store.outages(NOW + HOUR - 1)) == told

    async def test_a_process_that_returns_to_life_notes_the_time_in_which_nobody_lived(self, store: Store) -> None:
        await store.append(append("a", 0, due_at=NOW + SECOND))
        await store.return_to_life("here", NOW + DEAD_AFTER, DEAD_AFTER)
        assert list(await store.outages(0)) == [], "it was not silent for long enough"
        back = NOW + DEAD_AFTER + HOUR
        await store.return_to_life("here", back, DEAD_AFTER)
        assert list(await store.outages(0)) == [Outage(NOW + DEAD_AFTER, back)]
        assert await store.due(NOW + SECOND + HOUR - 1, 10) == ()
        assert await store.due(NOW + SECOND + HOUR, 10) == ("a",)
        assert await store.living(back, DEAD_AFTER) == {"here"}
        await store.return_to_life("here", back, DEAD_AFTER)
        assert len(await store.outages(0)) == 1, "it is noted once"


class SharedConformance(StoreCase):
    """Promises of a backend for several processes, beyond those of every store."""

    @pytest_asyncio.fixture
    async def other(self, make_store: MakeStore, store: Store) -> AsyncIterator[Store]:  # noqa: ARG002 - opened first
        """Another process's store on the same data."""
        async with opened(make_store(), "there") as other:
            yield other

    async def test_processes_that_start_at_once_all_start(self, make_store: MakeStore) -> None:
        stores = [make_store() for _ in range(4)]
        await asyncio.gather(*(store.open(f"p{number}", NOW, DEAD_AFTER) for number, store in enumerate(stores)))
        assert await stores[0].living(NOW, DEAD_AFTER) == {"p0", "p1", "p2", "p3"}
        assert await stores[0].append(append("a", 0)) == Appended(1)
        assert await stores[3].append(append("a", 1)) == Appended(2)
        await asyncio.gather(*(store.close() for store in stores))

    async def test_processes_that_start_at_once_note_an_outage_once(self, make_store: MakeStore) -> None:
        async with opened(make_store()) as store:
            await store.append(append("a", 0, due_at=NOW + SECOND))
        stores = [make_store() for _ in range(3)]
        await asyncio.gather(*(store.open(f"p{number}", NOW + HOUR, DEAD_AFTER) for number, store in enumerate(stores)))
        assert list(await stores[0].outages(0)) == [Outage(NOW, NOW + HOUR)]
        assert await stores[0].due(NOW + SECOND + HOUR, 10) == ("a",)
        assert await stores[0].due(NOW + SECOND + HOUR - 1, 10) == ()
        await asyncio.gather(*(store.close() for store in stores))

    async def test_there_is_no_outage_while_another_process_lives(self, store: Store, make_store: MakeStore) -> None:
        await store.append(append("a", 0, due_at=NOW + SECOND))
        await store.show_life("here", NOW + HOUR - DEAD_AFTER)
        async with opened(make_store(), "there", NOW + HOUR) as other:
            assert list(await other.outages(0)) == []
            assert await other.due(NOW + SECOND, 10) == ("a",)
            assert await store.living(NOW + HOUR, DEAD_AFTER) == {"here", "there"}
        assert await store.living(NOW + HOUR, DEAD_AFTER) == {"here"}

    async def test_processes_that_return_to_life_note_an_outage_once(self, store: Store, other: Store) -> None:
        await store.append(append("a", 0, due_at=NOW + SECOND))
        await asyncio.gather(
            store.return_to_life("here", NOW + HOUR, DEAD_AFTER),
            other.return_to_life("there", NOW + HOUR, DEAD_AFTER),
        )
        assert list(await store.outages(0)) == [Outage(NOW, NOW + HOUR)]
        assert await store.due(NOW + SECOND + HOUR, 10) == ("a",)
        assert await other.living(NOW + HOUR, DEAD_AFTER) == {"here", "there"}

    async def test_returning_to_life_is_no_outage_while_another_process_lived(self, store: Store, other: Store) -> None:
        await other.show_life("there", NOW + HOUR - DEAD_AFTER)
        await store.return_to_life("here", NOW + HOUR, DEAD_AFTER)
        assert list(await store.outages(0)) == []
        assert await store.living(NOW + HOUR, DEAD_AFTER) == {"here", "there"}

    async def test_what_one_process_wrote_another_reads_and_goes_on_from(self, store: Store, other: Store) -> None:
        await store.append(append("a", 0, b"1", people=("ada",)))
        assert await other.read("a", 0) == (b"1",)
        await other.append(append("a", 1, b"2", people=("bob",), name="Renamed"))
        await store.append(append("a", 2, b"3", people=("bob",), name="Renamed"))
        assert await store.rooms_of("ada") == ()
        assert await listed(store, search="renamed") == await listed(other, search="renamed") == ["a"]
        assert await other.read("a", 0) == (b"1", b"2", b"3")

    async def test_of_several_processes_that_append_at_once_exactly_one_wins(self, store: Store, other: Store) -> None:
        for version in range(20):
            results = await asyncio.gather(*(each.append(append("a", version)) for each in (store, other)))
            assert sorted(map(repr, results)) == sorted(map(repr, (Appended(version + 1), Conflict(version + 1))))
        assert (await store.load("a")).version == 20

    async def test_of_several_processes_that_draw_the_same_code_exactly_one_gets_it(
        self, store: Store, other: Store
    ) -> None:
        for number in range(10):
            results = await asyncio.gather(
                store.append(append(f"here{number}", 0, code=f"C{number}")),
                other.append(append(f"there{number}", 0, code=f"C{number}")),
            )
            assert sorted(map(repr, results)) == sorted(map(repr, (Appended(1), CodeTaken())))

    async def test_processes_that_write_the_same_rooms_in_all_orders_do_not_stop_each_other(
        self, store: Store, other: Store
    ) -> None:
        rooms = [f"r{number}" for number in range(20)]
        await all_appended(store, *(append(room, 0) for room in rooms))

        async def keep_moving(mine: Store, room: str) -> int:
            won, version = 0, 1
            for _ in range(10):
                match await mine.append(append(room, version, active_at=NOW + version)):
                    case Appended(reached):
                        won, version = won + 1, reached
                    case Conflict(now):
                        version = now
            return won

        shuffled = random.Random(1).sample(rooms, len(rooms))
        won = await asyncio.gather(
            *(keep_moving(store, room) for room in rooms), *(keep_moving(other, room) for room in shuffled)
        )
        versions = [(await store.load(room)).version for room in rooms]
        assert sum(versions) == len(rooms) + sum(won)

    async def test_a_process_hears_what_another_appends(self, store: Store, other: Store) -> None:
        changes = store.changes()
        await other.append(append("a", 0, b"1", b"2"))
        assert await next_change(changes) == Change("a", 2)
        await other.append(append("a", 2))
        assert await next_change(changes) == Change("a", 3)

    async def test_every_room_of_a_large_batch_is_told(self, store: Store, other: Store) -> None:
        """More than fits into one notification."""
        rooms = [f"{number:03}-{'é' * 60}" for number in range(300)]
        changes = store.changes()
        await asyncio.gather(*(other.append(append(room, 0)) for room in rooms))
        heard = {(await next_change(changes)).room for _ in rooms}
        assert heard == set(rooms)

    async def test_what_was_refused_is_not_told(self, store: Store, other: Store) -> None:
        await store.append(append("a", 0))
        changes = store.changes()
        await asyncio.gather(
            other.append(append("a", 0)), other.append(append("b", 0, code="CA")), other.append(append("c", 0))
        )
        assert await next_change(changes) == Change("c", 1)
        with pytest.raises(TimeoutError):
            await next_change(changes, seconds=0.2)

    async def test_a_slow_reader_is_told_the_latest_version_of_each_room_once(self, store: Store, other: Store) -> None:
        changes = store.changes()
        for version in range(10):
            await asyncio.gather(other.append(append("a", version)), other.append(append("b", version)))
        await other.append(append("end", 0))
        heard: dict[str, int] = {}
        fast = store.changes()
        await other.append(append("end", 1))
        while (await next_change(fast)) != Change("end", 2):
            pass  # By then everything has arrived.
        while len(heard) < 3:
            change = await next_change(changes)
            assert change.room not in heard
            heard[change.room] = change.version
        assert heard == {"a": 10, "b": 10, "end": 2}
