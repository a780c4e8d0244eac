"""Shores: each player joins two opposite shores with a chain of stones; there is never a draw."""

from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import (
    Action,
    Chance,
    Event,
    Game,
    Options,
    Rule,
    State,
    Story,
    Text,
    Words,
    Zone,
    explained,
    put,
    rule,
    won,
)

LARGEST = 9


class Place(Action, frozen=True):
    cell: Annotated[int, Meta(ge=0, lt=LARGEST * LARGEST)]


class Swap(Action, frozen=True):
    """Take over the first stone, mirrored between the shores: so that nobody begins too well."""


class Placed(Event, frozen=True):
    seat: int
    cell: int


class Swapped(Event, frozen=True):
    seat: int
    cell: int
    """Where the stone was, and where it is now, as the other player’s."""
    goal: int


Told: TypeAlias = Placed | Swapped


class ShoresOptions(Options, frozen=True):
    size: Annotated[
        int, explained("cells on each side, 4 to 9", "cases de chaque côté, de 4 à 9", ge=4, le=LARGEST)
    ] = 7


class Water(State, frozen=True):
    active: int
    size: int
    cells: tuple[int | None, ...]
    """The seat whose stone lies there, row by row. A cell touches its four neighbours and two of the diagonal ones:

        · b c       The rows are shifted like bricks, each half a cell further to the right:
        a X d       X touches b and c above it, a and d beside it, e and f below it.
        e f ·
    """


# ── What follows from a state ────────────────────────────────────────────────────────────────────────────


def neighbours(cell: int, size: int) -> list[int]:
    row, column = divmod(cell, size)
    steps = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
    places = [(row + down, column + right) for down, right in steps]
    return [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]


def has_joined(state: Water, seat: int) -> bool:
    """Whether the seat’s stones lead from its first shore to the other: left to right for seat 0, down for seat 1."""
    size, along, across = state.size, *((state.size, 1) if seat == 0 else (1, state.size))
    first = [place * along for place in range(size)]
    last = {cell + (size - 1) * across for cell in first}
    reached = [cell for cell in first if state.cells[cell] == seat]
    for cell in reached:
        reached += [other for other in neighbours(cell, size) if state.cells[other] == seat and other not in reached]
    return not last.isdisjoint(reached)


def can_swap(state: Water) -> bool:
    return state.turn == 1


def legal(state: Water, seat: int) -> list[Place | Swap]:
    places = [Place(cell) for cell, stone in enumerate(state.cells) if stone is None]
    return [*places, Swap()] if can_swap(state) else [*places]


# ── What happens ─────────────────────────────────────────────────────────────────────────────────────────


def decide(story: Story[Water, Told], seat: int, action: Place | Swap, chance: Chance) -> None:
    match action:
        case Place(cell):
            story.tell(Placed(seat, cell))
        case Swap():
            cell = next(cell for cell, stone in enumerate(story.state.cells) if stone is not None)
            row, column = divmod(cell, story.state.size)
            story.tell(Swapped(seat, cell, column * story.state.size + row))
    if has_joined(story.state, seat):
        story.end(won([seat], (int(seat == 0), int(seat == 1)), "joined"))


def evolve(state: Water, event: Told) -> Water:
    cells = state.cells
    match event:
        case Placed(seat, cell):
            cells = put(cells, cell, seat)
        case Swapped(seat, cell, goal):
            cells = put(put(cells, cell, None), goal, seat)
    return replace(state, cells=cells, active=1 - event.seat, turn=state.turn + 1)


def lose(story: Story[Water, Told], seat: int, reason: str) -> None:
    story.end(won([1 - seat], (seat, 1 - seat), reason))


def why_not(state: Water, seat: int, action: Place | Swap) -> Rule:
    if isinstance(action, Place):
        return rule("not_free", "A stone lies there already.", "Une pierre est déjà là.")
    return rule("too_late", "Only the first stone can be taken.", "Seule la première pierre se prend.")


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────

GAME = Game(
    id="shores", name=Text("Shores", "Rives"), seats=(2, 2), rules_version=1,
    options=ShoresOptions, state=Water, actions=Place | Swap, events=Told,
    setup=lambda seats, options, starter, chance: Water(
        turn=0, active=starter, size=options.size, cells=(None,) * options.size**2
    ),
    legal=legal, decide=decide, evolve=evolve,
    why_not=why_not,
    timeout=lambda story, chance: lose(story, story.state.active, "time"),
    leave=lambda story, seat, chance: lose(story, seat, "left"),
    scores=lambda state: state.ended.scores if state.ended else (0, 0),
    reasons={
        "joined": Text("Both shores are joined.", "Les deux rives sont reliées."),
        "time": Text("The clock ran out.", "Le temps est écoulé."),
        "left": Text("The other player left.", "L’autre joueur est parti."),
    },
    promise=Text("Join your shores before they join theirs", "Reliez vos rives avant l’autre"),
    words=Words(
        actions={"place": Text("Place a stone on {cell}", "Poser une pierre en {cell}"),
                 "swap": Text("Take the first stone", "Prendre la première pierre")},
        events={"placed": Text("places a stone on {cell}", "pose une pierre en {cell}"),
                "swapped": Text("takes the first stone, to {goal}", "prend la première pierre, en {goal}")},
    ),
    zones=(
        Zone(field="cells", title=Text("Water", "Eau"), form="grid", of_seats=True, targets=("cell",)),
        Zone(field="size", title=Text("Size", "Taille"), is_hidden=True),
    ),
)  # fmt: skip
