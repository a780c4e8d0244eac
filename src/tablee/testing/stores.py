"""The suite of the store's contract: what every backend must keep, whoever wrote it. A few lines run it all.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def make_store(self, tmp_path: Path) -> MakeStore:
            return lambda: MyStore(tmp_path)

A backend that serves several processes inherits SharedStoreConformance instead, which asks more. The tests are
coroutines: pytest-asyncio runs them.
"""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Literal, TypeAlias

import msgspec
import pytest
import pytest_asyncio
from msgspec.structs import replace

from tablee.store.contract import (
    Account,
    Append,
    Appended,
    Change,
    CodeTaken,
    Conflict,
    FinishedGame,
    ListedRoom,
    Loaded,
    Name,
    Outage,
    RoomPage,
    RoomQuery,
    Store,
    Summary,
    Unavailable,
    UsernameTaken,
)
from tablee.store.folding import fold_text
from tablee.store.overview import HostQuery, PeopleQuery
from tablee.store.pruning import Pruned, Pruner
from tablee.store.upkeep import Ban, Deed, DeedQuery, KnownAccount, KnownRoom, SaidName

MakeStore: TypeAlias = Callable[[], Store]
"""Makes a store that isn't open yet, each time on the same data, which are empty when the test begins."""

NOW: Final = 1_750_000_000_000
SECOND: Final = 1000
HOUR: Final = 60 * 60 * SECOND
DAY: Final = 24 * HOUR
DEAD_AFTER: Final = 15 * SECOND

_EMPTY: Final = Loaded(None, 0, ())


# ── What the tests say it with ───────────────────────────────────────────────────────────────────────────


def summary(room: str, **told: Any) -> Summary:
    """A summary of that room; its code and its name are made from its id if they aren't told."""
    usual = Summary(
        code=f"C{room}".upper(),
        name=f"Room {room}",
        game="gigogne",
        capacity=4,
        taken=1,
        host="Ada",
        status="waiting",
        is_private=False,
        is_listed=True,
        created_at=NOW,
        active_at=NOW,
        due_at=None,
        closed_at=None,
        people=(),
    )
    return replace(usual, **told)


def append(room: str, expected: int, *events: bytes, **told: Any) -> Append:
    """An append of those events, or of one; fields of the append or of its summary can be told."""
    own = {name: told.pop(name) for name in ("finished", "snapshot", "names", "passed_on") if name in told}
    return Append(room, expected, events or (b"{}",), summary(room, **told), **own)


def finished(id_: str, room: str, **told: Any) -> FinishedGame:
    """A finished game of Ada and Bob."""
    usual = FinishedGame(
        id=id_,
        room=room,
        game="gigogne",
        seats=("Ada", "Bob"),
        people=("ada", "bob"),
        is_private=False,
        started_at=NOW,
        ended_at=NOW + SECOND,
        outcome=b'{"winners":[0]}',
        first_version=1,
        last_version=1,
        named_at=(0, 0),
    )
    return replace(usual, **told)


def name(version: int, person: str, text: str, kind: Literal["seat", "room"] = "seat") -> Name:
    """A name that was said."""
    return Name(version, person, kind, text)


def account(person: str, username: str, hashed: str = "$argon2id$…") -> Account:
    """An account with that username."""
    return Account(person, username, username.title(), hashed, NOW)


def deed(did: str = "ban", subject: str = "ada", **told: Any) -> Deed:
    """What the host Zoe did at NOW."""
    return replace(Deed(NOW, "zoe", did, subject), **told)


async def all_appended(store: Store, *appends: Append) -> None:
    """Append one after the other, and each gets through."""
    for each in appends:
        result = await store.append(each)
        assert result == Appended(each.expected_version + len(each.events)), result


async def listed(store: Store, **query: Any) -> list[str]:
    """The ids of all rooms that a query lists, page by page."""
    found: list[str] = []
    before: str | None = None
    while True:
        page = await store.list_rooms(RoomQuery(**query, before=before))
        found += [room.room for room in page.rooms]
        if page.next is None:
            return found
        assert page.rooms, "an empty page says that there is another"
        before = page.next


@asynccontextmanager
async def opened(store: Store, process: str = "here", now: int = NOW) -> AsyncIterator[Store]:
    """The store while it is open."""
    await store.open(process, now, DEAD_AFTER)
    try:
        yield store
    finally:
        await store.close()


async def with_ada_and_bob(store: Store) -> None:
    """Ada, who has an account and was a guest before, opened a room; Bob came in, and they have played."""
    said = (name(1, "ada", "Chez Ada", "room"), name(2, "ada", "Ada"), name(3, "bob", "Bob"))
    game = finished("g", "a", named_at=(2, 3))
    shown = {"name": "Chez Ada", "host": "Ada", "people": ("ada", "bob")}
    await store.append(append("a", 0, b"1", b"2", b"3", names=said, finished=(game,), **shown))
    await store.add_account(account("ada", "Ada"))
    await store.claim("guest", "ada")


async def next_change(changes: AsyncIterator[Change], seconds: float = 10) -> Change:
    """The next change, which comes soon."""
    return await asyncio.wait_for(anext(changes), seconds)


