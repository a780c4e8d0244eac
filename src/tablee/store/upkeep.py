"""What a host does to a store, and how running servers hear of it: notices, bans, the audit log.

A part of every store (`store.upkeep`), and openable on its own beside running servers (opening.py).

A **notice** tells every running process that something it may hold in memory was changed by somebody else. Servers
read them twice a second (server/notices.py); the change itself is written first, or in the same transaction.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Raw, Struct

from tablee.store.contract import FinishedGame, Milliseconds
from tablee.store.overview import Overview
from tablee.store.sessions import SessionStore

NoticeKind: TypeAlias = Literal["ban", "room", "erased", "session_ended", "sessions_ended"]
"""What changed: who is banned (the subject says who); a room was appended to from outside; what a person was called
was erased; one session has ended; all sessions of a person have ended."""

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


class SaidName(Struct, frozen=True):
    """A name that a person said, and where."""

    room: str
    version: int
    kind: Literal["seat", "room"]
    text: str


class KnownAccount(Struct, frozen=True):
    """What an account tells of a person; never the password's hash."""

    username: str
    name: str
    created_at: Milliseconds


class KnownRoom(Struct, frozen=True):
    """A living room in which a person holds a seat."""

    room: str
    code: str
    game: str
    created_at: Milliseconds
    active_at: Milliseconds


class KnownGame(Struct, frozen=True):
    """A finished game that a person played."""

    id: str
    room: str
    game: str
    seats: tuple[int, ...]
    """Those it had: one, or several on one screen."""
    started_at: Milliseconds
    ended_at: Milliseconds
    outcome: Raw
    """JSON."""


class Exported(Struct, frozen=True, kw_only=True):
    """All that a store knows of a person and of the guests it claimed. Others' names are not in it."""

    person: str
    guests: tuple[str, ...]
    account: KnownAccount | None
    names: tuple[SaidName, ...]
    rooms: tuple[KnownRoom, ...]
    games: tuple[KnownGame, ...]
    """The latest first."""
    bans: tuple[Ban, ...]
    deeds: tuple[Deed, ...]
    """What hosts did to this person."""


class Erased(Struct, frozen=True):
    """How much was erased."""

    names: int
    games: int
    """That are no longer found as this person's; they stay readable as records, without its name."""
    had_account: bool
    people: tuple[str, ...]
    """The ids that stood for the person: its own, and those of the guests it claimed."""


def known_game(game: FinishedGame, names: Iterable[SaidName]) -> KnownGame:
    """What a finished game tells of the person who said those names."""
    own = {name.version for name in names if name.room == game.room}
    seats = tuple(seat for seat, version in enumerate(game.named_at) if version in own)
    return KnownGame(game.id, game.room, game.game, seats, game.started_at, game.ended_at, Raw(game.outcome))


class ClosedRoom(Struct, frozen=True):
    """A room in which nothing happens any more."""

    room: str
    closed_at: Milliseconds
    has_records: bool


class Upkeep(Protocol):
    """What every backend does. All of it may raise Unavailable."""

    @property
    def sessions(self) -> SessionStore:
        """What ends sessions, and sets passwords anew."""

    @property
    def overview(self) -> Overview:
        """What a host sees."""

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

    # People

    async def export_person(self, person: str) -> Exported:
        """All that the store knows of a person."""

    async def erase_person(self, person: str, deed: Deed) -> Erased:
        """Erase what tells who a person is, and who the guests were that it claimed; told and noted likewise.

        Names come back empty, in rooms and in records; the account is gone, and so are the lists of games; all sessions
        end. Ids stay in the log, where they say that one and the same person acted. Bans stay too.
        """

    async def retitle(self, person: str) -> tuple[str, ...]:
        """Make the list show names as they are now, in all rooms where that person said one; which rooms these are.

        For a process that may have written, from its memory, a name that was erased.
        """

    # Retention (see pruning.py)

    async def closed_rooms(
        self, before: Milliseconds, after: tuple[Milliseconds, str], limit: int
    ) -> tuple[ClosedRoom, ...]:
        """Rooms closed before a time, those closed longest ago first, from a time and a room on."""

    async def delete_room(self, room: str, before: Milliseconds, limit: int) -> int:
        """Delete a room that was closed before that time and has no records, with its stream.

        Takes away so many rows at most, where that matters to who writes at the same time, and says how many; 0 when
        nothing is left. From the first step on, nobody finds the room.
        """

    async def old_games(self, before: Milliseconds, limit: int) -> tuple[str, ...]:
        """Records of games that ended before that time, the oldest first."""

    async def delete_games(self, games: Sequence[str]) -> tuple[str, ...]:
        """Delete records; the rooms they were played in."""
