"""The audit log: what hosts did."""

from typing import Final

from msgspec import Struct

from tablee.store.contract import Milliseconds
from tablee.store.database import Connection, Part

DEEDS: Final = "SELECT at, who, did, subject, details, number FROM audit"


class Deed(Struct, frozen=True):
    """One deed of a host."""

    at: Milliseconds
    who: str
    """The user of the machine that ran the command."""
    did: str
    """The command: close, ban, erase, …"""
    subject: str
    """The room, person, network or username it was done to."""
    details: str = ""
    """The reason, or what became of it. Never a name that erasing would have to find."""
    number: int = 0
    """Its place in the log; given by the store."""


class DeedQuery(Struct, frozen=True, kw_only=True):
    """The deeds to show: the latest first."""

    did: str | None = None
    subject: str | None = None
    who: str | None = None
    since: Milliseconds | None = None
    limit: int = 50


class Audit(Part):
    """A part of every store's upkeep."""

    async def note(self, deed: Deed) -> None:
        await self._database.do(note, deed)

    async def deeds(self, query: DeedQuery) -> tuple[Deed, ...]:
        rows = await self._database.fetch(
            f"{DEEDS} WHERE (CAST($1 AS text) IS NULL OR did = $1) AND (CAST($2 AS text) IS NULL OR subject = $2) "
            "AND (CAST($3 AS text) IS NULL OR who = $3) AND (CAST($4 AS bigint) IS NULL OR at >= $4) "
            "ORDER BY number DESC LIMIT $5",
            query.did,
            query.subject,
            query.who,
            query.since,
            query.limit,
        )
        return tuple(Deed(*row) for row in rows)


async def note(db: Connection, deed: Deed) -> None:
    sql = "INSERT INTO audit (at, who, did, subject, details) VALUES ($1, $2, $3, $4, $5)"
    await db.execute(sql, deed.at, deed.who, deed.did, deed.subject, deed.details)
