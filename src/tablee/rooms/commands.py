"""Commands to a room, in the imperative. The asker and its connection are in a `Sender` beside them.

What a client may ask of a room is decoded straight into these structs: their names, limits and descriptions are the
protocol's. Where something slow or secret comes first (hashing an access code, limiting attempts), the server does it
and gives the room a command of its own with the result; no client can send those.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from tablee.kernel.data import Options
from tablee.kernel.game import StartPolicy
from tablee.kernel.replay import Origin

Milliseconds: TypeAlias = int
PersonId: TypeAlias = str
ConnectionId: TypeAlias = str
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Version: TypeAlias = Annotated[int, Meta(ge=0)]

Colour: TypeAlias = Literal["vermilion", "blue", "green", "amber", "rose", "sky"]

Visibility: TypeAlias = Literal["open", "link", "private"]
"""How a room is found: in the list; by its link or code; in the list, but entered with an access code."""

BOT_ACCOUNT: Final = "bot-"
"""The ids of bot accounts begin with it, and no others do."""


def is_bot_account(person: PersonId | None) -> bool:
    return person is not None and person.startswith(BOT_ACCOUNT)


COLOURS: tuple[Colour, ...] = ("vermilion", "blue", "green", "amber", "rose", "sky")


class Sender(Struct, frozen=True):
    """The asker, and the connection it asks through."""

    person: PersonId
    connection: ConnectionId | None = None


SERVER: Final = Sender("")
"""Sends the commands of the server itself."""


# ── What a client may ask ────────────────────────────────────────────────────────────────────────────────


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message from a client."""

    id: Id


class Act(Request, frozen=True, tag="act", kw_only=True):
    """Play an action. A repeat under the same id gets the first answer again."""

    game: Annotated[str, Meta(max_length=64)]
    """The game it is meant for: `play.id` of the room."""
    turn: int
    """The turn or round it is meant for."""
    action: Raw
    """One of the `legal` actions."""
    seat: SeatNumber | None = None
    """In a local room: the seat that acts."""


class TakeBack(Request, frozen=True, tag="take_back", kw_only=True):
    """Return the game to your last decision: at once if all others are bots, else when they agree."""

    game: Annotated[str, Meta(max_length=64)]
    """As in `act`."""
    turn: int
    """The turn or round that is being played."""
    seat: SeatNumber | None = None
    """In a local room: whose decision; without it, the last one."""


class AnswerTakeBack(Request, frozen=True, tag="answer_take_back", kw_only=True):
    """Agree to a take-back, or don't; the asker withdraws by not agreeing."""

    game: Annotated[str, Meta(max_length=64)]
    turn: int
    """In which it was asked."""
    agree: bool


class AskHint(Request, frozen=True, tag="ask_hint", kw_only=True):
    """Ask what a bot would do in your place, knowing what you know. Counted, and told with the result."""

    game: Annotated[str, Meta(max_length=64)]
    """As in `act`."""
    turn: int
    seat: SeatNumber | None = None
    """In a local room: the seat that is to act."""


class PickColour(Request, frozen=True, tag="pick_colour", kw_only=True):
    """Take another colour."""

    colour: Colour


class SayReady(Request, frozen=True, tag="say_ready", kw_only=True):
    """Say that you are ready, or no longer are."""

    ready: bool


class ChangeSettings(Request, frozen=True, tag="change_settings", kw_only=True):
    """Change the room, as its host; fields left out keep their value."""

    name: Annotated[str, Meta(max_length=400)] | None = None
    options: dict[str, Any] | None = None
    capacity: Annotated[int, Meta(ge=1, le=16)] | None = None
    policy: StartPolicy | None = None
    clock: Annotated[int, Meta(ge=0, le=86400)] | None = None
    """Seconds for a turn; 0 for no clock."""
    onlookers: bool | None = None
    visibility: Literal["open", "link"] | None = None
    """Whether the list shows it. A private room stays private, and no other becomes it."""
    take_backs: bool | None = None
    hints: bool | None = None


class AddBot(Request, frozen=True, tag="add_bot", kw_only=True):
    """Give a seat to a bot, as the host."""

    level: Annotated[str, Meta(max_length=32)]


class RemoveBot(Request, frozen=True, tag="remove_bot", kw_only=True):
    """Take a bot's seat away, as the host."""

    seat: SeatNumber
    since: Version | None = None
    """As in `expel`."""


