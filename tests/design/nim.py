"""A game that is being written, for the tests of the bench: one heap, and a hidden charm for each seat."""

SOURCE = '''\
"""Take one to three; whoever takes the last one wins."""

from typing import Annotated, NewType

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import Action, Event, Game, Options, Secret, State, Text, only, rule, won

MOST = 3
Charm = NewType("Charm", str)


class Take(Action, frozen=True):
    number: Annotated[int, Meta(ge=1, le=9)]


class Took(Event, frozen=True):
    seat: int
    number: int
    found: Secret[Charm]


class Heap(State, frozen=True):
    active: int
    left: Annotated[int, Meta(ge=0)]
    charms: tuple[Secret[Charm], ...]


def setup(seats, options, starter, chance):
    charms = chance.shuffled([Charm("ring"), Charm("coin")])
    return Heap(turn=0, active=starter, left=10, charms=tuple(Secret(each, only(i)) for i, each in enumerate(charms)))


def legal(state, seat):
    return [Take(number) for number in range(1, min(MOST, state.left) + 1)]


def decide(story, seat, action, chance):
    story.tell(Took(seat, action.number, story.state.charms[seat]))
    if story.state.left == 0:
        story.end(won([seat], [int(one == seat) for one in (0, 1)], "last"))


def evolve(state, event):
    return replace(state, turn=state.turn + 1, active=1 - event.seat, left=state.left - event.number)


def lose(story, seat):
    story.end(won([1 - seat], (seat, 1 - seat), "left"))


GAME = Game(
    id="heap", name=Text("Heap", "Tas"), seats=(2, 2), rules_version=1,
    options=Options, state=Heap, actions=Take, events=Took,
    setup=setup, legal=legal, decide=decide, evolve=evolve,
    why_not=lambda state, seat, action: rule("too_many", "Too many.", "Trop."),
    timeout=lambda story, chance: lose(story, story.state.active),
    leave=lambda story, seat, chance: lose(story, seat),
    scores=lambda state: state.ended.scores if state.ended else (0, 0),
    reasons={"last": Text("The last one.", "Le dernier."), "left": Text("Left.", "Parti.")},
    possible_worlds=lambda state, seat: {charm.value for charm in state.charms} == {"ring", "coin"},
)
'''
