"""From the server to a client."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.refusals import Refusal
from tablee.kernel.views import Perspective, View
from tablee.protocol.incoming import EmoteName
from tablee.rooms.commands import Milliseconds, Visibility
from tablee.rooms.views import PlayView, RoomView, SeatView

Cause: TypeAlias = Literal["played", "taken_back", "clock", "out"]
"""A seat acted; a seat took its last decision back; the clock ran out; a seat went out of the game."""

GoneReason: TypeAlias = Literal["closed", "left", "expelled", "out", "no_onlookers"]
"""The room closed; you left; the host expelled you; your clock ran out too often; watching was switched off."""


class Outgoing(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message to a client."""


class Welcome(Outgoing, frozen=True, tag="welcome", kw_only=True):
    """The first message of a connection."""

    protocol: int
    name: str
    """The nickname of this session."""
    now: Milliseconds
    """The server's clock, to draw turn clocks by."""


class Acked(Outgoing, frozen=True, tag="acked", kw_only=True):
    """The request is done, and on disk."""

    id: str
    version: int | None = None
    """The room's version after it."""
    seat_secret: str | None = None
    """Answer to `make_seat_link`, and to entering with a seat link: the secret for the next time."""
    invitation: str | None = None
    """Answer to `invite`: the secret that opens the seats that are held."""


class Refused(Outgoing, frozen=True, tag="refused", kw_only=True):
    """The request was refused, and nothing changed."""

    id: str | None
    """None for a message that could not be read."""
    refusal: Refusal


class RoomShown(Outgoing, frozen=True, tag="room", kw_only=True):
    """The room as it is now, whole: on entering, and after every change that is not a move."""

    room: RoomView
    onlookers: int
    onlooker_names: tuple[str, ...]
    """The onlookers, longest there first; at most twenty."""
    now: Milliseconds


class OnlookersCounted(Outgoing, frozen=True, tag="onlookers", kw_only=True):
    """Others look on than before; sent once a second at most."""

    room: str
    onlookers: int
    onlooker_names: tuple[str, ...]
    """As in `room`."""


class HostShown(Outgoing, frozen=True, tag="host_changed", kw_only=True):
    """The host left, and someone else is host now. The `room` message with the new state comes before."""

    room: str
    host: int
    """The host's seat."""


class Emoted(Outgoing, frozen=True, tag="emoted", kw_only=True):
    """Someone at the table says something; they hear it too."""

    room: str
    seat: int
    emote: EmoteName


class Moved(Outgoing, frozen=True, tag="moved", kw_only=True):
    """The game advanced: what happened, as this viewer may see it, and the position after it."""

    room: str
    version: int
    ack: str | None = None
    """To the one who acted: the id of the action, which is done and on disk."""
    cause: Cause
    seat: int | None
    """Who acted, took back or went out."""
    events: tuple[View, ...]
    """The script of the animation."""
    play: PlayView
    seats: tuple[SeatView, ...]
    now: Milliseconds


class Hinted(Outgoing, frozen=True, tag="hinted", kw_only=True):
    """A bot's suggestion: the answer to `ask_hint`, within a second of its `acked`. To the asker alone."""

    id: str
    """As it was asked."""
    room: str
    game: str
    turn: int
    """For which it was thought of."""
    seat: int
    action: Any
    """One of the `legal` actions."""


class Missed(Outgoing, frozen=True, tag="missed", kw_only=True):
    """The events of the game since the version that the client had; the room as it is now comes next."""

    room: str
    since: int
    moves: tuple["MissedMove", ...]
    """In order, including those taken back since."""


class MissedMove(Struct, frozen=True, kw_only=True):
    """A move that the client missed."""

    turn: int
    """The turn or round in which it happened."""
    cause: Cause
    seat: int | None
    """Who acted, took back or went out."""
    events: tuple[View, ...]
    before: tuple[Perspective, ...] | None
    """How it stood before, as in `play.seen`: of the last moves, which can be shown once more; None for older ones. It
    stood after it as before the next one, and after the last as the room says that comes."""


class RoomGone(Outgoing, frozen=True, tag="room_gone", kw_only=True):
    """This connection is no longer in a room."""

    room: str
    reason: GoneReason


class ListShown(Outgoing, frozen=True, tag="list", kw_only=True):
    """The rooms that match: those with a free seat first, then the most recently active."""

    rooms: tuple["RoomRow", ...]
    next: str | None
    """Give it as `before`, with the same filters, for the next page; None if this is all."""
    before: str | None = None
    """As it was asked for: these rooms come below those before. None for the first page."""


class ListChanged(Outgoing, frozen=True, tag="list_changed", kw_only=True):
    """Rooms that are new in the list or look different now, and the ids of those that are gone."""

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
    visibility: Visibility
    created_at: Milliseconds
    active_at: Milliseconds
    is_host_bot: bool
    """Whether the host is a bot account."""


AnyOutgoing: TypeAlias = (
    Welcome | Acked | Refused | RoomShown | OnlookersCounted | HostShown | Emoted | Moved | Hinted | Missed
    | RoomGone | ListShown | ListChanged | TakenOver | SessionEnded | GoingDown | Pong
)  # fmt: skip
