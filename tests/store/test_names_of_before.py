"""A store of the first version, whose events have names inside, is brought to a form in which they stand apart."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from msgspec.structs import replace

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.rooms.codec import decode_event
from tablee.rooms.events import RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.state import Room
from tablee.server.loading import fold_loaded
from tablee.store import postgres, sqlite
from tablee.store.contract import Store
from tablee.store.postgres import PostgresStore
from tablee.store.sqlite import SqliteStore
from tablee.store.sqlite_files import connect, create
from tablee.testing.stores import DAY, NOW, opened

STREAM = Path(__file__).parent.with_name("rooms").joinpath("stream-v1.jsonl").read_bytes().splitlines()
"""Ann opens a room that she renames once; Dan is expelled; Ben's seat is recovered by Zoe; Ann, Ben and Cleo play."""

NAMES = {1: "The table", 2: "Ann", 3: "Ben", 4: "Cleo", 5: "Dan", 8: "Another table"}
TWINS = [
    b'{"type":"room_opened","at":1,"id":"room-2","code":"TWINS2","game":"gigogne","name":"Twins","v":1}',
    b'{"type":"seat_taken","at":1,"person":"p1","bot":null,"name":"Kim","colour":"blue","connection":null,"v":1}',
    b'{"type":"seat_taken","at":1,"person":"p2","bot":null,"name":"Kim","colour":"sky","connection":null,"v":1}',
    b'{"type":"seat_taken","at":1,"person":"p3","bot":null,"name":"Kim","colour":"rose","connection":null,"v":1}',
    b'{"type":"seat_taken","at":1,"person":null,"bot":"easy","name":"Kim","colour":"green","connection":null,"v":1}',
    b'{"type":"seat_freed","at":1,"seat":1,"reason":"left","v":1}',
    b'{"type":"game_started","at":1,"game":"g2","starter":0,"state":{},"colours":[],"bots":[null,null,"easy"],"v":1}',
]
"""Three people of the same name sit down, and a bot of that name too; the second leaves before they play."""


class Written(NamedTuple):
    """What a store of the first version holds: rows by table."""

    tables: dict[str, list[tuple[Any, ...]]]

    async def into(self, store: Store, folder: Path, url: str) -> None:
        if isinstance(store, SqliteStore):
            await asyncio.to_thread(self._into_sqlite, folder)
        else:
            await self._into_postgres(url)

    def _into_sqlite(self, folder: Path) -> None:
        numbers = {row[0]: number for number, row in enumerate(self.tables["rooms"], start=1)}
        with closing(connect(create(folder), to_write=True)) as connection:
            connection.execute("BEGIN")
            sqlite.upgrade(connection, sqlite.MIGRATIONS[:1])
            for table, rows in self.tables.items():
                for row in rows:
                    given = row
                    if table == "rooms":
                        given = (numbers[row[0]], row[0], *row[2:-1])
                    elif table == "events":
                        given = (None, numbers[row[0]], *row[1:])
                    elif table == "snapshots":
                        given = (numbers[row[0]], *row[1:])
                    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(given))})", given)  # noqa: S608 - ours
            connection.execute("COMMIT")

    async def _into_postgres(self, url: str) -> None:
        server = await asyncpg.connect(url, server_settings={"search_path": "tablee"})
        try:
            await postgres.upgrade(server, postgres.MIGRATIONS[:1])
            for table, rows in self.tables.items():
                for row in rows:
                    marks = [f"${place}" for place in range(1, len(row) + 1)]
                    if table == "rooms":
                        marks[-1] = f"{marks[-1]}::text::xid8"
                    await server.execute(f"INSERT INTO {table} VALUES ({', '.join(marks)})", *row)  # noqa: S608 - ours
        finally:
            await server.close()


