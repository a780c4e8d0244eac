"""WebSockets: picows on uvicorn's own port, or any ASGI server's through Litestar as the fall-back."""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # it is there, without a type

from tablee.protocol.outgoing import GoingDown
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation, Reception
from tablee.server.gate import Gate
from tablee.server.limits import Bucket
from tablee.server.secrets import Session
from tablee.server.settings import ServerSettings

PATH: Final = "/ws"
GOING_AWAY: Final = 1001
TOO_BIG: Final = 1009
POLICY: Final = 1008
_RETRY_AFTER: Final = 1.0
_PING_EVERY: Final = 25.0
_PONG_WITHIN: Final = 20.0
_READ_BUFFER: Final = 4096


class Doorkeeper:
    """Makes conversations of sockets, and knows all that are open."""

    def __init__(self, gate: Gate, reception: Reception, settings: ServerSettings, process: str) -> None:
        self.gate, self.reception, self.settings, self._process = gate, reception, settings, process
        self._count = 0
        self.connections: dict[str, Connection] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def check(self, headers: Any, peer: str) -> tuple[Session, str] | HTTPStatus:
        """The session and address of somebody who wants to connect, or why not."""
        if not self.reception.hall.is_ready:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if not self.gate.is_own_origin(headers.get("origin"), headers.get("host")):
            return HTTPStatus.FORBIDDEN
        session = self.gate.session_in(headers.get("cookie"))
        if session is None:
            return HTTPStatus.UNAUTHORIZED
        address = self.gate.address_of(peer, headers)
        if not self.gate.admit(session.person, address):
            return HTTPStatus.TOO_MANY_REQUESTS
        return session, address

    def next_id(self) -> str:
        """The id of a new connection, with the process that holds it."""
        self._count += 1
        return f"{self._process}:{self._count}"

    def bucket(self) -> Bucket:
        """The limit on a connection's messages."""
        return Bucket(self.settings.message_burst, self.settings.messages_per_second)

    def opened(self, connection: Connection) -> Conversation:
        """A connection is there."""
        self.connections[connection.id] = connection
        self.reception.hall.metrics.connections.set(len(self.connections))
        conversation = Conversation(connection, self.reception)
        conversation.welcome()
        return conversation

    def ended(self, connection: Connection, conversation: Conversation) -> None:
        """A connection is gone."""
        self.connections.pop(connection.id, None)
        self.gate.dismiss(connection.session.person, connection.address)
        self.reception.hall.metrics.connections.set(len(self.connections))
        self.run(conversation.end())

    def run(self, coroutine: Any) -> None:
        """Run something in the background, and keep it until it is done."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Tell everybody to come back, and close."""
        for connection in list(self.connections.values()):
            connection.send(GoingDown(retry_after=_RETRY_AFTER))
            connection.close(GOING_AWAY, "going down")
        for _ in range(100):
            if not self._tasks and not self.connections:
                return
            await asyncio.sleep(0.01)


class PicowsConnection(Connection):
    """A connection that picows carries."""

    __slots__ = ("_transport",)

    def __init__(self, transport: WSTransport, id_: str, session: Session, address: str, bucket: Bucket) -> None:
        super().__init__(id_, session, address, bucket)
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Hand a message to the socket."""
        self._transport.send(WSMsgType.TEXT, data)

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, then close."""
        self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]  # any code of RFC 6455
        self._transport.disconnect()

    def abort(self) -> None:
        """Close at once."""
        self._transport.disconnect(graceful=False)


