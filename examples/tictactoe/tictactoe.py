"""Tic-tac-toe: three marks in line on a 3×3 grid; the game that docs/adding-a-game.md builds."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import Action, Chance, Event, Game, Options, State, Story, Text, Zone, drawn, put, rule, won

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Mark(Action, frozen=True):
    cell: Annotated[int, Meta(ge=0, le=8)]


class Marked(Event, frozen=True):
    seat: int
    cell: int


class Grid(State, frozen=True):
    active: int
    cells: tuple[int | None, ...] = (None,) * 9
    """The seat that marked each cell: 0 1 2 / 3 4 5 / 6 7 8."""


def legal(state: Grid, seat: int) -> list[Mark]:
    return [Mark(i) for i, cell in enumerate(state.cells) if cell is None]


def decide(story: Story[Grid, Marked], seat: int, action: Mark, chance: Chance) -> None:
    story.tell(Marked(seat, action.cell))
    cells = story.state.cells
    if any(all(cells[i] == seat for i in line) for line in LINES):
        story.end(won([seat], (int(seat == 0), int(seat == 1)), "line"))
    elif None not in cells:
        story.end(drawn((0, 1), (0, 0), "full"))


def evolve(state: Grid, event: Marked) -> Grid:
    cells = put(state.cells, event.cell, event.seat)
    return replace(state, cells=cells, active=1 - event.seat, turn=state.turn + 1)


def _lose(story: Story[Grid, Marked], seat: int, reason: str) -> None:
    story.end(won([1 - seat], (seat, 1 - seat), reason))


GAME = Game(
    id="tictactoe", name=Text("Tic-tac-toe", "Morpion"), seats=(2, 2), rules_version=1,
    options=Options, state=Grid, actions=Mark, events=Marked,
    setup=lambda seats, options, starter, chance: Grid(turn=0, active=starter),
    legal=legal, decide=decide, evolve=evolve,
    why_not=lambda state, seat, action: rule("taken", "That cell is marked already.", "Cette case est déjà cochée."),
    timeout=lambda story, chance: _lose(story, story.state.active, "time"),
    leave=lambda story, seat, chance: _lose(story, seat, "left"),
    scores=lambda state: state.ended.scores if state.ended else (0, 0),
    reasons={
        "line": Text("Three in line.", "Trois alignés."),
        "full": Text("The grid is full.", "La grille est pleine."),
        "time": Text("The clock ran out.", "Le temps est écoulé."),
        "left": Text("The other seat left.", "L’autre place est partie."),
    },
    zones=(
        Zone(field="cells", title=Text("Grid", "Grille"), form="grid", columns=3, of_seats=True, targets=("cell",)),
    ),
)  # fmt: skip
