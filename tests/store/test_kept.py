"""What a released version stored opens in this one, and plays on (kept/making.py made it)."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from tablee.client import Client
from tablee.client.table import Table
from tablee.protocol.http import RoomList
from tablee.store.schema import migrations
from tests.server.people import close_all, come, play_out, within
from tests.server.serving import ServerProcess
from tests.store.kept.making import ACCESS, FOLDER, GAMES, PASSWORD, SECRET

VERSIONS = sorted(file.name.removesuffix(".sqlite.gz") for file in FOLDER.glob("*.sqlite.gz"))
RUNNING = ("skipped by the clock", *(f"playing {game}" for game in GAMES), "long")


class Kept(NamedTuple):
    """A server of today on a store of then."""

    server: ServerProcess
    people: dict[str, str]
    """Cookies, by name."""
    rooms: dict[str, Any]
    records: dict[str, str]

    async def people_at(self, label: str) -> list[Client]:
        """Those who sat in a room come back, with the cookies that they were given then."""
        names = [name for name in self.rooms[label]["seats"] if name in self.people]
        return [await come(self.server, name, cookie=self.people[name]) for name in names]


def unpacked(name: str) -> bytes:
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())


async def put_rows(url: str, version: str) -> None:
    """Fill an empty database with the rows of that version, under the schema it had."""
    rows = [json.loads(line) for line in unpacked(f"{version}.postgres").splitlines()]
    applied = max(row["number"] for table, row in rows if table == "migrations")
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE SCHEMA tablee; SET search_path TO tablee")
        await connection.execute("CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL)")
        for migration in migrations("postgres")[:applied]:
            await connection.execute(migration.sql)
        for table in dict.fromkeys(table for table, _ in rows):
            given = json.dumps([row for name, row in rows if name == table])
            insert = f"INSERT INTO {table} SELECT * FROM jsonb_populate_recordset(NULL::{table}, $1)"  # noqa: S608 - ours
            await connection.execute(insert, given)
    finally:
        await connection.close()


@pytest.fixture(scope="module", params=[f"{version}-{on}" for version in VERSIONS for on in ("sqlite", "postgres")])
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres_server: Any
) -> Iterator[Kept]:
    version, _, database = request.param.partition("-")
    folder: Path = tmp_path_factory.mktemp("kept")
    settings: dict[str, object] = {"secret": SECRET, "connections_per_person": 100}
    if database == "sqlite":
        (folder / "data").mkdir()
        (folder / "data" / "tablee.db").write_bytes(unpacked(f"{version}.sqlite"))
    else:
        settings["database"] = url = postgres_server.make_database()
        asyncio.run(put_rows(url, version))
    told = json.loads(unpacked(f"{version}.{database}.json"))
    with ServerProcess(folder, **settings) as server:
        yield Kept(server, told["people"], told["rooms"], told["records"])
    assert not server.faults


# Those whose clocks run come first.


async def test_those_in_a_waiting_room_start_their_game(kept: Kept) -> None:
    for label, access in (("waiting", None), ("private", ACCESS)):
        told, people = kept.rooms[label], await kept.people_at(label)
        people.append(await come(kept.server, "Newcomer"))
        tables = [await person.join(told["id"], access) for person in people]
        assert shown(tables[0])["seats"] == [*told["seats"], "Newcomer"]
        await tables[0].ask("start")
        await within(10, tables[0].until(lambda room: room["status"] == "playing"))
        await close_all(*people)


async def test_those_whose_game_is_over_play_again(kept: Kept) -> None:
    told, people = kept.rooms["finished"], await kept.people_at("finished")
    tables = [await person.join(told["id"]) for person in people]
    assert shown(tables[0])["status"] == "finished"
    for table in tables:
        await table.ask("vote", again=True)
    await within(10, tables[0].until(lambda room: room["status"] == "playing"))
    await close_all(*people)


@pytest.mark.parametrize("label", RUNNING)
async def test_a_running_game_is_as_it_was_left_and_plays_on_to_its_end(kept: Kept, label: str) -> None:
    told, people = kept.rooms[label], await kept.people_at(label)
    tables = [await person.join(told["id"]) for person in people]
    for table, views in zip(tables, told["views"], strict=True):
        assert shown(table) == {field: told[field] for field in ("game", "name", "status", "seats", "turn")}
        for seen, view in zip((table.room or {})["play"]["seen"], views, strict=True):
            assert {field: seen["view"][field] for field in view} == view
    await play_out(tables)
    record = await people[0].record((tables[0].room or {})["play"]["id"])
    assert list(record.names) == told["seats"]
    assert record.steps
    await close_all(*people)


async def test_a_game_on_one_screen_plays_on(kept: Kept) -> None:
    told = kept.rooms["on one screen"]
    person = await come(kept.server, "Ada", cookie=kept.people["Ada"])
    table = await person.join(told["id"])
    assert shown(table)["seats"] == ["Left", "Right"]
    await play_out([table])
    await person.close()


async def test_records_of_closed_rooms_are_read_by_those_who_may(kept: Kept) -> None:
    ada, stranger = await come(kept.server, "Ada", cookie=kept.people["Ada"]), await come(kept.server, "Stranger")
    for record in kept.records.values():
        assert (await ada.record(record)).names == ("Ada", "Béa")
    assert (await stranger.record(kept.records["public"])).outcome.winners
    with pytest.raises(Exception, match="not_in_room"):
        await stranger.record(kept.records["private"])


async def test_an_account_is_signed_in_to_and_has_its_games(kept: Kept) -> None:
    dora = await come(kept.server, "Somebody")
    await dora.sign_in("dora", PASSWORD)
    assert dora.session.name == "Dora"
    rooms: RoomList = await dora.web.ask("GET", "/api/rooms/mine", RoomList)
    assert kept.rooms["playing noe"]["id"] in {row.id for row in rooms.rooms}


def shown(table: Table) -> dict[str, Any]:
    """What a table shows of what was told of it."""
    room = table.room or {}
    play = room["play"]
    return {
        "game": room["game"],
        "name": room["name"],
        "status": room["status"],
        "seats": [seat["name"] for seat in room["seats"]],
        "turn": None if play is None else play["seen"][0]["turn"],
    }
