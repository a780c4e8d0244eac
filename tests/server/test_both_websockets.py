"""What holds for both implementations of WebSockets: picows, and `websockets` as the fall-back."""

import asyncio
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from tablee.client.errors import TableGone
from tablee.protocol.close_codes import SESSION_ENDED
from tests.server.conftest import Serve
from tests.server.people import close_all, come, come_together, fresh_address, play_out, refused, seated, within
from tests.server.raw import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, RawSocket, frame, text
from tests.server.serving import ServerProcess, ask, new_guest
from tests.server.test_fuzz import malformed_frame, malformed_message
from tests.server.test_sessions import cookie_given
from tests.server.wire import Wire


@pytest.fixture(scope="module", params=["picows", "websockets"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with either of the two."""
    settings = {"websocket": request.param, "connections_per_person": 3}
    with ServerProcess(tmp_path_factory.mktemp(request.param), **settings) as running:
        yield running
    assert not running.faults


@pytest.mark.parametrize(("game", "seats"), [("ninth", 2), ("noe", 4)])
async def test_a_game_is_played_and_watched_to_its_end(server: ServerProcess, game: str, seats: int) -> None:
    clients = await come_together(server, *[f"Player {seat}" for seat in range(seats)])
    onlooker = await come(server, "Onlooker")
    room, tables = await seated(clients, game)
    watching = await onlooker.watch(room.code)
    await play_out(tables)
    await within(5, watching.until(lambda shown: shown["status"] == "finished"))
    assert watching.outcome is not None
    assert {table.outcome for table in tables} == {watching.outcome}
    await close_all(*clients, onlooker)


async def test_wrong_access_code_then_the_right_one(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne", access="sesame")
    assert await refused(bo.join(room.id, "open")) == "wrong_code"
    assert (await (await bo.join(room.id, "sesame")).until(lambda _: True))["you"] == [1]
    await close_all(ada, bo)


async def test_who_is_gone_before_the_door_opens_holds_no_seat(server: ServerProcess) -> None:
    """An access code takes a while to check, and a socket can end in that time."""
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("noe", capacity=4, access="sesame")
    table = await ada.join(room.id)
    for _ in range(2):
        raw = await RawSocket.open(server, bo.cookie)
        await raw.send(text({"type": "enter", "id": "in", "room": room.id, "join": True, "access": "sesame"}))
        await raw.close()
    await asyncio.sleep(1)
    shown = await within(5, table.until(lambda _: True))
    assert [seat["name"] for seat in shown["seats"] if seat["is_connected"]] == ["Ada"]
    await close_all(ada, bo)


async def test_a_handshake_that_comes_to_nothing_takes_no_place(server: ServerProcess) -> None:
    cookie = new_guest(server, address=fresh_address())
    for _ in range(4):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = ("GET /ws HTTP/1.1", f"Host: {server.host}", "Upgrade: websocket", "Connection: Upgrade")
        writer.write("\r\n".join((*head, "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", "")).encode())
        assert b" 400 " in await reader.readline(), "it has no key"
        writer.close()
    async with await Wire.open(server, cookie) as wire:
        assert (await wire.ask("ping"))["type"] == "pong"


async def test_who_says_goodbye_without_a_code_is_answered_with_one_that_is_allowed(server: ServerProcess) -> None:
    raw = await RawSocket.open(server, new_guest(server, address=fresh_address()))
    await raw.send(frame(CLOSE, b""))
    assert await raw.close_code() in (1000, 1005)
    await raw.close()


async def test_a_newer_connection_takes_over(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne")
    async with await Wire.open(server, ada.cookie) as older:
        await older.ask("enter", room=room.id)
        table = await ada.join(room.id)
        assert await older.closed() == 4001
        assert older.heard[-1] == {"type": "taken_over"}
    assert (await table.ask("ping"))["type"] == "pong"
    await close_all(ada)


async def test_who_is_lost_comes_back_to_what_was_missed(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room, tables = await seated([ada, bo])
    shown = await within(5, tables[0].until(lambda shown: shown["status"] == "playing"))
    [first] = shown["play"]["seen"][0]["to_act"]
    gone = (ada, bo)[1 - first]
    raw = await RawSocket.open(server, gone.cookie)
    await raw.send(text({"type": "enter", "id": "in", "room": room.id}))
    with pytest.raises(TableGone, match="taken over"):
        await within(5, tables[1 - first].until(lambda _: False))
    await raw.close()
    await within(5, tables[first].until(lambda shown: not shown["seats"][1 - first]["is_connected"]))
    turn = await tables[first].my_turn()
    assert turn is not None
    await tables[first].act(turn.legal[0], turn=turn)
    async with await Wire.open(server, gone.cookie) as wire:
        await wire.ask("enter", room=room.id, since=shown["version"])
        assert [move["events"] for move in (await wire.next("missed"))["moves"]] == [tables[first].events]
    await close_all(ada, bo)


async def test_a_client_is_told_why_it_is_turned_away(server: ServerProcess) -> None:
    async def status(cookie: str, **headers: str) -> int:
        with pytest.raises(InvalidStatus) as error:
            await Wire.open(server, cookie, **headers)
        return error.value.response.status_code

    cookie = new_guest(server)
    assert await status("") == 401
    assert await status("tablee_session=forged.cookie") == 401
    assert await status(cookie, origin="https://evil.example") == 403
    wires = [await Wire.open(server, cookie, fresh_address()) for _ in range(3)]
    assert await status(cookie) == 429
    for wire in wires:
        await wire.close()


async def test_messages_come_as_text_as_bytes_and_in_parts(server: ServerProcess) -> None:
    raw = await RawSocket.open(server, new_guest(server))
    ping = b'{"type":"ping","id":"%d"}'
    await raw.send(frame(TEXT, ping % 1) + frame(BINARY, ping % 2))
    await raw.send(frame(TEXT, (ping % 3)[:9], fin=False) + frame(PING, b"?") + frame(CONTINUED, (ping % 3)[9:]))
    await raw.send(frame(TEXT, b"", fin=False) + frame(CONTINUED, ping % 4, fin=False) + frame(CONTINUED, b""))
    heard, pongs = [], []
    async with asyncio.timeout(30):
        async for opcode, payload in raw.frames():
            if opcode == PONG:
                pongs.append(payload)
            elif b"pong" in payload:
                heard.append(payload.split(b'"id":"')[1][:1])
            if heard == [b"1", b"2", b"3", b"4"]:
                break
    assert pongs == [b"?"]
    await raw.close()


async def test_a_message_that_is_too_big_ends_the_connection(server: ServerProcess) -> None:
    raw = await RawSocket.open(server, new_guest(server))
    await raw.send(frame(TEXT, b"x" * 17_000))
    assert await raw.close_code() == 1009
    await raw.close()


async def test_goodbye_is_answered_with_goodbye(server: ServerProcess) -> None:
    for payload, code in ((b"\x03\xe8", 1000), (b"\x03\xe9bye", 1001), (b"\x0f\xa0", 4000)):
        raw = await RawSocket.open(server, new_guest(server))
        await raw.send(frame(CLOSE, payload))
        assert await raw.close_code() == code
        await raw.close()


async def test_what_can_not_be_read_is_refused_and_disturbs_nobody(server: ServerProcess) -> None:
    chooser = random.Random(11)
    ada = await come(server, "Ada")
    table = await ada.join((await ada.create_room("gigogne")).id)
    wire = await Wire.open(server, new_guest(server))
    messages = [data for data in (malformed_message(chooser) for _ in range(500)) if _is_text(data)]
    for data in messages:
        await wire.socket.send(data.decode())
    await wire.ask("ping")
    refusals = [message["refusal"]["code"] for message in wire.heard if message["type"] == "refused"]
    assert refusals == ["bad_message"] * len(messages)
    await wire.close()
    cookie = new_guest(server)
    for _ in range(100):
        raw = await RawSocket.open(server, cookie, address=fresh_address())
        await raw.send(malformed_frame(chooser))
        await raw.close()
    assert (await table.ask("ping"))["type"] == "pong"
    assert table.reconnections == 0
    await close_all(ada)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


async def test_who_catches_up_in_time_is_shown_the_newest_state(server: ServerProcess) -> None:
    for _ in range(10):
        cookie = new_guest(server)
        for _ in range(5):
            ask(server, "POST", "/api/rooms", {"game": "gigogne", "name": "x" * 48}, cookie=cookie)
    ada, bo = await come_together(server, "Ada", "Bo")
    room, tables = await seated([ada, bo])
    slow = await RawSocket.open(server, new_guest(server, "Slow"), receive_buffer=4096)
    await slow.send(text({"type": "watch_list", "id": "more"}) * 1500)
    await slow.send(text({"type": "enter", "id": "in", "room": room.id}))
    async with await Wire.open(server, new_guest(server)) as wire:
        await wire.ask("enter", room=room.id)
        await wire.until(lambda message: message.get("onlookers") == 2, seconds=20)
    await tables[0].leave()
    finished = await within(5, tables[1].until(lambda shown: shown["status"] == "finished"))
    lists, version = 0, 0
    async with asyncio.timeout(30):
        async for message in slow.messages():
            lists += message["type"] == "list"
            if message["type"] == "room":
                version = message["room"]["version"]
            if version >= finished["version"] and message["type"] == "list":
                break
    assert lists < 1500
    await slow.close()
    await close_all(ada, bo)


@pytest.mark.parametrize("websocket", ["picows", "websockets"])
async def test_a_server_that_stops_says_so(serve: Serve, websocket: str) -> None:
    server = serve(websocket=websocket)
    wire = await Wire.open(server, new_guest(server))
    await wire.ask("ping")
    stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    assert await wire.closed() == 1001
    assert wire.heard[-1]["type"] == "going_down"
    await within(10, stopping)
    assert "stopped" in server.log
    assert not server.faults


async def test_a_handshake_renews_the_cookie_too(server: ServerProcess) -> None:
    async with await Wire.open(server, cookie_given(server, days_ago=3)) as wire:
        assert (await wire.next("welcome"))["name"] == "Ada"
        given = wire.socket.response
        assert given is not None
        renewed = given.headers["set-cookie"].partition(";")[0]
    async with await Wire.open(server, renewed) as wire:
        assert (await wire.next("welcome"))["name"] == "Ada"
        given = wire.socket.response
        assert given is not None
        assert "set-cookie" not in given.headers


async def test_the_open_socket_of_an_ended_session_is_told_so_and_closed(server: ServerProcess) -> None:
    cookie, other = new_guest(server), new_guest(server, "Bo")
    async with await Wire.open(server, cookie) as wire, await Wire.open(server, other) as others:
        await wire.next("welcome")
        await asyncio.to_thread(ask, server, "DELETE", "/api/session", cookie=cookie)
        assert await wire.closed() == SESSION_ENDED
        assert wire.heard[-1] == {"type": "session_ended"}
        assert (await others.ask("ping"))["type"] == "pong"
    with pytest.raises(InvalidStatus, match="401"):
        await Wire.open(server, cookie)
