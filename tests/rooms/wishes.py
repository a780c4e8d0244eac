"""Random rooms: a wish is what somebody might ask for, whatever the room is like just then."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from hypothesis import strategies as st

from tablee.games.diggers.rules import DiggersOptions
from tablee.kernel import AnyGame
from tablee.kernel.game import StartPolicy
from tablee.rooms.commands import COLOURS, SERVER, Act, PersonId, Sender
from tablee.rooms.events import Played
from tablee.rooms.state import next_deadline
from tests.rooms import asking
from tests.rooms.asking import INVITATION, TICK, Asked, name_of, wire
from tests.rooms.table import (
    DIGGERS,
    GAMES,
    PEOPLE,
    Answer,
    Table,
    creating,
    local,
    opening,
    practising,
)

Kind: TypeAlias = Literal[
    "join", "pick_colour", "say_ready", "change_settings", "add_bot", "remove_bot", "expel", "start", "act",
    "act_badly", "act_again", "leave", "vote", "connect", "disconnect", "make_link", "hold", "recover",
    "tick", "wait", "shift", "take_back", "answer_take_back", "hint", "rename",
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
    "take_back": 4,
    "answer_take_back": 6,
    "hint": 4,
    "add_bot": 2,
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
    is_practice: bool = False

    def table(self) -> Table:
        """The table that is opened."""
        seats = min(max(self.seats, self.game.seats[0]), self.game.seats[1])
        if self.is_local:
            return local(self.game, *[name_of(person) for person in PEOPLE[:seats]])
        if self.is_practice:
            return opening(self.game, practising(self.game, seats, seats - 1, clock=self.clock)).table
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
        source.random() < 0.1,
    )


def random_wish(source: Random) -> Wish:
    """A wish without hypothesis."""
    return Wish(source.choice(USUAL), source.randrange(len(PEOPLE)), source.randrange(12), source.choice(WAITS))


def random_room(seed: int, wishes: int) -> Iterator[tuple[Table, Asked, Answer]]:
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


def wished(table: Table, wish: Wish) -> tuple[Table, Asked]:
    """The table when the wish is uttered, and the command that it is."""
    if wish.kind == "wait":
        due = next_deadline(table.room) or table.now
        is_soon = due - table.now <= 150_000
        return replace(table, now=max(due, table.now)) if is_soon or wish.which == 0 else table, TICK
    table = table.later(wish.wait)
    return table, _command(table, wish._replace(kind=_fitting(table, wish)))


def _command(table: Table, wish: Wish) -> Asked:
    room, person, which = table.room, _who(table, wish), wish.which
    seat, fresh = which % len(room.seats) if room.seats else 0, f"{room.version}-of-{person}"
    match wish.kind:
        case "join":
            admitted, connected = which % 4 > 0, which % 6 > 0
            connection = wire(person, room.version)
            return asking.joining(
                person,
                admitted=admitted or not room.is_private,
                connected=connected,
                connection=connection,
                invitation=INVITATION if which % 3 == 0 else None,
            )
        case "hold":
            return asking.hold(room.host if which % 4 else person, which % 3)
        case "pick_colour":
            return asking.pick_colour(person, COLOURS[which % len(COLOURS)])
        case "say_ready":
            return asking.say_ready(person, ready=which % 4 > 0)
        case "change_settings":
            return asking.change_settings(room.host, **_changed_settings(which))
        case "add_bot":
            return asking.add_bot(room.host if which % 4 else person)
        case "remove_bot":
            return asking.remove_bot(room.host if which % 4 else person, which, _since(table, which))
        case "expel":
            return asking.expel(room.host if which % 4 else person, which, _since(table, which))
        case "start":
            return asking.start(room.host if which % 4 else person)
        case "act":
            return _act(table, which) or TICK
        case "act_badly":
            return _bad_act(table, person, which)
        case "act_again":
            return _repeated_act(table, which) or TICK
        case "leave":
            return asking.leave(person)
        case "vote":
            return asking.vote(person, again=which % 6 > 0)
        case "connect":
            return asking.connect(person, wire(person, room.version))
        case "disconnect":
            return asking.disconnect(person, _connection_of(table, person) if which % 4 else wire(person))
        case "make_link":
            return asking.renew_link(person, f"hash-{fresh}")
        case "recover":
            secret = room.seats[seat].secret_hash if room.seats else None
            return asking.recovering(
                person,
                secret or "hash-of-nothing",
                renewed=f"hash-{fresh}",
                connected=which % 3 > 0,
                connection=wire(person, room.version),
            )
        case "take_back":
            return table.taking_back(seat, turn=table.play.turn - (which == 0)) if table.room.play else TICK
        case "answer_take_back":
            return table.answering(seat, agree=which % 5 > 0) if table.room.play else TICK
        case "hint":
            return table.asking_hint((*table.awaited, seat)[0]) if table.room.play else TICK
        case "rename":
            return asking.rename(person, seat, f"Name {which % 5}")
        case "shift":
            return asking.shift(table.now, 1000 * which)
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


def _changed_settings(which: int) -> dict[str, Any]:
    changes: list[dict[str, Any]] = [
        {"name": f"Table {which}"}, {"capacity": 2 + which % 3}, {"policy": get_args(StartPolicy)[which % 3]},
        {"clock": (30, 60, 45)[which % 3]}, {"onlookers": which % 2 == 0},
        {"visibility": ("open", "link")[which % 2]}, {"take_backs": which % 4 > 0},
        {"hints": which % 3 > 0},
    ]  # fmt: skip
    return changes[which % len(changes)]


def _since(table: Table, seat: int) -> int:
    return table.seats[seat].since if seat < len(table.seats) else 1


def _act(table: Table, which: int) -> Asked | None:
    """A legal action of a seat that is to act, from whoever holds it."""
    if table.room.play is None or not table.awaited:
        return None
    present = [seat for seat in table.awaited if table.seats[seat].is_present] or table.awaited
    seat = present[which % len(present)]
    legal = table.game.legal(table.state, seat)
    return table.acting(seat, legal[(which * 7) % len(legal)])


def _bad_act(table: Table, person: PersonId, which: int) -> Asked:
    """An action that something is wrong with, most of the time."""
    right = _act(table, which)
    act = right.command if right else None
    sender = Sender(
        person if which % 3 else SERVER.person, _connection_of(table, person) if which % 2 else wire(person, 99)
    )
    if not isinstance(act, Act):
        act = Act(id="", game="another", turn=0, action=msgspec.Raw(b'{"type":"nonsense"}'))
    bad = Act(
        id=f"bad-{which}",
        game=act.game if which % 4 else "another",
        turn=act.turn + (which == 5),
        action=act.action if which % 5 else msgspec.Raw(b'{"type":"nonsense"}'),
        seat=(which % 4, None, -1)[which % 3],
    )
    return Asked(sender, bad)


def _repeated_act(table: Table, which: int) -> Asked | None:
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
