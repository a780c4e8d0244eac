"""Decide commands to a room. Every rule of rooms is a transition here.

The order of the log decides: whatever was appended first has happened first, a deadline like any action.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.data import State
from tablee.kernel.game import AnyGame
from tablee.kernel.knowledge import makes_known
from tablee.kernel.play import begin, check_options, leave_together, parse_json_action, parse_options
from tablee.kernel.play import decide as decide_action
from tablee.kernel.play import timeout as time_out
from tablee.kernel.refusals import Refusal
from tablee.kernel.story import Story
from tablee.rooms import refusals
from tablee.rooms.answers import find_answer
from tablee.rooms.commands import (
    COLOURS,
    SERVER,
    Act,
    AddBot,
    AnswerTakeBack,
    AnyCommand,
    AskHint,
    ChangeSettings,
    Close,
    Colour,
    Connect,
    CreateRoom,
    Disconnect,
    Expel,
    HoldSeats,
    Join,
    Leave,
    Milliseconds,
    PersonId,
    PickColour,
    PlayedOn,
    RecoverSeat,
    RemoveBot,
    RenameSeat,
    RenewSeatLink,
    RoomRequest,
    SayReady,
    Sender,
    Settings,
    Shift,
    Start,
    TakeBack,
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
    HintGiven,
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
    SeatRenamed,
    SeatsHeld,
    SeatsMoved,
    SeatTaken,
    SettingsChanged,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimeShifted,
    Voted,
)
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.names import LONGEST_ROOM_NAME, clean_name, name_for_bot
from tablee.rooms.state import GRACE, Room, Seat, find_take_back, is_alone_too_long

CLOCKS: tuple[int | None, ...] = (30, 60, 120, 300, None)

_CHANGED_ANY_TIME: Final = frozenset(("onlookers", "visibility", "take_backs"))
"""The settings that a host may change while a game is played."""


class Answered(Struct, frozen=True):
    """The action was accepted before; this is its first answer again."""

    version: int


class Advanced(Struct, frozen=True):
    """The events, and the room after them."""

    events: Sequence[AnyRoomEvent]
    room: Room


class Policy(Struct, frozen=True):
    """The server's settings for all its rooms."""

    skips_to_elimination: int = 2
    test_clocks: bool = False
    """Whether clocks of any length are allowed, for tests."""
    bot_levels: Callable[[AnyGame, int], Sequence[str]] = lambda _game, _seats: ()
    """The levels of the bots that play a game with this many seats."""


def create(
    game: AnyGame, command: CreateRoom, sender: Sender, now: Milliseconds, chance: Chance, policy: Policy
) -> Advanced | Refusal:
    """Open a room, with its creator as host in the first seat; a local one starts at once."""
    settings, local = command.settings, command.local
    capacity = len(local) if local else settings.capacity
    refusal = _check_settings(game, settings, capacity, policy)
    if refusal is not None:
        return refusal
    if len({player.colour for player in local}) != len(local):
        return refusals.BAD_LOCAL
    if not local and (settings.visibility == "private") != (command.access_hash is not None):
        return refusals.BAD_VISIBILITY
    if command.origin is not None and not _is_practice(game, settings, capacity, command.origin, is_local=bool(local)):
        return refusals.PRACTICE_IS_FIXED
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
        visibility="link" if local else settings.visibility,
        take_backs=settings.take_backs,
        hints=settings.hints,
        access_hash=None if local else command.access_hash,
        is_local=bool(local),
        origin=command.origin,
        rules_version=game.rules_version,
    )
    step = _Step(game, open_room(opened), sender, now, chance, policy)
    step.events.append(opened)
    if local:
        for player in local:
            step.seat(player.name, player.colour)
        step.start(None)
    else:
        step.seat(command.name, COLOURS[0])
        if command.held and command.invitation_hash is not None:
            step.happen(SeatsHeld(now, command.held, command.invitation_hash))
        step.start_if_complete()
    return Advanced(step.events, step.room)


def advance(
    game: AnyGame,
    room: Room,
    command: AnyCommand,
    sender: Sender,
    now: Milliseconds,
    chance: Chance,
    policy: Policy,
) -> Advanced | Answered | Refusal:
    """Decide a command: events (none where nothing changes) and the room after; the first answer again; a refusal."""
    if room.closed:
        changes_nothing = isinstance(command, Tick | Shift | Close | Disconnect)
        return Advanced((), room) if changes_nothing else refusals.ROOM_CLOSED
    step = _Step(game, room, sender, now, chance, policy)
    answer = step.take(command)
    return Advanced(step.events, step.room) if answer is None else answer


