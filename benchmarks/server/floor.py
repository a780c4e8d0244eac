"""What a move costs at the least: bytes in, bytes on disk, the same bytes out to both players, and nothing else.

No rules, rooms, sessions, JSON or views: the same sockets as the server's, and, if asked for, the same store, with
players that answer at once. What the server costs beyond this is what it does; below this it can't come.

    python -m benchmarks.server.floor serve sockets|store FOLDER
    python -m benchmarks.server.floor drive LOAD
"""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop
from benchmarks.server.load import Figures, Load
from benchmarks.server.processes import cpu_seconds
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect, ws_create_server

from tablee.store.contract import Append
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores import append

TEXT: Final = WSMsgType.TEXT
MOVE: Final = b"m" * 120
EVENT: Final = (b"e" * 230,)
SHOWN: Final = b"s" * 1000
"""About as long as what our players send, what is stored of it, and what each is shown."""

Keep = Callable[["Room", Callable[[], None]], None]
"""Keeps a move of a room, and then calls."""


# ── The server ───────────────────────────────────────────────────────────────────────────────────────────


class Room:
    """Two sockets, and how often something was kept."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.version = 0
        self.sockets: list[WSTransport] = []

    def show(self) -> None:
        """Send to both."""
        for socket in self.sockets:
            socket.send(TEXT, SHOWN)


class Door(WSListener):
    """The first message names a room, all others are moves in it."""

    def __init__(self, rooms: dict[str, Room], keep: Keep) -> None:
        self._rooms, self._keep = rooms, keep
        self._room: Room | None = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A message came."""
        message = frame.get_payload_as_bytes()
        if self._room is not None:
            self._keep(self._room, self._room.show)
            return
        name = message.decode()
        room = self._room = self._rooms.setdefault(name, Room(name))
        room.sockets.append(transport)
        if len(room.sockets) == 2:
            self._keep(room, room.show)


def keep_nothing(_room: Room, then: Callable[[], None]) -> None:
    """The sockets alone."""
    then()


def keep_in(store: SqliteStore, room: Room, then: Callable[[], None]) -> None:
    """On disk first, as the server does it."""
    expected, room.version = room.version, room.version + 1
    what = Append(room.id, expected, EVENT, None) if expected else append(room.id, 0, *EVENT)
    store.append(what).add_done_callback(lambda _: then())


async def serve(kind: str, folder: Path) -> None:
    """Serve until the process is ended."""
    rooms: dict[str, Room] = {}
    keep: Keep = keep_nothing
    if kind == "store":
        store = SqliteStore(folder / "data")
        await store.open("floor", int(time.time() * 1000), 8000)
        keep = partial(keep_in, store)
    server = await ws_create_server(lambda _: Door(rooms, keep), "127.0.0.1", 0, enable_auto_ping=False)
    sys.stdout.write(f"ready at :{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────


class Player(WSListener):
    """Answers every second message: the two of a room take turns."""

    moves = 0
    """Of all."""

    def __init__(self, room: str, seat: int) -> None:
        self._room, self._seat, self._heard = room, seat, 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Sit down."""
        transport.send(TEXT, self._room.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002 - picows' signature
        """The other has moved, or one's own move has come back."""
        if self._heard % 2 == self._seat:
            transport.send(TEXT, MOVE)
            Player.moves += 1
        self._heard += 1


async def drive(load: Load) -> Figures:
    """Play, and measure."""
    for number in range(load.rooms):
        for seat in (0, 1):
            make: Any = lambda *_, number=number, seat=seat: Player(str(number), seat)  # noqa: E731 - bound now
            await ws_connect(make, f"ws://127.0.0.1:{load.port}/", enable_auto_ping=False)
    await asyncio.sleep(load.warm_up)
    driver, server, moves, start = time.process_time(), cpu_seconds(load.pid), Player.moves, time.perf_counter()
    await asyncio.sleep(load.seconds)
    took, moves = time.perf_counter() - start, Player.moves - moves
    return Figures(
        moves_per_second=moves / took,
        server_seconds_per_move=(cpu_seconds(load.pid) - server) / moves,
        driver_load=(time.process_time() - driver) / took,
    )


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        uvloop.run(serve(sys.argv[2], Path(sys.argv[3])))
    else:
        figures = uvloop.run(drive(msgspec.json.decode(sys.argv[2], type=Load)))
        sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")
