"""Bans: who is kept out."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from tablee.store.audit import Deed, note
from tablee.store.contract import Milliseconds
from tablee.store.database import Connection, Part
from tablee.store.notices import tell

BanKind: TypeAlias = Literal["person", "address"]


class Ban(Struct, frozen=True):
    """A person, or a network of addresses, that is kept out."""

    kind: BanKind
    subject: str
    """A person's id, or a network: 203.0.113.7/32, 2001:db8::/64."""
    at: Milliseconds
    until: Milliseconds | None = None
    """When it ends; None for never."""
    reason: str = ""


BANS: Final = "SELECT kind, subject, at, until, reason FROM bans"


class Bans(Part):
    """A part of every store's upkeep."""

    async def ban(self, ban: Ban, deed: Deed) -> None:
        """Keep a person or network out, or change until when; told and noted in the same transaction."""
        await self._database.do(_ban, ban, deed)

    async def unban(self, kind: BanKind, subject: str, deed: Deed) -> bool:
        """Let them in again, told and noted likewise; False, and nothing is written, if there is no such ban."""
        return await self._database.do(_unban, kind, subject, deed)

    async def bans(self, now: Milliseconds) -> tuple[Ban, ...]:
        """Those that have not ended, the latest first."""
        sql = f"{BANS} WHERE until IS NULL OR until > $1 ORDER BY at DESC, subject"
        return tuple(Ban(*row) for row in await self._database.fetch(sql, now))


async def _ban(db: Connection, ban: Ban, deed: Deed) -> None:
    await db.execute(
        "INSERT INTO bans (kind, subject, at, until, reason) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, until = excluded.until, reason = excluded.reason",
        *astuple(ban),
    )
    await note(db, deed)
    await tell(db, "ban", ban.subject, deed.at)


async def _unban(db: Connection, kind: BanKind, subject: str, deed: Deed) -> bool:
    if not await db.execute("DELETE FROM bans WHERE kind = $1 AND subject = $2", kind, subject):
        return False
    await note(db, deed)
    await tell(db, "ban", subject, deed.at)
    return True
