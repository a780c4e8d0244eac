"""Rooms for tests: given a table, when somebody asks for something, then this happens.

    waiting(GIGOGNE, ANN, BEN).when(leave(ANN)).then(SeatFreed(T0, 0, "left"), HostChanged(T0, BEN))

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
from tablee.kernel.play import begin
from tablee.kernel.refusals import Code
from tablee.kernel.replay import Origin
from tablee.lab.random_play import random_steps
from tablee.rooms.codec import decode_event, decode_room, encode_event, encode_room
from tablee.rooms.commands import (
    COLOURS,
    SERVER,
    Act,
    AnswerTakeBack,
    AskHint,
    CreateRoom,
    LocalPlayer,
    PersonId,
    PlayedOn,
    Sender,
    Settings,
    TakeBack,
    Visibility,
)
from tablee.rooms.decide import Advanced, Answered, Policy, advance, create
from tablee.rooms.events import AnyRoomEvent, GameStarted, RoomOpened, WithGameData
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import names_said, room_with_names, with_name
from tablee.rooms.state import Play, Room, Seat, next_deadline
from tests.rooms.asking import TICK, Asked, add_bot, joining, name_of, start, wire
from tests.rooms.invariants import check_room, check_step

DIGGERS, GIGOGNE, KITTY, NINTH, NOE = diggers.GAME, gigogne.GAME, kitty.GAME, ninth.GAME, noe.GAME
GAMES: tuple[AnyGame, ...] = (GIGOGNE, KITTY, DIGGERS, NOE, NINTH)

ANN, BEN, CLEO, DAN, EVE, FAY, ZOE = PEOPLE = tuple(
    f"person-{name}" for name in ("ann", "ben", "cleo", "dan", "eve", "fay", "zoe")
)
"""Ids of people; Zoe comes last, and has no seat to begin with."""

T0 = 1_000_000_000
"""When every room of the tests is opened, in milliseconds."""

DEFAULT = Policy(bot_levels=lambda _game, _seats: ("easy", "hard"))


def at(seconds: float) -> int:
    """So many seconds after the room was opened."""
    return T0 + round(seconds * 1000)


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
    policy: Policy = DEFAULT

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

    def when(self, asked: Asked, chance: Chance | None = None) -> "Answer":
        """What comes of a command."""
        chance = chance or Chance.seeded(self.room.version)
        advanced = advance(self.game, self.room, asked.command, asked.sender, self.now, chance, self.policy)
        if not isinstance(advanced, Advanced):
            return Answer(advanced, self)
        table = self._with(advanced.events)
        assert table.room == advanced.room, "the events tell another room"
        return Answer(advanced.events, table)

    def having(self, *asked: Asked) -> "Table":
        """The table after commands that must all change something."""
        table = self
        for each in asked:
            table = table.when(each).done()
        return table

    def acting(self, number: int, action: Action | Any, /, *, sender: Sender | None = None, **changes: Any) -> Asked:
        """A seat plays an action now, through the connection it has."""
        holder = self.room.seats[number]
        act = Act(
            id=f"act-{self.room.version}-{number}",
            game=self.play.id,
            turn=self.play.turn,
            action=msgspec.Raw(msgspec.json.encode(action)),
            seat=number if self.room.is_local or holder.bot else None,
        )
        own = Sender(holder.person, holder.connection) if holder.person else SERVER
        return Asked(sender or own, msgspec.structs.replace(act, **changes))

    def taking_back(self, number: int, **changes: Any) -> Asked:
        """A seat asks to take back its last decision."""
        holder = self.room.seats[number]
        command = TakeBack(id=f"back-{self.room.version}-{number}", game=self.play.id, turn=self.play.turn)
        seat = number if self.room.is_local or holder.bot else None
        sender = Sender(holder.person or "nobody", holder.connection)
        return Asked(sender, msgspec.structs.replace(command, **{"seat": seat, **changes}))

    def asking_hint(self, number: int, **changes: Any) -> Asked:
        """A seat asks what a bot would do."""
        holder = self.room.seats[number]
        command = AskHint(id=f"hint-{self.room.version}-{number}", game=self.play.id, turn=self.play.turn)
        seat = number if self.room.is_local else None
        sender = Sender(holder.person or "nobody", holder.connection)
        return Asked(sender, msgspec.structs.replace(command, **{"seat": seat, **changes}))

    def answering(self, number: int, *, agree: bool = True, **changes: Any) -> Asked:
        """A seat lets somebody take back, or does not."""
        holder = self.room.seats[number]
        command = AnswerTakeBack(id="answer", game=self.play.id, turn=self.play.turn, agree=agree)
        return Asked(Sender(holder.person or "nobody"), msgspec.structs.replace(command, **changes))

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
        check_room(self.game, room, self.policy)
        check_step(self.game, self.room, events)
        return replace(self, room=room, stored=stored, stream=(*self.stream, *events), names=names)


@dataclass(frozen=True)
class Answer:
    """What came of a command."""

    decision: Sequence[AnyRoomEvent] | Answered | Refusal
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
    visibility: Visibility = "open",
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
        visibility="private" if private else visibility,
    )
    return CreateRoom(
        id="room-1",
        code="TABLE1",
        game=game.id,
        name=name_of(host),
        settings=settings,
        access_hash="hash-of-the-access-code" if private else None,
        local=tuple(LocalPlayer(name, colour) for name, colour in zip(local, COLOURS, strict=False)),
    )


def opening(
    game: AnyGame,
    command: CreateRoom,
    chance: Chance | None = None,
    server_policy: Policy = DEFAULT,
    sender: Sender | None = None,
) -> Answer:
    """What comes of the command that opens a room."""
    sender = sender or Sender(ANN, wire(ANN))
    created = create(game, command, sender, T0, chance or Chance.seeded("create"), server_policy)
    assert not isinstance(created, Refusal), created.text.en
    table = table_of(game, created.events, server_policy)
    assert table.room == created.room
    return Answer(created.events, table)


ORIGIN = Origin("old-game", 3)


def position(game: AnyGame, seats: int = 2, steps: int = 3) -> Any:
    """A position of a random game."""
    chance = Chance.seeded("practice")
    state = begin(game, seats, game.options(), chance, 0)
    for step, _ in zip(random_steps(game, state, chance, chance), range(steps), strict=False):
        state = step.state
    return state


def practising(game: AnyGame = GIGOGNE, seats: int = 2, seat: int = 1, **settings: Any) -> CreateRoom:
    """The command that opens a room for practice."""
    asked = creating(game, **{"capacity": seats, "policy": "full", "visibility": "link", **settings})
    return msgspec.structs.replace(asked, origin=PlayedOn(ORIGIN.record, ORIGIN.step, seat, 0, position(game, seats)))


def refusal_of(game: AnyGame, command: CreateRoom) -> Refusal:
    """Why a room can't be opened so."""
    created = create(game, command, Sender(ANN, wire(ANN)), T0, Chance.seeded(0), DEFAULT)
    assert isinstance(created, Refusal)
    return created


