"""A WebSocket made of bytes, for tests: frames as no library would send them, and a reader that can stop reading."""

import asyncio
import contextlib
import os
import socket
import struct
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from tests.patience import at_leisure
from tests.server.serving import ServerProcess

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, reserved: int = 0, masked: bool = True, length: int | None = None
) -> bytes:
    """A frame; with any opcode, reserved bits and length, also such as are not allowed."""
    size = len(payload) if length is None else length
    mark = 0x80 if masked else 0
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if size < 126:
        head += bytes([mark | size])
    elif size < 1 << 16:
        head += bytes([mark | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mark | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    key = os.urandom(4)
    stretched = key * (len(payload) // 4 + 1)
    mixed = int.from_bytes(payload) ^ int.from_bytes(stretched[: len(payload)])
    return head + key + mixed.to_bytes(len(payload))


def text(message: Any) -> bytes:
    """A frame with a message."""
    return frame(TEXT, msgspec.json.encode(message))


class RawSocket:
    """One TCP connection that has been upgraded."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(
        cls, server: ServerProcess, cookie: str, *, address: str = "", receive_buffer: int | None = None
    ) -> "RawSocket":
        """Connect and upgrade; raises ConnectionRefusedError with the status line if the server does not want it."""
        own = socket.socket()
        if receive_buffer is not None:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        own.setblocking(False)
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=own, limit=1 << 16)
        lines = (
            "GET /ws HTTP/1.1",
            f"Host: {server.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {cookie}",
            *([f"X-Forwarded-For: {address}"] if address else []),
        )
        writer.write("\r\n".join((*lines, "", "")).encode("latin-1"))
        answer = await reader.readuntil(b"\r\n\r\n")
        opened = cls(reader, writer)
        if b" 101 " not in answer.partition(b"\r\n")[0]:
            await opened.close()
            raise ConnectionRefusedError(answer.partition(b"\r\n")[0].decode())
        return opened

    async def send(self, data: bytes) -> None:
        """Send bytes; that the server has hung up already is no error here."""
        with contextlib.suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def frames(self) -> AsyncIterator[tuple[int, bytes]]:
        """What the server sends, frame by frame, until it hangs up."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size >= 126:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8))
                yield first & 0x0F, await self.reader.readexactly(size)

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """The messages that the server sends, until it hangs up."""
        async for opcode, payload in self.frames():
            if opcode == TEXT:
                yield msgspec.json.decode(payload)

    async def close_frame(self) -> int | None:
        """The code with which the server closes, as soon as it says so; None if it just hangs up."""
        async with asyncio.timeout(at_leisure(10)):
            async for opcode, payload in self.frames():
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2])
        return None

    async def close_code(self) -> int | None:
        """The code with which the server closes, 1005 if it gives none; None if it just hangs up."""
        code = None
        async with asyncio.timeout(at_leisure(10)):
            async for opcode, payload in self.frames():
                if opcode == CLOSE:
                    code = int.from_bytes(payload[:2]) if payload else 1005
        return code

    async def close(self) -> None:
        """Hang up without a word."""
        self.writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()
