"""The list of rooms beyond the first glance: what is rare is found by its tags."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tablee.store import postgres, sqlite
from tablee.store.contract import RoomQuery, Store
from tablee.store.listing import Conditions, read_cursor
from tablee.store.opening import open_store
from tablee.store.search_index import have_same_tags, numbers, tags_for, tags_of
from tablee.testing.stores import NOW, all_appended, append, listed, opened, summary
from tablee.testing.stores.rooms import check_list, random_rooms


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Store]:
    """A store that looks at three rooms only before it asks for tags."""
    monkeypatch.setattr(sqlite, "GLANCE", 3)
    monkeypatch.setattr(postgres, "GLANCE", 3)
    monkeypatch.setattr(postgres, "FIRST_GLANCE", 2)
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    async with opened(open_store(url, tmp_path)) as store:
        yield store


@pytest.mark.asyncio
async def test_the_list_agrees_with_looking_at_every_room(store: Store) -> None:
    rooms = await random_rooms(store, 200, seed=3)
    await check_list(store, rooms, queries=80, seed=4)


@pytest.mark.asyncio
@pytest.mark.parametrize("glances", [(2, 40), (10, 40), (40, 400)])
async def test_the_list_agrees_however_far_the_glances_reach(
    store: Store, monkeypatch: pytest.MonkeyPatch, glances: tuple[int, int]
) -> None:
    monkeypatch.setattr(postgres, "FIRST_GLANCE", glances[0])
    for module in (postgres, sqlite):
        monkeypatch.setattr(module, "GLANCE", glances[1])
    rooms = await random_rooms(store, 200, seed=5)
    await check_list(store, rooms, queries=40, seed=6)


@pytest.mark.asyncio
async def test_tags_follow_the_room(store: Store) -> None:
    """One room that is older than many others, changed in every way that the list can see."""
    await all_appended(store, *(append(f"r{number}", 0, active_at=NOW + 9) for number in range(10)))
    await all_appended(store, append("a", 0, name="Rare", status="waiting"))
    assert await listed(store, search="rare") == ["a"]
    await store.append(append("a", 1, name="Rare", status="playing"))
    assert await listed(store, status="playing") == ["a"]
    assert await listed(store, search="rare", status="waiting") == []
    await store.append(append("a", 2, name="Other", status="playing", game="noe", capacity=2, visibility="private"))
    assert await listed(store, search="rare") == []
    assert await listed(store, search="other", game="noe", capacity=2, visibility="private", status="playing") == ["a"]
    await store.append(append("a", 3, name="Other", is_listed=False))
    assert await listed(store, search="other") == []
    await store.append(append("a", 4, name="Other"))
    assert await listed(store, search="other") == ["a"]
    await store.append(append("a", 5, name="Other", status="finished"))
    assert await listed(store, search="other") == []
    await store.append(append("a", 6, name="Other", status="playing"))
    assert await listed(store, search="other") == ["a"]
    await store.append(append("a", 7, name="Other", closed_at=NOW))
    assert await listed(store, search="other") == []


@pytest.mark.asyncio
async def test_pieces_that_stand_apart_do_not_make_the_name(store: Store) -> None:
    await all_appended(store, *(append(f"r{number}", 0, active_at=NOW + 9) for number in range(10)))
    await all_appended(store, append("a", 0, name="abcd bcde"), append("b", 0, name="abcde"))
    assert await listed(store, search="abcde") == ["b"]


def test_a_game_that_begins_or_ends_leaves_the_tags_alone() -> None:
    playing, finished = summary("a", status="playing"), summary("a", status="finished")
    assert have_same_tags(playing, finished)
    assert tags_of(playing) == tags_of(finished)
    assert not have_same_tags(playing, summary("a", is_listed=False))


def test_a_room_has_every_tag_of_a_query_that_it_matches() -> None:
    told = summary("a", name="Chez Élodie", game="noe", capacity=3, status="playing", visibility="private")
    tags = set(tags_of(told))
    for search in ("", "c", "É", "ez", "z e", "Élo", "CHEZ ELODIE"):
        query = RoomQuery(search=search, game="noe", capacity=3, status="playing", visibility="private")
        assert set(tags_for(query)) <= tags
    assert not set(tags_for(RoomQuery(search="lode"))) <= tags
    assert all(tag.isascii() and tag.isalnum() for tag in tags)
    assert len(set(numbers(tags))) == len(tags)


def test_a_room_that_is_not_listed_has_no_tags() -> None:
    assert tags_of(summary("a", is_listed=False)) == tags_of(summary("a", closed_at=NOW)) == ()


def test_a_query_for_everything_asks_for_no_tag() -> None:
    assert tags_for(RoomQuery(active_since=NOW, limit=3)) == ()


def test_a_cursor_may_be_of_any_room_and_time() -> None:
    assert read_cursor("free.0.a") == (True, 0, "a")
    assert read_cursor("rest.-5.a.b. c") == (False, -5, "a.b. c")


def test_conditions_keep_their_values_in_order() -> None:
    assert Conditions("a = ?", (1,)) & Conditions("b = ?", (2,)) == Conditions("a = ? AND b = ?", (1, 2))
