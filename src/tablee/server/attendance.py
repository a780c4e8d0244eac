"""Presence without a socket: a seat that is played over HTTP is present while requests come."""

import asyncio
from time import monotonic

from tablee.kernel.refusals import Refusal
from tablee.rooms.commands import Connect, Disconnect
from tablee.server.connections import Connection
from tablee.server.live_room import LiveRoom
from tablee.server.sessions import Session
from tablee.store.contract import Unavailable


class Attending(Connection):
    """Represents one person's requests at one table. Nothing is sent: every answer shows the room."""

    __slots__ = ("until",)

    def __init__(self, id_: str, session: Session, address: str) -> None:
        super().__init__(id_, session, address, ())
        self.until = 0.0

    def write(self, data: bytes) -> None:
        pass

    def say_goodbye(self, code: int, reason: str) -> None:
        pass

    def abort(self) -> None:
        self.is_over = True


class Attendance:
    """Everyone who plays over HTTP at this process."""

    def __init__(self, process: str, lasts: float) -> None:
        self._process, self._lasts = process, lasts
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def keep(self, live: LiveRoom, session: Session, address: str) -> Refusal | None:
        """Count a seated person as present, unless they already are by a socket."""
        seats = live.room.seats_of(session.person)
        if not seats:
            return None
        held = live.room.seats[seats[0]].connection
        attending = None if held is None else live.connections.get(held)
        if held is None:
            attending = self._new(session, address)
            attending.room = live.room.id
            reply = await live.submit(Connect(), attending.sender, attending)
            if isinstance(reply, Refusal):
                return reply
            attending.until = monotonic() + self._lasts
            if live.audience.admit(attending):
                self._watch(live, attending)
        if isinstance(attending, Attending):
            attending.until = monotonic() + self._lasts
        return None

    def _new(self, session: Session, address: str) -> Attending:
        self._count += 1
        return Attending(f"{self._process}:http{self._count}", session, address)

    def _watch(self, live: LiveRoom, attending: Attending) -> None:
        task = asyncio.create_task(self._until_gone(live, attending))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _until_gone(self, live: LiveRoom, attending: Attending) -> None:
        """Wait until requests have stopped; then the seat is as after a lost connection."""
        while (left := attending.until - monotonic()) > 0:
            await asyncio.sleep(left)
        if live.connections.pop(attending.id, None) is None:
            return  # Taken over, or sent away.
        try:
            await live.submit(Disconnect(), attending.sender)
        except Unavailable:
            live.notice()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
