"""Rooms: found by code, listed, searched, due."""

import asyncio
import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

import pytest
from msgspec.structs import replace

from tablee.store.collation import fold_text
from tablee.store.contract import (
    Append,
    Appended,
    CodeTaken,
    Conflict,
    ListedRoom,
    Loaded,
    RoomPage,
    RoomQuery,
    Store,
    Summary,
)
from tablee.testing.stores import DAY, HOUR, NOW, all_appended, append, finished, listed, summary
from tablee.testing.stores.case import EMPTY, StoreCase


async def _closed(store: Store, room: str, closed_at: int, opened_at: int) -> None:
    """A room of the code AAAAAA that was opened, and closed again."""
    last = append(room, 1, code="AAAAAA", active_at=closed_at, closed_at=closed_at)
    await all_appended(store, append(room, 0, code="AAAAAA", active_at=opened_at), last)


class RoomsConformance(StoreCase):
    """The contract of `Rooms`."""

    async def test_a_living_room_is_found_by_its_code(self, store: Store) -> None:
        await all_appended(store, append("a", 0, code="AAAAAA"), append("b", 0, code="BBBBBB", is_listed=False))
        assert await store.find_code("AAAAAA") == "a"
        assert await store.find_code("BBBBBB") == "b"
        assert await store.find_code("CCCCCC") is None

    async def test_a_code_of_a_living_room_is_taken_and_nothing_is_opened(self, store: Store) -> None:
        await store.append(append("a", 0, code="AAAAAA"))
        other = append("b", 0, code="AAAAAA", people=("bob",), finished=(finished("g", "b"),), active_at=NOW + 2 * DAY)
        assert await store.append(other) == CodeTaken()
        assert await store.load("b") == EMPTY
        assert await listed(store) == ["a"]
        assert await store.rooms_of("bob") == ()
        assert await store.find_game("g") is None
        assert await store.find_code("AAAAAA") == "a"
        assert await store.append(append("b", 0, code="BBBBBB")) == Appended(1)

    async def test_a_room_that_closed_lately_is_found_by_the_code_it_had(self, store: Store) -> None:
        first, second = NOW + HOUR, NOW + 2 * DAY
        await _closed(store, "a", first, NOW)
        assert await store.find_closed("AAAAAA", first - 1) == "a"
        assert await store.find_closed("AAAAAA", first) is None
        assert await store.find_closed("BBBBBB", 0) is None
        await _closed(store, "b", second, second)
        assert await store.find_closed("AAAAAA", 0) == "b"

    async def test_a_code_is_not_used_again_for_a_day_after_its_room_closed(self, store: Store) -> None:
        closed_at = NOW + HOUR
        await _closed(store, "a", closed_at, NOW)
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
            visibility="private",
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
            {"name": "Renamed", "capacity": 2, "game": "noe", "visibility": "private"},
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

    async def test_rooms_with_a_free_seat_come_before_all_others(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, taken=1, capacity=2, active_at=NOW + 1),
            append("b", 0, taken=2, capacity=2, active_at=NOW + 2),
            append("c", 0, taken=1, capacity=4, status="playing", active_at=NOW + 4),
            append("d", 0, taken=3, capacity=4, active_at=NOW + 3),
        )
        for limit in (1, 2, 3, 4, 5):
            assert await listed(store, limit=limit) == ["d", "a", "c", "b"]
        await store.append(append("d", 1, taken=4, capacity=4, active_at=NOW + 5))
        assert await listed(store, limit=1) == ["a", "d", "c", "b"]

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
        places = ("", "x", "12", ".a", "1e3.a", "٣.a", f"{2**63}.a", "9" * 30 + ".a")
        for cursor in (*places, *(f"free.{place}" for place in places), "1.a", "all.1.a"):
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
            append("b", 0, game="noe", capacity=4, status="playing", visibility="private", active_at=NOW + 3),
            append("c", 0, game="kitty", capacity=2, status="playing", active_at=NOW + 2),
            append("d", 0, game="kitty", capacity=4, status="finished", visibility="private", active_at=NOW + 1),
        )
        assert await listed(store, game="noe") == ["a", "b"]
        assert await listed(store, visibility="open") == ["a", "c"]
        assert await listed(store, visibility="private") == ["b"], "d is finished"
        assert await listed(store, capacity=2) == ["a", "c"]
        assert await listed(store, status="playing") == ["b", "c"]
        assert await listed(store, active_since=NOW + 3) == ["a", "b"]
        assert await listed(store, game="noe", capacity=4, status="playing", visibility="private") == ["b"]
        assert await listed(store, status="finished") == []
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

    # ── Seats and deadlines ──────────────────────────────────────────────────────────────────────────────

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
                taken=source.randint(1, 4),
                status=source.choice(("waiting", "playing", "finished")),
                visibility="private" if source.random() < 0.2 else "open",
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
    return [room for room in rooms.values() if room.summary.is_shown]


async def check_list(store: Store, rooms: Sequence[ListedRoom], queries: int, seed: int) -> None:
    """Random queries find what looking at every room finds, in the same order."""
    source = random.Random(seed)
    for _ in range(queries):
        query: dict[str, Any] = {
            "search": source.choice(("", "", "e", "el", "Élo", "chez", "zzz", "é c", "soir", "dé")),
            "game": source.choice((None, None, "noe", "none")),
            "visibility": source.choice((None, None, "private", "open")),
            "capacity": source.choice((None, None, 2, 9)),
            "status": source.choice((None, None, "playing")),
            "active_since": source.choice((None, None, NOW + len(rooms) // 4)),
        }
        expected = [room.room for room in _in_order(rooms) if _matches(room.summary, **query)]
        assert await listed(store, **query, limit=source.choice((3, 50))) == expected, query


_WORDS: Final = ("Chez", "Élodie", "partie", "du", "SOIR", "dé", "à", "Cœur", "de", "nuit", "table", "n°1")


def _in_order(rooms: Iterable[ListedRoom]) -> list[ListedRoom]:
    def place(room: ListedRoom) -> tuple[bool, int, str]:
        told = room.summary
        return told.status == "waiting" and told.taken < told.capacity, told.active_at, room.room

    return sorted(rooms, key=place, reverse=True)


def _matches(told: Summary, search: str, active_since: int | None, **wanted: object) -> bool:
    return (
        fold_text(search) in fold_text(told.name or told.host)
        and (active_since is None or told.active_at >= active_since)
        and all(value is None or getattr(told, field) == value for field, value in wanted.items())
    )
