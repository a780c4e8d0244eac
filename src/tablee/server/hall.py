"""The hall: all rooms that this process holds in memory, their clocks, and the list that people follow.

Rooms load when they are touched and are forgotten when nobody is in them; the store has them all.
"""

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import structlog
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.protocol.closing import COME_AGAIN
from tablee.rooms.codec import decode_event, decode_room, encode_event, game_of_snapshot, game_of_stream
from tablee.rooms.commands import CreateRoom
from tablee.rooms.decide import Setting, create
from tablee.rooms.events import RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import room_with_names, with_name
from tablee.rooms.state import Room
from tablee.server.clock import now
from tablee.server.live import LiveRoom, names_in, summary_of
from tablee.server.lobby import Lobby
from tablee.server.metrics import Metrics
from tablee.server.pulse import BEAT_EVERY, OUTAGE_AFTER, Pulse
from tablee.server.secrets import new_code
from tablee.store.contract import Append, CodeTaken, Conflict, Loaded, RoomQuery, Store, Unavailable

log = structlog.get_logger(__name__)

LIFE_SIGN_EVERY: Final = 2.0
"""Seconds."""
DEAD_AFTER: Final = 8_000
"""Milliseconds without a sign of life."""
SWEEP_EVERY: Final = 3.0
FORGOTTEN_AFTER: Final = 60_000
"""Milliseconds that a room without anybody stays in memory."""
_LATE: Final = 2_000
"""Milliseconds after which a deadline was evidently not fired by whoever holds the room."""
_SWEPT_AT_ONCE: Final = 200
_LOOKED_UP_AT_ONCE: Final = 1000
_LOADED_AT_ONCE: Final = 25
_BREATH: Final = 0.02
"""Seconds between two batches of rooms that nobody is in: those where people play come first."""
_SOON: Final = 500
_LATER: Final = 30_000
_BROKEN_FOR: Final = 300_000
"""Milliseconds until something that failed is tried again: the store, a deadline, a room."""


