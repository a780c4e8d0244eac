"""100,000 malformed messages and frames, with a game going on undisturbed beside them."""

import asyncio
import contextlib
import json
import random
import re
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from tablee.protocol import incoming
from tests.patience import at_leisure
from tests.server.people import close_all, come_together, fresh_address, seated, within
from tests.server.raw import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, RawSocket, frame, text
from tests.server.serving import ServerProcess, ask, new_guest

MESSAGES = 97_000
FRAMES = 3_000
AT_ONCE = 6
PIECE = 250
"""So many messages are sent together, and their answers awaited."""

_decoder = msgspec.json.Decoder(incoming.AnyIncoming)

VALID: tuple[dict[str, Any], ...] = (
    {"type": "ping", "id": "1"},
    {"type": "enter", "id": "1", "room": "ABCDEF", "join": True, "access": "x", "since": 3},
    {"type": "enter", "id": "1", "room": "ABCDEF", "seat_secret": "x"},
    {"type": "act", "id": "1", "game": "g", "turn": 3, "action": {"type": "place", "cell": 4, "size": 1}, "seat": 0},
    {"type": "pick_colour", "id": "1", "colour": "sky"},
    {"type": "say_ready", "id": "1", "ready": True},
    {"type": "change_settings", "id": "1", "name": "x", "options": {}, "capacity": 3, "policy": "host", "clock": 60},
    {"type": "expel", "id": "1", "seat": 1},
    {"type": "vote", "id": "1", "again": False},
    {"type": "watch_list", "id": "1", "search": "é", "game": "noe", "visibility": "private", "capacity": 2},
    {"type": "exit", "id": "1"},
    {"type": "start", "id": "1"},
    {"type": "leave", "id": "1"},
    {"type": "make_seat_link", "id": "1"},
)

STRANGE: tuple[Any, ...] = (
    None, True, -1, 2**63, 10**400, 1e308, "", "\x00", "\u202e", "x" * 5000, [], {}, [[]], {"": {}}, [None] * 300,
    "ABCDEF\n", "../../etc/passwd", "' OR 1=1 --", "${x}", "<script>", {"type": "act"}, -0.0, 1.5,
)  # fmt: skip


def malformed_message(chooser: random.Random) -> bytes:
    """A message that can't be read: a valid one with something wrong in it, or plain rubbish."""
    while True:
        data = _spoilt(chooser)
        try:
            _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError):
            return data


def _spoilt(chooser: random.Random) -> bytes:
    message = dict(chooser.choice(VALID))
    match chooser.randrange(10):
        case 0:
            return chooser.randbytes(chooser.randrange(80))
        case 1:
            message[chooser.choice([*message])] = chooser.choice(STRANGE)
        case 2:
            del message[chooser.choice([*message])]
        case 3:
            message[chooser.choice(("by", "person", "admin", "type ", "\x00", "x" * 300))] = chooser.choice(STRANGE)
        case 4:
            message["type"] = chooser.choice(
                ("", "Act", "act ", "room", "moved", "welcome", "acked", "__class__", "💥")
            )
        case 5:
            depth = chooser.choice((50, 900, 1100, 5000))
            return (
                b'{"type":"act","id":"1","game":"g","turn":1,"action":' + b"[" * depth + b"]" * chooser.randrange(depth)
            )
        case 6:
            data = bytearray(json.dumps(message).encode())
            for _ in range(chooser.randrange(1, 4)):
                data[chooser.randrange(len(data))] = chooser.randrange(256)
            return bytes(data)
        case 7:
            data = bytearray(json.dumps(message).encode())
            return bytes(data[: chooser.randrange(len(data))])
        case 8:
            return json.dumps(chooser.choice((STRANGE[:4], message["type"], [message], 3, None))).encode()
        case _:
            return json.dumps(message).encode() * 2
    return json.dumps(message).encode()


def malformed_frame(chooser: random.Random) -> bytes:
    """A frame that is not allowed, or parts of messages in an order that is not."""
    some = chooser.randbytes(chooser.randrange(40))
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: frame(chooser.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), some),
        lambda: frame(TEXT, some, masked=False),
        lambda: frame(chooser.choice((PING, PONG, CLOSE)), bytes(126 + len(some))),
        lambda: frame(chooser.choice((PING, PONG, CLOSE)), some, fin=False),
        lambda: frame(CONTINUED, some),
        lambda: frame(TEXT, b"{", fin=False) + frame(chooser.choice((TEXT, BINARY)), some),
        lambda: frame(TEXT, some, length=chooser.choice((1 << 20, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1))),
        lambda: frame(TEXT, b"x" * 20_000),
        lambda: frame(TEXT, b"", fin=False) + frame(CONTINUED, bytes(4000), fin=False) * 6,
        lambda: frame(CLOSE, b"x"),
        lambda: frame(CLOSE, struct.pack(">H", chooser.choice((0, 5, 999, 1004, 1005, 1006, 1015, 2999, 65535)))),
        lambda: frame(CLOSE, struct.pack(">H", 1000) + b"\xff\xfe"),
        lambda: frame(TEXT, malformed_message(chooser), reserved=chooser.randrange(1, 8)),
        lambda: chooser.randbytes(200),
        lambda: frame(TEXT, b'{"type":"ping","id":"1"}')[: chooser.randrange(1, 12)],
    )
    return chooser.choice(kinds)()


