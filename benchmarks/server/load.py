"""Players for a Tablée server: `python -m benchmarks.server.load CONFIG`, where CONFIG is a `Load` as JSON.

Each player plays its first legal action as soon as it is its turn, over a WebSocket of its own; a finished game is
played again in the same room. First as fast as the server answers, then at a steady rate, to measure how long a move
takes to reach the other player. Prints `Figures` as JSON. The peers' drivers (peers/) take and print the same.

With `is_idle` nobody plays, and the server's memory is measured instead: prints `Idle` as JSON.
"""

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any, Final

import msgspec
import uvloop
from benchmarks.server.processes import allow_many_files, cpu_seconds, resident_bytes
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tablee.server.credentials import load_secret
from tablee.server.sessions import Signer, new_session

TICK: Final = 0.001
STAGGER: Final = 20
"""Slots over which rooms begin at a steady rate: their games are all alike, and would else end in the same instant."""
CONNECTING_AT_ONCE: Final = 50
PATIENCE: Final = 30.0
"""Seconds without a single move, after which something is broken."""


class Load(Struct, frozen=True, kw_only=True):
    """What a driver is asked to do."""

    port: int
    guests_port: int | None = None
    """The server of all but the hosts, where it is another process."""
    pid: int
    """The server's process, whose processor time is measured."""
    secret: str = ""
    """The server's, so that the driver can make sessions without asking for each."""
    game: str = "gigogne"
    rooms: int = 100
    seats: int = 2
    warm_up: float = 2.0
    seconds: float = 4.0
    paced_seconds: float = 0.0
    moves_per_second: float = 1000.0
    """The steady rate, over all rooms."""
    is_idle: bool = False


class Figures(Struct, frozen=True, kw_only=True):
    """What a driver measured."""

    moves_per_second: float
    server_seconds_per_move: float
    """Processor time, all threads of the server."""
    driver_load: float
    """The driver's processor time over the clock's: near 1 it is the driver that is measured."""
    paced_moves_per_second: float = 0.0
    p50: float = 0.0
    """Milliseconds from sending a move to its receipt by the other player, at the steady rate."""
    p99: float = 0.0


class Idle(Struct, frozen=True, kw_only=True):
    """What idle people cost."""

    connections: int
    bytes_before: int
    """The server's memory with nobody there."""
    bytes_after: int


# ── What the server says, as far as a player needs it ────────────────────────────────────────────────────


class Message(Struct, tag_field="type"):
    """One of the server's."""


class Seen(Struct):
    """What one seat sees."""

    turn: int
    legal: list[msgspec.Raw]


class Play(Struct):
    """A game."""

    id: str
    seen: list[Seen]


class Shown(Struct):
    """A room."""

    status: str
    play: Play | None


class Moved(Message, tag="moved"):
    """The game went on."""

    play: Play
    ack: str | None = None


class RoomShown(Message, tag="room"):
    """The room as it is."""

    room: Shown


class Refused(Message, tag="refused"):
    """No."""

    refusal: Any


class Welcome(Message, tag="welcome"):
    """Nothing to do."""


class Acked(Message, tag="acked"):
    """Nothing to do."""


class RoomGone(Message, tag="room_gone"):
    """It should not be."""

    reason: str


decoder: Final = msgspec.json.Decoder(Moved | RoomShown | Refused | Welcome | Acked | RoomGone)


# ── Players ──────────────────────────────────────────────────────────────────────────────────────────────


class Room:
    """A room as the driver knows it."""

    __slots__ = ("is_due", "ready", "sent_at")

    def __init__(self) -> None:
        self.ready: tuple[Player, Play] | None = None
        """Who can play, and waits for everybody to be seated, or at a steady rate for the room's next slot."""
        self.is_due = False
        self.sent_at = 0.0

    def play(self) -> None:
        """Let whoever can play do so, now or as soon as somebody can."""
        if self.ready is None:
            self.is_due = True
        else:
            (player, play), self.ready = self.ready, None
            player.act(play)


