"""What a host sees of a SQLite store."""

import sqlite3
from typing import Any

import msgspec

from tablee.store.contract import Account, Append, Appended, CodeTaken, Conflict, ListedRoom, Loaded, Milliseconds
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS
from tablee.store.overview import HostQuery, KnownPerson, PeopleQuery, known_people
from tablee.store.sqlite_access import Access
from tablee.store.sqlite_streams import VERSION, Heads, load_stream, read_events, read_listed, write

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_ACTIVE = """
    SELECT coalesce(claims.person, known.person) AS person, max(at) AS active_at FROM (
        SELECT person, created_at AS at FROM accounts
        UNION ALL SELECT person, ended_at FROM players
        UNION ALL SELECT person, active_at FROM seats JOIN rooms USING (number)
        UNION ALL SELECT person, active_at FROM names JOIN rooms USING (number) WHERE kind = 'seat'
    ) AS known LEFT JOIN claims ON claims.guest = known.person
    GROUP BY 1
"""


class SqliteOverview:
    """Keeps the contract of `Overview`."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def rooms(self, query: HostQuery) -> tuple[ListedRoom, ...]:
        """The rooms that match."""
        rows = await self._rows(
            f"SELECT room, {VERSION}, {COLUMNS} FROM rooms WHERE room NOT GLOB '-*' AND (?1 OR closed_at IS NULL) "
            "AND (?2 = '' OR instr(folded, ?2) OR instr(fold(host), ?2) OR code = upper(?3) OR room = ?3) "
            "AND (?4 IS NULL OR game = ?4) AND (?5 IS NULL OR status = ?5) "
            "AND (?6 IS NULL OR number IN (SELECT number FROM names WHERE person = ?6 AND kind = 'seat') "
            "    OR number IN (SELECT number FROM seats WHERE person = ?6)) "
            "AND (?7 IS NULL OR active_at >= ?7) AND (?8 IS NULL OR active_at < ?8) "
            "ORDER BY active_at DESC, room DESC LIMIT ?9",
            query.with_closed,
            fold_text(query.search),
            query.search,
            query.game,
            query.status,
            query.person,
            query.active_after,
            query.active_before,
            query.limit,
        )
        return tuple(map(read_listed, rows))

    async def people(self, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
        """The people who match."""
        return await self._access.ask(lambda connection: _people(connection, query, now))

    async def find_room(self, name: str) -> ListedRoom | None:
        """By id or code."""
        rows = await self._rows(
            f"SELECT room, {VERSION}, {COLUMNS} FROM rooms WHERE room = ?1 OR (code = upper(?1) AND closed_at IS NULL)",
            name,
        )
        return read_listed(rows[0]) if rows else None

    async def find_account(self, name: str) -> Account | None:
        """By id or username."""
        rows = await self._rows(
            "SELECT person, username, name, password_hash, created_at FROM accounts "
            "WHERE person = ?1 OR folded = ?2 ORDER BY person = ?1 DESC",
            name,
            fold_text(name),
        )
        return Account(*rows[0]) if rows else None

    async def seats_of(self, person: str) -> tuple[str, ...]:
        """The living rooms in which a person has a seat."""
        rows = await self._rows("SELECT room FROM seats JOIN rooms USING (number) WHERE person = ? ORDER BY 1", person)
        return tuple(room for (room,) in rows)

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""
        return await self._access.ask(lambda connection: load_stream(connection, room))

    async def read(self, room: str, after: int) -> tuple[bytes, ...]:
        """The events after a version."""
        return await self._access.ask(lambda connection: read_events(connection, room, after, None))

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        """Write as the server's own writer does."""
        (result,) = await self._access.do(lambda connection: write(connection, [append], Heads()))
        return result

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        def asked(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            _teach(connection)
            return connection.execute(sql, values).fetchall()

        return await self._access.ask(asked)


def _teach(connection: sqlite3.Connection) -> None:
    """SQLite's own lower() knows ASCII only."""
    connection.create_function("fold", 1, fold_text, deterministic=True)


def _people(connection: sqlite3.Connection, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
    _teach(connection)
    found = connection.execute(
        f"SELECT person, active_at FROM ({_ACTIVE}) WHERE ?1 = '' OR person = ?2 OR person IN ("
        "    SELECT person FROM accounts WHERE instr(folded, ?1) OR instr(fold(name), ?1) "
        "    UNION ALL SELECT person FROM claims WHERE guest = ?2 "
        "    UNION ALL SELECT coalesce(claims.person, names.person) "
        "    FROM names LEFT JOIN claims ON guest = names.person WHERE kind = 'seat' AND instr(fold(text), ?1)"
        ") ORDER BY active_at DESC, person LIMIT ?3",
        (fold_text(query.search), query.search, query.limit),
    ).fetchall()
    owners = {person: person for person, _ in found}
    guests = connection.execute(
        "SELECT guest, person FROM claims WHERE person IN (SELECT value FROM json_each(?)) AND guest <> person "
        "ORDER BY guest",
        (_json(list(owners)),),
    ).fetchall()
    owners |= dict(guests)
    these = _json(list(owners))
    asked = {
        what: connection.execute(f"{sql} IN (SELECT value FROM json_each(?))", (these,)).fetchall()
        for what, sql in _OF_PEOPLE.items()
    }
    banned = connection.execute(
        "SELECT subject FROM bans WHERE kind = 'person' AND (until IS NULL OR until > ?)", (now,)
    ).fetchall()
    return known_people(found, owners, guests, asked, {subject for (subject,) in banned})


_OF_PEOPLE = {
    "names": "SELECT DISTINCT person, text FROM names WHERE kind = 'seat' AND text <> '' AND person",
    "usernames": "SELECT person, username FROM accounts WHERE person",
    "games": "SELECT person, game FROM players WHERE person",
    "rooms": "SELECT person, number FROM seats WHERE person",
}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
