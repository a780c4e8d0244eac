"""What keeps others out: headers, origins, limits, and a log that knows no secret."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import pytest
from websockets.exceptions import InvalidStatus

from tests.patience import at_leisure
from tests.server.conftest import Serve
from tests.server.people import (
    close_all,
    come_together,
    fresh_address,
    play_out,
    refused,
    seated,
)
from tests.server.raw import BINARY, CONTINUED, PING, PONG, TEXT, RawSocket, frame, text
from tests.server.serving import Answer, ServerProcess, ask, from_address, new_guest
from tests.server.wire import Wire

# ── Headers ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/metrics", "/api/games", "/rooms"])
def test_the_head_of_everything_can_be_asked_for(server: ServerProcess, path: str) -> None:
    answer = ask(server, "HEAD", path)
    assert (answer.status, answer.body) == (200, b"")


@pytest.mark.parametrize("path", ["/nonsense", "/rooms/nonsense", "/r/ABCDEF/nonsense", "/a/b/c/d", "/design.html"])
def test_an_address_that_nothing_is_at_gets_the_page_that_says_so(server: ServerProcess, path: str) -> None:
    answer = ask(server, "GET", path)
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/", None, 200),
        ("GET", "/healthz", None, 200),
        ("GET", "/metrics", None, 200),
        ("GET", "/schema", None, 200),
        ("POST", "/api/session", {"name": "Ada"}, 200),
        ("POST", "/api/session", {"name": ""}, 400),
        ("POST", "/api/session", b"[" * 60_000, 400),
        ("POST", "/api/session", b'{"name": "\xff"}', 400),
        ("GET", "/api/rooms/mine", None, 401),
        ("GET", "/api/records/none", None, 404),
        ("GET", "/no/such/page", None, 404),
        ("PUT", "/api/session", {}, 405),
        ("POST", "/api/session", b" " * 70_000, 413),
    ],
)
def test_every_answer_has_the_security_headers(
    server: ServerProcess, method: str, path: str, body: object, status: int
) -> None:
    answer = ask(server, method, path, body)
    assert answer.status == status
    check_headers(answer)


def check_headers(answer: Answer) -> None:
    headers = answer.headers
    policy = {
        name: values for name, *values in (part.split() for part in headers["content-security-policy"].split(";"))
    }
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == ["'none'"]
    assert not {"*", "'unsafe-inline'", "'unsafe-eval'", "http:", "https:"} & {
        source for sources in policy.values() for source in sources
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] in {
        "no-store",
        "no-cache",
    }  # the page itself may be kept, if it is asked about again
    assert "server" not in headers
    assert not [name for name in headers if name.lower().startswith("access-control-")]


@pytest.mark.parametrize("body", [b'{"name": "\xc3"}', b'{"name": "\xed\xa0\x80"}', b'{"\xff": 1}', b"\xff\xfe", b""])
def test_a_body_that_is_no_text_is_refused_like_any_that_can_not_be_read(server: ServerProcess, body: bytes) -> None:
    for path in ("/api/session", "/api/accounts", "/api/sign-in", "/api/rooms"):
        answer = ask(server, "POST", path, body, cookie=new_guest(server), headers=from_address(fresh_address()))
        assert (answer.status, answer.code) == (400, "bad_message")


# ── Origins ──────────────────────────────────────────────────────────────────────────────────────────────

FOREIGN = (
    "https://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "null",
    "",
    "file://",
    "http://[not-an-address",
    "http://{host}.evil.example",
    "http://evil.example/{host}",
    "http://evil.example@{host}x",
    "ftp://{host}",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_site_can_change_nothing_over_http(server: ServerProcess, origin: str) -> None:
    cookie, headers = new_guest(server), [("origin", origin.format(host=server.host))]
    for method, path, body in (
        ("POST", "/api/session", {"name": "Eve"}),
        ("DELETE", "/api/session", None),
        ("POST", "/api/rooms", {"game": "gigogne"}),
        ("POST", "/api/accounts", {"username": "evil", "password": "evil evil"}),
        ("POST", "/api/sign-in", {"username": "evil", "password": "evil evil"}),
    ):
        answer = ask(server, method, path, body, cookie=cookie, headers=headers)
        assert answer.status == 403
        assert "set-cookie" not in answer.headers
        check_headers(answer)
    assert ask(server, "GET", "/api/rooms/mine", cookie=cookie).json["rooms"] == []


@pytest.mark.parametrize("origin", FOREIGN)
async def test_another_site_can_open_no_websocket(server: ServerProcess, origin: str) -> None:
    assert await status_of_upgrade(server, new_guest(server), origin=origin.format(host=server.host) or " ") == 403


async def status_of_upgrade(server: ServerProcess, cookie: str, address: str = "", **headers: str) -> int:
    """With which status the server turns a WebSocket away; 101 if it takes it."""
    try:
        wire = await Wire.open(server, cookie, address, **headers)
    except InvalidStatus as error:
        return error.response.status_code
    await wire.close()
    return 101


async def test_our_own_pages_can_do_everything(server: ServerProcess) -> None:
    own = f"http://{server.host}"
    assert ask(server, "POST", "/api/session", {"name": "Ada"}, headers=[("origin", own)]).status == 200
    assert await status_of_upgrade(server, new_guest(server), origin=own) == 101


async def test_further_origins_are_a_setting(serve: Serve) -> None:
    server = serve(origins="https://play.example, https://tablee.example:8443")
    for origin, status in (
        ("https://play.example", 200),
        ("https://tablee.example:8443", 200),
        ("https://tablee.example", 403),
        ("http://play.example", 403),
    ):
        assert ask(server, "POST", "/api/session", {"name": "Ada"}, headers=[("origin", origin)]).status == status
        assert (await status_of_upgrade(server, new_guest(server), origin=origin)) == (101 if status == 200 else 403)


async def test_without_a_session_there_is_no_websocket(server: ServerProcess) -> None:
    for cookie in ("", "tablee_session=", "tablee_session=a.b", "other=1"):
        assert await status_of_upgrade(server, cookie) == 401


# ── Sizes ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_message_that_is_too_big_closes_its_connection_only(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne")
    table = await ada.join(room.id)
    big = b'{"type":"ping","id":"' + b"x" * 17_000 + b'"}'
    for data in (
        frame(TEXT, big),
        frame(BINARY, big),
        frame(TEXT, b"x", length=1 << 40),
        frame(TEXT, big[:9000], fin=False) + frame(CONTINUED, big[9000:]),
        frame(TEXT, b"", fin=False) + frame(CONTINUED, b"x" * 3000, fin=False) * 6,
    ):
        raw = await RawSocket.open(server, bo.cookie)
        await raw.send(data)
        assert await raw.close_code() == 1009
        await raw.close()
    assert (await table.ask("ping"))["type"] == "pong"
    await close_all(ada, bo)


async def test_the_largest_message_is_a_setting(strict: ServerProcess) -> None:
    async with await Wire.open(strict, stranger(strict), fresh_address()) as wire:
        assert await wire.refusal("enter", room="x" * 64, access="y" * 128, since=3) == "room_closed"
        await wire.say("ping", padding="x" * 1024)
        assert await wire.closed() == 1009


# ── How fast ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with narrow limits, that hardly refill; every test comes from addresses of its own."""
    settings = {
        "trusted_proxies": "127.0.0.1, 10.0.0.7",
        "requests_per_minute": 14,
        "message_bytes": 1024,
        "message_burst": 20,
        "messages_per_second": 0.01,
        "connections_per_address": 12,
        "connections_per_person": 4,
    }
    with ServerProcess(tmp_path_factory.mktemp("strict"), **settings) as running:
        yield running
    assert not running.faults


