"""docs/protocol.md is true: every message and field is in it, every example is one, and its conversation happens."""

import asyncio
import json
import re
from typing import Any, get_args

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tablee.client import Client
from tablee.kernel import refusals as kernel_refusals
from tablee.kernel.refusals import Code
from tablee.protocol import PROTOCOL, close_codes, http, incoming, outgoing
from tablee.protocol.incoming import AnyIncoming
from tablee.protocol.outgoing import AnyOutgoing
from tablee.protocol.schema import GIVEN, SHOWN
from tablee.server import conversation, sockets
from tablee.server.house import STATUS_OF
from tablee.server.settings import described
from tests.protocol.checking import problems, whole_schema
from tests.protocol.pages import code_in, examples_in, examples_of, page, rows_in, section
from tests.server.serving import ServerProcess, ask

PAGE = "docs/protocol.md"
MESSAGES = [*get_args(AnyIncoming), *get_args(AnyOutgoing)]
BODIES = [*GIVEN, *SHOWN]


def test_every_example_is_what_it_says() -> None:
    types = {**vars(kernel_refusals), **vars(http), **vars(outgoing), **vars(incoming)}
    for example in examples_of(PAGE):
        assert not problems(example.data, example.name), example.name
        if example.name in types:
            msgspec.json.decode(msgspec.json.encode(example.data), type=types[example.name])
    assert len(re.findall(r"^```json", page(PAGE), flags=re.MULTILINE)) == len(examples_of(PAGE))


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__struct_config__.tag)
def test_every_message_is_told_with_all_its_fields_and_an_example(message: type[msgspec.Struct]) -> None:
    told = section(PAGE, f"### `{message.__struct_config__.tag}`")
    assert message.__name__ in {example.name for example in examples_in(told)}
    own_fields = [row[0] for row in rows_in(told.partition("\nIn `room.room`")[0].partition("\n`play` is")[0])]
    assert [*dict.fromkeys(field for cell in own_fields for field in code_in(cell))] == [
        field for field in message.__struct_fields__ if field != "id"
    ]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("### `room`", "RoomView"),
        ("### `room`", "SeatView"),
        ("### `moved`", "PlayView"),
        ("### `moved`", "Perspective"),
    ],
)
def test_the_parts_of_a_room_are_told_with_all_their_fields(heading: str, name: str) -> None:
    told = set(code_in(section(PAGE, heading).replace("```", "")))
    assert set(whole_schema()["$defs"][name]["properties"]) <= told


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_every_http_body_has_an_example(body: type[msgspec.Struct]) -> None:
    assert body.__name__ in {example.name for example in examples_in(section(PAGE, "## HTTP"))}


def test_every_path_of_the_http_side_is_told(server: ServerProcess) -> None:
    described_paths: dict[str, Any] = ask(server, "GET", "/schema/openapi.json").json["paths"]
    expected = {
        f"{method.upper()} {path}"
        for path, methods in described_paths.items()
        for method in methods
        if path.startswith("/api/")
    }
    assert {code_in(row[0])[0] for row in rows_in(section(PAGE, "## HTTP"))} == expected


def test_every_refusal_has_its_row_and_its_status() -> None:
    rows = rows_in(section(PAGE, "## Refusals"))
    assert [code_in(row[0])[0] for row in rows] == list(get_args(Code))
    statuses = {code_in(row[0])[0]: int(row[2]) for row in rows if row[2]}
    assert statuses == STATUS_OF


def test_the_limits_are_those_of_the_settings_and_of_the_server() -> None:
    rows = rows_in(section(PAGE, "## Limits"))
    defaults = {name: default for name, (_, default) in described().items()}
    told = {code_in(setting)[0]: float(limit) for _, limit, setting in rows if setting}
    assert told == {name: float(defaults[name]) for name in told}
    assert {name for name in defaults if name.endswith(("_bytes", "_burst", "_person", "_minute"))} <= set(told)


