"""The contract of an event store: what every backend does, and what its suite in tablee.testing proves.

One stream of events for each room, appended with an expected version; what must be found without replaying
streams (the list of rooms, codes, deadlines, finished games) is written in the same transaction. Events are
opaque bytes here: JSON that rooms encode and decode.

**Durable before visible**: `append` returns when the events are on disk, never before. Appends of many rooms that
come together are committed together (group commit), in the order in which they came.

    StoreError
    ├── Unavailable     the store can't be written or reached now (disk full, read-only, connection lost): nothing
    │                   of the append was kept, or, if the connection broke in the middle, it may have been: read
    │                   the stream again to know. Try again later.
    └── UnknownSchema   the data was written by a newer program
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from msgspec import Struct

from tablee.store.replies import Then

if TYPE_CHECKING:
    from tablee.store.upkeep import Upkeep

Milliseconds: TypeAlias = int
"""Since the epoch."""

Status: TypeAlias = Literal["waiting", "playing", "finished"]
Visibility: TypeAlias = Literal["open", "link", "private"]


class StoreError(Exception):
    """The store can't do what was asked."""


class Unavailable(StoreError):  # noqa: N818 - reads as what it is
    """The store can't be written or reached now."""


class UnknownSchema(StoreError):  # noqa: N818 - reads as what it is
    """The data was written by a newer version of the program."""


# ── Streams ──────────────────────────────────────────────────────────────────────────────────────────────


class Summary(Struct, frozen=True):
    """A room's entry in the list, with the tags that find it; kept with its stream."""

    code: str
    """Six characters; unique among living rooms, and not used again for a day after its room closed (a new room is
    opened at its `active_at`). A room keeps the code it was opened with."""
    name: str
    """Empty where nobody gave it one."""
    game: str
    capacity: int
    taken: int
    """Seats taken or held."""
    host: str
    """The host's name."""
    status: Status
    visibility: Visibility
    is_listed: bool
    """Whether strangers may find it, where it is neither finished nor closed."""
    created_at: Milliseconds
    active_at: Milliseconds
    """When something last happened; the list's order."""
    due_at: Milliseconds | None
    """When the room's next deadline is due; None when nothing is."""
    closed_at: Milliseconds | None
    """A closed room is no longer found by its code, nor listed, nor due."""
    people: tuple[str, ...] = ()
    """The ids of the people who hold a seat, the host's first."""

    @property
    def is_shown(self) -> bool:
        """Whether the list shows it now."""
        return self.is_listed and self.closed_at is None and self.status != "finished"


class FinishedGame(Struct, frozen=True):
    """A finished game, readable as a record under an id of its own after its room is gone."""

    id: str
    room: str
    game: str
    seats: tuple[str, ...]
    """The players' names, by seat; empty where they were erased."""
    people: tuple[str, ...]
    """The ids of the people who played (no bots)."""
    is_private: bool
    started_at: Milliseconds
    ended_at: Milliseconds
    outcome: bytes
    """JSON."""
    first_version: int
    """The room's version of the event that started it."""
    last_version: int
    """The room's version of the event that ended it."""
    named_at: tuple[int, ...]
    """By seat, the version at which its name was said; 0 for a bot's, which is kept with the game."""


class Name(Struct, frozen=True):
    """A person's name in a room, or the name they gave it: kept beside the stream, so that it can be erased."""

    version: int
    """Of the event that said it."""
    person: str
    """The person who said it."""
    kind: Literal["seat", "room"]
    text: str


class Append(Struct, frozen=True):
    """Events for one stream, with all that changes with them."""

    room: str
    expected_version: int
    """The version of the stream that these events were decided on; 0 for a new room."""
    events: tuple[bytes, ...]
    """One or more; the first gets the version `expected_version + 1`."""
    summary: Summary | None
    """The room's from now on; None to leave it as it was written last. A new room has one."""
    finished: tuple[FinishedGame, ...] = ()
    snapshot: bytes | None = None
    """The room's state after these events, to start from instead of the whole stream."""
    names: tuple[Name, ...] = ()
    """Those that the events say, which have none in them."""
    passed_on: tuple[tuple[str, str], ...] = ()
    """(from, to): all names that one person said in this room are another's, who is the same."""


