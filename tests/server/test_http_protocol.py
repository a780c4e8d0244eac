"""HTTP connections: a head of bounded length, and answers that are taken in time."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tablee.server.http_protocol import LARGEST_HEAD, Request, http_protocol
from tablee.server.process import Tablee
from tablee.server.settings import ServerSettings
from tests.server.serving import ServerProcess
from tests.server.test_security import answer_to_the_end

LARGE = 16 * 1024 * 1024
"""More than a network holds."""

# ── Heads ────────────────────────────────────────────────────────────────────────────────────────────────


def head_of(size: int) -> bytes:
    """A request whose head has exactly so many bytes."""
    start, end = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Long: ", b"\r\n\r\n"
    return start + b"x" * (size - len(start) - len(end)) + end


@pytest.mark.parametrize(
    ("size", "status"), [(500, b"200"), (LARGEST_HEAD, b"200"), (LARGEST_HEAD + 1, b"431"), (40_000, b"431")]
)
async def test_a_head_has_32_kilobytes_at_most(server: ServerProcess, size: int, status: bytes) -> None:
    answer = await answer_to_the_end(server, head_of(size))
    assert answer.split()[1] == status
    assert status == b"200" or b'"bad_message"' in answer


async def test_a_body_does_not_count_as_head(server: ServerProcess) -> None:
    body = b'{"name": "Ada"}' + b" " * 40_000
    head = f"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    answer = await answer_to_the_end(server, head.encode() + body)
    assert answer.split()[1] == b"200"


async def test_a_long_head_behind_another_request_is_refused_too(server: ServerProcess) -> None:
    first = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    answer = await answer_to_the_end(server, first + head_of(40_000))
    assert answer.count(b"200 OK") <= 1
    assert b"connection: close\r\n" in answer or not answer


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────


async def send_much(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    """An application with one large answer."""
    length = (b"content-length", str(LARGE).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": bytes(LARGE), "more_body": False})


@contextlib.asynccontextmanager
async def asked_for_much(folder: Path, taken_within: float) -> AsyncIterator[tuple[socket.socket, ServerState]]:
    """Somebody who has asked a server of this process for much, and what the server knows of its connections."""
    state = ServerState()
    config = uvicorn.Config(send_much, log_config=None)
    config.load()
    admission = Tablee(ServerSettings(data=str(folder))).doorkeeper.admission
    protocol: Any = type("Impatient", (http_protocol(admission),), {"TAKEN_WITHIN": taken_within})
    loop = asyncio.get_running_loop()
    serving = await loop.create_server(lambda: protocol(config, state, {}, _loop=loop), "127.0.0.1", 0)
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    try:
        await loop.sock_connect(client, serving.sockets[0].getsockname())
        await loop.sock_sendall(client, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        async with asyncio.timeout(30):
            while not state.connections:
                await asyncio.sleep(0)
        yield client, state
    finally:
        client.close()
        serving.close()
        await serving.wait_closed()


async def test_an_answer_that_is_never_read_does_not_hold_its_socket(tmp_path: Path) -> None:
    assert Request.TAKEN_WITHIN == 10
    async with asked_for_much(tmp_path, taken_within=0.1) as (_, state), asyncio.timeout(30):
        while state.connections:
            await asyncio.sleep(0.01)


async def test_whoever_reads_slowly_but_goes_on_gets_the_whole_answer(tmp_path: Path) -> None:
    async with asked_for_much(tmp_path, taken_within=1.0) as (client, state), asyncio.timeout(60):
        loop, taken = asyncio.get_running_loop(), 0
        for _ in range(15):  # longer than the limit, and slower than the server could send
            await asyncio.sleep(0.1)
            taken += len(await loop.sock_recv(client, 65536))
        assert state.connections
        while taken < LARGE:
            taken += len(await loop.sock_recv(client, 1 << 20))
