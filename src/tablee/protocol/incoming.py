"""From a client to the server.

Every message has an `id` of the client's own; the server answers each with `acked` or `refused` under that id. What is
asked of a room is in rooms/commands.py: it is the room's command as it comes. The rest is the server's to do.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from tablee.rooms.commands import (
    Act,
    AddBot,
    AnswerTakeBack,
    AskHint,
    ChangeSettings,
    Expel,
    Leave,
    PickColour,
    RemoveBot,
    RenameSeat,
    Request,
    SayReady,
    Start,
    TakeBack,
    Version,
    Vote,
)


class Enter(Request, frozen=True, tag="enter", kw_only=True):
    """Enter a room: return to your seat, take one (`join`), or watch. A connection is in one room at a time."""

    room: Annotated[str, Meta(max_length=64)]
    """The room's id, or its code."""
    join: bool = False
    """Take a seat if you have none."""
    access: Annotated[str, Meta(max_length=128)] | None = None
    """The access code, for a private room."""
    seat_secret: Annotated[str, Meta(max_length=128)] | None = None
    """The secret of a seat link: take that seat back."""
    invitation: Annotated[str, Meta(max_length=128)] | None = None
    """With `join`: what opens a seat that is held, from the link that you were sent."""
    since: Version | None = None
    """The last version you have seen: what you missed is sent first."""


class Exit(Request, frozen=True, tag="exit"):
    """Stop listening to the room, without giving up the seat."""


class MakeSeatLink(Request, frozen=True, tag="make_seat_link"):
    """Ask for a new secret link to your seat; the previous one stops working."""


class Invite(Request, frozen=True, tag="invite", kw_only=True):
    """Hold seats for those who have the invitation, as the host; an earlier one no longer opens any."""

    seats: Annotated[int, Meta(ge=0, le=15)]
    """How many are held, taken ones too; 0 to hold none."""


EmoteName: TypeAlias = Literal["well_played", "thinking", "ouch", "thanks", "lucky", "again"]
"""The emotes: each client has its own words for them."""


class Emote(Request, frozen=True, tag="emote", kw_only=True):
    """Say one of a few things to all who are at the table; it is kept nowhere."""

    emote: EmoteName


class WatchList(Request, frozen=True, tag="watch_list", kw_only=True):
    """Follow the list of rooms: the matching ones now, then every change."""

    search: Annotated[str, Meta(max_length=100)] = ""
    game: Annotated[str, Meta(max_length=64)] | None = None
    visibility: Literal["open", "private"] | None = None
    capacity: Annotated[int, Meta(ge=1, le=16)] | None = None
    active_within: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds: only rooms in which something has happened this recently."""
    before: Annotated[str, Meta(max_length=200)] | None = None
    """The `next` of a `list` you follow: sends its next page and follows that too."""


class UnwatchList(Request, frozen=True, tag="unwatch_list"):
    """Stop following the list of rooms."""


class Ping(Request, frozen=True, tag="ping"):
    """Ask whether the server is there."""


AnyIncoming: TypeAlias = (
    Enter | Exit | Act | TakeBack | AnswerTakeBack | AskHint | PickColour | SayReady | ChangeSettings | AddBot
    | RemoveBot | RenameSeat | Expel | Start | Leave | Vote | MakeSeatLink | Invite | Emote | WatchList | UnwatchList
    | Ping
)  # fmt: skip
