"""A room in memory: one command at a time is decided, made durable, and only then seen by anybody."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import redact
from tablee.kernel.words import Text
from tablee.protocol.closing import TAKEN_OVER
from tablee.protocol.outgoing import Cause, GoneReason, Missed, Moved, OnlookersCounted, RoomGone, RoomShown, TakenOver
from tablee.rooms.codec import decode_event, encode_event, encode_room
from tablee.rooms.commands import SERVER, Act, AnyCommand, Connect, Disconnect, Join, PersonId, RecoverSeat, Shift, Tick
from tablee.rooms.decide import Advanced, Answered, Setting, advance
from tablee.rooms.events import AnyRoomEvent, ClockRanOut, ConnectionFound, ConnectionLost, GameEnded, Played, SeatOut
from tablee.rooms.evolve import evolve
from tablee.rooms.naming import names_passed_on, names_said, room_with_names, says_a_name, with_names
from tablee.rooms.state import Room, next_deadline
from tablee.rooms.views import can_watch, view_play, view_room, view_seats
from tablee.server.clock import now
from tablee.server.connections import Connection, encode
from tablee.server.metrics import Metrics
from tablee.server.pulse import Pulse
from tablee.store.contract import (
    Append,
    Appended,
    CodeTaken,
    Conflict,
    FinishedGame,
    Name,
    Outage,
    Store,
    Summary,
    Unavailable,
)

log = structlog.get_logger(__name__)

REMEMBERED_EVENTS: Final = 256
"""So many last events are at hand for clients that missed some."""
SNAPSHOT_EVERY: Final = 400
"""A long stream gets a snapshot each so many events, when nobody has to wait for it."""

DOUBTS_FOR: Final = 20_000
"""Milliseconds after a failed append during which it may still turn out to have been kept: longer than a statement
may take."""

LISTED_WITHIN: Final = 10_000
"""Milliseconds by which the list's times may lag behind a room that only plays on: most moves change nothing there."""

GATHERED_FOR: Final = 1.0
"""Seconds: after somebody has come or gone, those who come and go meanwhile are told of together."""

_MOVES: Final = (Played, ClockRanOut, SeatOut)
"""What moves a game on."""
_COMINGS_AND_GOINGS: Final = (ConnectionFound, ConnectionLost)