class Hall:
    """Every room that is touched at this process."""

    def __init__(self, store: Store, process: str, setting: Setting, metrics: Metrics) -> None:
        self.store, self.process, self.metrics = store, process, metrics
        metrics.statuses = lambda: Counter(live.room.status for live in self._rooms.values() if not live.room.closed)
        self._setting = setting
        self.on_room: Callable[[LiveRoom], None] = lambda _: None
        """Told of every room that changed here."""
        self.on_put_back: Callable[[], None] = lambda: None
        """Told when the store was put back to an earlier state."""
        self._chance = Chance.secure()
        self._rooms: dict[str, LiveRoom] = {}
        self._by_game: WeakValueDictionary[str, LiveRoom] = WeakValueDictionary()
        """Rooms in memory by the ids of the games that were played there."""
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._deadlines: list[tuple[int, str]] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.lobby = Lobby(store)
        self._pulse = Pulse()
        self._alive_at = 0
        """When this process last showed life."""
        self._trusts_from = 0
        """From when on the silence of another process means its death."""
        self._broken: dict[str, int] = {}
        """Rooms that can't be loaded or played on, and when to try again."""
        self.is_ready = False

    async def open(self) -> None:
        """Connect to the store and start the clocks."""
        self._alive_at = now()
        await self.store.open(self.process, self._alive_at, DEAD_AFTER)
        self._pulse.answered()
        for run in (
            self._run_deadlines,
            self._run_sweeps,
            self._run_roll_calls,
            self._run_life_signs,
            self._run_beats,
            self._run_changes,
            self.lobby.run,
        ):
            self._keep(_again_and_again(run))
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
            created = create(game, command, now(), self._chance, self._setting)
            if isinstance(created, Refusal):
                return created
            room = created.room
            encoded = tuple([encode_event(event) for event in created.events])
            result = await self.store.append(
                Append(
                    room=room.id,
                    expected_version=0,
                    events=encoded,
                    summary=summary_of(room),
                    names=names_in(room, created.events),
                )
            )
            if isinstance(result, CodeTaken):
                command = replace(command, code=new_code())
                continue
            if isinstance(result, Conflict):
                raise RuntimeError("a new room's id is taken")  # noqa: TRY004 - a bug, not a type
            live = self._make(room)
            live.told_as = None
            self._hold(live)
            return live

    def held(self, room_id: str) -> LiveRoom | None:
        """The room of that id, if it is in memory."""
        return self._rooms.get(room_id)

    def is_playing(self, game_id: str) -> bool:
        """Whether the game of that id is being played in a room that is in memory."""
        live = self._by_game.get(game_id)
        return live is not None and live.room.status == "playing" and _game_in(live) == game_id

    async def find(self, room_id: str) -> LiveRoom | None:
        """The room of that id, loaded if it is not in memory."""
        live = self._rooms.get(room_id)
        if live is not None:
            live.idle_since = now()  # Whoever asks means to use it: it is not forgotten meanwhile.
            return live
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = asyncio.create_task(self._load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> LiveRoom | None:
        while self._pulse.stands_still:
            await asyncio.sleep(BEAT_EVERY)
        if not self._pulse.is_alive:
            raise Unavailable("The store has not been reached for a while.")
        room, is_outdated = await load_room(self.store, room_id)
        if room is None:
            return None
        live = self._make(room)
        live.needs_snapshot = is_outdated
        if not live.room.closed:
            # Before anybody sees it, and before its clock may run out: outages are charged to nobody.
            await live.settle(await self.store.outages(live.room.shifted_until), self.process, await self._living())
        self._hold(live)
        live.notice()  # What came between the reading and now was told to nobody here.
        return live

    def _make(self, room: Room) -> LiveRoom:
        game = load_game(room.game)
        return LiveRoom(
            game,
            room,
            self.store,
            self._setting,
            self.metrics,
            self._chance,
            self._on_change,
            self._pulse,
        )

    def _hold(self, live: LiveRoom) -> None:
        self._rooms[live.room.id] = live
        self.metrics.rooms.set(len(self._rooms))
        self._on_change(live)

    def _on_change(self, live: LiveRoom) -> None:
        if self._rooms.get(live.room.id) is not live:
            return
        if live.is_behind:
            self._drop(live)
            return
        game_id = _game_in(live)
        if game_id is not None and self._by_game.get(game_id) is not live:
            self._by_game[game_id] = live
        self._schedule(live, live.due_at)
        if live.told_as is not live.listing:
            self.lobby.note(live.room.id, live.told_as, live.listing)
            live.told_as = live.listing
        self.on_room(live)

    def _drop(self, live: LiveRoom) -> None:
        """What is here of a room is not what the store has: everybody comes again, and it is loaded anew."""
        del self._rooms[live.room.id]
        for connection in list(live.connections.values()):
            connection.close(COME_AGAIN, "come again")

    def _schedule(self, live: LiveRoom, time: int | None) -> None:
        """Look at a room again at that time; one entry for each room is enough, the earliest."""
        if time is None or (live.wakes_at is not None and live.wakes_at <= time):
            return
        live.wakes_at = time
        heapq.heappush(self._deadlines, (time, live.room.id))
        if self._deadlines[0][0] == time:
            self._wake.set()

    # ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────

    async def _run_deadlines(self) -> None:
        """Fire the deadlines of the rooms in memory when they are due."""
        while True:
            self._wake.clear()
            while self._deadlines and self._deadlines[0][0] <= now():
                time, room_id = heapq.heappop(self._deadlines)
                live = self._rooms.get(room_id)
                if live is None or live.wakes_at != time:
                    continue
                live.wakes_at = None
                if live.due_at is not None and live.due_at <= now():
                    self._keep(self._tick(live))
                else:
                    self._schedule(live, live.due_at)
            delay = None if not self._deadlines else max(0.0, (self._deadlines[0][0] - now()) / 1000)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), delay)

    async def _tick(self, live: LiveRoom) -> None:
        """Fire a room's deadline, unless it is not known how long nobody could play: then that is found out first."""
        wait = _SOON
        try:
            if self._pulse.is_alive:
                await live.tick()
        except Unavailable as error:
            log.warning("deadline_failed", room=live.room.id, error=str(error))
        except Exception:
            log.exception("deadline_failed", room=live.room.id)
            wait = _LATER
        if live.due_at is not None:
            self._schedule(live, max(live.due_at, now() + wait))

    async def _run_sweeps(self) -> None:
        """Take care of rooms whose process died, forget those that nobody is in."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            for sweep in (self._sweep_deadlines, self._sweep_rooms):
                try:
                    await sweep()
                except Unavailable as error:
                    log.warning("sweep_failed", error=str(error))
                except Exception:
                    log.exception("sweep_failed")

    async def _sweep_deadlines(self) -> None:
        """Fire what is due in rooms that no living process holds."""
        if not self._pulse.is_alive:
            return
        time = now()
        self._broken = {room_id: again for room_id, again in self._broken.items() if again > time}
        await self._attend_to(await self.store.due(time - _LATE, _SWEPT_AT_ONCE + len(self._broken)))

    async def _attend_to(self, room_ids: Sequence[str]) -> None:
        """Take care of rooms that nobody holds here, a few at a time: together they take few commits."""
        unheld = [room_id for room_id in room_ids if room_id not in self._rooms and room_id not in self._broken]
        for start in range(0, len(unheld), _LOADED_AT_ONCE):
            await asyncio.gather(*map(self._take_care_of, unheld[start : start + _LOADED_AT_ONCE]))
            await asyncio.sleep(_BREATH)

    async def _take_care_of(self, room_id: str) -> None:
        """Load a room, which notes who is away, and fire what is due in it."""
        try:
            live = await self.find(room_id)
            if live is not None:
                await live.tick()
        except Unavailable:
            raise
        except Exception:  # One room that can't be played on keeps no other from it.
            log.exception("room_broken", room=room_id)
            self._broken[room_id] = now() + _BROKEN_FOR

    async def _sweep_rooms(self) -> None:
        """Note who is away, read what may have been missed, forget rooms that nobody is in."""
        living = await self._living()
        for live in list(self._rooms.values()):
            if living is not None and not live.room.closed:
                await live.note_dead_connections(self.process, living)
            if self._pulse.is_alive:
                live.insist()
            if live.is_in_doubt:
                live.notice()
            if live.is_idle and (live.room.closed or now() - live.idle_since > FORGOTTEN_AFTER):
                self._rooms.pop(live.room.id, None)
        self.metrics.rooms.set(len(self._rooms))

    async def _run_roll_calls(self) -> None:
        """When a process has died, as the one before this one may have, note who was there through it and is away.

        A game has a clock, by which somebody looks at it soon; in a waiting room nothing else would happen for an hour.
        """
        known: frozenset[str] | None = None
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                living = await self._living()
                if living is not None:
                    if known is None or known - living:
                        await self._call_the_roll()
                    known = living
            except Unavailable as error:
                log.warning("roll_call_failed", error=str(error))

    async def _call_the_roll(self) -> None:
        """Look at every waiting room once. Those that change meanwhile go to the front, and the rest is behind."""
        query = RoomQuery(limit=_LOOKED_UP_AT_ONCE)
        while True:
            page = await self.store.list_rooms(query)
            await self._attend_to([row.room for row in page.rooms if row.summary.status == "waiting"])
            if page.next is None:
                return
            query = replace(query, before=page.next)

    # ── Life and death ───────────────────────────────────────────────────────────────────────────────────

    async def _living(self) -> frozenset[str] | None:
        """The processes that live; None when it can't be known, soon after a time without the store."""
        time = now()
        if not self._pulse.is_alive or time < self._trusts_from:
            return None
        return await self.store.living(time, DEAD_AFTER)

    async def _run_life_signs(self) -> None:
        while True:
            await asyncio.sleep(LIFE_SIGN_EVERY if self._pulse.is_alive else _SOON / 1000)
            try:
                await self._show_life()
            except Exception as error:
                if isinstance(error, Unavailable):
                    log.warning("life_sign_failed", error=str(error))
                else:
                    log.exception("life_sign_failed")
                self._pulse.failed()
            for live in list(self._rooms.values()):
                live.go_on()

    async def _run_beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            self._pulse.beat()

    async def _show_life(self) -> None:
        """Say that this process lives; if nobody did for a while, nobody could play, and no clock runs on for it."""
        time, since = now(), self._alive_at
        if not self._pulse.is_alive or not await self.store.show_life(self.process, time):
            is_known = await self.store.return_to_life(self.process, time, OUTAGE_AFTER)
            self._trusts_from = time + DEAD_AFTER
            if is_known:
                outages = await self.store.outages(since)
                rooms = [live for live in self._rooms.values() if not live.room.closed]
                await asyncio.gather(*(live.settle(outages, self.process, None) for live in rooms))
            else:
                log.warning("store_put_back")
                for live in list(self._rooms.values()):
                    self._drop(live)
                self.on_put_back()
        self._alive_at = time
        self._pulse.answered()

    async def _run_changes(self) -> None:
        """Take in what other processes append to rooms that are in memory here."""
        async for change in self.store.changes():
            live = self._rooms.get(change.room)
            if live is None or change.version > live.room.version:
                await self.notice(change.room)

    async def forget_name_of(self, person: str) -> None:
        """What that person was called was erased: show no name that isn't in the store, and leave none in the list."""
        rooms = await self.store.upkeep.retitle(person)
        held = [live for room in rooms if (live := self._rooms.get(room)) is not None]
        for live in held:
            await live.reread_names()
        if held:  # They may have been written to meanwhile, from memory.
            await self.store.upkeep.retitle(person)

    async def notice(self, room_id: str) -> None:
        """Somebody else appended to a room: take it in, or show it in the list at least."""
        live = self._rooms.get(room_id)
        if live is not None:
            live.notice()
        else:
            self.lobby.note_elsewhere(room_id)


