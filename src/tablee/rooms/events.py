"""Events of a room, in the past tense. One stream for each room holds its lobby and its games.

Each event is stored as JSON with its type and the version of its form, `v`; a form that changes gets a new
version, and rooms/codec.py reads the old ones.
"""

from typing import Any, Literal, TypeAlias, final

from msgspec import Struct

from tablee.kernel.game import StartPolicy
from tablee.kernel.outcome import Outcome
from tablee.kernel.replay import Origin
from tablee.rooms.commands import Colour, ConnectionId, Milliseconds, PersonId, PlayedOn, Settings, Visibility

CloseReason: TypeAlias = Literal["empty", "expired", "no_rematch", "abandoned", "left", "by_admin"]
FreeReason: TypeAlias = Literal["left", "lost", "expelled", "absent", "bot_removed"]
OutReason: TypeAlias = Literal["left", "skips"]


class RoomEvent(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that happened at a time."""

    at: Milliseconds


class WithGameData(RoomEvent, frozen=True, kw_only=True):
    """Something that holds data of the game."""

    rules_version: int = 1
    """The version of the game's rules in whose form they are; 0.1.0 knew but one, and did not note it."""


class WithSettings(WithGameData, frozen=True, kw_only=True):
    """The settings of a room."""

    name: str
    options: Any
    """The game's own struct; plain data where it was just read."""
    capacity: int
    policy: StartPolicy
    clock: int | None
    onlookers: bool
    visibility: Visibility | None = None
    """None up to 0.2.0, which did not note it."""
    take_backs: bool = True
    hints: bool = False

    def settings_with(self, visibility: Visibility) -> Settings:
        """The settings; who finds the room is given for events that don't tell."""
        values = {name: getattr(self, name) for name in Settings.__struct_fields__}
        return Settings(**{**values, "visibility": self.visibility or visibility})


class RoomOpened(WithSettings, frozen=True, tag="room_opened", kw_only=True):
    """A room was created; the first event of its stream."""

    id: str
    code: str
    game: str
    access_hash: str | None
    is_local: bool
    origin: PlayedOn | None = None
    """For practice: the position that its games begin from."""
    v: int = 1


class SeatTaken(RoomEvent, frozen=True, tag="seat_taken", kw_only=True):
    """Someone sits down, in the next seat."""

    person: PersonId | None
    """None for a bot."""
    bot: str | None
    """A bot's level."""
    name: str
    colour: Colour
    connection: ConnectionId | None
    is_invited: bool = False
    v: int = 1


class SeatFreed(RoomEvent, frozen=True, tag="seat_freed"):
    """A seat of the waiting room is free again; those after it move up."""

    seat: int
    reason: FreeReason
    v: int = 1


class SeatsMoved(RoomEvent, frozen=True, tag="seats_moved"):
    """People changed places before a game began, so that each has the seat in it that is theirs."""

    order: tuple[int, ...]
    """By new seat, the one before."""
    v: int = 1


class SeatsHeld(RoomEvent, frozen=True, tag="seats_held"):
    """This many seats are for those who have an invitation, of which only the hash is kept."""

    seats: int
    invitation_hash: str
    v: int = 1


class SeatRenamed(RoomEvent, frozen=True, tag="seat_renamed"):
    """A seat goes by another name."""

    seat: int
    person: PersonId | None
    """The person who holds it; None for a bot."""
    name: str
    v: int = 1


class HostChanged(RoomEvent, frozen=True, tag="host_changed"):
    """Someone else is the host."""

    person: PersonId
    v: int = 1


class ColourPicked(RoomEvent, frozen=True, tag="colour_picked"):
    """A seat has another colour."""

    seat: int
    colour: Colour
    v: int = 1


class ReadySaid(RoomEvent, frozen=True, tag="ready_said"):
    """A seat is ready, or no longer."""

    seat: int
    ready: bool
    v: int = 1


class SettingsChanged(WithSettings, frozen=True, tag="settings_changed", kw_only=True):
    """The host changed the room."""

    named_at: int = 0
    """The version of the event that said the name, where it is the same as before; 0: this one says it."""
    v: int = 1


class ConnectionFound(RoomEvent, frozen=True, tag="connection_found"):
    """A person is there, through this connection and no other."""

    person: PersonId
    connection: ConnectionId
    v: int = 1


class ConnectionLost(RoomEvent, frozen=True, tag="connection_lost"):
    """A person is away."""

    person: PersonId
    v: int = 1


class SeatLinkMade(RoomEvent, frozen=True, tag="seat_link_made"):
    """A seat can be recovered with a secret, of which only the hash is kept."""

    person: PersonId
    secret_hash: str
    v: int = 1


class SeatRecovered(RoomEvent, frozen=True, tag="seat_recovered"):
    """A seat went over to another session of its holder."""

    person: PersonId
    to: PersonId
    secret_hash: str
    v: int = 1


class GameStarted(WithGameData, frozen=True, tag="game_started", kw_only=True):
    """A game began, with everyone who is seated."""

    game: str
    """The id of this game's record."""
    starter: int
    state: Any
    """The first state; plain data where it was just read."""
    colours: tuple[Colour, ...] = ()
    """Of the seats; empty where it was not noted yet."""
    bots: tuple[str | None, ...] = ()
    """The levels of the seats that bots hold; `account` for a bot account."""
    origin: Origin | None = None
    """For practice: the position of a finished game that it began from."""
    v: int = 1


class Played(WithGameData, frozen=True, tag="played", kw_only=True):
    """A seat's action was accepted."""

    seat: int
    id: str
    action: Any
    events: tuple[Any, ...]
    """The game's events; plain data where they were just read."""
    is_quiet: bool = False
    """Whether no chance was drawn and nothing became known, so that it can be taken back."""
    v: int = 1


class TakeBackAsked(RoomEvent, frozen=True, tag="take_back_asked"):
    """A seat asks the others to let it take back its last decision."""

    seat: int
    id: str
    v: int = 1


class TakeBackAnswered(RoomEvent, frozen=True, tag="take_back_answered"):
    """A seat agrees, or the request is off."""

    seat: int
    agree: bool
    v: int = 1


@final
class TakenBack(RoomEvent, frozen=True, tag="taken_back"):
    """The game is again as it was before a seat's last decision."""

    seat: int
    id: str
    """Of the message that asked for it."""
    v: int = 1


class HintGiven(RoomEvent, frozen=True, tag="hint_given"):
    """A seat was told what a bot would do in its place."""

    seat: int
    id: str
    v: int = 1


@final
class ClockRanOut(WithGameData, frozen=True, tag="clock_ran_out", kw_only=True):
    """The clock ran out for all the seats that were to act in that turn."""

    turn: int
    seats: tuple[int, ...]
    events: tuple[Any, ...]
    v: int = 1


class SeatOut(WithGameData, frozen=True, tag="seat_out", kw_only=True):
    """A seat left the running game for good."""

    seat: int
    reason: OutReason
    events: tuple[Any, ...]
    """The game's events; of seats that leave together, those of all are with the first."""
    v: int = 1


class GameEnded(RoomEvent, frozen=True, tag="game_ended"):
    """The game is over; for a while everyone present can vote to play again."""

    outcome: Outcome
    v: int = 1


class Voted(RoomEvent, frozen=True, tag="voted"):
    """A seat says whether it wants to play again."""

    seat: int
    again: bool
    v: int = 1


class TimeShifted(RoomEvent, frozen=True, tag="time_shifted"):
    """The server was down; every deadline moves on by that time."""

    until: Milliseconds
    by: Milliseconds
    v: int = 1


class RoomClosed(RoomEvent, frozen=True, tag="room_closed"):
    """Nothing more happens here."""

    reason: CloseReason
    v: int = 1


AnyRoomEvent: TypeAlias = (
    RoomOpened | SeatTaken | SeatFreed | SeatsMoved | SeatsHeld | SeatRenamed | HostChanged | ColourPicked | ReadySaid
    | SettingsChanged | ConnectionFound | ConnectionLost | SeatLinkMade | SeatRecovered | GameStarted | Played
    | TakeBackAsked | TakeBackAnswered | TakenBack | HintGiven | ClockRanOut | SeatOut | GameEnded | Voted
    | TimeShifted | RoomClosed
)  # fmt: skip
