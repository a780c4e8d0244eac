"""Tables in the middle of a game: others play through `tablee.client`, and one seat is left to a browser."""

import random
from contextlib import AsyncExitStack
from typing import Any

from tablee.client import Client, Table
from tests.server.people import play_at_random, within

NAMES = ("Camille", "Jules", "Inès", "Malo", "Salomé", "Bastien")


class Company:
    """People at one table. The first one's seat is for the browser: its cookie is `cookie`."""

    def __init__(self, clients: list[Client], tables: list[Table], code: str, game: str) -> None:
        self.clients, self.tables, self.code, self.game = clients, tables, code, game

    @property
    def cookie(self) -> str:
        return self.clients[0].cookie

    @property
    def room(self) -> dict[str, Any]:
        room = self.tables[-1].room
        assert room is not None
        return room

    def seen_by(self, seat: int) -> dict[str, Any]:
        """The game as this seat sees it."""
        room = self.tables[seat].room
        assert room is not None
        seen: dict[str, Any] = room["play"]["seen"][0]
        return seen

    def to_act(self) -> list[int]:
        """The seats that owe an action."""
        return list(self.room["play"]["seen"][0]["to_act"])


async def sit_down(
    stack: AsyncExitStack, address: str, game: str, seats: int, *, start: bool = True, **settings: Any
) -> Company:
    """A room with so many people in it, and the game begun."""
    clients = [await stack.enter_async_context(await Client.connect(address, name)) for name in NAMES[:seats]]
    given = {"capacity": seats, "policy": "host", "clock": 0, **settings}
    made = await clients[0].create_room(game, **given)
    tables = [await client.join(made.code, settings.get("access")) for client in clients]
    if start:
        await tables[0].ask("start")
        for table in tables:
            async for room in table.changes():
                if room["status"] == "playing":
                    break
    return Company(clients, tables, made.code, game)


LOCAL = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]


async def finish_a_game(address: str, cookie: str, game: str = "tictactoe", name: str = "Tic-tac-toe") -> str:
    """Somebody plays a game, if not said otherwise the shortest there is, for two at one screen; its room's code."""
    async with await Client.connect(address, "Camille", cookie) as client:
        room = await client.create_room(game, name=name, local=LOCAL)
        table = await client.join(room.id)
        assert await within(20, play_at_random(table, random.Random(1)))
        return room.code


async def in_mid_game(
    stack: AsyncExitStack, address: str, game: str, seats: int, moves: int, **settings: Any
) -> Company:
    """A table after so many random moves, with the first seat to act and nobody on it."""
    while True:  # few games are over so soon
        company = await sit_down(stack, address, game, seats, **settings)
        if await play_on(company, moves, 4):
            await company.tables[0].close()
            return company


async def play_on(company: Company, moves: int, seed: int, *, until_first: bool = True) -> bool:
    """So many random moves, and on until the first seat has to act; False if the game ended before."""
    dice = random.Random(seed)
    for number in range(moves + 400):
        to_act = company.to_act()
        if company.room["play"]["outcome"] is not None:
            return False
        if number >= moves and (0 in to_act or not until_first):
            return True
        seat = dice.choice(to_act) if number < moves else next((seat for seat in to_act if seat), to_act[0])
        if not await within(10, play_at_random(company.tables[seat], dice, 1)):
            return False
        version = company.tables[seat].room["version"]  # type: ignore[index]  # it is shown
        async for room in company.tables[-1].changes():
            if room["version"] >= version:
                break
    return False