def stranger(server: ServerProcess) -> str:
    """The cookie of somebody from anywhere."""
    return new_guest(server, address=fresh_address())


async def answers_to_pings(wires: Sequence[Wire], count: int) -> list[str]:
    """What becomes of so many pings over each of these connections, sent at once."""
    ids = [(await wire.say("ping"), wire) for _ in range(count) for wire in wires]
    return [(await wire.answer_to(id_))["type"] for id_, wire in ids]


async def test_messages_of_one_person_are_limited_over_all_their_connections(strict: ServerProcess) -> None:
    cookie = stranger(strict)
    wires = [await Wire.open(strict, cookie, fresh_address()) for _ in range(4)]
    answers = await answers_to_pings(wires, 10)
    assert (answers.count("pong"), answers.count("refused")) == (20, 20)
    refusals = [message["refusal"] for wire in wires for message in wire.heard if message["type"] == "refused"]
    assert {(refusal["code"], refusal["wait"]) for refusal in refusals} == {("rate_limited", 1)}
    other = await Wire.open(strict, stranger(strict), fresh_address())
    assert await answers_to_pings([other], 20) == ["pong"] * 20
    for wire in (*wires, other):
        await wire.close()


async def test_messages_of_one_address_are_limited_over_all_its_people(strict: ServerProcess) -> None:
    address = fresh_address()
    wires = [await Wire.open(strict, stranger(strict), address) for _ in range(12)]
    answers = await answers_to_pings(wires, 20)
    assert (answers.count("pong"), answers.count("refused")) == (200, 40)
    other = await Wire.open(strict, stranger(strict), fresh_address())
    assert await answers_to_pings([other], 20) == ["pong"] * 20
    for wire in (*wires, other):
        await wire.close()


