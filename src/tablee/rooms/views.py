"""A room as one viewer may see it: who sits where, what is set, and the game from the viewer's perspective.

Nobody's id, hash, connection or secret is in it; seats are identified by number.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Raw, Struct, json
from msgspec.structs import asdict, replace

from tablee.kernel.game import AnyGame, StartPolicy
from tablee.kernel.outcome import Outcome
from tablee.kernel.replay import Origin
from tablee.kernel.views import Perspective, view, viewer_of
from tablee.rooms.commands import Colour, Milliseconds, PersonId, Visibility
from tablee.rooms.events import CloseReason
from tablee.rooms.state import Play, Room, Seat, Status, WhyNotTakenBack, find_take_back


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
    is_bot: bool
    """Whether a program plays it: a bot of the server's own, whose level is `bot`, or a bot account, which is a player
    like any other."""


class TakeBackView(Struct, frozen=True):
    """Whether the viewer can take back, and who asks to."""

    seat: int | None
    """The viewer's seat whose last decision can be taken back; None if none can."""
    why_not: WhyNotTakenBack | None
    """`off`: the host switched it off; `nothing`: nothing was decided; `known`: chance was drawn or something was seen
    since; `asked`: the others were asked already in this turn. None if it can."""
    asked_by: int | None
    """The seat that asks the others now."""
    agreed: tuple[int, ...]
    """The seats that have agreed."""


class PlayView(Struct, frozen=True):
    """The game, as one viewer sees it."""

    id: str
    starter: int
    deadline: Milliseconds | None
    """When the clock of the seats to act runs out."""
    outcome: Outcome | None
    seen: tuple[Perspective, ...]
    """One perspective for each seat that the viewer holds; an onlooker's own if it holds none."""
    take_back: TakeBackView
    hints: tuple[int, ...]
    """How many hints each seat was given."""


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
    visibility: Visibility
    take_backs: bool
    hints: bool
    """Whether hints are given where people play each other; against bots they always are."""
    is_local: bool
    status: Status
    seats: tuple[SeatView, ...]
    held: int
    """Free seats that only the invitation opens."""
    host: int | None
    """The host's seat; None once the room is empty."""
    you: tuple[int, ...]
    """The viewer's seats: one, none for an onlooker, all in a local room."""
    expires_at: Milliseconds | None
    rematch_until: Milliseconds | None
    play: PlayView | None
    closed: CloseReason | None
    origin: Origin | None
    """For practice: the finished game and its step that is played on from; None for a game of its own."""


def views_of(game: AnyGame, room: Room, *, are_sent: bool = False) -> Callable[[PersonId | None], RoomView]:
    """The room as each person sees it, or an onlooker (None): what all see alike is worked out once."""
    play = room.play
    showing = None if play is None else Showing(game, room, play, is_sent=are_sent)
    common = RoomView(
        id=room.id,
        code=room.code,
        version=room.version,
        game=room.game,
        **asdict(room.settings),
        is_local=room.is_local,
        status=room.status,
        seats=view_seats(room),
        held=room.seats_held,
        host=next(iter(room.seats_of(room.host)), None),
        you=(),
        expires_at=room.expires_at,
        rematch_until=room.rematch_until,
        play=None,
        closed=room.closed,
        origin=None if room.origin is None else room.origin.origin,
    )

    def view_for(viewer: PersonId | None) -> RoomView:
        you = () if viewer is None else room.seats_of(viewer)
        return replace(common, you=you, play=None if showing is None else showing.to(you))

    return view_for


class Showing:
    """A game as several viewers see it: what all see alike is worked out once, and if it `is_sent`, encoded once."""

    def __init__(self, game: AnyGame, room: Room, play: Play, *, is_sent: bool = False) -> None:
        self._game, self._room, self._play, self._turn, state = game, room, play, play.turn, play.state
        self._to_act, self._scores, self._outcome = game.to_act(state), game.scores(state), state.ended
        seats, hinted = len(room.seats), play.hinted
        self._hints = tuple(map(hinted.count, range(seats))) if hinted else (0,) * seats
        is_open = viewer_of(game.state) is None  # type: ignore[arg-type]  # a type is hashable
        self._open = Raw(json.encode(state)) if is_open and is_sent else None
        """The state, where nothing of it is hidden from anyone."""

    def to(self, seats: tuple[int, ...]) -> PlayView:
        """From the perspective of those seats, or of an onlooker."""
        play, seen = self._play, tuple(map(self._seen_by, seats or (None,)))
        take_back = _view_take_back(self._room, play, seats)
        return PlayView(play.id, play.starter, play.deadline, play.outcome, seen, take_back, self._hints)

    def _seen_by(self, seat: int | None) -> Perspective:
        state = self._play.state
        seen = view(state, seat) if self._open is None else self._open
        legal = self._game.legal(state, seat) if seat in self._to_act else ()
        return Perspective(seat, self._turn, self._to_act, self._scores, seen, legal, self._outcome)


def _view_take_back(room: Room, play: Play, seats: tuple[int, ...]) -> TakeBackView:
    found = find_take_back(room, seats)
    asked_by, agreed = (None, ()) if play.request is None else (play.request.seat, play.request.agreed)
    seat, why_not = (None, found) if isinstance(found, str) else (found.seat, None)
    return TakeBackView(seat, why_not, asked_by, agreed)


def view_seats(room: Room) -> tuple[SeatView, ...]:
    return tuple([_view_seat(seat) for seat in room.seats])


def can_watch(room: Room) -> bool:
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
        seat.played_by is not None,
    )
