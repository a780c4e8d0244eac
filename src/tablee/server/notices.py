"""Learns what others change in the store: the host with `tablee admin`, or another process.

What a server holds in memory is kept up to date by notices, which are read every so often. Anyone who holds something
loads it when the server opens, or when the store was put back to an earlier state, and is then told of every notice
of its kind, in order.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog

from tablee.server.clock import now
from tablee.store.contract import Milliseconds, Unavailable
from tablee.store.notices import NoticeKind
from tablee.store.upkeep import Upkeep

log = structlog.get_logger(__name__)

HEEDED_EVERY: Final = 0.5
"""Seconds between two looks."""
KEPT_FOR: Final[Milliseconds] = 24 * 60 * 60 * 1000
_SWEPT_EVERY: Final = 3600.0

Heed: TypeAlias = Callable[[str], Awaitable[None]]
"""Takes in what a notice says of its subject, which may be known already. One that raises Unavailable comes again."""
Load: TypeAlias = Callable[[], Awaitable[None]]
"""Loads all that is to be held, from the store."""


class Notices:
    """Reads notices and passes them to their subscribers."""

    def __init__(self, upkeep: Upkeep, every: float = HEEDED_EVERY) -> None:
        self._upkeep, self._every = upkeep, every
        self._heeding: dict[str, list[Heed]] = defaultdict(list)
        self._loading: list[Load] = []
        self._last = 0
        self._is_stale = True
        self._swept_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def heed(self, kind: NoticeKind, heed: Heed) -> None:
        self._heeding[kind].append(heed)

    def load(self, load: Load) -> None:
        """Call `load` before anything is served, and whenever everything has to be read again."""
        self._loading.append(load)

    async def open(self) -> None:
        """Load everything, then read on from there. Raises Unavailable."""
        await self._start_over()
        self._task = asyncio.create_task(self._run(), name="tablee-notices")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def start_over(self) -> None:
        """The store was put back to an earlier state: load everything again with the next look."""
        self._is_stale = True

    async def look(self) -> None:
        if self._is_stale:
            await self._start_over()
        for notice in await self._upkeep.notices(self._last):
            for heed in self._heeding.get(notice.kind, ()):
                try:
                    await heed(notice.subject)
                except Unavailable:
                    raise
                except Exception:  # A failure must not hold up the others.
                    log.exception("notice_failed", kind=notice.kind)
            self._last = notice.number

    async def _start_over(self) -> None:
        # In this order, so that a notice that arrives meanwhile is handled twice rather than never.
        self._last = await self._upkeep.last_notice()
        for load in self._loading:
            await load()
        self._is_stale = False

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.look()
                await self._sweep()
            except Unavailable as error:
                log.warning("notices_failed", error=str(error))
            except Exception:
                log.exception("notices_failed")

    async def _sweep(self) -> None:
        time = asyncio.get_running_loop().time()
        if self._swept_at == 0.0 or time >= self._swept_at + _SWEPT_EVERY:
            await self._upkeep.forget_notices(now() - KEPT_FOR)
            self._swept_at = time
