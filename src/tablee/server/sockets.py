"""WebSockets: picows on uvicorn's own port, or any ASGI server's through Litestar as the fall-back."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

import structlog
from picows import (
    WSAutoPingStrategy,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # it is there, without a type
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablee.protocol.closing import BANNED, GOING_AWAY, NORMAL, OUT_OF_ORDER, POLICY, SESSION_ENDED, TOO_BIG
from tablee.protocol.outgoing import GoingDown, Refused, SessionEnded
from tablee.server.connections import REFUSED_AT_ONCE, REFUSED_PER_SECOND, Connection
from tablee.server.conversation import Conversation, Reception
from tablee.server.gate import Gate
from tablee.server.limits import Bucket, Limit
from tablee.server.sessions import Given, Session
from tablee.server.settings import ServerSettings

log = structlog.get_logger(__name__)

PATH: Final = "/ws"
_RETRY_AFTER: Final = 1.0
_PING_EVERY: Final = 25.0
_PONG_WITHIN: Final = 20.0
_READ_AT_ONCE: Final = 4096
"""Bytes. picows doubles a buffer that was filled, and parses all of it in one go: a million empty frames in the end."""
_PARSED_AT_ONCE: Final = 512
"""Bytes that the fall-back parses, which takes twenty times as long, before others have their turn."""
_TEXT: Final = WSMsgType.TEXT
_SHORT: Final = 8192
"""picows leaves the header of a longer message in a buffer in which it writes the next one, whether or not the loop
has sent it: such a message gets a buffer of its own, with room for the header in front."""
_ROOM_FOR_HEADER: Final = bytes(14)
_BUSY_PEOPLE: Final = 10
"""An address may send as many messages as so many people that send all they may."""
_DROP_EVERY: Final = 2.0
_FLOOD_COUNTS_AS: Final = 30
"""Attempts to connect, of those that its address has: who is closed for flooding can't just come again."""


