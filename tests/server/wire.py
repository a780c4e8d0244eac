"""A bare WebSocket, for tests: says anything, and keeps everything that it hears, in order."""

import asyncio
import contextlib
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import at_leisure
from tests.server.serving import ServerProcess

Message = dict[str, Any]

_ids = count(1)


class Wire:
    """One connection, without any of the client's manners."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[bytes] = []
        self.heard: list[Message] = []
        self._read = 0
        self._changed = asyncio.Condition()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, server: ServerProcess, cookie: str, address: str = "", **headers: str) -> "Wire":
        """Connect; raises what `websockets` raises when the server does not want it."""
        given = {"cookie": cookie, "x-forwarded-for": address, **headers}
        socket = await connect(
            f"ws://{server.host}/ws",
            additional_headers={name: value for name, value in given.items() if value},
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        return cls(socket)

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in self.socket:
                raw = data.encode() if isinstance(data, str) else data
                self.raw.append(raw)
                self.heard.append(msgspec.json.decode(raw))
                async with self._changed:
                    self._changed.notify_all()
        async with self._changed:
            self._changed.notify_all()

    async def say(self, type_: str, **fields: Any) -> str:
        """Send a message; returns its id."""
        id_ = fields.pop("id", None) or f"wire-{next(_ids)}"
        await self.socket.send(msgspec.json.encode({"type": type_, "id": id_, **fields}).decode())
        return str(id_)

    async def ask(self, type_: str, **fields: Any) -> Message:
        """Send a message and wait for its answer."""
        start = len(self.heard)
        return await self.answer_to(await self.say(type_, **fields), start)

    async def answer_to(self, id_: str, start: int = 0) -> Message:
        """The answer to the message of that id, among what is heard from that place on."""
        return await self.until(lambda message: id_ in (message.get("id"), message.get("ack")), start)

    async def refusal(self, type_: str, **fields: Any) -> str:
        """The code with which a message is refused."""
        answer = await self.ask(type_, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["refusal"]["code"])

    async def next(self, type_: str) -> Message:
        """The next message of that type, after the one that was last asked for."""
        message = await self.until(lambda message: message["type"] == type_, self._read)
        self._read = self.heard.index(message, self._read) + 1
        return message

    async def until(self, condition: Callable[[Message], bool], start: int = 0, seconds: float = 10) -> Message:
        """The first message, heard from that place on, that is as wished."""
        async with asyncio.timeout(at_leisure(seconds)):
            while True:
                for message in self.heard[start:]:
                    if condition(message):
                        return message
                if self._listening.done():
                    raise ConnectionError(f"closed: {self.socket.close_code} {self.socket.close_reason}")
                start = len(self.heard)
                async with self._changed:
                    if len(self.heard) == start and not self._listening.done():
                        await self._changed.wait()

    async def closed(self) -> int | None:
        """The code with which the server closes it."""
        async with asyncio.timeout(at_leisure(10)):
            await self._listening
        return self.socket.close_code

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()
        await self._listening

    async def __aenter__(self) -> "Wire":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
