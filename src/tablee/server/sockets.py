"""WebSockets: picows on uvicorn's own port. It only moves bytes; see asgi.py for the fall-back."""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

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

from tablee.protocol.close_codes import NORMAL, OUT_OF_ORDER, POLICY
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation
from tablee.server.doorkeeper import PATH, Doorkeeper
from tablee.server.limits import Bucket
from tablee.server.sessions import Session

log = structlog.get_logger(__name__)

_PING_EVERY: Final = 25.0
_PONG_WITHIN: Final = 20.0
_READ_AT_ONCE: Final = 4096
"""Bytes. picows doubles a full buffer and parses it in one go: up to a million empty frames."""
_TEXT: Final = WSMsgType.TEXT
_SHORT: Final = 8192
"""picows leaves the header of a longer message in a buffer in which it writes the next one, whether or not the loop
has sent it: such a message gets a buffer of its own, with room for the header in front."""
_ROOM_FOR_HEADER: Final = bytes(14)


class PicowsConnection(Connection):
    """A connection that picows carries."""

    __slots__ = ("_transport",)

    def __init__(
        self, transport: WSTransport, id_: str, session: Session, address: str, buckets: tuple[Bucket, ...]
    ) -> None:
        super().__init__(id_, session, address, buckets)
        self._transport = transport

    def write(self, data: bytes) -> None:
        if len(data) <= _SHORT:
            self._transport.send(_TEXT, data)
        else:
            whole = bytearray(_ROOM_FOR_HEADER + data)
            self._transport.send_reuse_external_bytearray(_TEXT, whole, len(_ROOM_FOR_HEADER))

    def say_goodbye(self, code: int, reason: str) -> None:
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
        self._transport.disconnect(graceful=False)


class PicowsListener(WSListener):
    """Hands what picows reads to the conversation; parts of a message are put together up to the limit."""

    __slots__ = ("_address", "_conversation", "_doorkeeper", "_parts", "_session")

    def __init__(self, doorkeeper: Doorkeeper, session: Session, address: str) -> None:
        self._doorkeeper, self._session, self._address = doorkeeper, session, address
        self._conversation: Conversation | None = None
        self._parts: bytearray | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        doorkeeper, session, address = self._doorkeeper, self._session, self._address
        connection = PicowsConnection(
            transport, doorkeeper.next_id(), session, address, doorkeeper.buckets(session, address)
        )
        self._conversation = doorkeeper.opened(connection)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind, conversation = frame.msg_type, self._conversation
        if conversation is None or conversation.connection.is_over:
            return
        if kind == _TEXT and frame.fin and self._parts is None:
            conversation.hear(frame.get_payload_as_bytes())
            return
        connection = conversation.connection
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
            conversation.hear(bytes(parts))
        elif len(parts) > self._doorkeeper.settings.message_bytes:
            connection.close_too_big()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            self._doorkeeper.ended(conversation)

    def could_not_read(self) -> None:
        """Picows closes for a frame that it can't or won't read: coming again to send more costs as a flood does."""
        if self._conversation is not None and not self._conversation.connection.is_over:
            self._conversation.connection.is_over = True
            self._conversation.connection.on_flood()

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        if self._conversation is not None:
            self._conversation.connection.fell_behind()

    def resume_writing(self) -> None:
        """The client has caught up: show it the newest state if it missed anything."""
        if self._conversation is not None and self._conversation.connection.caught_up():
            self._doorkeeper.run(self._conversation.show_newest())


class _Faults(logging.Handler):
    """Passes on faults of ours, but not frames that can't be read: a stranger could fill the log."""

    def emit(self, record: logging.LogRecord) -> None:
        if "parser error" not in str(record.msg):
            log.error("socket_failed", error=record.getMessage())


def picows_protocol(doorkeeper: Doorkeeper) -> Callable[..., asyncio.Protocol]:
    """The class for uvicorn's `ws=`: a protocol that takes over the socket from HTTP."""
    quiet = logging.Logger("tablee.picows", logging.ERROR)
    quiet.addHandler(_Faults())

    class Upgraded(WSProtocol):  # type: ignore[misc]  # picows gives it no type
        def __init__(self, **_uvicorns: Any) -> None:
            self._own_listener: PicowsListener | None = None
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
            listener = self._own_listener = PicowsListener(doorkeeper, given.session, address)
            renewal = doorkeeper.admission.renewal_for(given, peer, request.headers)
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
                if self._own_listener is not None:
                    self._own_listener.could_not_read()
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
