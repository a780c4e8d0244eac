"""The hall: all rooms that this process holds in memory.

Rooms load when they are touched and are forgotten when nobody is in them; the store has them all.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.protocol.close_codes import COME_AGAIN
from tablee.rooms.commands import CreateRoom, Sender
from tablee.rooms.decide import Policy, create
from tablee.rooms.state import Room
from tablee.server.appends import append_of, summary_of
from tablee.server.clock import now
from tablee.server.credentials import new_code
from tablee.server.deadlines import Deadlines
from tablee.server.live_room import LiveRoom
from tablee.server.loading import load_room
from tablee.server.lobby import Lobby
from tablee.server.metrics import Metrics
from tablee.server.presence import Presence
from tablee.server.sweeps import Sweeps
from tablee.server.times import TIMES, Times
from tablee.store.contract import CodeTaken, Conflict, Store, Unavailable

log = structlog.get_logger(__name__)


class Hall:
    """The rooms that this process has loaded."""

    def __init__(self, store: Store, process: str, policy: Policy, metrics: Metrics, times: Times = TIMES) -> None:
        self.store, self.process, self.metrics, self.times = store, process, metrics, times
        metrics.statuses = lambda: Counter(live.room.status for live in self.rooms.values() if not live.room.closed)
        self._policy = policy
        self.on_room: Callable[[LiveRoom], None] = lambda _: None
        """Called for every room that changed here."""
        self.on_put_back: Callable[[], None] = lambda: None
        """Called when the store was restored to an earlier state."""
        self._chance = Chance.secure()
        self.rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.lobby = Lobby(store)
        self.presence = Presence(self)
        self.deadlines = Deadlines(self)
        self.sweeps = Sweeps(self)
        self.is_ready = False

    async def open(self) -> None:
        await self.presence.begin()
        for run in (
            self.deadlines.run,
            self.sweeps.run,
            self.sweeps.run_roll_calls,
            self.presence.run_life_signs,
            self.presence.run_beats,
            self._run_changes,
            self.lobby.run,
        ):
            self.keep(_again_and_again(run))
        self.is_ready = True

    async def close(self) -> None:
        """Stop the clocks, let pending commands finish, disconnect."""
        self.is_ready = False
        pending = [room for room in self.rooms.values() if not room.is_idle]
        for _ in range(200):
            if all(room.is_drained for room in pending):
                break
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def keep(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run something in the background until it is done, or the hall closes."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def create(self, command: CreateRoom, sender: Sender) -> LiveRoom | Refusal:
        """Open a room; its code is drawn until one is free."""
        game = load_game(command.game)
        while True:
            created = create(game, command, sender, now(), self._chance, self._policy)
            if isinstance(created, Refusal):
                return created
            room = created.room
            result = await self.store.append(append_of(room, created.events, summary_of(room)))
            if isinstance(result, CodeTaken):
                command = replace(command, code=new_code())
                continue
            if isinstance(result, Conflict):
                raise RuntimeError("a new room's id is taken")  # noqa: TRY004 - a bug, not a type
            live = self._make(room)
            live.told_as = None
            self._hold(live)
            return live

    def playing(self, game_id: str) -> LiveRoom | None:
        """The room in which the game of that id is being played, if that is in memory. Looks at all of them."""
        for live in self.rooms.values():
            room = live.room
            if room.status == "playing" and room.play is not None and room.play.id == game_id:
                return live
        return None

    async def find(self, room_id: str) -> LiveRoom | None:
        live = self.rooms.get(room_id)
        if live is not None:
            live.idle_since = now()  # The caller is about to use it, so it must not be unloaded.
            return live
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = asyncio.create_task(self._load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> LiveRoom | None:
        pulse = self.presence.pulse
        while pulse.stands_still:
            await asyncio.sleep(self.times.beat_every)
        if not pulse.is_alive:
            raise Unavailable("The store has not been reached for a while.")
        room, is_outdated = await load_room(self.store, room_id)
        if room is None:
            return None
        live = self._make(room)
        live.needs_snapshot = is_outdated
        if not live.room.closed:
            # Before anyone sees it or its clock runs out: outages cost nobody time.
            outages = await self.store.outages(live.room.shifted_until)
            await live.settle(outages, self.process, await self.presence.living())
        self._hold(live)
        live.notice()  # Nobody here has heard of what was appended since it was read.
        return live

    def _make(self, room: Room) -> LiveRoom:
        return LiveRoom(
            load_game(room.game),
            room,
            self.store,
            self._policy,
            self.metrics,
            self._chance,
            self._on_change,
            self.presence.pulse,
            self.times,
        )

    def _hold(self, live: LiveRoom) -> None:
        self.rooms[live.room.id] = live
        self.metrics.rooms.set(len(self.rooms))
        self._on_change(live)

    def _on_change(self, live: LiveRoom) -> None:
        if self.rooms.get(live.room.id) is not live:
            return
        if live.is_behind:
            self.drop(live)
            return
        self.deadlines.schedule(live, live.due_at)
        if live.told_as is not live.listing:
            self.lobby.note(live.room.id, live.told_as, live.listing)
            live.told_as = live.listing
        self.on_room(live)

    def drop(self, live: LiveRoom) -> None:
        """Forget a room that differs from the store: everyone reconnects, and it is reloaded."""
        del self.rooms[live.room.id]
        for connection in list(live.connections.values()):
            connection.close(COME_AGAIN, "come again")

    async def _run_changes(self) -> None:
        async for change in self.store.changes():
            live = self.rooms.get(change.room)
            if live is None or change.version > live.room.version:
                await self.notice(change.room)

    async def forget_name_of(self, person: str) -> None:
        """A person's name was erased: show no name that isn't in the store, and leave none in the list."""
        rooms = await self.store.upkeep.retitle(person)
        held = [live for room in rooms if (live := self.rooms.get(room)) is not None]
        for live in held:
            await live.reread_names()
        if held:  # They may have been written from memory meanwhile.
            await self.store.upkeep.retitle(person)

    async def notice(self, room_id: str) -> None:
        """Apply another process's append to a room, or at least show it in the list."""
        live = self.rooms.get(room_id)
        if live is not None:
            live.notice()
        else:
            self.lobby.note_elsewhere(room_id)


async def _again_and_again(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine again and again; a bug in it is logged and does not end it."""
    while True:
        try:
            return await run()
        except Exception:
            log.exception("upkeep_failed", what=run.__name__)
            await asyncio.sleep(1)
