"""A conversation over a WebSocket: each message is read, done and answered, one after the other."""

from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

import msgspec
import structlog

from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective
from tablee.protocol import PROTOCOL, incoming, outgoing
from tablee.rooms.commands import (
    Act,
    AnyCommand,
    AskHint,
    Connect,
    Disconnect,
    HoldSeats,
    Leave,
    RecoverSeat,
    RenewSeatLink,
    RoomRequest,
)
from tablee.rooms.refusals import NOT_IN_ROOM
from tablee.rooms.views import can_watch
from tablee.server import refusals
from tablee.server.clock import now
from tablee.server.connections import Connection, encode
from tablee.server.credentials import hash_of_secret, new_seat_secret
from tablee.server.limits import Share
from tablee.server.live_room import UNAVAILABLE, Done, LiveRoom, Reply
from tablee.server.lobby import Wish, row_of
from tablee.server.reception import Reception
from tablee.server.sessions import BotSession
from tablee.store.contract import RoomPage, RoomQuery, Unavailable

log = structlog.get_logger(__name__)

Run: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]
"""Runs something in the background."""

_decoder: Final[msgspec.json.Decoder[incoming.AnyIncoming]] = msgspec.json.Decoder(incoming.AnyIncoming)
_LISTED_AT_ONCE: Final = 50

_UNCOUNTED: Final = frozenset(
    (incoming.Ping, incoming.WatchList, incoming.UnwatchList, incoming.Exit, incoming.Emote, Leave)
)
"""Messages that no budget counts: they write nothing, or leave, which must always be possible."""


