"""What is said over a WebSocket: each message is read, done and answered."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from tablee.bots import levels_of
from tablee.kernel.data import Options
from tablee.kernel.play import parse_options
from tablee.kernel.refusals import Refusal
from tablee.protocol import PROTOCOL, incoming, outgoing
from tablee.rooms import commands
from tablee.rooms.decide import Answered
from tablee.rooms.names import LONGEST_ROOM_NAME, clean_name
from tablee.rooms.views import can_watch
from tablee.server import refusals
from tablee.server.bots import name_for
from tablee.server.clock import now
from tablee.server.connections import Connection, encode
from tablee.server.guessing import Guesses
from tablee.server.hall import Hall
from tablee.server.limits import Budget, Limit
from tablee.server.live import UNAVAILABLE, LiveRoom, Reply
from tablee.server.lobby import Wish, row_of
from tablee.server.secrets import hash_of_secret, is_password, new_seat_secret
from tablee.server.settings import ServerSettings
from tablee.store.contract import RoomPage, RoomQuery, Store, Unavailable

log = structlog.get_logger(__name__)

_decoder: Final[msgspec.json.Decoder[incoming.AnyIncoming]] = msgspec.json.Decoder(incoming.AnyIncoming)
_LISTED_AT_ONCE: Final = 50


_UNCOUNTED: Final = frozenset((incoming.Ping, incoming.WatchList, incoming.UnwatchList, incoming.Exit, incoming.Leave))
"""What is limited only as a message: it writes nothing, or is leaving, which nobody may be kept from."""


class Reception:
    """Admits people to rooms: looks codes up, checks access codes, limits attempts."""

    def __init__(self, hall: Hall, store: Store, settings: ServerSettings) -> None:
        self.hall, self.store, self.settings = hall, store, settings
        self.changes = Budget(settings.changes_per_minute, minutes=2)
        self.moves = Budget(settings.moves_per_minute, minutes=10)
        self.lookups = Limit.per_minute(30)
        self.guesses = Guesses()
        self.attempts_of_person = Limit.per_minute(5)
        self.attempts_of_address = Limit.per_minute(5)
        self.attempts_at_room = Limit.per_minute(20)

    async def find_room(self, name: str, address: str) -> LiveRoom | Refusal:
        """A room by its id or its code; looking codes up is limited."""
        if len(name) <= 6:
            wait = self.lookups.take(address)
            if wait:
                return refusals.rate_limited(wait)
            found = await self.store.find_code(name.upper())
            if found is None:
                return refusals.NO_SUCH_ROOM
            # What is limited is guessing: a whole class may come in by one code, from one address.
            self.lookups.give_back(address)
            name = found
        live = await self.hall.find(name)
        return refusals.NO_SUCH_ROOM if live is None or live.room.closed else live

    def bot_for(self, live: LiveRoom, host: str, level: str) -> commands.AddBot | Refusal:
        """The wish of a host to seat a bot of that level."""
        levels = levels_of(live.game, live.room.settings.capacity) if self.settings.bot_workers else ()
        if level not in levels:
            return refusals.NO_BOTS
        return commands.AddBot(host, level, name_for({seat.name for seat in live.room.seats}))

    async def check_access(self, live: LiveRoom, access: str | None, person: str, address: str) -> bool | Refusal:
        """Whether the access code is right."""
        access_hash = live.room.access_hash
        if access_hash is None:
            return True
        if access is None:
            return False
        limits = (
            (self.attempts_of_person, person),
            (self.attempts_of_address, address),
            (self.attempts_at_room, live.room.id),
        )
        return await self.guesses.check(address, limits, lambda: is_password(access_hash, access))

    async def may_play(self, person: str) -> Refusal | None:
        """A refusal where an account is required and this person has none."""
        if self.settings.require_account and await self.store.account_of(person) is None:
            return refusals.NOT_SIGNED_IN
        return None


class Conversation:
    """One connection's messages."""

    def __init__(self, connection: Connection, reception: Reception) -> None:
        self._connection, self._reception = connection, reception
        self._hall = reception.hall

    def welcome(self) -> None:
        """The first message."""
        name = self._connection.session.name
        self._connection.send(outgoing.Welcome(protocol=PROTOCOL, name=name, now=now()))

    def hear(self, data: bytes) -> "incoming.AnyIncoming | None":
        """Read a message; one that is too fast or can't be read is refused. Nothing is heard when the server stops."""
        if not self._hall.is_ready:
            return None
        if not self._connection.may_speak():
            if not self._connection.is_flooding():
                self._hall.metrics.limited("messages")
                self._refuse(_id_in(data), refusals.rate_limited(1))
            return None
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
            self._refuse(_id_in(data), refusals.bad_message(str(error).partition("\n")[0][:200]))
            return None
        if type(message) in _UNCOUNTED:
            return message
        is_move = type(message) is incoming.Act
        budget = self._reception.moves if is_move else self._reception.changes
        wait = budget.take(self._connection.session.person, self._connection.address)
        if wait:
            self._hall.metrics.limited("moves" if is_move else "changes")
            self._refuse(message.id, refusals.rate_limited(wait))
            return None
        return message

    def take(self, message: "incoming.AnyIncoming", then: Callable[[], None]) -> bool:
        """Hand a command to the room at once, and call back when it is answered.

        False if it is none, or the room is not in memory: then there is something to wait for before.
        """
        connection = self._connection
        live = None if connection.room is None else self._hall.held(connection.room)
        command = None if live is None else self._command_of(message, live)
        if live is None or command is None:
            return False
        if isinstance(command, Refusal):
            self._taken(message.id, then, command)
        else:
            live.do(command, connection, partial(self._taken, message.id, then))
        return True

    def _taken(self, id_: str, then: Callable[[], None], reply: Reply | Exception) -> None:
        try:
            self._reply(id_, UNAVAILABLE if isinstance(reply, Exception) else reply)
        finally:
            then()

    def _command_of(self, message: "incoming.AnyIncoming", live: LiveRoom) -> commands.AnyCommand | Refusal | None:
        """What a message asks of the room; None if nothing, or if something is to be told with the answer."""
        connection = self._connection
        by = connection.session.person
        match message:
            case incoming.Act():
                return commands.Act(
                    by,
                    connection=connection.id,
                    game=message.game,
                    turn=message.turn,
                    id=message.id,
                    action=message.action,
                    seat=message.seat,
                )
            case incoming.AddBot(level=level):
                return self._reception.bot_for(live, by, level)
            case incoming.ChangeSettings():
                settings = changed_settings(live, message)
                return settings if isinstance(settings, Refusal) else commands.ChangeSettings(by, settings)
            case _:
                make = _COMMANDS.get(type(message))
                return None if make is None else make(by, message)

    async def answer(self, message: "incoming.AnyIncoming") -> None:
        """Do what the message asks for, and say so."""
        try:
            await self._answer(message)
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))
            self._refuse(message.id, UNAVAILABLE)
        except Exception:
            # A bug of ours: whoever waits for an answer gets one, and what comes after is heard.
            log.exception("message_failed", type=type(message).__name__)
            self._refuse(message.id, UNAVAILABLE)

    async def _answer(self, message: "incoming.AnyIncoming") -> None:
        match message:
            case incoming.Enter():
                await self._enter(message)
            case incoming.Ping(id=id_):
                self._connection.send(outgoing.Pong(id=id_, now=now()))
            case incoming.WatchList():
                await self._watch_list(message)
            case incoming.UnwatchList(id=id_):
                self._unwatch_list()
                self._connection.send(outgoing.Acked(id=id_))
            case incoming.Exit(id=id_):
                await self.leave_room()
                self._connection.send(outgoing.Acked(id=id_))
            case incoming.MakeSeatLink():
                await self._do(message, new_seat_secret())
            case _:
                await self._do(message)

    async def _do(self, message: "incoming.AnyIncoming", seat_secret: str | None = None) -> None:
        """Hand a command to the room that this connection is in, and answer with what comes of it."""
        live = await self._current_room()
        if live is None:
            self._refuse(message.id, refusals.NOT_IN_A_ROOM)
            return
        if seat_secret is None:
            command = self._command_of(message, live)
        else:
            command = commands.MakeSeatLink(self._connection.session.person, hash_of_secret(seat_secret))
        if command is None:
            raise TypeError(f"nothing answers {type(message).__name__}")
        reply = command if isinstance(command, Refusal) else await live.submit(command, self._connection)
        self._reply(message.id, reply, seat_secret)

    def _reply(self, id_: str, reply: Reply, seat_secret: str | None = None) -> None:
        if isinstance(reply, Refusal):
            self._refuse(id_, reply)
        elif isinstance(reply, Answered) or not reply.has_acked:
            self._connection.send(outgoing.Acked(id=id_, version=reply.version, seat_secret=seat_secret))

    def _refuse(self, id_: str | None, refusal: Refusal) -> None:
        self._hall.metrics.refusals.labels(refusal.code).inc()
        self._connection.send(outgoing.Refused(id=id_, refusal=refusal))

    async def _current_room(self) -> LiveRoom | None:
        return None if self._connection.room is None else await self._hall.find(self._connection.room)

    # ── Entering ─────────────────────────────────────────────────────────────────────────────────────────

    async def _enter(self, message: incoming.Enter) -> None:
        connection, session = self._connection, self._connection.session
        live = await self._reception.find_room(message.room, connection.address)
        if isinstance(live, Refusal):
            self._refuse(message.id, live)
            return
        if connection.room is not None and connection.room != live.room.id:
            await self.leave_room()
        if message.seat_secret is not None:
            await self._recover(message, live, message.seat_secret)
            return
        if live.room.seats_of(session.person):
            command: commands.AnyCommand = commands.Connect(session.person, connection.id)
        elif message.join:
            joining = await self._joining(message, live)
            if isinstance(joining, Refusal):
                self._refuse(message.id, joining)
                return
            command = joining
        elif can_watch(live.room):
            if connection.is_over:
                return
            connection.room = live.room.id
            await self._show_in(message, live)
            live.recount()
            return
        else:
            self._refuse(message.id, refusals.NO_ONLOOKERS)
            return
        await self._take_place(message, live, command)

    async def _joining(self, message: incoming.Enter, live: LiveRoom) -> commands.Join | Refusal:
        connection, session = self._connection, self._connection.session
        refusal = await self._reception.may_play(session.person)
        if refusal is not None:
            return refusal
        admitted = await self._reception.check_access(live, message.access, session.person, connection.address)
        if isinstance(admitted, Refusal):
            return admitted
        return commands.Join(session.person, name=session.name, is_admitted=admitted, connection=connection.id)

    async def _recover(self, message: incoming.Enter, live: LiveRoom, secret: str) -> None:
        """Take a seat back with its secret; trying secrets out is limited like access codes."""
        connection, session = self._connection, self._connection.session
        following = new_seat_secret()
        command = commands.RecoverSeat(
            session.person,
            secret_hash=hash_of_secret(secret),
            next_hash=hash_of_secret(following),
            connection=connection.id,
        )
        limits = ((self._reception.attempts_of_address, connection.address),)

        async def is_right() -> bool:
            refusal = await self._take_place(message, live, command, following)
            return refusal is None or refusal.code != "wrong_code"

        checked = await self._reception.guesses.check(connection.address, limits, is_right)
        if isinstance(checked, Refusal):
            self._refuse(message.id, checked)

    async def _take_place(
        self, message: incoming.Enter, live: LiveRoom, command: commands.AnyCommand, seat_secret: str | None = None
    ) -> Refusal | None:
        """Tie the connection to the room first: if it is lost from now on, the room is told."""
        if self._connection.is_over:
            return None
        was_there = self._connection.id in live.connections
        self._connection.room = live.room.id
        reply = await live.submit(command, self._connection)
        if not isinstance(reply, Refusal):
            await self._show_in(message, live, seat_secret)
            return None
        if not was_there:
            self._step_out(live)
        self._refuse(message.id, reply)
        return reply

    async def _show_in(self, message: incoming.Enter, live: LiveRoom, seat_secret: str | None = None) -> None:
        """The answer, then what was missed, then the room as it is; all that happens from now on follows."""
        connection = self._connection
        missed = None if message.since is None else await live.missed(connection, message.since)
        if connection.room != live.room.id or not live.admit(connection):
            return  # it is lost already
        connection.send(outgoing.Acked(id=message.id, version=live.room.version, seat_secret=seat_secret))
        if missed is not None:
            connection.send_bytes(encode(missed))
        live.show_room(only=connection)
        if live.room.closed:
            live.dismiss(connection, "closed")

    def _step_out(self, live: LiveRoom) -> None:
        live.connections.pop(self._connection.id, None)
        self._connection.room = None

    async def leave_room(self) -> None:
        """This connection no longer listens to its room; the seat is kept, as after a lost connection."""
        live = await self._current_room()
        if live is None:
            return
        self._step_out(live)
        person = self._connection.session.person
        if live.room.seats_of(person):
            await live.submit(commands.Disconnect(person, self._connection.id))
        else:
            live.recount()

    async def end(self) -> None:
        """The connection is gone."""
        self._unwatch_list()
        try:
            await self.leave_room()
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))

    # ── The rest ─────────────────────────────────────────────────────────────────────────────────────────

    async def _watch_list(self, message: incoming.WatchList) -> None:
        filters = RoomQuery(
            search=message.search,
            game=message.game,
            is_private=message.is_private,
            capacity=message.capacity,
            limit=_LISTED_AT_ONCE,
        )
        wish = Wish(filters, message.active_within)
        try:
            page = await self._hall.store.list_rooms(wish.page(message.before))
        except ValueError as error:  # It is no page's `next`.
            self._refuse(message.id, refusals.bad_message(str(error)))
            return
        if self._connection.is_over:
            return
        self._connection.send(outgoing.Acked(id=message.id))
        self._show_list(wish, page, message.before)

    def _show_list(self, wish: Wish, page: RoomPage, before: str | None = None) -> None:
        follow = self._hall.lobby.follow if before is None else self._hall.lobby.look_further
        follow(self._connection, wish, page.rooms)
        rooms = tuple(row_of(row.room, row.summary) for row in page.rooms)
        self._connection.send_bytes(encode(outgoing.ListShown(rooms=rooms, next=page.next, before=before)))

    async def show_newest(self) -> None:
        """To a client that was too slow for a while: all that it follows, as it is now."""
        connection = self._connection
        try:
            live = await self._current_room()
            if live is not None and connection.id in live.connections:
                live.show_room(only=connection)
            wish = self._hall.lobby.wish_of(connection)
            if wish is not None:
                self._show_list(wish, await self._hall.store.list_rooms(wish.page()))
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))

    def _unwatch_list(self) -> None:
        self._hall.lobby.unfollow(self._connection)