class Game:
    """Two people who play on and on, and note how long each of their moves takes."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()
        self.waits: list[float] = []
        self.games = 0

    async def play(self, server: ServerProcess) -> None:
        clients = await come_together(server, "Ada", "Bo")
        _, tables = await seated(clients)
        chooser = random.Random(5)
        while not self.is_over.is_set():
            room = await within(10, tables[0].until(lambda room: room["status"] == "playing"))
            [seat] = room["play"]["seen"][0]["to_act"]
            turn = await within(10, tables[seat].my_turn())
            assert turn is not None
            began = time.monotonic()
            done = await within(10, tables[seat].act(chooser.choice(turn.legal), turn=turn))
            self.waits.append(time.monotonic() - began)
            shown = await within(10, tables[0].until(lambda room, done=done: room["version"] >= done["version"]))
            await within(10, tables[1].until(lambda room, done=done: room["version"] >= done["version"]))
            if shown["play"]["outcome"] is not None:
                await asyncio.gather(*[table.ask("vote", again=True) for table in tables])
                self.games += 1
            await asyncio.sleep(0.01)
        assert [table.reconnections for table in tables] == [0, 0]
        await close_all(*clients)


async def send_messages(server: ServerProcess, pieces: Iterator[list[bytes]]) -> int:
    """Send messages that can't be read, and hear as many refusals; returns how many."""
    refused = 0
    raw = await RawSocket.open(server, new_guest(server, "Fuzz", fresh_address()), address=fresh_address())
    for piece in pieces:
        await raw.send(b"".join(frame(TEXT, data) for data in piece) + text({"type": "ping", "id": "end of piece"}))
        async for opcode, payload in raw.frames():
            assert opcode == TEXT
            if b'"end of piece"' in payload:
                break
            refused += b'"code":"bad_message"' in payload
    await raw.close()
    return refused


async def send_frames(server: ServerProcess, chooser: random.Random, count: int) -> int:
    """Send frames that are not allowed, one or some over each connection; returns how many connections were closed."""
    cookie = new_guest(server, "Fuzz", fresh_address())
    closed = sent = 0
    while sent < count:
        raw = await RawSocket.open(server, cookie, address=fresh_address())
        batch = [malformed_frame(chooser) for _ in range(chooser.randrange(1, 8))]
        await raw.send(b"".join(batch))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                async for opcode, _ in raw.frames():
                    closed += opcode == CLOSE
        await raw.close()
        sent += len(batch)
    return closed


async def send_requests(server: ServerProcess, chooser: random.Random, count: int) -> None:
    """Send what is no HTTP, or only nearly."""
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        start = chooser.choice((b"", b"GET /ws HTTP/1.1\r\n", b"POST /api/session HTTP/1.1\r\nContent-Length: -1\r\n"))
        with contextlib.suppress(ConnectionError, TimeoutError):
            writer.write(start + chooser.randbytes(chooser.randrange(300)) + b"\r\n\r\n")
            async with asyncio.timeout(0.05):
                await reader.read()
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def pieces_of(messages: list[bytes], chooser: random.Random) -> Iterator[list[bytes]]:
    """All that is to be sent, in pieces, for whoever takes the next."""
    for _ in range(MESSAGES // PIECE):
        yield chooser.choices(messages, k=PIECE)


def memory_of(server: ServerProcess) -> int:
    """Megabytes that the server holds; 0 where that can't be known."""
    status = Path(f"/proc/{server.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0


async def test_100_000_malformed_messages_and_frames_disturb_no_game(server: ServerProcess) -> None:
    chooser = random.Random(20_26)
    messages = [malformed_message(chooser) for _ in range(4000)]
    game = Game()
    playing = asyncio.create_task(game.play(server))
    pieces = pieces_of(messages, chooser)
    before = memory_of(server)
    refused, closed, *_ = await asyncio.gather(
        asyncio.gather(*[send_messages(server, pieces) for _ in range(AT_ONCE)]),
        asyncio.gather(*[send_frames(server, random.Random(number), FRAMES // AT_ONCE) for number in range(AT_ONCE)]),
        send_requests(server, random.Random(1), 100),
    )
    game.is_over.set()
    await within(20, playing)
    assert sum(refused) == MESSAGES
    assert sum(closed) > FRAMES / 20
    assert game.games >= 2
    waits = sorted(game.waits)
    assert waits[len(waits) // 2] < at_leisure(0.5)
    assert waits[-1] < at_leisure(5)
    assert ask(server, "GET", "/readyz").status == 200
    async with asyncio.timeout(30):
        while server.metric("tablee_connections"):
            await asyncio.sleep(0.05)
    assert memory_of(server) - before < 64
