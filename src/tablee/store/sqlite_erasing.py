"""What a SQLite store knows of a person, and how that is erased."""

import sqlite3
from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from tablee.store.listing import COLUMNS
from tablee.store.sqlite_streams import GAMES, alter, read_game, read_summary
from tablee.store.upkeep import Ban, Deed, Erased, Exported, KnownAccount, KnownRoom, SaidName, known_game

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_THESE = "(SELECT value FROM json_each(?1))"


def export(connection: sqlite3.Connection, person: str) -> Exported:
    """All that the store knows of a person."""
    people = _ids(connection, person)
    these = (_json(people),)
    account = connection.execute(
        "SELECT username, name, created_at FROM accounts WHERE person = ?", (person,)
    ).fetchone()
    rows = connection.execute(
        f"SELECT room, version, kind, text FROM names JOIN rooms USING (number) WHERE person IN {_THESE} "
        "ORDER BY number, version",
        these,
    )
    names = tuple(SaidName(*row) for row in rows)
    rooms = connection.execute(
        "SELECT room, code, game, created_at, active_at FROM rooms "
        f"WHERE number IN (SELECT number FROM seats WHERE person IN {_THESE}) ORDER BY active_at DESC, room DESC",
        these,
    )
    played = f"SELECT game FROM players WHERE person IN {_THESE}"
    games = connection.execute(f"{GAMES} WHERE id IN ({played}) ORDER BY ended_at DESC, id DESC", these)
    bans = connection.execute(
        f"SELECT kind, subject, at, until, reason FROM bans WHERE kind = 'person' AND subject IN {_THESE}", these
    )
    deeds = connection.execute(
        f"SELECT at, who, did, subject, details, number FROM audit WHERE subject IN {_THESE} ORDER BY number", these
    )
    return Exported(
        person=person,
        guests=people[1:],
        account=None if account is None else KnownAccount(*account),
        names=names,
        rooms=tuple(KnownRoom(*row) for row in rooms),
        games=tuple(known_game(read_game(row), names) for row in games),
        bans=tuple(Ban(*row) for row in bans),
        deeds=tuple(Deed(*row) for row in deeds),
    )


def erase(connection: sqlite3.Connection, person: str) -> Erased:
    """Erase what tells who a person is. What is taken away is overwritten in the file too."""
    people = _ids(connection, person)
    these = (_json(people),)
    connection.execute("PRAGMA secure_delete = ON")
    try:
        names = connection.execute(
            f"UPDATE names SET text = '' WHERE person IN {_THESE} AND text <> ''", these
        ).rowcount
        retitle(connection, people)
        games = connection.execute(f"DELETE FROM players WHERE person IN {_THESE}", these).rowcount
        accounts = connection.execute("DELETE FROM accounts WHERE person = ?", (person,)).rowcount
        connection.execute(f"DELETE FROM claims WHERE guest IN {_THESE}", these)
    finally:
        connection.execute("PRAGMA secure_delete = OFF")
    return Erased(names, games, bool(accounts), people)


def retitle(connection: sqlite3.Connection, people: Sequence[str]) -> tuple[str, ...]:
    """Make the list show names as they are now, in all rooms where those people said one."""
    found = connection.execute(
        f"SELECT room, number, {COLUMNS} FROM rooms "
        f"WHERE number IN (SELECT number FROM names WHERE person IN {_THESE})",
        (_json(people),),
    ).fetchall()
    for _, number, *columns in found:
        summary = read_summary(columns)
        said = connection.execute(
            "SELECT kind, text FROM names WHERE number = ? ORDER BY version DESC", (number,)
        ).fetchall()
        name = next((text for kind, text in said if kind == "room"), "")
        host = summary.host if ("seat", summary.host) in said else ""
        if (name, host) != (summary.name, summary.host):
            alter(connection, number, summary, replace(summary, name=name, host=host))
    return tuple(room for room, *_ in found)


def _ids(connection: sqlite3.Connection, person: str) -> tuple[str, ...]:
    """The person, and the guests it claimed."""
    guests = connection.execute("SELECT guest FROM claims WHERE person = ? ORDER BY guest", (person,))
    return (person, *(guest for (guest,) in guests if guest != person))


def _json(value: object) -> str:
    return json.encode(value).decode()
