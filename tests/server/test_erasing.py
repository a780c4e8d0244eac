"""A person who is erased while others play with them is "Someone" at once, everywhere, and nobody any more."""

import sqlite3
from contextlib import closing

from tablee.protocol.http import RoomList
from tablee.store.audit import Deed
from tablee.store.opening import open_upkeep
from tests.server.people import close_all, come_together, seated, within
from tests.server.serving import ServerProcess


async def erase(server: ServerProcess, called: str) -> None:
    """As a host does it, beside the running server."""
    with closing(sqlite3.connect(server.data / "tablee.db")) as connection:
        (person,) = connection.execute(
            "SELECT person FROM names WHERE kind = 'seat' AND text = ?", (called,)
        ).fetchone()
    async with open_upkeep(None, server.data) as upkeep:
        await upkeep.erase_person(person, Deed(1, "host", "erase", person))


async def test_an_erased_player_has_no_name_at_the_table_in_the_list_and_in_the_record(server: ServerProcess) -> None:
    people = await come_together(server, "Perpetua", "Quentin")
    room, tables = await seated(people, name="Chez Perpetua")
    await erase(server, "Perpetua")
    seen = await within(10, tables[1].until(lambda shown: shown["seats"][0]["name"] == ""))
    assert (seen["name"], [seat["name"] for seat in seen["seats"]]) == ("", ["", "Quentin"])
    shown: RoomList = await people[1].web.ask("GET", "/api/rooms", RoomList)
    assert [(row.name, row.host) for row in shown.rooms if row.id == room.id] == [("", "")]
    await tables[1].leave()
    record = await people[1].record(seen["play"]["id"])
    assert record.names == ("", "Quentin")
    await close_all(*people)


async def test_an_erased_player_stays_erased_after_a_restart(server: ServerProcess) -> None:
    people = await come_together(server, "Rosalind", "Sebastian")
    room, tables = await seated(people)
    await erase(server, "Rosalind")
    await within(10, tables[1].until(lambda shown: shown["seats"][0]["name"] == ""))
    server.stop()
    assert b"Rosalind" not in (server.data / "tablee.db").read_bytes()
    server.start()
    shown = await (await people[1].join(room.id)).until(lambda _: True)
    assert [seat["name"] for seat in shown["seats"]] == ["", "Sebastian"]
    await close_all(*people)
