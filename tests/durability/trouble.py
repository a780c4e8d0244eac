"""Those who make trouble while others play: sockets that flood the server with frames, and many who watch the list.

    python -m tests.durability.trouble http://127.0.0.1:8000

They run in a process of their own, come back whenever the server does, and end with the process that started them.
"""

import asyncio
import contextlib
import http.client
import itertools
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.server.raw import CONTINUED, PING, PONG, TEXT, RawSocket, frame, text
from tests.server.serving import ServerProcess, new_guest

FLOODERS = 8
VIEWERS = 100
PAUSE = 0.5
"""Seconds until one who was closed, or found nobody, comes again."""

Trouble = Callable[[ServerProcess, int], Awaitable[None]]

FLOODS = (
    frame(PONG, b"") * 2000,
    frame(PING, b"") * 2000,
    frame(TEXT, b"", fin=False) + frame(CONTINUED, b"", fin=False) * 2000,
    frame(TEXT, b"{}") * 2000,
)


@contextmanager
def trouble(server: ServerProcess) -> Iterator[None]:
    """The server has no peace meanwhile."""
    command = [sys.executable, "-m", "tests.durability.trouble", server.address, str(os.getpid())]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[2])
    try:
        yield
        assert process.poll() is None, "those who make trouble broke down"
    finally:
        process.terminate()
        process.wait(10)


class Target(ServerProcess):
    """A server that somebody else has started."""

    def __init__(self, address: str) -> None:
        self.address = address


async def flood(server: ServerProcess, number: int) -> None:
    """Pour frames in until one is closed; then again, in another way."""
    cookie = await asyncio.to_thread(new_guest, server, f"Flooder {number}", address_of(number))
    for frames in itertools.cycle(FLOODS):
        socket = await RawSocket.open(server, cookie, address=address_of(number))
        try:
            await socket.send(frames)
            async with asyncio.timeout(10):
                async for _ in socket.frames():
                    pass
        finally:
            await socket.close()
        await asyncio.sleep(PAUSE)


async def look_on(server: ServerProcess, number: int) -> None:
    """Follow the list of rooms for as long as the connection lasts."""
    cookie = await asyncio.to_thread(new_guest, server, f"Viewer {number}", address_of(FLOODERS + number))
    socket = await RawSocket.open(server, cookie, address=address_of(FLOODERS + number))
    try:
        await socket.send(text({"type": "watch_list", "id": "list"}))
        async for _ in socket.frames():
            pass
    finally:
        await socket.close()


async def again(server: ServerProcess, make: Trouble, number: int) -> None:
    """Whatever the server does, and wherever it is: it comes back."""
    while True:
        with contextlib.suppress(OSError, EOFError, TimeoutError, AssertionError, http.client.HTTPException):
            await make(server, number)
        await asyncio.sleep(PAUSE)


async def main(address: str, parent: int) -> None:
    """Make trouble until the process that asked for it is gone."""
    server = Target(address)
    made = [(flood if number < FLOODERS else look_on, number) for number in range(FLOODERS + VIEWERS)]
    tasks = [asyncio.create_task(again(server, make, number)) for make, number in made]
    while os.getppid() == parent:
        await asyncio.sleep(0.5)
    for task in tasks:
        task.cancel()


def address_of(number: int) -> str:
    return f"10.9.{number // 200}.{number % 200 + 1}"


if __name__ == "__main__":
    assert urlsplit(sys.argv[1]).hostname == "127.0.0.1", "trouble is made on this machine only"
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
