"""A table as its player sees it: the newest state of the room, kept up to date, and what can be done there."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tablee.client.errors import ClientError, ConnectionFailed, RefusedError, TableGone
from tablee.client.web import Web
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusals import Refusal
from tablee.protocol.close_codes import BANNED, SESSION_ENDED, TAKEN_OVER

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
_PING_EVERY: Final = 20.0
"""Seconds between pings, which detect a server that vanished."""

Json = dict[str, Any]


class Turn(Struct, frozen=True):
    """It is this player's turn: what it sees, and what it may do."""

    seat: int
    number: int
    view: Any
    legal: list[Json]
    game: str
    """The game that is played: each game of a room has an id of its own."""


class Table:
    """One connection to one room."""

    def __init__(
        self,
        web: Web,
        room: str,
        *,
        join: bool = False,
        access: str | None = None,
        seat_secret: str | None = None,
        invitation: str | None = None,
    ) -> None:
        self._web = web
        self._enter: Json = {
            "room": room,
            "join": join,
            "access": access,
            "seat_secret": seat_secret,
            "invitation": invitation,
        }
        self.room: Json | None = None
        """The room as the server shows it; None before it was first shown."""
        self.events: list[Json] = []
        """All events of the games since this table was opened, as this player may see them."""
        self.reconnections = 0
        self.seat_secret: str | None = None
        """The secret of the seat's link, where one was asked for."""
        self.received: list[bytes] | None = None
        """Everything the server sent, if set to a list: for tests."""
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._waiting: dict[str, tuple[Json, asyncio.Future[Json]]] = {}
        self._hints: dict[str, Json] = {}
        """By the id under which they were asked for, until they are taken."""
        self._count = random.getrandbits(48)
        self._gone: ClientError | None = None

    # ── Coming and going ─────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Connect and enter the room. Raises RefusedError or ConnectionFailed."""
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._stay_connected(entered))
        try:
            await entered
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Disconnect; the seat is kept."""
        self._gone = self._gone or TableGone("closed by this client")
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ClientError):
                await self._task
        if self._socket is not None:
            await self._socket.close()

    async def _stay_connected(self, entered: asyncio.Future[None]) -> None:
        """Connect, listen, and connect again whenever the connection is lost."""
        pause = _FIRST_PAUSE
        try:
            while True:
                address = self._web.address
                try:
                    await self._converse(address, entered)
                except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as error:
                    self._check_final(error, entered)
                self._web.turn_from(address)
                pause = _FIRST_PAUSE if self._socket is not None else min(_LONGEST_PAUSE, pause * 2)
                self._socket = None
                self.reconnections += 1
                await asyncio.sleep(pause * (0.5 + random.random()))
        except Exception as error:
            self._gone = error if isinstance(error, ClientError) else ClientError(f"a bug ended the table: {error!r}")
            if not entered.done():
                entered.set_exception(self._gone)
            if self._gone is not error:
                raise
        finally:
            await self._wake()

    def _check_final(self, error: Exception, entered: asyncio.Future[None]) -> None:
        """Raise for an end that is final; others are worth another try."""
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd is not None else None
        if code == TAKEN_OVER:
            raise TableGone("taken over by a newer connection") from error
        if code == SESSION_ENDED:
            raise ConnectionFailed("the session has ended") from error
        if code == BANNED:
            raise ConnectionFailed("the server's host has banned this person or address") from error
        if isinstance(error, InvalidStatus) and error.response.status_code in (401, 403, 404):
            raise ConnectionFailed(f"the server answered {error.response.status_code}") from error
        if not entered.done() and isinstance(error, OSError) and self.reconnections >= 3:
            raise ConnectionFailed(f"{self._web.address} can't be reached: {error}") from error

    async def _converse(self, address: str, entered: asyncio.Future[None]) -> None:
        headers = {**self._web.headers, **({"cookie": self._web.cookie} if self._web.cookie else {})}
        async with connect(
            f"ws{address.removeprefix('http')}/ws",
            additional_headers=headers,
            compression=None,
            max_size=None,
            ping_interval=_PING_EVERY,
            open_timeout=10,
        ) as socket:
            self._web.take_cookie(socket.response.headers.get("set-cookie") if socket.response else None)
            version = self.room["version"] if self.room else None
            enter_id = self._next_id()
            await self._send(socket, {"type": "enter", "id": enter_id, "since": version, **self._enter})
            async for data in socket:
                raw = data if isinstance(data, bytes) else data.encode()
                if self.received is not None:
                    self.received.append(raw)
                message = msgspec.json.decode(raw)
                if message.get("id") == enter_id:
                    self._entered(message, entered)
                    self._socket = socket
                    for request, _ in list(self._waiting.values()):
                        await self._send(socket, request)
                else:
                    await self._hear(message)
                if self._socket is not None and self.room is not None and not entered.done():
                    entered.set_result(None)

    def _entered(self, message: Json, entered: asyncio.Future[None]) -> None:
        if message["type"] == "refused":
            refusal = msgspec.convert(message["refusal"], Refusal)
            if refusal.code in ("unavailable", "rate_limited") and entered.done():
                raise ConnectionResetError(refusal.code)
            raise RefusedError(refusal)
        self.seat_secret = message.get("seat_secret") or self.seat_secret
        # From now on the seat is known by the session.
        self._enter = {**self._enter, "seat_secret": None, "join": False, "access": None, "invitation": None}

    # ── Listening ────────────────────────────────────────────────────────────────────────────────────────

    async def _hear(self, message: Json) -> None:
        match message["type"]:
            case "room":
                self.room = message["room"]
                if self._task is not None:
                    self._enter["room"] = message["room"]["id"]
                await self._wake()
            case "moved" if self._socket is None:
                pass  # Not in yet: it comes again with all that was missed.
            case "moved":
                self._take_in_move(message)
                if message.get("ack"):
                    self._answer(message["ack"], message)
                await self._wake()
            case "hinted":
                self._hints[message["id"]] = message["action"]
                await self._wake()
            case "missed":
                self.events.extend(event for move in message["moves"] for event in move["events"])
            case "acked" | "refused" | "pong":
                if message["id"] is not None:
                    self._answer(message["id"], message)
            case "room_gone":
                raise TableGone(message["reason"])
            case _:
                pass

    def _take_in_move(self, message: Json) -> None:
        if self.room is None or message["version"] <= self.room["version"]:
            return
        self.room = {**self.room, "version": message["version"], "play": message["play"], "seats": message["seats"]}
        self.events.extend(message["events"])

    def _answer(self, id_: str, message: Json) -> None:
        waiting = self._waiting.pop(id_, None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(message)

    async def _wake(self) -> None:
        if self._gone is not None:
            for _, future in self._waiting.values():
                if not future.done():
                    future.set_exception(self._gone)
        async with self._changed:
            self._changed.notify_all()

    # ── Asking ───────────────────────────────────────────────────────────────────────────────────────────

    async def ask(self, /, type_: str, **fields: Any) -> Json:
        """Send a message and wait for its answer, through lost connections too. Raises RefusedError."""
        if self._gone is not None:
            raise self._gone
        id_ = self._next_id()
        request = {"type": type_, "id": id_, **fields}
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = (request, future)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._send(self._socket, request)
        try:
            answer = await future
        finally:
            self._waiting.pop(id_, None)  # A caller that gave up does not want it sent again.
        if answer["type"] == "refused":
            refusal = msgspec.convert(answer["refusal"], Refusal)
            if refusal.code != "rate_limited":
                raise RefusedError(refusal)
            await asyncio.sleep(refusal.wait or 1)
            return await self.ask(type_, **fields)
        return answer

    async def act(self, action: Any, seat: int | None = None, turn: Turn | None = None) -> Json:
        """Play an action, in the turn that it was chosen for; without one, in the present turn.

        Give the turn after thinking for long: if it has passed meanwhile, the action is refused as stale.
        """
        if turn is not None:
            return await self.ask("act", game=turn.game, turn=turn.number, action=action, seat=turn.seat)
        return await self.ask("act", **self._present_turn(), action=action, seat=seat)

    async def take_back(self, seat: int | None = None) -> Json:
        """Return the game to this player's last decision, or ask the others to let it."""
        return await self.ask("take_back", **self._present_turn(), seat=seat)

    async def answer_take_back(self, *, agree: bool) -> Json:
        return await self.ask("answer_take_back", **self._present_turn(), agree=agree)

    async def hint(self, seat: int | None = None) -> Json:
        """Ask what a bot would do in this player's place: one of the legal actions."""
        id_ = (await self.ask("ask_hint", **self._present_turn(), seat=seat))["id"]
        await self.until(lambda _: id_ in self._hints)
        return self._hints.pop(id_)

    async def add_bot(self, level: str) -> None:
        """Give a seat to a bot of the server's own, as the host."""
        await self.ask("add_bot", level=level)

    async def start(self) -> None:
        """Start the game, as the host, in a room that waits for that."""
        await self.ask("start")

    async def play_again(self) -> None:
        """Vote for another game, after the end."""
        await self.ask("vote", again=True)

    async def leave(self) -> None:
        """Give up the seat: in a running game that is a forfeit."""
        try:
            await self.ask("leave")
        except TableGone:
            pass
        except RefusedError as error:
            if error.refusal.code != "not_in_room":  # Else it was heard, and its answer lost.
                raise

    async def seat_link(self) -> str:
        """Make a new secret for the seat's link."""
        answer = await self.ask("make_seat_link")
        self.seat_secret = answer["seat_secret"]
        return str(answer["seat_secret"])

    async def invite(self, seats: int) -> str:
        """Hold seats for anyone who has the invitation, as the host; returns its secret."""
        return str((await self.ask("invite", seats=seats))["invitation"])

    # ── Waiting ──────────────────────────────────────────────────────────────────────────────────────────

    async def changes(self) -> AsyncIterator[Json]:
        """The room, each time it has changed; ends when there is nothing more to come."""
        seen = -1
        while self._gone is None:
            if self.room is not None and self.room["version"] != seen:
                seen = self.room["version"]
                yield self.room
                continue
            async with self._changed:
                if self._gone is None and (self.room is None or self.room["version"] == seen):
                    await self._changed.wait()

    async def until(self, condition: Any) -> Json:
        """Wait until the room meets a condition. Raises what ended the table otherwise."""
        while True:
            if self.room is not None and condition(self.room):
                return self.room
            if self._gone is not None:
                raise self._gone
            async with self._changed:
                if self._gone is None and not (self.room is not None and condition(self.room)):
                    await self._changed.wait()

    async def my_turn(self) -> Turn | None:
        """Wait for this player's turn; None when the game is over.

        Before the game begins it does its part: it says that it is ready where the room asks for that, and starts a
        game that waits for it as the host once all seats are taken.
        """
        try:
            await self._help_begin()
            room = await self.until(lambda room: self._turn_in(room) is not None or room["status"] == "finished")
        except TableGone:
            return None
        return self._turn_in(room)

    async def _help_begin(self) -> None:
        """Do what the start waits for of this player, each time that something has changed, until the game begins."""
        async for room in self.changes():
            if room["status"] != "waiting":
                return
            owed = _owed_before_start(room)
            if owed is not None:
                with contextlib.suppress(RefusedError):  # Someone has left, or the game has begun.
                    await self.ask(**owed)

    async def turns(self) -> AsyncIterator[Turn]:
        """Each of this player's turns, to the end of the game: `async for turn in table.turns()`."""
        while (turn := await self.my_turn()) is not None:
            yield turn

    @property
    def gone(self) -> ClientError | None:
        """Why there is nothing more to come; None while there is."""
        return self._gone

    @property
    def outcome(self) -> Outcome | None:
        play = (self.room or {}).get("play")
        return None if not play or play["outcome"] is None else msgspec.convert(play["outcome"], Outcome)

    def _turn_in(self, room: Json) -> Turn | None:
        play = room["play"]
        if play is None or room["status"] != "playing":
            return None
        for seen in play["seen"]:
            if seen["legal"]:
                return Turn(seen["seat"], seen["turn"], seen["view"], seen["legal"], play["id"])
        return None

    def _present_turn(self) -> Json:
        play: Json | None = (self.room or {}).get("play")
        if play is None:
            raise ClientError("no game is being played")
        return {"game": play["id"], "turn": play["seen"][0]["turn"]}

    def _next_id(self) -> str:
        self._count += 1
        return f"{self._count:x}"

    @staticmethod
    async def _send(socket: ClientConnection, message: Json) -> None:
        given = {key: value for key, value in message.items() if value is not None}
        await socket.send(msgspec.json.encode(given).decode())


def _owed_before_start(room: Json) -> Json | None:
    """The message with which this player helps the game to begin; None if there is nothing to do."""
    if room["status"] != "waiting" or not room["you"]:
        return None
    own, seats = room["you"][0], room["seats"]
    if room["policy"] == "ready" and not seats[own]["is_ready"]:
        return {"type_": "say_ready", "ready": True}
    is_complete = len(seats) == room["capacity"] and all(seat["is_connected"] for seat in seats)
    return {"type_": "start"} if room["policy"] == "host" and room["host"] == own and is_complete else None
