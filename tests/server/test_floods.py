"""Sockets that pour frames in: they are closed, whatever the kind, and the others talk on."""

import asyncio
import contextlib
from collections.abc import Iterator

import pytest

from tests.server.conftest import Serve
from tests.server.people import fresh_address
from tests.server.raw import CLOSE, CONTINUED, PING, PONG, TEXT, RawSocket, frame
from tests.server.serving import ServerProcess, new_guest
from tests.server.wire import Wire

FLOODS = {
    "pongs": (b"", frame(PONG, b"")),
    "pings": (b"", frame(PING, b"")),
    "parts": (frame(TEXT, b"", fin=False), frame(CONTINUED, b"", fin=False)),
    "empty messages": (b"", frame(TEXT, b"")),
}


@pytest.fixture(scope="module", params=["picows", "websockets"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with either of the two, and the usual limits on messages."""
    settings = {"websocket": request.param, "messages_per_second": 20, "message_burst": 60}
    with ServerProcess(tmp_path_factory.mktemp(request.param), **settings) as running:
        yield running
    assert not running.faults


@pytest.mark.parametrize("kind", FLOODS)
async def test_who_floods_with_frames_of_any_kind_is_closed_and_the_neighbours_talk_on(
    server: ServerProcess, kind: str
) -> None:
    address = fresh_address()
    async with await Wire.open(server, new_guest(server), fresh_address()) as neighbour:
        flooding = [await RawSocket.open(server, new_guest(server), address=address) for _ in range(10)]
        first, again = FLOODS[kind]
        for raw in flooding:
            await raw.send(first + again * 2000)
        for raw in flooding:
            assert await raw.close_frame() == 1008
        assert (await neighbour.ask("ping"))["type"] == "pong"
        for raw in flooding:
            await raw.close()


async def test_after_a_flood_nothing_more_is_read(server: ServerProcess) -> None:
    """What still pours in would cost time, read or not: it stays with the sender, or the connection is cut."""
    raw = await RawSocket.open(server, new_guest(server), address=fresh_address())
    await raw.send(frame(PONG, b"") * 2000)
    assert await raw.close_frame() == 1008
    sent = 0
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(1):
            while not raw.writer.is_closing():
                raw.writer.write(bytes(1 << 16))
                await raw.writer.drain()
                sent += 1
    assert sent < 16 * 10, "megabytes wait in the buffers of both systems, and no more are taken"
    await raw.close()


async def test_whoever_answers_pings_and_talks_as_fast_as_is_allowed_is_never_closed(server: ServerProcess) -> None:
    raw = await RawSocket.open(server, new_guest(server), address=fresh_address())
    ping = frame(TEXT, b'{"type":"ping","id":"x"}')
    await raw.send((ping + frame(PONG, b"")) * 10 + frame(PING, b"?") * 10)
    heard = 0
    async with asyncio.timeout(30):
        async for opcode, payload in raw.frames():
            assert opcode != CLOSE
            heard += opcode == PONG or b'"pong"' in payload
            if heard == 20:
                break
    await raw.close()


async def test_an_address_that_floods_can_not_come_again_at_once(serve: Serve) -> None:
    server = serve(messages_per_second=20, message_burst=60, requests_per_minute=100)
    address = fresh_address()
    for _ in range(4):
        raw = await RawSocket.open(server, new_guest(server), address=address)
        await raw.send(frame(PONG, b"") * 1000)
        assert await raw.close_frame() == 1008
        await raw.close()
    with pytest.raises(ConnectionRefusedError, match="429"):
        await RawSocket.open(server, new_guest(server), address=address)
    async with await Wire.open(server, new_guest(server), fresh_address()) as other:
        assert (await other.ask("ping"))["type"] == "pong"


TOO_BIG = {
    "a head that announces 2^40 bytes": frame(TEXT, b"", length=1 << 40),
    "a whole message": frame(TEXT, bytes(5000)),
    "a message in parts": frame(TEXT, bytes(3000), fin=False) + frame(CONTINUED, bytes(3000), fin=False),
}


@pytest.mark.parametrize("websocket", ["picows", "websockets"])
@pytest.mark.parametrize("kind", TOO_BIG)
async def test_an_address_that_sends_what_is_too_big_can_not_come_again_at_once(
    serve: Serve, websocket: str, kind: str
) -> None:
    server = serve(websocket=websocket, message_bytes=4096, requests_per_minute=100)
    address = fresh_address()
    for _ in range(4):
        raw = await RawSocket.open(server, new_guest(server), address=address)
        await raw.send(TOO_BIG[kind])
        assert await raw.close_frame() == 1009
        await raw.close()
    with pytest.raises(ConnectionRefusedError, match="429"):
        await RawSocket.open(server, new_guest(server), address=address)
