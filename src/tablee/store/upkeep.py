"""What a host does to a store, and how running servers hear of it: notices, bans, the audit log.

A part of every store (`store.upkeep`), and openable on its own beside running servers (opening.py).

A **notice** tells every running process that something it may hold in memory was changed by somebody else. Servers
read them twice a second (server/notices.py); the change itself is written first, or in the same transaction.
"""

from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from tablee.store.contract import Milliseconds
from tablee.store.sessions import SessionStore

NoticeKind: TypeAlias = Literal["ban", "room", "erasing", "session_ended", "sessions_ended"]
"""What changed: who is banned (the subject says who); a room was appended to from outside; a person is about to be
erased, and leaves every room; one session has ended; all sessions of a person have ended."""

BanKind: TypeAlias = Literal["person", "address"]


class Notice(Struct, frozen=True):
    """Something that a running server may hold in memory has changed."""

    number: int
    """Later ones have larger numbers."""
    at: Milliseconds
    kind: str
    """A NoticeKind, or one that only a newer version knows."""
    subject: str
    """The id of the room, person or session it is about."""


class Ban(Struct, frozen=True):
    """A person, or a network of addresses, that is kept out."""

    kind: BanKind
    subject: str
    """A person's id, or a network: 203.0.113.7/32, 2001:db8::/64."""
    at: Milliseconds
    until: Milliseconds | None = None
    """When it ends by itself; None for never."""
    reason: str = ""


class Deed(Struct, frozen=True):
    """What somebody did to the store, as the audit log keeps it."""

    at: Milliseconds
    who: str
    """Who did it: the user of the machine that ran the command."""
    did: str
    """The command: close, ban, erase, …"""
    subject: str
    """The room, person, network or username it was done to."""
    details: str = ""
    """The reason, or what became of it. Never a name that erasing would have to find."""
    number: int = 0
    """Its place in the log; given by the store."""


class DeedQuery(Struct, frozen=True, kw_only=True):
    """Which deeds to show: the latest first."""

    did: str | None = None
    subject: str | None = None
    who: str | None = None
    since: Milliseconds | None = None
    limit: int = 50


class Size(Struct, frozen=True):
    """How big a store is."""

    used: int
    """Bytes on disk."""
    free: int | None
    """Bytes that are free on its disk; None where that isn't known."""


class Upkeep(Protocol):
    """What every backend does. All of it may raise Unavailable."""

    @property
    def sessions(self) -> SessionStore:
        """What ends sessions, and sets passwords anew."""

    async def size(self) -> Size:
        """How big the store is now."""

    # Notices

    async def tell(self, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
        """Tell all running processes, this one too."""

    async def last_notice(self) -> int:
        """The number of the latest notice; 0 if there was none."""

    async def notices(self, after: int) -> tuple[Notice, ...]:
        """Those after that number, oldest first. One with a smaller number never appears later."""

    async def forget_notices(self, before: Milliseconds) -> None:
        """Delete those that were told before that time, but for the latest."""

    # Bans

    async def ban(self, ban: Ban, deed: Deed) -> None:
        """Keep a person or network out, or change until when; told and noted in the same transaction."""

    async def unban(self, kind: BanKind, subject: str, deed: Deed) -> bool:
        """Let them in again, told and noted likewise; False, and nothing is written, if there is no such ban."""

    async def bans(self, now: Milliseconds) -> tuple[Ban, ...]:
        """Those that have not ended, the latest first."""

    # The audit log

    async def note(self, deed: Deed) -> None:
        """Write what was done into the audit log."""

    async def deeds(self, query: DeedQuery) -> tuple[Deed, ...]:
        """What was done, the latest first."""
