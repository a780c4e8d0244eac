"""A room as it is now: the fold of its events."""

from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.outcome import Outcome
from tablee.rooms.answers import NOTHING_ANSWERED, Answers
from tablee.rooms.commands import Colour, ConnectionId, Milliseconds, PersonId, Settings
from tablee.rooms.events import CloseReason

Status: TypeAlias = Literal["waiting", "playing", "finished"]

SECOND: Final = 1000
HOUR: Final = 3600 * SECOND
DAY: Final = 24 * HOUR
LOCAL_LIFE: Final = 30 * DAY
GRACE: Final = 60 * SECOND
"""How long a lost connection keeps a seat of the waiting room."""
REMATCH_WINDOW: Final = 30 * SECOND


class Seat(Struct, frozen=True):
    """A place at the table and who holds it. Its number is its place in `Room.seats`."""

    person: PersonId | None
    """None for a bot."""
    bot: str | None
    """A bot's level."""
    name: str
    colour: Colour
    since: int
    """The version at which it was taken: the smallest has been here longest."""
    ready: bool = False
    connection: ConnectionId | None = None
    """The one live connection; None while the person is away."""
    lost_at: Milliseconds | None = None
    secret_hash: str | None = None
    """Of the secret that recovers the seat."""
    formerly: tuple[PersonId, ...] = ()
    """The sessions from which it was recovered: they are the same person."""
    is_out: bool = False
    """Whether it left the running game for good."""
    skips: int = 0
    """How often in a row the clock ran out for it."""
    again: bool = False
    """Its vote to play again."""

    @property
    def is_present(self) -> bool:
        """Whether it is a bot, or a person who is connected and has not left."""
        return not self.is_out and (self.person is None or self.connection is not None)

    def is_held_by(self, person: PersonId) -> bool:
        """Whether it is a person's, in this session or in one that has recovered it since."""
        return not self.is_out and person in (self.person, *self.formerly)


class Play(Struct, frozen=True):
    """The game that is being played, or was played last."""

    id: str
    starter: int
    state: Any
    """The game's own state."""
    started_at: Milliseconds
    started_version: int
    """The room's version of the event that started it."""
    deadline: Milliseconds | None
    """When the present turn's clock runs out."""
    outcome: Outcome | None = None
    ended_at: Milliseconds | None = None
    answers: Answers = NOTHING_ANSWERED
    """Of all its actions, so that a repeat is known."""


class Room(Struct, frozen=True):
    """A room."""

    id: str
    code: str
    game: str
    settings: Settings
    access_hash: str | None
    is_local: bool
    created_at: Milliseconds
    active_at: Milliseconds
    """When something last happened."""
    expires_at: Milliseconds
    """The end of its time to live."""
    version: int = 1
    """How many events it has had."""
    status: Status = "waiting"
    named_at: int = 1
    """The version of the event that said its name."""
    host: PersonId = ""
    seats: tuple[Seat, ...] = ()
    expelled: tuple[PersonId, ...] = ()
    play: Play | None = None
    rematch_until: Milliseconds | None = None
    """With status finished: when the window for votes ends."""
    alone_since: Milliseconds | None = None
    """While a game is played and nobody is connected: since when."""
    shifted_until: Milliseconds = 0
    """The end of the last outage that was charged to nobody."""
    closed: CloseReason | None = None

    @property
    def is_private(self) -> bool:
        """Whether an access code is asked for."""
        return self.access_hash is not None

    def seats_of(self, person: PersonId) -> tuple[int, ...]:
        """The seats that a person holds: one at most, but in a local room."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.person == person and not seat.is_out])

    def is_seated(self, person: PersonId) -> bool:
        """Whether a person holds a seat here."""
        return any(seat.is_held_by(person) for seat in self.seats)


def time_to_live(settings: Settings, *, is_local: bool) -> Milliseconds:
    """An hour; a day where there is no clock; thirty where people share a screen, and may come back to it."""
    if is_local:
        return LOCAL_LIFE
    return HOUR if settings.clock is not None else DAY


def next_deadline(room: Room) -> Milliseconds | None:
    """When something will happen by itself, if nothing else does before."""
    if room.closed:
        return None
    times = [room.expires_at, room.rematch_until, _alone_until(room)]
    if room.status == "playing" and room.play is not None:
        times.append(room.play.deadline)
    if room.status == "waiting" and not room.is_local:
        times += [seat.lost_at + GRACE for seat in room.seats if seat.lost_at is not None]
    return min([time for time in times if time is not None], default=None)


def _alone_until(room: Room) -> Milliseconds | None:
    if room.alone_since is None or room.settings.clock is None:
        return None
    return room.alone_since + 2 * room.settings.clock * SECOND


def is_alone_too_long(room: Room, now: Milliseconds) -> bool:
    """Whether a running game has waited two clocks for anybody to come back."""
    until = _alone_until(room)
    return until is not None and now >= until