def test_the_figures_in_the_text_are_those_of_the_server() -> None:
    assert f"silent for {sockets._PING_EVERY:.0f} seconds" in page(PAGE)
    assert f"no pong comes within {sockets._PONG_WITHIN:.0f}" in page(PAGE)
    assert conversation._LISTED_AT_ONCE == 50
    assert "fifty at most" in page(PAGE)
    assert f"now {PROTOCOL};" in page(PAGE)
    closes = {int(row[0]) for row in rows_in(section(PAGE, "## Close codes"))}
    sent = {code for name, code in vars(close_codes).items() if name.isupper()}
    assert closes == sent | {1006}, "1006 is what a client makes of no code"


# ── The conversation ─────────────────────────────────────────────────────────────────────────────────────


class Talk:
    """The lines of the page said to a server: what is said is sent, what is heard must come, in that order."""

    def __init__(self, lines: list[str], server: ServerProcess) -> None:
        self._lines, self._server = lines, server
        self._sockets: dict[str, ClientConnection] = {}
        self._real: dict[str, str] = {}
        """What the page calls a room or a game, and what it is called here."""

    async def happen(self) -> bool:
        """Say it all; False if chance gave the first turn to the other player than on the page."""
        people = {name: await Client.connect(self._server.address, name) for name in ("Ada", "Bob")}
        room = await people["Ada"].create_room("kitty")
        first = re.search(r'"room": "(\w{6})"', "\n".join(self._lines))
        assert first is not None
        self._real[first.group(1)] = room.code
        try:
            for line in self._lines:
                who, arrow, told = line.split(" ", 2)
                if who not in self._sockets:
                    address = f"ws{self._server.address.removeprefix('http')}/ws"
                    self._sockets[who] = await connect(address, additional_headers={"cookie": people[who].cookie})
                if arrow == "→":
                    await self._sockets[who].send(json.dumps(self._as_here(json.loads(told))))
                elif not await self._hear(who, shortened(told)):
                    return False
        finally:
            for socket in self._sockets.values():
                await socket.close()
        return True

    async def _hear(self, who: str, told: Any) -> bool:
        """Wait for what is told; other messages may come before."""
        skipped = []
        async with asyncio.timeout(30):
            async for data in self._sockets[who]:
                message = json.loads(data)
                play = (message.get("room") or {}).get("play") if message["type"] == "room" else None
                if play and play["starter"] != 0:
                    return False
                if self._fits(told, message):
                    return True
                skipped.append(message)
        raise AssertionError(f"{who} never heard {told}, but {skipped}")

    def _fits(self, told: Any, real: Any, key: str = "") -> bool:
        """Whether all that is told is so; times, codes and ids of games are others each time."""
        if key in ("now", "deadline"):
            return isinstance(real, int)
        if isinstance(told, dict):
            return isinstance(real, dict) and all(
                name in real and self._fits(part, real[name], "play.id" if key == "play" and name == "id" else name)
                for name, part in told.items()
            )
        if isinstance(told, list):
            return (
                isinstance(real, list)
                and len(told) == len(real)
                and all(self._fits(*pair) for pair in zip(told, real, strict=True))
            )
        if key == "play.id":
            self._real[told] = real
        return bool(self._as_here(told) == real)

    def _as_here(self, told: Any) -> Any:
        if isinstance(told, dict):
            return {key: self._as_here(value) for key, value in told.items()}
        return self._real.get(told, told) if isinstance(told, str) else told


def shortened(told: str) -> Any:
    """A message of the page without what it leaves out."""
    return json.loads(told.replace(", …", "").replace("…", ""))


async def test_the_conversation_of_the_page_happens(server: ServerProcess) -> None:
    block = re.search(r"^```text\n(.*?)^```", section(PAGE, "## A conversation"), flags=re.DOTALL | re.MULTILINE)
    assert block is not None
    lines = [line for line in block.group(1).splitlines() if line]
    assert len(lines) > 20
    for _ in range(20):
        if await Talk(lines, server).happen():
            return
    pytest.fail("chance never let Ada begin")
