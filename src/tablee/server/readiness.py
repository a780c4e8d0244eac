"""Whether the store takes writes, looked at once however many ask."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from tablee.store.contract import Unavailable

KEPT_FOR: Final = 1.0
"""Seconds for which an answer is given again: a check is a commit to disk."""


class Readiness:
    """Asks the store, one check at a time and once a second at most."""

    def __init__(self, check: Callable[[], Awaitable[None]], clock: Callable[[], float] = monotonic) -> None:
        self._check, self._clock = check, clock
        self._looking: asyncio.Task[Unavailable | None] | None = None
        self._known_at = 0.0

    async def problem(self) -> Unavailable | None:
        """Why the store can't be written to; None if it can, a second ago at the latest."""
        looking = self._looking
        if looking is None or (looking.done() and self._clock() - self._known_at >= KEPT_FOR):
            looking = self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(looking)

    async def _look(self) -> Unavailable | None:
        try:
            await self._check()
        except Unavailable as error:
            return error
        finally:
            self._known_at = self._clock()
        return None
