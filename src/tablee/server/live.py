"""A room in memory: one command at a time is decided, made durable, and only then seen by anybody."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import redact
from tablee.kernel.words import Text
from tablee.protocol.outgoing import Cause, Missed, Moved, RoomGone, RoomShown
from tablee.rooms.codec import decode_event, encode_event, encode_room
from tablee.rooms.commands import Act, AnyCommand, Disconnect, PersonId, Shift, Tick
from tablee.rooms.decide import Answered, Setting, decide
from tablee.rooms.events import AnyRoomEvent, ClockRanOut, GameEnded, Played, SeatOut
from tablee.rooms.evolve import evolve
from tablee.rooms.state import Room, next_deadline
from tablee.rooms.views import SeatView, can_watch, view_play, view_room, view_seats
from tablee.server.clock import now
from tablee.server.connections import Connection, encode
from tablee.server.metrics import Metrics
from tablee.store.contract import Append, Conflict, FinishedGame, Store, Summary, Unavailable

log = structlog.get_logger(__name__)

REMEMBERED_EVENTS: Final = 256
"""So many last events are at hand for clients that missed some."""
SNAPSHOT_EVERY: Final = 400
"""A long stream gets a snapshot each so many events, when nobody has to wait for it."""

UNAVAILABLE: Final = Refusal(
    "unavailable",
    Text(
        "The server can't write to its store just now: nothing was changed. Try again in a moment.",
        "Le serveur ne peut pas enregistrer en ce moment : rien n’a changé. Réessayez dans un instant.",
    ),
)


class Done(Struct, frozen=True):
    """The command is done and on disk, or had nothing to change."""

    version: int
    has_acked: bool = False
    """Whether the answer has been sent with the move."""


Reply: TypeAlias = Done | Answered | Refusal


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
    ) -> None:
        self.game, self.room, self._store, self._setting, self._metrics = game, room, store, setting, metrics
        self._chance, self._on_change = chance, on_change
        self.connections: dict[str, Connection] = {}
        self._queue: deque[tuple[AnyCommand | None, asyncio.Future[Reply], Connection | None]] = deque()
        self._drain_task: asyncio.Task[None] | None = None
        self._recent: deque[AnyRoomEvent] = deque(maxlen=REMEMBERED_EVENTS)
        self._since_snapshot = 0
        self.idle_since = now()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is pending."""
        return not self.connections and self.is_drained

    @property
    def is_drained(self) -> bool:
        """Whether every command was answered."""
        return not self._queue and self._drain_task is None

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────

    def submit(self, command: AnyCommand, sender: Connection | None = None) -> asyncio.Future[Reply]:
        """Queue a command; the future gives its reply once it is durable, or refused."""
        return self._enqueue(command, sender)

    def notice(self) -> None:
        """Another process appended: take it in, in its turn."""
        self._enqueue(None, None)

    def _enqueue(self, command: AnyCommand | None, sender: Connection | None) -> asyncio.Future[Reply]:
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._queue.append((command, reply, sender))
        if self._drain_task is None:
            self._drain_task = asyncio.create_task(self._drain())
        return reply

    async def _drain(self) -> None:
        try:
            while self._queue:
                command, reply, sender = self._queue.popleft()
                try:
                    answer: Reply = await self._do(command, sender)
                except Unavailable as error:
                    self._metrics.unavailable.inc()
                    log.warning("store_unavailable", room=self.room.id, error=str(error))
                    answer = UNAVAILABLE
                except Exception as error:
                    log.exception("command_failed", room=self.room.id, command=type(command).__name__)
                    if not reply.done():
                        reply.set_exception(error)
                    continue
                if not reply.done():
                    reply.set_result(answer)
        finally:
            self._drain_task = None
            self.idle_since = now()

    async def _do(self, command: AnyCommand | None, sender: Connection | None) -> Reply:
        if command is None:
            await self.catch_up()
            return Done(self.room.version)
        while True:
            started = perf_counter()
            time = now()
            decision = decide(self.game, self.room, command, time, self._chance, self._setting)
            if isinstance(decision, Refusal | Answered):
                return decision
            if not decision:
                return Done(self.room.version)
            before, after = self.room, self.room
            for event in decision:
                after = evolve(self.game, after, event)
            result = await self._store.append(self._append_of(after, decision))
            if isinstance(result, Conflict):
                self._metrics.conflicts.inc()
                await self.catch_up()
                continue
            self._metrics.commit_seconds.observe(perf_counter() - started)
            ack = command.id if isinstance(command, Act) else None
            self._take_in(before, after, decision, sender, ack)
            if ack is not None:
                self._metrics.actions.labels(self.game.id).inc()
            return Done(after.version, has_acked=ack is not None and sender is not None)

    def _append_of(self, after: Room, events: Sequence[AnyRoomEvent]) -> Append:
        self._since_snapshot += len(events)
        snapshot = None
        if self._since_snapshot >= SNAPSHOT_EVERY:
            self._since_snapshot = 0
            snapshot = encode_room(after)
        return Append(
            room=after.id,
            expected_version=after.version - len(events),
            events=tuple([encode_event(event) for event in events]),
            summary=summary_of(after),
            finished=tuple([finished_game(after) for event in events if isinstance(event, GameEnded)]),
            snapshot=snapshot,
        )

    async def catch_up(self) -> None:
        """Take in what another process appended."""
        raw = await self._store.read(self.room.id, self.room.version)
        if raw:
            before, after = self.room, self.room
            events = [decode_event(self.game, event) for event in raw]
            for event in events:
                after = evolve(self.game, after, event)
            self._take_in(before, after, events, None, None)

    # ── Sending ──────────────────────────────────────────────────────────────────────────────────────────

    def _take_in(
        self,
        before: Room,
        after: Room,
        events: Sequence[AnyRoomEvent],
        sender: Connection | None,
        ack: str | None,
    ) -> None:
        """The events are on disk: this is how the room is now, and everybody may know."""
        self.room = after
        self._recent.extend(events)
        self._close_older_connections(before)
        moves = [event for event in events if isinstance(event, Played | ClockRanOut | SeatOut)]
        is_plain_move = len(moves) == len(events)
        if moves and self.connections:
            self._send_moved(moves, sender, ack)
        if not is_plain_move and self.connections:
            self.show_room()
        self._send_away(before)
        self._on_change(self)

    def _send_moved(
        self, moves: Sequence[Played | ClockRanOut | SeatOut], sender: Connection | None, ack: str | None
    ) -> None:
        room, time = self.room, now()
        happened = [event for move in moves for event in move.events]
        seats = view_seats(room)
        encoded: dict[tuple[int, ...], bytes] = {}
        for connection in self.connections.values():
            you = room.seats_of(connection.session.person)
            if connection is sender and ack is not None:
                connection.send_bytes(self._moved(you, moves, happened, seats, time, ack))
                continue
            data = encoded.get(you)
            if data is None:
                data = encoded[you] = self._moved(you, moves, happened, seats, time, None)
            connection.send_bytes(data)

    def _moved(
        self,
        you: tuple[int, ...],
        moves: Sequence[Played | ClockRanOut | SeatOut],
        happened: Sequence[Any],
        seats: tuple[SeatView, ...],
        time: int,
        ack: str | None,
    ) -> bytes:
        play = view_play(self.game, self.room, you)
        if play is None:
            raise RuntimeError("a move without a game")
        last = moves[-1]
        return encode(
            Moved(
                room=self.room.id,
                version=self.room.version,
                ack=ack,
                cause=_cause(last),
                seat=None if isinstance(last, ClockRanOut) else last.seat,
                events=self._redacted(happened, you),
                play=play,
                seats=seats,
                now=time,
            )
        )

    def _redacted(self, events: Sequence[Any], you: tuple[int, ...]) -> tuple[Any, ...]:
        """The events as those seats may see them; one person with several sees them as each in turn may not."""
        viewer = you[0] if len(you) == 1 else None
        return tuple([redact(event, viewer) for event in events])

    def show_room(self, only: Connection | None = None) -> None:
        """Show the whole room, to everybody or to one."""
        time, onlookers = now(), self.onlookers
        encoded: dict[PersonId | None, bytes] = {}
        for connection in [only] if only is not None else list(self.connections.values()):
            person = connection.session.person
            viewer = person if self.room.seats_of(person) else None
            data = encoded.get(viewer)
            if data is None:
                shown = RoomShown(room=view_room(self.game, self.room, viewer), onlookers=onlookers, now=time)
                data = encoded[viewer] = encode(shown)
            connection.send_bytes(data)

    async def show_missed(self, connection: Connection, since: int) -> None:
        """Send what happened in the game since a version."""
        room = self.room
        if since >= room.version:
            return
        count = room.version - since
        if count <= len(self._recent):
            events: list[AnyRoomEvent] = list(self._recent)[-count:]
        else:
            raw = await self._store.read(room.id, since, room.version)
            events = [decode_event(self.game, event) for event in raw]
        happened = [
            part for event in events if isinstance(event, Played | ClockRanOut | SeatOut) for part in event.events
        ]
        you = room.seats_of(connection.session.person)
        connection.send(Missed(room=room.id, since=since, events=self._redacted(happened, you)))

    @property
    def onlookers(self) -> int:
        """How many look on at this process."""
        return sum(not self.room.seats_of(connection.session.person) for connection in self.connections.values())

    def _close_older_connections(self, before: Room) -> None:
        """A newer connection has taken over: the older is told so and closed."""
        for old, new in zip(before.seats, self.room.seats, strict=False):
            if old.connection and new.connection and old.connection != new.connection and old.person == new.person:
                connection = self.connections.pop(old.connection, None)
                if connection is not None:
                    connection.room = None
                    connection.send_bytes(b'{"type":"taken_over"}')
                    connection.close(4001, "taken over")

    def _send_away(self, before: Room) -> None:
        """Whoever lost the seat, or is in a closed room, is in no room any more."""
        had_seat = {seat.person for seat in before.seats if seat.person and not seat.is_out}
        for connection in list(self.connections.values()):
            person = connection.session.person
            if self.room.closed:
                self._dismiss(connection, "closed")
            elif person in had_seat and not self.room.seats_of(person):
                self._dismiss(connection, "expelled" if person in self.room.expelled else "left")
            elif not self.room.seats_of(person) and not can_watch(self.room):
                self._dismiss(connection, "no_onlookers")

    def _dismiss(self, connection: Connection, reason: Any) -> None:
        self.connections.pop(connection.id, None)
        connection.room = None
        connection.send(RoomGone(room=self.room.id, reason=reason))

    # ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────

    async def settle(self, living: frozenset[str]) -> None:
        """After loading: charge outages to nobody, and note whose connections died with their process."""
        for outage in await self._store.outages(self.room.shifted_until):
            await self.submit(Shift("", outage.ended_at, outage.ended_at - outage.began_at))
        await self.note_dead_connections(living)

    async def note_dead_connections(self, living: frozenset[str]) -> None:
        """Those whose connection was at a process that lives no more are away."""
        for seat in self.room.seats:
            if seat.person and seat.connection and seat.connection.partition(":")[0] not in living:
                await self.submit(Disconnect(seat.person, seat.connection))

    async def tick(self) -> None:
        """Fire what is due."""
        await self.submit(Tick(""))

    @property
    def due_at(self) -> int | None:
        """When something will happen by itself."""
        return next_deadline(self.room)


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


def finished_game(room: Room) -> FinishedGame:
    """The game that has just ended, as it is found later."""
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
        last_version=room.version,
    )


def _cause(event: Played | ClockRanOut | SeatOut) -> Cause:
    return "played" if isinstance(event, Played) else "clock" if isinstance(event, ClockRanOut) else "out"
