"""HTTP connections as uvicorn serves them: not too many from one address, and none that keeps the server waiting."""

import asyncio
import contextlib
import fcntl
import struct
import termios
from typing import Any, ClassVar, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablee.protocol.http import RefusalShown
from tablee.server import refusals
from tablee.server.admission import Admission

HERE_WITHIN: Final = 10.0
"""Seconds in which a whole request must arrive."""
LARGEST_HEAD: Final = 32 * 1024
"""Most bytes of a request's first line and headers; uvicorn has no limit."""
_PIECE: Final = 4096
"""Bytes that are parsed at once. The head of a request that begins within a piece, behind another request, is counted
from the next piece on."""
_LAST_WORDS: Final = 1.0
"""Seconds for a client that sent too much to read the answer; closing at once would reset the socket."""


class Request(HttpToolsProtocol):
    """One connection, which may carry several requests."""

    admission: ClassVar[Admission]
    TAKEN_WITHIN: ClassVar = 10.0
    """Seconds in which a client has to take some of its answer, however little."""

    _timer: asyncio.TimerHandle | None = None
    _peer: str | None = None
    """The address that the connection counts for."""
    _head = 0
    """Bytes received of a request whose head is incomplete."""
    _has_head = False
    _is_refused = False
    _watch: asyncio.TimerHandle | None = None
    """Looks whether the client takes its answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count it, and wait for its first request."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if not self.admission.admit_peer(peer):
            transport.abort()
            return
        self._peer = peer
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket's, which is counted for itself."""
        self._let_go()
        super().handle_websocket_upgrade()

    # ── What comes ───────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """Parse what came, and refuse a head as soon as it is too long."""
        self._wait()
        while data and not self._is_refused and not self.transport.is_closing():
            if self._has_head:
                piece = data[:_PIECE]
            else:
                piece = data[: min(_PIECE, LARGEST_HEAD - self._head)]
                self._head += len(piece)
            data = data[len(piece) :]
            super().data_received(piece)
            if self.transport.get_protocol() is not self:
                return  # a WebSocket, whose client has to wait for the answer before it says anything
            if self._head >= LARGEST_HEAD and not self._has_head:
                self._refuse_head()

    def on_headers_complete(self) -> None:
        self._has_head, self._head = True, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here, whole."""
        self._has_head = False
        self._wait_no_more()
        super().on_message_complete()

    def _refuse_head(self) -> None:
        """Say that it is too long, unless another answer is under way, and close."""
        self._is_refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        refusal = refusals.bad_message(f"its headers are longer than {LARGEST_HEAD} bytes")
        body = msgspec.json.encode(RefusalShown(refusal))
        head = (
            "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.write_eof()
        self._wait_no_more()
        self._timer = self.loop.call_later(_LAST_WORDS, self.transport.abort)

    def _wait(self) -> None:
        if self._timer is None and self._peer is not None:
            self._timer = self.loop.call_later(HERE_WITHIN, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ── What goes ────────────────────────────────────────────────────────────────────────────────────────

    def pause_writing(self) -> None:
        """The client takes less than is written."""
        super().pause_writing()
        self._watch_taking()

    def on_response_complete(self) -> None:
        """The whole answer is written, though perhaps not yet read."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_taking()

    def on_message_begin(self) -> None:
        """A client that asks for more has taken what came before, unless it is piling up."""
        if not self.flow.write_paused:
            self._watch_no_more()
        super().on_message_begin()

    def _watch_taking(self) -> None:
        if self._watch is None and self._peer is not None:
            self._watch = self.loop.call_later(self.TAKEN_WITHIN, self._look, _untaken(self.transport))

    def _look(self, before: int) -> None:
        """Abort if nothing has been taken since, or go on watching while anything is left."""
        self._watch = None
        left = _untaken(self.transport)
        if left >= before:
            self.transport.abort()
        elif self.transport.get_write_buffer_size():
            self._watch_taking()

    def _watch_no_more(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _let_go(self) -> None:
        self._wait_no_more()
        self._watch_no_more()
        if self._peer is not None:
            self.admission.dismiss_peer(self._peer)
            self._peer = None


def http_protocol(admission: Admission) -> type[Request]:
    return type("Request", (Request,), {"admission": admission})


def _untaken(transport: Any) -> int:
    """Bytes that the client has not acknowledged: those in our buffer, and in the system's where it tells."""
    kernel = bytes(4)
    with contextlib.suppress(OSError, ValueError):
        kernel = fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, kernel)
    (queued,) = struct.unpack("i", kernel)
    return int(transport.get_write_buffer_size() + queued)
