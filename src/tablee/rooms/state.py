"""A room as it is now: the fold of its events."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.outcome import Outcome
from tablee.rooms.answers import NOTHING_ANSWERED, Answers
from tablee.rooms.commands import Colour, ConnectionId, Milliseconds, PersonId, PlayedOn, Settings, is_bot_account
from tablee.rooms.events import CloseReason

Status: TypeAlias = Literal["waiting", "playing", "finished"]

WhyNotTakenBack: TypeAlias = Literal["off", "nothing", "known", "asked"]
"""The host switched it off; nothing was decided yet; chance was drawn, something became known or a clock ran out since;
the others were already asked in this turn."""

SECOND: Final = 1000
HOUR: Final = 3600 * SECOND
DAY: Final = 24 * HOUR
LOCAL_LIFE: Final = 30 * DAY
GRACE: Final = 60 * SECOND
"""How long a lost connection keeps a seat of the waiting room."""
REMATCH_WINDOW: Final = 30 * SECOND
KEPT_DECISIONS: Final = 64
"""How many actions back a game can return."""


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
    is_invited: bool = False
    """Whether it was taken with the invitation."""
    renamed_at: int | None = None
    """The version of the event that said its present name, where that is not the one that took it."""
    formerly: tuple[PersonId, ...] = ()
    """The sessions from which it was recovered: they are the same person."""
    is_out: bool = False
    """Whether it left the running game for good."""
    skips: int = 0
    """How often in a row the clock ran out for it."""
    again: bool = False
    """Its vote to play again."""

    @property
    def played_by(self) -> str | None:
        """The level of a bot, `account` for a bot account; None for a person."""
        return "account" if is_bot_account(self.person) else self.bot

    @property
    def named_at(self) -> int:
        """The version of the event that said its name."""
        return self.since if self.renamed_at is None else self.renamed_at

    @property
    def is_present(self) -> bool:
        """Whether it is a bot, or a person who is connected and has not left."""
        return not self.is_out and (self.person is None or self.connection is not None)

    def is_held_by(self, person: PersonId) -> bool:
        """Whether it is a person's, in this session or in one that has recovered it since."""
        return not self.is_out and person in (self.person, *self.formerly)


class Decision(Struct, frozen=True):
    """An action that can be taken back."""

    seat: int
    before: Any
    """The game's state that it was decided in."""


class TakeBackRequest(Struct, frozen=True):
    """A question to the people at the table."""

    seat: int
    """The seat that asks."""
    id: str
    """Of the message."""
    agreed: tuple[int, ...] = ()


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
    quiet: tuple[Decision, ...] = ()
    """The last actions, oldest first, since chance was drawn, something became known or a clock ran out."""
    decided: tuple[int, ...] = ()
    """The seats that have acted."""
    turns_taken_back: int = 0
    """Added to the game's own number of the turn, so that none comes twice."""
    request: TakeBackRequest | None = None
    asked: tuple[int, ...] = ()
    """The seats that have asked to take back in this turn."""
    hinted: tuple[int, ...] = ()
    """The seat of each hint that was given."""

    @property
    def turn(self) -> int:
        """The number that actions name: it only grows, also where the game goes back."""
        turn: int = self.state.turn + self.turns_taken_back
        return turn


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
    held: int = 0
    """Seats for those who have the invitation, taken ones too."""
    invitation_hash: str | None = None
    play: Play | None = None
    rematch_until: Milliseconds | None = None
    """With status finished: when the window for votes ends; None where nobody's vote is waited for."""
    alone_since: Milliseconds | None = None
    """While a game is played and nobody is connected: since when."""
    shifted_until: Milliseconds = 0
    """The end of the last outage that was charged to nobody."""
    closed: CloseReason | None = None
    origin: PlayedOn | None = None
    """For practice: the position that its games begin from."""

    @property
    def is_private(self) -> bool:
        """Whether an access code is asked for."""
        return self.settings.visibility == "private"

    @property
    def seats_held(self) -> int:
        """The free seats that only the invitation opens. The host may give them to bots all the same."""
        free = self.settings.capacity - len(self.seats)
        return min(free, max(0, self.held - sum(seat.is_invited for seat in self.seats)))

    @property
    def people(self) -> frozenset[PersonId]:
        return frozenset([seat.person for seat in self.seats if seat.person is not None and not seat.is_out])

    @property
    def has_bots(self) -> bool:
        for seat in self.seats:  # noqa: SIM110 - `any` of a generator costs more, and every move asks
            if seat.bot is not None:
                return True
        return False

    @property
    def is_against_bots(self) -> bool:
        """Whether one person plays, and all others are bots."""
        is_complete = self.status != "waiting" or len(self.seats) == self.settings.capacity
        return self.has_bots and is_complete and len(self.people) == 1

    @property
    def plays_again_at_once(self) -> bool:
        """Whether there is nobody whose vote to wait for."""
        return self.is_local or self.is_against_bots

    @property
    def is_listed(self) -> bool:
        """Whether strangers may find it; the list leaves it out while it is finished, which each game makes it."""
        is_for_strangers = self.settings.visibility != "link" and not self.is_local and not self.is_against_bots
        is_abandoned = self.alone_since is not None
        return is_for_strangers and not is_abandoned and self.closed is None

    def seats_of(self, person: PersonId) -> tuple[int, ...]:
        """The seats that a person holds: one at most, but in a local room."""
        held: tuple[int, ...] = ()
        for number, seat in enumerate(self.seats):  # A comprehension costs more, and every move asks.
            if seat.person == person and not seat.is_out:
                held = (*held, number)
        return held

    def is_seated(self, person: PersonId) -> bool:
        return any(seat.is_held_by(person) for seat in self.seats)


def find_take_back(room: Room, seats: Collection[int]) -> Decision | WhyNotTakenBack:
    """The decision that those seats can take back or ask to, or what keeps them from it."""
    play = room.play
    if not room.settings.take_backs:
        return "off"
    if play is None or play.outcome is not None:
        return "nothing"
    for decision in reversed(play.quiet):
        if decision.seat in seats:
            has_asked = play.asked and not set(seats).isdisjoint(play.asked)
            return "asked" if play.request is not None or has_asked else decision
    return "nothing" if set(seats).isdisjoint(play.decided) else "known"


def time_to_live(settings: Settings, *, is_local: bool) -> Milliseconds:
    """An hour; a day where there is no clock; thirty where people share a screen, and may come back to it."""
    if is_local:
        return LOCAL_LIFE
    return HOUR if settings.clock is not None else DAY


def next_deadline(room: Room) -> Milliseconds | None:
    """When the next deadline is, unless something happens before."""
    if room.closed:
        return None
    due = room.expires_at
    times: Sequence[Milliseconds | None]
    if room.status == "playing":
        times = (None if room.play is None else room.play.deadline, _alone_until(room))
    elif room.status == "finished":
        times = [room.rematch_until]
    else:
        times = [seat.lost_at + GRACE for seat in room.seats if seat.lost_at is not None and not room.is_local]
    for time in times:
        if time is not None and time < due:
            due = time
    return due


def _alone_until(room: Room) -> Milliseconds | None:
    if room.alone_since is None or room.settings.clock is None:
        return None
    return room.alone_since + 2 * room.settings.clock * SECOND


def is_alone_too_long(room: Room, now: Milliseconds) -> bool:
    until = _alone_until(room)
    return until is not None and now >= until
