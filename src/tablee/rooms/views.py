"""A room as one viewer may see it: who sits where, what is set, and the game from the viewer's perspective.

Nobody's id, hash, connection or secret is in it; seats are told by their numbers.
"""

from typing import Any

from msgspec import Struct

from tablee.kernel.game import AnyGame, StartPolicy
from tablee.kernel.outcome import Outcome
from tablee.kernel.views import Perspective, perspective
from tablee.rooms.commands import Colour, Milliseconds, PersonId
from tablee.rooms.events import CloseReason
from tablee.rooms.state import Room, Seat, Status


class SeatView(Struct, frozen=True):
    """A seat, as everyone sees it."""

    name: str
    colour: Colour
    bot: str | None
    """A bot's level; None for a person."""
    is_ready: bool
    is_connected: bool
    is_out: bool
    """Whether it left the game for good."""
    skips: int
    again: bool
    """Its vote to play again."""
    since: int
    """The version at which it was taken: it tells the seat from others that have its number later."""


class PlayView(Struct, frozen=True):
    """The game, as one viewer sees it."""

    id: str
    starter: int
    deadline: Milliseconds | None
    """When the clock of the seats to act runs out."""
    outcome: Outcome | None
    seen: tuple[Perspective, ...]
    """One perspective for each seat that the viewer holds; an onlooker's own if it holds none."""


class RoomView(Struct, frozen=True, kw_only=True):
    """The room, as one viewer sees it."""

    id: str
    code: str
    version: int
    name: str
    game: str
    options: Any
    capacity: int
    policy: StartPolicy
    clock: int | None
    onlookers: bool
    is_private: bool
    is_local: bool
    status: Status
    seats: tuple[SeatView, ...]
    host: int | None
    """The host's seat; None once the room is empty."""
    you: tuple[int, ...]
    """The viewer's seats: one, none for an onlooker, all in a local room."""
    expires_at: Milliseconds | None
    rematch_until: Milliseconds | None
    play: PlayView | None
    closed: CloseReason | None


def view_room(game: AnyGame, room: Room, viewer: PersonId | None) -> RoomView:
    """The room as a person sees it, or an onlooker (None)."""
    you = () if viewer is None else room.seats_of(viewer)
    settings = room.settings
    return RoomView(
        id=room.id,
        code=room.code,
        version=room.version,
        name=settings.name,
        game=room.game,
        options=settings.options,
        capacity=settings.capacity,
        policy=settings.policy,
        clock=settings.clock,
        onlookers=settings.onlookers,
        is_private=room.is_private,
        is_local=room.is_local,
        status=room.status,
        seats=view_seats(room),
        host=next(iter(room.seats_of(room.host)), None),
        you=you,
        expires_at=room.expires_at,
        rematch_until=room.rematch_until,
        play=view_play(game, room, you),
        closed=room.closed,
    )


def view_play(game: AnyGame, room: Room, seats: tuple[int, ...]) -> PlayView | None:
    """The game from the perspective of those seats, or of an onlooker."""
    play = room.play
    if play is None:
        return None
    viewers: tuple[int | None, ...] = seats or (None,)
    seen = tuple([perspective(game, play.state, seat) for seat in viewers])
    return PlayView(play.id, play.starter, play.deadline, play.outcome, seen)


def view_seats(room: Room) -> tuple[SeatView, ...]:
    """The seats, as everyone sees them."""
    return tuple([_view_seat(seat) for seat in room.seats])


def can_watch(room: Room) -> bool:
    """Whether somebody without a seat may look on."""
    return room.settings.onlookers and not room.is_private and not room.is_local and not room.closed


def _view_seat(seat: Seat) -> SeatView:
    return SeatView(
        seat.name,
        seat.colour,
        seat.bot,
        seat.ready,
        seat.is_present,
        seat.is_out,
        seat.skips,
        seat.again,
        seat.since,
    )
