"""What a host sees of a store: all its rooms, closed ones too, and the people it knows of.

And how a room is appended to from outside the servers that serve it. A part of `Upkeep`; the questions may look at
every room, since nobody who plays waits for them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from tablee.store.contract import (
    Account,
    Append,
    Appended,
    CodeTaken,
    Conflict,
    ListedRoom,
    Loaded,
    Milliseconds,
    Status,
)


class HostQuery(Struct, frozen=True, kw_only=True):
    """Which rooms to show a host: local and private ones too, the most recently active first."""

    search: str = ""
    """Part of the name or of the host's, ignoring case and accents; or a room's code or id."""
    game: str | None = None
    status: Status | None = None
    person: str | None = None
    """Somebody who has, or had, a seat there."""
    with_closed: bool = False
    active_after: Milliseconds | None = None
    active_before: Milliseconds | None = None
    limit: int = 50


class PeopleQuery(Struct, frozen=True, kw_only=True):
    """Which people to show: the most recently active first."""

    search: str = ""
    """Part of a username or of a name they went by, ignoring case and accents; or an id."""
    limit: int = 50


class KnownPerson(Struct, frozen=True, kw_only=True):
    """Somebody that the store knows: by an account, a seat, a name, or a finished game."""

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


class Overview(Protocol):
    """What every backend does. All of it may raise Unavailable."""

    async def rooms(self, query: HostQuery) -> tuple[ListedRoom, ...]:
        """The rooms that match."""

    async def people(self, query: PeopleQuery, now: Milliseconds) -> tuple[KnownPerson, ...]:
        """The people who match, and who of them is banned now. A claimed guest is shown as who claimed it."""

    async def find_room(self, name: str) -> ListedRoom | None:
        """A room by its id, closed or not, or a living one by its code."""

    async def find_account(self, name: str) -> Account | None:
        """An account by its person's id, or by its username, ignoring case and accents."""

    async def seats_of(self, person: str) -> tuple[str, ...]:
        """The living rooms in which a person has a seat."""

    async def load(self, room: str) -> Loaded:
        """As the store does."""

    async def read(self, room: str, after: int) -> tuple[bytes, ...]:
        """The events after a version."""

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        """As the store does, as another process; PostgreSQL tells the servers, others need a notice."""


def known_people(
    found: Iterable[tuple[str, Milliseconds]],
    owners: Mapping[str, str],
    guests: Sequence[tuple[str, str]],
    asked: Mapping[str, Sequence[tuple[str, Any]]],
    banned: Iterable[str],
) -> tuple[KnownPerson, ...]:
    """People as they are found, with what is known under each of their ids."""
    out = frozenset(banned)
    known: dict[tuple[str, str], dict[Any, None]] = defaultdict(dict)
    for what, rows in asked.items():
        for person, value in rows:
            known[owners[person], what][value] = None
    for guest, person in guests:
        known[person, "guests"][guest] = None
    return tuple(
        KnownPerson(
            person=person,
            names=tuple(known[person, "names"]),
            username=next(iter(known[person, "usernames"]), None),
            guests=tuple(known[person, "guests"]),
            active_at=active_at,
            games=len(known[person, "games"]),
            rooms=len(known[person, "rooms"]),
            is_banned=not out.isdisjoint({person, *known[person, "guests"]}),
        )
        for person, active_at in found
    )
