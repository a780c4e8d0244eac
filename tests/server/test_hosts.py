"""The names by which a server may be asked for: a page whose name was made to lead here gets nothing."""

import socket
from collections.abc import Iterator, Sequence

import pytest

from tablee.server.hosts import Hosts
from tests.server.conftest import Serve
from tests.server.serving import Answer, ServerProcess, ask, new_guest
from tests.server.test_security import answer_to, answer_to_the_end, check_headers

FOREIGN = (
    "evil.example",
    "evil.example:8000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "evil.example@127.0.0.1",
    "127.0.0.1@evil.example",
    "127.0.0.1/evil.example",
    "127.0.0.1 evil.example",
    "127.0.0.1:80:80",
    "[::1].evil.example",
    "[::1",
    "",
    "8.8.8.8",
    "[2606:4700::1111]:8000",
    "[::ffff:8.8.8.8]",
)
OWN = (
    "127.0.0.1",
    "127.5.6.7:1",
    "localhost",
    "LocalHost:8000",
    "localhost.",
    "tablee.localhost:8000",
    "[::1]:8000",
    "192.168.1.20:8000",
    "10.0.0.7",
    "172.16.0.1:8000",
    "169.254.10.10",
    "100.64.0.1",
    "[fd00::1]:8000",
    "[FE80::1]",
    "[::ffff:192.168.1.20]:8000",
    socket.gethostname(),
    f"{socket.gethostname()}.local:8000",
)


def asked_as(
    server: ServerProcess, host: str, path: str = "/api/games", others: Sequence[tuple[str, str]] = ()
) -> Answer:
    return ask(server, "GET", path, headers=[("host", host), *others])


async def upgraded_as(server: ServerProcess, host: str, origin: str = "") -> int:
    """The status with which a WebSocket under that name is answered."""
    lines = (
        "GET /ws HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {new_guest(server)}",
        *([f"Origin: {origin}"] if origin else []),
    )
    return int((await answer_to(server, "\r\n".join((*lines, "", "")).encode())).split()[1])


@pytest.mark.parametrize("host", FOREIGN)
async def test_under_a_foreign_name_there_is_nothing_and_it_says_which_setting_to_change(
    server: ServerProcess, host: str
) -> None:
    for path in ("/", "/api/games", "/metrics"):
        answer = asked_as(server, host, path)
        assert (answer.status, answer.code) == (421, "bad_message")
        assert all("TABLEE_HOSTS" in text for text in answer.json["refusal"]["text"].values())
        check_headers(answer)
    assert await upgraded_as(server, host) == 421


@pytest.mark.parametrize("host", OWN)
async def test_by_address_in_a_home_network_and_on_the_machine_itself_it_is_reached(
    server: ServerProcess, host: str
) -> None:
    assert asked_as(server, host).status == 200
    assert await upgraded_as(server, host) == 101


async def test_a_page_whose_name_leads_here_can_neither_read_nor_do_anything(server: ServerProcess) -> None:
    host = f"evil.example:{server.port}"
    own = [("host", host), ("origin", f"http://{host}")]
    assert ask(server, "GET", "/api/rooms", headers=own).status == 421
    made = ask(server, "POST", "/api/session", {"name": "Eve"}, headers=own)
    assert made.status == 421
    assert "set-cookie" not in made.headers
    assert await upgraded_as(server, host, f"http://{host}") == 421


def test_what_a_proxy_may_say_of_the_host_is_not_believed(server: ServerProcess) -> None:
    for name in ("x-forwarded-host", "forwarded", "x-host", "x-original-host"):
        assert asked_as(server, "evil.example", others=[(name, "localhost")]).status == 421


async def test_of_two_hosts_both_have_to_be_ours(server: ServerProcess) -> None:
    for first, second in (("localhost", "evil.example"), ("evil.example", "localhost")):
        head = f"GET /api/games HTTP/1.1\r\nHost: {first}\r\nHost: {second}\r\nConnection: close\r\n\r\n"
        answer = await answer_to_the_end(server, head.encode())
        assert answer.split()[1] in (b"400", b"421")


async def test_a_program_that_names_no_host_is_answered(server: ServerProcess) -> None:
    answer = await answer_to_the_end(server, b"GET /api/games HTTP/1.0\r\n\r\n")
    assert answer.split()[1] == b"200"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_whoever_looks_after_it_may_call_it_what_they_like(server: ServerProcess, path: str) -> None:
    assert asked_as(server, "tablee-7d9f.svc.cluster.internal:8000", path).status == 200


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with names, and the other WebSocket implementation."""
    settings = {
        "hosts": "tablee.example, Play.Example., 203.0.113.9, 8.8.8.8, [2606:4700::1111], münchen.example",
        "origins": "https://pages.example:8443",
        "websocket": "websockets",
    }
    with ServerProcess(tmp_path_factory.mktemp("named"), **settings) as running:
        yield running
    assert not running.faults


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("tablee.example", True),
        ("TABLEE.EXAMPLE.:8443", True),
        ("play.example", True),
        ("8.8.8.8:80", True),
        ("[2606:4700:0::1111]", True),
        ("xn--mnchen-3ya.example", True),
        ("pages.example", True),
        ("127.0.0.1", True),
        ("www.tablee.example", False),
        ("tablee.example.evil.example", False),
        ("9.9.9.9", False),
    ],
)
async def test_what_is_named_is_ours_and_the_name_of_an_allowed_origin_too(
    named: ServerProcess, host: str, is_ours: bool
) -> None:
    assert asked_as(named, host).status == (200 if is_ours else 421)
    assert await upgraded_as(named, host) == (101 if is_ours else 421)


def test_the_address_at_which_it_was_reached_is_its_own_even_a_public_one() -> None:
    hosts = Hosts(())
    assert hosts.is_ours(["8.8.4.4:8000"], "8.8.4.4")
    assert hosts.is_ours(["8.8.4.4"], "::ffff:8.8.4.4")
    assert hosts.is_ours(["[2606:4700:0:0::1111]"], "2606:4700::1111")
    assert not hosts.is_ours(["8.8.8.8"], "8.8.4.4")


async def test_a_host_can_allow_any_name(serve: Serve) -> None:
    server = serve(hosts="*")
    for host in FOREIGN[:3]:
        assert asked_as(server, host).status == 200
        assert await upgraded_as(server, host) == 101
