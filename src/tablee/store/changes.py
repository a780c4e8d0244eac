"""Changes made by other processes, until they are read."""

import asyncio

from tablee.store.contract import Change


class Changes:
    """An async iterator of changes that ends when the store closes.

    A room that changed several times before it was read comes once, with its latest version: however slow the
    reader, no more waits here than there are rooms.
    """

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._is_closed = False
        self._stirred = asyncio.Event()

    def put(self, room: str, version: int) -> None:
        self._versions[room] = max(version, self._versions.get(room, 0))
        self._stirred.set()

    def close(self) -> None:
        """Nothing more will come; what waits can still be taken."""
        self._is_closed = True
        self._stirred.set()

    def __aiter__(self) -> "Changes":
        return self

    async def __anext__(self) -> Change:
        while not self._versions:
            if self._is_closed:
                raise StopAsyncIteration
            self._stirred.clear()
            await self._stirred.wait()
        room = next(iter(self._versions))
        return Change(room, self._versions.pop(room))