async def test_who_does_not_stop_flooding_is_cut_off_and_others_are_not(strict: ServerProcess) -> None:
    async with await Wire.open(strict, stranger(strict), fresh_address()) as wire:
        flood = await RawSocket.open(strict, stranger(strict), address=fresh_address())
        await flood.send(text({"type": "ping", "id": "x"}) * 5000)
        heard = [message["type"] async for message in flood.messages()]
        assert heard.count("refused") <= 210
        await flood.close()
        assert (await wire.ask("ping"))["type"] == "pong"


async def test_pings_of_the_websocket_itself_are_answered_and_limited_too(strict: ServerProcess) -> None:
    raw = await RawSocket.open(strict, stranger(strict), address=fresh_address())
    await raw.send(b"".join(frame(PING, b"%d" % number) for number in range(100)) + text({"type": "ping", "id": "end"}))
    pongs = []
    async for opcode, payload in raw.frames():
        if opcode == PONG:
            pongs.append(payload)
        elif b'"end"' in payload:
            break
    assert pongs == [b"%d" % number for number in range(20)]
    await raw.close()


def test_requests_of_one_address_are_limited(strict: ServerProcess) -> None:
    own, other = from_address(fresh_address()), from_address(fresh_address())
    answers = [ask(strict, "GET", "/api/games", headers=own) for _ in range(15)]
    assert [answer.status for answer in answers] == [200] * 14 + [429]
    assert int(answers[-1].headers["retry-after"]) == answers[-1].wait >= 1
    check_headers(answers[-1])
    assert ask(strict, "GET", "/no/such/page", headers=own).status == 429
    assert ask(strict, "GET", "/healthz", headers=own).status == 200
    assert ask(strict, "GET", "/api/games", headers=other).status == 200


async def test_attempts_to_connect_from_one_address_are_limited(strict: ServerProcess) -> None:
    cookie, address = stranger(strict), fresh_address()
    statuses = [await status_of_upgrade(strict, "", address) for _ in range(13)]
    statuses += [await status_of_upgrade(strict, cookie, address) for _ in range(2)]
    assert statuses == [401] * 13 + [101, 429]
    assert await status_of_upgrade(strict, cookie, fresh_address()) == 101


# ── Addresses ────────────────────────────────────────────────────────────────────────────────────────────