class Doorkeeper:
    """Makes conversations of sockets, and knows all that are open."""

    def __init__(self, gate: Gate, reception: Reception, settings: ServerSettings, process: str) -> None:
        self.gate, self.reception, self.settings, self._process = gate, reception, settings, process
        self._count = 0
        self.connections: dict[str, Connection] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._attempts = Limit.per_minute(settings.requests_per_minute)
        self._buckets: WeakValueDictionary[tuple[str, str], Bucket] = WeakValueDictionary()
        self._dropping: asyncio.Task[None] | None = None
        gate.sessions.on_ended = self.close_ended

    def open(self) -> None:
        """From now on, clients that are too slow for too long are dropped."""
        self._dropping = asyncio.create_task(self._drop_hopeless())

    def check(self, headers: Any, peer: str, own: str) -> tuple[Given, str] | HTTPStatus:
        """The session and address of somebody who wants to connect, or why not; `own` is where they reached us."""
        if not self.reception.hall.is_ready:
            return HTTPStatus.SERVICE_UNAVAILABLE
        address = self.gate.address_of(peer, headers)
        if self._attempts.take(address):
            self.reception.hall.metrics.limited("connections")
            return HTTPStatus.TOO_MANY_REQUESTS
        if not self.gate.is_own_host(headers, own):
            return HTTPStatus.MISDIRECTED_REQUEST
        if not self.gate.is_own_origin(headers.get("origin"), headers.get("host")):
            return HTTPStatus.FORBIDDEN
        given = self.gate.given_in(headers.get("cookie"))
        if given is None:
            return HTTPStatus.UNAUTHORIZED
        if self.gate.bans.on(given.session.person, address):
            return HTTPStatus.FORBIDDEN
        if self.gate.is_full(given.session.person, address):
            self.reception.hall.metrics.limited("connections")
            return HTTPStatus.TOO_MANY_REQUESTS
        return given, address

    def next_id(self) -> str:
        """The id of a new connection, with the process that holds it."""
        self._count += 1
        return f"{self._process}:{self._count}"

    def buckets(self, session: Session, address: str) -> tuple[Bucket, ...]:
        """The limits on a connection's messages, shared with the others of its person and of its address."""
        return self._bucket("person", session.person, 1), self._bucket("address", address, _BUSY_PEOPLE)

    def _bucket(self, kind: str, key: str, times: int) -> Bucket:
        bucket = self._buckets.get((kind, key))
        if bucket is None:
            bucket = Bucket(self.settings.message_burst * times, self.settings.messages_per_second * times)
            self._buckets[kind, key] = bucket
        return bucket

    def opened(self, connection: Connection) -> Conversation:
        """A connection is there, and counts from now on: not every handshake that was allowed comes to its end."""
        person, address = connection.session.person, connection.address
        is_too_many = self.gate.is_full(person, address)
        self.gate.count_in(person, address)
        self.connections[connection.id] = connection
        connection.on_flood = partial(self._flooded, address)
        self.reception.hall.metrics.connections.set(len(self.connections))
        conversation = Conversation(connection, self.reception)
        conversation.welcome()
        if is_too_many:
            connection.close(POLICY, "too many connections")
        if self.gate.sessions.has_ended(connection.session):  # since its handshake
            _dismiss(connection)
        self._close_if_banned(connection)
        return conversation

    def _flooded(self, address: str) -> None:
        self._attempts.charge(address, _FLOOD_COUNTS_AS)
        self.reception.hall.metrics.limited("flooding")

    def close_banned(self) -> None:
        """Who is banned now is told, and closed; to their rooms that is a lost connection."""
        for connection in list(self.connections.values()):
            self._close_if_banned(connection)

    def _close_if_banned(self, connection: Connection) -> None:
        ban = self.gate.bans.on(connection.session.person, connection.address)
        if ban is not None:
            connection.send(Refused(id=None, refusal=self.gate.bans.refusal(ban)))
            connection.close(BANNED, "banned")

    def ended(self, connection: Connection, conversation: Conversation) -> None:
        """A connection is gone."""
        connection.is_over = True
        self.connections.pop(connection.id, None)
        self.gate.count_out(connection.session.person, connection.address)
        self.reception.hall.metrics.connections.set(len(self.connections))
        self.run(conversation.end())

    def run(self, coroutine: Any) -> None:
        """Run something in the background, and keep it until it is done."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close_ended(self) -> None:
        """Close the connections whose session has ended."""
        for connection in list(self.connections.values()):
            if self.gate.sessions.has_ended(connection.session):
                _dismiss(connection)

    async def _drop_hopeless(self) -> None:
        while True:
            await asyncio.sleep(_DROP_EVERY)
            for connection in list(self.connections.values()):
                if connection.is_hopeless:
                    self.reception.hall.metrics.dropped.inc()
                    connection.abort()

    async def close(self) -> None:
        """Answer what was heard already, tell everybody to come back, and close."""
        if self._dropping is not None:
            self._dropping.cancel()
        for _ in range(100):
            if not self._tasks:
                break
            await asyncio.sleep(0.01)
        for connection in list(self.connections.values()):
            connection.send(GoingDown(retry_after=_RETRY_AFTER))
            connection.close(GOING_AWAY, "going down")
        for _ in range(100):
            if not self._tasks and not self.connections:
                return
            await asyncio.sleep(0.01)


def _dismiss(connection: Connection) -> None:
    connection.send(SessionEnded())
    connection.close(SESSION_ENDED, "session ended")


class PicowsConnection(Connection):
    """A connection that picows carries."""

    __slots__ = ("_transport",)

    def __init__(
        self, transport: WSTransport, id_: str, session: Session, address: str, buckets: tuple[Bucket, ...]
    ) -> None:
        super().__init__(id_, session, address, buckets)
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Hand a message to the socket."""
        if len(data) <= _SHORT:
            self._transport.send(_TEXT, data)
        else:
            whole = bytearray(_ROOM_FOR_HEADER + data)
            self._transport.send_reuse_external_bytearray(_TEXT, whole, len(_ROOM_FOR_HEADER))

    def say_goodbye(self, code: int, reason: str) -> None:
        """Send a close frame and end the connection."""
        self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]  # any code of RFC 6455
        self._transport.disconnect()

    def shut_out(self) -> None:
        """Say goodbye, and read no more: what still pours in waits in the sender's own system.

        It is cut off as one that is too slow. Until then it has its place among the connections that its person and
        its address may have.
        """
        self._transport.send_close(POLICY, b"too fast")  # type: ignore[arg-type]  # any code of RFC 6455
        self._transport.underlying_transport.pause_reading()

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
            transport,
            doorkeeper.next_id(),
            self._session,
            self._address,
            doorkeeper.buckets(self._session, self._address),
        )
        self._conversation = doorkeeper.opened(self._connection)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; parts of a message are put together up to the limit."""
        kind, connection = frame.msg_type, self._connection
        if connection is None or connection.is_over:
            return
        if kind == _TEXT and frame.fin and self._parts is None:
            self._heard(frame.get_payload_as_bytes(), connection)
            return
        if kind == WSMsgType.CLOSE:
            # A browser that gives no code sends none; 0 would be one, and is not allowed.
            code: Any = frame.get_close_code()  # a number, for Cython
            connection.close(code or NORMAL, "")
            return
        may_be_heeded = connection.may_frame()
        if kind == WSMsgType.PING:
            if may_be_heeded and connection.slow_since is None:
                transport.send_pong(frame.get_payload_as_bytes())
            return
        if kind == WSMsgType.PONG or connection.is_over:
            return
        if (kind == WSMsgType.CONTINUATION) != (self._parts is not None):
            connection.close(OUT_OF_ORDER, "parts out of order")
            return
        parts = self._parts = bytearray() if self._parts is None else self._parts
        parts += frame.get_payload_as_bytes()
        if frame.fin:
            self._parts = None
            self._heard(bytes(parts), connection)
        elif len(parts) > self._doorkeeper.settings.message_bytes:
            connection.close(TOO_BIG, "too big")

    def _heard(self, data: bytes, connection: Connection) -> None:
        if len(data) > self._doorkeeper.settings.message_bytes:
            connection.close(TOO_BIG, "too big")
            return
        conversation = self._conversation
        if conversation is None:
            return
        message = conversation.hear(data)
        if message is None:
            return
        if not self._busy:
            # A move, like any plain command, needs no task of its own.
            self._busy = True
            if conversation.take(message, partial(self._taken, conversation, connection)):
                return
            self._busy = False
        self._queue.append(message)
        if not self._busy:
            self._go_on(conversation, connection)

    def _taken(self, conversation: Conversation, connection: Connection) -> None:
        self._busy = False
        if self._queue:
            self._go_on(conversation, connection)

    def _go_on(self, conversation: Conversation, connection: Connection) -> None:
        self._busy = True
        self._doorkeeper.run(self._answer_all(conversation, connection))

    async def _answer_all(self, conversation: Conversation, connection: Connection) -> None:
        """Answer in order, one after the other."""
        try:
            while self._queue and not connection.is_over:
                await conversation.answer(self._queue.pop(0))
        finally:
            self._busy = False

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
        if self._connection is not None and self._connection.caught_up() and self._conversation is not None:
            self._doorkeeper.run(self._conversation.show_newest())


class _Faults(logging.Handler):
    """Passes on faults of ours, but nothing of frames that can't be read: whoever sends them would fill the log."""

    def emit(self, record: logging.LogRecord) -> None:
        if "parser error" not in str(record.msg):
            log.error("socket_failed", error=record.getMessage())


