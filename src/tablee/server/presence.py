"""Signs of life: which processes are alive, and what happens to clocks after a time in which none was."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from tablee.server.clock import now
from tablee.server.pulse import Pulse
from tablee.store.contract import Unavailable

if TYPE_CHECKING:
    from tablee.server.hall import Hall

log = structlog.get_logger(__name__)


class Presence:
    """This process among those that share its store."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._store, self._times = hall, hall.store, hall.times
        self.pulse = Pulse(outage_after=self._times.outage_after)
        self._alive_at = 0
        """When this process last showed life."""
        self._trusts_from = 0
        """From when on the silence of another process means its death."""

    async def begin(self) -> None:
        """Open the store with the first sign of life."""
        self._alive_at = now()
        await self._store.open(self._hall.process, self._alive_at, self._times.dead_after)
        self.pulse.answered()

    async def living(self) -> frozenset[str] | None:
        """The processes that are alive; None when it can't be known, soon after a time without the store."""
        time = now()
        if not self.pulse.is_alive or time < self._trusts_from:
            return None
        return await self._store.living(time, self._times.dead_after)

    async def run_life_signs(self) -> None:
        while True:
            is_alive = self.pulse.is_alive
            await asyncio.sleep(self._times.life_sign_every if is_alive else self._times.retry_after / 1000)
            try:
                await self._show_life()
            except Exception as error:
                if isinstance(error, Unavailable):
                    log.warning("life_sign_failed", error=str(error))
                else:
                    log.exception("life_sign_failed")
                self.pulse.failed()
            for live in list(self._hall.rooms.values()):
                live.go_on()

    async def run_beats(self) -> None:
        while True:
            await asyncio.sleep(self._times.beat_every)
            self.pulse.beat()

    async def _show_life(self) -> None:
        time, since, process, rooms = now(), self._alive_at, self._hall.process, self._hall.rooms
        if not self.pulse.is_alive or not await self._store.show_life(process, time):
            is_known = await self._store.return_to_life(process, time, self._times.outage_after)
            self._trusts_from = time + self._times.dead_after
            if is_known:
                outages = await self._store.outages(since)
                living = [live for live in rooms.values() if not live.room.closed]
                await asyncio.gather(*(live.settle(outages, process, None) for live in living))
            else:
                log.warning("store_put_back")
                for live in list(rooms.values()):
                    self._hall.drop(live)
                self._hall.on_put_back()
        self._alive_at = time
        self.pulse.answered()
