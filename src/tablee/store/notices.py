"""Notices: how running servers hear that something they may hold in memory was changed by someone else.

Servers read them twice a second (server/notices.py); the change itself is written first, or in the same transaction.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tablee.store.contract import Milliseconds
from tablee.store.database import Connection, Part

NoticeKind: TypeAlias = Literal["ban", "room", "erased", "session_ended", "sessions_ended", "bot"]
"""What changed: who is banned (the subject says who); a room was appended to from outside; what a person was called
was erased; one session has ended; all sessions of a person have ended; a bot account was made or deleted."""


class Notice(Struct, frozen=True):
    """Something that a running server may hold in memory has changed."""

    number: int
    """Later ones have larger numbers."""
    at: Milliseconds
    kind: str
    """A NoticeKind, or one that only a newer version knows."""
    subject: str
    """The id of the room, person or session it is about."""


class Notices(Part):
    """A part of every store's upkeep."""

    async def tell(self, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
        """Tell all running processes, this one too."""
        await self._database.do(tell, kind, subject, now)

    async def last_notice(self) -> int:
        """The number of the latest notice; 0 if there was none."""
        ((last,),) = await self._database.fetch("SELECT coalesce(max(number), 0) FROM notices")
        return int(last)

    async def notices(self, after: int) -> tuple[Notice, ...]:
        """Those after that number, oldest first. One with a smaller number never appears later."""
        sql = "SELECT number, at, kind, subject FROM notices WHERE number > $1 ORDER BY number"
        return tuple(Notice(*row) for row in await self._database.fetch(sql, after))

    async def forget_notices(self, before: Milliseconds) -> None:
        """Delete those that were told before that time, but for the latest: numbers only grow."""
        sql = "DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)"
        await self._database.execute(sql, before)


async def tell(db: Connection, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
    await db.lock("notices")  # Held until the commit, so that numbers become visible in their order.
    await db.execute("INSERT INTO notices (at, kind, subject) VALUES ($1, $2, $3)", now, kind, subject)