class Player(WSListener):
    """One person at one table."""

    def __init__(self, crowd: "Crowd", room: Room, room_id: str) -> None:
        self._crowd, self._room, self._room_id = crowd, room, room_id
        self._count = 0
        self._is_waiting = False
        self._has_voted = False
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Go into the room."""
        self._transport = transport
        entering = {"type": "enter", "id": "enter", "room": self._room_id, "join": True}
        transport.send(WSMsgType.TEXT, msgspec.json.encode(entering))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002 - picows' signature
        """Hear the server."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = decoder.decode(frame.get_payload_as_memoryview())
        if isinstance(message, Moved):
            if message.ack is not None:
                self._is_waiting = False
                self._crowd.moves += 1
            else:
                self._crowd.latencies.append(time.perf_counter() - self._room.sent_at)
            self._play(message.play)
        elif isinstance(message, RoomShown):
            self._look_at(message.room)
        elif isinstance(message, Refused | RoomGone):
            self._crowd.fail(f"the server said {message}")

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        """Nobody should be."""
        self._crowd.fail("a connection was lost")

    def _look_at(self, room: Shown) -> None:
        if room.status == "finished" and not self._has_voted:
            self._has_voted = True
            self._say(b'{"type":"vote","id":"again","again":true}')
        elif room.status == "playing" and room.play is not None:
            self._has_voted = False
            self._play(room.play)

    def _play(self, play: Play) -> None:
        if self._is_waiting or not play.seen[0].legal:
            return
        room = self._room
        if self._crowd.is_racing or room.is_due:
            room.is_due = False
            self.act(play)
        else:
            room.ready = (self, play)

    def act(self, play: Play) -> None:
        """Play the first legal action."""
        self._is_waiting = True
        self._count += 1
        seen = play.seen[0]
        self._room.sent_at = time.perf_counter()
        self._say(
            b'{"type":"act","id":"%d","game":"%s","turn":%d,"action":%s}'
            % (self._count, play.id.encode(), seen.turn, bytes(seen.legal[0]))
        )

    def _say(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, data)


