"""Checks a whole store without changing it or holding anyone up: `tablee check`.

Room by room, each as one moment left it, so that memory stays flat and no transaction is long, however many rooms
there are. What belongs together in one room is compared here; whether a stream can be folded is for those who
know the events.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Final

from msgspec import Struct

from tablee.store.contract import FinishedGame, Loaded, Summary
from tablee.store.database import Dialect, Reader
from tablee.store.rows import as_dict, read_game, read_listed

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

_BELONGING: Final = ("events", "snapshots", "names", "seats")
"""Tables whose rows belong to a room."""
_AT_ONCE: Final = 500
"""Rooms whose ids are looked up at once."""


class Inspected(Struct, frozen=True):
    """Everything stored of one room."""

    room: str
    head: int | None
    """The version that the list says the stream has; None without events where it is not written down."""
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
        """Find what doesn't fit together, before decoding anything."""
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


class Inspection:
    """A store being checked. Every method may raise Unavailable."""

    def __init__(
        self,
        db: Reader,
        dialect: Dialect,
        one_moment: Callable[[], AbstractAsyncContextManager[None]],
        upgraded_from: int | None,
    ) -> None:
        """`one_moment` makes what is read within it see one commit."""
        self._db, self._dialect, self._one_moment = db, dialect, one_moment
        self.upgraded_from = upgraded_from
        """The schema that the store has, where a copy was brought up to date to look at it."""

    async def count(self) -> int:
        ((rooms,),) = await self._db.fetch("SELECT count(*) FROM rooms")
        return int(rooms)

    async def damage(self) -> tuple[str, ...]:
        """Find rows of rooms that aren't there; a SQLite file is known to be whole by now (backup.verify)."""
        found = []
        for table, key in (*((table, self._dialect.key) for table in _BELONGING), ("games", "room")):
            ((count,),) = await self._db.fetch(
                f"SELECT count(DISTINCT {key}) FROM {table} "
                f"WHERE NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.{key} = {table}.{key})"
            )
            if count:
                found.append(f"{table} belong to {count} rooms that aren't there")
        return tuple(found)

    async def rooms(self) -> AsyncIterator[Inspected]:
        last = ""
        sql = "SELECT room FROM rooms WHERE room > $1 ORDER BY room LIMIT $2"
        while rooms := [room for (room,) in await self._db.fetch(sql, last, _AT_ONCE)]:
            for room in rooms:
                async with self._one_moment():
                    inspected = await self._inspect(room)
                if inspected is not None:
                    yield inspected
            last = rooms[-1]

    async def _inspect(self, room: str) -> Inspected | None:
        # Rooms whose deletion has begun have such an id (sqlite_upkeep.py).
        sql = f"SELECT {self._dialect.listed} FROM rooms WHERE room = $1 AND room NOT LIKE '-%'"
        listed = await self._db.fetch(sql, room)
        if not listed:
            return None  # It was deleted meanwhile, or is about to be.
        found, of = read_listed(listed[0]), self._dialect.is_of_room
        snapshots = await self._db.fetch(f"SELECT version, state FROM snapshots WHERE {of}", room)
        events = await self._db.fetch(f"SELECT version, event FROM events WHERE {of} ORDER BY version", room)
        return Inspected(
            room=room,
            head=found.version,
            summary=found.summary,
            events=tuple((version, event) for version, event in events),
            snapshot=(snapshots[0][0], snapshots[0][1]) if snapshots else None,
            names=as_dict(await self._db.fetch(f"SELECT version, text FROM names WHERE {of}", room)),
            games=tuple(map(read_game, await self._db.fetch(f"{self._dialect.games} WHERE games.room = $1", room))),
        )
