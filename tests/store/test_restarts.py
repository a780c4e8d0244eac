"""A process that dies without a goodbye: nobody's clock ran while it was away, however short that was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.store.contract import Outage
from tablee.store.opening import open_store
from tablee.testing.stores import NOW, SECOND, opened


@pytest.mark.asyncio
@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_a_quick_restart_after_a_crash_is_an_outage(
    backend: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    die_without_a_goodbye: Callable[[str | None, Path], None],
) -> None:
    url = request.getfixturevalue("postgres_url") if backend == "postgres" else None
    die_without_a_goodbye(url, tmp_path)
    async with opened(open_store(url, tmp_path), "again", NOW + SECOND) as store:
        assert list(await store.outages(0)) == [Outage(NOW, NOW + SECOND)]
        assert await store.due(NOW + 60 * SECOND, 10) == ()
        assert await store.due(NOW + 61 * SECOND, 10) == ("a",)
        assert await store.living(NOW + SECOND, 15 * SECOND) == {"again"}
