"""A host's view of a store: all its rooms, closed ones too, and the people it knows of.

And how a room is appended to from outside the servers that serve it. The questions may look at every room, since
nobody who plays waits for them; texts are compared here, as PostgreSQL does not ignore accents.
"""

from collections import defaultdict
from typing import Any, Final

from msgspec import Struct

from tablee.store.collation import fold_text
from tablee.store.contract import Account, Append, Appended, CodeTaken, Conflict, ListedRoom, Milliseconds, Status
from tablee.store.database import Connection, Reader
from tablee.store.rows import ACCOUNT, as_dict, read_listed
from tablee.store.sql import SqlStreams

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


class HostQuery(Struct, frozen=True, kw_only=True):
    """The rooms to show a host: local and private ones too, the most recently active first."""

    search: str = ""
    """Part of the name or of the host's, ignoring case and accents; or a room's code or id."""
    game: str | None = None
    status: Status | None = None
    person: str | None = None
    """A person who has or had a seat there."""
    with_closed: bool = False
    active_after: Milliseconds | None = None
    active_before: Milliseconds | None = None
    limit: int = 50


class PeopleQuery(Struct, frozen=True, kw_only=True):
    """The people to show: the most recently active first."""

    search: str = ""
    """Part of a username or of a name they went by, ignoring case and accents; or an id."""
    limit: int = 50


class KnownPerson(Struct, frozen=True, kw_only=True):
    """A person known to the store: by an account, a seat, a name or a finished game."""

    person: str
    """The id."""
    names: tuple[str, ...]
    """All nicknames they sat down under that are still kept."""
    username: str | None
    """Of the account; None for a guest."""
    guests: tuple[str, ...]
    """The ids of the guests that the account claimed."""
    active_at: Milliseconds
    """When something last happened in a room where they sat; for an account without any, when it was made."""
    games: int
    """Finished ones."""
    rooms: int
    """Living ones in which they have a seat."""
    is_banned: bool


