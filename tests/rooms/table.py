"""Rooms for tests: given a table, when somebody asks for something, then this happens.

    waiting(GIGOGNE, ANN, BEN).when(Leave(ANN)).then(SeatFreed(T0, 0, "left"), HostChanged(T0, BEN))

A table is immutable; each answer gives the next one. Whatever happens is also written down as the store would,
read back and folded: a table whose stored events tell another room, or that breaks an invariant, fails at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tablee.games import diggers, gigogne, kitty, ninth, noe
from tablee.games.gigogne.rules import Place
from tablee.kernel import AnyGame, Chance, Options, Refusal, State
from tablee.kernel.data import Action
from tablee.kernel.game import StartPolicy
from tablee.kernel.refusals import Code
from tablee.rooms.codec import decode_event, decode_room, encode_event, encode_room
from tablee.rooms.commands import (
    COLOURS,
    SERVER,
    Act,
    AddBot,
    AnyCommand,
    ConnectionId,
    CreateRoom,
    Join,
    LocalPlayer,
    PersonId,
    RecoverSeat,
    Settings,
    Start,
    Tick,
)
from tablee.rooms.decide import Answered, Decision, Setting, create, decide
from tablee.rooms.events import AnyRoomEvent, GameStarted, RoomOpened, WithGameData
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import names_said, room_with_names, with_name
from tablee.rooms.state import Play, Room, Seat, next_deadline
from tests.rooms.invariants import check_room, check_step

DIGGERS, GIGOGNE, KITTY, NINTH, NOE = diggers.GAME, gigogne.GAME, kitty.GAME, ninth.GAME, noe.GAME
GAMES: tuple[AnyGame, ...] = (GIGOGNE, KITTY, DIGGERS, NOE, NINTH)

ANN, BEN, CLEO, DAN, EVE, FAY, ZOE = PEOPLE = tuple(
    f"person-{name}" for name in ("ann", "ben", "cleo", "dan", "eve", "fay", "zoe")
)
"""Ids of people; Zoe comes last, and has no seat to begin with."""

T0 = 1_000_000_000
"""When every room of the tests is opened, in milliseconds."""

TICK = Tick(SERVER)
DEFAULT = Setting()


def at(seconds: float) -> int:
    """So many seconds after the room was opened."""
    return T0 + round(seconds * 1000)


def name_of(person: PersonId) -> str:
    """The nickname that a person goes by."""
    return person.removeprefix("person-").capitalize()


def wire(person: PersonId, number: int = 1) -> ConnectionId:
    """The person's first connection, or a later one."""
    return f"wire-{number}-of-{person}"


class Stacked(Chance):
    """Chance that gives these numbers first, whatever is asked for, then goes on by a seed."""

    def __init__(self, *numbers: int) -> None:
        self._numbers, self._rest = list(numbers), Chance.seeded("rest")

    def below(self, bound: int) -> int:
        return self._numbers.pop(0) if self._numbers else self._rest.below(bound)

    def order(self, count: int) -> Sequence[int]:
        return self._rest.order(count)