class Appended(Struct, frozen=True):
    """The events are on disk."""

    version: int
    """Of the last of them."""


class Conflict(Struct, frozen=True):
    """Another append came first: reload, decide again."""

    version: int
    """The version the stream has now."""


class CodeTaken(Struct, frozen=True):
    """The code belongs to another living room, or did within the last day: draw another."""


Written: TypeAlias = Appended | Conflict | CodeTaken
"""The result of an append."""


class Loaded(Struct, frozen=True):
    """A stream from its last snapshot on."""

    snapshot: bytes | None
    snapshot_version: int
    """0 without a snapshot."""
    events: tuple[bytes, ...]
    """Those after the snapshot."""
    names: dict[int, str] = {}
    """All that were said in the room, by version; empty where they were erased."""

    @property
    def version(self) -> int:
        """The version of the stream; 0 if there is none."""
        return self.snapshot_version + len(self.events)


# ── The list of rooms ────────────────────────────────────────────────────────────────────────────────────


class RoomQuery(Struct, frozen=True, kw_only=True):
    """A query of the list: living and listed ones; those with a free seat first, then the most recently active."""

    search: str = ""
    """Part of the name, or of the host's where a room has none, ignoring case and accents."""
    game: str | None = None
    visibility: Visibility | None = None
    capacity: int | None = None
    status: Status | None = None
    active_since: Milliseconds | None = None
    limit: int = 50
    before: str | None = None
    """The `next` of the page before."""


class ListedRoom(Struct, frozen=True):
    """A room in the list."""

    room: str
    version: int
    summary: Summary


class RoomPage(Struct, frozen=True):
    """A page of the list."""

    rooms: tuple[ListedRoom, ...]
    next: str | None
    """Give it as `before` for the next page; None at the end."""


# ── People ───────────────────────────────────────────────────────────────────────────────────────────────


class Account(Struct, frozen=True):
    """A person with a username and a password."""

    person: str
    username: str
    """As it was typed; unique ignoring case and accents."""
    name: str
    """The nickname shown to others."""
    password_hash: str
    created_at: Milliseconds


class Progress(Struct, frozen=True):
    """How far a person is in a lesson."""

    game: str
    lesson: str
    path: tuple[int, ...]
    """The nodes gone through, the present one last; (0,) at its beginning."""
    is_learnt: bool
    """Whether it was ever finished: once true, it stays so."""


class UsernameTaken(Struct, frozen=True):
    """The username is taken."""


class Outage(Struct, frozen=True):
    """A time during which no process served: it is charged to nobody's clock."""

    began_at: Milliseconds
    ended_at: Milliseconds


class Change(Struct, frozen=True):
    """Another process appended to a room."""

    room: str
    version: int


# ── What a store does, by who asks. All of it may raise Unavailable ──────────────────────────────────────


class Streams(Protocol):
    """For rooms at play."""

    def append(self, append: Append) -> "asyncio.Future[Written]":
        """Commit events; group commit with whatever else is pending."""

    def append_then(self, append: Append, then: Then[Written]) -> None:
        """As `append`, for those who are called back: it costs a room less."""

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        """The events of the versions after + 1 to until (or to the end)."""

    async def names(self, room: str) -> dict[int, str]:
        """The names that were said in a room, by version."""

    def changes(self) -> AsyncIterator[Change]:
        """Yield what other processes append, until the store closes. A backend for one process never yields.

        A change tells the latest version: those before it may go untold, and after a lost connection a version that
        is known already may be told again, this process's own too.
        """


