"""The connections in a room, and what each of them is sent: what its viewer may see, encoded once for all alike."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Raw
from msgspec.json import Encoder

from tablee.kernel.game import AnyGame
from tablee.kernel.views import are_open, redact
from tablee.protocol.close_codes import TAKEN_OVER
from tablee.protocol.incoming import EmoteName
from tablee.protocol.outgoing import (
    AnyOutgoing,
    Cause,
    Emoted,
    GoneReason,
    HostShown,
    Missed,
    MissedMove,
    Moved,
    OnlookersCounted,
    RoomGone,
    RoomShown,
    TakenOver,
)
from tablee.rooms.commands import PersonId, is_bot_account
from tablee.rooms.events import AnyRoomEvent, ClockRanOut, Played, SeatOut, TakenBack
from tablee.rooms.state import Play, Room, Seat
from tablee.rooms.views import Showing, can_watch, view_seats, views_of
from tablee.server.clock import now
from tablee.server.connections import Connection, encode

Move: TypeAlias = Played | TakenBack | ClockRanOut | SeatOut
"""Events that move a game forward or back."""

SHOWN_AGAIN: Final = 24
"""How many of the moves that somebody missed come with how it stood before them."""

_CAUSES: Final[Mapping[type[Move], Cause]] = {
    Played: "played", TakenBack: "taken_back", ClockRanOut: "clock", SeatOut: "out"
}  # fmt: skip

NAMED_ONLOOKERS: Final = 20
"""How many are named; all are counted."""

_encode: Final = Encoder().encode


class Audience:
    """The connections in a room."""

    def __init__(self, game: AnyGame, room: Room, gathered_for: float) -> None:
        self._game, self._gathered_for = game, gathered_for
        self.room = room
        """The room as everyone may know it: what happened is on disk."""
        self.connections: dict[str, Connection] = {}
        self._seats: tuple[Seat, ...] = ()
        self._seats_shown: Any = Raw(b"[]")
        """Those seats, encoded: moves rarely change them."""
        self._seats_of: dict[PersonId, tuple[int, ...]] = {}
        """The holder of each of them."""
        self._gathering: asyncio.TimerHandle | None = None
        """Runs while comings and goings are gathered."""
        self._owes_room = False
        """Whether the room is to be shown when they have been."""
        self._told_onlookers: list[str] = []

    # ── Coming and going ─────────────────────────────────────────────────────────────────────────────────

    def admit(self, connection: Connection) -> bool:
        """Let a connection listen from now on, unless a newer one of the same person has taken over meanwhile."""
        seats = self.room.seats_of(connection.session.person)
        if any(self.room.seats[number].connection not in (None, connection.id) for number in seats):
            _close_older(connection)
            return False
        self.connections[connection.id] = connection
        return True

    def close_older_connections(self, before: Room) -> None:
        """Tell connections from which a newer one has taken over, and close them."""
        for old, new in zip(before.seats, self.room.seats, strict=False):
            if old.connection and new.connection and old.connection != new.connection and old.since == new.since:
                connection = self.connections.pop(old.connection, None)
                if connection is not None:
                    _close_older(connection)

    def send_away(self, before: Room, events: Sequence[AnyRoomEvent]) -> None:
        """Dismiss those who lost their seat, or may not watch, and everyone from a closed room."""
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
        self.connections.pop(connection.id, None)
        connection.room = None
        connection.send(RoomGone(room=self.room.id, reason=reason))

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────────────

    def send_moved(self, moves: Sequence[Move], mover: Connection | None, ack: str | None) -> None:
        """Send what happened in the game, and the game as it is now; to the mover, who knows, last, with the answer."""
        room, time, last = self.room, now(), moves[-1]
        if not self.connections or room.play is None:
            return
        showing = Showing(self._game, room, room.play, is_sent=True)
        cause, seat = _CAUSES[type(last)], _seat_of(last)
        happened = _events_of(moves)
        told: Any = Raw(_encode(happened)) if are_open(happened) else None
        if self._seats is not room.seats:
            self._seats, self._seats_shown = room.seats, Raw(_encode(view_seats(room)))
            self._seats_of = {seat.person: room.seats_of(seat.person) for seat in room.seats if seat.person}
        encoded: dict[tuple[tuple[int, ...], str | None], bytes] = {}
        receivers = [connection for connection in self.connections.values() if connection is not mover]
        if mover is not None and mover.id in self.connections:
            receivers.append(mover)
        for connection in receivers:
            you = self._seats_of.get(connection.session.person, ())
            answered = ack if connection is mover else None
            data = encoded.get((you, answered))
            if data is None:
                data = encoded[you, answered] = encode(
                    Moved(
                        room=room.id,
                        version=room.version,
                        ack=answered,
                        cause=cause,
                        seat=seat,
                        events=_redacted(happened, you) if told is None else told,
                        play=showing.to(you),
                        seats=self._seats_shown,
                        now=time,
                    )
                )
            connection.send_bytes(data)

    def missed(self, person: PersonId, since: int, moves: Sequence[tuple[Move, Play]]) -> Missed:
        """Moves, each with the game before it. Those since the viewer's own last one can be shown once more."""
        you = self.room.seats_of(person)
        own = next((place for place in reversed(range(len(moves))) if _seat_of(moves[place][0]) in you), 0)
        shown_from = max(own, len(moves) - SHOWN_AGAIN)
        told = [
            MissedMove(
                turn=before.turn,
                cause=_CAUSES[type(move)],
                seat=_seat_of(move),
                events=_redacted(_events_of([move]), you),
                before=Showing(self._game, self.room, before).to(you).seen if place >= shown_from else None,
            )
            for place, (move, before) in enumerate(moves)
        ]
        return Missed(room=self.room.id, since=since, moves=tuple(told))

    # ── The whole room ───────────────────────────────────────────────────────────────────────────────────

    def show_room(self, only: Connection | None = None, but: Connection | None = None) -> None:
        """Show the whole room, to everybody, to one only, or to all but one."""
        onlookers = self._onlookers()
        if only is None:
            self._told_onlookers, self._owes_room = onlookers, False
        shown_to = self._showing(onlookers)
        encoded: dict[PersonId | None, bytes] = {}
        for connection in [only] if only is not None else list(self.connections.values()):
            if connection is but:
                continue
            person = connection.session.person
            viewer = person if self.room.seats_of(person) else None
            data = encoded.get(viewer)
            if data is None:
                data = encoded[viewer] = encode(shown_to(viewer))
            connection.send_bytes(data)

    def shown_to(self, viewer: PersonId | None) -> RoomShown:
        """The whole room, ready to be encoded, as somebody with a seat sees it, or an onlooker (None)."""
        return self._showing(self._onlookers())(viewer)

    def _showing(self, onlookers: Sequence[str]) -> Callable[[PersonId | None], RoomShown]:
        see, time, names = views_of(self._game, self.room, are_sent=True), now(), tuple(onlookers[:NAMED_ONLOOKERS])
        return lambda viewer: RoomShown(room=see(viewer), onlookers=len(onlookers), onlooker_names=names, now=time)

    def show_soon(self, but: Connection | None = None) -> None:
        """Show who is there now: at once, or together with others who come and go in quick succession."""
        if self._gathering is None:
            self.show_room(but=but)
            self._gather()
        else:
            self._owes_room = True

    def recount(self) -> None:
        onlookers = self._onlookers()
        if self._gathering is None and onlookers != self._told_onlookers:
            self._told_onlookers = onlookers
            names = tuple(onlookers[:NAMED_ONLOOKERS])
            self._send_all(OnlookersCounted(room=self.room.id, onlookers=len(onlookers), onlooker_names=names))
            self._gather()

    def show_host(self) -> None:
        host = self.room.seats_of(self.room.host)
        if host:
            self._send_all(HostShown(room=self.room.id, host=host[0]))

    def tell_emote(self, seat: int, emote: EmoteName) -> None:
        self._send_all(Emoted(room=self.room.id, seat=seat, emote=emote))

    def _send_all(self, message: AnyOutgoing) -> None:
        data = encode(message)
        for connection in list(self.connections.values()):
            connection.send_bytes(data)

    def _gather(self) -> None:
        self._gathering = asyncio.get_running_loop().call_later(self._gathered_for, self._tell_gathered)

    def _tell_gathered(self) -> None:
        self._gathering = None
        if self._owes_room:
            self.show_soon()
        else:
            self.recount()

    def _onlookers(self) -> list[str]:
        """The names of those who look on, the longest there first; bots are marked."""
        sessions = [connection.session for connection in self.connections.values()]
        looking = [session for session in sessions if not self.room.seats_of(session.person)]
        return [f"{one.name} (bot)" if is_bot_account(one.person) else one.name for one in looking]


def _events_of(moves: Sequence[Move]) -> Sequence[Any]:
    """The events of the game since it last went back."""
    events: list[Any] = []
    for move in moves:
        if type(move) is TakenBack:
            events.clear()
        else:
            events.extend(move.events)
    return events


def _redacted(events: Sequence[Any], you: tuple[int, ...]) -> tuple[Any, ...]:
    """The events as a seat may see them; who holds several sees them as an onlooker does."""
    viewer = you[0] if len(you) == 1 else None
    return tuple([redact(event, viewer) for event in events])


def _close_older(connection: Connection) -> None:
    connection.room = None
    connection.send(TakenOver())
    connection.close(TAKEN_OVER, "taken over")


def _seat_of(move: Move) -> int | None:
    """The seat that acted, took back or went out."""
    return None if type(move) is ClockRanOut else move.seat