# ── Given, when, then ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Table:
    """A room at a moment."""

    game: AnyGame
    room: Room
    stream: tuple[AnyRoomEvent, ...]
    """All its events."""
    stored: Room
    """The fold of its events as the store gives them back."""
    names: Mapping[int, str]
    """The names that they say, as the store keeps them."""
    now: int = T0
    setting: Setting = DEFAULT

    @property
    def play(self) -> Play:
        assert self.room.play is not None
        return self.room.play

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.room.seats

    @property
    def people(self) -> tuple[PersonId | None, ...]:
        """Who sits where; None for a bot."""
        return tuple(seat.person for seat in self.room.seats)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are to act."""
        return self.game.to_act(self.state)

    def later(self, seconds: float) -> "Table":
        """The same room when some time has passed."""
        return replace(self, now=self.now + round(seconds * 1000))

    def when(self, command: AnyCommand, chance: Chance | None = None) -> "Answer":
        """What comes of a command."""
        chance = chance or Chance.seeded(self.room.version)
        decision = decide(self.game, self.room, command, self.now, chance, self.setting)
        if isinstance(decision, Refusal | Answered):
            return Answer(decision, self)
        return Answer(decision, self._with(decision))

    def having(self, *commands: AnyCommand) -> "Table":
        """The table after commands that must all change something."""
        table = self
        for command in commands:
            table = table.when(command).done()
        return table

    def acting(self, number: int, action: Action | Any, /, **changes: Any) -> Act:
        """The command by which a seat plays an action now, through the connection it has."""
        holder = self.room.seats[number]
        act = Act(
            holder.person or SERVER,
            connection=holder.connection,
            game=self.play.id,
            turn=self.state.turn,
            id=f"act-{self.room.version}-{number}",
            action=action,
            seat=number if self.room.is_local or holder.bot else None,
        )
        return msgspec.structs.replace(act, **changes)

    def acted(self, *moves: tuple[int, Action]) -> "Table":
        """The table after those actions, (seat, action) each."""
        table = self
        for seat, action in moves:
            table = table.having(table.acting(seat, action))
        return table

    def first_action(self, seat: int) -> Action:
        """One of the seat's legal actions."""
        action: Action = self.game.legal(self.state, seat)[0]
        return action

    def ticked(self) -> "Table":
        """The table when the clock has struck once more: at its next deadline."""
        due = next_deadline(self.room)
        assert due is not None, "nothing is due"
        return replace(self, now=max(due, self.now)).having(TICK)

    def _with(self, events: Sequence[AnyRoomEvent]) -> "Table":
        room, stored = self.room, self.stored
        for event in events:
            room = evolve(self.game, room, event)
        names = {**self.names, **{said.version: said.text for said in names_said(room, events)}}
        for event in events:
            again = decode_event(self.game, encode_event(event))
            stored = evolve(self.game, stored, with_name(again, stored.version + 1, names))
        assert stored == room, "the stored events tell another room"
        check_room(self.game, room, self.setting)
        check_step(self.game, self.room, events)
        return replace(self, room=room, stored=stored, stream=(*self.stream, *events), names=names)


@dataclass(frozen=True)
class Answer:
    """What came of a command."""

    decision: Decision
    table: Table
    """The table after it; the same as before where nothing changed."""

    @property
    def room(self) -> Room:
        return self.table.room

    @property
    def events(self) -> Sequence[AnyRoomEvent]:
        assert not isinstance(self.decision, Refusal | Answered), self.decision
        return self.decision

    def then(self, *expected: AnyRoomEvent | type[AnyRoomEvent]) -> Table:
        """These events and no others have happened; of a type alone, any event of it.

        What they hold of the game is in the form of its present rules.
        """
        rules_version = self.table.game.rules_version
        expected = tuple(
            msgspec.structs.replace(want, rules_version=rules_version) if isinstance(want, WithGameData) else want
            for want in expected
        )
        told = [type(got) if isinstance(want, type) else got for want, got in zip(expected, self.events, strict=False)]
        assert [*told, *self.events[len(told) :]] == list(expected)
        return self.table

    def then_nothing(self) -> Table:
        """It was allowed, and changes nothing."""
        return self.then()

    def then_refused(self, why: Refusal | Code) -> Table:
        """It was refused for that reason; nothing changes."""
        assert isinstance(self.decision, Refusal), f"it was accepted: {self.decision}"
        assert why in (self.decision, self.decision.code)
        return self.table

    def then_answered_as_before(self, version: int) -> Table:
        """It was a repeat: the first answer is given again, and nothing changes."""
        assert self.decision == Answered(version)
        return self.table

    def done(self) -> Table:
        """Something has happened, whatever it was."""
        assert self.events, "nothing has happened"
        return self.table


# ── Tables to begin with ─────────────────────────────────────────────────────────────────────────────────


def creating(
    game: AnyGame,
    host: PersonId = ANN,
    *,
    options: Options | None = None,
    capacity: int | None = None,
    policy: StartPolicy = "host",
    clock: int | None = 60,
    private: bool = False,
    onlookers: bool = True,
    connection: ConnectionId | None = None,
    local: Sequence[str] = (),
) -> CreateRoom:
    """The command that opens a room; as large as the game allows, unless it is said."""
    settings = Settings(
        name="The table",
        options=options if options is not None else game.options(),
        capacity=capacity or game.seats[1],
        policy=policy,
        clock=clock,
        onlookers=onlookers,
    )
    return CreateRoom(
        host,
        id="room-1",
        code="TABLE1",
        game=game.id,
        name=name_of(host),
        settings=settings,
        access_hash="hash-of-the-access-code" if private else None,
        connection=connection or wire(host),
        local=tuple(LocalPlayer(name, colour) for name, colour in zip(local, COLOURS, strict=False)),
    )


def opening(game: AnyGame, command: CreateRoom, chance: Chance | None = None, setting: Setting = DEFAULT) -> Answer:
    """What comes of the command that opens a room; the table is empty when it is refused."""
    created = create(game, command, T0, chance or Chance.seeded("create"), setting)
    assert not isinstance(created, Refusal), created.text.en
    table = table_of(game, created.events, setting)
    assert table.room == created.room
    return Answer(created.events, table)


