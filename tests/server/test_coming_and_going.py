"""Whoever enters and leaves a room again and again, to look on or to play, costs the others next to nothing."""

import asyncio
from typing import Any

import msgspec

from tablee.client.table import Table
from tablee.server.times import TIMES as TIMES_OF_SERVERS
from tests.server.people import close_all, come_together, seated, within
from tests.server.serving import ServerProcess
from tests.server.wire import Message, Wire

TIMES = 25


async def come_and_go(wire: Wire, room: str) -> None:
    for _ in range(TIMES):
        await wire.ask("enter", room=room)
        await wire.ask("exit")


async def test_of_onlookers_the_number_and_names_are_told_once_a_second_at_most(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, tables = await seated([ada, bo])
    await within(5, tables[0].until(lambda shown: shown["status"] == "playing"))
    async with await Wire.open(server, cy.cookie) as watching, await Wire.open(server, cy.cookie) as mallory:
        await watching.ask("enter", room=room.id)
        start, began = len(watching.heard), asyncio.get_running_loop().time()
        await watching.until(lambda message: message.get("onlookers") == 1)
        await come_and_go(mallory, room.id)
        await mallory.ask("enter", room=room.id)
        told = await watching.until(lambda message: message.get("onlookers") == 2, len(watching.heard) - 1)
        assert told == {"type": "onlookers", "room": room.id, "onlookers": 2, "onlooker_names": ["Cy", "Cy"]}
        await mallory.ask("exit")
        await watching.until(lambda message: message.get("onlookers") == 1, watching.heard.index(told))
        heard = watching.heard[start + 1 :]
        assert {message["type"] for message in heard} <= {"room", "onlookers"}
        assert [message["type"] for message in heard].count("room") <= 1
        assert len(heard) <= 3 + (asyncio.get_running_loop().time() - began)
    await close_all(ada, bo, cy)


async def test_a_player_who_comes_and_goes_is_shown_once_a_second_at_most(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, tables = await seated([ada, bo])
    await within(5, tables[0].until(lambda shown: shown["status"] == "playing"))
    async with await Wire.open(server, cy.cookie) as watching, await Wire.open(server, bo.cookie) as coming:
        await watching.ask("enter", room=room.id)
        began = asyncio.get_running_loop().time()
        await come_and_go(coming, room.id)
        await coming.ask("enter", room=room.id)
        version = (await coming.until(lambda message: message["type"] == "room", len(coming.heard) - 2))["room"][
            "version"
        ]
        shown = await watching.until(lambda message: _version(message) >= version)
        assert [seat["is_connected"] for seat in shown["room"]["seats"]] == [True, True]
        shown_times = [message["type"] for message in watching.heard].count("room")
        assert shown_times <= 3 + (asyncio.get_running_loop().time() - began)
        assert version > TIMES, "all of it happened"
    await close_all(ada, bo, cy)


def _version(message: Message) -> int:
    return int(message["room"]["version"]) if message["type"] == "room" else 0


async def test_those_who_look_on_are_named_and_who_left_a_seat_is_not_among_them(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made = await ada.create_room("gigogne", capacity=3, policy="host")
    table, leaving = await ada.join(made.code), await bob.join(made.code)
    table.received = []
    await leaving.leave()
    watching = await eve.watch(made.code)
    told = await within(5, _told(table, "onlookers"))
    assert (told["onlookers"], told["onlooker_names"]) == (1, ["Eve"])
    await watching.close()
    told = await within(5, _told(table, "onlookers"))
    assert (told["onlookers"], told["onlooker_names"]) == (0, [])
    await close_all(ada, bob, eve)


async def test_who_leaves_long_after_all_came_is_not_counted_as_watching(server: ServerProcess) -> None:
    ada, bob = await come_together(server, "Ada", "Bob")
    made = await ada.create_room("gigogne", capacity=3, policy="host")
    table, leaving = await ada.join(made.code), await bob.join(made.code)
    await asyncio.sleep(TIMES_OF_SERVERS.gathered_for + 0.3)  # until no comings are gathered any more
    table.received = []
    await leaving.leave()
    told = await within(5, _told(table, "onlookers"))
    assert (told["onlookers"], told["onlooker_names"]) == (0, [])
    await close_all(ada, bob)


async def test_everyone_is_told_who_the_host_is_now(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made = await ada.create_room("gigogne", capacity=3, policy="host")
    host, table, watching = await ada.join(made.code), await bob.join(made.code), await eve.watch(made.code)
    table.received, watching.received = [], []
    await host.leave()
    for viewer in (table, watching):
        told = await within(5, _told(viewer, "host_changed"))
        assert (told["room"], told["host"]) == (made.id, 0)
    assert table.room is not None
    assert (table.room["host"], table.room["seats"][0]["name"]) == (0, "Bob")
    await close_all(ada, bob, eve)


async def _told(table: Table, type_: str) -> dict[str, Any]:
    """The next message of that type, of those that the table receives; it is taken from them."""
    while True:
        for raw in table.received or ():
            message: dict[str, Any] = msgspec.json.decode(raw)
            if message["type"] == type_:
                table.received = []
                return message
        await asyncio.sleep(0.02)
