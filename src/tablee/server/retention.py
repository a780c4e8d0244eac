"""Deletes what has had its time, now and then, while the server runs (store/pruning.py)."""

import asyncio
from typing import Final

import structlog

from tablee.server.clock import now
from tablee.store.contract import Unavailable
from tablee.store.pruning import DAY, Pruner
from tablee.store.upkeep import Upkeep

log = structlog.get_logger(__name__)

_FIRST_AFTER: Final = 60.0
_EVERY: Final = 3600.0
"""Seconds. Several processes may do it at once: what one deletes, the others don't find."""


class Retention:
    """Prunes the store every hour."""

    def __init__(self, upkeep: Upkeep, keep_records_days: int) -> None:
        self._pruner = Pruner(upkeep, keep_records_days * DAY or None)
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, a minute after the start."""
        self._task = asyncio.create_task(self._run(), name="tablee-retention")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        await asyncio.sleep(_FIRST_AFTER)
        while True:
            try:
                pruned = await self._pruner.prune(now())
                if pruned.rows or pruned.records:
                    log.info("pruned", rooms=pruned.rooms, records=pruned.records, rows=pruned.rows)
            except Unavailable as error:
                log.warning("pruning_failed", error=str(error))
            except Exception:
                log.exception("pruning_failed")
            await asyncio.sleep(_EVERY)
