"""What happens when something is asked of a room. Everything in the rules of rooms is a transition here.

The order of the log decides: whatever was appended first has happened first, a deadline like any action.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, replace

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, check_options, leave_together, parse_action
from tablee.kernel.play import decide as decide_action
from tablee.kernel.play import timeout as time_out
from tablee.kernel.refusals import Refusal
from tablee.rooms import refusals
from tablee.rooms.answers import find_answer
from tablee.rooms.commands import (
    COLOURS,
    SERVER,
    Act,
    AddBot,
    AnyCommand,
    ChangeSettings,
    Close,
    Colour,
    Connect,
    CreateRoom,
    Disconnect,
    Expel,
    Join,
    Leave,
    MakeSeatLink,
    Milliseconds,
    PersonId,
    PickColour,
    RecoverSeat,
    RemoveBot,
    SayReady,
    Settings,
    Shift,
    Start,
    Tick,
    Vote,
)
from tablee.rooms.events import (
    AnyRoomEvent,
    ClockRanOut,
    CloseReason,
    ColourPicked,
    ConnectionFound,
    ConnectionLost,
    FreeReason,
    GameEnded,
    GameStarted,
    HostChanged,
    OutReason,
    Played,
    ReadySaid,
    RoomClosed,
    RoomOpened,
    SeatFreed,
    SeatLinkMade,
    SeatOut,
    SeatRecovered,
    SeatTaken,
    SettingsChanged,
    TimeShifted,
    Voted,
)
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.state import GRACE, Room, Seat, is_alone_too_long

CLOCKS: tuple[int | None, ...] = (30, 60, 120, 300, None)


class Answered(Struct, frozen=True):
    """The action was accepted before; this is its first answer again."""

    version: int


class Advanced(Struct, frozen=True):
    """What happens, and the room after it."""

    events: Sequence[AnyRoomEvent]
    room: Room


Decision: TypeAlias = Sequence[AnyRoomEvent] | Answered | Refusal


class Setting(Struct, frozen=True):
    """What the server sets for all its rooms."""

    skips_to_elimination: int = 2
    test_clocks: bool = False
    """Whether clocks of any length are allowed, for tests."""


def create(
    game: AnyGame, command: CreateRoom, now: Milliseconds, chance: Chance, setting: Setting
) -> Advanced | Refusal:
    """Open a room, with its creator as host in the first seat; a local one starts at once."""
    settings, local = command.settings, command.local
    capacity = len(local) if local else settings.capacity
    refusal = _check_settings(game, settings, capacity, setting)
    if refusal is not None:
        return refusal
    if len({player.colour for player in local}) != len(local):
        return refusals.BAD_LOCAL
    opened = RoomOpened(
        now,
        id=command.id,
        code=command.code,
        game=game.id,
        name=settings.name,
        options=settings.options,
        capacity=capacity,
        policy="full" if local else settings.policy,
        clock=None if local else settings.clock,
        onlookers=settings.onlookers and not local,
        access_hash=None if local else command.access_hash,
        is_local=bool(local),
        rules_version=game.rules_version,
    )
    step = _Step(game, open_room(opened), now, chance, setting)
    step.events.append(opened)
    if local:
        for player in local:
            step.seat(command.by, player.name, player.colour, command.connection)
        step.start(None)
    else:
        step.seat(command.by, command.name, COLOURS[0], command.connection)
        step.start_if_complete()
    return Advanced(step.events, step.room)


def decide(
    game: AnyGame, room: Room, command: AnyCommand, now: Milliseconds, chance: Chance, setting: Setting
) -> Decision:
    """What happens: events, none where nothing changes, the first answer again, or a refusal."""
    answer = advance(game, room, command, now, chance, setting)
    return answer.events if isinstance(answer, Advanced) else answer


def advance(
    game: AnyGame, room: Room, command: AnyCommand, now: Milliseconds, chance: Chance, setting: Setting
) -> Advanced | Answered | Refusal:
    """As `decide`, with the room after what happens, so that nobody has to fold it again."""
    if room.closed:
        changes_nothing = isinstance(command, Tick | Shift | Close | Disconnect)
        return Advanced((), room) if changes_nothing else refusals.ROOM_CLOSED
    step = _Step(game, room, now, chance, setting)
    answer = step.take(command)
    return Advanced(step.events, step.room) if answer is None else answer


class _Step:
    """One command at work: the events so far, and the room after them."""

    def __init__(self, game: AnyGame, room: Room, now: Milliseconds, chance: Chance, setting: Setting) -> None:
        self.game, self.room, self.now, self.chance, self.setting = game, room, now, chance, setting
        self.events: list[AnyRoomEvent] = []

    def happen(self, *events: AnyRoomEvent) -> None:
        for event in events:
            self.events.append(event)
            self.room = evolve(self.game, self.room, event)

    def take(self, command: AnyCommand) -> Refusal | Answered | None:
        """Do what is asked; None when it is done."""
        match command:
            case Act():
                return self.act(command)
            case Connect(by, connection):
                return self.connect(by, connection)
            case Disconnect(by, connection):
                self.disconnect(by, connection)
            case Tick():
                self.tick()
            case Close():
                self.close("by_admin")
            case Shift(_, until, by_):
                if until > self.room.shifted_until:
                    self.happen(TimeShifted(self.now, until, by_))
            case Join():
                return self.join(command)
            case RecoverSeat():
                return self.recover_seat(command)
            case CreateRoom():
                raise ValueError("a room is created once")
            case _:
                return self.take_from_seated(command)
        return None

    def take_from_seated(self, command: AnyCommand) -> Refusal | None:
        """What only somebody with a seat can ask for."""
        seats = self.room.seats_of(command.by)
        if not seats:
            return refusals.NOT_IN_ROOM
        match command:
            case Leave():
                self.leave(seats[0])
                return None
            case Vote(_, again):
                return self.vote(seats[0], again)
            case MakeSeatLink(by, secret_hash):
                if self.room.seats[seats[0]].secret_hash != secret_hash:
                    self.happen(SeatLinkMade(self.now, by, secret_hash))
                return None
            case PickColour(_, colour):
                return self.pick_colour(seats[0], colour)
            case SayReady(_, ready):
                return self.say_ready(seats[0], ready)
            case _:
                return self.take_from_host(command)

    def take_from_host(self, command: AnyCommand) -> Refusal | None:
        """What only the host can ask for."""
        if command.by != self.room.host:
            return refusals.NOT_HOST
        if isinstance(command, ChangeSettings):
            return self.change_settings(command.settings)
        if self.room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        match command:
            case Start():
                return self.start_by_host()
            case AddBot(_, level, name):
                if len(self.room.seats) >= self.room.settings.capacity:
                    return refusals.ROOM_FULL
                self.seat(None, name, self.free_colour(), None, bot=level)
                self.start_if_complete()
                return None
            case RemoveBot(_, number, since):
                seat = self.seat_at(number, since)
                if isinstance(seat, Refusal):
                    return seat
                if seat.bot is None:
                    return refusals.NOT_A_BOT
                self.happen(SeatFreed(self.now, number, "bot_removed"))
                return None
            case Expel(_, number, since):
                seat = self.seat_at(number, since)
                if isinstance(seat, Refusal):
                    return seat
                if seat.person in (None, command.by):
                    return refusals.NO_SUCH_SEAT
                self.free(number, "expelled")
                return None
            case _:
                raise TypeError(f"{type(command).__name__} is no command of a host")

    def seat_at(self, number: int, since: int | None) -> Seat | Refusal:
        """The seat that a host means: it must be the one that had that number when the host looked."""
        seats = self.room.seats
        is_there = 0 <= number < len(seats)
        if since is not None and not (is_there and seats[number].since == since):
            return refusals.SEATS_MOVED
        return seats[number] if is_there else refusals.NO_SUCH_SEAT

    # ── Coming and going ─────────────────────────────────────────────────────────────────────────────────

    def join(self, command: Join) -> Refusal | None:
        room = self.room
        if command.by in room.expelled:
            return refusals.EXPELLED
        if room.is_seated(command.by):
            return refusals.ALREADY_SEATED
        if len(room.seats) >= room.settings.capacity:
            return refusals.ROOM_FULL
        if room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        if not command.is_admitted:
            return refusals.WRONG_CODE
        self.seat(command.by, command.name, self.free_colour(), command.connection)
        self.start_if_complete()
        return None

    def seat(
        self, person: PersonId | None, name: str, colour: Colour, connection: str | None, bot: str | None = None
    ) -> None:
        self.happen(SeatTaken(self.now, person=person, bot=bot, name=name, colour=colour, connection=connection))

    def free_colour(self) -> Colour:
        taken = {seat.colour for seat in self.room.seats}
        return next(colour for colour in COLOURS if colour not in taken)

    def connect(self, person: PersonId, connection: str) -> Refusal | None:
        seats = self.room.seats_of(person)
        if not seats:
            return refusals.EXPELLED if person in self.room.expelled else refusals.NOT_IN_ROOM
        if self.room.seats[seats[0]].connection != connection:
            self.happen(ConnectionFound(self.now, person, connection))
            self.start_if_complete()
        return None

    def disconnect(self, person: PersonId, connection: str) -> None:
        """An older connection that ends changes nothing: the newer one has taken over."""
        if any(self.room.seats[number].connection == connection for number in self.room.seats_of(person)):
            self.happen(ConnectionLost(self.now, person))

    def recover_seat(self, command: RecoverSeat) -> Refusal | None:
        if command.by in self.room.expelled:
            return refusals.EXPELLED
        seat = next((seat for seat in self.room.seats if seat.secret_hash == command.secret_hash), None)
        if seat is None or seat.person is None:
            return refusals.NO_SEAT_LINK
        if any(other.person != seat.person and other.is_held_by(command.by) for other in self.room.seats):
            return refusals.ALREADY_SEATED
        self.happen(SeatRecovered(self.now, seat.person, command.by, command.next_hash))
        if command.connection is not None:
            self.connect(command.by, command.connection)
        elif command.by != seat.person and seat.connection is not None:
            # The connection belongs to the session of before, which is not heeded any more.
            self.happen(ConnectionLost(self.now, command.by))
        return None

    def leave(self, number: int) -> None:
        """Free the seat; in a running game it is a forfeit, and after the end the place stays empty."""
        if self.room.is_local:
            self.close("left")
        elif self.room.status == "waiting":
            self.free(number, "left")
        else:
            self.put_out([number], "left")
            self.end_if_over()
            self.rematch_if_all_agree()

    def free(self, number: int, reason: FreeReason) -> None:
        """A seat of the waiting room is free again."""
        person = self.room.seats[number].person
        self.happen(SeatFreed(self.now, number, reason))
        self.pass_host_on(person)
        if not self.close_if_empty():
            self.start_if_complete()

    def put_out(self, numbers: Sequence[int], reason: OutReason) -> None:
        """Seats leave the game for good, together; while it runs, that is a forfeit."""
        play = self.room.play
        assert play is not None  # noqa: S101 - a game is played
        events = tuple(leave_together(self.game, play.state, numbers, self.chance))
        for number in numbers:
            self.happen(
                SeatOut(self.now, seat=number, reason=reason, events=events, rules_version=self.game.rules_version)
            )
            events = ()  # The game has taken them in with the first seat.
        for number in numbers:
            self.pass_host_on(self.room.seats[number].person)

    def pass_host_on(self, gone: PersonId | None) -> None:
        """The host is gone: whoever has been here longest, and is connected if anyone is, takes over."""
        if gone is None or gone != self.room.host:
            return
        people = [seat for seat in self.room.seats if seat.person is not None and not seat.is_out]
        if people:
            heir = min(people, key=lambda seat: (not seat.is_present, seat.since))
            assert heir.person is not None  # noqa: S101 - people only
            self.happen(HostChanged(self.now, heir.person))

    def close_if_empty(self) -> bool:
        if any(seat.person is not None and not seat.is_out for seat in self.room.seats):
            return False
        self.close("empty")
        return True

    def close(self, reason: CloseReason) -> None:
        self.happen(RoomClosed(self.now, reason))

    # ── The waiting room ─────────────────────────────────────────────────────────────────────────────────

    def pick_colour(self, number: int, colour: Colour) -> Refusal | None:
        if self.room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        if self.room.seats[number].colour == colour:
            return None
        if any(seat.colour == colour for seat in self.room.seats):
            return refusals.COLOUR_TAKEN
        self.happen(ColourPicked(self.now, number, colour))
        return None

    def say_ready(self, number: int, ready: bool) -> Refusal | None:
        if self.room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        if self.room.seats[number].ready != ready:
            self.happen(ReadySaid(self.now, number, ready))
            self.start_if_complete()
        return None

    def change_settings(self, settings: Settings) -> Refusal | None:
        """In the waiting room anything; later only whether onlookers are let in."""
        present = self.room.settings
        if settings == present:
            return None
        refusal = _check_settings(self.game, settings, settings.capacity, self.setting)
        if refusal is not None:
            return refusal
        if settings.capacity < len(self.room.seats):
            return refusals.TOO_FEW_SEATS
        if self.room.status != "waiting" and settings != replace(present, onlookers=settings.onlookers):
            return refusals.GAME_IN_PROGRESS
        named_at = self.room.named_at if settings.name == present.name else 0
        rules = self.game.rules_version
        self.happen(SettingsChanged(self.now, **asdict(settings), named_at=named_at, rules_version=rules))
        self.start_if_complete()
        return None

    # ── Starting ─────────────────────────────────────────────────────────────────────────────────────────

    def start_by_host(self) -> Refusal | None:
        """The host starts where nothing else does."""
        if len(self.room.seats) < max(2, self.game.seats[0]):
            return refusals.NOT_ENOUGH_PLAYERS
        if not _is_everyone_present(self.room.seats):
            return refusals.SOMEONE_AWAY
        if self.room.settings.policy != "host":
            return refusals.STARTS_BY_ITSELF
        refusal = check_options(self.game, len(self.room.seats), self.room.settings.options)
        if refusal is not None:
            return refusal
        self.start(None)
        return None

    def start_if_complete(self) -> None:
        """A room that starts by itself does so when it is full, with everybody there."""
        room = self.room
        if room.status != "waiting" or room.settings.policy == "host" or room.closed:
            return
        is_full = len(room.seats) == room.settings.capacity
        is_ready = room.settings.policy == "full" or all(seat.ready for seat in room.seats)
        if is_full and is_ready and _is_everyone_present(room.seats):
            self.start(None)

    def start(self, starter: int | None) -> None:
        """A game begins; the first seat is drawn, or, on a rematch, given."""
        room = self.room
        if starter is None:
            starter = self.chance.below(len(room.seats))
        state = begin(self.game, len(room.seats), room.settings.options, self.chance, starter)
        if isinstance(state, Refusal):
            raise TypeError(state.text.en)  # the options were checked when the room was made
        id_ = _in_letters(self.chance.below(32**16))
        self.happen(
            GameStarted(
                self.now,
                game=id_,
                starter=starter,
                state=state,
                rules_version=self.game.rules_version,
                colours=tuple([seat.colour for seat in room.seats]),
                bots=tuple([seat.bot for seat in room.seats]),
            )
        )
        self.end_if_over()

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────

    def act(self, command: Act) -> Refusal | Answered | None:
        room, play = self.room, self.room.play
        number = self.acting_seat(command)
        if isinstance(number, Refusal):
            return number
        if play is None:
            return refusals.NO_GAME
        version = find_answer(play.answers, number, command.id)
        if version is not None:
            return Answered(version)
        if command.game != play.id:
            return refusals.STALE
        if room.status != "playing":
            return refusals.NO_GAME
        if command.turn != play.state.turn:
            return refusals.STALE
        action = command.action
        if not isinstance(action, Struct):
            action = parse_action(self.game, action)
            if isinstance(action, Refusal):
                return action
        events = decide_action(self.game, play.state, number, action, self.chance)
        if isinstance(events, Refusal):
            return events
        self.happen(
            Played(
                self.now,
                seat=number,
                id=command.id,
                action=action,
                events=tuple(events),
                rules_version=self.game.rules_version,
            )
        )
        if self.game.outcome(self.room.play.state) is not None:  # type: ignore[union-attr]  # still played
            self.end_if_over()
        return None

    def acting_seat(self, command: Act) -> int | Refusal:
        """The seat that acts, if it is this person's to act for, through its one live connection."""
        if command.by == SERVER:
            return self.acting_bot(command.seat)
        seats = self.room.seats_of(command.by)
        if not seats:
            return refusals.NOT_IN_ROOM
        if command.seat is not None and command.seat not in seats:
            return refusals.NO_SUCH_SEAT
        if command.seat is None and len(seats) > 1:
            return refusals.WHICH_SEAT
        number = seats[0] if command.seat is None else command.seat
        is_heeded = command.connection is not None and command.connection == self.room.seats[number].connection
        return number if is_heeded else refusals.TAKEN_OVER

    def acting_bot(self, number: int | None) -> int | Refusal:
        """A bot's seat; bots do not play on when no person is left."""
        if number is None or not 0 <= number < len(self.room.seats) or self.room.seats[number].bot is None:
            return refusals.NOT_A_BOT
        return refusals.NOBODY_THERE if self.room.alone_since is not None else number

    def end_if_over(self) -> None:
        """End the game if it is over, and close the room if nobody is left in it."""
        play = self.room.play
        assert play is not None  # noqa: S101 - a game is played
        outcome = self.game.outcome(play.state)
        if outcome is not None and play.outcome is None:
            self.happen(GameEnded(self.now, outcome))
        self.close_if_empty()

    # ── Deadlines ────────────────────────────────────────────────────────────────────────────────────────

    def tick(self) -> None:
        """Fire what is due; what is not, or no longer, changes nothing."""
        self.run_out_of_time()
        self.free_those_lost()
        self.end_the_vote()
        room = self.room
        if room.closed:
            return
        if is_alone_too_long(room, self.now):
            self.close("abandoned")
        elif self.now >= room.expires_at:
            self.close("expired")

    def run_out_of_time(self) -> None:
        """The game's own timeout for all seats to act; two in a row by the clock put a seat out."""
        play = self.room.play
        if self.room.status != "playing" or play is None or play.deadline is None or self.now < play.deadline:
            return
        late = self.game.to_act(play.state)
        events = tuple(time_out(self.game, play.state, self.chance))
        self.happen(
            ClockRanOut(
                self.now, turn=play.state.turn, seats=late, events=events, rules_version=self.game.rules_version
            )
        )
        if self.game.outcome(self.room.play.state) is None:  # type: ignore[union-attr]  # still played
            limit = self.setting.skips_to_elimination
            if too_late := [number for number in late if self.room.seats[number].skips >= limit]:
                self.put_out(too_late, "skips")
        self.end_if_over()

    def free_those_lost(self) -> None:
        """A seat of the waiting room is kept for a while when its connection is lost."""
        while self.room.status == "waiting" and not self.room.is_local and not self.room.closed:
            lost = (
                number
                for number, seat in enumerate(self.room.seats)
                if seat.lost_at is not None and self.now >= seat.lost_at + GRACE
            )
            number = next(lost, None)
            if number is None:
                return
            self.free(number, "lost")

    # ── The rematch ──────────────────────────────────────────────────────────────────────────────────────

    def vote(self, number: int, again: bool) -> Refusal | None:
        if self.room.status != "finished":
            return refusals.NO_REMATCH_NOW
        if self.room.is_local:
            if again:
                self.play_again(range(len(self.room.seats)))
            return None
        if not self.room.seats[number].is_present:
            return refusals.AWAY
        if self.room.seats[number].again != again:
            self.happen(Voted(self.now, number, again))
            self.rematch_if_all_agree()
        return None

    def rematch_if_all_agree(self) -> None:
        """At once, when everybody seated is there and agrees."""
        if self.room.status != "finished" or self.room.closed or self.room.is_local:
            return
        seated = [number for number, seat in enumerate(self.room.seats) if not seat.is_out]
        if all(self.room.seats[number].is_present for number in seated) and self.can_play_again(seated):
            self.play_again(seated)

    def end_the_vote(self) -> None:
        """When the window ends: those present play again if all of them agree, else the room closes."""
        room = self.room
        if room.status != "finished" or room.closed or room.rematch_until is None or self.now < room.rematch_until:
            return
        present = [number for number, seat in enumerate(room.seats) if seat.is_present]
        if self.can_play_again(present):
            self.play_again(present)
        else:
            self.close("no_rematch")

    def can_play_again(self, numbers: Sequence[int]) -> bool:
        """Whether these seats are enough, have a person among them, and all people of them agree."""
        seats = [self.room.seats[number] for number in numbers]
        people = [seat for seat in seats if seat.person is not None]
        is_enough = check_options(self.game, len(seats), self.room.settings.options) is None
        return len(seats) >= 2 and is_enough and bool(people) and all(seat.again for seat in people)

    def play_again(self, numbers: Iterable[int]) -> None:
        """A new game with these seats; the next of them after the last starter begins."""
        play, count = self.room.play, len(self.room.seats)
        assert play is not None  # noqa: S101 - a game was played
        staying = list(numbers)
        order = [(play.starter + step) % count for step in range(1, count + 1)]
        starter = staying.index(next(number for number in order if number in staying))
        for number in reversed(range(count)):
            if number not in staying:
                person = self.room.seats[number].person
                self.happen(SeatFreed(self.now, number, "absent"))
                self.pass_host_on(person)
        self.start(starter)


def _check_settings(game: AnyGame, settings: Settings, capacity: int, setting: Setting) -> Refusal | None:
    if settings.clock not in CLOCKS and not (setting.test_clocks and settings.clock):
        return refusals.BAD_CLOCK
    if capacity > len(COLOURS):
        return refusals.TOO_MANY_SEATS
    return check_options(game, capacity, settings.options)


def _in_letters(number: int) -> str:
    """A number of 80 bits as sixteen letters and digits."""
    return "".join(["0123456789abcdefghjkmnpqrstvwxyz"[number >> shift & 31] for shift in range(0, 80, 5)])


def _is_everyone_present(seats: Iterable[Seat]) -> bool:
    return all(seat.is_present for seat in seats)