def first_version() -> Written:
    """The stream as the first version kept it, with its finished game; twins; and an old game on one screen."""
    game = (
        "htwc670x5hzgzg52",
        "room-1",
        "gigogne",
        '["Ann","Ben","Cleo"]',
        '["person-ann","person-zoe","person-cleo"]',
    )
    twins = ("g2", "room-2", "gigogne", '["Kim","Kim","Kim"]', '["p1","p3"]')
    return Written(
        {
            "rooms": [
                _row("room-1", len(STREAM), "TABLE1", closed_at=NOW),
                _row("room-2", len(TWINS), "TWINS2"),
                _row("local", 1, "LOCAL1", is_listed=False),
            ],
            "events": [
                *(("room-1", version, event) for version, event in enumerate(STREAM, start=1)),
                *(("room-2", version, event) for version, event in enumerate(TWINS, start=1)),
            ],
            "snapshots": [("room-1", 20, b'{"seats":[{"name":"Ann"}]}')],
            "games": [(*game, False, NOW, NOW, b"{}", 16, 25), (*twins, False, NOW, NOW, b"{}", 7, 7)],
        }
    )


def _row(
    room: str, version: int, code: str, *, is_listed: bool = True, closed_at: int | None = None
) -> tuple[Any, ...]:
    shown = (code, "A table", "gigogne", 4, 1, "Ann", "waiting", False, is_listed)
    return (room, version, *shown, NOW, NOW, None, closed_at, "[]", "a table", "1")


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str) -> Store:
    return SqliteStore(tmp_path / "data") if request.param == "sqlite" else PostgresStore(postgres_url)


async def test_names_of_the_first_version_are_taken_out_of_the_log_and_given_back(
    store: Store, tmp_path: Path, postgres_url: str
) -> None:
    await first_version().into(store, tmp_path / "data", postgres_url)
    async with opened(store):
        assert await store.names("room-1") == NAMES
        stream = await store.read("room-1", 0)
        assert not [event for event in stream for name in NAMES.values() if f'"{name}"'.encode() in event]
        loaded = await store.load("room-1")
        assert loaded.snapshot is None, "an old snapshot has names inside"
        assert fold_loaded(loaded) == replace(_as_it_was(), named_at=8)
        game = await store.find_game("htwc670x5hzgzg52")
        assert game is not None
        assert (game.seats, game.named_at) == (("Ann", "Ben", "Cleo"), (2, 3, 4))


async def test_a_name_of_the_first_version_is_whose_it_was(store: Store, tmp_path: Path, postgres_url: str) -> None:
    """Also of people of one name, where one of them left; a bot's name is nobody's."""
    await first_version().into(store, tmp_path / "data", postgres_url)
    async with opened(store):
        owners = await _owners(store, tmp_path / "data", postgres_url)
        ann, zoe = "person-ann", "person-zoe"
        assert owners["room-1"] == {1: ann, 2: ann, 3: zoe, 4: "person-cleo", 5: "person-dan", 8: ann}
        assert owners["room-2"] == {1: "p1", 2: "p1", 3: "p2", 4: "p3"}
        game = await store.find_game("g2")
        assert game is not None
        assert (game.seats, game.named_at) == (("Kim", "Kim", "Kim"), (2, 4, 0))


async def test_a_game_on_one_screen_of_the_first_version_ends_after_a_month_too(
    store: Store, tmp_path: Path, postgres_url: str
) -> None:
    await first_version().into(store, tmp_path / "data", postgres_url)
    async with opened(store):
        assert await store.due(NOW + 30 * DAY, 10) == ("local",)
        assert await store.due(NOW + 30 * DAY - 1, 10) == ()


def _as_it_was() -> Room:
    opened, *rest = [decode_event(GIGOGNE, event) for event in STREAM]
    assert isinstance(opened, RoomOpened)
    room = open_room(opened)
    for event in rest:
        room = evolve(GIGOGNE, room, event)
    return room


async def _owners(store: Store, folder: Path, url: str) -> dict[str, dict[int, str]]:
    if isinstance(store, SqliteStore):
        with closing(sqlite3.connect(folder / "tablee.db")) as connection:
            rows = connection.execute("SELECT room, version, person FROM names JOIN rooms USING (number)").fetchall()
    else:
        server = await asyncpg.connect(url, server_settings={"search_path": "tablee"})
        rows = await server.fetch("SELECT room, version, person FROM names")
        await server.close()
    owners: dict[str, dict[int, str]] = {}
    for room, version, person in rows:
        owners.setdefault(room, {})[version] = person
    return owners