UNAVAILABLE: Final = Refusal(
    "unavailable",
    Text(
        "The server can't write to its store just now. Nothing that was shown is lost; try again in a moment.",
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
Then: TypeAlias = Callable[[Reply | Exception], None]
"""What is called with the reply to a command; with an exception for a bug of ours, which is in the log."""


class _Work(NamedTuple):
    """A command in a room's queue, or None to take in what others appended."""

    command: AnyCommand | None
    sender: Connection | None
    then: "Then"


class _Attempt(NamedTuple):
    """What a command came to, on its way to the disk."""

    began: float
    before: Room
    after: Room
    events: Sequence[AnyRoomEvent]
    append: Append


class LiveRoom:
    """A room, its connections, and its queue of commands."""

    def __init__(
        self,
        game: AnyGame,
        room: Room,
        store: Store,
        setting: Setting,
        metrics: Metrics,
        chance: Chance,
        on_change: Callable[["LiveRoom"], None],
        pulse: Pulse,
    ) -> None:
        self.game, self.room, self._store, self._setting, self._metrics = game, room, store, setting, metrics
        self._chance, self._on_change, self._pulse = chance, on_change, pulse
        self.due_at = next_deadline(room)
        """When something will happen by itself."""
        self._listed: Summary | None = None
        """What the store was last told for the list, if it was by this process."""
        self.needs_snapshot = False
        """Whether the one in the store is of an older form: the next append makes it anew."""
        self.listing = summary_of(room)
        """What the list shows of the room, but for times: moves alone change nothing there."""
        self.told_as: Summary | None = self.listing
        """What those who follow the list were last told of it; None for a new room."""
        self.connections: dict[str, Connection] = {}
        self._queue: deque[_Work] = deque()
        self._is_busy = False
        """Whether a command is on its way to the disk."""
        self._task: asyncio.Task[None] | None = None
        """What goes on with that command where it is no ordinary one."""
        self._recent: deque[AnyRoomEvent] = deque(maxlen=REMEMBERED_EVENTS)
        self.is_behind = False
        """Whether the store has less of this room than was shown: the room must be loaded anew."""
        self._has_old_names = False
        self._doubts_until = 0
        self._suspects: set[str] = set()
        """Connections of this process that the room has and nobody knows; those found twice are lost."""
        self._gathering: asyncio.TimerHandle | None = None
        """Runs while comings and goings are gathered."""
        self._owes_room = False
        """Whether the room is to be shown when they have been."""
        self._told_onlookers = 0
        self.idle_since = now()
        self.wakes_at: int | None = None
        """When the hall looks at it again."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is pending."""
        return not self.connections and self.is_drained

    @property
    def is_drained(self) -> bool:
        """Whether every command was answered."""
        return not self._queue and not self._is_busy

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────

    def submit(self, command: AnyCommand, sender: Connection | None = None) -> asyncio.Future[Reply]:
        """Queue a command; the future gives its reply once it is durable, or refused."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.do(command, sender, partial(_settle, reply))
        return reply

    def notice(self) -> asyncio.Future[Reply]:
        """Another process appended, or may have: take it in, in its turn."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.do(None, None, partial(_settle, reply))
        reply.add_done_callback(_noticed)
        return reply

    def reread_names(self) -> asyncio.Future[Reply]:
        """A name that was said here was erased: show those that the store has, in its turn."""
        self._has_old_names = True
        return self.notice()

    def do(self, command: AnyCommand | None, sender: Connection | None, then: Then) -> None:
        """As `submit`, or as `notice` without a command, for those who can be called back, perhaps at once."""
        work = _Work(command, sender, then)
        if isinstance(command, Shift):  # All that waits is decided by clocks that are right.
            self._queue.appendleft(work)
        else:
            self._queue.append(work)
        self.go_on()

    def go_on(self) -> None:
        """Begin with the next command, unless one is under way, or the clocks have to be set right before."""
        while self._queue and not self._is_busy:
            if self._pulse.stands_still and not isinstance(self._queue[0].command, Shift):
                return
            self._is_busy = True
            work = self._queue.popleft()
            if work.command is None or self.is_in_doubt:
                self._run(work, self._catch_up_and_try(work))
            else:
                self._try(work, work.command)

    def _try(self, work: _Work, command: AnyCommand) -> None:
        """Decide a command and hand what happens to the store, which will say when it is on disk."""
        if not self._pulse.is_alive and not isinstance(command, Shift):
            self._fail(work, Unavailable("Nobody could play for a while, and the clocks have not been set right yet."))
            return
        try:
            began, before = perf_counter(), self.room
            advanced = advance(self.game, before, command, now(), self._chance, self._setting)
            if not isinstance(advanced, Advanced):
                self._answer(work, advanced)
            elif not advanced.events:
                self._answer(work, Done(before.version))
            else:
                append = self._append_of(advanced.room, advanced.events)
                attempt = _Attempt(began, before, advanced.room, advanced.events, append)
                self._store.append(append).add_done_callback(partial(self._tried, work, attempt))
        except Exception as error:
            self._fail(work, error)

    def _tried(
        self, work: _Work, attempt: _Attempt, appended: "asyncio.Future[Appended | Conflict | CodeTaken]"
    ) -> None:
        """The store has said what became of an append."""
        if appended.exception() is None and isinstance(appended.result(), Appended):
            try:
                self._answer(work, self._kept(work, attempt))
            except Exception as error:
                self._fail(work, error)
            self.go_on()
        else:
            self._run(work, self._try_again(work, attempt, appended))

    def _kept(self, work: _Work, attempt: _Attempt) -> Done:
        """It is on disk."""
        command, sender = work.command, work.sender
        self._metrics.committed(perf_counter() - attempt.began)
        if attempt.append.snapshot is not None:
            self.needs_snapshot = False
        ack = command.id if isinstance(command, Act) else None
        # A client too slow to take the move now still gets its answer, by itself.
        has_acked = ack is not None and sender is not None and sender.slow_since is None
        entering = sender if isinstance(command, Connect | Join | RecoverSeat) else None
        self._take_in(
            attempt.after, attempt.append.summary, attempt.events, sender, ack if has_acked else None, entering
        )
        if ack is not None:
            self._metrics.acted(self.game.id)
        return Done(attempt.after.version, has_acked)

    async def _try_again(
        self, work: _Work, attempt: _Attempt, appended: "asyncio.Future[Appended | Conflict | CodeTaken]"
    ) -> None:
        """An append failed, or may have: if the stream has grown, it was kept, or others were quicker.

        The room knows a repeat again, so that nothing happens twice.
        """
        before = attempt.before
        try:
            result = await appended
            self._metrics.conflicts.inc()
            error: Exception = StoreBehind(f"{before.id} is at {before.version} here, and the store says {result}")
        except Unavailable as unavailable:
            self._doubts_until = now() + DOUBTS_FOR
            error = unavailable
        await self.catch_up()
        if self.room is before:
            raise error
        if work.command is not None:
            self._try(work, work.command)

    async def _catch_up_and_try(self, work: _Work) -> None:
        await self.catch_up()
        if self._has_old_names:
            self.room = room_with_names(self.room, await self._store.names(self.room.id))
            self._has_old_names, self._listed = False, None
            self.show_room()
            self._on_change(self)
        if work.command is None:
            self._answer(work, Done(self.room.version))
        else:
            self._try(work, work.command)

    def _run(self, work: _Work, coroutine: "Coroutine[Any, Any, None]") -> None:
        """Go on with a command in a task of its own."""

        async def run() -> None:
            try:
                await coroutine
            except Exception as error:
                self._fail(work, error)
            self.go_on()

        self._task = asyncio.get_running_loop().create_task(run())

    def _answer(self, work: _Work, reply: Reply | Exception) -> None:
        self._is_busy = False
        self.idle_since = now()
        try:
            work.then(reply)
        except Exception:
            log.exception("answer_failed", room=self.room.id, command=type(work.command).__name__)

    def _fail(self, work: _Work, error: Exception) -> None:
        if isinstance(error, Unavailable):
            self._metrics.unavailable.inc()
            log.warning("store_unavailable", room=self.room.id, error=str(error))
            self._answer(work, UNAVAILABLE)
        elif isinstance(error, StoreBehind):
            log.error("store_behind", room=self.room.id, error=str(error))
            self.is_behind = True
            self._answer(work, UNAVAILABLE)
            self._on_change(self)
        else:
            log.error("command_failed", room=self.room.id, command=type(work.command).__name__, exc_info=error)
            self._answer(work, error)

    @property
    def is_in_doubt(self) -> bool:
        """Whether an append that failed may have been kept, or something that others appended was not read."""
        return self._doubts_until > 0 and now() < self._doubts_until

    def _append_of(self, after: Room, events: Sequence[AnyRoomEvent]) -> Append:
        before = after.version - len(events)
        is_due = self.needs_snapshot or after.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY
        is_play = _is_only_play(events)
        return append_of(
            after,
            events,
            self._summary_after(after, is_play),
            encode_room(self.game, after) if is_due else None,
        )

    def _summary_after(self, after: Room, is_play: bool) -> Summary | None:
        """What the list is to show, or None while it may go on showing what it shows, but for times.

        A deadline in the list may be early, since whoever looks too soon finds nothing to do; it is never late. Play
        puts deadlines off, and changes nothing else there.
        """
        listed, time = self._listed, after.active_at
        if listed is None or time >= listed.active_at + LISTED_WITHIN:
            return summary_of(after)
        if listed.due_at is not None and time >= listed.due_at - LISTED_WITHIN:
            return summary_of(after)
        if is_play:
            return None
        summary = summary_of(after)
        times = replace(listed, active_at=time) if listed.due_at == summary.due_at else None
        return None if summary == times else summary

    @property
    def summary(self) -> Summary:
        """What the list shows of the room."""
        return summary_of(self.room)

    async def catch_up(self) -> None:
        """Take in what another process appended."""
        try:
            raw = await self._store.read(self.room.id, self.room.version)
        except Unavailable:
            self._doubts_until = now() + DOUBTS_FOR
            raise
        if raw:
            after = self.room
            events = [decode_event(self.game, event) for event in raw]
            if any(map(says_a_name, events)):
                events = with_names(events, after.version + 1, await self._store.names(after.id))
            for event in events:
                after = evolve(self.game, after, event)
            self._take_in(after, None if _is_only_play(events) else summary_of(after), events, None, None)

    # ── Sending ──────────────────────────────────────────────────────────────────────────────────────────

    def _take_in(
        self,
        after: Room,
        listed: Summary | None,
        events: Sequence[AnyRoomEvent],
        sender: Connection | None,
        ack: str | None,
        entering: Connection | None = None,
    ) -> None:
        """The events are on disk: this is how the room is now, and everybody may know.

        Whoever is entering is told first what it missed, and then shown the room.
        """
        before, self.room, self.due_at = self.room, after, next_deadline(after)
        if listed is not None:
            self._listed = listed
        self._recent.extend(events)
        if _is_only_play(events):  # Everybody is where they were.
            self._send_moved(events, sender, ack)
        else:
            self.listing = summary_of(after)
            self._close_older_connections(before)
            moves = [event for event in events if isinstance(event, _MOVES)]
            if moves:
                self._send_moved(moves, sender, ack)
            if all(isinstance(event, _COMINGS_AND_GOINGS) for event in events):
                self._show_soon(entering)
            elif len(moves) < len(events):
                self.show_room(but=entering)
            self._send_away(before, events)
            if any(isinstance(event, ConnectionLost) for event in events):
                self.insist()
        self._on_change(self)

    def _send_moved(self, moves: Sequence[Any], sender: Connection | None, ack: str | None) -> None:
        if not self.connections:
            return
        room, time, last = self.room, now(), moves[-1]
        cause, seat = _cause(last), None if isinstance(last, ClockRanOut) else last.seat
        happened = [event for move in moves for event in move.events]
        seats = view_seats(room)

        def moved(you: tuple[int, ...], ack: str | None) -> bytes:
            play = view_play(self.game, room, you)
            if play is None:
                raise RuntimeError("a move without a game")
            message = Moved(
                room=room.id,
                version=room.version,
                ack=ack,
                cause=cause,
                seat=seat,
                events=self._redacted(happened, you),
                play=play,
                seats=seats,
                now=time,
            )
            return encode(message)

        encoded: dict[tuple[int, ...], bytes] = {}
        for connection in self.connections.values():
            you = room.seats_of(connection.session.person)
            if connection is sender and ack is not None:
                connection.send_bytes(moved(you, ack))
                continue
            data = encoded.get(you)
            if data is None:
                data = encoded[you] = moved(you, None)
            connection.send_bytes(data)

    def _redacted(self, events: Sequence[Any], you: tuple[int, ...]) -> tuple[Any, ...]:
        """The events as a seat may see them; whoever holds several sees them as an onlooker does."""
        viewer = you[0] if len(you) == 1 else None
        return tuple([redact(event, viewer) for event in events])

    def show_room(self, only: Connection | None = None, but: Connection | None = None) -> None:
        """Show the whole room, to everybody, to one only, or to all but one."""
        time, onlookers = now(), self.onlookers
        if only is None:
            self._told_onlookers, self._owes_room = onlookers, False
        encoded: dict[PersonId | None, bytes] = {}
        for connection in [only] if only is not None else list(self.connections.values()):
            if connection is but:
                continue
            person = connection.session.person
            viewer = person if self.room.seats_of(person) else None
            data = encoded.get(viewer)
            if data is None:
                shown = RoomShown(room=view_room(self.game, self.room, viewer), onlookers=onlookers, now=time)
                data = encoded[viewer] = encode(shown)
            connection.send_bytes(data)

    def _show_soon(self, entering: Connection | None) -> None:
        """Show who is there now: at once, or with others who come and go, so that nobody makes much of it."""
        if self._gathering is None:
            self.show_room(but=entering)
            self._gather()
        else:
            self._owes_room = True

    def recount(self) -> None:
        """Somebody came to look on, or went: tell how many do, as above."""
        if self._gathering is None and self.onlookers != self._told_onlookers:
            self._tell_onlookers()
            self._gather()

    def _gather(self) -> None:
        self._gathering = asyncio.get_running_loop().call_later(GATHERED_FOR, self._tell_gathered)

    def _tell_gathered(self) -> None:
        self._gathering = None
        if self._owes_room:
            self._show_soon(None)
        else:
            self.recount()

    def _tell_onlookers(self) -> None:
        self._told_onlookers = self.onlookers
        data = encode(OnlookersCounted(room=self.room.id, onlookers=self._told_onlookers))
        for connection in list(self.connections.values()):
            connection.send_bytes(data)

    async def missed(self, connection: Connection, since: int) -> Missed | None:
        """What happened in the present game since a version, up to the room as it is when this returns."""
        while True:
            room = self.room
            first = since if room.play is None else max(since, room.play.started_version)
            count = room.version - first
            if count <= 0:
                return None
            if count <= len(self._recent):
                events: list[AnyRoomEvent] = list(self._recent)[-count:]
            else:
                raw = await self._store.read(room.id, first, room.version)
                events = [decode_event(self.game, event) for event in raw]
            if room is self.room:
                break
        happened = [part for event in events if isinstance(event, _MOVES) for part in event.events]
        you = room.seats_of(connection.session.person)
        return Missed(room=room.id, since=since, events=self._redacted(happened, you))

    @property
    def onlookers(self) -> int:
        """How many look on at this process."""
        return sum(not self.room.seats_of(connection.session.person) for connection in self.connections.values())

    def admit(self, connection: Connection) -> bool:
        """Let a connection listen from now on, unless a newer one of the same person has taken over meanwhile."""
        seats = self.room.seats_of(connection.session.person)
        if any(self.room.seats[number].connection not in (None, connection.id) for number in seats):
            _close_older(connection)
            return False
        self.connections[connection.id] = connection
        return True

    def _close_older_connections(self, before: Room) -> None:
        """A newer connection has taken over: the older is told so and closed."""
        for old, new in zip(before.seats, self.room.seats, strict=False):
            if old.connection and new.connection and old.connection != new.connection and old.since == new.since:
                connection = self.connections.pop(old.connection, None)
                if connection is not None:
                    _close_older(connection)

    def _send_away(self, before: Room, events: Sequence[AnyRoomEvent]) -> None:
        """Whoever lost the seat, or is in a closed room, is in no room any more."""
        had_seat = {seat.person for seat in before.seats if seat.person and not seat.is_out}
        too_slow = {event.seat for event in events if isinstance(event, SeatOut) and event.reason == "skips"}
        put_out = {before.seats[number].person for number in too_slow}
        for connection in list(self.connections.values()):
            person = connection.session.person
            if self.room.closed:
                self.dismiss(connection, "closed")
            elif person in had_seat and not self.room.seats_of(person):
                is_expelled, is_out = person in self.room.expelled, person in put_out
                self.dismiss(connection, "expelled" if is_expelled else "out" if is_out else "left")
            elif not self.room.seats_of(person) and not can_watch(self.room):
                self.dismiss(connection, "no_onlookers")

    def dismiss(self, connection: Connection, reason: GoneReason) -> None:
        """A connection is no longer in this room, and is told why."""
        self.connections.pop(connection.id, None)
        connection.room = None
        connection.send(RoomGone(room=self.room.id, reason=reason))

    # ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────

    async def settle(self, outages: Sequence[Outage], process: str, living: frozenset[str] | None) -> None:
        """Charge outages to nobody, and note whose connections died with their process. Raises Unavailable."""
        missed = [outage for outage in outages if outage.ended_at > self.room.shifted_until]
        if missed:
            length = sum(outage.ended_at - outage.began_at for outage in missed)
            await self._must(Shift(SERVER, missed[-1].ended_at, length))
        if living is not None:
            await self.note_dead_connections(process, living)

    async def note_dead_connections(self, process: str, living: frozenset[str]) -> None:
        """Those are away whose connection was at a process that lives no more, or is not at this one any more."""
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
                await self._must(Disconnect(seat.person, seat.connection))
        self._suspects = suspects

    def insist(self) -> None:
        """Another process took this one for dead, and its people for away: those who are here say so."""
        if self.room.closed:
            return
        for connection in self.connections.values():
            person = connection.session.person
            if any(self.room.seats[number].connection is None for number in self.room.seats_of(person)):
                self.submit(Connect(person, connection.id)).add_done_callback(_noticed)

    async def _must(self, command: AnyCommand) -> None:
        if await self.submit(command) is UNAVAILABLE:
            raise Unavailable(f"{self.room.id} could not be written.")

    async def tick(self) -> None:
        """Fire what is due. Raises Unavailable."""
        await self._must(Tick(SERVER))


def _settle(future: asyncio.Future[Reply], reply: Reply | Exception) -> None:
    if future.done():  # Who asked was cancelled.
        return
    if isinstance(reply, Exception):
        future.set_exception(reply)
    else:
        future.set_result(reply)


def _noticed(reply: asyncio.Future[Reply]) -> None:
    """Nobody waits for this reply; what went wrong is in the log."""
    if not reply.cancelled():
        reply.exception()


def _is_only_play(events: Sequence[AnyRoomEvent]) -> bool:
    """Whether seats have acted, and nothing else has happened."""
    for event in events:  # noqa: SIM110 - `all` of a generator costs more, and every move asks twice
        if type(event) is not Played:
            return False
    return True


def append_of(
    after: Room, events: Sequence[AnyRoomEvent], summary: Summary | None, snapshot: bytes | None = None
) -> Append:
    """What is written when these events have led to this room."""
    is_play = _is_only_play(events)
    return Append(
        room=after.id,
        expected_version=after.version - len(events),
        events=tuple([encode_event(event) for event in events]),
        summary=summary,
        finished=() if is_play else _finished_games(after, events),
        snapshot=snapshot,
        names=() if is_play else names_in(after, events),
        passed_on=() if is_play else names_passed_on(events),
    )


def summary_of(room: Room) -> Summary:
    """What the list of rooms shows of a room."""
    host = next((seat.name for seat in room.seats if seat.person == room.host), "")
    return Summary(
        code=room.code,
        name=room.settings.name,
        game=room.game,
        capacity=room.settings.capacity,
        taken=len(room.seats),
        host=host,
        status=room.status,
        is_private=room.is_private,
        is_listed=not room.is_local,
        created_at=room.created_at,
        active_at=room.active_at,
        due_at=next_deadline(room),
        closed_at=room.active_at if room.closed else None,
        people=tuple(dict.fromkeys([seat.person for seat in room.seats if seat.person and not seat.is_out])),
    )


def names_in(after: Room, events: Sequence[AnyRoomEvent]) -> tuple[Name, ...]:
    """The names in the events that led to this room, as the store keeps them."""
    return tuple([Name(*said) for said in names_said(after, events)])


def _finished_games(after: Room, events: Sequence[AnyRoomEvent]) -> tuple[FinishedGame, ...]:
    """The game that ended with these events, if one did, as it is found later."""
    first = after.version - len(events) + 1
    return tuple(
        [finished_game(after, version) for version, event in enumerate(events, first) if type(event) is GameEnded]
    )


def finished_game(room: Room, last_version: int) -> FinishedGame:
    """The game that has ended with that version."""
    play = room.play
    if play is None or play.outcome is None or play.ended_at is None:
        raise RuntimeError("no game has ended")
    return FinishedGame(
        id=play.id,
        room=room.id,
        game=room.game,
        seats=tuple([seat.name for seat in room.seats]),
        people=tuple(dict.fromkeys([seat.person for seat in room.seats if seat.person])),
        is_private=room.is_private or room.is_local,
        started_at=play.started_at,
        ended_at=play.ended_at,
        outcome=msgspec.json.encode(play.outcome),
        first_version=play.started_version,
        last_version=last_version,
        named_at=tuple([seat.since if seat.person else 0 for seat in room.seats]),
    )


def _close_older(connection: Connection) -> None:
    connection.room = None
    connection.send(TakenOver())
    connection.close(TAKEN_OVER, "taken over")


def _cause(event: Played | ClockRanOut | SeatOut) -> Cause:
    return "played" if isinstance(event, Played) else "clock" if isinstance(event, ClockRanOut) else "out"
