"""Cups: all roll dice under their cups, and outbid each other on how many there are of a face, until one is doubted."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import (
    EVERYONE,
    Action,
    Chance,
    Event,
    Game,
    Left,
    Open,
    Options,
    Rule,
    Secret,
    State,
    Story,
    Text,
    Words,
    Zone,
    explained,
    only,
    put,
    rule,
    won,
)

Face: TypeAlias = Literal[1, 2, 3, 4, 5, 6]
Cup: TypeAlias = tuple[Secret[Face], ...]
FACES: tuple[Face, ...] = (1, 2, 3, 4, 5, 6)


class Bid(Action, frozen=True):
    """At least so many dice show that face, under all cups."""

    number: Annotated[int, Meta(ge=1, le=24)]
    face: Annotated[int, Meta(ge=1, le=6)]


class Doubt(Action, frozen=True):
    pass


class Bade(Event, frozen=True):
    seat: int
    number: int
    face: int


class Doubted(Event, frozen=True):
    seat: int


class Lifted(Event, frozen=True):
    """A cup is lifted, and all see what is under it."""

    seat: int
    dice: tuple[Open[Face], ...]


class Lost(Event, frozen=True):
    seat: int


class Rolled(Event, frozen=True):
    seat: int
    dice: Cup


class NextUp(Event, frozen=True):
    seat: int


Told: TypeAlias = Bade | Doubted | Lifted | Lost | Rolled | NextUp | Left


class CupsOptions(Options, frozen=True):
    dice: Annotated[int, explained("dice for each player, 1 to 5", "dés par joueur, de 1 à 5", ge=1, le=5)] = 3


class Table(State, frozen=True):
    active: int
    cups: tuple[Cup, ...]
    number: int = 0
    """The bid: so many dice of that face; 0 before the first."""
    face: int = 0
    bidder: int | None = None


def setup(seats: int, options: CupsOptions, starter: int, chance: Chance) -> Table:
    return Table(turn=0, active=starter, cups=tuple(rolled(seat, options.dice, chance) for seat in range(seats)))


def rolled(seat: int, dice: int, chance: Chance) -> Cup:
    return tuple(Secret(chance.pick(FACES), only(seat)) for _ in range(dice))


# ── What follows from a state ────────────────────────────────────────────────────────────────────────────


def in_play(state: Table) -> list[int]:
    return [seat for seat, cup in enumerate(state.cups) if cup]


def after(state: Table, seat: int) -> int:
    playing = in_play(state)
    return next((other for other in playing if other > seat), playing[0])


def legal(state: Table, seat: int) -> list[Bid | Doubt]:
    dice = sum(map(len, state.cups))
    bids = [
        Bid(number, face)
        for number in range(max(1, state.number), dice + 1)
        for face in FACES
        if number > state.number or face > state.face
    ]
    return [Doubt(), *bids] if state.bidder is not None else [*bids]


# ── What happens ─────────────────────────────────────────────────────────────────────────────────────────


def decide(story: Story[Table, Told], seat: int, action: Bid | Doubt, chance: Chance) -> None:
    match action:
        case Bid(number, face):
            story.tell(Bade(seat, number, face))
            story.tell(NextUp(after(story.state, seat)))
        case Doubt():
            story.tell(Doubted(seat))
            state = story.state
            for other in in_play(state):
                story.tell(Lifted(other, tuple(die.value for die in state.cups[other])))
            found = sum(die.value == state.face for cup in state.cups for die in cup)
            loser = seat if found >= state.number or state.bidder is None else state.bidder
            story.tell(Lost(loser))
            next_round(story, loser, chance)


def next_round(story: Story[Table, Told], seat: int, chance: Chance) -> None:
    """All roll again; who lost begins, or whoever is next."""
    left = in_play(story.state)
    if len(left) == 1:
        return story.end(won(left, dice_left(story.state), "last"))
    for other in left:
        story.tell(Rolled(other, rolled(other, len(story.state.cups[other]), chance)))
    return story.tell(NextUp(seat if seat in left else after(story.state, seat)))


def evolve(state: Table, event: Told) -> Table:
    match event:
        case Bade(seat, number, face):
            return replace(state, number=number, face=face, bidder=seat)
        case Lifted(seat, dice):
            return replace(state, cups=put(state.cups, seat, tuple(Secret(die, EVERYONE) for die in dice)))
        case Lost(seat):
            return replace(state, cups=put(state.cups, seat, state.cups[seat][1:]), number=0, face=0, bidder=None)
        case Rolled(seat, dice):
            return replace(state, cups=put(state.cups, seat, dice))
        case NextUp(seat):
            return replace(state, active=seat, turn=state.turn + 1)
        case Left(seat):
            return replace(state, cups=put(state.cups, seat, ()), number=0, face=0, bidder=None)
        case Doubted():
            return state


def dice_left(state: Table) -> tuple[int, ...]:
    return tuple(map(len, state.cups))


def timeout(story: Story[Table, Told], chance: Chance) -> None:
    """Whoever is late doubts, or bids least: what all see of it must not depend on a cup."""
    decide(story, story.state.active, Bid(1, 1) if story.state.bidder is None else Doubt(), chance)


def leave(story: Story[Table, Told], seat: int, chance: Chance) -> None:
    if seat in in_play(story.state):
        story.tell(Left(seat))
        next_round(story, story.state.active, chance)


def why_not(state: Table, seat: int, action: Bid | Doubt) -> Rule:
    if isinstance(action, Bid):
        return rule("not_more", "Bid more dice, or a higher face.", "Misez plus de dés, ou une face plus haute.")
    return rule("no_bid", "There is no bid to doubt.", "Il n’y a pas de mise à contester.")


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────

GAME = Game(
    id="cups", name=Text("Cups", "Gobelets"), seats=(2, 4), rules_version=1,
    options=CupsOptions, state=Table, actions=Bid | Doubt, events=Told,
    setup=setup, legal=legal, decide=decide, evolve=evolve, timeout=timeout, leave=leave,
    why_not=why_not,
    scores=dice_left,
    reasons={"last": Text("Only one player has dice left.", "Un seul joueur a encore des dés.")},
    promise=Text("Bid on dice that nobody sees", "Misez sur des dés que personne ne voit"),
    words=Words(
        actions={"bid": Text("{number} × {face}", "{number} × {face}"), "doubt": Text("Doubt it", "Contester")},
        events={
            "bade": Text("bids {number} × {face}", "mise {number} × {face}"), "doubted": Text("doubts it", "conteste"),
            "lifted": Text("shows {dice}", "montre {dice}"), "lost": Text("loses a die", "perd un dé"),
            "rolled": Text("rolls", "lance"), "left": Text("leaves", "part"),
        },
        fields={"number": Text("dice bid", "dés misés"), "face": Text("of the face", "de la face")},
        untold=("next_up", "rolled"),
    ),
    zones=(
        Zone(field="cups", title=Text("Dice", "Dés"), by_seat=True),
        Zone(field="number", title=Text("Bid: dice", "Mise : dés"), form="counter"),
        Zone(field="face", title=Text("Bid: face", "Mise : face"), form="counter"),
        Zone(field="bidder", title=Text("By", "Par"), of_seats=True),
    ),
)  # fmt: skip
