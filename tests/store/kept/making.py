"""Makes a small store as the present version writes it, to be kept beside the others when that version is released.

    python -m tests.store.kept.making 0.2.0

A real server is played at on both databases: rooms in every status, running games of all five, a long stream with
a snapshot, a shared screen, an account, finished games in public and in private. What a later version needs to find
its way (who sat where, and their cookies) stands in the JSON file beside the data.
"""

import asyncio
import gzip
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from tablee.client import Client
from tablee.client.table import Table
from tablee.testing.postgres import PostgresServer
from tests.server.people import come, play_at_random, seated, within
from tests.server.serving import ServerProcess

FOLDER = Path(__file__).parent
GAMES = {"ninth": 2, "diggers": 3, "noe": 4, "gigogne": 2, "kitty": 2}
"""Each with the seats that are taken in its kept game."""
NAMES = ("Ada", "Béa", "Carl", "Dora")
SECRET = "keeps no secret but that of a test"  # noqa: S105 - of servers that live for a test
ACCESS = "open sesame"
PASSWORD = "a password of a test"  # noqa: S105 - as above


async def live(server: ServerProcess) -> dict[str, Any]:
    """All that is to be kept happens; what tells a later version where to look."""
    people = [await come(server, name) for name in NAMES]
    rooms: dict[str, Any] = {}
    for game, seats in GAMES.items():
        _, tables = await seated(people[:seats], game, name=f"A table of {game}")
        await _play(tables, turns=2)
        rooms[f"playing {game}"] = await _told(tables)
    rooms["long"] = await _long(people)
    rooms["waiting"] = await _waiting(people, name="Still waiting")
    rooms["private"] = await _waiting(people, name="Behind a door", access=ACCESS)
    rooms["on one screen"] = await _on_one_screen(people[0])
    records = await _closed(people)
    await people[3].web.ask("POST", "/api/accounts", Any, {"username": "dora", "password": PASSWORD})
    # Last, since their clocks run on.
    rooms["skipped by the clock"] = await _with_skips(people)
    rooms["finished"] = await _finished(people)
    kept = {
        "people": {name: person.cookie for name, person in zip(NAMES, people, strict=True)},
        "rooms": rooms,
        "records": records,
    }
    for person in people:
        await person.close()
    return kept


async def _play(tables: Sequence[Table], turns: int | None = None, seed: int = 1) -> None:
    """Everybody plays so many actions, as far as the game lets them."""
    players = [
        asyncio.create_task(play_at_random(table, random.Random(f"{seed}/{seat}"), turns))
        for seat, table in enumerate(tables)
    ]
    if turns is None:
        await within(60, asyncio.gather(*players))
        return
    # Whoever has played enough keeps the others waiting: it ends where nothing more can happen.
    await asyncio.wait(players, timeout=2)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)


async def _with_skips(people: Sequence[Client]) -> dict[str, Any]:
    """A clock of Gigogne has run out once."""
    _, tables = await seated(people[:3], "gigogne", name="Slow", clock=30)
    for table in tables:
        await within(60, table.until(lambda room: any(seat["skips"] for seat in room["seats"])))
    return await _told(tables)


async def _long(people: Sequence[Client]) -> dict[str, Any]:
    """Rematches until the stream has a snapshot, and then another game."""
    _, tables = await seated(people[:2], "diggers", name="For ever")
    games = 0
    while not tables[0].room or tables[0].room["version"] < 450:
        games += 1
        await _play(tables, seed=games)
        await asyncio.gather(*(table.ask("vote", again=True) for table in tables))
        for table in tables:
            await within(20, table.until(lambda room: room["status"] == "playing"))
    await _play(tables, turns=3)
    return await _told(tables)


async def _finished(people: Sequence[Client]) -> dict[str, Any]:
    _, tables = await seated(people[:2], "kitty", name="Just over")
    await _play(tables)
    return await _told(tables)


