"""The hall: all rooms that this process holds in memory, their clocks, and the list that people follow.

Rooms load when they are touched and are forgotten when nobody is in them; the store has them all.
"""

import asyncio
import heapq
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

import structlog
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.protocol.outgoing import ListChanged, RoomRow
from tablee.rooms.codec import decode_event, decode_room, encode_event, game_of_snapshot, game_of_stream
from tablee.rooms.commands import CreateRoom
from tablee.rooms.decide import Setting, create
from tablee.rooms.events import RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.state import Room
from tablee.server.clock import now
from tablee.server.connections import Connection, encode
from tablee.server.live import LiveRoom, summary_of
from tablee.server.metrics import Metrics
from tablee.server.secrets import new_code
from tablee.store.contract import Append, CodeTaken, Conflict, Loaded, RoomQuery, Store, Summary, Unavailable
from tablee.store.folding import fold_text

log = structlog.get_logger(__name__)

LIFE_SIGN_EVERY: Final = 2.0
"""Seconds."""
DEAD_AFTER: Final = 8_000
"""Milliseconds without a sign of life."""
SWEEP_EVERY: Final = 3.0
FORGOTTEN_AFTER: Final = 60_000
"""Milliseconds that a room without anybody stays in memory."""
LIST_CHANGES_EVERY: Final = 0.5
"""Seconds: changes of the list are gathered so long."""


