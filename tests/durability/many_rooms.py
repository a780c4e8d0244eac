"""A SQLite store with very many living rooms, as a killed server leaves it."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from tablee.games import gigogne
from tablee.kernel.chance import Chance
from tablee.rooms.codec import encode_event
from tablee.rooms.commands import Act, CreateRoom, Join, Sender, Settings
from tablee.rooms.decide import Advanced, Policy, advance, create
from tablee.rooms.events import AnyRoomEvent, RoomOpened
from tablee.rooms.state import Room
from tablee.server.appends import names_in, summary_of
from tablee.store.contract import Append, Appended
from tablee.store.search_index import tags_of
from tablee.store.sqlite import SqliteStore
from tablee.store.sqlite_files import DATABASE

GAME = gigogne.GAME
WRITTEN = 1_000
"""So many are written as the server does; the others are copies of them, made inside the database."""


async def make_rooms(folder: Path, count: int, now: int) -> list[str]:
    """So many thousands of rooms, three of four with a game being played; their ids."""
    store = SqliteStore(folder)
    await store.open("maker", now, 8_000)
    waiting, playing = _room(now, moves=None), _room(now, moves=3)
    appends = [_copy(waiting if number % 4 == 0 else playing, number) for number in range(WRITTEN)]
    try:
        results = await asyncio.gather(*(store.append(append) for append in appends))
        assert all(isinstance(result, Appended) for result in results)
    finally:
        await store.close()
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        tags = [" ".join(tags_of(append.summary)) for append in appends if append.summary is not None]
        for offset in range(WRITTEN, count, WRITTEN):
            connection.execute(_COPY_ROOMS.format(_columns(connection)), (offset, WRITTEN))
            connection.execute(_COPY_EVENTS, (offset, WRITTEN))
            connection.execute(
                "INSERT INTO seats SELECT person || ?1, number + ?1 FROM seats WHERE number <= ?2", (offset, WRITTEN)
            )
            connection.executemany(
                "INSERT INTO listings (rowid, tags) VALUES (?, ?)",
                [(offset + number, text) for number, text in enumerate(tags, start=1)],
            )
    return [f"room{number:016}" for number in range(count)]


# The room of the number n is called by n - 1, in its id and in its code.
_COPY_ROOMS = """
    INSERT INTO rooms (number, room, code, {0})
    SELECT number + ?1, printf('room%016d', number - 1 + ?1), printf('%06d', number - 1 + ?1), {0}
    FROM rooms WHERE number <= ?2
"""
_COPY_EVENTS = """
    INSERT INTO events (number, version, event)
    SELECT number + ?1, version, CASE version WHEN 1 THEN CAST(
        replace(replace(CAST(event AS TEXT),
            printf('"room%016d"', number - 1), printf('"room%016d"', number - 1 + ?1)),
            printf('"%06d"', number - 1), printf('"%06d"', number - 1 + ?1)
        ) AS BLOB) ELSE event END
    FROM events WHERE number <= ?2
"""


def _columns(connection: sqlite3.Connection) -> str:
    names = [row[1] for row in connection.execute("PRAGMA table_info(rooms)")]
    return ", ".join(name for name in names if name not in ("number", "room", "code"))


def _room(now: int, moves: int | None) -> tuple[Sequence[AnyRoomEvent], Room]:
    """A room that somebody opened; with somebody who joined, and so many moves."""
    chance, policy = Chance.seeded(1), Policy()
    settings = Settings(name="Table", options=GAME.options(), capacity=2, policy="full", clock=60)
    opening = CreateRoom(id="", code="", game=GAME.id, name="Ann", settings=settings)
    created = create(GAME, opening, Sender("ann", "dead:1"), now, chance, policy)
    assert isinstance(created, Advanced)
    events, room = [*created.events], created.room
    commands: list[tuple[Join | Act, Sender]] = []
    if moves is not None:
        commands.append((Join("Ben", is_admitted=True), Sender("ben", "dead:2")))
    for _ in range(1 + (moves or 0)):
        for command, sender in commands:
            more = advance(GAME, room, command, sender, now, chance, policy)
            assert isinstance(more, Advanced), more
            events += more.events
            room = more.room
        commands = [_move(room)] if room.play is not None else []
    return events, room


def _move(room: Room) -> tuple[Act, Sender]:
    """The first legal move of whoever is to move."""
    assert room.play is not None
    state = room.play.state
    (seat,) = GAME.to_act(state)
    holder = room.seats[seat]
    action = Raw(msgspec.json.encode(GAME.legal(state, seat)[0]))
    act = Act(id=str(state.turn), game=room.play.id, turn=state.turn, action=action)
    return act, Sender(holder.person or "", holder.connection)


def _copy(template: tuple[Sequence[AnyRoomEvent], Room], number: int) -> Append:
    events, folded = template
    room, code, name = f"room{number:016}", f"{number:06}", f"Table {number}"
    opened = events[0]
    assert isinstance(opened, RoomOpened)
    first = replace(opened, id=room, code=code, name=name)
    folded = replace(folded, id=room, code=code, settings=replace(folded.settings, name=name))
    stream = (first, *events[1:])
    encoded = tuple(encode_event(event) for event in stream)
    return Append(room, 0, encoded, summary_of(folded), names=names_in(folded, stream))