async def _waiting(people: Sequence[Client], **settings: Any) -> dict[str, Any]:
    room = await people[0].create_room("noe", capacity=4, policy="host", **settings)
    tables = [await person.join(room.id, settings.get("access")) for person in people[:2]]
    await tables[0].ask("add_bot", level="easy")
    await tables[1].ask("pick_colour", colour="sky")
    await within(20, tables[0].until(lambda room: len(room["seats"]) == 3))
    return await _told(tables)


async def _on_one_screen(person: Client) -> dict[str, Any]:
    players = [{"name": "Left", "colour": "vermilion"}, {"name": "Right", "colour": "blue"}]
    room = await person.create_room("ninth", local=players)
    table = await person.join(room.id)
    await _play([table], turns=5)
    return await _told([table])


async def _closed(people: Sequence[Client]) -> dict[str, str]:
    """Two rooms are closed after a game, one of them private."""
    records = {}
    for label, settings in {"public": {}, "private": {"access": ACCESS}}.items():
        _, tables = await seated(people[:2], "gigogne", name="Over", **settings)
        await _play(tables)
        records[label] = (tables[0].room or {})["play"]["id"]
        for table in tables:
            await table.leave()
    return records


async def _told(tables: Sequence[Table]) -> dict[str, Any]:
    """What a later version is to show of a room, once everybody has seen the last move."""
    newest = max((table.room or {})["version"] for table in tables)
    for table in tables:
        await within(20, table.until(lambda room: room["version"] >= newest))
    room = tables[0].room or {}
    play = room["play"]
    return {
        "id": room["id"],
        "game": room["game"],
        "name": room["name"],
        "status": room["status"],
        "version": room["version"],
        "seats": [seat["name"] for seat in room["seats"]],
        "turn": None if play is None else play["seen"][0]["turn"],
        "views": None if play is None else [[seen["view"] for seen in (t.room or {})["play"]["seen"]] for t in tables],
    }


# ── On both databases ────────────────────────────────────────────────────────────────────────────────────


def keep_sqlite(version: str) -> None:
    """Play on SQLite, and keep its file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ServerProcess(folder, secret=SECRET, connections_per_person=100) as server:
            kept = asyncio.run(live(server))
        file = folder / "data" / "tablee.db"
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        _write(version, "sqlite", kept)
        with file.open("rb") as source, _packed(FOLDER / f"{version}.sqlite.gz") as target:
            shutil.copyfileobj(source, target)


def keep_postgres(version: str) -> None:
    """Play on PostgreSQL, and keep its rows, one a line."""
    with PostgresServer() as database, tempfile.TemporaryDirectory() as name:
        url = database.make_database()
        with ServerProcess(Path(name), secret=SECRET, database=url, connections_per_person=100) as server:
            kept = asyncio.run(live(server))
        _write(version, "postgres", kept)
        rows = asyncio.run(_rows(url))
    with _packed(FOLDER / f"{version}.postgres.gz") as target:
        for table, row in rows:
            target.write(json.dumps([table, row], ensure_ascii=False).encode() + b"\n")


async def _rows(url: str) -> list[tuple[str, Any]]:
    connection = await asyncpg.connect(url, server_settings={"search_path": "tablee"})
    try:
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'tablee' ORDER BY tablename")
        return [
            (name, json.loads(row))
            for (name,) in names
            for (row,) in await connection.fetch(f"SELECT to_jsonb({name}) FROM {name}")  # noqa: S608 - our own tables
        ]
    finally:
        await connection.close()


def _write(version: str, database: str, kept: dict[str, Any]) -> None:
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    with _packed(FOLDER / f"{version}.{database}.json.gz") as target:
        target.write(text.encode())


def _packed(file: Path) -> gzip.GzipFile:
    return gzip.GzipFile(file, "wb", mtime=0)


if __name__ == "__main__":
    keep_sqlite(sys.argv[1])
    keep_postgres(sys.argv[1])
