"""People at a server, for tests: clients that each come from an address of their own, and what they do together."""

import asyncio
import random
from collections.abc import Awaitable, Sequence
from itertools import count
from typing import Any, TypeVar

from tablee.client import Client, RefusedError
from tablee.client.table import Table
from tablee.client.web import Web
from tablee.protocol.http import RoomMade, SessionShown
from tests.patience import at_leisure
from tests.server.serving import ServerProcess

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds that everything has, even if the machine was idle when it began."""

_addresses = count(1)


def fresh_address() -> str:
    """An address that nobody has come from yet."""
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def come(server: ServerProcess, name: str, *, cookie: str | None = None, address: str = "") -> Client:
    """Somebody comes to the server, from an address of their own."""
    web = Web(server.address, cookie)
    web.headers["x-forwarded-for"] = address or fresh_address()
    return Client(web, await web.ask("POST", "/api/session", SessionShown, {"name": name}))


async def come_together(server: ServerProcess, *names: str) -> list[Client]:
    """Several people come."""
    return [await come(server, name) for name in names]


async def seated(clients: Sequence[Client], game: str = "gigogne", **settings: Any) -> tuple[RoomMade, list[Table]]:
    """The first opens a room, for as many as they are, and all sit down in it, in their order."""
    given = {"capacity": len(clients), "policy": "full", "clock": 0, **settings}
    room = await clients[0].create_room(game, **given)
    return room, [await client.join(room.id, given.get("access")) for client in clients]


async def play_at_random(table: Table, chooser: random.Random, turns: int | None = None) -> int:
    """Play random legal actions to the end of the game, or for some turns; returns how many."""
    played = 0
    while played != turns and (turn := await table.my_turn()) is not None:
        try:
            await table.act(chooser.choice(turn.legal), turn=turn)
        except RefusedError as error:
            # In a simultaneous phase the turn may pass while one chooses; a busy disk may keep the store waiting.
            if error.refusal.code not in {"stale", "unavailable"}:
                raise
        else:
            played += 1
    return played


async def play_out(tables: Sequence[Table], seed: int = 1) -> None:
    """Everybody plays at random until the game is over."""
    players = (play_at_random(table, random.Random(f"{seed}/{seat}")) for seat, table in enumerate(tables))
    await within(30, asyncio.gather(*players))


async def refused(doing: Awaitable[Any]) -> str:
    """The code with which the server refuses this."""
    try:
        answer = await doing
    except RefusedError as error:
        return error.refusal.code
    raise AssertionError(f"it was accepted: {answer}")


async def within(seconds: float, doing: Awaitable[T]) -> T:
    """What comes of it; TimeoutError where nothing does, which takes longer than on an idle machine."""
    return await asyncio.wait_for(doing, at_leisure(max(seconds, PATIENCE)))


async def close_all(*clients: Client) -> None:
    """Everybody goes."""
    for client in clients:
        await client.close()
