"""Who is banned: refused over HTTP, at the door and at the table, within a second, and let in again."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from websockets.exceptions import InvalidStatus

from tablee.protocol.close_codes import BANNED
from tablee.server.admission import network_of
from tablee.server.bans import Bans
from tablee.server.credentials import load_secret
from tablee.server.sessions import Signer
from tablee.store.bans import Ban, BanKind
from tablee.store.opening import open_store, open_upkeep
from tablee.testing.stores import HOUR, NOW, deed, opened
from tests.patience import at_leisure
from tests.server.conftest import Serve
from tests.server.people import close_all, come_together, fresh_address, seated
from tests.server.serving import ServerProcess, ask, from_address, new_guest
from tests.server.wire import Wire


def person_of(server: ServerProcess, cookie: str) -> str:
    """The id that the server gave to whoever has that cookie."""
    given = Signer(load_secret("", server.data)).read(cookie.partition("=")[2])
    assert given is not None
    return given.session.person


async def ban(server: ServerProcess, kind: BanKind, subject: str, until: int | None = None) -> None:
    """As the host does it, beside the running server."""
    async with open_upkeep(None, server.data) as upkeep:
        await upkeep.ban(Ban(kind, subject, now(), until), deed(at=now()))


async def unban(server: ServerProcess, kind: BanKind, subject: str) -> None:
    async with open_upkeep(None, server.data) as upkeep:
        assert await upkeep.unban(kind, subject, deed("unban", at=now()))


def now() -> int:
    return int(time.time() * 1000)


async def soon(is_so: Callable[[], bool]) -> None:
    """It comes to be so."""
    async with asyncio.timeout(at_leisure(10)):
        while not await asyncio.to_thread(is_so):
            await asyncio.sleep(0.05)


async def status_at_the_door(opening: Awaitable[Wire]) -> int:
    with pytest.raises(InvalidStatus) as refused:
        await opening
    return refused.value.response.status_code


async def test_a_banned_person_is_told_and_closed_and_not_let_in_until_unbanned(server: ServerProcess) -> None:
    cookie = new_guest(server)
    person = person_of(server, cookie)
    async with await Wire.open(server, cookie) as socket:
        await socket.next("welcome")
        await ban(server, "person", person, now() + HOUR)
        told = await socket.next("refused")
        assert told["id"] is None
        assert told["refusal"]["code"] == "banned"
        assert 3000 < told["refusal"]["wait"] <= 3600
        assert await socket.closed() == BANNED
    answer = ask(server, "GET", "/api/rooms/mine", cookie=cookie)
    assert (answer.status, answer.code) == (403, "banned")
    assert "until" in answer.json["refusal"]["text"]["en"]
    assert ask(server, "POST", "/api/session", {"name": "Eve"}, cookie=cookie).code == "banned"
    assert await status_at_the_door(Wire.open(server, cookie)) == 403
    assert ask(server, "GET", "/", cookie=cookie).status == 200, "the page loads, to say so"
    assert ask(server, "GET", "/api/games", cookie=new_guest(server)).status == 200, "nobody else is meant"
    await unban(server, "person", person)
    await soon(lambda: ask(server, "GET", "/api/rooms/mine", cookie=cookie).status == 200)


async def test_a_network_is_banned_with_everybody_in_it(server: ServerProcess) -> None:
    near, beyond = "198.51.100.7", "198.51.101.7"
    cookies = {address: new_guest(server, address=address) for address in (near, beyond)}
    async with (
        await Wire.open(server, cookies[near], near) as inside,
        await Wire.open(server, cookies[beyond], beyond) as outside,
    ):
        await ban(server, "address", "198.51.100.0/24")
        assert await inside.closed() == BANNED
        assert (await outside.ask("ping"))["type"] == "pong"
    assert ask(server, "GET", "/api/games", headers=from_address("198.51.100.200")).code == "banned"
    assert ask(server, "GET", "/healthz", headers=from_address(near)).status == 200
    assert await status_at_the_door(Wire.open(server, cookies[near], near)) == 403
    await unban(server, "address", "198.51.100.0/24")
    await soon(lambda: ask(server, "GET", "/api/games", headers=from_address(near)).status == 200)


async def test_a_ban_ends_by_itself(server: ServerProcess) -> None:
    address = fresh_address()
    await ban(server, "address", f"{address}/32", now() + 1500)
    await soon(lambda: ask(server, "GET", "/api/games", headers=from_address(address)).status == 403)
    await soon(lambda: ask(server, "GET", "/api/games", headers=from_address(address)).status == 200)


async def test_a_banned_account_can_not_sign_in_from_elsewhere(server: ServerProcess) -> None:
    account = {"username": "mallory", "password": "correct horse battery"}
    cookie = ask(server, "POST", "/api/accounts", account, headers=from_address(fresh_address())).cookie
    await ban(server, "person", person_of(server, cookie))
    await soon(lambda: ask(server, "GET", "/api/session", cookie=cookie).status == 403)
    answer = ask(server, "POST", "/api/sign-in", account, headers=from_address(fresh_address()))
    assert (answer.status, answer.code) == (403, "banned")
    assert not answer.cookie


async def test_the_seat_of_somebody_banned_is_kept_as_after_a_lost_connection(server: ServerProcess) -> None:
    ada, bob = await come_together(server, "Ada", "Bob")
    _, (first, _) = await seated([ada, bob])
    await ban(server, "person", person_of(server, bob.web.cookie or ""))
    await first.until(lambda room: not room["seats"][1]["is_connected"])
    assert first.room is not None
    assert first.room["status"] == "playing"
    await close_all(ada, bob)


async def test_bans_hold_from_the_start_and_for_the_guests_that_a_person_claimed(serve: Serve) -> None:
    server = serve()
    cookie = new_guest(server)
    guest = person_of(server, cookie)
    server.stop()
    async with opened(open_store(None, server.data), now=now()) as store:
        await store.claim(guest, "owner")
        await store.upkeep.ban(Ban("person", "owner", now()), deed(at=now()))
    server.start()
    assert ask(server, "GET", "/api/session", cookie=cookie).code == "banned"


@pytest.mark.parametrize(
    ("network", "address", "is_kept_out"),
    [
        ("203.0.113.7/32", "203.0.113.7", True),
        ("203.0.113.7/32", "203.0.113.8", False),
        ("203.0.113.0/24", "203.0.113.255", True),
        ("2001:db8:0:1::/64", "2001:db8:0:1:2:3:4:5", True),
        ("2001:db8:0:1::/64", "2001:db8:0:2::5", False),
        ("2001:db8::/32", "2001:db8:ffff::1", True),
        ("0.0.0.0/0", "192.0.2.1", True),
        ("0.0.0.0/0", "2001:db8::1", False),
        ("203.0.113.7/32", "no address", False),
    ],
)
def test_an_address_is_looked_for_in_every_banned_network(network: str, address: str, is_kept_out: bool) -> None:
    bans = Bans(clock=lambda: NOW)
    bans.take((Ban("address", "192.0.2.200/32", NOW), Ban("address", network, NOW)))
    assert (bans.on(None, network_of(address)) is not None) == is_kept_out
