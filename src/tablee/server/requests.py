"""HTTP connections as uvicorn serves them: not too many from one address, and none that keeps the server waiting."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablee.server.gate import Gate

HERE_WITHIN: Final = 10.0
"""Seconds in which a request must have come, whole."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers; uvicorn itself takes any number."""


def http_protocol(gate: Gate) -> type[asyncio.Protocol]:
    """What uvicorn's `http=` takes."""

    class Request(HttpToolsProtocol):
        _timer: asyncio.TimerHandle | None = None
        _peer: str | None = None
        """Whom the connection is counted for."""
        _head = 0
        """Bytes that have come of a request whose head has not ended."""
        _has_head = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            peer = self.client[0] if self.client else ""
            if not gate.admit_peer(peer):
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

        def data_received(self, data: bytes) -> None:
            self._wait()
            if not self._has_head:
                self._head += len(data)
            super().data_received(data)
            if self._head > LARGEST_HEAD and not self._has_head:
                self.transport.abort()

        def on_headers_complete(self) -> None:
            self._has_head = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._has_head, self._head = False, 0
            self._wait_no_more()
            super().on_message_complete()

        def _wait(self) -> None:
            if self._timer is None and self._peer is not None:
                self._timer = self.loop.call_later(HERE_WITHIN, self.transport.abort)

        def _wait_no_more(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _let_go(self) -> None:
            self._wait_no_more()
            if self._peer is not None:
                gate.dismiss_peer(self._peer)
                self._peer = None

    return Request
