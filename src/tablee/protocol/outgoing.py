"""From the server to a client."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.refusals import Refusal
from tablee.kernel.views import View
from tablee.rooms.commands import Milliseconds
from tablee.rooms.views import PlayView, RoomView, SeatView

Cause: TypeAlias = Literal["played", "clock", "out"]
"""A seat acted; the clock ran out; a seat went out of the game."""

GoneReason: TypeAlias = Literal["closed", "left", "expelled", "out", "no_onlookers"]
"""The room is closed; one left; the host expelled one; the clock put one out; there are no onlookers any more."""


class Outgoing(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message to a client."""


class Welcome(Outgoing, frozen=True, tag="welcome", kw_only=True):
    """The first message of a connection."""

    protocol: int
    name: str
    """The nickname of this session."""
    now: Milliseconds
    """The server's clock, for clock rings."""


class Acked(Outgoing, frozen=True, tag="acked", kw_only=True):
    """What was asked for is done, and on disk."""

    id: str
    version: int | None = None
    """The room's version after it."""
    seat_secret: str | None = None
    """Answer to `make_seat_link`, and to entering with a seat link: the secret for the next time."""


class Refused(Outgoing, frozen=True, tag="refused", kw_only=True):
    """What was asked for was not done, and nothing changed."""

    id: str | None
    """None for a message that could not be read."""
    refusal: Refusal


class RoomShown(Outgoing, frozen=True, tag="room", kw_only=True):
    """The room as it is now, whole: on entering, and after every change that is not a move."""

    room: RoomView
    onlookers: int
    now: Milliseconds


class OnlookersCounted(Outgoing, frozen=True, tag="onlookers", kw_only=True):
    """Another number looks on; told once a second at most."""

    room: str
    onlookers: int


class Moved(Outgoing, frozen=True, tag="moved", kw_only=True):
    """The game went on: what happened, as this viewer may see it, and how it stands now."""

    room: str
    version: int
    ack: str | None = None
    """To the one who acted: the id of the action, which is done and on disk."""
    cause: Cause
    seat: int | None
    """Who acted, or went out."""
    events: tuple[View, ...]
    """The script of the animation."""
    play: PlayView
    seats: tuple[SeatView, ...]
    now: Milliseconds


class Missed(Outgoing, frozen=True, tag="missed", kw_only=True):
    """What happened in the game since the version that the client had; the room as it is now comes next."""

    room: str
    since: int
    events: tuple[View, ...]


class RoomGone(Outgoing, frozen=True, tag="room_gone", kw_only=True):
    """This connection is in no room any more."""

    room: str
    reason: GoneReason


class ListShown(Outgoing, frozen=True, tag="list", kw_only=True):
    """The rooms that match, the most recently active first."""

    rooms: tuple["RoomRow", ...]
    next: str | None
    """Give it as `before`, with the same filters, for the next page; None if this is all."""
    before: str | None = None
    """As it was asked for: these rooms come below those before. None for the first page."""


class ListChanged(Outgoing, frozen=True, tag="list_changed", kw_only=True):
    """Rooms that came into the list or look otherwise now, and the ids of those that are gone."""

    rooms: tuple["RoomRow", ...]
    gone: tuple[str, ...]


class TakenOver(Outgoing, frozen=True, tag="taken_over"):
    """A newer connection of the same person holds the seat; this one is closed."""


class SessionEnded(Outgoing, frozen=True, tag="session_ended"):
    """This session was signed out, here or on another device, or its account has another password; it is closed."""


class GoingDown(Outgoing, frozen=True, tag="going_down", kw_only=True):
    """The server stops; connect again after a moment."""

    retry_after: float
    """Seconds."""


class Pong(Outgoing, frozen=True, tag="pong", kw_only=True):
    """Here I am."""

    id: str
    now: Milliseconds


class RoomRow(Struct, frozen=True, kw_only=True):
    """A room in the list."""

    id: str
    code: str
    name: str
    game: str
    taken: int
    capacity: int
    host: str
    status: Literal["waiting", "playing", "finished"]
    is_private: bool
    created_at: Milliseconds
    active_at: Milliseconds


AnyOutgoing: TypeAlias = (
    Welcome | Acked | Refused | RoomShown | OnlookersCounted | Moved | Missed | RoomGone | ListShown | ListChanged
    | TakenOver | SessionEnded | GoingDown | Pong
)  # fmt: skip