class Crowd:
    """All players."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._signer = Signer(load_secret(load.secret, None))  # type: ignore[arg-type]  # a given secret needs no folder
        self._rooms: list[Room] = []
        self._transports: list[WSTransport] = []
        self._has_ended = False
        self._failure: str | None = None
        self.moves = 0
        self.latencies: list[float] = []
        self.is_racing = False
        """Whether everybody plays as soon as they can."""

    def fail(self, why: str) -> None:
        """Something went wrong that should not."""
        if not self._has_ended:
            self._failure = self._failure or why

    async def play(self) -> Figures:
        """Play with everybody seated, and measure."""
        load = self._load
        self.is_racing = True
        for room in self._rooms:
            room.play()
        await self._watch(load.warm_up)
        driver, server, moves, start = time.process_time(), cpu_seconds(load.pid), self.moves, time.perf_counter()
        await self._watch(load.seconds)
        took = time.perf_counter() - start
        moves = self.moves - moves
        if moves == 0:
            raise RuntimeError("nobody moved")
        figures = Figures(
            moves_per_second=moves / took,
            server_seconds_per_move=(cpu_seconds(load.pid) - server) / moves,
            driver_load=(time.process_time() - driver) / took,
        )
        if load.paced_seconds:
            figures = await self._play_steadily(figures)
        self.leave()
        return figures

    async def idle(self) -> Idle:
        """Sit down and do nothing."""
        before = resident_bytes(self._load.pid)
        await self.sit_down()
        await self._watch(self._load.seconds)
        idle = Idle(connections=len(self._transports), bytes_before=before, bytes_after=resident_bytes(self._load.pid))
        self.leave()
        return idle

    def leave(self) -> None:
        """Hang up."""
        self._has_ended = True
        for transport in self._transports:
            transport.disconnect(graceful=False)

    async def _play_steadily(self, figures: Figures) -> Figures:
        load = self._load
        self.is_racing = False
        pacing = asyncio.create_task(self._pace())
        await self._watch(STAGGER * load.rooms / load.moves_per_second)
        self.latencies.clear()
        moves, start = self.moves, time.perf_counter()
        await self._watch(load.paced_seconds)
        moves, took = self.moves - moves, time.perf_counter() - start
        pacing.cancel()
        latencies = sorted(self.latencies)
        return msgspec.structs.replace(
            figures,
            paced_moves_per_second=moves / took,
            p50=latencies[len(latencies) // 2] * 1000,
            p99=latencies[len(latencies) * 99 // 100] * 1000,
        )

    async def _watch(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while self._failure is None and (left := until - time.perf_counter()) > 0:
            await asyncio.sleep(min(0.1, left))
        if self._failure is not None:
            raise RuntimeError(self._failure)

    async def _pace(self) -> None:
        """Each room has a slot every so often, the rooms one after the other."""
        number, start = 0, time.perf_counter()
        while True:
            await asyncio.sleep(TICK)
            due = int((time.perf_counter() - start) * self._load.moves_per_second)
            while number < due:
                slot, room = divmod(number, len(self._rooms))
                if slot >= room % STAGGER:
                    self._rooms[room].play()
                number += 1

    # ── Sitting down ─────────────────────────────────────────────────────────────────────────────────────

    async def sit_down(self) -> None:
        """Open the rooms and fill their seats."""
        hosts = [f"host{number}" for number in range(self._load.rooms)]
        with ThreadPoolExecutor(8) as threads:
            shares = [threads.submit(self._open_rooms, hosts[first::8]) for first in range(8)]
            ids = {host: id_ for share in shares for host, id_ in (await asyncio.wrap_future(share)).items()}
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self._rooms = [Room() for _ in hosts]
        await asyncio.gather(
            *(self._connect(gate, host, room, ids[host]) for host, room in zip(hosts, self._rooms, strict=True))
        )

    async def _connect(self, gate: asyncio.Semaphore, host: str, room: Room, room_id: str) -> None:
        """All the seats of a room, one after the other."""
        people = [host, *(f"{host}guest{seat}" for seat in range(1, self._load.seats))]
        for person in people:
            port = self._load.port if person == host else self._load.guests_port or self._load.port
            async with gate:
                transport, _ = await ws_connect(
                    lambda: Player(self, room, room_id),
                    f"ws://127.0.0.1:{port}/ws",
                    extra_headers={"cookie": self._cookie(person)},
                    read_buffer_init_size=4096,
                )
            self._transports.append(transport)

    def _open_rooms(self, hosts: list[str]) -> dict[str, str]:
        connection = HTTPConnection("127.0.0.1", self._load.port, timeout=PATIENCE)
        body = {"game": self._load.game, "capacity": self._load.seats, "policy": "full", "clock": 0}
        made: dict[str, str] = {}
        for host in hosts:
            headers = {"cookie": self._cookie(host), "content-type": "application/json"}
            connection.request("POST", "/api/rooms", msgspec.json.encode(body), headers)
            response = connection.getresponse()
            data = response.read()
            if response.status != 201:
                raise RuntimeError(f"no room: {response.status} {data!r}")
            made[host] = msgspec.json.decode(data)["id"]
        connection.close()
        return made

    def _cookie(self, person: str) -> str:
        return f"tablee_session={self._signer.sign(new_session(person, person))}"


async def measure(load: Load) -> Figures | Idle:
    """Do what is asked."""
    crowd = Crowd(load)
    if load.is_idle:
        return await crowd.idle()
    await crowd.sit_down()
    return await crowd.play()


def main() -> None:
    """Do what is asked, print what was measured."""
    allow_many_files()
    load = msgspec.json.decode(sys.argv[1], type=Load)
    print(msgspec.json.encode(uvloop.run(measure(load))).decode())


if __name__ == "__main__":
    main()
