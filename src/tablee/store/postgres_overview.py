"""What a host sees of a PostgreSQL store."""

import secrets
from typing import Any

from tablee.store.contract import Account, Append, Appended, CodeTaken, Conflict, ListedRoom, Loaded, Milliseconds
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS
from tablee.store.overview import HostQuery, KnownPerson, PeopleQuery, known_people
from tablee.store.postgres_access import Access
from tablee.store.postgres_streams import LOAD, arguments, read_listed, read_loaded

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_ACTIVE = """
    SELECT coalesce(claims.person, known.person) AS person, max(at) AS active_at FROM (
        SELECT person, created_at AS at FROM accounts
        UNION ALL SELECT person, ended_at FROM players
        UNION ALL SELECT person, active_at FROM seats JOIN rooms USING (room)
        UNION ALL SELECT person, active_at FROM names JOIN rooms USING (room) WHERE kind = 'seat'
    ) AS known LEFT JOIN claims ON claims.guest = known.person
    GROUP BY 1
"""

_OF_PEOPLE = {
    "names": "SELECT DISTINCT person, text FROM names WHERE kind = 'seat' AND text <> '' AND person",
    "usernames": "SELECT person, username FROM accounts WHERE person",
    "games": "SELECT person, game FROM players WHERE person",
    "rooms": "SELECT person, room FROM seats WHERE person",
}


class PostgresOverview:
    """Keeps the contract of `Overview`. Texts are folded here: PostgreSQL has no such function."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._sender = f"host/{secrets.token_hex(4)}"

    async def rooms(self, query: HostQuery) -> tuple[ListedRoom, ...]:
        """The rooms that match."""
        rows = await self._access.fetch(
            f"SELECT room, version, {COLUMNS} FROM rooms WHERE room NOT LIKE '-%' AND ($1 OR closed_at IS NULL) "
            "AND ($2 = '' OR strpos(folded, $2) > 0 OR host = ANY($10) OR code = upper($3) OR room = $3) "
            "AND ($4::text IS NULL OR game = $4) AND ($5::text IS NULL OR status = $5) "
            "AND ($6::text IS NULL OR room IN (SELECT room FROM names WHERE person = $6 AND kind = 'seat') "
            "    OR room IN (SELECT room FROM seats WHERE person = $6)) "
            "AND ($7::bigint IS NULL OR active_at >= $7) AND ($8::bigint IS NULL OR active_at < $8) "
            "ORDER BY active_at DESC, room DESC LIMIT $9",
            query.with_closed,
            fold_text(query.search),
            query.search,
            query.game,
            query.status,
            query.person,
            query.active_after,
            query.active_before,
            query.limit,
            await self._hosts_like(query.search),
        )
        return tuple(map(read_listed, rows))

    async def _hosts_like(self, search: str) -> list[str]:
        folded = fold_text(search)
        hosts = await self._access.fetch("SELECT DISTINCT host FROM rooms") if folded else []
        return [host for (host,) in hosts if folded in fold_text(host)]

    async def people(self, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
        """The people who match."""
        found = await self._access.fetch(
            f"SELECT person, active_at FROM ({_ACTIVE}) AS active WHERE $1 OR person = ANY($2) "
            "ORDER BY active_at DESC, person LIMIT $3",
            not query.search,
            await self._people_like(query.search),
            query.limit,
        )
        owners = {person: person for person, _ in found}
        guests = await self._access.fetch(
            "SELECT guest, person FROM claims WHERE person = ANY($1) AND guest <> person ORDER BY guest", list(owners)
        )
        owners |= dict(map(tuple, guests))
        asked = {what: await self._access.fetch(f"{sql} = ANY($1)", list(owners)) for what, sql in _OF_PEOPLE.items()}
        banned = await self._access.fetch(
            "SELECT subject FROM bans WHERE kind = 'person' AND (until IS NULL OR until > $1)", now
        )
        return known_people(found, owners, guests, asked, [subject for (subject,) in banned])

    async def _people_like(self, search: str) -> list[str]:
        if not search:
            return []
        folded = fold_text(search)
        texts = await self._access.fetch(
            "SELECT person, username FROM accounts UNION ALL SELECT person, name FROM accounts UNION ALL "
            "SELECT coalesce(claims.person, names.person), text FROM names LEFT JOIN claims ON guest = names.person "
            "WHERE kind = 'seat'"
        )
        claimed = await self._access.fetch("SELECT person FROM claims WHERE guest = $1", search)
        named = {person for person, text in texts if folded in fold_text(text)}
        return [search, *named, *(person for (person,) in claimed)]

    async def find_room(self, name: str) -> ListedRoom | None:
        """By id or code."""
        rows = await self._access.fetch(
            f"SELECT room, version, {COLUMNS} FROM rooms WHERE room = $1 OR (code = upper($1) AND closed_at IS NULL)",
            name,
        )
        return read_listed(rows[0]) if rows else None

    async def find_account(self, name: str) -> Account | None:
        """By id or username."""
        rows = await self._access.fetch(
            "SELECT person, username, name, password_hash, created_at FROM accounts "
            "WHERE person = $1 OR folded = $2 ORDER BY person = $1 DESC",
            name,
            fold_text(name),
        )
        return Account(*rows[0]) if rows else None

    async def seats_of(self, person: str) -> tuple[str, ...]:
        """The living rooms in which a person has a seat."""
        rows = await self._access.fetch("SELECT room FROM seats WHERE person = $1 ORDER BY 1", person)
        return tuple(room for (room,) in rows)

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""
        rows = await self._access.fetch(LOAD, room)
        return read_loaded(rows, await self._access.fetch("SELECT version, text FROM names WHERE room = $1", room))

    async def read(self, room: str, after: int) -> tuple[bytes, ...]:
        """The events after a version."""
        sql = "SELECT event FROM events WHERE room = $1 AND version > $2 ORDER BY version"
        return tuple(event for (event,) in await self._access.fetch(sql, room, after))

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        """Write, and tell the servers, as one of them does."""
        statement, values = arguments([append], self._sender)
        async with self._access.transaction() as connection:
            kept = await connection.fetch(statement, *values)
            if kept:
                return Appended(append.expected_version + len(append.events))
            version: Any = await connection.fetchval("SELECT version FROM rooms WHERE room = $1", append.room)
        return Conflict(version or 0)
