"""What some who mean harm, or only look on, cost everybody else: `make bench-stall`.

    floods     ten sockets pour frames of one kind in, as fast as the network takes them, and come again when they are
               closed; five people ping the server meanwhile, as they do without any flood
    the lobby  two thousand people look at the list of rooms while five hundred play, beside the same without anybody
               who looks

Default limits, except that all come from this machine: each says which address it comes from. The server has a core
of its own; whoever floods, looks or plays shares the others.
"""

import asyncio
import os
import selectors
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Final, cast

import msgspec
import uvloop
from benchmarks.server.__main__ import OURS, SECRET, folder, machine, tablee
from benchmarks.server.load import Figures, Load
from benchmarks.server.processes import ROOT, allow_many_files, cores, drive, on_cores, serving
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.table import Table

from tablee.server.credentials import load_secret
from tablee.server.sessions import Signer, new_session

FLOODING: Final = 10
PINGING: Final = 5
SECONDS: Final = 5.0
PINGS_PER_SECOND: Final = 15
WANTED: Final = 50.0
"""Milliseconds: everybody else's p99 during a flood."""
VIEWERS: Final = 2000
PLAYERS: Final = 500
MOVES_PER_SECOND: Final = 300.0
PLAYED: Final = 8.0
"""Seconds of a round."""
ROUNDS: Final = 3

_MASK: Final = bytes(4)


def _frame(first: int, length: int = 0) -> bytes:
    """A frame's head with a mask of zeros, for a body of that length."""
    if length < 126:
        return bytes([first, 0x80 | length]) + _MASK
    return bytes([first, 0xFF]) + struct.pack(">Q", length) + _MASK


FLOODS: Final[dict[str, tuple[bytes, bytes]]] = {
    "PONG": (b"", _frame(0x8A) * 4000),
    "PING": (b"", _frame(0x89) * 4000),
    "CONTINUATION": (_frame(0x01), _frame(0x00) * 4000),
    "empty TEXT": (b"", _frame(0x81) * 4000),
    "too big": (_frame(0x81, 1 << 40), bytes(1 << 16)),
}
"""What each kind of flood begins with, and what it goes on with."""


def command(folder_: Path, *options: str) -> list[str]:
    """Our server with its default limits, where everybody can say which address they come from."""
    given = ("--port", "0", "--data", str(folder_ / "data"), "--secret", SECRET, "--trusted-proxies", "127.0.0.1")
    return [sys.executable, "-m", "tablee.cli", "serve", *given, "--log-level", "error", *options]


def cookie_of(person: str) -> str:
    """The session of somebody, without asking the server for it."""
    signer = Signer(load_secret(SECRET, Path()))
    return f"tablee_session={signer.sign(new_session(person, person))}"


# ── Floods ───────────────────────────────────────────────────────────────────────────────────────────────


class Poured(Struct):
    """What came of a flood."""

    opened: int = 0
    refused: int = 0
    megabytes: float = 0.0


def flood(port: int, kind: str, seconds: float) -> Poured:
    """Pour, on as many sockets as are to flood, each in a thread: sending leaves Python alone."""
    poured, until = Poured(), time.monotonic() + seconds
    threads = [threading.Thread(target=_pour, args=(port, kind, n, until, poured)) for n in range(FLOODING)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return poured


def _upgrade(port: int, person: str, address: str) -> bytes:
    """The request of somebody who comes from an address."""
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"X-Forwarded-For: {address}\r\nCookie: {cookie_of(person)}\r\n\r\n"
    ).encode()


def _pour(port: int, kind: str, number: int, until: float, poured: Poured) -> None:
    first, rest = FLOODS[kind]
    request = _upgrade(port, f"flooder{number}", "10.6.6.6")
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as pouring:
            pouring.sendall(request)
            if b" 101 " not in pouring.recv(4096):
                poured.refused += 1
                time.sleep(0.01)
                continue
            poured.opened += 1
            pouring.sendall(first)
            while time.monotonic() < until:
                pouring.sendall(rest)
                poured.megabytes += len(rest) / 1e6