def statuses(server: ServerProcess, *chains: tuple[str, ...]) -> list[int]:
    """The statuses of requests, each with these lines of X-Forwarded-For."""
    return [
        ask(server, "GET", "/api/games", headers=[("x-forwarded-for", line) for line in lines]).status
        for lines in chains
    ]


async def test_without_a_trusted_proxy_nobody_can_choose_an_address(serve: Serve) -> None:
    server = serve(trusted_proxies="", requests_per_minute=3)
    cookie = new_guest(server)
    assert statuses(server, *[(f"192.0.2.{number}",) for number in range(4)]) == [200, 200, 429, 429]
    upgrades = [await status_of_upgrade(server, cookie, f"192.0.2.{number}") for number in range(5)]
    assert upgrades == [101, 101, 101, 429, 429]


def test_through_a_trusted_proxy_everybody_has_their_own(strict: ServerProcess) -> None:
    assert statuses(strict, *[(f"192.0.2.{number}",) for number in range(30)]) == [200] * 30


@pytest.mark.parametrize(
    "chains",
    [
        [("198.51.100.1",), ("203.0.113.9, 198.51.100.1",), ("203.0.113.8,198.51.100.1",)],
        [("198.51.100.2",), ("203.0.113.9", "198.51.100.2"), ("203.0.113.7", "203.0.113.8", "198.51.100.2")],
        [("198.51.100.3, 10.0.0.7",), ("203.0.113.9, 198.51.100.3",), ("127.0.0.1, 198.51.100.3, 127.0.0.1",)],
        [("garbage",), ("203.0.113.9, garbage",), (" , , garbage, ",)],
        [("2001:db8:1:2::1",), ("2001:db8:1:2::2",), ("2001:DB8:1:2:ffff:ffff:ffff:ffff",)],
        [("::ffff:198.51.100.4",), ("198.51.100.4",), ("::FFFF:198.51.100.4",)],
    ],
    ids=["chain", "several lines", "two proxies", "garbage", "one network of IPv6", "IPv4 as IPv6"],
)
def test_what_a_client_adds_itself_does_not_make_it_another(
    strict: ServerProcess, chains: list[tuple[str, ...]]
) -> None:
    assert statuses(strict, *[chains[0]] * 12, *chains) == [200] * 14 + [429]


def test_a_proxy_that_says_nothing_of_where_a_request_comes_from_is_where_it_comes_from(serve: Serve) -> None:
    server = serve(trusted_proxies="127.0.0.1", requests_per_minute=14)
    assert statuses(server, *[("",)] * 12, ("",), (" ",), (",,",)) == [200] * 14 + [429]


async def test_the_address_of_a_websocket_is_found_in_the_same_way(strict: ServerProcess) -> None:
    cookie = stranger(strict)
    chain = ["198.51.100.5", "203.0.113.9, 198.51.100.5", "198.51.100.5, 10.0.0.7"]
    upgrades = [await status_of_upgrade(strict, cookie, chain[number % 3]) for number in range(15)]
    assert upgrades == [101] * 14 + [429]


# ── Connections ──────────────────────────────────────────────────────────────────────────────────────────


async def test_connections_from_one_address_are_limited_and_counted_out_again(strict: ServerProcess) -> None:
    address, guest = fresh_address(), stranger(strict)
    wires = [await Wire.open(strict, stranger(strict), address) for _ in range(12)]
    assert await status_of_upgrade(strict, guest, address) == 429
    assert await status_of_upgrade(strict, guest, fresh_address()) == 101
    for wire in wires:
        await wire.close()
    await nobody_is_connected(strict)
    assert await status_of_upgrade(strict, guest, address) == 101


async def test_connections_of_one_person_are_limited_and_counted_out_again(strict: ServerProcess) -> None:
    cookie = stranger(strict)
    wires = [await Wire.open(strict, cookie, fresh_address()) for _ in range(4)]
    assert await status_of_upgrade(strict, cookie, fresh_address()) == 429
    assert await status_of_upgrade(strict, stranger(strict), fresh_address()) == 101
    for wire in wires:
        await wire.close()
    await nobody_is_connected(strict)
    assert await status_of_upgrade(strict, cookie, fresh_address()) == 101


