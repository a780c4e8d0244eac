"""How rooms and records are deleted from a SQLite store, a few rows at a time: one thread writes for everybody.

A room whose deletion has begun goes by another id, so that nobody finds what is left of it; its row goes last, since
its number must not be given to another room before.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from msgspec import json

from tablee.store.contract import Milliseconds
from tablee.store.upkeep import ClosedRoom

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

GONE: Final = "-"
"""Before the id of a room whose deletion has begun; no id begins so."""


def closed_rooms(
    connection: sqlite3.Connection, before: Milliseconds, after: tuple[Milliseconds, str], limit: int
) -> tuple[ClosedRoom, ...]:
    """Rooms closed before a time."""
    rows = connection.execute(
        "SELECT room, closed_at, EXISTS (SELECT 1 FROM games WHERE games.room = rooms.room) FROM rooms "
        "WHERE closed_at IS NOT NULL AND closed_at < ? AND (closed_at, room) > (?, ?) ORDER BY closed_at, room LIMIT ?",
        (before, *after, limit),
    )
    return tuple(ClosedRoom(room, closed_at, bool(has_records)) for room, closed_at, has_records in rows)


def delete_room(connection: sqlite3.Connection, room: str, before: Milliseconds, limit: int) -> int:
    """Delete a closed room without records, so many rows at a time."""
    real, gone = room.removeprefix(GONE), GONE + room.removeprefix(GONE)
    found = connection.execute("SELECT number FROM rooms WHERE room = ?", (gone,)).fetchone()
    if found is None:
        found = connection.execute(
            "SELECT number FROM rooms WHERE room = ?1 AND closed_at < ?2 "
            "AND NOT EXISTS (SELECT 1 FROM games WHERE games.room = ?1)",
            (real, before),
        ).fetchone()
        if found is None:
            return 0
        connection.execute(
            "UPDATE rooms SET room = ?, name = '', host = '', folded = '' WHERE number = ?", (gone, *found)
        )
    deleted = 0
    for part in ("snapshots", "names", "events"):
        versions = f"SELECT version FROM {part} WHERE number = ?1 LIMIT ?2"
        sql = f"DELETE FROM {part} WHERE number = ?1 AND version IN ({versions})"
        deleted += connection.execute(sql, (*found, limit - deleted)).rowcount
        if deleted == limit:
            return deleted
    connection.execute("DELETE FROM rooms WHERE number = ?", found)
    return deleted + 1


def delete_games(connection: sqlite3.Connection, games: Sequence[str]) -> tuple[str, ...]:
    """Delete records; the rooms they were played in."""
    given = (json.encode(games).decode(),)
    these = "(SELECT value FROM json_each(?))"
    connection.execute(
        "DELETE FROM players WHERE (person, ended_at, game) IN ("
        "    SELECT person.value, ended_at, games.id FROM games JOIN json_each(games.people) AS person"
        f"    WHERE games.id IN {these})",
        given,
    )
    rooms = connection.execute(f"SELECT DISTINCT room FROM games WHERE id IN {these}", given).fetchall()
    connection.execute(f"DELETE FROM games WHERE id IN {these}", given)
    return tuple(room for (room,) in rooms)
