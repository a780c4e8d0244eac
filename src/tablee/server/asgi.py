"""The fall-back for WebSockets: `websockets`, or any ASGI server's, through Litestar. It only moves bytes."""

import asyncio
import contextlib
from http import HTTPStatus
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablee.protocol.close_codes import POLICY, TOO_BIG
from tablee.server.connections import REFUSED_AT_ONCE, REFUSED_PER_SECOND, SLOW_FOR_AT_MOST, Connection
from tablee.server.conversation import Conversation
from tablee.server.doorkeeper import PATH, Doorkeeper
from tablee.server.limits import Bucket
from tablee.server.sessions import Session
from tablee.server.settings import ServerSettings

_PARSED_AT_ONCE: Final = 512
"""Bytes parsed before other tasks run: parsing takes twenty times as long as with picows."""


def websockets_protocol(settings: ServerSettings) -> type[asyncio.Protocol]:
    """The class for uvicorn's `ws=` in the fall-back: the protocol of `websockets`, with a limit on frames of any kind.

    The application sees whole messages only, and those when all that was read has been parsed.
    """

    class Upgraded(WebSocketsSansIOProtocol):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._unparsed = bytearray()
            self._frames = Bucket(
                settings.message_burst + REFUSED_AT_ONCE, settings.messages_per_second + REFUSED_PER_SECOND
            )

        def data_received(self, data: bytes) -> None:
            is_behind = bool(self._unparsed)
            self._unparsed += data
            if not is_behind:
                self._parse()

        def _parse(self) -> None:
            """Parse a part now, the rest after other tasks have run."""
            part = bytes(self._unparsed[:_PARSED_AT_ONCE])
            super().data_received(part)
            del self._unparsed[: len(part)]
            if self._unparsed and not self.transport.is_closing():
                self.loop.call_soon(self._parse)

        def handle_events(self) -> None:
            for _ in self.conn.events:
                if not self._frames.take():
                    self.conn.fail(POLICY, "too fast")
                    self.handle_parser_exception()
                    return
            super().handle_events()

    return Upgraded


class AsgiConnection(Connection):
    """A connection that an ASGI server carries: a queue that a task of its own sends."""

    __slots__ = ("queue", "sending")

    _QUEUED_AT_MOST: Final = 256

    def __init__(self, id_: str, session: Session, address: str, buckets: tuple[Bucket, ...]) -> None:
        super().__init__(id_, session, address, buckets)
        self.queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        """Messages to be sent, and at last the code and reason to close with."""
        self.sending: asyncio.Task[None] | None = None

    def write(self, data: bytes) -> None:
        self.queue.put_nowait(data)
        if self.queue.qsize() > self._QUEUED_AT_MOST:
            self.fell_behind()

    def say_goodbye(self, code: int, reason: str) -> None:
        self.queue.put_nowait((code, reason))

    def abort(self) -> None:
        if self.sending is not None:
            self.sending.cancel()


def asgi_socket(doorkeeper: Doorkeeper) -> Any:
    @websocket(PATH)
    async def talk(socket: "WebSocket[Any, Any, Any]") -> None:
        peer = socket.client.host if socket.client else ""
        own = socket.scope["server"]
        checked = doorkeeper.check(socket.headers, peer, own[0] if own else "")
        if not isinstance(checked, tuple):
            await _turn_away(socket, checked)
            return
        given, address = checked
        renewal = doorkeeper.admission.renewal_for(given, peer, socket.headers)
        await socket.accept(headers=None if renewal is None else {"set-cookie": renewal})
        session = given.session
        connection = AsgiConnection(doorkeeper.next_id(), session, address, doorkeeper.buckets(session, address))
        conversation = doorkeeper.opened(connection)
        hearing = asyncio.create_task(_hear_all(socket, conversation))
        sending = connection.sending = asyncio.create_task(_send_all(socket, connection, conversation))
        try:
            await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_over and not sending.done():  # The close frame is on its way.
                await asyncio.wait({sending}, timeout=SLOW_FOR_AT_MOST)
        finally:
            doorkeeper.ended(conversation)
            for task in (hearing, sending):
                task.cancel()
                # Any error of a socket means that its client is gone.
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, OSError):
                    await task

    return talk


async def _turn_away(socket: "WebSocket[Any, Any, Any]", status: HTTPStatus) -> None:
    await socket.receive()
    start: Any = {"type": "websocket.http.response.start", "status": status.value, "headers": []}
    await socket.send(start)
    body: Any = {"type": "websocket.http.response.body", "body": status.phrase.encode(), "more_body": False}
    await socket.send(body)


async def _send_all(socket: "WebSocket[Any, Any, Any]", connection: AsgiConnection, conversation: Conversation) -> None:
    while True:
        item = await connection.queue.get()
        if not isinstance(item, bytes):
            await socket.close(code=item[0], reason=item[1])
            return
        await socket.send_data(item.decode(), mode="text")
        if connection.slow_since is not None and connection.queue.empty() and connection.caught_up():
            await conversation.show_newest()


async def _hear_all(socket: "WebSocket[Any, Any, Any]", conversation: Conversation) -> None:
    connection = conversation.connection
    while not connection.is_over:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect":
            if received.get("code") in (POLICY, TOO_BIG) and not connection.is_over:
                connection.on_flood()
            return
        conversation.hear(received.get("bytes") or (received.get("text") or "").encode())
