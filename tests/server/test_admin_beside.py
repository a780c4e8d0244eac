"""`tablee admin` beside a running server, which heeds it within a second or so."""

import asyncio
from typing import Any

import msgspec
import pytest

from tablee.client import ConnectionFailed, TableGone
from tests.commands import tablee
from tests.server.people import close_all, come_together, seated, within
from tests.server.serving import ServerProcess


async def admin(server: ServerProcess, *arguments: str) -> Any:
    """What the command says as JSON."""
    command, *more = arguments
    said = await asyncio.to_thread(tablee, "admin", command, "--data", str(server.data), "--json", *more)
    assert said.returncode == 0, said.stderr
    return msgspec.json.decode(said.stdout)


async def person_called(server: ServerProcess, name: str) -> str:
    (found,) = await admin(server, "people", "--search", name)
    return str(found["person"])


async def test_a_room_that_is_closed_sends_everybody_home(server: ServerProcess) -> None:
    people = await come_together(server, "Alma", "Boris")
    room, tables = await seated(people)
    assert await admin(server, "close", room.code, "--yes") == {"room": room.id, "code": room.code}
    for table in tables:
        with pytest.raises(TableGone, match="closed"):
            await within(10, table.until(lambda _: False))
        assert (table.room or {})["closed"] == "by_admin"
    await close_all(*people)


async def test_somebody_banned_is_disconnected_and_the_others_see_it(server: ServerProcess) -> None:
    people = await come_together(server, "Celia", "Dimitri")
    _, (celia, dimitri) = await seated(people)
    await admin(server, "ban", await person_called(server, "Dimitri"), "--for", "1h")
    with pytest.raises(ConnectionFailed, match="banned"):
        await within(10, dimitri.until(lambda _: False))
    seen = await within(10, celia.until(lambda room: not room["seats"][1]["is_connected"]))
    assert seen["status"] == "playing"
    await close_all(*people)


async def test_somebody_erased_forfeits_and_is_nobody_any_more(server: ServerProcess) -> None:
    people = await come_together(server, "Edith", "Faustin")
    _, (edith, faustin) = await seated(people)
    await admin(server, "erase", await person_called(server, "Edith"), "--yes")
    seen = await within(10, faustin.until(lambda room: room["status"] == "finished" and not room["seats"][0]["name"]))
    assert seen["play"]["outcome"]["winners"] == [1]
    with pytest.raises((ConnectionFailed, TableGone)):
        await within(10, edith.until(lambda _: False))
    await close_all(*people)