@contextmanager
def helper(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """This program in another process, with other work; it ends by itself, or with what is measured."""
    with on_cores(cores()[1]):
        started = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.stall", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
    try:
        yield started
    finally:
        started.kill()
        started.wait()
        if started.stdout is not None:
            started.stdout.close()


class Pinging(WSListener):
    """Somebody who asks again and again whether the server is there."""

    def __init__(self, waits: list[float]) -> None:
        self._waits, self._sent_at = waits, 0.0
        self.transport: WSTransport | None = None
        self.is_lost = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Ready."""
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        """Nobody who plays fair should be."""
        self.is_lost = True

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002 - picows' signature
        """The answer."""
        if self._sent_at and frame.get_payload_as_bytes().startswith(b'{"type":"pong"'):
            self._waits.append(time.perf_counter() - self._sent_at)
            self._sent_at = 0.0

    async def ask(self, until: float) -> None:
        """Ping; the next one when the answer has come. One that never comes counts with what it has waited."""
        while time.perf_counter() < until and not self.is_lost:
            self._sent_at = time.perf_counter()
            if self.transport is not None:
                self.transport.send(WSMsgType.TEXT, b'{"type":"ping","id":"p"}')
            while self._sent_at and time.perf_counter() < until + 5:
                await asyncio.sleep(0.001)
            await asyncio.sleep(1 / PINGS_PER_SECOND)
        if self._sent_at or self.is_lost:
            self._waits.append(5.0)


def _same(person: Pinging) -> Pinging:
    """What picows calls to have a listener."""
    return person


async def pings(port: int, kind: str | None = None) -> tuple[list[float], Poured]:
    """How long pings take beside a flood of that kind, in milliseconds, the quickest first."""
    waits: list[float] = []
    people = [Pinging(waits) for _ in range(PINGING)]
    for number, person in enumerate(people):
        headers = {"cookie": cookie_of(f"pinging{number}"), "x-forwarded-for": f"10.0.0.{number}"}
        await ws_connect(partial(_same, person), f"ws://127.0.0.1:{port}/ws", extra_headers=headers)
    poured = Poured()
    with helper("flood", str(port), kind, str(SECONDS + 1)) if kind else nullcontext() as flooding:
        if flooding is not None and flooding.stdout is not None:
            flooding.stdout.readline()  # It begins.
        until = time.perf_counter() + SECONDS
        await asyncio.gather(*(person.ask(until) for person in people))
        if flooding is not None and flooding.stdout is not None:
            poured = msgspec.json.decode(flooding.stdout.readline(), type=Poured)
    for person in people:
        if person.transport is not None:
            person.transport.disconnect(graceful=False)
    return sorted(wait * 1000 for wait in waits), poured


def at(waits: Sequence[float], part: float) -> float:
    """A percentile."""
    return waits[min(len(waits) - 1, int(len(waits) * part))]


def measure_floods(console: Console, kinds: Sequence[str], websocket: str) -> None:
    """Pings without a flood and with one, in turns, on a new server for each kind."""
    table = Table("", "p50 ms", "p99 ms", "worst ms", "sockets opened", "refused", "MB poured")
    worst = 0.0
    for kind in kinds:
        with folder() as place, serving(command(place, "--websocket", websocket), place) as (_, port):
            calm, _ = uvloop.run(pings(port))
            table.add_row("no flood", *(f"{at(calm, part):.2f}" for part in (0.5, 0.99, 1)), "", "", "")
            waits, poured = uvloop.run(pings(port, kind))
            worst = max(worst, at(waits, 0.99))
            table.add_row(
                f"{FLOODING} × {kind}",
                *(f"{at(waits, part):.2f}" for part in (0.5, 0.99, 1)),
                f"{poured.opened}",
                f"{poured.refused}",
                f"{poured.megabytes:.1f}",
            )
    table.caption = f"{websocket}: p99 beside a flood is {worst:.1f} ms at most; wanted ≤ {WANTED:.0f} ms"
    console.print(table)


# ── The lobby ────────────────────────────────────────────────────────────────────────────────────────────


def view(port: int, count: int) -> None:
    """Look at the list with that many sockets, and tell twice a second how much they were sent; until killed."""
    allow_many_files()
    looking = selectors.DefaultSelector()
    for number in range(count):
        viewer = socket.create_connection(("127.0.0.1", port))
        viewer.sendall(_upgrade(port, f"viewer{number}", "10.5.5.5"))
        viewer.recv(4096)
        body = b'{"type":"watch_list","id":"w"}'
        viewer.sendall(_frame(0x81, len(body)) + body)
        viewer.setblocking(False)
        looking.register(viewer, selectors.EVENT_READ)
    print("all look", flush=True)
    received, tell_at = 0, time.monotonic()
    while True:
        for key, _ in looking.select(0.1):
            data = cast(socket.socket, key.fileobj).recv(1 << 16)
            if not data:
                raise RuntimeError("a viewer was closed")
            received += len(data)
        if time.monotonic() >= tell_at:
            print(f"{time.monotonic()} {received}", flush=True)
            tell_at = time.monotonic() + 0.5


def play_beside(viewers: int) -> tuple[Figures, float]:
    """How long moves take while so many look at the list, and what they are sent, in megabytes a second."""
    with folder() as place, serving(tablee(place), place) as (pid, port):
        load = Load(
            port=port, pid=pid, secret=SECRET, rooms=PLAYERS // 2, warm_up=0.5, seconds=0.5, paced_seconds=PLAYED,
            moves_per_second=MOVES_PER_SECOND,
        )  # fmt: skip
        with helper("view", str(port), str(viewers)) if viewers else nullcontext() as viewing:
            if viewing is not None and viewing.stdout is not None:
                viewing.stdout.readline()
            told = drive([*OURS.driver, msgspec.json.encode(load).decode()], 120)
            until, sent = time.monotonic(), 0.0
            if viewing is not None and viewing.stdout is not None:
                if viewing.poll() is not None:
                    raise RuntimeError("the viewers are gone")
                viewing.kill()
                counts = [tuple(map(float, line.split())) for line in viewing.stdout]
                counts = [count for count in counts if until - PLAYED <= count[0] <= until]
                sent = (counts[-1][1] - counts[0][1]) / (counts[-1][0] - counts[0][0]) / 1e6
        return msgspec.json.decode(told, type=Figures), sent


def measure_lobby(console: Console) -> None:
    """The same load without anybody who looks and with very many, in turns."""
    rounds: dict[int, list[tuple[Figures, float]]] = {0: [], VIEWERS: []}
    for _ in range(ROUNDS):
        for viewers, measured in rounds.items():
            measured.append(play_beside(viewers))
    table = Table(
        f"{PLAYERS} players, {MOVES_PER_SECOND:.0f} moves/s", "moves/s", "p50 ms", "p99 ms", "MB/s to viewers"
    )
    best = {viewers: min(measured, key=lambda one: one[0].p99) for viewers, measured in rounds.items()}
    for viewers, (figures, sent) in best.items():
        table.add_row(
            f"{viewers} look at the list",
            f"{figures.paced_moves_per_second:.0f}",
            f"{figures.p50:.2f}",
            f"{figures.p99:.2f}",
            f"{sent:.2f}" if viewers else "",
        )
    ratio, most = best[VIEWERS][0].p99 / best[0][0].p99, max(sent for _, sent in rounds[VIEWERS])
    table.caption = f"best of {ROUNDS} rounds: p99 {ratio:.2f}× that without, wanted ≤ 2×; {most:.2f} MB/s, wanted < 2"
    console.print(table)


# ── Together ─────────────────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Print the tables, or do a helper's work."""
    match sys.argv[1:]:
        case ["flood", port, kind, seconds]:
            os.nice(19)  # they are not those who are measured
            print("begins", flush=True)
            print(msgspec.json.encode(flood(int(port), kind, float(seconds))).decode())
            return
        case ["view", port, count]:
            view(int(port), int(count))
        case given:
            kinds = [kind for kind in FLOODS if not given or kind in given]
    console = Console(width=120)
    console.print(machine())
    if not given or "lobby" in given:
        measure_lobby(console)
    for websocket in ("picows", "websockets") if kinds else ():
        measure_floods(console, kinds, websocket)


if __name__ == "__main__":
    main()