class RenameSeat(Request, frozen=True, tag="rename_seat", kw_only=True):
    """Give another name to your seat or, as the host, to a bot."""

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=400)]
    since: Version | None = None
    """As in `expel`."""


class Expel(Request, frozen=True, tag="expel", kw_only=True):
    """Send someone out of the waiting room for good, as the host."""

    seat: SeatNumber
    since: Version | None = None
    """The seat's `since` as you saw it, so that a late message can't hit the next person to move up."""


class Start(Request, frozen=True, tag="start"):
    """Start the game, as the host."""


class Leave(Request, frozen=True, tag="leave"):
    """Give up the seat; in a running game that is a forfeit."""


class Vote(Request, frozen=True, tag="vote", kw_only=True):
    """Say whether you want to play again."""

    again: bool


RoomRequest: TypeAlias = (
    Act | TakeBack | AnswerTakeBack | AskHint | PickColour | SayReady | ChangeSettings | AddBot | RemoveBot
    | RenameSeat | Expel | Start | Leave | Vote
)  # fmt: skip
"""The commands of a client to the room it is in."""


# ── What only the server asks ────────────────────────────────────────────────────────────────────────────


class LocalPlayer(Struct, frozen=True):
    """One of several people who share a screen."""

    name: str
    colour: Colour


class Settings(Struct, frozen=True, kw_only=True):
    """The host's choices for a room."""

    name: str
    options: Options
    capacity: int
    policy: StartPolicy
    clock: int | None
    """Seconds for a turn; None without a clock."""
    onlookers: bool = True
    """Whether it can be watched, unless it is private."""
    visibility: Visibility = "open"
    take_backs: bool = True
    """Whether decisions can be taken back."""
    hints: bool = False
    """Whether hints are given, also where people play each other."""


class PlayedOn(Struct, frozen=True):
    """The position of a finished game that all games of a room for practice begin from."""

    record: str
    step: int
    """The number of the position: 0 is the first."""
    seat: int
    """The host's."""
    starter: int
    state: Any
    """With what is hidden as it was, or dealt anew; plain data where it was just read."""
    out: tuple[int, ...] = ()
    """Seats that are out of the game there: bots take them first, so that no person has to."""

    @property
    def origin(self) -> Origin:
        return Origin(self.record, self.step)


class CreateRoom(Struct, frozen=True, kw_only=True):
    """Open a room; its creator is the host and has the first seat."""

    id: str
    code: str
    game: str
    name: str
    """The creator's nickname."""
    settings: Settings
    access_hash: str | None = None
    """Of the access code that a private room has."""
    held: int = 0
    """Seats to hold for those who have the invitation."""
    invitation_hash: str | None = None
    local: tuple[LocalPlayer, ...] = ()
    """For a local room: who shares the screen. It starts at once, unlisted, without a clock."""
    origin: PlayedOn | None = None
    """For practice: what it is played on from. All seats of it must be taken, and only its link leads to it."""


class Join(Struct, frozen=True):
    """Take a seat in the waiting room."""

    name: str
    is_admitted: bool
    """Whether the access code was right; True where none is asked for."""
    invitation_hash: str | None = None
    """Of the invitation that was shown: the right one opens a seat that is held, and needs no access code."""


class Connect(Struct, frozen=True):
    """A person's connection is there; a newer one takes over from an older."""


class Disconnect(Struct, frozen=True):
    """A connection is lost."""


class RenewSeatLink(Struct, frozen=True):
    """Replace the secret that recovers a seat on another device."""

    secret_hash: str


class HoldSeats(Struct, frozen=True):
    """Hold seats for those who have the invitation, as the host; a former invitation no longer opens any."""

    seats: int
    """0 holds none."""
    invitation_hash: str


class RecoverSeat(Struct, frozen=True):
    """Take a seat back with its secret, which works once."""

    secret_hash: str
    next_hash: str
    """Of the secret that replaces it."""


class Tick(Struct, frozen=True):
    """Fire whatever deadline is due."""


class Close(Struct, frozen=True):
    """Close the room. Sent by `tablee admin`."""


class Shift(Struct, frozen=True):
    """Charge the time during which no server was up to nobody."""

    until: Milliseconds
    """When one was up again."""
    by: Milliseconds
    """How long none was."""


AnyCommand: TypeAlias = (
    RoomRequest | Join | Connect | Disconnect | RenewSeatLink | HoldSeats | RecoverSeat | Tick | Shift | Close
)  # fmt: skip
