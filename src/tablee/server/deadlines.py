"""Deadlines of the rooms in memory: each fires when it is due."""

import asyncio
import heapq
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from tablee.rooms.commands import Milliseconds
from tablee.server.clock import now
from tablee.server.live_room import LiveRoom
from tablee.store.contract import Unavailable

if TYPE_CHECKING:
    from tablee.server.hall import Hall

log = structlog.get_logger(__name__)


class Deadlines:
    """When to look at which room."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._heap: list[tuple[Milliseconds, str]] = []
        self._wake = asyncio.Event()

    def schedule(self, live: LiveRoom, time: Milliseconds | None) -> None:
        """Schedule a check of a room; only the earliest entry per room is kept."""
        if time is None or (live.wakes_at is not None and live.wakes_at <= time):
            return
        live.wakes_at = time
        heapq.heappush(self._heap, (time, live.room.id))
        if self._heap[0][0] == time:
            self._wake.set()

    async def run(self) -> None:
        heap = self._heap
        while True:
            self._wake.clear()
            while heap and heap[0][0] <= now():
                time, room_id = heapq.heappop(heap)
                live = self._hall.rooms.get(room_id)
                if live is None or live.wakes_at != time:
                    continue
                live.wakes_at = None
                if live.due_at is not None and live.due_at <= now():
                    self._hall.keep(self._fire(live))
                else:
                    self.schedule(live, live.due_at)
            delay = None if not heap else max(0.0, (heap[0][0] - now()) / 1000)
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._wake.wait()

    async def _fire(self, live: LiveRoom) -> None:
        """Fire a room's deadline, unless this process missed its heartbeat: the outage has to be measured first."""
        wait = self._hall.times.retry_after
        try:
            if self._hall.presence.pulse.is_alive:
                await live.tick()
        except Unavailable as error:
            log.warning("deadline_failed", room=live.room.id, error=str(error))
        except Exception:
            log.exception("deadline_failed", room=live.room.id)
            wait = self._hall.times.retry_fault_after
        if live.due_at is not None:
            self.schedule(live, max(live.due_at, now() + wait))
