"""Shared by both databases for the list of rooms: conditions, pages and their cursors."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from tablee.store.collation import fold_text
from tablee.store.contract import ListedRoom, RoomPage, RoomQuery, Summary

FREE = "closed_at IS NULL AND is_listed AND status = 'waiting' AND taken < capacity"
REST = "closed_at IS NULL AND is_listed AND NOT (status = 'waiting' AND taken < capacity)"
"""The two parts of the list: rooms that one can join, then all others. As in the partial indexes, word for word."""

SHOWN_REST = f"{REST} AND status <> 'finished'"

GLANCE = 4000
"""Most recent rooms looked at before the index of tags is asked: what is common enough to fill a page is found among
them faster."""

FIRST_GLANCE = 500
"""Rooms that tell how common it is, where looking at all of them is not cheap."""

LARGEST = 2**63 - 1


class Conditions(NamedTuple):
    """Conditions joined by AND, with the values of their question marks."""

    sql: str
    values: tuple[Any, ...]

    def __and__(self, other: "Conditions") -> "Conditions":
        return Conditions(f"{self.sql} AND {other.sql}", (*self.values, *other.values))


Find: TypeAlias = Callable[[Conditions, int], Awaitable[Sequence[ListedRoom]]]
"""(a part of the list, how many at most) -> those of its rooms that match, in its order."""


async def page_of(query: RoomQuery, find: Find) -> RoomPage:
    rooms: list[ListedRoom] = []
    for part in _parts(query):
        if len(rooms) <= query.limit:  # One more than the page holds tells that there is another.
            rooms += await find(part, query.limit + 1 - len(rooms))
    shown = tuple(rooms[: query.limit])
    return RoomPage(shown, write_cursor(shown[-1]) if shown and len(rooms) > query.limit else None)


def _parts(query: RoomQuery) -> Sequence[Conditions]:
    """What is left of the list after the cursor, and not longer inactive than is asked for."""
    parts = [Conditions(FREE, ()), Conditions(SHOWN_REST, ())]
    if query.before is not None:
        is_free, *after = read_cursor(query.before)
        parts = parts if is_free else parts[1:]
        parts[0] &= Conditions("(active_at, room) < (?, ?)", tuple(after))
    if query.status not in (None, "waiting"):
        parts = parts[-1:]
    if query.active_since is not None:
        parts = [part & Conditions("active_at >= ?", (query.active_since,)) for part in parts]
    return parts


def filters(query: RoomQuery, contains: str) -> Conditions | None:
    """What is asked of the rooms themselves, or None; `contains` is the database's condition for a part of a text."""
    conditions = Conditions("", ())
    for field in ("game", "visibility", "capacity", "status"):
        if (wanted := getattr(query, field)) is not None:
            conditions &= Conditions(f"{field} = ?", (wanted,))
    if query.search:
        conditions &= Conditions(contains, (fold_text(query.search),))
    return Conditions(conditions.sql.removeprefix(" AND "), conditions.values) if conditions.sql else None


def is_free(summary: Summary) -> bool:
    """Whether someone can join: the condition of FREE."""
    return summary.status == "waiting" and summary.taken < summary.capacity


def write_cursor(last: ListedRoom) -> str:
    return f"{'free' if is_free(last.summary) else 'rest'}.{last.summary.active_at}.{last.room}"


def read_cursor(cursor: str) -> tuple[bool, int, str]:
    """The part of the list, the time and the room that a cursor names; ValueError if it is none of ours."""
    part, _, place = cursor.partition(".")
    time, dot, room = place.partition(".")
    # isdecimal alone would let other scripts' digits and any length pass.
    if part not in ("free", "rest") or not (
        dot and time.isascii() and time.removeprefix("-").isdecimal() and len(time) < 20 and abs(int(time)) <= LARGEST
    ):
        raise ValueError(f"{cursor!r} is not the `next` of a page.")
    return part == "free", int(time), room