class Overview(SqlStreams):
    """A part of every store's upkeep, with the streams as the store has them."""

    async def rooms(self, query: HostQuery) -> tuple[ListedRoom, ...]:
        folded, key = fold_text(query.search), self._dialect.key
        hosts = await self._database.fetch("SELECT DISTINCT host FROM rooms") if folded else []
        rows = await self._database.fetch(
            f"SELECT {self._dialect.listed} FROM rooms WHERE room NOT LIKE '-%' AND ($1 OR closed_at IS NULL) "
            f"AND ($2 = '' OR {self._dialect.contains}(folded, $2) > 0 OR host = ANY($10) "
            "    OR code = upper($3) OR room = $3) "
            "AND (CAST($4 AS text) IS NULL OR game = $4) AND (CAST($5 AS text) IS NULL OR status = $5) "
            f"AND (CAST($6 AS text) IS NULL OR {key} IN (SELECT {key} FROM seats WHERE person = $6)"
            f"    OR {key} IN (SELECT {key} FROM names WHERE person = $6 AND kind = 'seat')) "
            "AND (CAST($7 AS bigint) IS NULL OR active_at >= $7) AND (CAST($8 AS bigint) IS NULL OR active_at < $8) "
            "ORDER BY active_at DESC, room DESC LIMIT $9",
            query.with_closed,
            folded,
            query.search,
            query.game,
            query.status,
            query.person,
            query.active_after,
            query.active_before,
            query.limit,
            [host for (host,) in hosts if folded in fold_text(host)],
        )
        return tuple(map(read_listed, rows))

    async def people(self, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
        """The people who match, and who of them is banned now. A claimed guest is shown as who claimed it."""
        return await self._database.ask(_people, self._dialect.key, query, now)

    async def find_room(self, name: str) -> ListedRoom | None:
        """A room by its id, closed or not, or a living one by its code."""
        sql = f"SELECT {self._dialect.listed} FROM rooms WHERE room = $1 OR (code = upper($1) AND closed_at IS NULL)"
        rows = await self._database.fetch(sql, name)
        return read_listed(rows[0]) if rows else None

    async def find_account(self, name: str) -> Account | None:
        """An account by its person's id, or by its username, ignoring case and accents."""
        sql = f"SELECT {ACCOUNT} FROM accounts WHERE person = $1 OR folded = $2 ORDER BY person = $1 DESC"
        rows = await self._database.fetch(sql, name, fold_text(name))
        return Account(*rows[0]) if rows else None

    async def seats_of(self, person: str) -> tuple[str, ...]:
        sql = f"SELECT room FROM seats JOIN rooms USING ({self._dialect.key}) WHERE person = $1 ORDER BY room"
        return tuple(room for (room,) in await self._database.fetch(sql, person))

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        """Append as another process; PostgreSQL tells the servers, others need a notice."""
        return await self._database.do(_append, append)


async def _append(db: Connection, append: Append) -> Appended | Conflict | CodeTaken:
    return await db.append(append)


# ── People ───────────────────────────────────────────────────────────────────────────────────────────────

_ACTIVE: Final = """
    SELECT coalesce(claims.person, known.person) AS person, max(at) AS active_at FROM (
        SELECT person, created_at AS at FROM accounts
        UNION ALL SELECT person, ended_at FROM players
        UNION ALL SELECT person, active_at FROM seats JOIN rooms USING ({key})
        UNION ALL SELECT person, active_at FROM names JOIN rooms USING ({key}) WHERE kind = 'seat'
    ) AS known LEFT JOIN claims ON claims.guest = known.person
    GROUP BY 1
"""

_CALLED: Final = """
    SELECT person, username FROM accounts UNION ALL SELECT person, name FROM accounts UNION ALL
    SELECT coalesce(claims.person, names.person), text FROM names LEFT JOIN claims ON guest = names.person
    WHERE kind = 'seat'
"""


async def _people(db: Reader, key: str, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
    found = await db.fetch(
        f"SELECT person, active_at FROM ({_ACTIVE.format(key=key)}) AS active WHERE $1 OR person = ANY($2) "
        "ORDER BY active_at DESC, person LIMIT $3",
        not query.search,
        await _people_like(db, query.search),
        query.limit,
    )
    owners = {person: person for person, _ in found}
    sql = "SELECT guest, person FROM claims WHERE person = ANY($1) AND guest <> person ORDER BY guest"
    guests = await db.fetch(sql, list(owners))
    owners |= as_dict(guests)
    known: dict[tuple[str, str], dict[Any, None]] = defaultdict(dict)
    for guest, person in guests:
        known[person, "guests"][guest] = None
    for what, sql in {
        "names": "SELECT DISTINCT person, text FROM names WHERE kind = 'seat' AND text <> '' AND person = ANY($1)",
        "usernames": "SELECT person, username FROM accounts WHERE person = ANY($1)",
        "games": "SELECT person, game FROM players WHERE person = ANY($1)",
        "rooms": f"SELECT person, {key} FROM seats WHERE person = ANY($1)",
    }.items():
        for person, value in await db.fetch(sql, list(owners)):
            known[owners[person], what][value] = None
    sql = "SELECT subject FROM bans WHERE kind = 'person' AND (until IS NULL OR until > $1)"
    banned = {subject for (subject,) in await db.fetch(sql, now)}
    return tuple(
        KnownPerson(
            person=person,
            names=tuple(known[person, "names"]),
            username=next(iter(known[person, "usernames"]), None),
            guests=tuple(known[person, "guests"]),
            active_at=active_at,
            games=len(known[person, "games"]),
            rooms=len(known[person, "rooms"]),
            is_banned=not banned.isdisjoint({person, *known[person, "guests"]}),
        )
        for person, active_at in found
    )


async def _people_like(db: Reader, search: str) -> list[str]:
    if not search:
        return []
    folded = fold_text(search)
    named = {person for person, text in await db.fetch(_CALLED) if folded in fold_text(text)}
    claimed = await db.fetch("SELECT person FROM claims WHERE guest = $1", search)
    return [search, *named, *(person for (person,) in claimed)]
