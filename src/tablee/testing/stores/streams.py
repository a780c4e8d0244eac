"""Streams: what is appended is kept, in order, once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tablee.store.contract import (
    Append,
    Appended,
    Change,
    CodeTaken,
    Conflict,
    ListedRoom,
    Loaded,
    Progress,
    RoomQuery,
    Store,
    Unavailable,
)
from tablee.testing.stores import (
    DEAD_AFTER,
    HOUR,
    NOW,
    SECOND,
    account,
    all_appended,
    append,
    finished,
    listed,
    name,
    next_change,
    opened,
    summary,
)
from tablee.testing.stores.case import EMPTY, MakeStore, StoreCase, awaited


class StreamsConformance(StoreCase):
    """The contract of `Streams`, durability included."""

    async def test_a_room_that_never_was_has_an_empty_stream(self, store: Store) -> None:
        assert await store.load("a") == EMPTY
        assert (await store.load("a")).version == 0
        assert await store.read("a", 0) == ()

    async def test_events_are_read_in_the_order_in_which_they_were_appended(self, store: Store) -> None:
        assert await store.append(append("a", 0, b"1", b"2")) == Appended(2)
        assert await store.append(append("a", 2, b"3")) == Appended(3)
        loaded = await store.load("a")
        assert loaded == Loaded(None, 0, (b"1", b"2", b"3"))
        assert loaded.version == 3

    async def test_events_are_kept_byte_for_byte(self, store: Store) -> None:
        events = (b'{"name":"\xc3\x89lodie"}', b"", b"\x00\xff\x00", bytes(range(256)), b"x" * 1_000_000)
        await store.append(append("a", 0, *events))
        assert await store.read("a", 0) == events
        for version, event in enumerate(events):
            await store.append(append("b", version, event))
        assert await store.read("b", 0) == events

    async def test_a_range_of_versions_is_read(self, store: Store) -> None:
        await store.append(append("a", 0, b"1", b"2", b"3", b"4"))
        assert await store.read("a", 1) == (b"2", b"3", b"4")
        assert await store.read("a", 1, 3) == (b"2", b"3")
        assert await store.read("a", 0, 1) == (b"1",)
        assert await store.read("a", 3, 100) == (b"4",)
        assert await store.read("a", 4) == ()
        assert await store.read("a", 2, 2) == ()

    async def test_streams_do_not_mix(self, store: Store) -> None:
        await all_appended(store, append("a", 0, b"a1"), append("b", 0, b"b1"), append("a", 1, b"a2"))
        assert await store.read("a", 0) == (b"a1", b"a2")
        assert await store.read("b", 0) == (b"b1",)

    async def test_what_was_decided_on_an_old_version_is_a_conflict_and_changes_nothing(self, store: Store) -> None:
        await store.append(append("a", 0, b"1", b"2"))
        late = append("a", 1, b"x", name="Other", snapshot=b"x", finished=(finished("g", "a"),), due_at=NOW)
        assert await store.append(late) == Conflict(2)
        assert await store.load("a") == Loaded(None, 0, (b"1", b"2"))
        assert (await store.list_rooms(RoomQuery())).rooms == (ListedRoom("a", 2, summary("a")),)
        assert await store.find_game("g") is None
        assert await store.due(NOW, 10) == ()

    async def test_what_was_decided_on_a_version_that_is_not_there_yet_is_a_conflict(self, store: Store) -> None:
        assert await store.append(append("a", 5)) == Conflict(0)
        await store.append(append("a", 0, b"1"))
        assert await store.append(append("a", 2)) == Conflict(1)
        assert await store.read("a", 0) == (b"1",)

    async def test_opening_a_room_that_is_there_is_a_conflict(self, store: Store) -> None:
        await store.append(append("a", 0, b"1"))
        assert await store.append(append("a", 0, b"x", code="OTHER1")) == Conflict(1)
        assert await store.find_code("OTHER1") is None

    async def test_a_nul_in_what_is_looked_for_finds_nothing(self, store: Store) -> None:
        await store.append(append("a", 0, b"1"))
        assert await store.find_code("AB\0DEF") is None
        assert await store.find_game("a\0") is None
        assert await store.find_account("a\0") is None
        assert (await store.list_rooms(RoomQuery(game="a\0"))).rooms == ()

    async def test_an_append_without_events_is_a_bug(self, store: Store) -> None:
        with pytest.raises(ValueError, match="one event or more"):
            await store.append(Append("a", 0, (), summary("a")))

    async def test_a_new_room_without_a_summary_is_a_bug(self, store: Store) -> None:
        with pytest.raises(ValueError, match="summary"):
            await store.append(Append("a", 0, (b"1",), None))
        assert await store.load("a") == EMPTY

    # ── Many at once ─────────────────────────────────────────────────────────────────────────────────────

    async def test_of_many_appends_to_one_stream_exactly_one_wins(self, store: Store) -> None:
        await store.append(append("a", 0))
        results = await asyncio.gather(*(store.append(append("a", 1, b"%d" % number)) for number in range(30)))
        assert results.count(Appended(2)) == 1
        assert results.count(Conflict(2)) == 29
        winner = results.index(Appended(2))
        assert await store.read("a", 1) == (b"%d" % winner,)

    async def test_appends_are_taken_in_the_order_in_which_they_came(self, store: Store) -> None:
        appends = [append("a", version, b"%d" % version) for version in range(20)]
        assert await asyncio.gather(*map(store.append, appends)) == [Appended(number) for number in range(1, 21)]
        assert await store.read("a", 0) == tuple(b"%d" % version for version in range(20))

    async def test_of_rooms_with_the_same_code_the_first_that_came_gets_it(self, store: Store) -> None:
        results = await asyncio.gather(*(store.append(append(f"r{number}", 0, code="SAME00")) for number in range(10)))
        assert results == [Appended(1), *[CodeTaken()] * 9]
        assert await store.find_code("SAME00") == "r0"

    async def test_many_rooms_are_written_at_once(self, store: Store) -> None:
        rooms = [f"r{number:04}" for number in range(300)]
        for version in range(3):
            results = await asyncio.gather(*(store.append(append(room, version, room.encode())) for room in rooms))
            assert results == [Appended(version + 1)] * 300
        for room in rooms[::50]:
            assert await store.read(room, 0) == (room.encode(),) * 3
        assert len(await listed(store)) == 300

    async def test_what_is_refused_hurts_nobody_who_is_written_with_it(self, store: Store) -> None:
        await all_appended(store, append("old", 0), append("held", 0, code="TAKEN0"))
        results = await asyncio.gather(
            store.append(append("a", 0)),
            store.append(append("old", 7)),
            store.append(append("b", 0, code="TAKEN0")),
            store.append(append("c", 0)),
            store.append(append("old", 1)),
        )
        assert list(results) == [Appended(1), Conflict(1), CodeTaken(), Appended(1), Appended(2)]
        assert sorted(await listed(store)) == ["a", "c", "held", "old"]

    async def test_a_bug_in_one_append_hurts_nobody_who_is_written_with_it(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"),)))
        results = await asyncio.gather(
            store.append(append("b", 0)),
            store.append(append("c", 0, finished=(finished("g", "c"),))),  # That game has ended already.
            store.append(append("d", 0)),
            return_exceptions=True,
        )
        assert results[0] == results[2] == Appended(1)
        assert isinstance(results[1], Exception)
        assert not isinstance(results[1], Unavailable)
        assert await store.load("c") == EMPTY
        assert sorted(await listed(store)) == ["a", "b", "d"]

    async def test_who_gives_up_waiting_disturbs_nobody(self, store: Store) -> None:
        tasks = [asyncio.create_task(awaited(store.append(append(f"r{number}", 0)))) for number in range(10)]
        await asyncio.sleep(0)
        tasks[4].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(results.pop(4), asyncio.CancelledError)
        assert results == [Appended(1)] * 9
        assert await store.append(append("after", 0)) == Appended(1)

    # ── Durability ───────────────────────────────────────────────────────────────────────────────────────

    async def test_everything_is_there_after_closing_and_opening_again(self, make_store: MakeStore) -> None:
        told = append("a", 0, b"1", b"2", snapshot=b"s", finished=(finished("g", "a"),), due_at=NOW, people=("ada",))
        learnt = Progress("noe", "basics", (0,), True)
        async with opened(make_store()) as store:
            await store.append(told)
            await store.add_account(account("ada", "Ada"))
            await store.claim("guest", "ada")
            await store.keep_progress("guest", (learnt,), NOW)
        async with opened(make_store(), now=NOW + SECOND) as store:
            assert await store.load("a") == Loaded(b"s", 2, ())
            assert await store.read("a", 0) == (b"1", b"2")
            assert await store.find_code("CA") == "a"
            assert await listed(store) == ["a"]
            assert [room.room for room in await store.rooms_of("ada")] == ["a"]
            assert await store.due(NOW + HOUR, 10) == ("a",)
            assert await store.find_game("g") == finished("g", "a")
            assert await store.find_account("ada") == account("ada", "Ada")
            assert await store.aliases_of("ada") == ("guest",)
            assert await store.progress_of("ada") == (learnt,)
            assert await store.append(append("a", 2)) == Appended(3)

    async def test_closing_commits_what_is_pending(self, make_store: MakeStore) -> None:
        store = make_store()
        await store.open("here", NOW, DEAD_AFTER)
        tasks = [asyncio.create_task(awaited(store.append(append(f"r{number}", 0)))) for number in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*tasks) == [Appended(1)] * 50
        async with opened(make_store()) as store:
            assert len(await listed(store)) == 50

    async def test_a_store_that_is_not_open_is_unavailable(self, make_store: MakeStore) -> None:
        store = make_store()
        await store.close()
        for _ in range(2):
            with pytest.raises(Unavailable):
                await store.append(append("a", 0))
            with pytest.raises(Unavailable):
                await store.load("a")
            with pytest.raises(Unavailable):
                await store.check()
            await store.open("here", NOW, DEAD_AFTER)
            await store.close()
            await store.close()

    async def test_an_open_store_can_be_written(self, store: Store) -> None:
        await store.check()

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────

    async def test_names_are_kept_beside_the_events_that_say_them(self, store: Store) -> None:
        said = (name(1, "ada", "Chez Ada", "room"), name(2, "ada", "Ada"))
        await store.append(append("a", 0, b"1", b"2", names=said))
        await store.append(append("a", 2, b"3", names=(name(3, "bob", "Bob"),)))
        await store.append(append("b", 0, b"1", names=(name(1, "bob", "Bobby"),)))
        assert await store.names("a") == {1: "Chez Ada", 2: "Ada", 3: "Bob"}
        assert await store.load("a") == Loaded(None, 0, (b"1", b"2", b"3"), {1: "Chez Ada", 2: "Ada", 3: "Bob"})
        assert await store.names("b") == {1: "Bobby"}
        assert await store.names("c") == {}

    async def test_all_names_of_a_room_are_loaded_with_its_snapshot(self, store: Store) -> None:
        await store.append(append("a", 0, b"1", names=(name(1, "ada", "Ada"),), snapshot=b"s"))
        assert await store.load("a") == Loaded(b"s", 1, (), {1: "Ada"})

    async def test_what_is_refused_says_no_name(self, store: Store) -> None:
        await store.append(append("a", 0, b"1", names=(name(1, "ada", "Ada"),)))
        late = append("a", 0, b"x", names=(name(1, "bob", "Bob"),), passed_on=(("ada", "bob"),))
        assert await store.append(late) == Conflict(1)
        assert await store.names("a") == {1: "Ada"}

    async def test_the_players_of_a_finished_game_are_called_as_they_were_when_they_sat_down(
        self, store: Store
    ) -> None:
        said = (name(1, "ada", "Chez Ada", "room"), name(2, "ada", "Ada"), name(3, "bob", "Bob"))
        game = finished("g", "a", seats=("Ada", "Bob", "Robot"), named_at=(2, 3, 0))
        await store.append(append("a", 0, b"1", b"2", b"3", names=said, finished=(game,)))
        assert await store.find_game("g") == game
        assert await store.games_of("bob", 10) == (game,)

    async def test_an_analysis_is_kept_by_its_engine_the_latest_in_place_of_others(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"), finished("h", "a"))))
        assert await store.find_analysis("g", "1") is None
        await store.keep_analysis("g", "1", b"half")
        await store.keep_analysis("g", "1", b"\x00whole")
        assert await store.find_analysis("g", "1") == b"\x00whole"
        assert await store.find_analysis("g", "2") is None
        assert await store.find_analysis("h", "1") is None
        await store.keep_analysis("g", "2", b"better")
        assert await store.find_analysis("g", "1") is None
        assert await store.find_analysis("g", "2") == b"better"

    async def test_a_room_without_a_name_is_found_by_its_hosts(self, store: Store) -> None:
        await all_appended(store, append("a", 0, name="", host="Élodie"), append("b", 0, name="Soir", host="Élodie"))
        assert await listed(store, search="elo") == ["a"]
        await store.append(append("a", 1, name="", host="Bob"))
        assert await listed(store, search="elo") == []
        assert await listed(store, search="BOB") == ["a"]

    # ── Snapshots ────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_stream_is_loaded_from_its_last_snapshot_on(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, b"1"),
            append("a", 1, b"2", b"3", snapshot=b"after 3"),
            append("a", 3, b"4"),
            append("a", 4, b"5"),
        )
        loaded = await store.load("a")
        assert loaded == Loaded(b"after 3", 3, (b"4", b"5"))
        assert loaded.version == 5
        await store.append(append("a", 5, b"6", snapshot=b"after 6"))
        assert await store.load("a") == Loaded(b"after 6", 6, ())

    async def test_a_snapshot_takes_no_event_away(self, store: Store) -> None:
        await store.append(append("a", 0, b"1", b"2", snapshot=b"s"))
        assert await store.read("a", 0) == (b"1", b"2")

    # ── Changes ──────────────────────────────────────────────────────────────────────────────────────────

    async def test_what_a_process_appends_itself_is_not_told_to_it(self, store: Store) -> None:
        changes = store.changes()
        await all_appended(store, append("a", 0), append("a", 1))
        with pytest.raises(TimeoutError):
            await next_change(changes, seconds=0.2)

    async def test_changes_end_when_the_store_closes(self, make_store: MakeStore) -> None:
        async with opened(make_store()) as store:
            told = asyncio.create_task(_collected(store.changes()))
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            assert await told == []


async def _collected(changes: AsyncIterator[Change]) -> list[Change]:
    return [change async for change in changes]
