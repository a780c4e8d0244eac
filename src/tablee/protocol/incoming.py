"""From a client to the server.

Every message has an `id` of the client's own; the server answers each with `acked` or `refused` under that id.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from tablee.kernel.game import StartPolicy
from tablee.rooms.commands import Colour

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Version: TypeAlias = Annotated[int, Meta(ge=0)]


class Incoming(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message from a client."""

    id: Id


class Enter(Incoming, frozen=True, tag="enter", kw_only=True):
    """Go into a room: back to one's seat, or to a new one (`join`), or to look on.

    A connection is in one room at a time.
    """

    room: Annotated[str, Meta(max_length=64)]
    """The room's id, or its code."""
    join: bool = False
    """Take a seat if one has none."""
    access: Annotated[str, Meta(max_length=128)] | None = None
    """The access code, for a private room."""
    seat_secret: Annotated[str, Meta(max_length=128)] | None = None
    """The secret of a seat link: take that seat back."""
    since: Version | None = None
    """The last version that this client has seen: what it missed is sent first."""


class Exit(Incoming, frozen=True, tag="exit"):
    """Stop listening to the room, without giving up the seat."""


class Act(Incoming, frozen=True, tag="act", kw_only=True):
    """Play an action. A repeat under the same id gets the first answer again."""

    game: Annotated[str, Meta(max_length=64)]
    """The game it is meant for: `play.id` of the room."""
    turn: int
    """The turn or round it is meant for."""
    action: Any
    """One of the `legal` actions."""
    seat: SeatNumber | None = None
    """In a local room: the seat that acts."""


class PickColour(Incoming, frozen=True, tag="pick_colour", kw_only=True):
    """Take another colour."""

    colour: Colour


class SayReady(Incoming, frozen=True, tag="say_ready", kw_only=True):
    """Say that one is ready, or no longer."""

    ready: bool


class ChangeSettings(Incoming, frozen=True, tag="change_settings", kw_only=True):
    """The host changes the room; what is not given stays."""

    name: Annotated[str, Meta(max_length=400)] | None = None
    options: dict[str, Any] | None = None
    capacity: Annotated[int, Meta(ge=1, le=16)] | None = None
    policy: StartPolicy | None = None
    clock: Annotated[int, Meta(ge=0, le=86400)] | None = None
    """Seconds; 0 for none."""
    onlookers: bool | None = None


class AddBot(Incoming, frozen=True, tag="add_bot", kw_only=True):
    """The host gives a seat to a bot."""

    level: Annotated[str, Meta(max_length=32)]


class RemoveBot(Incoming, frozen=True, tag="remove_bot", kw_only=True):
    """The host takes a bot's seat away."""

    seat: SeatNumber
    since: Version | None = None
    """As in `expel`."""


class Expel(Incoming, frozen=True, tag="expel", kw_only=True):
    """The host sends somebody out of the waiting room."""

    seat: SeatNumber
    since: Version | None = None
    """That seat's `since`, as the host sees it: seats move up, and it must not hit whoever moved."""


class Start(Incoming, frozen=True, tag="start"):
    """The host starts the game."""


class Leave(Incoming, frozen=True, tag="leave"):
    """Give up the seat; in a running game that is a forfeit."""


class Vote(Incoming, frozen=True, tag="vote", kw_only=True):
    """Say whether one wants to play again."""

    again: bool


class MakeSeatLink(Incoming, frozen=True, tag="make_seat_link"):
    """Ask for a new secret link to one's seat; the one before is no longer valid."""


class WatchList(Incoming, frozen=True, tag="watch_list", kw_only=True):
    """Follow the list of rooms: the matching ones now, then every change."""

    search: Annotated[str, Meta(max_length=100)] = ""
    game: Annotated[str, Meta(max_length=64)] | None = None
    is_private: bool | None = None
    capacity: Annotated[int, Meta(ge=1, le=16)] | None = None
    active_within: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds: only rooms in which something has happened so recently, as of now."""
    before: Annotated[str, Meta(max_length=200)] | None = None
    """The `next` of a `list` that one follows: its next page, to be followed as well."""


class UnwatchList(Incoming, frozen=True, tag="unwatch_list"):
    """Stop following the list of rooms."""


class Ping(Incoming, frozen=True, tag="ping"):
    """Ask whether the server is there."""


AnyIncoming: TypeAlias = (
    Enter | Exit | Act | PickColour | SayReady | ChangeSettings | AddBot | RemoveBot | Expel | Start | Leave | Vote
    | MakeSeatLink | WatchList | UnwatchList | Ping
)  # fmt: skip
