"""The lobby: people who follow the list of rooms, and the changes they are sent.

Sends visible changes, at most once a second, of the rooms on the pages that a person was given, and of those that enter
the list at its top. Followers of equal lists are one audience: what changed is matched, chosen and written once for all
of them. What is sent to all followers together is bounded; what doesn't fit follows in the next seconds, as it is then.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from tablee.protocol.outgoing import ListChanged, RoomRow
from tablee.rooms.commands import is_bot_account
from tablee.server.clock import now, since
from tablee.server.connections import Connection, encode
from tablee.store.collation import fold_text
from tablee.store.contract import ListedRoom, RoomQuery, Store, Summary, Unavailable
from tablee.store.listing import is_free
from tablee.store.search_index import searched

TOLD_EVERY: Final = 1.0
"""Seconds."""
BYTES_AT_ONCE: Final = 1_500_000
"""Bytes sent each time, to all followers together."""
LOOKED_AT: Final = 1000
"""Rooms that one follower is sent, at most."""
_ROW_BYTES: Final = 250
_ID_BYTES: Final = 24
"""About what a row and the id of a room take in a message."""
_SLICE: Final = 25
_BREATH: Final = 0.004
"""Followers sent to in one go, and the seconds for other work before the next batch."""
_LOOKED_UP_AT_ONCE: Final = 1000
_REMEMBERED: Final = 10_000
_JUST_OPENED: Final = 10_000
"""Milliseconds."""


class Wish(NamedTuple):
    """The filters of someone's list; equal for all who ask for the same."""

    filters: RoomQuery
    """Without times and pages."""
    active_within: int | None
    """Seconds."""

    def page(self, before: str | None = None) -> RoomQuery:
        return replace(self.filters, active_since=since(self.active_within), before=before)


class Follower:
    """One connection, and the rooms that it was shown."""

    __slots__ = ("connection", "looks_at", "wish")

    def __init__(self, connection: Connection, wish: Wish) -> None:
        self.connection, self.wish = connection, wish
        self.looks_at: set[str] = set()


