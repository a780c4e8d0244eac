"""What the two databases share about the list of rooms: conditions, pages and their cursors."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tablee.store.contract import ListedRoom, RoomPage, RoomQuery
from tablee.store.folding import fold_text

COLUMNS = (
    "code, name, game, capacity, taken, host, status, is_private, is_listed, "
    "created_at, active_at, due_at, closed_at, people"
)
"""The fields of a Summary, in their order."""

LISTED = "closed_at IS NULL AND is_listed"
"""As in the partial index, word for word."""

GLANCE = 4000
"""So many of the most recent rooms are looked at before the index of tags is asked: whatever is common enough to
fill a page is found among them faster."""

FIRST_GLANCE = 500
"""So many of them tell how common it is, where looking at all of them is not cheap."""

LARGEST = 2**63 - 1


class Conditions(NamedTuple):
    """Conditions joined by AND, with the values of their question marks."""

    sql: str
    values: tuple[Any, ...]

    def __and__(self, other: "Conditions") -> "Conditions":
        return Conditions(f"{self.sql} AND {other.sql}", (*self.values, *other.values))


def position(query: RoomQuery) -> Conditions:
    """Listed rooms after the cursor, and not longer inactive than is asked for."""
    conditions = Conditions(LISTED, ())
    if query.before is not None:
        conditions &= Conditions("(active_at, room) < (?, ?)", read_cursor(query.before))
    if query.active_since is not None:
        conditions &= Conditions("active_at >= ?", (query.active_since,))
    return conditions


def filters(query: RoomQuery, contains: str) -> Conditions | None:
    """What is asked of the rooms themselves, or None; `contains` is the database's condition for a part of a text."""
    conditions = Conditions("", ())
    for field in ("game", "is_private", "capacity", "status"):
        if (wanted := getattr(query, field)) is not None:
            conditions &= Conditions(f"{field} = ?", (wanted,))
    if query.search:
        conditions &= Conditions(contains, (fold_text(query.search),))
    return Conditions(conditions.sql.removeprefix(" AND "), conditions.values) if conditions.sql else None


def page(rooms: Sequence[ListedRoom], limit: int) -> RoomPage:
    """The page of those rooms, of which one more than fits was asked for."""
    shown = tuple(rooms[:limit])
    return RoomPage(shown, write_cursor(shown[-1]) if shown and len(rooms) > limit else None)


def write_cursor(last: ListedRoom) -> str:
    """Where the next page goes on."""
    return f"{last.summary.active_at}.{last.room}"


def read_cursor(cursor: str) -> tuple[int, str]:
    """The time and the room that a cursor names; ValueError if it is none of ours."""
    time, dot, room = cursor.partition(".")
    # isdecimal alone would let other scripts' digits and any length pass.
    if not (
        dot and time.isascii() and time.removeprefix("-").isdecimal() and len(time) < 20 and abs(int(time)) <= LARGEST
    ):
        raise ValueError(f"{cursor!r} is not the `next` of a page.")
    return int(time), room