class Conversation:
    """One connection's messages, whichever transport carries them: answered in the order in which they came."""

    __slots__ = (
        "_changes",
        "_current",
        "_hall",
        "_is_going_on",
        "_moves",
        "_queue",
        "_reception",
        "_run",
        "connection",
    )

    def __init__(self, connection: Connection, reception: Reception, run: Run) -> None:
        self.connection, self._reception, self._run = connection, reception, run
        self._hall = reception.hall
        self._moves: Share | None = None
        self._changes: Share | None = None
        """Its shares of both budgets; None before the first message."""
        self._queue: list[incoming.AnyIncoming] = []
        self._current: incoming.AnyIncoming | None = None
        """The message that is being done."""
        self._is_going_on = False

    @property
    def is_idle(self) -> bool:
        return self._current is None

    def welcome(self) -> None:
        name = self.connection.session.name
        self.connection.send(outgoing.Welcome(protocol=PROTOCOL, name=name, now=now()))

    def hear(self, data: bytes) -> None:
        """Take a message; nothing is heard when the server stops."""
        if self.connection.is_over or not self._hall.is_ready:
            return
        if len(data) > self._reception.settings.message_bytes:
            self.connection.close_too_big()
            return
        message = self._read(data)
        if message is not None:
            self._queue.append(message)
            self._go_on()

    def _read(self, data: bytes) -> "incoming.AnyIncoming | None":
        connection = self.connection
        if not connection.may_speak():
            if not connection.is_flooding():
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
        is_move = type(message) is Act
        share = self._moves if is_move else self._changes
        wait = (share or self._share(is_move=is_move)).take()
        if wait:
            self._hall.metrics.limited("moves" if is_move else "changes")
            self._refuse(message.id, refusals.rate_limited(wait))
            return None
        return message

    def _share(self, *, is_move: bool) -> Share:
        person, address = self.connection.session.person, self.connection.address
        if is_move:
            share = self._moves = self._reception.moves.share(person, address)
        else:
            share = self._changes = self._reception.changes.share(person, address)
        return share

    def _go_on(self) -> None:
        """Do the messages that wait, up to one that is not answered at once."""
        if self._is_going_on:
            return
        self._is_going_on = True
        connection = self.connection
        while self._queue and self._current is None and not connection.is_over:
            message = self._current = self._queue.pop(0)
            live = None if connection.room is None else self._hall.rooms.get(connection.room)
            if live is not None and isinstance(message, RoomRequest) and type(message) is not AskHint:
                live.ask(message, connection.sender, self._replied, connection)
            else:
                self._run(self._do(message))
        self._is_going_on = False

    def _replied(self, reply: Reply | BaseException) -> None:
        """The room has done what the current message asks of it, or refused."""
        message, self._current = self._current, None
        if message is not None:
            self._reply(message.id, UNAVAILABLE if isinstance(reply, BaseException) else reply)
        self._go_on()

    async def _do(self, message: "incoming.AnyIncoming") -> None:
        """Do what has to wait for more than a room in memory, and go on."""
        try:
            await self._answer(message)
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))
            self._refuse(message.id, UNAVAILABLE)
        except Exception:
            # A bug of ours: the client gets an answer, and what it sends next is heard.
            log.exception("message_failed", type=type(message).__name__)
            self._refuse(message.id, UNAVAILABLE)
        self._current = None
        self._go_on()

    async def _answer(self, message: "incoming.AnyIncoming") -> None:
        match message:
            case incoming.Enter():
                await self._enter(message)
            case incoming.Ping(id=id_):
                self.connection.send(outgoing.Pong(id=id_, now=now()))
            case incoming.WatchList():
                await self._watch_list(message)
            case incoming.UnwatchList(id=id_):
                self._hall.lobby.unfollow(self.connection)
                self.connection.send(outgoing.Acked(id=id_))
            case incoming.Exit(id=id_):
                await self.leave_room()
                self.connection.send(outgoing.Acked(id=id_))
            case incoming.MakeSeatLink(id=id_):
                secret = new_seat_secret()
                await self._ask_room(id_, RenewSeatLink(hash_of_secret(secret)), seat_secret=secret)
            case incoming.Invite(id=id_, seats=seats):
                secret = new_seat_secret()
                await self._ask_room(id_, HoldSeats(seats, hash_of_secret(secret)), invitation=secret)
            case incoming.Emote():
                await self._emote(message)
            case AskHint():
                await self._hint(message)
            case _:
                await self._ask_room(message.id, message)

    async def _ask_room(self, id_: str, command: AnyCommand, **secrets: str) -> None:
        """Hand a command to the room that this connection is in, once it is in memory.

        The secrets, whose hashes the room keeps, go out with the answer.
        """
        live = await self._current_room()
        if live is None:
            self._refuse(id_, refusals.NOT_IN_A_ROOM)
        else:
            self._reply(id_, await live.submit(command, self.connection.sender, self.connection), **secrets)

    async def _emote(self, message: incoming.Emote) -> None:
        live = await self._current_room()
        seats = () if live is None else live.room.seats_of(self.connection.session.person)
        if live is None or not seats:
            self._refuse(message.id, NOT_IN_ROOM)
            return
        wait = self._reception.emotes.take(self.connection.session.person)
        if wait:
            self._hall.metrics.limited("messages")
            self._refuse(message.id, refusals.rate_limited(wait))
            return
        live.audience.tell_emote(seats[0], message.emote)
        self.connection.send(outgoing.Acked(id=message.id))

    async def _hint(self, message: AskHint) -> None:
        """Answer that a hint was asked for, and go on: it comes when a bot has thought of it."""
        wait = self._reception.hints.take(self.connection.session.person)
        if wait:
            self._hall.metrics.limited("changes")
            self._refuse(message.id, refusals.rate_limited(wait))
            return
        live = await self._current_room()
        if live is None:
            self._refuse(message.id, refusals.NOT_IN_A_ROOM)
            return
        reply = await live.submit(message, self.connection.sender, self.connection)
        self._reply(message.id, reply)
        if not isinstance(reply, Refusal):
            self._run(self._think_for(message, live))

    async def _think_for(self, message: AskHint, live: LiveRoom) -> None:
        room, play = live.room, live.room.play
        seats = room.seats_of(self.connection.session.person)
        if play is None or not seats:
            return
        seat = seats[0] if message.seat is None else message.seat
        sight = perspective(live.game, play.state, seat)
        if (play.id, play.turn) != (message.game, message.turn) or not sight.legal:
            return  # The game has moved on: nobody needs it.
        action = await self._reception.bots.hint(live.game, sight)
        hinted = outgoing.Hinted(id=message.id, room=room.id, game=play.id, turn=play.turn, seat=seat, action=action)
        self.connection.send_bytes(encode(hinted))

    def _reply(self, id_: str, reply: Reply, **secrets: str) -> None:
        if isinstance(reply, Done) and reply.has_acked:
            return
        if isinstance(reply, Refusal):
            self._refuse(id_, reply)
        else:
            self.connection.send(outgoing.Acked(id=id_, version=reply.version, **secrets))

    def _refuse(self, id_: str | None, refusal: Refusal) -> None:
        self._hall.metrics.refusals.labels(refusal.code).inc()
        self.connection.send(outgoing.Refused(id=id_, refusal=refusal))

    async def _current_room(self) -> LiveRoom | None:
        return None if self.connection.room is None else await self._hall.find(self.connection.room)

    # ── Entering ─────────────────────────────────────────────────────────────────────────────────────────

    async def _enter(self, message: incoming.Enter) -> None:
        connection, session = self.connection, self.connection.session
        live = await self._reception.find_room(message.room, connection.address)
        if isinstance(live, Refusal):
            self._refuse(message.id, live)
            return
        if connection.room is not None and connection.room != live.room.id:
            await self.leave_room()
        if message.seat_secret is not None:
            if isinstance(session, BotSession):
                self._refuse(message.id, refusals.NOT_FOR_BOTS)
            else:
                await self._recover(message, live, message.seat_secret)
            return
        if live.room.seats_of(session.person):
            command: AnyCommand = Connect()
        elif message.join:
            joining = await self._reception.joining(
                live, session, connection.address, message.access, message.invitation
            )
            if isinstance(joining, Refusal):
                self._refuse(message.id, joining)
                return
            command = joining
        elif can_watch(live.room):
            if connection.is_over:
                return
            connection.room = live.room.id
            await self._show_in(message, live)
            live.audience.recount()
            return
        else:
            self._refuse(message.id, refusals.NO_ONLOOKERS)
            return
        await self._take_place(message, live, command)

    async def _recover(self, message: incoming.Enter, live: LiveRoom, secret: str) -> None:
        """Take a seat back with its secret; trying secrets out is limited like access codes."""
        address, following = self.connection.address, new_seat_secret()
        command = RecoverSeat(hash_of_secret(secret), hash_of_secret(following))
        limits = ((self._reception.attempts_of_address, address),)

        async def is_right() -> bool:
            refusal = await self._take_place(message, live, command, following)
            return refusal is None or refusal.code != "wrong_code"

        checked = await self._reception.guesses.check(address, limits, is_right)
        if isinstance(checked, Refusal):
            self._refuse(message.id, checked)

    async def _take_place(
        self, message: incoming.Enter, live: LiveRoom, command: AnyCommand, seat_secret: str | None = None
    ) -> Refusal | None:
        """Tie the connection to the room first, so that the room learns if it is lost from now on."""
        if self.connection.is_over:
            return None
        was_there = self.connection.id in live.connections
        self.connection.room = live.room.id
        reply = await live.submit(command, self.connection.sender, self.connection)
        if not isinstance(reply, Refusal):
            await self._show_in(message, live, seat_secret)
            return None
        if not was_there:
            self._step_out(live)
        self._refuse(message.id, reply)
        return reply

    async def _show_in(self, message: incoming.Enter, live: LiveRoom, seat_secret: str | None = None) -> None:
        """The answer, then what was missed, then the room as it is; all that happens from now on follows."""
        connection = self.connection
        missed = None if message.since is None else await live.missed(connection.session.person, message.since)
        if connection.room != live.room.id or not live.audience.admit(connection):
            return  # it is lost already
        connection.send(outgoing.Acked(id=message.id, version=live.room.version, seat_secret=seat_secret))
        if missed is not None:
            connection.send_bytes(encode(missed))
        live.audience.show_room(only=connection)
        if live.room.closed:
            live.audience.dismiss(connection, "closed")

    def _step_out(self, live: LiveRoom) -> None:
        live.connections.pop(self.connection.id, None)
        self.connection.room = None

    async def leave_room(self) -> None:
        """This connection no longer listens to its room; the seat is kept, as after a lost connection."""
        live = await self._current_room()
        if live is None:
            return
        self._step_out(live)
        if live.room.seats_of(self.connection.session.person):
            await live.submit(Disconnect(), self.connection.sender)
        else:
            live.audience.recount()

    async def end(self) -> None:
        self._hall.lobby.unfollow(self.connection)
        try:
            await self.leave_room()
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))

    # ── The rest ─────────────────────────────────────────────────────────────────────────────────────────

    async def _watch_list(self, message: incoming.WatchList) -> None:
        filters = RoomQuery(
            search=message.search,
            game=message.game,
            visibility=message.visibility,
            capacity=message.capacity,
            limit=_LISTED_AT_ONCE,
        )
        wish = Wish(filters, message.active_within)
        try:
            page = await self._hall.store.list_rooms(wish.page(message.before))
        except ValueError as error:  # It is no page's `next`.
            self._refuse(message.id, refusals.bad_message(str(error)))
            return
        if self.connection.is_over:
            return
        self.connection.send(outgoing.Acked(id=message.id))
        self._show_list(wish, page, message.before)

    def _show_list(self, wish: Wish, page: RoomPage, before: str | None = None) -> None:
        follow = self._hall.lobby.follow if before is None else self._hall.lobby.look_further
        follow(self.connection, wish, page.rooms)
        rooms = tuple(row_of(row.room, row.summary) for row in page.rooms)
        self.connection.send_bytes(encode(outgoing.ListShown(rooms=rooms, next=page.next, before=before)))

    async def show_newest(self) -> None:
        """To a client that was too slow for a while: all that it follows, as it is now."""
        connection = self.connection
        try:
            live = await self._current_room()
            if live is not None and connection.id in live.connections:
                live.audience.show_room(only=connection)
            wish = self._hall.lobby.wish_of(connection)
            if wish is not None:
                self._show_list(wish, await self._hall.store.list_rooms(wish.page()))
        except Unavailable as error:
            log.warning("store_unavailable", error=str(error))


class _OnlyId(msgspec.Struct):
    id: str | None = None


def _id_in(data: bytes) -> str | None:
    """The id of a message that can't be read otherwise, if that much can."""
    try:
        found = msgspec.json.decode(data, type=_OnlyId).id
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError):
        return None
    return found if found is None or len(found) <= 64 else None
