"""What is changed beside a server, it hears of."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablee.server.notices import Notices
from tablee.store.contract import Store, Unavailable
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import NOW, opened


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(SqliteStore(tmp_path)) as store:
        yield store


class Listener:
    """Remembers what it was told, and fails as often as it is to."""

    def __init__(self, *fails: Exception) -> None:
        self.heard: list[str] = []
        self.loaded = 0
        self._fails = list(fails)

    async def heed(self, subject: str) -> None:
        if self._fails:
            raise self._fails.pop(0)
        self.heard.append(subject)

    async def load(self) -> None:
        self.loaded += 1


def notices_for(store: Store, listener: Listener) -> Notices:
    notices = Notices(store.upkeep, every=3600)
    notices.heed("ban", listener.heed)
    notices.load(listener.load)
    return notices


async def test_everything_is_loaded_first_and_then_each_notice_of_a_kind_is_told_once(store: Store) -> None:
    await store.upkeep.tell("ban", "before", NOW)
    listener = Listener()
    notices = notices_for(store, listener)
    await notices.open()
    await store.upkeep.tell("ban", "ada", NOW)
    await store.upkeep.tell("room", "parlour", NOW)
    await store.upkeep.tell("ban", "bob", NOW)
    await notices.look()
    await notices.look()
    await notices.close()
    assert (listener.loaded, listener.heard) == (1, ["ada", "bob"])


async def test_what_could_not_be_taken_in_for_lack_of_the_store_is_told_again(store: Store) -> None:
    listener = Listener(Unavailable("for a moment"))
    notices = notices_for(store, listener)
    await notices.look()
    await store.upkeep.tell("ban", "ada", NOW)
    with pytest.raises(Unavailable):
        await notices.look()
    await notices.look()
    assert listener.heard == ["ada"]


async def test_a_bug_in_one_who_listens_keeps_nobody_from_the_next_notice(store: Store) -> None:
    listener = Listener(RuntimeError("a bug"))
    notices = notices_for(store, listener)
    await notices.look()
    await store.upkeep.tell("ban", "ada", NOW)
    await store.upkeep.tell("ban", "bob", NOW)
    await notices.look()
    assert listener.heard == ["bob"]


async def test_after_the_store_was_put_back_everything_is_loaded_again(store: Store) -> None:
    listener = Listener()
    notices = notices_for(store, listener)
    await notices.look()
    notices.start_over()
    await notices.look()
    assert listener.loaded == 2
