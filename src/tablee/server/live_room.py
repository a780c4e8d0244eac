"""A room in memory: one command at a time is decided, made durable, and only then seen by anybody."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeAlias

import structlog
from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.kernel.words import Text
from tablee.protocol.outgoing import Missed
from tablee.rooms.codec import decode_event, encode_room
from tablee.rooms.commands import (
    SERVER,
    Act,
    AnyCommand,
    Connect,
    Disconnect,
    Join,
    Milliseconds,
    PersonId,
    RecoverSeat,
    Sender,
    Shift,
    Tick,
)
from tablee.rooms.decide import Advanced, Answered, Policy, advance
from tablee.rooms.events import (
    AnyRoomEvent,
    ConnectionFound,
    ConnectionLost,
    GameEnded,
    GameStarted,
    HostChanged,
    Played,
    Voted,
)
from tablee.rooms.evolve import evolve
from tablee.rooms.naming import room_with_names, says_a_name, with_names
from tablee.rooms.state import Play, Room, next_deadline
from tablee.server.appends import append_of, is_only_play, summary_of
from tablee.server.audience import Audience, Move
from tablee.server.clock import now
from tablee.server.connections import Connection
from tablee.server.metrics import Metrics
from tablee.server.pulse import Pulse
from tablee.server.times import Times
from tablee.store.contract import Append, Appended, Outage, Store, Summary, Unavailable, Written
from tablee.store.replies import Then, awaited, ignore, tell

log = structlog.get_logger(__name__)

REMEMBERED_EVENTS: Final = 256
"""Recent events kept for clients that catch up."""
SNAPSHOT_EVERY: Final = 400
"""Events between two snapshots of a long stream."""

_COMINGS_AND_GOINGS: Final = (ConnectionFound, ConnectionLost)

_AMONG_THOSE_THERE: Final = frozenset((Played, GameEnded, Voted, GameStarted))
"""After these, nobody has come or gone, and everyone watching still may."""

UNAVAILABLE: Final = Refusal(
    "unavailable",
    Text(
        "The server can’t save right now. Nothing that was shown is lost; try again in a moment.",
        "Le serveur ne peut pas enregistrer en ce moment. Rien de ce qui s’est affiché n’est perdu ; "
        "réessayez dans un instant.",
    ),
)


class StoreBehind(Exception):  # noqa: N818 - reads as what it is
    """The store has less of a room than was shown: it was put back to an earlier state under the running server."""


class Done(Struct, frozen=True):
    """The command is done and on disk, or had nothing to change."""

    version: int
    has_acked: bool = False
    """Whether the answer has been sent with the move."""


Reply: TypeAlias = Done | Answered | Refusal


class Job:
    """A command on its way through its room, or None to take in what others appended."""

    __slots__ = ("advanced", "append", "before", "began", "command", "connection", "live", "sender", "then")

    before: Room
    """The room it was decided on."""
    advanced: Advanced
    append: Append
    began: float

    def __init__(
        self,
        live: "LiveRoom",
        command: AnyCommand | None,
        sender: Sender,
        connection: Connection | None,
        then: Then[Reply],
    ) -> None:
        self.live, self.command, self.sender = live, command, sender
        self.connection, self.then = connection, then

    def written(self, result: Written | BaseException) -> None:
        self.live.go_on_with(self, result)


class LiveRoom:
    """A room, its audience, and its queue of commands."""

    def __init__(
        self,
        game: AnyGame,
        room: Room,
        store: Store,
        policy: Policy,
        metrics: Metrics,
        chance: Chance,
        on_change: Callable[["LiveRoom"], None],
        pulse: Pulse,
        times: Times,
    ) -> None:
        self.game, self.room, self._store, self._policy, self._metrics = game, room, store, policy, metrics
        self._chance, self._on_change, self._pulse, self._times = chance, on_change, pulse, times
        self.audience = Audience(game, room, times.gathered_for)
        self.connections = self.audience.connections
        self.due_at = next_deadline(room)
        """When the room's next deadline is."""
        self._listed: Summary | None = None
        """The list entry that this process wrote last."""
        self.needs_snapshot = False
        """Whether the one in the store is of an older form: the next append makes it anew."""
        self.listing = summary_of(room)
        """The list's entry for the room, without times: moves alone change nothing there."""
        self.told_as: Summary | None = self.listing
        """The entry that followers of the list were last sent; None for a new room."""
        self._queue: deque[Job] = deque()
        self._is_busy = False
        """Whether a command is on its way to the disk."""
        self._task: asyncio.Task[None] | None = None
        """Goes on with that command where it has to wait for more than its append."""
        self._recent: deque[AnyRoomEvent] = deque(maxlen=REMEMBERED_EVENTS)
        self._awaiting: set[asyncio.Future[None]] = set()
        """Those who wait for something to happen."""
        self.is_behind = False
        """Whether the store has less of this room than was shown: the room must be loaded anew."""
        self._has_old_names = False
        self._doubts_until = 0
        self._suspects: set[str] = set()
        """Connections of this process that the room has and nobody knows; those found twice are lost."""
        self.idle_since = now()
        self.wakes_at: int | None = None
        """When its deadline is looked at again."""

    @property
    def is_idle(self) -> bool:
        return not self.connections and self.is_drained

    def awaits(self, person: PersonId) -> bool:
        """Whether it is that person's turn. On one screen it is always the turn of someone there: that is no news."""
        room = self.room
        if room.play is None or room.status != "playing" or room.is_local:
            return False
        return not set(room.seats_of(person)).isdisjoint(self.game.to_act(room.play.state))

    @property
    def is_drained(self) -> bool:
        return not self._queue and not self._is_busy

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────

    def ask(
        self, command: AnyCommand | None, sender: Sender, then: Then[Reply], connection: Connection | None = None
    ) -> None:
        """Queue a command, and call back with its reply once it is durable, or refused; perhaps at once.

        An exception is a bug of ours, and in the log. None takes in, in its turn, what other processes appended.
        """
        job = Job(self, command, sender, connection, then)
        if type(command) is Shift:  # All that waits is decided by clocks that are right.
            self._queue.appendleft(job)
        else:
            self._queue.append(job)
        if not self._is_busy:
            self.go_on()

    def submit(
        self, command: AnyCommand | None, sender: Sender, connection: Connection | None = None
    ) -> "asyncio.Future[Reply]":
        """As `ask`, for those who wait."""
        return awaited(partial(self.ask, command, sender, connection=connection))

    def notice(self) -> None:
        self.ask(None, SERVER, ignore)

    async def reread_names(self) -> None:
        """A name that was said here was erased: show those that the store has."""
        self._has_old_names = True
        await self.submit(None, SERVER)

    def go_on(self) -> None:
        """Begin with the next command, unless one is under way, or the clocks have to be set right before."""
        while self._queue and not self._is_busy:
            time = now()
            if self._pulse.stands_still_at(time) and not isinstance(self._queue[0].command, Shift):
                return
            self._is_busy = True
            job = self._queue.popleft()
            if job.command is None or (self._doubts_until and self.is_in_doubt):
                self._run(job, self._catch_up_and_try(job))
            else:
                self._try(job, job.command, time)

    def _try(self, job: Job, command: AnyCommand, time: Milliseconds) -> None:
        """Decide a command and hand what happens to the store, which calls back when it is on disk."""
        if not self._pulse.is_alive_at(time) and not isinstance(command, Shift):
            self._fail(job, Unavailable("Nobody could play for a while, and the clocks have not been set right yet."))
            return
        try:
            job.began, job.before = perf_counter(), self.room
            advanced = advance(self.game, self.room, command, job.sender, time, self._chance, self._policy)
            if not isinstance(advanced, Advanced):
                self._answer(job, advanced)
            elif not advanced.events:
                self._answer(job, Done(self.room.version))
            else:
                job.advanced, job.append = advanced, self._append_of(advanced.room, advanced.events)
                self._store.append_then(job.append, job.written)
        except Exception as error:
            self._fail(job, error)

    def go_on_with(self, job: Job, result: Written | BaseException) -> None:
        """The store has said what became of an append."""
        if not isinstance(result, Appended):
            self._run(job, self._try_again(job, result))
            return
        try:
            self._answer(job, self._kept(job))
        except Exception as error:
            self._fail(job, error)
        self.go_on()

    def _kept(self, job: Job) -> Done:
        command, connection, after = job.command, job.connection, job.advanced.room
        self._metrics.commits.add(perf_counter() - job.began)
        if job.append.snapshot is not None:
            self.needs_snapshot = False
        ack = entering = None
        if isinstance(command, Act):
            self._metrics.acted(self.game.id)
            # A client too slow to take the move now still gets its answer, apart from it.
            if connection is not None and connection.slow_since is None:
                ack = command.id
        elif isinstance(command, Connect | Join | RecoverSeat):
            entering = connection
        self._take_in(after, job.append.summary, job.advanced.events, connection, ack, entering)
        return Done(after.version, ack is not None)

    async def _try_again(self, job: Job, result: Written | BaseException) -> None:
        """Retry a command after a conflict or a failed append.

        Reads the stream first, as the append may have been kept; the room recognises repeats.
        """
        before = job.before
        if isinstance(result, Unavailable):
            self._doubts_until = now() + self._times.doubts_for
            error: BaseException = result
        elif isinstance(result, BaseException):
            raise result
        else:
            self._metrics.conflicts.inc()
            error = StoreBehind(f"{before.id} is at {before.version} here, and the store says {result}")
        await self._catch_up()
        if self.room is before:
            raise error
        if job.command is not None:
            self._try(job, job.command, now())

    async def _catch_up_and_try(self, job: Job) -> None:
        await self._catch_up()
        if self._has_old_names:
            self.room = self.audience.room = room_with_names(self.room, await self._store.names(self.room.id))
            self._has_old_names, self._listed = False, None
            self.audience.show_room()
            self._on_change(self)
        if job.command is None:
            self._answer(job, Done(self.room.version))
        else:
            self._try(job, job.command, now())

    def _run(self, job: Job, coroutine: "Coroutine[Any, Any, None]") -> None:
        async def run() -> None:
            try:
                await coroutine
            except Exception as error:
                self._fail(job, error)
            self.go_on()

        self._task = asyncio.get_running_loop().create_task(run())

    def _answer(self, job: Job, reply: Reply | Exception) -> None:
        self._is_busy = False
        if not self.connections:
            self.idle_since = now()
        tell(job.then, reply)

    def _fail(self, job: Job, error: Exception) -> None:
        if isinstance(error, Unavailable):
            self._metrics.unavailable.inc()
            log.warning("store_unavailable", room=self.room.id, error=str(error))
            self._answer(job, UNAVAILABLE)
        elif isinstance(error, StoreBehind):
            log.error("store_behind", room=self.room.id, error=str(error))
            self.is_behind = True
            self._answer(job, UNAVAILABLE)
            self._on_change(self)
        else:
            log.error("command_failed", room=self.room.id, command=type(job.command).__name__, exc_info=error)
            self._answer(job, error)

    @property
    def is_in_doubt(self) -> bool:
        """Whether an append that failed may have been kept, or something that others appended was not read."""
        return now() < self._doubts_until

    def _append_of(self, after: Room, events: Sequence[AnyRoomEvent]) -> Append:
        before = after.version - len(events)
        is_due = self.needs_snapshot or after.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY
        is_play = is_only_play(events)
        summary, snapshot = self._summary_after(after, is_play), encode_room(self.game, after) if is_due else None
        return append_of(after, events, summary, snapshot, is_play=is_play)

    def _summary_after(self, after: Room, is_play: bool) -> Summary | None:
        """Return the list entry to write, or None if only its times would change.

        A deadline in the list may be early, since nothing happens if a process looks too soon; it is never late.
        """
        listed, time, within = self._listed, after.active_at, self._times.listed_within
        if listed is None or time >= listed.active_at + within:
            return summary_of(after)
        if listed.due_at is not None and time >= listed.due_at - within:
            return summary_of(after)
        if is_play:  # Play puts deadlines off, and changes nothing else there.
            return None
        summary = summary_of(after)
        times = replace(listed, active_at=time) if listed.due_at == summary.due_at else None
        return None if summary == times else summary

    # ── What happened ────────────────────────────────────────────────────────────────────────────────────

    async def _catch_up(self) -> None:
        try:
            raw = await self._store.read(self.room.id, self.room.version)
        except Unavailable:
            self._doubts_until = now() + self._times.doubts_for
            raise
        if raw:
            after = self.room
            events = [decode_event(self.game, event) for event in raw]
            if any(map(says_a_name, events)):
                events = with_names(events, after.version + 1, await self._store.names(after.id))
            for event in events:
                after = evolve(self.game, after, event)
            self._take_in(after, None if is_only_play(events) else summary_of(after), events)

    def _take_in(
        self,
        after: Room,
        listed: Summary | None,
        events: Sequence[AnyRoomEvent],
        connection: Connection | None = None,
        ack: str | None = None,
        entering: Connection | None = None,
    ) -> None:
        """The events are on disk: this is how the room is now, and everybody may know.

        A connection that is entering is sent what it missed first, and then the room.
        """
        audience, before = self.audience, self.room
        self.room = audience.room = after
        self.due_at = next_deadline(after)
        if listed is not None:
            self._listed = listed
        self._recent.extend(events)
        while self._awaiting:
            self._awaiting.pop().set_result(None)
        if is_only_play(events):
            audience.send_moved(events, connection, ack)  # type: ignore[arg-type]  # all are moves
        elif _AMONG_THOSE_THERE.issuperset(map(type, events)):
            self.listing = listed or summary_of(after)
            moves = [event for event in events if isinstance(event, Move)]
            if moves:
                audience.send_moved(moves, connection, ack)
            audience.show_room()
        else:
            self.listing = listed or summary_of(after)
            audience.close_older_connections(before)
            moves = [event for event in events if isinstance(event, Move)]
            if moves:
                audience.send_moved(moves, connection, ack)
            if all(isinstance(event, _COMINGS_AND_GOINGS) for event in events):
                audience.show_soon(but=entering)
            elif len(moves) < len(events):
                audience.show_room(but=entering)
            if any(isinstance(event, HostChanged) for event in events):
                audience.show_host()
            audience.send_away(before, events)
            audience.recount()  # Who was sent away does not watch either.
            if any(isinstance(event, ConnectionLost) for event in events):
                self.insist()
        self._on_change(self)

    async def wait_beyond(self, version: int, seconds: float) -> None:
        """Wait until the room has a later version, or for so long."""
        if self.room.version <= version:
            change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._awaiting.add(change)
            try:
                await asyncio.wait((change,), timeout=seconds)
            finally:
                self._awaiting.discard(change)

    async def missed(self, person: PersonId, since: int) -> Missed | None:
        """The events of the present game since a version, up to the room as it is on return."""
        while True:
            room = self.room
            first = since if room.play is None else max(since, room.play.started_version)
            count = room.version - first
            if count <= 0:
                return None
            events = await self._events_after(room, first)
            moves: list[tuple[Move, Play]] = []
            if room.play is not None and any(isinstance(event, Move) for event in events):
                # How it stood then follows from the whole game.
                began_at = room.play.started_version - 1
                whole = await self._events_after(room, began_at)
                moves.extend(self._moves(replace(room, version=began_at, play=None), whole, first))
            if room is self.room:
                return self.audience.missed(person, since, moves)

    async def _events_after(self, room: Room, version: int) -> Sequence[AnyRoomEvent]:
        count = room.version - version
        if count <= len(self._recent):
            return list(self._recent)[-count:]
        return [decode_event(self.game, raw) for raw in await self._store.read(room.id, version, room.version)]

    def _moves(self, room: Room, events: Sequence[AnyRoomEvent], after: int) -> Iterator[tuple[Move, Play]]:
        """The moves after a version, of the game that began with the first of the events; each with the game before."""
        for event in events:
            if isinstance(event, Move) and room.play is not None and room.version >= after:
                yield event, room.play
            room = evolve(self.game, room, event)

    # ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────

    async def settle(self, outages: Sequence[Outage], process: str, living: frozenset[str] | None) -> None:
        """Charge outages to nobody, and note whose connections died with their process. Raises Unavailable."""
        missed = [outage for outage in outages if outage.ended_at > self.room.shifted_until]
        if missed:
            length = sum(outage.ended_at - outage.began_at for outage in missed)
            await self._must(Shift(missed[-1].ended_at, length), SERVER)
        if living is not None:
            await self.note_dead_connections(process, living)

    async def note_dead_connections(self, process: str, living: frozenset[str]) -> None:
        """Mark people away when their connection's process is dead, or when we no longer have the connection."""
        suspects = set()
        for seat in self.room.seats:
            if not seat.person or not seat.connection:
                continue
            holder = seat.connection.partition(":")[0]
            is_lost = holder not in living and holder != process
            if holder == process and seat.connection not in self.connections:
                # It may be on its way in; or its end could not be written when it came.
                is_lost = seat.connection in self._suspects
                suspects.add(seat.connection)
            if is_lost:
                await self._must(Disconnect(), Sender(seat.person, seat.connection))
        self._suspects = suspects

    def insist(self) -> None:
        if self.room.closed:
            return
        for connection in self.connections.values():
            seats = self.room.seats_of(connection.session.person)
            if any(self.room.seats[number].connection is None for number in seats):
                self.ask(Connect(), connection.sender, ignore)

    async def tick(self) -> None:
        """Fire what is due. Raises Unavailable."""
        await self._must(Tick(), SERVER)

    async def _must(self, command: AnyCommand, sender: Sender) -> None:
        if await self.submit(command, sender) is UNAVAILABLE:
            raise Unavailable(f"{self.room.id} could not be written.")