class PicowsListener(WSListener):
    """Hears what picows reads."""

    __slots__ = ("_address", "_busy", "_connection", "_conversation", "_doorkeeper", "_parts", "_queue", "_session")

    def __init__(self, doorkeeper: Doorkeeper, session: Session, address: str) -> None:
        self._doorkeeper, self._session, self._address = doorkeeper, session, address
        self._connection: PicowsConnection | None = None
        self._conversation: Conversation | None = None
        self._parts: bytearray | None = None
        self._queue: list[Any] = []
        self._busy = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The socket is open."""
        doorkeeper = self._doorkeeper
        self._connection = PicowsConnection(
            transport, doorkeeper.next_id(), self._session, self._address, doorkeeper.bucket()
        )
        self._conversation = doorkeeper.opened(self._connection)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; parts of a message are put together up to the limit."""
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
            return
        if kind == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
            return
        if kind == WSMsgType.PONG:
            return
        if kind == WSMsgType.TEXT and frame.fin and self._parts is None:
            self._heard(frame.get_payload_as_bytes(), transport)
            return
        if (kind == WSMsgType.CONTINUATION) != (self._parts is not None):
            self._protest(transport, WSCloseCode.PROTOCOL_ERROR, b"parts out of order")
            return
        parts = self._parts = bytearray() if self._parts is None else self._parts
        parts += frame.get_payload_as_bytes()
        if frame.fin:
            self._parts = None
            self._heard(bytes(parts), transport)
        elif len(parts) > self._doorkeeper.settings.message_bytes:
            self._protest(transport, WSCloseCode.MESSAGE_TOO_BIG, b"too big")

    def _heard(self, data: bytes, transport: WSTransport) -> None:
        if len(data) > self._doorkeeper.settings.message_bytes:
            self._protest(transport, WSCloseCode.MESSAGE_TOO_BIG, b"too big")
            return
        conversation = self._conversation
        if conversation is None:
            return
        message = conversation.hear(data)
        if message is None:
            return
        self._queue.append(message)
        if not self._busy:
            self._busy = True
            self._doorkeeper.run(self._answer_all(conversation))

    async def _answer_all(self, conversation: Conversation) -> None:
        """Answer in order, one after the other."""
        try:
            while self._queue:
                await conversation.answer(self._queue.pop(0))
        finally:
            self._busy = False

    def _protest(self, transport: WSTransport, code: WSCloseCode, why: bytes) -> None:
        transport.send_close(code, why)
        transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        """The socket is gone."""
        if self._connection is not None and self._conversation is not None:
            self._doorkeeper.ended(self._connection, self._conversation)
            self._connection = None

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        if self._connection is not None:
            self._connection.fell_behind()

    def resume_writing(self) -> None:
        """The client has caught up: show it the newest state if it missed anything."""
        connection = self._connection
        if connection is not None and connection.caught_up() and connection.room is not None:
            self._doorkeeper.run(self._show_newest(connection, connection.room))

    async def _show_newest(self, connection: Connection, room: str) -> None:
        live = await self._doorkeeper.reception.hall.find(room)
        if live is not None and connection.id in live.connections:
            live.show_room(only=connection)


def picows_protocol(doorkeeper: Doorkeeper) -> Callable[..., asyncio.Protocol]:
    """What uvicorn's `ws=` takes: a protocol that goes on where HTTP hands the socket over."""
    quiet = logging.getLogger("tablee.picows")
    quiet.setLevel(logging.ERROR)

    class Upgraded(WSProtocol):  # type: ignore[misc]  # picows gives it no type
        def __init__(self, **_uvicorns: Any) -> None:
            super().__init__(
                None,
                None,
                False,
                self.make_listener,
                quiet,
                True,
                10.0,
                True,
                _PING_EVERY,
                _PONG_WITHIN,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                False,
                doorkeeper.settings.message_bytes * 2,
                None,
                _READ_BUFFER,
            )

        def make_listener(self, request: WSUpgradeRequest) -> Any:
            peer = self.transport.underlying_transport.get_extra_info("peername")
            path = request.path.partition(b"?")[0].decode("ascii", "replace")
            checked = (
                HTTPStatus.NOT_FOUND if path != PATH else doorkeeper.check(request.headers, peer[0] if peer else "")
            )
            if isinstance(checked, HTTPStatus):
                response = WSUpgradeResponse.create_error_response(checked, checked.phrase.encode())
                return WSUpgradeResponseWithListener(response, None)
            return PicowsListener(doorkeeper, *checked)

        def data_received(self, data: bytes) -> None:
            """Take the request that uvicorn has read already."""
            rest = memoryview(data)
            while rest:
                buffer = self.get_buffer(len(rest))
                count = min(len(buffer), len(rest))
                buffer[:count] = rest[:count]
                rest = rest[count:]
                self.buffer_updated(count)

    return Upgraded


class AsgiConnection(Connection):
    """A connection that an ASGI server carries: a queue that a task of its own sends."""

    __slots__ = ("_ended", "queue")

    _QUEUED_AT_MOST: Final = 256

    def __init__(self, id_: str, session: Session, address: str, bucket: Bucket) -> None:
        super().__init__(id_, session, address, bucket)
        self.queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        """Queue a message."""
        self.queue.put_nowait(data)
        if self.queue.qsize() > self._QUEUED_AT_MOST:
            self.fell_behind()

    def close(self, code: int, reason: str) -> None:
        """Close after what was sent."""
        self.queue.put_nowait((code, reason))

    def abort(self) -> None:
        """Close at once."""
        self.queue = asyncio.Queue()
        self.close(POLICY, "too slow")
