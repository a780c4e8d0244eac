"""Looking through a whole store without changing it or holding anybody up: `tablee check`.

Room by room, each as one moment left it, so that memory stays flat and no transaction is long, however many rooms
there are. What belongs together in one room is compared here; whether a stream can be folded is for whoever knows
the events.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from msgspec import Struct

from tablee.store.contract import FinishedGame, Loaded, Summary


class Inspected(Struct, frozen=True):
    """All that a store has of one room."""

    room: str
    head: int | None
    """The version that the list says the stream has, where the backend writes it down."""
    summary: Summary
    events: tuple[tuple[int, bytes], ...]
    """The whole stream, with the versions."""
    snapshot: tuple[int, bytes] | None
    names: dict[int, str]
    games: tuple[FinishedGame, ...]

    @property
    def whole(self) -> Loaded:
        """The stream from its first event on."""
        return Loaded(None, 0, tuple(event for _, event in self.events), self.names)

    @property
    def from_snapshot(self) -> Loaded | None:
        """The stream as a server loads it, where there is a snapshot."""
        if self.snapshot is None:
            return None
        version, state = self.snapshot
        return Loaded(state, version, tuple(event for number, event in self.events if number > version), self.names)

    def flaws(self) -> Iterator[str]:
        """What does not fit together, before anything is decoded."""
        last = len(self.events)
        versions = [version for version, _ in self.events]
        if not versions:
            yield "it has no events"
            return
        if versions != [*range(1, last + 1)]:
            missing = next(number for number, version in enumerate(versions, start=1) if version != number)
            yield f"its events have a gap: version {missing} is missing"
            return
        if self.head not in (None, last):
            yield f"the list says version {self.head}, and its events end with {last}"
        if self.snapshot is not None and not 1 <= self.snapshot[0] <= last:
            yield f"its snapshot is of version {self.snapshot[0]}, and its events end with {last}"
        if self.names and max(self.names) > last:
            yield f"it has a name of version {max(self.names)}, and its events end with {last}"
        for game in self.games:
            if not 1 <= game.first_version <= game.last_version <= last:
                yield (
                    f"the finished game {game.id} goes from version {game.first_version} to {game.last_version}, "
                    f"and its events end with {last}"
                )


class Inspection(Protocol):
    """What every backend does. All of it may raise Unavailable."""

    upgraded_from: int | None
    """The schema that the store has, where a copy was brought up to date to look at it."""

    async def count(self) -> int:
        """How many rooms there are."""

    async def damage(self) -> tuple[str, ...]:
        """What is broken in the database itself, and what belongs to rooms that aren't there."""

    def rooms(self) -> AsyncIterator[Inspected]:
        """Every room."""


BELONGING = ("events", "snapshots", "names", "seats")
"""Tables whose rows belong to a room."""
AT_ONCE = 500
"""Rooms whose ids are looked up at once."""
