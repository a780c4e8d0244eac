"""Checks that a store is consistent and that this version can continue and show its games: `tablee check`."""

from bisect import bisect_left
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from tablee.kernel.registry import RegistryError
from tablee.rooms.state import Room
from tablee.server.appends import summary_of
from tablee.server.loading import fold_loaded
from tablee.server.records import record_of
from tablee.store.contract import Loaded, Summary
from tablee.store.inspection import Inspected, Inspection


class Problem(Struct, frozen=True, omit_defaults=True):
    """Something that can't be continued, shown or trusted."""

    what: str
    room: str = ""
    game: str = ""
    """The id of the room's game."""
    version: int = 0
    """The version of the event that can't be applied."""
    record: str = ""
    """The id of the finished game that can't be shown."""


LISTED: Final = 1000
"""Problems that a report lists; all are counted."""


class Checked(Struct):
    """The findings of a check."""

    rooms: int = 0
    games: int = 0
    """Finished games."""
    found: int = 0
    """How many problems there are."""
    upgraded_from: int | None = None
    """The schema of the store, where a copy was brought up to date to look at it."""
    problems: list[Problem] = []
    """The first problems found."""

    def take(self, room: Inspected | None, problems: Sequence[Problem]) -> None:
        """Count a room, or a problem of the whole store."""
        if room is not None:
            self.rooms += 1
            self.games += len(room.games)
        self.found += len(problems)
        self.problems += problems[: LISTED - len(self.problems)]


async def problems_of(inspection: Inspection) -> AsyncIterator[tuple[Inspected | None, tuple[Problem, ...]]]:
    """Check the store as a whole, then each room; also yields rooms without a fault."""
    yield None, tuple(Problem(what) for what in await inspection.damage())
    async for room in inspection.rooms():
        yield room, tuple(_problems(room))


def _problems(inspected: Inspected) -> Iterator[Problem]:
    room, game = inspected.room, inspected.summary.game
    flaws = [*inspected.flaws()]
    if flaws:
        yield from (Problem(what, room, game) for what in flaws)
        return
    try:
        folded = fold_loaded(inspected.whole)
    except RegistryError as error:
        yield Problem(str(error), room, game)
        return
    except Exception as error:  # noqa: BLE001, RUF100 - whatever it is, it is what is looked for
        yield Problem(_told(error), room, game, _first_bad(inspected.whole))
        return
    if folded is None:
        raise AssertionError("A stream from its first event on has no snapshot.")
    yield from (Problem(what, room, game) for what in _differences(inspected, folded))
    for finished in inspected.games:
        events = [event for _, event in inspected.events[finished.first_version - 1 : finished.last_version]]
        try:
            record_of(finished, events)
        except Exception as error:  # noqa: BLE001, RUF100 - as above
            yield Problem(_told(error), room, game, record=finished.id)


def _differences(inspected: Inspected, folded: Room) -> Iterator[str]:
    """Find what the list and the snapshot say of a room, but its events don't."""
    if folded.id != inspected.room:
        yield f"its events are of the room {folded.id}"
    listed, now = _steady(inspected.summary), _steady(summary_of(folded))
    for name, value in listed.items():
        if value != now[name]:
            yield f"the list says {name} {value!r}, and its events say {now[name]!r}"
    if (loaded := inspected.from_snapshot) is not None:
        try:
            room = fold_loaded(loaded)
        except Exception as error:  # noqa: BLE001, RUF100 - as above
            yield f"its snapshot can't be read: {_told(error)}"
        else:
            if room not in (None, folded):  # A snapshot of an older form is rebuilt.
                yield "its snapshot is not what its events make of it"


def _steady(summary: Summary) -> dict[str, object]:
    """The fields written whenever they change; the rest may be some seconds behind."""
    return {
        "code": summary.code,
        "game": summary.game,
        "capacity": summary.capacity,
        "taken": summary.taken,
        "status": summary.status,
        "visibility": summary.visibility,
        "closed": summary.closed_at is not None,
    }


def _first_bad(loaded: Loaded) -> int:
    def is_bad(version: int) -> bool:
        try:
            fold_loaded(Loaded(None, 0, loaded.events[:version], loaded.names))
        except Exception:  # noqa: BLE001, RUF100 - as above
            return True
        return False

    return 1 + bisect_left(range(1, len(loaded.events) + 1), x=True, key=is_bad)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


@asynccontextmanager
async def opened(url: str, folder: Path, file: Path | None) -> AsyncIterator[Inspection]:
    """Open what is to be checked: a copy of a file, a database, or the store of a folder."""
    if file is not None:
        from tablee.store.sqlite_inspection import inspect_copy

        with inspect_copy(file) as copied:
            yield copied
    elif url:
        from tablee.store.postgres_inspection import inspect_database

        async with inspect_database(url) as database:
            yield database
    else:
        from tablee.store.sqlite_inspection import inspect_folder

        with inspect_folder(folder) as stored:
            yield stored
