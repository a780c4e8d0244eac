"""What can be asked of a room, in the imperative. Every command says who asks.

Whatever is slow or needs a secret (hashing an access code, limiting attempts) has been done by the server before;
a command carries only the result.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.data import Options
from tablee.kernel.game import StartPolicy

Milliseconds: TypeAlias = int
PersonId: TypeAlias = str
ConnectionId: TypeAlias = str

Colour: TypeAlias = Literal["vermilion", "blue", "green", "amber", "rose", "sky"]

COLOURS: tuple[Colour, ...] = ("vermilion", "blue", "green", "amber", "rose", "sky")


class Command(Struct, frozen=True):
    """What somebody asks for."""

    by: PersonId


class LocalPlayer(Struct, frozen=True):
    """One of several people who share a screen."""

    name: str
    colour: Colour


class Settings(Struct, frozen=True, kw_only=True):
    """What the host chooses for a room."""

    name: str
    options: Options
    capacity: int
    policy: StartPolicy
    clock: int | None
    """Seconds for a turn; None without a clock."""
    onlookers: bool = True
    """Whether a public room can be watched."""


class CreateRoom(Command, frozen=True, kw_only=True):
    """Open a room; its creator is the host and has the first seat."""

    id: str
    code: str
    game: str
    name: str
    """The creator's nickname."""
    settings: Settings
    access_hash: str | None = None
    """Of the access code; a room that has one is private."""
    connection: ConnectionId | None = None
    local: tuple[LocalPlayer, ...] = ()
    """For a local room: who shares the screen. It starts at once, unlisted, without a clock."""


class Join(Command, frozen=True, kw_only=True):
    """Take a seat in the waiting room."""

    name: str
    is_admitted: bool
    """Whether the access code was right; True for a public room."""
    connection: ConnectionId | None = None


class PickColour(Command, frozen=True):
    """Take another colour."""

    colour: Colour


class SayReady(Command, frozen=True):
    """Say that one is ready, or no longer."""

    ready: bool


class ChangeSettings(Command, frozen=True):
    """The host changes the room."""

    settings: Settings


class AddBot(Command, frozen=True):
    """The host gives a seat to a bot."""

    level: str
    name: str


class RemoveBot(Command, frozen=True):
    """The host takes a bot's seat away."""

    seat: int
    since: int | None = None
    """As in `Expel`."""


class Expel(Command, frozen=True):
    """The host sends somebody out of the waiting room, for good."""

    seat: int
    since: int | None = None
    """The seat's `since` as the host saw it: seats move up, and a repeat must not hit who moved. None: anybody."""


class Start(Command, frozen=True):
    """The host starts the game."""


class Act(Command, frozen=True, kw_only=True):
    """Play an action."""

    connection: ConnectionId | None
    game: str
    """The game it was meant for."""
    turn: int
    """The turn or round it was meant for."""
    id: str
    """The action's own id: a repeat gets the first answer again."""
    action: Any
    """As JSON gives it, or already an action of the game."""
    seat: int | None = None
    """Needed where one person holds several seats, and for a bot's action."""


class Leave(Command, frozen=True):
    """Leave the room: free the seat, or forfeit a running game."""


class Vote(Command, frozen=True):
    """Say whether one wants to play again."""

    again: bool


class Connect(Command, frozen=True):
    """A person's connection is there; a newer one takes over from an older."""

    connection: ConnectionId


class Disconnect(Command, frozen=True):
    """A connection is lost."""

    connection: ConnectionId


class MakeSeatLink(Command, frozen=True):
    """Renew the secret that recovers one's seat on another device."""

    secret_hash: str


class RecoverSeat(Command, frozen=True, kw_only=True):
    """Take one's seat back with its secret, which works once."""

    secret_hash: str
    next_hash: str
    """Of the secret that replaces it."""
    connection: ConnectionId | None = None


class Tick(Command, frozen=True):
    """The clock: fire whatever deadline is due. Sent by the server."""


class Close(Command, frozen=True):
    """The server's host closes the room. Sent by `tablee admin`."""


class Shift(Command, frozen=True):
    """The server was down: charge the time to nobody. Sent by the server."""

    until: Milliseconds
    """When it was up again."""
    by_: Milliseconds
    """How long it was down."""


AnyCommand: TypeAlias = (
    CreateRoom | Join | PickColour | SayReady | ChangeSettings | AddBot | RemoveBot | Expel | Start | Act | Leave
    | Vote | Connect | Disconnect | MakeSeatLink | RecoverSeat | Tick | Shift | Close
)  # fmt: skip

SERVER: PersonId = ""
"""Who sends the commands of the server itself."""