class _Step:
    """One command at work: the events so far, and the room after them."""

    __slots__ = ("chance", "events", "game", "now", "policy", "room", "sender")

    def __init__(
        self, game: AnyGame, room: Room, sender: Sender, now: Milliseconds, chance: Chance, policy: Policy
    ) -> None:
        self.game, self.room, self.sender, self.now = game, room, sender, now
        self.chance, self.policy = chance, policy
        self.events: list[AnyRoomEvent] = []

    def happen(self, event: AnyRoomEvent, state: State | None = None) -> None:
        """Take an event in, with the game's state after it where that is known."""
        self.events.append(event)
        self.room = evolve(self.game, self.room, event, state)

    def take(self, command: AnyCommand) -> Refusal | Answered | None:
        """Do what is asked; None when it is done."""
        match command:
            case Act():
                return self.act(command)
            case TakeBack():
                return self.take_back(command)
            case AskHint():
                return self.give_hint(command)
            case Connect():
                return self.connect()
            case Disconnect():
                self.disconnect()
            case Tick():
                self.tick()
            case Close():
                self.close("by_admin")
            case Shift(until, by):
                if until > self.room.shifted_until:
                    self.happen(TimeShifted(self.now, until, by))
            case Join():
                return self.join(command)
            case RecoverSeat():
                return self.recover_seat(command)
            case _:
                return self.take_from_seated(command)
        return None

    def take_from_seated(self, command: RoomRequest | RenewSeatLink | HoldSeats) -> Refusal | None:
        seats = self.room.seats_of(self.sender.person)
        if not seats:
            return refusals.NOT_IN_ROOM
        match command:
            case Leave():
                self.leave(seats[0])
                return None
            case Vote(again=again):
                return self.vote(seats[0], again)
            case RenameSeat():
                return self.rename(command)
            case AnswerTakeBack():
                return self.answer_take_back(seats[0], command)
            case RenewSeatLink(secret_hash):
                if self.room.seats[seats[0]].secret_hash != secret_hash:
                    self.happen(SeatLinkMade(self.now, self.sender.person, secret_hash))
                return None
            case PickColour(colour=colour):
                return self.pick_colour(seats[0], colour)
            case SayReady(ready=ready):
                return self.say_ready(seats[0], ready)
            case _:
                return self.take_from_host(command)

    def take_from_host(self, command: RoomRequest | HoldSeats) -> Refusal | None:
        if self.sender.person != self.room.host:
            return refusals.NOT_HOST
        if isinstance(command, ChangeSettings):
            settings = self.settings_with(command)
            return settings if isinstance(settings, Refusal) else self.change_settings(settings)
        if self.room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        match command:
            case Start():
                return self.start_by_host()
            case HoldSeats(seats, invitation_hash):
                if (seats, invitation_hash) != (self.room.held, self.room.invitation_hash):
                    self.happen(SeatsHeld(self.now, seats, invitation_hash))
                return None
            case AddBot(level=level):
                return self.add_bot(level)
            case RemoveBot(seat=number, since=since):
                seat = self.seat_at(number, since)
                if isinstance(seat, Refusal):
                    return seat
                if seat.bot is None:
                    return refusals.NOT_A_BOT
                self.happen(SeatFreed(self.now, number, "bot_removed"))
                return None
            case Expel(seat=number, since=since):
                seat = self.seat_at(number, since)
                if isinstance(seat, Refusal):
                    return seat
                if seat.person in (None, self.sender.person):
                    return refusals.NO_SUCH_SEAT
                self.free(number, "expelled")
                return None
            case _:
                raise TypeError(f"{type(command).__name__} is no command of a host")

    def rename(self, command: RenameSeat) -> Refusal | None:
        """Rename the sender's seat or, for the host, a bot's."""
        seat, name = self.seat_at(command.seat, command.since), clean_name(command.name)
        if isinstance(seat, Refusal):
            return seat
        if seat.person != (None if self.sender.person == self.room.host and seat.bot else self.sender.person):
            return refusals.NOT_YOUR_SEAT
        if name is None:
            return refusals.BAD_NAME
        if name != seat.name:
            self.happen(SeatRenamed(self.now, command.seat, seat.person, name))
        return None

    def seat_at(self, number: int, since: int | None) -> Seat | Refusal:
        """The seat that a host means: it must be the one that had that number when the host looked."""
        seats = self.room.seats
        is_there = 0 <= number < len(seats)
        if since is not None and not (is_there and seats[number].since == since):
            return refusals.SEATS_MOVED
        return seats[number] if is_there else refusals.NO_SUCH_SEAT

    # ── Coming and going ─────────────────────────────────────────────────────────────────────────────────

    def join(self, command: Join) -> Refusal | None:
        room, person = self.room, self.sender.person
        if person in room.expelled:
            return refusals.EXPELLED
        if room.is_seated(person):
            return refusals.ALREADY_SEATED
        if len(room.seats) >= room.settings.capacity:
            return refusals.ROOM_FULL
        if room.status != "waiting":
            return refusals.GAME_IN_PROGRESS
        is_invited = command.invitation_hash is not None and command.invitation_hash == room.invitation_hash
        if not is_invited and not command.is_admitted:
            return refusals.WRONG_CODE
        if not is_invited and len(room.seats) + room.seats_held >= room.settings.capacity:
            return refusals.SEATS_HELD
        self.seat(command.name, self.free_colour(), is_invited=is_invited)
        self.start_if_complete()
        return None

    def seat(self, name: str, colour: Colour, *, is_invited: bool = False) -> None:
        self.happen(
            SeatTaken(
                self.now,
                person=self.sender.person,
                bot=None,
                name=name,
                colour=colour,
                connection=self.sender.connection,
                is_invited=is_invited,
            )
        )

    def add_bot(self, level: str) -> Refusal | None:
        room = self.room
        if len(room.seats) >= room.settings.capacity:
            return refusals.ROOM_FULL
        if level not in self.policy.bot_levels(self.game, room.settings.capacity):
            return refusals.NO_BOTS
        name = name_for_bot({seat.name for seat in room.seats}, self.chance)
        colour = self.free_colour()
        self.happen(SeatTaken(self.now, person=None, bot=level, name=name, colour=colour, connection=None))
        self.start_if_complete()
        return None

    def free_colour(self) -> Colour:
        taken = {seat.colour for seat in self.room.seats}
        return next(colour for colour in COLOURS if colour not in taken)

    def connect(self) -> Refusal | None:
        person, connection = self.sender.person, self.sender.connection
        seats = self.room.seats_of(person)
        if not seats:
            return refusals.EXPELLED if person in self.room.expelled else refusals.NOT_IN_ROOM
        if connection is not None and self.room.seats[seats[0]].connection != connection:
            self.happen(ConnectionFound(self.now, person, connection))
            self.start_if_complete()
        return None

    def disconnect(self) -> None:
        """An older connection that ends changes nothing: the newer one has taken over."""
        person = self.sender.person
        if any(self.room.seats[number].connection == self.sender.connection for number in self.room.seats_of(person)):
            self.happen(ConnectionLost(self.now, person))

    def recover_seat(self, command: RecoverSeat) -> Refusal | None:
        person = self.sender.person
        if person in self.room.expelled:
            return refusals.EXPELLED
        seat = next((seat for seat in self.room.seats if seat.secret_hash == command.secret_hash), None)
        if seat is None or seat.person is None:
            return refusals.NO_SEAT_LINK
        if any(other.person != seat.person and other.is_held_by(person) for other in self.room.seats):
            return refusals.ALREADY_SEATED
        self.happen(SeatRecovered(self.now, seat.person, person, command.next_hash))
        if self.sender.connection is not None:
            self.connect()
        elif person != seat.person and seat.connection is not None:
            # That connection belongs to the old session and no longer counts.
            self.happen(ConnectionLost(self.now, person))
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
        person = self.room.seats[number].person
        self.happen(SeatFreed(self.now, number, reason))
        self.pass_host_on(person)
        if not self.close_if_empty():
            self.start_if_complete()

    def put_out(self, numbers: Sequence[int], reason: OutReason) -> None:
        """Seats leave the game for good, together; while it runs, that is a forfeit."""
        play = self.room.play
        assert play is not None  # noqa: S101 - a game is played
        story = leave_together(self.game, play.state, numbers, self.chance)
        events, rules = tuple(story.events), self.game.rules_version
        for number in numbers:
            self.happen(SeatOut(self.now, seat=number, reason=reason, events=events, rules_version=rules), story.state)
            events = ()  # The game has taken them in with the first seat.
        for number in numbers:
            self.pass_host_on(self.room.seats[number].person)

    def pass_host_on(self, gone: PersonId | None) -> None:
        """Pass host duties to the longest-present person, one who is connected if there is one."""
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

    def settings_with(self, wanted: ChangeSettings) -> Settings | Refusal:
        present = self.room.settings
        name, options = present.name, present.options
        if wanted.name is not None:
            cleaned = clean_name(wanted.name, LONGEST_ROOM_NAME)
            if cleaned is None:
                return refusals.BAD_ROOM_NAME
            name = cleaned
        if wanted.options is not None:
            parsed = parse_options(self.game, wanted.options)
            if isinstance(parsed, Refusal):
                return parsed
            options = parsed
        return Settings(
            name=name,
            options=options,
            capacity=present.capacity if wanted.capacity is None else wanted.capacity,
            policy=present.policy if wanted.policy is None else wanted.policy,
            clock=present.clock if wanted.clock is None else wanted.clock or None,
            onlookers=present.onlookers if wanted.onlookers is None else wanted.onlookers,
            visibility=present.visibility if wanted.visibility is None else wanted.visibility,
            take_backs=present.take_backs if wanted.take_backs is None else wanted.take_backs,
            hints=present.hints if wanted.hints is None else wanted.hints,
        )

    def change_settings(self, settings: Settings) -> Refusal | None:
        """In the waiting room anything; later only who finds and watches the room, and whether one can take back."""
        present = self.room.settings
        if settings == present:
            return None
        if settings.capacity != present.capacity:
            levels = self.policy.bot_levels(self.game, settings.capacity)
            if any(seat.bot is not None and seat.bot not in levels for seat in self.room.seats):
                return refusals.BOT_PLAYS_OTHER_SEATS
        refusal = _check_settings(self.game, settings, settings.capacity, self.policy)
        if refusal is not None:
            return refusal
        if settings.capacity < len(self.room.seats):
            return refusals.TOO_FEW_SEATS
        if "private" in (settings.visibility, present.visibility) and settings.visibility != present.visibility:
            return refusals.BAD_VISIBILITY
        origin = self.room.origin
        if origin is not None and not _is_practice(
            self.game, settings, settings.capacity, origin, is_local=self.room.is_local
        ):
            return refusals.PRACTICE_IS_FIXED
        changed = [name for name in Settings.__struct_fields__ if getattr(settings, name) != getattr(present, name)]
        if self.room.status != "waiting" and not _CHANGED_ANY_TIME.issuperset(changed):
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
        """Start a room of the policies `full` and `ready` when it is full, with everyone there."""
        room = self.room
        if room.status != "waiting" or room.settings.policy == "host" or room.closed:
            return
        is_full = len(room.seats) == room.settings.capacity
        is_ready = room.settings.policy == "full" or all(seat.ready for seat in room.seats)
        if is_full and is_ready and _is_everyone_present(room.seats):
            self.start(None)

    def start(self, starter: int | None) -> None:
        """A game begins; the first seat is drawn, or, on a rematch, given. Practice begins in its position."""
        origin = self.room.origin
        if origin is not None:
            self.take_places(origin)
            starter, state = origin.starter, origin.state
        else:
            count = len(self.room.seats)
            starter = self.chance.below(count) if starter is None else starter
            state = begin(self.game, count, self.room.settings.options, self.chance, starter)
        if isinstance(state, Refusal):
            raise TypeError(state.text.en)  # the options were checked when the room was made
        room = self.room
        id_ = _in_letters(self.chance.below(32**16))
        self.happen(
            GameStarted(
                self.now,
                game=id_,
                starter=starter,
                state=state,
                rules_version=self.game.rules_version,
                colours=tuple([seat.colour for seat in room.seats]),
                bots=tuple([seat.played_by for seat in room.seats]),
                origin=None if origin is None else origin.origin,
            )
        )
        self.end_if_over()

    def take_places(self, origin: PlayedOn) -> None:
        """Before the first game the host gets its seat, and bots those that are out; the others keep their order."""
        seats = self.room.seats
        if self.room.play is not None or self.room.is_local:
            return
        [host] = self.room.seats_of(self.room.host)
        order = {origin.seat: host}
        bots = [number for number, seat in enumerate(seats) if seat.bot is not None]
        order |= dict(zip([number for number in origin.out if number != origin.seat], bots, strict=False))
        others = iter([number for number in range(len(seats)) if number not in order.values()])
        placed = tuple([order[number] if number in order else next(others) for number in range(len(seats))])
        if placed != tuple(range(len(seats))):
            self.happen(SeatsMoved(self.now, placed))

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────

    def act(self, command: Act) -> Refusal | Answered | None:
        room, play = self.room, self.room.play
        number = self.acting_seat(command)
        if not isinstance(number, int):
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
        if command.turn != play.turn:
            return refusals.STALE
        action = parse_json_action(self.game, command.action)
        if type(action) is Refusal:  # `isinstance` is slow to say no to a struct, and every move comes here.
            return action
        chance = RecordingChance(self.chance)
        story = decide_action(self.game, play.state, number, action, chance)
        if not isinstance(story, Story):
            return story
        is_quiet = not chance.taken() and room.settings.take_backs
        is_quiet = is_quiet and not makes_known(self.game, play.state, number, action, story)
        self.happen(
            Played(
                self.now,
                seat=number,
                id=command.id,
                action=action,
                events=tuple(story.events),
                is_quiet=is_quiet,
                rules_version=self.game.rules_version,
            ),
            story.state,
        )
        if story.state.ended is not None:
            self.end_if_over()
        return None

    def take_back(self, command: TakeBack) -> Refusal | Answered | None:
        room, play = self.room, self.room.play
        if room.is_local and command.seat is None and play is not None and play.quiet:
            command = replace(command, seat=play.quiet[-1].seat)
        number = self.acting_seat(command)
        if isinstance(number, Refusal):
            return number
        version = None if play is None else find_answer(play.answers, number, command.id)
        if version is not None:
            return Answered(version)
        if room.status != "playing" or play is None:
            return refusals.NO_GAME
        if (command.game, command.turn) != (play.id, play.turn):
            return refusals.STALE
        found = find_take_back(room, (number,))
        if isinstance(found, str):
            return refusals.NOT_TAKEN_BACK[found]
        if room.people == {room.seats[number].person}:
            self.happen(TakenBack(self.now, number, command.id))
        else:
            self.happen(TakeBackAsked(self.now, number, command.id))
        return None

    def answer_take_back(self, number: int, command: AnswerTakeBack) -> Refusal | None:
        play = self.room.play
        if play is None or play.request is None or (command.game, command.turn) != (play.id, play.turn):
            return refusals.NO_TAKE_BACK
        asker, is_asker = play.request.seat, number == play.request.seat
        if number in play.request.agreed or (is_asker and command.agree):
            return None
        self.happen(TakeBackAnswered(self.now, number, command.agree))
        if command.agree and self.have_all_agreed(asker):
            self.happen(TakenBack(self.now, asker, play.request.id))
        return None

    def have_all_agreed(self, asker: int) -> bool:
        play = self.room.play
        assert play is not None  # noqa: S101 - a game is played
        agreed = {asker, *(() if play.request is None else play.request.agreed)}
        return self.room.people == {self.room.seats[number].person for number in agreed}

    def give_hint(self, command: AskHint) -> Refusal | Answered | None:
        """Count a hint; the server has a bot think of it."""
        room, play = self.room, self.room.play
        number = self.acting_seat(command)
        if isinstance(number, Refusal):
            return number
        if room.status != "playing" or play is None:
            return refusals.NO_GAME
        if (command.game, command.turn) != (play.id, play.turn):
            return refusals.STALE
        if find_answer(play.answers, number, command.id) is not None:
            return Answered(room.version)
        if not room.is_against_bots and not room.settings.hints:
            return refusals.NO_HINTS
        if not self.policy.bot_levels(self.game, len(room.seats)):
            return refusals.NO_BOTS
        if number not in self.game.to_act(play.state):
            return refusals.NOTHING_TO_CHOOSE
        self.happen(HintGiven(self.now, number, command.id))
        return None

    def acting_seat(self, command: Act | TakeBack | AskHint) -> int | Refusal:
        """The seat that acts, if it is this person's to act for, through its one live connection."""
        if self.sender.person == SERVER.person:
            return self.acting_bot(command.seat)
        seats = self.room.seats_of(self.sender.person)
        if not seats:
            return refusals.NOT_IN_ROOM
        if command.seat is not None and command.seat not in seats:
            return refusals.NO_SUCH_SEAT
        if command.seat is None and len(seats) > 1:
            return refusals.WHICH_SEAT
        number = seats[0] if command.seat is None else command.seat
        connection = self.sender.connection
        is_heeded = connection is not None and connection == self.room.seats[number].connection
        return number if is_heeded else refusals.TAKEN_OVER

    def acting_bot(self, number: int | None) -> int | Refusal:
        """A bot's seat; bots do not play on when no person is left."""
        if number is None or not 0 <= number < len(self.room.seats) or self.room.seats[number].bot is None:
            return refusals.NOT_A_BOT
        return refusals.NOBODY_THERE if self.room.alone_since is not None else number

    def end_if_over(self) -> None:
        play = self.room.play
        assert play is not None  # noqa: S101 - a game is played
        if play.state.ended is not None and play.outcome is None:
            self.happen(GameEnded(self.now, play.state.ended))
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
        story = time_out(self.game, play.state, self.chance)
        events, rules = tuple(story.events), self.game.rules_version
        ran_out = ClockRanOut(self.now, turn=play.turn, seats=late, events=events, rules_version=rules)
        self.happen(ran_out, story.state)
        if story.state.ended is None:
            limit = self.policy.skips_to_elimination
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
        if not self.room.is_local and not self.room.seats[number].is_present:
            return refusals.AWAY
        if self.room.plays_again_at_once:
            return self.play_again_at_once() if again else None
        if self.room.seats[number].again != again:
            self.happen(Voted(self.now, number, again))
            self.rematch_if_all_agree()
        return None

    def play_again_at_once(self) -> Refusal | None:
        seated = self.seated()
        if not self.is_enough(seated):
            return refusals.NOT_ENOUGH_PLAYERS
        self.play_again(seated)
        return None

    def seated(self) -> Sequence[int]:
        return [number for number, seat in enumerate(self.room.seats) if not seat.is_out]

    def rematch_if_all_agree(self) -> None:
        if self.room.status != "finished" or self.room.closed or self.room.is_local:
            return
        seated = self.seated()
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
        people = [seat for number in numbers if (seat := self.room.seats[number]).person is not None]
        return self.is_enough(numbers) and bool(people) and all(seat.again for seat in people)

    def is_enough(self, numbers: Sequence[int]) -> bool:
        if self.room.origin is not None:
            return len(numbers) == self.room.settings.capacity
        return len(numbers) >= 2 and check_options(self.game, len(numbers), self.room.settings.options) is None

    def play_again(self, numbers: Iterable[int]) -> None:
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