def changed_settings(live: LiveRoom, message: incoming.ChangeSettings) -> commands.Settings | Refusal:
    """The room's settings with what the message changes."""
    present = live.room.settings
    name: str | None = present.name
    if message.name is not None:
        name = clean_name(message.name, LONGEST_ROOM_NAME)
        if name is None:
            return refusals.BAD_ROOM_NAME
    options: Options = present.options
    if message.options is not None:
        parsed = parse_options(live.game, message.options)
        if isinstance(parsed, Refusal):
            return parsed
        options = parsed
    capacity = present.capacity if message.capacity is None else message.capacity
    levels = levels_of(live.game, capacity)
    if any(seat.bot is not None and seat.bot not in levels for seat in live.room.seats):
        return refusals.BOT_PLAYS_OTHER_SEATS
    return commands.Settings(
        name=name or present.name,
        options=options,
        capacity=capacity,
        policy=present.policy if message.policy is None else message.policy,
        clock=present.clock if message.clock is None else message.clock or None,
        onlookers=present.onlookers if message.onlookers is None else message.onlookers,
    )


_COMMANDS: dict[type, Callable[[str, Any], commands.AnyCommand]] = {
    incoming.PickColour: lambda by, message: commands.PickColour(by, message.colour),
    incoming.SayReady: lambda by, message: commands.SayReady(by, message.ready),
    incoming.RemoveBot: lambda by, message: commands.RemoveBot(by, message.seat, message.since),
    incoming.Expel: lambda by, message: commands.Expel(by, message.seat, message.since),
    incoming.Start: lambda by, _: commands.Start(by),
    incoming.Leave: lambda by, _: commands.Leave(by),
    incoming.Vote: lambda by, message: commands.Vote(by, message.again),
}


class _OnlyId(msgspec.Struct):
    id: str | None = None


def _id_in(data: bytes) -> str | None:
    """The id of a message that can't be read otherwise, if that much can."""
    try:
        found = msgspec.json.decode(data, type=_OnlyId).id
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError):
        return None
    return found if found is None or len(found) <= 64 else None