def table_of(game: AnyGame, events: Sequence[AnyRoomEvent], server_policy: Policy = DEFAULT) -> Table:
    """The table of a stream."""
    opened = events[0]
    assert isinstance(opened, RoomOpened)
    names = {said.version: said.text for said in names_said(open_room(opened), [opened])}
    stored = with_name(decode_event(game, encode_event(opened)), 1, names)
    assert isinstance(stored, RoomOpened)
    table = Table(game, open_room(opened), (opened,), open_room(stored), names, policy=server_policy)
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
    visibility: Visibility = "open",
    server_policy: Policy = DEFAULT,
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
        visibility=visibility,
    )
    table = opening(game, command, server_policy=server_policy, sender=Sender(people[0], wire(people[0]))).table
    table = table.having(*[joining(person) for person in people[1:]])
    return table.having(*[add_bot(people[0]) for _ in range(bots)])


def playing(
    game: AnyGame,
    *people: PersonId,
    bots: int = 0,
    starter: int = 0,
    options: Options | None = None,
    clock: int | None = 60,
    private: bool = False,
    server_policy: Policy = DEFAULT,
) -> Table:
    """A game that has just been started by its host, the first of these people."""
    table = waiting(
        game, *people, bots=bots, options=options, clock=clock, private=private, server_policy=server_policy
    )
    return table.when(start(people[0]), Stacked(starter)).done()


def playing_from(game: AnyGame, state: State, *people: PersonId, bots: int = 0, clock: int | None = 60) -> Table:
    """A game that stands as it is shown."""
    table = playing(game, *people, bots=bots, clock=clock)
    started = table.stream[-1]
    assert isinstance(started, GameStarted)
    return table_of(game, (*table.stream[:-1], msgspec.structs.replace(started, state=state)), table.policy)


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


def settings_of(table: Table, **changes: Any) -> Settings:
    """The room's settings, with some changed."""
    return msgspec.structs.replace(table.room.settings, **changes)