async def test_connections_over_http_from_one_address_are_limited_and_counted_out_again(serve: Serve) -> None:
    server = serve(trusted_proxies="", connections_per_address=5)
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(5)]
    async with asyncio.timeout(at_leisure(5)):
        while await answer_to(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"):
            await asyncio.sleep(0.01)
    for _, writer in silent:
        writer.close()
        await writer.wait_closed()
    async with asyncio.timeout(at_leisure(5)):
        while not await answer_to(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"):
            await asyncio.sleep(0.01)
    wires = [await Wire.open(server, new_guest(server)) for _ in range(5)]
    assert ask(server, "GET", "/healthz").status == 200, "WebSockets are counted for themselves"
    for wire in wires:
        await wire.close()


async def answer_to(server: ServerProcess, data: bytes) -> bytes:
    """The beginning of what the server says to these bytes; nothing if it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(data)
        await writer.drain()
        async with asyncio.timeout(at_leisure(5)):
            return await reader.read(100)
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_a_request_whose_head_does_not_end_is_not_heard_out(server: ServerProcess) -> None:
    start = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    assert b"200 OK" in await answer_to(server, start + b"X-Long: " + b"x" * 20_000 + b"\r\n\r\n")
    assert b" 431 " in await answer_to(server, start + b"X-Long: " + b"x" * 40_000)
    assert b" 431 " in await answer_to(server, start + b"X-Many: x\r\n" * 4_000)
    assert b" 431 " in await answer_to(server, b"GET /" + b"x" * 40_000)


async def nobody_is_connected(server: ServerProcess) -> None:
    """Wait until the server has noticed that all are gone."""
    async with asyncio.timeout(at_leisure(5)):
        while server.metric("tablee_connections"):
            await asyncio.sleep(0.01)


# ── Slow clients ─────────────────────────────────────────────────────────────────────────────────────────


async def stop_reading(server: ServerProcess, room: str) -> RawSocket:
    """Somebody who asks for more than the network holds, takes nothing of it, and then looks on."""
    raw = await RawSocket.open(server, new_guest(server, "Slow"), receive_buffer=4096)
    await raw.send(text({"type": "watch_list", "id": "more"}) * LISTS)
    await raw.send(text({"type": "enter", "id": "in", "room": room}))
    return raw


LISTS = 1500


async def answer_to_the_end(server: ServerProcess, data: bytes) -> bytes:
    """All that the server says to these bytes until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(data)
    said = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(20):
            said = await reader.read()
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return said


@pytest.fixture(scope="module")
def long_list(server: ServerProcess) -> ServerProcess:
    """A server with many rooms in its list."""
    for _ in range(10):
        cookie = new_guest(server)
        for _ in range(5):
            ask(server, "POST", "/api/rooms", {"game": "gigogne", "name": "x" * 48}, cookie=cookie)
    return server


async def test_who_reads_too_slowly_or_says_nothing_is_dropped_and_slows_nobody_down(long_list: ServerProcess) -> None:
    server = long_list
    # These have ten seconds, like those who do not read.
    begun = (b"", b"GET / HT", b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{")
    waiting = [asyncio.create_task(answer_to_the_end(server, data)) for data in begun]
    dropped = server.metric("tablee_slow_clients_dropped_total")
    clients = await come_together(server, "Ada", "Bo")
    room, tables = await seated(clients)
    async with await Wire.open(server, new_guest(server)) as wire:
        await wire.ask("enter", room=room.id)
        slow = [await stop_reading(server, room.id) for _ in range(2)]
        await wire.until(lambda message: message.get("onlookers") == 3)
        began = time.monotonic()
        await play_out(tables)
        assert time.monotonic() - began < at_leisure(5)
        place = len(wire.heard)
        await wire.until(lambda message: message.get("onlookers") == 1, place, seconds=20)
    assert server.metric("tablee_slow_clients_dropped_total") == dropped + 2
    assert await asyncio.gather(*waiting) == [b"", b"", b""]
    for raw in slow:
        await raw.close()
    await close_all(*clients)


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_no_password_code_secret_or_cookie_is_ever_logged(serve: Serve) -> None:
    server = serve(log_level="debug")
    password, wrong_password, access, wrong_access = (f"{word}-not-to-be-logged" for word in "abcd")
    ada, bo, phone = await come_together(server, "Ada", "Bo", "Phone")
    secrets = [password, wrong_password, access, wrong_access]
    body = {"username": "ada", "password": password}
    ask(server, "POST", "/api/accounts", body, cookie=ada.cookie)
    ask(server, "POST", "/api/sign-in", body)
    ask(server, "POST", "/api/sign-in", {**body, "password": wrong_password})
    ask(server, "POST", "/api/sign-in", {**body, "password": [wrong_password]})
    ask(server, "POST", "/api/sign-in", f'{{"username": "ada", "password": "{wrong_password}'.encode())
    ask(server, "POST", f"/api/nowhere?access={access}", body)
    room, _ = await seated([ada], game="gigogne", capacity=2, access=access)
    assert await refused(bo.join(room.id, wrong_access)) == "wrong_code"
    table = await bo.join(room.id, access)
    secrets.append(await table.seat_link())
    moved = await phone.recover(room.id, secrets[-1])
    secrets.append(moved.seat_secret or "")
    async with await Wire.open(server, ada.cookie) as wire:
        await wire.say("enter", room=room.id, access=[access], seat_secret=secrets[-1])
        await wire.socket.send(f'{{"type": "enter", "access": "{access}", "seat_secret": "{secrets[-1]}"')
        await wire.socket.send(access)
        await wire.ask("ping")
    raw = await RawSocket.open(server, bo.cookie)
    await raw.send(frame(7, access.encode()) + frame(TEXT, access.encode(), masked=False))
    await raw.close_code()
    await raw.close()
    cookies = [client.cookie.partition("=")[2] for client in (ada, bo, phone)]
    secrets += [*cookies, *[cookie.partition(".")[2] for cookie in cookies], (server.data / "secret.key").read_text()]
    await close_all(ada, bo, phone)
    server.stop()
    assert "serving" in server.log
    assert [secret for secret in secrets if not secret or secret.strip() in server.log] == []


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_in_the_log_does_not_show_the_values_of_variables(form: str) -> None:
    program = f"""
from tablee.server.process import configure_logs
from tablee.server.settings import ServerSettings
import structlog

configure_logs(ServerSettings(log_format={form!r}))

def sign_in(password):
    return 1 / 0

try:
    sign_in("not" + "-to-be-" + "logged")
except ZeroDivisionError:
    structlog.get_logger("tablee").exception("it_failed", room="shown")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=at_leisure(20)
    )
    assert "ZeroDivisionError" in done.stderr
    assert "sign_in" in done.stderr
    assert "shown" in done.stderr
    assert "not-to-be-logged" not in done.stderr


def test_an_unknown_username_takes_as_long_as_a_wrong_password(server: ServerProcess) -> None:
    ask(server, "POST", "/api/accounts", {"username": "measured", "password": "a long password"})

    def measured(username: str) -> float:
        began = time.perf_counter()
        body = {"username": username, "password": "not the password"}
        assert ask(server, "POST", "/api/sign-in", body, headers=from_address(fresh_address())).status == 403
        return time.perf_counter() - began

    times = [(measured("measured"), measured(f"nobody.{number}")) for number in range(9)]
    known, unknown = min(known for known, _ in times), min(unknown for _, unknown in times)
    # Without hashing it would be quicker by far more than this.
    assert 1 / 4 < known / unknown < 4