# ── Every store ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.asyncio
class StoreConformance:
    """Inherit, say how a store is made, and pytest runs the suite on it."""

    @pytest.fixture
    def make_store(self) -> MakeStore:
        """Say it in the class that inherits."""
        raise NotImplementedError("The fixture make_store must be given.")

    @pytest_asyncio.fixture
    async def store(self, make_store: MakeStore) -> AsyncIterator[Store]:
        """An open store without data."""
        async with opened(make_store()) as store:
            yield store

    # ── Streams ──────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_room_that_never_was_has_an_empty_stream(self, store: Store) -> None:
        assert await store.load("a") == _EMPTY
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
        assert await store.load("a") == _EMPTY

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
        assert await store.load("c") == _EMPTY
        assert sorted(await listed(store)) == ["a", "b", "d"]

    async def test_who_gives_up_waiting_disturbs_nobody(self, store: Store) -> None:
        tasks = [asyncio.create_task(_awaited(store.append(append(f"r{number}", 0)))) for number in range(10)]
        await asyncio.sleep(0)
        tasks[4].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(results.pop(4), asyncio.CancelledError)
        assert results == [Appended(1)] * 9
        assert await store.append(append("after", 0)) == Appended(1)

    # ── Durability ───────────────────────────────────────────────────────────────────────────────────────

    async def test_everything_is_there_after_closing_and_opening_again(self, make_store: MakeStore) -> None:
        told = append("a", 0, b"1", b"2", snapshot=b"s", finished=(finished("g", "a"),), due_at=NOW, people=("ada",))
        async with opened(make_store()) as store:
            await store.append(told)
            await store.add_account(account("ada", "Ada"))
            await store.claim("guest", "ada")
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
            assert await store.append(append("a", 2)) == Appended(3)

    async def test_closing_commits_what_is_pending(self, make_store: MakeStore) -> None:
        store = make_store()
        await store.open("here", NOW, DEAD_AFTER)
        tasks = [asyncio.create_task(_awaited(store.append(append(f"r{number}", 0)))) for number in range(50)]
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

    # ── Codes ────────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_living_room_is_found_by_its_code(self, store: Store) -> None:
        await all_appended(store, append("a", 0, code="AAAAAA"), append("b", 0, code="BBBBBB", is_listed=False))
        assert await store.find_code("AAAAAA") == "a"
        assert await store.find_code("BBBBBB") == "b"
        assert await store.find_code("CCCCCC") is None

    async def test_a_code_of_a_living_room_is_taken_and_nothing_is_opened(self, store: Store) -> None:
        await store.append(append("a", 0, code="AAAAAA"))
        other = append("b", 0, code="AAAAAA", people=("bob",), finished=(finished("g", "b"),), active_at=NOW + 2 * DAY)
        assert await store.append(other) == CodeTaken()
        assert await store.load("b") == _EMPTY
        assert await listed(store) == ["a"]
        assert await store.rooms_of("bob") == ()
        assert await store.find_game("g") is None
        assert await store.find_code("AAAAAA") == "a"
        assert await store.append(append("b", 0, code="BBBBBB")) == Appended(1)

    async def test_a_code_is_not_used_again_for_a_day_after_its_room_closed(self, store: Store) -> None:
        closed_at = NOW + HOUR
        await all_appended(
            store,
            append("a", 0, code="AAAAAA"),
            append("a", 1, code="AAAAAA", active_at=closed_at, closed_at=closed_at),
        )
        soon = append("b", 0, code="AAAAAA", active_at=closed_at + DAY - 1)
        assert await store.append(soon) == CodeTaken()
        assert await store.append(append("b", 0, code="AAAAAA", active_at=closed_at + DAY)) == Appended(1)
        assert await store.find_code("AAAAAA") == "b"
        assert await store.append(append("c", 0, code="AAAAAA", active_at=closed_at + 3 * DAY)) == CodeTaken()

    # ── The list ─────────────────────────────────────────────────────────────────────────────────────────

    async def test_the_list_shows_everything_of_a_room(self, store: Store) -> None:
        told = summary(
            "a",
            code="XYZ123",
            name="Chez Élodie – « 8 »",
            game="noe",
            capacity=3,
            taken=2,
            host="Élodie",
            status="playing",
            is_private=True,
            created_at=NOW - HOUR,
            due_at=NOW + HOUR,
            people=("p2", "p1"),
        )
        await store.append(Append("a", 0, (b"1", b"2"), told))
        assert await store.list_rooms(RoomQuery()) == RoomPage((ListedRoom("a", 2, told),), None)

    async def test_the_list_shows_a_room_as_its_last_append_left_it(self, store: Store) -> None:
        told = summary("a")
        await store.append(Append("a", 0, (b"1",), told))
        changes: list[dict[str, Any]] = [
            {"active_at": NOW + 1},
            {"taken": 2, "people": ("ada", "bob")},
            {"due_at": NOW + 60_000, "active_at": NOW + 2},
            {"status": "playing", "host": "Bob"},
            {"name": "Renamed", "capacity": 2, "game": "noe", "is_private": True},
            {"due_at": None, "active_at": NOW + 3},
            {"taken": 0, "people": ()},
        ]
        for version, change in enumerate(changes, start=1):
            told = replace(told, **change)
            await store.append(Append("a", version, (b"1",), told))
            assert (await store.list_rooms(RoomQuery())).rooms == (ListedRoom("a", version + 1, told),)

    async def test_an_append_without_a_summary_leaves_the_list_as_it_is(self, store: Store) -> None:
        told = summary("a", due_at=NOW + 60_000, people=("ada",))
        await store.append(Append("a", 0, (b"1",), told))
        game = finished("g", "a")
        for more in (Append("a", 1, (b"2", b"3"), None), Append("a", 3, (b"4",), None, (game,), b"state")):
            assert await store.append(more) == Appended(more.expected_version + len(more.events))
            version = more.expected_version + len(more.events)
            assert (await store.list_rooms(RoomQuery())).rooms == (ListedRoom("a", version, told),)
            assert await store.rooms_of("ada") == await store.look_up(["a"]) == (ListedRoom("a", version, told),)
        assert await store.append(Append("a", 3, (b"x",), None)) == Conflict(4)
        assert await store.load("a") == Loaded(b"state", 4, ())
        assert await store.find_game("g") == game
        assert await store.due(NOW + 60_000, 10) == ("a",)

    async def test_the_most_recently_active_come_first(self, store: Store) -> None:
        await all_appended(
            store, *(append(room, 0, active_at=NOW + at) for room, at in zip("abcd", (3, 1, 4, 2), strict=True))
        )
        assert await listed(store) == ["c", "a", "d", "b"]
        await store.append(append("b", 1, active_at=NOW + 9))
        assert await listed(store) == ["b", "c", "a", "d"]

    async def test_the_list_is_read_page_by_page(self, store: Store) -> None:
        """Also where several rooms were active in the same millisecond."""
        rooms = [f"r{number:02}" for number in range(25)]
        await all_appended(store, *(append(room, 0, active_at=NOW + int(room[1:]) // 4) for room in rooms))
        everything = await listed(store)
        assert sorted(everything) == rooms
        for limit in (1, 4, 24, 25, 26):
            assert await listed(store, limit=limit) == everything
        first = await store.list_rooms(RoomQuery(limit=10))
        assert len(first.rooms) == 10
        await all_appended(store, append("new", 0, active_at=NOW + 100), append("r20", 1, active_at=NOW + 101))
        second = await store.list_rooms(RoomQuery(limit=10, before=first.next))
        assert [room.room for room in second.rooms] == everything[10:20], "what moved up meanwhile shifts no page"

    async def test_a_full_last_page_has_no_next(self, store: Store) -> None:
        await all_appended(store, *(append(room, 0) for room in "abcd"))
        assert (await store.list_rooms(RoomQuery(limit=4))).next is None
        assert (await store.list_rooms(RoomQuery(limit=3))).next is not None
        assert await store.list_rooms(RoomQuery(game="none")) == RoomPage((), None)

    async def test_a_cursor_that_is_none_is_refused(self, store: Store) -> None:
        for cursor in ("", "x", "12", ".a", "1e3.a", "٣.a", f"{2**63}.a", "9" * 30 + ".a"):
            with pytest.raises(ValueError, match="next"):
                await store.list_rooms(RoomQuery(before=cursor))

    async def test_unlisted_rooms_are_not_listed(self, store: Store) -> None:
        await all_appended(store, append("a", 0, is_listed=False, name="Hidden"), append("b", 0))
        assert await listed(store) == ["b"]
        assert await listed(store, search="hidden") == []
        await store.append(append("a", 1, name="Hidden"))
        assert await listed(store, search="hidden") == ["a"]

    async def test_the_list_is_filtered(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, game="noe", capacity=2, status="waiting", active_at=NOW + 4),
            append("b", 0, game="noe", capacity=4, status="playing", is_private=True, active_at=NOW + 3),
            append("c", 0, game="kitty", capacity=2, status="playing", active_at=NOW + 2),
            append("d", 0, game="kitty", capacity=4, status="finished", is_private=True, active_at=NOW + 1),
        )
        assert await listed(store, game="noe") == ["a", "b"]
        assert await listed(store, is_private=False) == ["a", "c"]
        assert await listed(store, is_private=True) == ["b", "d"]
        assert await listed(store, capacity=2) == ["a", "c"]
        assert await listed(store, status="playing") == ["b", "c"]
        assert await listed(store, active_since=NOW + 3) == ["a", "b"]
        assert await listed(store, game="kitty", capacity=4, status="finished", is_private=True) == ["d"]
        assert await listed(store, game="kitty", active_since=NOW + 3) == []
        await store.append(append("a", 1, game="noe", capacity=2, status="playing", active_at=NOW + 4))
        assert await listed(store, status="waiting") == []
        assert await listed(store, status="playing") == ["a", "b", "c"]

    @pytest.mark.parametrize(
        ("search", "name"),
        [
            ("elodie", "Chez Élodie"),
            ("ÉLODIE", "chez elodie"),
            ("chez É", "Chez Élodie"),
            ("coeur", "Un CŒUR simple"),
            ("cœur", "un coeur simple"),
            ("strasse", "Hauptstraße"),
            ("straße", "HAUPTSTRASSE"),
            ("e\u0301lo", "Élodie"),
            ("100%", "à 100% !"),
            ("a_b", "a_b"),
            ("'; --", "it's '; -- fine"),
            ('"', 'the "best"'),
            ("東京", "麻雀 in 東京"),
            ("🎲", "dice 🎲!"),
            ("o", "Go"),
            ("go", "Go"),
            (" n", "a name"),
        ],
    )
    async def test_a_part_of_the_name_finds_a_room_ignoring_case_and_accents(
        self, store: Store, search: str, name: str
    ) -> None:
        await all_appended(store, append("a", 0, name=name), append("b", 0, name="XYZ"))
        assert await listed(store, search=search) == ["a"]

    @pytest.mark.parametrize("search", ["axc", "a%c", "a_c", "abcd", "bca", "*", "ab bc"])
    async def test_what_is_no_part_of_the_name_does_not_find_it(self, store: Store, search: str) -> None:
        await all_appended(store, append("a", 0, name="abc"), append("b", 0, name="bc ab"))
        assert await listed(store, search=search) == []

    async def test_a_renamed_room_is_found_by_its_new_name_only(self, store: Store) -> None:
        await all_appended(store, append("a", 0, name="Before"), append("a", 1, name="Afterwards"))
        assert await listed(store, search="before") == []
        assert await listed(store, search="after") == ["a"]

    async def test_the_list_agrees_with_looking_at_every_room(self, store: Store) -> None:
        rooms = await random_rooms(store, 250, seed=1)
        await check_list(store, rooms, queries=60, seed=2)

    async def test_a_closed_room_vanishes(self, store: Store) -> None:
        told: dict[str, Any] = {"due_at": NOW, "people": ("ada",), "name": "Gone"}
        await all_appended(store, append("a", 0, **told), append("b", 0, **told))
        await store.append(append("a", 1, **told, closed_at=NOW + 1))
        assert await store.find_code("CA") is None
        assert await listed(store) == await listed(store, search="gone") == ["b"]
        assert [room.room for room in await store.rooms_of("ada")] == ["b"]
        assert await store.due(NOW, 10) == ("b",)
        assert (await store.load("a")).version == 2, "its stream stays"

    # ── People and deadlines ─────────────────────────────────────────────────────────────────────────────

    async def test_the_rooms_of_a_person_are_those_in_which_it_holds_a_seat_local_ones_too(self, store: Store) -> None:
        local = summary("b", is_listed=False, people=("ada", "ada"), active_at=NOW + 1)
        await all_appended(
            store,
            append("a", 0, people=("ada", "bob")),
            Append("b", 0, (b"1",), local),
            append("c", 0, people=("bob",)),
        )
        assert await store.rooms_of("ada") == (
            ListedRoom("b", 1, local),
            ListedRoom("a", 1, summary("a", people=("ada", "bob"))),
        )
        assert await store.rooms_of("eve") == ()
        await all_appended(store, append("a", 1, people=("bob",)), append("c", 1, people=("bob", "ada")))
        assert {room.room for room in await store.rooms_of("ada")} == {"b", "c"}
        assert {room.room for room in await store.rooms_of("bob")} == {"a", "c"}

    async def test_rooms_are_looked_up_as_they_are_now_closed_and_local_ones_too(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0),
            append("b", 0, is_listed=False),
            append("c", 0),
            append("c", 1, closed_at=NOW),
            append("d", 0),
        )
        found = sorted(await store.look_up(["c", "a", "b", "nowhere"]), key=lambda room: room.room)
        assert found == [
            ListedRoom("a", 1, summary("a")),
            ListedRoom("b", 1, summary("b", is_listed=False)),
            ListedRoom("c", 2, summary("c", closed_at=NOW)),
        ]
        assert await store.look_up([]) == ()

    async def test_rooms_are_due_when_their_deadline_has_come_the_longest_due_first(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, due_at=NOW + 3),
            append("b", 0, due_at=NOW + 1, is_listed=False),
            append("c", 0, due_at=NOW + 2),
            append("d", 0, due_at=NOW + 4),
            append("e", 0),
        )
        assert await store.due(NOW, 10) == ()
        assert await store.due(NOW + 3, 10) == ("b", "c", "a")
        assert await store.due(NOW + 3, 2) == ("b", "c")
        await all_appended(store, append("b", 1), append("c", 1, due_at=NOW + 9))
        assert await store.due(NOW + 5, 10) == ("a", "d")

    # ── Finished games ───────────────────────────────────────────────────────────────────────────────────

    async def test_a_finished_game_is_found_by_its_id_after_its_room_is_gone(self, store: Store) -> None:
        told = finished(
            "g",
            "a",
            game="noe",
            seats=("Ada", "Bot", "Élodie"),
            named_at=(0, 0, 0),
            people=("ada", "elo"),
            is_private=True,
            outcome=b'{"x":"\xc3\xa9"}',
            first_version=2,
            last_version=3,
        )
        await all_appended(
            store, append("a", 0, b"1"), append("a", 1, b"2", b"3", finished=(told,)), append("a", 3, closed_at=NOW)
        )
        assert await store.find_game("g") == told
        assert await store.read(told.room, told.first_version - 1, told.last_version) == (b"2", b"3")
        assert await store.find_game("other") is None

    async def test_several_games_finish_in_one_append(self, store: Store) -> None:
        games = (finished("g1", "a"), finished("g2", "a", ended_at=NOW + HOUR))
        await store.append(append("a", 0, finished=games))
        assert await store.games_of("ada", 10) == games[::-1]

    async def test_the_games_of_a_person_come_latest_first_and_page_by_page(self, store: Store) -> None:
        games = [finished(f"g{number}", "a", ended_at=NOW + number) for number in range(5)]
        others = finished("x", "a", people=("bob",), ended_at=NOW + 2)
        await all_appended(store, *(append("a", at, finished=(game,)) for at, game in enumerate([*games, others])))
        assert await store.games_of("ada", 10) == tuple(reversed(games))
        assert await store.games_of("ada", 2) == (games[4], games[3])
        assert await store.games_of("ada", 2, before=games[3].ended_at) == (games[2], games[1])
        assert await store.games_of("ada", 2, before=games[0].ended_at) == ()
        assert await store.games_of("eve", 10) == ()

    # ── Accounts ─────────────────────────────────────────────────────────────────────────────────────────

    async def test_an_account_is_found_by_username_ignoring_case_and_accents_and_by_person(self, store: Store) -> None:
        made = account("p1", "Élodie")
        assert await store.add_account(made) == made
        for username in ("Élodie", "elodie", "ÉLODIE"):
            assert await store.find_account(username) == made
        assert await store.find_account("elodi") is None
        assert await store.account_of("p1") == made
        assert await store.account_of("p2") is None

    async def test_a_username_is_taken_ignoring_case_and_accents(self, store: Store) -> None:
        await store.add_account(account("p1", "Cœur"))
        assert await store.add_account(account("p2", "COEUR")) == UsernameTaken()
        assert await store.account_of("p2") is None
        assert await store.find_account("coeur") == account("p1", "Cœur")

    async def test_of_many_who_ask_for_a_username_at_once_one_gets_it(self, store: Store) -> None:
        asked = [account(f"p{number}", "Ada") for number in range(10)]
        results = await asyncio.gather(*map(store.add_account, asked))
        assert results.count(UsernameTaken()) == 9

    async def test_a_second_account_for_a_person_is_a_bug(self, store: Store) -> None:
        await store.add_account(account("p1", "ada"))
        with pytest.raises(ValueError, match="already"):
            await store.add_account(account("p1", "bob"))

    async def test_an_account_changes_its_nickname_and_nothing_else(self, store: Store) -> None:
        await store.add_account(account("p1", "ada"))
        await store.add_account(account("p2", "bob"))
        await store.rename("p1", "Ada L.")
        assert await store.account_of("p1") == replace(account("p1", "ada"), name="Ada L.")
        assert await store.account_of("p2") == account("p2", "bob")
        with pytest.raises(ValueError, match="no account"):
            await store.rename("p3", "Nobody")

    async def test_what_a_guest_did_belongs_to_the_person_that_claimed_it(self, store: Store) -> None:
        mine, as_guest, later = (
            finished("g1", "a", people=("ada",), ended_at=NOW + 1),
            finished("g2", "a", people=("guest", "ada"), ended_at=NOW + 2),
            finished("g3", "a", people=("guest",), ended_at=NOW + 3),
        )
        await store.append(append("a", 0, finished=(mine, as_guest)))
        assert await store.aliases_of("ada") == ()
        await store.claim("guest", "ada")
        await store.claim("guest", "ada")
        await store.claim("another", "ada")
        assert await store.games_of("ada", 10) == (as_guest, mine)
        await store.append(append("a", 1, finished=(later,)))
        assert await store.games_of("ada", 10) == (later, as_guest, mine)
        assert await store.games_of("ada", 1, before=NOW + 3) == (as_guest,)
        assert sorted(await store.aliases_of("ada")) == ["another", "guest"]
        assert await store.aliases_of("guest") == ()

    # ── Processes and outages ────────────────────────────────────────────────────────────────────────────

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

    # ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_store_knows_how_big_it_is(self, store: Store) -> None:
        before = await store.upkeep.size()
        await store.append(append("a", 0, secrets.token_bytes(1_000_000)))
        after = await store.upkeep.size()
        assert after.used >= before.used + 1_000_000
        assert after.free is None or after.free > 0

    async def test_notices_are_read_in_order_from_a_number_on(self, store: Store) -> None:
        assert await store.upkeep.last_notice() == 0
        for subject in ("a", "b", "c"):
            await store.upkeep.tell("room", subject, NOW)
        first, *rest = await store.upkeep.notices(0)
        assert (first.at, first.kind, first.subject) == (NOW, "room", "a")
        assert [notice.subject for notice in rest] == ["b", "c"]
        assert await store.upkeep.notices(first.number) == tuple(rest)
        assert await store.upkeep.last_notice() == rest[-1].number
        assert await store.upkeep.notices(rest[-1].number) == ()

    async def test_old_notices_are_forgotten_and_numbers_go_on(self, store: Store) -> None:
        await store.upkeep.tell("room", "a", NOW)
        await store.upkeep.tell("room", "b", NOW + 1)
        last = await store.upkeep.last_notice()
        await store.upkeep.forget_notices(NOW + DAY)
        assert [notice.subject for notice in await store.upkeep.notices(0)] == ["b"], "the latest stays"
        await store.upkeep.tell("room", "c", NOW + DAY)
        assert [notice.subject for notice in await store.upkeep.notices(last)] == ["c"]

    async def test_a_ban_is_kept_told_and_noted(self, store: Store) -> None:
        ban = Ban("person", "ada", NOW, NOW + HOUR, "Shouting")
        await store.upkeep.ban(ban, deed(details="Shouting"))
        assert await store.upkeep.bans(NOW) == (ban,)
        assert [(notice.kind, notice.subject) for notice in await store.upkeep.notices(0)] == [("ban", "ada")]
        (noted,) = await store.upkeep.deeds(DeedQuery())
        assert replace(noted, number=0) == deed(details="Shouting")

    async def test_a_ban_ends_by_itself(self, store: Store) -> None:
        await store.upkeep.ban(Ban("person", "ada", NOW, NOW + HOUR), deed())
        assert await store.upkeep.bans(NOW + HOUR - 1)
        assert await store.upkeep.bans(NOW + HOUR) == ()

    async def test_a_later_ban_of_the_same_takes_the_place_of_the_first(self, store: Store) -> None:
        later = Ban("address", "203.0.113.0/24", NOW + 1, None, "")
        await store.upkeep.ban(Ban("address", "203.0.113.0/24", NOW, NOW + HOUR, "Noise"), deed())
        await store.upkeep.ban(later, deed())
        assert await store.upkeep.bans(NOW + DAY) == (later,)

    async def test_who_is_let_in_again_is_told_and_noted_once(self, store: Store) -> None:
        await store.upkeep.ban(Ban("person", "ada", NOW), deed())
        last = await store.upkeep.last_notice()
        assert await store.upkeep.unban("person", "ada", deed("unban"))
        assert await store.upkeep.bans(NOW) == ()
        assert [notice.subject for notice in await store.upkeep.notices(last)] == ["ada"]
        assert not await store.upkeep.unban("person", "ada", deed("unban"))
        assert [each.did for each in await store.upkeep.deeds(DeedQuery())] == ["unban", "ban"]

    async def test_the_audit_log_is_read_latest_first_and_by_what_is_asked(self, store: Store) -> None:
        done = [
            deed("ban", "ada"),
            deed("close", "room", at=NOW + 1),
            deed("close", "hall", at=NOW + 2, who="yann", details="Empty"),
        ]
        for each in done:
            await store.upkeep.note(each)
        asked: list[tuple[DeedQuery, list[Deed]]] = [
            (DeedQuery(), done[::-1]),
            (DeedQuery(did="close"), [done[2], done[1]]),
            (DeedQuery(subject="ada"), [done[0]]),
            (DeedQuery(who="yann"), [done[2]]),
            (DeedQuery(since=NOW + 1), [done[2], done[1]]),
            (DeedQuery(did="close", who="zoe"), [done[1]]),
            (DeedQuery(limit=1), [done[2]]),
            (DeedQuery(subject="no one"), []),
        ]
        for query, wanted in asked:
            assert [replace(each, number=0) for each in await store.upkeep.deeds(query)] == wanted, query

    # ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────

    async def test_an_ended_session_is_kept_until_it_would_have_lapsed_and_told(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        await sessions.end("one", NOW + DAY, NOW)
        await sessions.end("two", NOW + 2 * DAY, NOW)
        assert (await sessions.ended(NOW)).sessions == {"one": NOW + DAY, "two": NOW + 2 * DAY}
        assert (await sessions.ended(NOW + DAY)).sessions == {"two": NOW + 2 * DAY}
        assert [(notice.kind, notice.subject) for notice in await store.upkeep.notices(0)] == [
            ("session_ended", "one"),
            ("session_ended", "two"),
        ]
        await sessions.end("three", NOW + 3 * DAY, NOW + DAY)
        assert (await sessions.ended(NOW)).sessions.keys() == {"two", "three"}, "what has lapsed is deleted"

    async def test_a_session_that_is_ended_twice_is_ended(self, store: Store) -> None:
        for _ in range(2):
            await store.upkeep.sessions.end("one", NOW + DAY, NOW)
        assert (await store.upkeep.sessions.ended(NOW)).sessions == {"one": NOW + DAY}

    async def test_all_sessions_of_a_person_end_that_were_made_before_a_time(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        assert await sessions.ended_before("ada") is None
        await sessions.end_all("ada", NOW, NOW)
        await sessions.end_all("ada", NOW - DAY, NOW)
        assert await sessions.ended_before("ada") == NOW, "an end is not taken back"
        assert await sessions.ended_before("bob") is None
        assert (await sessions.ended(NOW)).people == {"ada": NOW}
        assert [(notice.kind, notice.subject) for notice in await store.upkeep.notices(0)] == [
            ("sessions_ended", "ada")
        ] * 2

    async def test_a_store_knows_since_when_it_can_end_sessions(self, make_store: MakeStore) -> None:
        times = set()
        for _ in range(2):
            async with opened(make_store()) as store:
                times.add((await store.upkeep.sessions.ended(NOW)).since)
        assert len(times) == 1
        assert min(times) > NOW, "the time is that of the machine: the schema was made just now"

    async def test_another_password_ends_all_sessions_of_the_account(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.set_password("ada", "another", NOW + 5, NOW)
        found = await store.account_of("ada")
        assert found == account("ada", "countess", "another")
        assert await store.upkeep.sessions.ended_before("ada") == NOW + 5
        with pytest.raises(ValueError, match="bob"):
            await store.upkeep.sessions.set_password("bob", "another", NOW, NOW)
        assert await store.upkeep.sessions.ended_before("bob") is None

    async def test_a_reset_link_works_once_and_until_its_time(self, store: Store) -> None:
        sessions, ada = store.upkeep.sessions, account("ada", "countess")
        await store.add_account(ada)
        await sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        assert await sessions.find_reset("hash", NOW + DAY - 1) == ada
        assert await sessions.find_reset("hash", NOW + DAY) is None
        assert await sessions.use_reset("hash", "late", NOW + DAY, NOW + DAY) is None
        assert await store.account_of("ada") == ada
        assert await sessions.use_reset("hash", "another", NOW, NOW) == ada
        assert await store.account_of("ada") == account("ada", "countess", "another")
        assert await sessions.ended_before("ada") == NOW
        assert await sessions.use_reset("hash", "a third", NOW, NOW) is None
        assert await store.account_of("ada") == account("ada", "countess", "another")

    async def test_of_many_who_use_a_reset_link_at_once_one_gets_through(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        used = await asyncio.gather(
            *(store.upkeep.sessions.use_reset("hash", f"password {number}", NOW, NOW) for number in range(5))
        )
        assert len([found for found in used if found is not None]) == 1

    async def test_a_new_reset_link_takes_the_place_of_the_one_before(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        await store.add_account(account("ada", "countess"))
        await sessions.add_reset("first", "ada", NOW + DAY, NOW)
        await sessions.add_reset("second", "ada", NOW + DAY, NOW)
        assert await sessions.find_reset("first", NOW) is None
        assert await sessions.find_reset("second", NOW) is not None

    async def test_a_reset_link_of_nobody_is_none(self, store: Store) -> None:
        await store.upkeep.sessions.add_reset("hash", "guest", NOW + DAY, NOW)
        assert await store.upkeep.sessions.find_reset("hash", NOW) is None
        assert await store.upkeep.sessions.find_reset("nul\x00", NOW) is None
        assert await store.upkeep.sessions.use_reset("hash", "another", NOW, NOW) is None

    async def test_ending_all_sessions_ends_the_reset_link_too(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        await store.upkeep.sessions.end_all("ada", NOW, NOW)
        assert await store.upkeep.sessions.find_reset("hash", NOW) is None

    async def test_a_person_is_erased_from_rooms_records_lists_and_accounts(self, store: Store) -> None:
        await with_ada_and_bob(store)
        erased = await store.upkeep.erase_person("ada", deed("erase"))
        assert (erased.names, erased.games, erased.had_account) == (2, 1, True)
        assert await store.names("a") == {1: "", 2: "", 3: "Bob"}
        assert (await store.load("a")).names == {1: "", 2: "", 3: "Bob"}
        game = await store.find_game("g")
        assert game is not None
        assert game.seats == ("", "Bob")
        assert await store.games_of("ada", 10) == ()
        assert await store.games_of("bob", 10) == (game,)
        assert await store.account_of("ada") is None
        assert await store.find_account("Ada") is None
        assert await store.aliases_of("ada") == ()

    async def test_what_the_list_shows_of_an_erased_person_is_erased(self, store: Store) -> None:
        await with_ada_and_bob(store)
        assert await listed(store, search="chez ada") == ["a"]
        await store.upkeep.erase_person("ada", deed("erase"))
        (shown,) = (await store.list_rooms(RoomQuery())).rooms
        assert (shown.summary.name, shown.summary.host) == ("", "")
        assert await listed(store, search="ada") == []
        assert await listed(store, search="chez") == []
        assert await store.append(append("a", 3, name="Chez Bob", host="Bob")) == Appended(4)
        assert await listed(store, search="bob") == ["a"]

    async def test_the_guests_that_a_person_claimed_are_erased_with_it_and_each_is_told(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.append(append("b", 0, names=(name(1, "guest", "Adele"),)))
        last = await store.upkeep.last_notice()
        assert (await store.upkeep.erase_person("ada", deed("erase"))).people == ("ada", "guest")
        assert await store.names("b") == {1: ""}
        told = await store.upkeep.notices(last)
        assert [(notice.kind, notice.subject) for notice in told] == [
            ("sessions_ended", "ada"),
            ("erased", "ada"),
            ("sessions_ended", "guest"),
            ("erased", "guest"),
        ]
        assert (await store.upkeep.sessions.ended(NOW)).people.keys() == {"ada", "guest"}
        assert [each.did for each in await store.upkeep.deeds(DeedQuery())] == ["erase"]

    async def test_what_was_said_by_another_session_of_an_erased_person_is_erased(self, store: Store) -> None:
        await store.append(append("a", 0, names=(name(1, "laptop", "Ada"),)))
        await store.append(append("a", 1, passed_on=(("laptop", "phone"),)))
        await store.upkeep.erase_person("phone", deed("erase"))
        assert await store.names("a") == {1: ""}

    async def test_a_name_that_a_process_wrote_into_the_list_from_memory_is_taken_out_again(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.upkeep.erase_person("ada", deed("erase"))
        await store.append(append("a", 3, name="Chez Ada", host="Ada"))
        assert await store.upkeep.retitle("ada") == ("a",)
        (shown,) = (await store.list_rooms(RoomQuery())).rooms
        assert (shown.summary.name, shown.summary.host) == ("", "")
        assert await listed(store, search="ada") == []

    async def test_erasing_somebody_who_is_not_there_erases_nothing(self, store: Store) -> None:
        await with_ada_and_bob(store)
        erased = await store.upkeep.erase_person("nobody", deed("erase"))
        assert (erased.names, erased.games, erased.had_account, erased.people) == (0, 0, False, ("nobody",))
        assert await store.names("a") == {1: "Chez Ada", 2: "Ada", 3: "Bob"}

    async def test_all_that_the_store_knows_of_a_person_is_exported_and_nothing_of_others(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.upkeep.ban(Ban("person", "ada", NOW, None, "Shouting"), deed("ban"))
        known = await store.upkeep.export_person("ada")
        assert (known.person, known.guests) == ("ada", ("guest",))
        assert known.account == KnownAccount("Ada", "Ada", NOW)
        assert known.names == (SaidName("a", 1, "room", "Chez Ada"), SaidName("a", 2, "seat", "Ada"))
        assert known.rooms == (KnownRoom("a", "CA", "gigogne", NOW, NOW),)
        (game,) = known.games
        assert (game.id, game.seats, bytes(game.outcome)) == ("g", (0,), b'{"winners":[0]}')
        assert [ban.reason for ban in known.bans] == ["Shouting"]
        assert [each.did for each in known.deeds] == ["ban"]
        written = msgspec.json.encode(known)
        assert b"Bob" not in written
        assert b"argon2" not in written

    # ── Retention ────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_closed_room_without_a_finished_game_is_deleted_after_a_day(self, store: Store) -> None:
        said = (name(1, "ada", "Ada"),)
        await all_appended(
            store,
            append("a", 0, b"1", names=said, snapshot=b"s"),
            append("a", 1, b"2", closed_at=NOW),
            append("living", 0),
        )
        pruner = Pruner(store.upkeep, None)
        assert await pruner.prune(NOW + DAY, _at_once) == Pruned()
        assert (await store.load("a")).version == 2
        assert await pruner.prune(NOW + DAY + 1, _at_once) == Pruned(rooms=1, rows=5)
        assert await store.load("a") == _EMPTY
        assert await store.look_up(["a"]) == ()
        assert await listed(store) == ["living"]
        assert await store.append(append("b", 0, code="CA", active_at=NOW + DAY + 1)) == Appended(1)
        assert await store.names("b") == {}

    async def test_records_are_kept_for_good_where_the_host_does_not_say_how_long(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"),), closed_at=NOW))
        assert await Pruner(store.upkeep, None).prune(NOW + 10_000 * DAY, _at_once) == Pruned()
        assert await store.find_game("g") == finished("g", "a")
        assert (await store.load("a")).version == 1

    async def test_records_are_deleted_when_their_time_is_over_and_rooms_when_no_record_needs_them(
        self, store: Store
    ) -> None:
        games = (finished("g1", "a", ended_at=NOW), finished("g2", "a", ended_at=NOW + DAY))
        await store.append(append("a", 0, b"1", finished=games, closed_at=NOW + DAY))
        pruner = Pruner(store.upkeep, 30 * DAY)
        assert await pruner.prune(NOW + 30 * DAY, _at_once) == Pruned()
        assert await pruner.prune(NOW + 30 * DAY + 1, _at_once) == Pruned(records=1)
        assert await store.find_game("g1") is None
        assert await store.games_of("ada", 10) == games[1:]
        assert (await store.load("a")).version == 1, "the other record needs it"
        assert await pruner.prune(NOW + 31 * DAY + 1, _at_once) == Pruned(rooms=1, records=1, rows=2)
        assert await store.games_of("ada", 10) == ()
        assert await store.load("a") == _EMPTY

    async def test_a_room_that_lives_is_never_deleted(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"),)))
        assert await Pruner(store.upkeep, DAY).prune(NOW + 100 * DAY, _at_once) == Pruned(records=1)
        assert (await store.load("a")).version == 1

    async def test_several_that_prune_at_once_do_not_stop_each_other(self, store: Store) -> None:
        await all_appended(store, *(append(f"r{number}", 0, closed_at=NOW) for number in range(30)))
        pruned = await asyncio.gather(*(Pruner(store.upkeep, DAY).prune(NOW + 2 * DAY, _at_once) for _ in range(3)))
        assert sum(each.rows for each in pruned) == 60
        assert await store.upkeep.closed_rooms(NOW + 2 * DAY, (0, ""), 10) == ()

    # ── What a host sees ─────────────────────────────────────────────────────────────────────────────────

    async def test_a_host_sees_every_room_and_finds_the_one_that_is_meant(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, name="Chez Ada", active_at=NOW, names=(name(1, "ada", "Ada"),), people=("ada",)),
            append("b", 0, game="kitty", status="playing", host="Béa", is_private=True, active_at=NOW + 1),
            append("c", 0, is_listed=False, active_at=NOW + 2),
            append("d", 0, closed_at=NOW + 3, active_at=NOW + 3, names=(name(1, "ada", "Ada"),)),
        )
        asked: list[tuple[HostQuery, list[str]]] = [
            (HostQuery(), ["c", "b", "a"]),
            (HostQuery(with_closed=True), ["d", "c", "b", "a"]),
            (HostQuery(game="kitty"), ["b"]),
            (HostQuery(status="playing"), ["b"]),
            (HostQuery(search="CHÉZ"), ["a"]),
            (HostQuery(search="bea"), ["b"]),
            (HostQuery(search="cc"), ["c"]),
            (HostQuery(search="nothing like it"), []),
            (HostQuery(person="ada"), ["a"]),
            (HostQuery(person="ada", with_closed=True), ["d", "a"]),
            (HostQuery(active_after=NOW + 1), ["c", "b"]),
            (HostQuery(active_before=NOW + 1), ["a"]),
            (HostQuery(limit=1), ["c"]),
        ]
        for query, wanted in asked:
            assert [row.room for row in await store.upkeep.overview.rooms(query)] == wanted, query
        found = [await store.upkeep.overview.find_room(which) for which in ("a", "ca", "d", "CD", "x")]
        assert [row and row.room for row in found] == ["a", "a", "d", None, None]

    async def test_a_host_sees_the_people_that_the_store_knows(self, store: Store) -> None:
        game = finished("g1", "a", people=("guest", "bob"), ended_at=NOW + 5)
        await all_appended(
            store,
            append("a", 0, active_at=NOW + 6, names=(name(1, "guest", "Dédé"),), finished=(game,)),
            append("b", 0, active_at=NOW + 7, names=(name(1, "eve", "Eve"),), people=("eve",)),
        )
        await store.add_account(account("ada", "lovelace"))
        await store.claim("guest", "ada")
        await store.upkeep.ban(Ban("person", "eve", NOW, NOW + HOUR), deed())
        overview = store.upkeep.overview
        everybody = await overview.people(PeopleQuery(), NOW)
        assert [person.person for person in everybody] == ["eve", "ada", "bob"], "the most recently active first"
        eve, ada, bob = everybody
        assert (eve.names, eve.username, eve.games, eve.rooms, eve.is_banned) == (("Eve",), None, 0, 1, True)
        assert (ada.names, ada.username, ada.guests) == (("Dédé",), "lovelace", ("guest",))
        assert (ada.active_at, ada.games, ada.rooms, ada.is_banned) == (NOW + 6, 1, 0, False)
        assert (bob.names, bob.games) == ((), 1)
        assert not (await overview.people(PeopleQuery(search="eve"), NOW + HOUR))[0].is_banned
        for search, wanted in (("LOVE", ["ada"]), ("dede", ["ada"]), ("guest", ["ada"]), ("bob", ["bob"]), ("?", [])):
            found = await overview.people(PeopleQuery(search=search), NOW)
            assert [person.person for person in found] == wanted, search
        assert len(await overview.people(PeopleQuery(limit=1), NOW)) == 1
        for asked, owner in (("ada", "ada"), ("LOVELACE", "ada"), ("eve", None)):
            who = await overview.find_account(asked)
            assert (who and who.person) == owner, asked

    async def test_a_room_is_appended_to_from_outside_at_its_version_only(self, store: Store) -> None:
        overview = store.upkeep.overview
        await store.append(append("a", 0, b"one", people=("ada",), names=(name(1, "ada", "Ada"),)))
        assert await overview.seats_of("ada") == ("a",)
        assert await overview.append(append("a", 1, b"two", closed_at=NOW)) == Appended(2)
        assert await overview.append(append("a", 1, b"late")) == Conflict(2)
        assert await store.append(append("a", 1, b"late")) == Conflict(2)
        assert await overview.load("a") == await store.load("a") == Loaded(None, 0, (b"one", b"two"), {1: "Ada"})
        assert await overview.read("a", 1) == (b"two",)
        assert await overview.seats_of("ada") == ()

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
        assert await asyncio.wait_for(told, 10) == []


# ── Stores for several processes ─────────────────────────────────────────────────────────────────────────


class SharedStoreConformance(StoreConformance):
    """What a backend for several processes keeps besides."""

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


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


async def random_rooms(store: Store, number: int, seed: int) -> list[ListedRoom]:
    """Append rooms that differ in everything; some are then changed, hidden or closed. What is left to list."""
    source = random.Random(seed)
    rooms: dict[str, ListedRoom] = {}
    for version in range(2):
        for place in range(number):
            if version and source.random() < 0.5:
                continue
            room, words = f"r{place:05}", source.choices(_WORDS, k=source.randint(1, 3))
            told = summary(
                room,
                name=" ".join(words),
                game=source.choice(("noe", "kitty", "ninth")),
                capacity=source.randint(2, 4),
                status=source.choice(("waiting", "playing", "finished")),
                is_private=source.random() < 0.3,
                is_listed=source.random() < 0.9,
                active_at=NOW + source.randint(0, number // 2),
                closed_at=NOW if source.random() < 0.2 * version else None,
            )
            rooms[room] = ListedRoom(room, version + 1, told)
        changed = [
            store.append(Append(room.room, version, (b"{}",), room.summary))
            for room in rooms.values()
            if room.version == version + 1
        ]
        assert all(isinstance(result, Appended) for result in await asyncio.gather(*changed))
    return [room for room in rooms.values() if room.summary.is_listed and room.summary.closed_at is None]


async def check_list(store: Store, rooms: Sequence[ListedRoom], queries: int, seed: int) -> None:
    """Random queries find what looking at every room finds, in the same order."""
    source = random.Random(seed)
    for _ in range(queries):
        query: dict[str, Any] = {
            "search": source.choice(("", "", "e", "el", "Élo", "chez", "zzz", "é c", "soir", "dé")),
            "game": source.choice((None, None, "noe", "none")),
            "is_private": source.choice((None, None, True, False)),
            "capacity": source.choice((None, None, 2, 9)),
            "status": source.choice((None, None, "playing")),
            "active_since": source.choice((None, None, NOW + len(rooms) // 4)),
        }
        expected = [room.room for room in _in_order(rooms) if _matches(room.summary, **query)]
        assert await listed(store, **query, limit=source.choice((3, 50))) == expected, query


_WORDS: Final = ("Chez", "Élodie", "partie", "du", "SOIR", "dé", "à", "Cœur", "de", "nuit", "table", "n°1")


def _in_order(rooms: Iterable[ListedRoom]) -> list[ListedRoom]:
    return sorted(rooms, key=lambda room: (room.summary.active_at, room.room), reverse=True)


def _matches(told: Summary, search: str, active_since: int | None, **wanted: object) -> bool:
    return (
        fold_text(search) in fold_text(told.name or told.host)
        and (active_since is None or told.active_at >= active_since)
        and all(value is None or getattr(told, field) == value for field, value in wanted.items())
    )


async def _at_once() -> None:
    """No pause."""


async def _awaited(result: Awaitable[Any]) -> Any:
    return await result


async def _collected(changes: AsyncIterator[Change]) -> list[Change]:
    return [change async for change in changes]