def table_of(game: AnyGame, events: Sequence[AnyRoomEvent], setting: Setting = DEFAULT) -> Table:
    """The table of a stream."""
    opened = events[0]
    assert isinstance(opened, RoomOpened)
    names = {said.version: said.text for said in names_said(open_room(opened), [opened])}
    stored = with_name(decode_event(game, encode_event(opened)), 1, names)
    assert isinstance(stored, RoomOpened)
    table = Table(game, open_room(opened), (opened,), open_room(stored), names, setting=setting)
    return table._with(events[1:])


def waiting(
    game: AnyGame,
    *people: PersonId,
    bots: int = 0,
    options: Options | None = None,
    capacity: int | None = None,
    policy: StartPolicy = "host",
    clock: int | None = 60,
    private: bool = False,
    onlookers: bool = True,
    setting: Setting = DEFAULT,
) -> Table:
    """A waiting room with these people, the host first, and then some bots."""
    command = creating(
        game,
        people[0],
        options=options,
        capacity=capacity,
        policy=policy,
        clock=clock,
        private=private,
        onlookers=onlookers,
    )
    table = opening(game, command, setting=setting).table
    table = table.having(*[joining(person) for person in people[1:]])
    return table.having(*[AddBot(people[0], "easy", f"Bot {number}") for number in range(1, bots + 1)])


def playing(
    game: AnyGame,
    *people: PersonId,
    bots: int = 0,
    starter: int = 0,
    options: Options | None = None,
    clock: int | None = 60,
    private: bool = False,
    setting: Setting = DEFAULT,
) -> Table:
    """A game that has just been started by its host, the first of these people."""
    table = waiting(game, *people, bots=bots, options=options, clock=clock, private=private, setting=setting)
    return table.when(Start(people[0]), Stacked(starter)).done()


def playing_from(game: AnyGame, state: State, *people: PersonId, bots: int = 0, clock: int | None = 60) -> Table:
    """A game that stands as it is shown."""
    table = playing(game, *people, bots=bots, clock=clock)
    started = table.stream[-1]
    assert isinstance(started, GameStarted)
    return table_of(game, (*table.stream[:-1], msgspec.structs.replace(started, state=state)), table.setting)


def finished(*people: PersonId, bots: int = 0, starter: int = 0, clock: int | None = 60) -> Table:
    """A game of Gigogne that the starter has just won, with everybody still there."""
    return won_by_the_starter(playing(GIGOGNE, *people, bots=bots, starter=starter, clock=clock))


def won_by_the_starter(table: Table) -> Table:
    """A game of Gigogne, just begun, when its starter has laid a line of large squares."""
    count = len(table.seats)
    order = [(table.play.starter + step) % count for step in range(count)]
    squares = [("large", (0, 1, 2)), ("large", (3, 4)), ("large", (6, 7)), ("small", (8, 5))]
    for turn in range(3):
        for seat, (size, cells) in zip(order, squares, strict=False):
            if table.room.status == "playing":
                table = table.acted((seat, Place(size, cells[turn])))  # type: ignore[arg-type]  # a size
    assert table.room.status == "finished"
    return table


def local(game: AnyGame, *names: str, starter: int = 0) -> Table:
    """A game on one screen, held by Ann."""
    return opening(game, creating(game, local=names or ("Ann", "Ben")), Stacked(starter)).table


def from_a_snapshot(game: AnyGame, room: Room, names: Mapping[int, str] | None = None) -> Room:
    """The room as it comes back from a snapshot, with these names."""
    again = decode_room(game, encode_room(game, room))
    assert again is not None
    return room_with_names(again, names or {})


def joining(person: PersonId, *, admitted: bool = True, connected: bool = True) -> Join:
    """The command by which somebody takes a seat."""
    connection = wire(person) if connected else None
    return Join(person, name=name_of(person), is_admitted=admitted, connection=connection)


def recovering(person: PersonId, secret: str, *, renewed: str = "hash-2", connected: bool = True) -> RecoverSeat:
    """The command by which somebody takes a seat back with the secret of that hash."""
    connection = wire(person) if connected else None
    return RecoverSeat(person, secret_hash=secret, next_hash=renewed, connection=connection)


def settings_of(table: Table, **changes: Any) -> Settings:
    """The room's settings, with some changed."""
    return msgspec.structs.replace(table.room.settings, **changes)
