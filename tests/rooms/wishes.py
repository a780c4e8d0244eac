"""Random rooms: a wish is what somebody might ask for, whatever the room is like just then."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from hypothesis import strategies as st

from tablee.games.diggers.rules import DiggersOptions
from tablee.kernel import AnyGame
from tablee.kernel.game import StartPolicy
from tablee.rooms.commands import (
    COLOURS,
    SERVER,
    Act,
    AddBot,
    AnyCommand,
    ChangeSettings,
    Connect,
    Disconnect,
    Expel,
    Join,
    Leave,
    MakeSeatLink,
    PersonId,
    PickColour,
    RecoverSeat,
    RemoveBot,
    SayReady,
    Settings,
    Shift,
    Start,
    Vote,
)
from tablee.rooms.events import Played
from tablee.rooms.state import next_deadline
from tests.rooms.table import (
    DIGGERS,
    GAMES,
    PEOPLE,
    TICK,
    Answer,
    Table,
    creating,
    local,
    name_of,
    opening,
    settings_of,
    wire,
)

Kind: TypeAlias = Literal[
    "join", "pick_colour", "say_ready", "change_settings", "add_bot", "remove_bot", "expel", "start", "act",
    "act_badly", "act_again", "leave", "vote", "connect", "disconnect", "make_link", "recover", "tick", "wait", "shift",
]  # fmt: skip

OFTEN: dict[Kind, int] = {
    "join": 8,
    "act": 40,
    "start": 3,
    "say_ready": 4,
    "vote": 6,
    "connect": 4,
    "disconnect": 3,
    "wait": 3,
}
USUAL: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) for _ in range(OFTEN.get(kind, 1)))
"""Each kind as often as it makes a lively room."""


class Wish(NamedTuple):
    """Somebody wants something, after some seconds."""

    kind: Kind
    who: int
    which: int
    wait: int


class Opening(NamedTuple):
    """The room that somebody opens."""

    game: AnyGame
    policy: StartPolicy
    seats: int
    """How many it is opened for, within what the game allows."""
    clock: int | None
    is_private: bool
    is_local: bool

    def table(self) -> Table:
        """The table that is opened."""
        seats = min(max(self.seats, self.game.seats[0]), self.game.seats[1])
        if self.is_local:
            return local(self.game, *[name_of(person) for person in PEOPLE[:seats]])
        options = DiggersOptions(tiles=1) if self.game is DIGGERS else None
        command = creating(
            self.game, policy=self.policy, capacity=seats, clock=self.clock, private=self.is_private, options=options
        )
        return opening(self.game, command).table


WAITS = (0, 0, 0, 0, 1, 7, 29, 59)

WISHES: st.SearchStrategy[Wish] = st.builds(
    Wish, st.sampled_from(USUAL), st.integers(0, len(PEOPLE) - 1), st.integers(0, 11), st.sampled_from(WAITS)
)
OPENINGS: st.SearchStrategy[Opening] = st.builds(
    Opening,
    st.sampled_from(GAMES),
    st.sampled_from(get_args(StartPolicy)),
    st.integers(2, 4),
    st.sampled_from((60, 30, None)),
    st.booleans(),
    st.sampled_from((False, False, False, True)),
)


def random_opening(source: Random) -> Opening:
    """An opening without hypothesis, for runs that are the same every time."""
    return Opening(
        source.choice(GAMES),
        source.choice(get_args(StartPolicy)),
        source.randint(2, 4),
        source.choice((60, 60, None)),
        source.random() < 0.2,
        source.random() < 0.1,
    )


def random_wish(source: Random) -> Wish:
    """A wish without hypothesis."""
    return Wish(source.choice(USUAL), source.randrange(len(PEOPLE)), source.randrange(12), source.choice(WAITS))


def random_room(seed: int, wishes: int) -> Iterator[tuple[Table, AnyCommand, Answer]]:
    """The life of a room, until a step after it closed: the table before each command, the command, its answer."""
    source = Random(seed)
    table = random_opening(source).table()
    for _ in range(wishes):
        table, command = wished(table, random_wish(source))
        answer = table.when(command)
        yield table, command, answer
        if table.room.closed:
            return
        table = answer.table


def wished(table: Table, wish: Wish) -> tuple[Table, AnyCommand]:
    """The table when the wish is uttered, and the command that it is."""
    if wish.kind == "wait":
        due = next_deadline(table.room) or table.now
        is_soon = due - table.now <= 150_000
        return replace(table, now=max(due, table.now)) if is_soon or wish.which == 0 else table, TICK
    table = table.later(wish.wait)
    return table, _command(table, wish._replace(kind=_fitting(table, wish)))


def _command(table: Table, wish: Wish) -> AnyCommand:
    room, person, which = table.room, _who(table, wish), wish.which
    seat, fresh = which % len(room.seats) if room.seats else 0, f"{room.version}-of-{person}"
    match wish.kind:
        case "join":
            admitted, connected = which % 4 > 0, which % 6 > 0
            return Join(
                person,
                name=name_of(person),
                is_admitted=admitted or not room.is_private,
                connection=wire(person, room.version) if connected else None,
            )
        case "pick_colour":
            return PickColour(person, COLOURS[which % len(COLOURS)])
        case "say_ready":
            return SayReady(person, which % 4 > 0)
        case "change_settings":
            return ChangeSettings(room.host, _changed_settings(table, which))
        case "add_bot":
            return AddBot(room.host if which % 4 else person, "easy", "Robot")
        case "remove_bot":
            return RemoveBot(room.host if which % 4 else person, which, _since(table, which))
        case "expel":
            return Expel(room.host if which % 4 else person, which, _since(table, which))
        case "start":
            return Start(room.host if which % 4 else person)
        case "act":
            return _act(table, which) or TICK
        case "act_badly":
            return _bad_act(table, person, which)
        case "act_again":
            return _repeated_act(table, which) or TICK
        case "leave":
            return Leave(person)
        case "vote":
            return Vote(person, which % 6 > 0)
        case "connect":
            return Connect(person, wire(person, room.version))
        case "disconnect":
            return Disconnect(person, _connection_of(table, person) if which % 4 else wire(person))
        case "make_link":
            return MakeSeatLink(person, f"hash-{fresh}")
        case "recover":
            secret = room.seats[seat].secret_hash if room.seats else None
            connection = wire(person, room.version) if which % 3 else None
            return RecoverSeat(
                person, secret_hash=secret or "hash-of-nothing", next_hash=f"hash-{fresh}", connection=connection
            )
        case "shift":
            return Shift(SERVER, table.now, 1000 * which)
        case _:
            return TICK


def _fitting(table: Table, wish: Wish) -> Kind:
    """What is wanted at this stage of the room instead of what makes no sense in it; not always."""
    if wish.which < 2:
        return wish.kind
    match table.room.status, wish.kind:
        case "waiting", "act":
            return "join"
        case "waiting", "vote":
            return "say_ready"
        case "playing", "join" | "start" | "say_ready" | "vote":
            return "act"
        case "finished", "join" | "start" | "say_ready" | "act":
            return "vote"
        case _:
            return wish.kind


def _who(table: Table, wish: Wish) -> PersonId:
    """Somebody with a seat, most of the time; whoever wants to join may have one or not."""
    seated = [seat.person for seat in table.seats if seat.person and not seat.is_out]
    away = [seat.person for seat in table.seats if seat.person and not seat.is_out and not seat.is_present]
    if wish.kind == "connect" and away and wish.which > 2:
        return away[0]
    is_anybody = wish.kind in ("join", "recover") or wish.which == 0 or not seated
    return PEOPLE[wish.who] if is_anybody else seated[wish.who % len(seated)]


def _changed_settings(table: Table, which: int) -> Settings:
    changes: list[dict[str, Any]] = [
        {"name": f"Table {which}"}, {"capacity": 2 + which % 3}, {"policy": get_args(StartPolicy)[which % 3]},
        {"clock": (30, 60, 45)[which % 3]}, {"onlookers": which % 2 == 0},
    ]  # fmt: skip
    return settings_of(table, **changes[which % len(changes)])


def _since(table: Table, seat: int) -> int:
    return table.seats[seat].since if seat < len(table.seats) else 1


def _act(table: Table, which: int) -> Act | None:
    """A legal action of a seat that is to act, from whoever holds it."""
    if table.room.play is None or not table.awaited:
        return None
    present = [seat for seat in table.awaited if table.seats[seat].is_present] or table.awaited
    seat = present[which % len(present)]
    legal = table.game.legal(table.state, seat)
    return table.acting(seat, legal[(which * 7) % len(legal)])


def _bad_act(table: Table, person: PersonId, which: int) -> Act:
    """An action that something is wrong with, most of the time."""
    right = _act(table, which)
    return Act(
        person if which % 3 else SERVER,
        connection=_connection_of(table, person) if which % 2 else wire(person, 99),
        game=right.game if right and which % 4 else "another",
        turn=(right.turn if right else 0) + (which == 5),
        id=f"bad-{which}",
        action=right.action if right and which % 5 else {"type": "nonsense"},
        seat=(which % 4, None, -1)[which % 3],
    )


def _repeated_act(table: Table, which: int) -> Act | None:
    """One of the last actions, once more."""
    played = [event for event in table.stream if isinstance(event, Played)]
    if table.room.play is None or not played:
        return None
    again = played[-1 - which % min(len(played), 3)]
    if again.seat >= len(table.seats):
        return None
    return table.acting(again.seat, again.action, id=again.id)


def _connection_of(table: Table, person: PersonId) -> str:
    seats = table.room.seats_of(person)
    return (table.seats[seats[0]].connection if seats else None) or wire(person)
