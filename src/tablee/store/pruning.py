"""Delete what has had its time, in steps so small that no player waits for them.

- Closed rooms in which no game was finished: a day after they closed, when their codes may be used again too.
- What guests learnt, a year after their last step: their browsers have it too.
- Records, where the host sets for how long they are kept; and then the rooms that no record needs any longer.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from tablee.store.contract import Milliseconds
from tablee.store.upkeep import Upkeep

DAY: Final[Milliseconds] = 24 * 60 * 60 * 1000

YEAR: Final[Milliseconds] = 365 * DAY

ROWS: Final = 200
"""Rows that one step may delete: a few milliseconds of the one thread that writes to SQLite."""
_ROOMS: Final = 200
"""Rooms looked at in one step."""
_GAMES: Final = 20
_PAUSE: Final = 0.05
"""Seconds between two steps."""


class Pruned(Struct, frozen=True):
    """How much was deleted."""

    rooms: int = 0
    records: int = 0
    rows: int = 0
    """Of rooms and their streams, and of what guests learnt."""


async def breathe() -> None:
    await asyncio.sleep(_PAUSE)


class Pruner:
    """Deletes what has had its time. One that is kept looks at each closed room once."""

    def __init__(self, upkeep: Upkeep, keep_records: Milliseconds | None) -> None:
        self._upkeep, self._keep_records = upkeep, keep_records
        self._seen: tuple[Milliseconds, str] = (0, "")
        """Up to here, every closed room has records, or is gone."""

    async def prune(self, now: Milliseconds, pause: Callable[[], Awaitable[None]] = breathe) -> Pruned:
        """Delete all that is due, with a pause after each step. Several may do it at once."""
        pruned = Pruned()
        if self._keep_records is not None:
            pruned = await self._prune_records(now - self._keep_records, now - DAY, pause)
        while rooms := await self._upkeep.closed_rooms(now - DAY, self._seen, _ROOMS):
            for closed in rooms:
                if not closed.has_records:
                    pruned = await self._delete(closed.room, now - DAY, pruned, pause)
                self._seen = (closed.closed_at, closed.room)
            await pause()
        while deleted := await self._upkeep.delete_guest_progress(now - YEAR, ROWS):
            pruned = Pruned(pruned.rooms, pruned.records, pruned.rows + deleted)
            await pause()
        return pruned

    async def _prune_records(
        self, before: Milliseconds, closed_before: Milliseconds, pause: Callable[[], Awaitable[None]]
    ) -> Pruned:
        pruned = Pruned()
        while games := await self._upkeep.old_games(before, _GAMES):
            rooms = await self._upkeep.delete_games(games)
            await pause()
            if not rooms:  # Another process is at it.
                break
            pruned = Pruned(pruned.rooms, pruned.records + len(games), pruned.rows)
            for room in rooms:
                pruned = await self._delete(room, closed_before, pruned, pause)
        return pruned

    async def _delete(
        self, room: str, before: Milliseconds, pruned: Pruned, pause: Callable[[], Awaitable[None]]
    ) -> Pruned:
        rows = 0
        while deleted := await self._upkeep.delete_room(room, before, ROWS):
            rows += deleted
            await pause()
        return Pruned(pruned.rooms + (rows > 0), pruned.records, pruned.rows + rows)