def _check_settings(game: AnyGame, settings: Settings, capacity: int, policy: Policy) -> Refusal | None:
    if settings.clock not in CLOCKS and not (policy.test_clocks and settings.clock):
        return refusals.BAD_CLOCK
    if capacity > len(COLOURS):
        return refusals.TOO_MANY_SEATS
    return check_options(game, capacity, settings.options)


def _is_practice(game: AnyGame, settings: Settings, capacity: int, origin: PlayedOn, *, is_local: bool) -> bool:
    """Whether a game can be played on so: with its seats and options, all of them taken, by those who have the link."""
    has_its_seats = capacity == len(game.scores(origin.state)) and 0 <= origin.seat < capacity
    has_its_options = getattr(origin.state, "options", settings.options) == settings.options
    is_for_friends = settings.policy == "full" and settings.visibility == "link"
    return has_its_seats and has_its_options and (is_local or is_for_friends) and origin.state.ended is None


def _in_letters(number: int) -> str:
    """A number of 80 bits as sixteen letters and digits."""
    return "".join(["0123456789abcdefghjkmnpqrstvwxyz"[number >> shift & 31] for shift in range(0, 80, 5)])


def _is_everyone_present(seats: Iterable[Seat]) -> bool:
    return all(seat.is_present for seat in seats)
