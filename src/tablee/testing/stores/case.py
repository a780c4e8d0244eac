"""What each part of the suite is given, and says."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeAlias

import pytest
import pytest_asyncio

from tablee.store.contract import Loaded, Store
from tablee.testing.stores import account, append, finished, name, opened

MakeStore: TypeAlias = Callable[[], Store]
"""Makes a store that isn't open yet, each time on the same data, which are empty when the test begins."""

EMPTY: Final = Loaded(None, 0, ())


async def with_ada_and_bob(store: Store) -> None:
    """Ada, who has an account and was a guest before, opened a room; Bob came in, and they have played."""
    said = (name(1, "ada", "Chez Ada", "room"), name(2, "ada", "Ada"), name(3, "bob", "Bob"))
    game = finished("g", "a", named_at=(2, 3))
    shown = {"name": "Chez Ada", "host": "Ada", "people": ("ada", "bob")}
    await store.append(append("a", 0, b"1", b"2", b"3", names=said, finished=(game,), **shown))
    await store.add_account(account("ada", "Ada"))
    await store.claim("guest", "ada")


async def told(store: Store, after: int = 0) -> list[tuple[str, str]]:
    """The kinds and subjects of the notices after a number."""
    return [(notice.kind, notice.subject) for notice in await store.upkeep.notices(after)]


async def at_once() -> None:
    """No pause, for pruning."""


async def awaited(result: Awaitable[Any]) -> Any:
    return await result


@pytest.mark.asyncio
class StoreCase:
    """What every part of the suite is given."""

    @pytest.fixture
    def make_store(self) -> MakeStore:
        """Say it in the class that inherits."""
        raise NotImplementedError("The fixture make_store must be given.")

    @pytest_asyncio.fixture
    async def store(self, make_store: MakeStore) -> AsyncIterator[Store]:
        """An open store without data."""
        async with opened(make_store()) as store:
            yield store
