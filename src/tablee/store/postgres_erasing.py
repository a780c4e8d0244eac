"""What a PostgreSQL store knows of a person, and how that is erased."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tablee.store.listing import COLUMNS
from tablee.store.postgres_streams import GAMES, read_game, read_listed
from tablee.store.tags import numbers, searched, tags_of
from tablee.store.upkeep import Ban, Deed, Erased, Exported, KnownAccount, KnownRoom, SaidName, known_game

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


async def export(connection: Any, person: str) -> Exported:
    """All that the store knows of a person."""
    people = await _ids(connection, person)
    account = await connection.fetchrow("SELECT username, name, created_at FROM accounts WHERE person = $1", person)
    rows = await connection.fetch(
        "SELECT room, version, kind, text FROM names WHERE person = ANY($1) ORDER BY room, version", people
    )
    names = tuple(SaidName(*row) for row in rows)
    rooms = await connection.fetch(
        "SELECT room, code, game, created_at, active_at FROM rooms "
        "WHERE room IN (SELECT room FROM seats WHERE person = ANY($1)) ORDER BY active_at DESC, room DESC",
        people,
    )
    games = await connection.fetch(
        f"{GAMES} WHERE id IN (SELECT game FROM players WHERE person = ANY($1)) ORDER BY ended_at DESC, id DESC", people
    )
    bans = await connection.fetch(
        "SELECT kind, subject, at, until, reason FROM bans WHERE kind = 'person' AND subject = ANY($1)", people
    )
    deeds = await connection.fetch(
        "SELECT at, who, did, subject, details, number FROM audit WHERE subject = ANY($1) ORDER BY number", people
    )
    return Exported(
        person=person,
        guests=tuple(people[1:]),
        account=None if account is None else KnownAccount(*account),
        names=names,
        rooms=tuple(KnownRoom(*row) for row in rooms),
        games=tuple(known_game(read_game(row), names) for row in games),
        bans=tuple(Ban(*row) for row in bans),
        deeds=tuple(Deed(*row) for row in deeds),
    )


async def erase(connection: Any, person: str) -> Erased:
    """Erase what tells who a person is."""
    people = await _ids(connection, person)

    async def changed(sql: str, *values: object) -> int:
        return int((await connection.execute(sql, *values)).rpartition(" ")[2])

    await _lock_rooms(connection, people)
    names = await changed("UPDATE names SET text = '' WHERE person = ANY($1) AND text <> ''", people)
    await retitle(connection, people)
    games = await changed("DELETE FROM players WHERE person = ANY($1)", people)
    accounts = await changed("DELETE FROM accounts WHERE person = $1", person)
    await connection.execute("DELETE FROM resets WHERE person = $1", person)
    await connection.execute("DELETE FROM claims WHERE guest = ANY($1)", people)
    return Erased(names, games, bool(accounts), tuple(people))


async def retitle(connection: Any, people: Sequence[str]) -> tuple[str, ...]:
    """Make the list show names as they are now, in all rooms where those people said one."""
    found = await _lock_rooms(connection, people)
    for row in found:
        shown = read_listed(row)
        room, summary = shown.room, shown.summary
        said = await connection.fetch("SELECT kind, text FROM names WHERE room = $1 ORDER BY version DESC", room)
        name = next((text for kind, text in said if kind == "room"), "")
        host = summary.host if ("seat", summary.host) in [tuple(each) for each in said] else ""
        if (name, host) == (summary.name, summary.host):
            continue
        summary = replace(summary, name=name, host=host)
        folded = searched(summary)
        await connection.execute(
            "UPDATE rooms SET name = $2, host = $3, folded = $4 WHERE room = $1", room, name, host, folded
        )
        await connection.execute(
            "UPDATE listings SET tags = $2, folded = $3 WHERE room = $1", room, numbers(tags_of(summary)), folded
        )
    return tuple(row[0] for row in found)


async def _lock_rooms(connection: Any, people: Sequence[str]) -> list[Any]:
    """The rooms in which those people said names, in the order in which appends lock them, and before the names."""
    rows: list[Any] = await connection.fetch(
        f"SELECT room, version, {COLUMNS} FROM rooms "
        "WHERE room IN (SELECT room FROM names WHERE person = ANY($1)) ORDER BY room FOR UPDATE",
        list(people),
    )
    return rows


async def _ids(connection: Any, person: str) -> list[str]:
    """The person, and the guests it claimed."""
    guests = await connection.fetch("SELECT guest FROM claims WHERE person = $1 ORDER BY guest", person)
    return [person, *(row[0] for row in guests if row[0] != person)]
