"""Sweeps: rooms whose process died are taken care of, and those that nobody is in are forgotten."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import structlog
from msgspec.structs import replace

from tablee.server.clock import now
from tablee.store.contract import RoomQuery, Unavailable

if TYPE_CHECKING:
    from tablee.server.hall import Hall

log = structlog.get_logger(__name__)

_SWEPT_AT_ONCE: Final = 200
_LOOKED_UP_AT_ONCE: Final = 1000
_LOADED_AT_ONCE: Final = 25
_BREATH: Final = 0.02
"""Seconds between two batches of rooms that nobody is in: those where people play come first."""


class Sweeps:
    """Care for rooms that no process holds."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._store, self._times = hall, hall.store, hall.times
        self.broken: dict[str, int] = {}
        """Rooms that can't be loaded or played on, and when to try again."""

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._times.sweep_every)
            for sweep in (self.sweep_deadlines, self._sweep_rooms):
                try:
                    await sweep()
                except Unavailable as error:
                    log.warning("sweep_failed", error=str(error))
                except Exception:
                    log.exception("sweep_failed")

    async def sweep_deadlines(self) -> None:
        if not self._hall.presence.pulse.is_alive:
            return
        time = now()
        self.broken = {room_id: again for room_id, again in self.broken.items() if again > time}
        due = await self._store.due(time - self._times.overdue_after, _SWEPT_AT_ONCE + len(self.broken))
        await self._attend_to(due)

    async def _attend_to(self, room_ids: Sequence[str]) -> None:
        """Take care of rooms that nobody holds here, a few at a time: together they take few commits."""
        unheld = [room_id for room_id in room_ids if room_id not in self._hall.rooms and room_id not in self.broken]
        for start in range(0, len(unheld), _LOADED_AT_ONCE):
            await asyncio.gather(*map(self._take_care_of, unheld[start : start + _LOADED_AT_ONCE]))
            await asyncio.sleep(_BREATH)

    async def _take_care_of(self, room_id: str) -> None:
        try:
            live = await self._hall.find(room_id)
            if live is not None:
                await live.tick()
        except Unavailable:
            raise
        except Exception:  # One room that can't be played on keeps no other from it.
            log.exception("room_broken", room=room_id)
            self.broken[room_id] = now() + self._times.retry_broken_after

    async def _sweep_rooms(self) -> None:
        """Note who is away, read what may have been missed, forget rooms that nobody is in."""
        hall = self._hall
        living = await hall.presence.living()
        for live in list(hall.rooms.values()):
            if living is not None and not live.room.closed:
                await live.note_dead_connections(hall.process, living)
            if hall.presence.pulse.is_alive:
                live.insist()
            if live.is_in_doubt:
                live.notice()
            if live.is_idle and (live.room.closed or now() - live.idle_since > self._times.forgotten_after):
                hall.rooms.pop(live.room.id, None)
        hall.metrics.rooms.set(len(hall.rooms))

    async def run_roll_calls(self) -> None:
        """After a process dies, mark its people away; waiting rooms wouldn't notice for an hour."""
        known: frozenset[str] | None = None  # At first, the process before this one may have died.
        while True:
            await asyncio.sleep(self._times.sweep_every)
            try:
                living = await self._hall.presence.living()
                if living is not None:
                    if known is None or known - living:
                        await self._call_the_roll()
                    known = living
            except Unavailable as error:
                log.warning("roll_call_failed", error=str(error))

    async def _call_the_roll(self) -> None:
        """Look at every waiting room once. Those that change meanwhile go to the front, and the rest is behind."""
        query = RoomQuery(limit=_LOOKED_UP_AT_ONCE)
        while True:
            page = await self._store.list_rooms(query)
            await self._attend_to([row.room for row in page.rooms if row.summary.status == "waiting"])
            if page.next is None:
                return
            query = replace(query, before=page.next)