class Hall:
    """Every room that is touched at this process."""

    def __init__(self, store: Store, process: str, setting: Setting, metrics: Metrics) -> None:
        self.store, self.process, self.metrics = store, process, metrics
        self._setting = setting
        self._chance = Chance.secure()
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._deadlines: list[tuple[int, str]] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.followers: dict[str, Connection] = {}
        """The connections that follow the list of rooms, by id."""
        self._changed: dict[str, Summary] = {}
        self.is_ready = False

    async def open(self) -> None:
        """Connect to the store and start the clocks."""
        await self.store.open(self.process, now(), DEAD_AFTER)
        for run in (self._run_deadlines, self._run_sweeps, self._run_life_signs, self._run_changes, self._run_list):
            self._keep(run())
        self.is_ready = True

    async def close(self) -> None:
        """Stop the clocks, let pending commands finish, disconnect."""
        self.is_ready = False
        pending = [room for room in self._rooms.values() if not room.is_idle]
        for _ in range(200):
            if all(room.is_drained for room in pending):
                break
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def _keep(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ── Rooms ────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, command: CreateRoom) -> LiveRoom | Refusal:
        """Open a room; its code is drawn until one is free."""
        game = load_game(command.game)
        while True:
            events = create(game, command, now(), self._chance, self._setting)
            if isinstance(events, Refusal):
                return events
            opened = events[0]
            if not isinstance(opened, RoomOpened):
                raise TypeError("a room's first event opens it")
            room = open_room(opened)
            for event in events[1:]:
                room = evolve(game, room, event)
            encoded = tuple([encode_event(event) for event in events])
            result = await self.store.append(
                Append(room=room.id, expected_version=0, events=encoded, summary=summary_of(room))
            )
            if isinstance(result, CodeTaken):
                command = replace(command, code=new_code())
                continue
            if isinstance(result, Conflict):
                raise RuntimeError("a new room's id is taken")  # noqa: TRY004 - a bug, not a type
            live = self._hold(room)
            self._on_change(live)
            return live

    async def find(self, room_id: str) -> LiveRoom | None:
        """The room of that id, loaded if it is not in memory."""
        live = self._rooms.get(room_id)
        if live is not None:
            return live
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = asyncio.create_task(self._load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> LiveRoom | None:
        loaded = await self.store.load(room_id)
        if loaded.version == 0:
            return None
        live = self._hold(fold_loaded(loaded))
        if not live.room.closed:
            await live.settle(await self.store.living(now(), DEAD_AFTER))
        self._on_change(live)
        return live

    def _hold(self, room: Room) -> LiveRoom:
        game = load_game(room.game)
        live = LiveRoom(game, room, self.store, self._setting, self.metrics, self._chance, self._on_change)
        self._rooms[room.id] = live
        self.metrics.rooms.set(len(self._rooms))
        return live

    def _on_change(self, live: LiveRoom) -> None:
        due = live.due_at
        if due is not None:
            heapq.heappush(self._deadlines, (due, live.room.id))
            if self._deadlines[0][0] == due:
                self._wake.set()
        if self.followers and not live.room.is_local:
            self._changed[live.room.id] = summary_of(live.room)

    # ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────

    async def _run_deadlines(self) -> None:
        """Fire the deadlines of the rooms in memory when they are due."""
        while True:
            self._wake.clear()
            while self._deadlines and self._deadlines[0][0] <= now():
                _, room_id = heapq.heappop(self._deadlines)
                live = self._rooms.get(room_id)
                if live is not None and live.due_at is not None and live.due_at <= now():
                    self._keep(self._tick(live))
            delay = None if not self._deadlines else max(0.0, (self._deadlines[0][0] - now()) / 1000)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), delay)

    async def _tick(self, live: LiveRoom) -> None:
        await live.tick()
        due = live.due_at
        if due is not None and due <= now():  # the store could not take it: try again soon
            heapq.heappush(self._deadlines, (now() + 1000, live.room.id))
            self._wake.set()

    async def _run_sweeps(self) -> None:
        """Take care of rooms whose process died, forget those that nobody is in, drop hopeless clients."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self._sweep()
            except Unavailable as error:
                log.warning("sweep_failed", error=str(error))
            except Exception:
                log.exception("sweep_failed")

    async def _sweep(self) -> None:
        time = now()
        for room_id in await self.store.due(time - 2000, 200):
            if room_id not in self._rooms:
                live = await self.find(room_id)
                if live is not None:
                    await live.tick()
        living = await self.store.living(time, DEAD_AFTER)
        for live in list(self._rooms.values()):
            await live.note_dead_connections(living)
            for connection in list(live.connections.values()):
                if connection.is_hopeless:
                    self.metrics.dropped.inc()
                    connection.abort()
            if live.is_idle and (live.room.closed or time - live.idle_since > FORGOTTEN_AFTER):
                self._rooms.pop(live.room.id, None)
        self.metrics.rooms.set(len(self._rooms))

    async def _run_life_signs(self) -> None:
        while True:
            await asyncio.sleep(LIFE_SIGN_EVERY)
            try:
                await self.store.show_life(self.process, now())
            except Unavailable as error:
                log.warning("life_sign_failed", error=str(error))

    async def _run_changes(self) -> None:
        """Take in what other processes append to rooms that are in memory here."""
        async for change in self.store.changes():
            live = self._rooms.get(change.room)
            if live is not None and change.version > live.room.version:
                live.notice()

    # ── The list ─────────────────────────────────────────────────────────────────────────────────────────

    async def _run_list(self) -> None:
        """Tell those who follow the list what changed, gathered over a moment."""
        while True:
            await asyncio.sleep(LIST_CHANGES_EVERY)
            changed, self._changed = self._changed, {}
            if not changed:
                continue
            for connection in list(self.followers.values()):
                query = connection.list_query
                if isinstance(query, RoomQuery):
                    shown = {id_: summary for id_, summary in changed.items() if matches(query, summary)}
                    gone = tuple(id_ for id_ in changed if id_ not in shown)
                    rows = tuple(row_of(id_, summary) for id_, summary in shown.items())
                    connection.send_bytes(encode(ListChanged(rooms=rows, gone=gone)))


def fold_loaded(loaded: Loaded) -> Room:
    """The room of a stream as the store gives it."""
    if loaded.snapshot is not None:
        game = load_game(game_of_snapshot(loaded.snapshot))
        room, rest = decode_room(game, loaded.snapshot), loaded.events
    else:
        game = load_game(game_of_stream(loaded.events[0]))
        opened = decode_event(game, loaded.events[0])
        if not isinstance(opened, RoomOpened):
            raise TypeError("a room's first event opens it")
        room, rest = open_room(opened), loaded.events[1:]
    for raw in rest:
        room = evolve(game, room, decode_event(game, raw))
    return room


def row_of(room_id: str, summary: Summary) -> RoomRow:
    """A room in the list."""
    return RoomRow(
        id=room_id,
        code=summary.code,
        name=summary.name,
        game=summary.game,
        taken=summary.taken,
        capacity=summary.capacity,
        host=summary.host,
        status=summary.status,
        is_private=summary.is_private,
        created_at=summary.created_at,
        active_at=summary.active_at,
    )


def matches(query: RoomQuery, summary: Summary) -> bool:
    """Whether a room belongs in a list, as the store would say."""
    return (
        summary.closed_at is None
        and summary.is_listed
        and (not query.search or fold_text(query.search) in fold_text(summary.name))
        and query.game in (None, summary.game)
        and query.is_private in (None, summary.is_private)
        and query.capacity in (None, summary.capacity)
        and query.status in (None, summary.status)
    )