async def _again_and_again(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run something that is to run for ever; a bug in it is logged, and does not end it."""
    while True:
        try:
            return await run()
        except Exception:
            log.exception("upkeep_failed", what=run.__name__)
            await asyncio.sleep(1)


def _game_in(live: LiveRoom) -> str | None:
    return None if live.room.play is None else live.room.play.id


class Streams(Protocol):
    """Where streams are read."""

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""

    async def read(self, room: str, after: int) -> tuple[bytes, ...]:
        """The events after a version."""


async def load_room(streams: Streams, room_id: str) -> tuple[Room | None, bool]:
    """The room of that id as it is stored, or None; and whether its snapshot is of an older form."""
    loaded = await streams.load(room_id)
    if loaded.version == 0:
        return None, False
    room = fold_loaded(loaded)
    if room is not None:
        return room, False
    whole = await streams.read(room_id, 0)
    room = fold_loaded(replace(loaded, snapshot=None, snapshot_version=0, events=whole))
    if room is None:
        raise TypeError("a whole stream has no snapshot")
    return room, True


def fold_loaded(loaded: Loaded) -> Room | None:
    """The room of a stream as the store gives it; None if its snapshot is of an older form: read the whole stream."""
    names = loaded.names
    if loaded.snapshot is not None:
        game = load_game(game_of_snapshot(loaded.snapshot))
        snapshot, rest = decode_room(game, loaded.snapshot), loaded.events
        if snapshot is None:
            return None
        room = room_with_names(snapshot, names)
    else:
        game = load_game(game_of_stream(loaded.events[0]))
        opened = with_name(decode_event(game, loaded.events[0]), 1, names)
        if not isinstance(opened, RoomOpened):
            raise TypeError("a room's first event opens it")
        room, rest = open_room(opened), loaded.events[1:]
    for raw in rest:
        room = evolve(game, room, with_name(decode_event(game, raw), room.version + 1, names))
    return room