class Rooms(Protocol):
    """For the list, for those who have a code or a seat, and for deadlines."""

    async def find_code(self, code: str) -> str | None:
        """The living room with that code."""

    async def find_closed(self, code: str, since: Milliseconds) -> str | None:
        """The room that had that code last and closed after that time."""

    async def list_rooms(self, query: RoomQuery) -> RoomPage: ...

    async def rooms_of(self, person: str) -> tuple[ListedRoom, ...]:
        """The living rooms in which that person holds a seat, local ones too, the most recently active first."""

    async def look_up(self, rooms: Sequence[str]) -> tuple[ListedRoom, ...]:
        """Those rooms as they are now, closed and local ones too, in any order."""

    async def due(self, now: Milliseconds, limit: int) -> tuple[str, ...]:
        """Living rooms with a deadline at or before now, the longest due first."""


class Records(Protocol):
    """For those who look at finished games."""

    async def find_game(self, game: str) -> FinishedGame | None: ...

    async def games_in(self, room: str) -> tuple[FinishedGame, ...]:
        """The games that were finished in a room, latest first."""

    async def games_of(self, person: str, limit: int, before: Milliseconds | None = None) -> tuple[FinishedGame, ...]:
        """The games that a person, or a guest it claimed, played and that ended before that time, latest first."""

    async def find_analysis(self, game: str, engine: str) -> bytes | None:
        """That engine's findings in a finished game, as last kept."""

    async def keep_analysis(self, game: str, engine: str, body: bytes) -> None:
        """Keep what an engine found out, in place of what was kept before; nothing of a game that is not kept."""


class People(Protocol):
    """For accounts, and for what each person has learnt."""

    async def add_account(self, account: Account) -> Account | UsernameTaken:
        """Make an account for a person, who may have played as a guest before, and has none yet."""

    async def find_account(self, username: str) -> Account | None:
        """By username, ignoring case and accents."""

    async def account_of(self, person: str) -> Account | None: ...

    async def rename(self, person: str, name: str) -> None:
        """Change the nickname of an account."""

    async def claim(self, guest: str, person: str) -> None:
        """Give a person what a guest did: its games, what it learnt, its name for `aliases_of`."""

    async def aliases_of(self, person: str) -> tuple[str, ...]:
        """The guests that were claimed by a person."""

    async def progress_of(self, person: str) -> tuple[Progress, ...]:
        """How far a person, or a guest it claimed, is in each lesson that was begun, by game and lesson.

        It is where any of them was last, and has learnt what any of them has.
        """

    async def keep_progress(self, person: str, progress: Sequence[Progress], now: Milliseconds) -> None:
        """Keep how far a person is in some lessons, each of them named once."""


class Processes(Protocol):
    """For those who watch whether servers are alive."""

    async def show_life(self, process: str, now: Milliseconds) -> bool:
        """Record a heartbeat of this process.

        False, and nothing is written, if the store does not know of its last one: it was put back to an earlier state
        meanwhile. Return to life, and forget what is held of it in memory.
        """

    async def return_to_life(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> bool:
        """Record a heartbeat of this process, after a time in which it could not.

        If no process has shown life within `dead_after` before `now`, this one included, that time is an outage, as
        in `open`. False if the store was put back to an earlier state meanwhile.
        """

    async def living(self, now: Milliseconds, dead_after: Milliseconds) -> frozenset[str]:
        """The processes that have shown life within `dead_after` before now."""

    async def outages(self, since: Milliseconds) -> Sequence[Outage]:
        """Outages that ended after that time, oldest first."""


class Store(Streams, Rooms, Records, People, Processes, Protocol):
    """The whole contract of a backend."""

    @property
    def upkeep(self) -> "Upkeep":
        """The host's side of this store."""

    async def open(self, process: str, now: Milliseconds, dead_after: Milliseconds) -> None:
        """Connect, bring the schema up to date, and record a first heartbeat.

        If no other process is alive, the time since the last heartbeat is an outage: it is noted, and every living
        room's `due_at` moves on by its length, in one transaction. A process that has shown no life within
        `dead_after` before `now` is dead, and one that was ended without a goodbye is known to be, where the backend
        can tell: a restart in less time is an outage too.
        """

    async def close(self) -> None:
        """Commit what is pending, say that this process is gone, disconnect."""

    async def check(self) -> None:
        """Raise Unavailable if nothing can be written now."""