def picows_protocol(doorkeeper: Doorkeeper) -> Callable[..., asyncio.Protocol]:
    """What uvicorn's `ws=` takes: a protocol that goes on where HTTP hands the socket over."""
    quiet = logging.Logger("tablee.picows", logging.ERROR)
    quiet.addHandler(_Faults())

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
                _READ_AT_ONCE,
            )

        def make_listener(self, request: WSUpgradeRequest) -> Any:
            peername = self.transport.underlying_transport.get_extra_info("peername")
            peer = peername[0] if peername else ""
            path = request.path.partition(b"?")[0].decode("ascii", "replace")
            own = self.transport.underlying_transport.get_extra_info("sockname")
            checked = (
                HTTPStatus.NOT_FOUND if path != PATH else doorkeeper.check(request.headers, peer, own[0] if own else "")
            )
            if isinstance(checked, HTTPStatus):
                response = WSUpgradeResponse.create_error_response(checked, checked.phrase.encode())
                return WSUpgradeResponseWithListener(response, None)
            given, address = checked
            listener = PicowsListener(doorkeeper, given.session, address)
            renewal = doorkeeper.gate.renewal_for(given, peer, request.headers)
            if renewal is None:
                return listener
            response = WSUpgradeResponse.create_101_response({"Set-Cookie": renewal})
            return WSUpgradeResponseWithListener(response, listener)

        def get_buffer(self, size_hint: int) -> memoryview:
            """As picows', of which little is filled before others have their turn."""
            return super().get_buffer(size_hint)[:_READ_AT_ONCE]  # type: ignore[no-any-return]

        def buffer_updated(self, count: int) -> None:
            """Parse; after a frame that can't be read, picows says goodbye and would try again with all that comes."""
            super().buffer_updated(count)
            if self.transport.is_close_frame_sent and self.transport.underlying_transport.is_reading():
                self.transport.disconnect()

        def data_received(self, data: bytes) -> None:
            """Take the request that uvicorn has read already."""
            rest = memoryview(data)
            while rest and not self.transport.is_close_frame_sent:
                buffer = self.get_buffer(len(rest))
                count = min(len(buffer), len(rest))
                buffer[:count] = rest[:count]
                rest = rest[count:]
                self.buffer_updated(count)

    return Upgraded


def websockets_protocol(settings: ServerSettings) -> type[asyncio.Protocol]:
    """What uvicorn's `ws=` takes for the fall-back: the protocol of `websockets`, with a limit on frames of any kind.

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
            """Some of it now, the rest when others have had their turn."""
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

    __slots__ = ("_queue", "sending")

    _QUEUED_AT_MOST: Final = 256

    def __init__(self, id_: str, session: Session, address: str, buckets: tuple[Bucket, ...]) -> None:
        super().__init__(id_, session, address, buckets)
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self.sending: asyncio.Task[None] | None = None
        """The task that sends: the connection ends with it."""

    async def next_item(self) -> bytes | tuple[int, str]:
        """The next message to be sent, or the code and reason to close with."""
        return await self._queue.get()

    @property
    def has_sent_all(self) -> bool:
        """Whether nothing is queued."""
        return self._queue.empty()

    def write(self, data: bytes) -> None:
        """Queue a message."""
        self._queue.put_nowait(data)
        if self._queue.qsize() > self._QUEUED_AT_MOST:
            self.fell_behind()

    def say_goodbye(self, code: int, reason: str) -> None:
        """Close after what was queued."""
        self._queue.put_nowait((code, reason))

    def abort(self) -> None:
        """Close at once."""
        if self.sending is not None:
            self.sending.cancel()