class _Audience:
    """All who follow the same list."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self.followers: dict[str, Follower] = {}
        self._lookers: Counter[str] = Counter()
        self._pending: dict[str, bool] = {}
        """Rooms to be told of, the longest waiting first, and whether they come into the list."""
        self._gone: dict[str, None] = {}

    def look_at(self, follower: Follower, rooms: Iterable[str]) -> None:
        for room in rooms:
            if room not in follower.looks_at and len(follower.looks_at) < LOOKED_AT:
                follower.looks_at.add(room)
                self._lookers[room] += 1

    def look_away(self, follower: Follower, rooms: Iterable[str]) -> None:
        for room in rooms:
            if room in follower.looks_at:
                follower.looks_at.discard(room)
                self._lookers[room] -= 1
                if not self._lookers[room]:
                    del self._lookers[room]

    def note(self, room: str, before: Summary | None, after: Summary) -> None:
        query = self._wish.page()
        if not matches(query, after):
            self._pending.pop(room, None)
            if room in self._lookers:
                self._gone[room] = None
            return
        self._gone.pop(room, None)
        comes_in = before is None or not matches(query, before) or (is_free(after) and not is_free(before))
        if comes_in or room in self._lookers:
            self._pending[room] = self._pending.get(room, False) or comes_in

    @property
    def waiting(self) -> Iterable[str]:
        return self._pending

    def choose(self, most: float) -> tuple[dict[str, bool], list[str]]:
        """Choose what is sent now, within this many bytes per follower; always something, so that nothing starves.

        Those that are gone come first, then those that are new.
        """
        gone = list(self._gone)[: max(1, int(most / 2 / _ID_BYTES))]
        for room in gone:
            del self._gone[room]
        count = max(1, int((most - len(gone) * _ID_BYTES) / _ROW_BYTES))
        chosen = sorted(self._pending, key=lambda room: not self._pending[room])[:count]
        return {room: self._pending.pop(room) for room in chosen}, gone


class Lobby:
    """Everyone who follows the list through this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._followers: dict[str, Follower] = {}
        self._audiences: dict[Wish, _Audience] = {}
        self._changed: dict[str, tuple[Summary | None, Summary]] = {}
        """A room as last sent, and as it is now."""
        self._shown: dict[str, Summary] = {}
        """How rooms are that are to be told of."""
        self._elsewhere: set[str] = set()
        """Rooms that changed at other processes and aren't in memory here."""
        self._seen_elsewhere: OrderedDict[str, Summary] = OrderedDict()

    def __len__(self) -> int:
        return len(self._followers)

    # ── Following ────────────────────────────────────────────────────────────────────────────────────────

    def follow(self, connection: Connection, wish: Wish, rooms: Sequence[ListedRoom]) -> None:
        """Tell someone of changes from now on, who is shown the first page of a list."""
        self.unfollow(connection)
        follower = self._followers[connection.id] = Follower(connection, wish)
        audience = self._audiences.setdefault(wish, _Audience(wish))
        audience.followers[connection.id] = follower
        audience.look_at(follower, (row.room for row in rooms))

    def look_further(self, connection: Connection, wish: Wish, rooms: Sequence[ListedRoom]) -> None:
        follower = self._followers.get(connection.id)
        if follower is not None and follower.wish == wish:
            self._audiences[wish].look_at(follower, (row.room for row in rooms))

    def unfollow(self, connection: Connection) -> None:
        follower = self._followers.pop(connection.id, None)
        if follower is not None:
            audience = self._audiences[follower.wish]
            audience.look_away(follower, tuple(follower.looks_at))
            del audience.followers[connection.id]
            if not audience.followers:
                del self._audiences[follower.wish]

    def wish_of(self, connection: Connection) -> Wish | None:
        follower = self._followers.get(connection.id)
        return None if follower is None else follower.wish

    # ── Changes ──────────────────────────────────────────────────────────────────────────────────────────

    def note(self, room: str, before: Summary | None, after: Summary) -> None:
        if self._followers and (after.is_shown or (before is not None and before.is_shown)):
            first, _ = self._changed.get(room, (before, after))
            self._changed[room] = (first, after)

    def note_elsewhere(self, room: str) -> None:
        """A room changed at another process: how it is now has to be looked up."""
        if self._followers:
            self._elsewhere.add(room)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(TOLD_EVERY)
            with suppress(Unavailable):
                await self._look_elsewhere()
            await self.tell()

    async def tell(self) -> None:
        """Send every follower what has changed, in batches, so that players aren't held up."""
        changed, self._changed = self._changed, {}
        seen = {
            room: (before, after)
            for room, (before, after) in changed.items()
            if before is None or _face(before) != _face(after)
        }
        self._shown |= {room: after for room, (_, after) in seen.items()}
        most = BYTES_AT_ONCE / max(1, len(self._followers))
        for audience in list(self._audiences.values()):
            for room, (before, after) in seen.items():
                audience.note(room, before, after)
            await self._tell(audience, most)
            await asyncio.sleep(0)
        waiting = {room for audience in self._audiences.values() for room in audience.waiting}
        self._shown = {room: summary for room, summary in self._shown.items() if room in waiting}

    async def _tell(self, audience: _Audience, most: float) -> None:
        chosen, gone = audience.choose(most)
        if not chosen and not gone:
            return
        rows = {room: row_of(room, self._shown[room]) for room in chosen}
        encoded: dict[tuple[tuple[str, ...], tuple[str, ...]], bytes] = {}
        for number, follower in enumerate(list(audience.followers.values()), 1):
            if audience.followers.get(follower.connection.id) is not follower:
                continue
            shown = tuple([room for room, is_new in chosen.items() if is_new or room in follower.looks_at])
            lost = tuple([room for room in gone if room in follower.looks_at])
            if shown or lost:
                data = encoded.get((shown, lost))
                if data is None:
                    message = ListChanged(rooms=tuple([rows[room] for room in shown]), gone=lost)
                    data = encoded[shown, lost] = encode(message)
                audience.look_at(follower, shown)
                audience.look_away(follower, lost)
                follower.connection.send_bytes(data)
            if number % _SLICE == 0:
                await asyncio.sleep(_BREATH)

    async def _look_elsewhere(self) -> None:
        rooms = list(self._elsewhere)[:_LOOKED_UP_AT_ONCE]
        if not rooms:
            return
        for row in await self._store.look_up(rooms):
            before = self._seen_elsewhere.pop(row.room, None)
            self._seen_elsewhere[row.room] = row.summary
            if before is None and row.summary.created_at < now() - _JUST_OPENED:
                # It is not known what has changed: those who look at it are told, but it does not come in.
                before = replace(row.summary, taken=-1)
            self.note(row.room, before, row.summary)
        self._elsewhere.difference_update(rooms)
        while len(self._seen_elsewhere) > _REMEMBERED:
            self._seen_elsewhere.popitem(last=False)


_face: Final = attrgetter("is_shown", "name", "taken", "capacity", "host", "status", "visibility")


_SHARED: Final = tuple([name for name in RoomRow.__struct_fields__ if name in Summary.__struct_fields__])


def row_of(room_id: str, summary: Summary) -> RoomRow:
    shared = {name: getattr(summary, name) for name in _SHARED}
    return RoomRow(id=room_id, is_host_bot=is_bot_account(next(iter(summary.people), None)), **shared)


def matches(query: RoomQuery, summary: Summary) -> bool:
    return (
        summary.is_shown
        and (not query.search or fold_text(query.search) in searched(summary))
        and query.game in (None, summary.game)
        and query.visibility in (None, summary.visibility)
        and query.capacity in (None, summary.capacity)
        and query.status in (None, summary.status)
        and (query.active_since is None or summary.active_at >= query.active_since)
    )
