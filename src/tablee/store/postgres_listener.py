"""How a process hears what others append to the same PostgreSQL database.

**Missed changes.** While the listening connection is broken, notifications are lost. Each row of a room holds the
transaction that wrote it, and the listener remembers, every few seconds, from which transaction on it may not have
heard; when it listens again, it tells of all rooms written since. `changes` may thus tell what was known already,
never too little.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

from tablee.store.changes import Changes
from tablee.store.contract import Unavailable
from tablee.store.postgres_database import PostgresDatabase, reaching
from tablee.store.postgres_streams import CHANNEL, read_payload

_HEARTBEAT: Final = 5.0
"""Seconds between two looks whether the listening connection is still alive."""
_PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds to wait before the first, second, … attempt to listen again."""

_log = logging.getLogger(__name__)


class Listener:
    """Passes on what other processes append."""

    def __init__(self, database: PostgresDatabase, followers: WeakSet[Changes], sender: str) -> None:
        self._database = database
        self._followers = followers
        self._sender = sender
        self._connection: Any = None
        self._heard: tuple[int, int] = (0, 0)
        """The oldest transaction that may have been open at the look before the last one, and at the last one. Of
        what is older than the first, everything was heard: its notifications had a whole heartbeat to arrive."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        oldest = await self._listen()
        self._heard = (oldest, oldest)
        self._task = asyncio.create_task(self._run(), name="tablee-store-listener")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while True:
            try:
                with reaching():
                    await self._stay()
            except Unavailable as error:
                _log.warning("What other processes do isn't heard for the moment. %s", error)
            await self._come_back()
            _log.info("What other processes do is heard again.")

    async def _stay(self) -> None:
        """Look from time to time whether the connection is still alive; Unavailable when it isn't."""
        lost = asyncio.Event()
        self._connection.add_termination_listener(lambda _: lost.set())
        while not self._connection.is_closed():
            with suppress(TimeoutError):
                async with asyncio.timeout(_HEARTBEAT):
                    await lost.wait()
                break
            self._heard = (self._heard[1], await _oldest_open(self._connection))
        raise Unavailable("The connection was lost.")

    async def _come_back(self) -> None:
        attempt = 0
        while True:
            await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            attempt += 1
            with suppress(Unavailable), reaching():
                self._connection.terminate()
                oldest = await self._listen()
                # A server that counts from further back is another one, put in its place: all may be new.
                since = self._heard[0] if oldest >= self._heard[0] else 0
                rows = await self._connection.fetch(
                    "SELECT room, version FROM rooms WHERE changed >= $1::text::xid8", str(since)
                )
                self._tell((row[0], row[1]) for row in rows)
                self._heard = (oldest, oldest)
                return

    async def _listen(self) -> int:
        """Connect and listen; the oldest transaction that may still be open then."""
        self._connection = await self._database.connect()
        await self._connection.add_listener(CHANNEL, self._hear)
        return await _oldest_open(self._connection)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        sender, rooms = read_payload(payload)
        if sender != self._sender:
            self._tell(rooms)

    def _tell(self, rooms: Iterable[tuple[str, int]]) -> None:
        for room, version in rooms:
            for changes in self._followers:
                changes.put(room, version)


async def _oldest_open(connection: Any) -> int:
    return int(await connection.fetchval("SELECT pg_snapshot_xmin(pg_current_snapshot())::text"))
