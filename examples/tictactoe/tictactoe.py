"""Tic-tac-toe: three marks in line on a 3×3 grid; the game that docs/adding-a-game.md builds."""

from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import Action, Chance, Ended, Event, Game, Options, Outcome, State, Text, Zone, drawn, put, rule, won

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Mark(Action, frozen=True):
    cell: Annotated[int, Meta(ge=0, le=8)]


class Marked(Event, frozen=True):
    seat: int
    cell: int


Happened: TypeAlias = Marked | Ended


class Grid(State, frozen=True):
    active: int
    cells: tuple[int | None, ...] = (None,) * 9
    """The seat that marked each cell: 0 1 2 / 3 4 5 / 6 7 8."""
    ended: Outcome | None = None


def to_act(state: Grid) -> tuple[int, ...]:
    return () if state.ended else (state.active,)


def legal(state: Grid, seat: int) -> list[Mark]:
    return [Mark(i) for i, cell in enumerate(state.cells) if cell is None] if seat in to_act(state) else []


def decide(state: Grid, seat: int, action: Mark, chance: Chance) -> list[Happened]:
    marked = Marked(seat, action.cell)
    cells = evolve(state, marked).cells
    if any(all(cells[i] == seat for i in line) for line in LINES):
        return [marked, Ended(won([seat], (int(seat == 0), int(seat == 1)), "line"))]
    return [marked] if None in cells else [marked, Ended(drawn((0, 1), (0, 0), "full"))]


def evolve(state: Grid, event: Happened) -> Grid:
    match event:
        case Marked(seat, cell):
            return replace(state, cells=put(state.cells, cell, seat), active=1 - seat, turn=state.turn + 1)
        case Ended(outcome):
            return replace(state, ended=outcome)


GAME = Game(
    id="tictactoe", name=Text("Tic-tac-toe", "Morpion"), seats=(2, 2), rules_version=1,
    options=Options, state=Grid, actions=Mark, events=Happened,
    setup=lambda seats, options, starter, chance: Grid(turn=0, active=starter),
    to_act=to_act, legal=legal, decide=decide, evolve=evolve,
    why_not=lambda state, seat, action: rule("taken", "That cell is marked already.", "Cette case est déjà cochée."),
    timeout=lambda state, chance: [Ended(won([1 - state.active], (state.active, 1 - state.active), "time"))],
    leave=lambda state, seat, chance: [Ended(won([1 - seat], (seat, 1 - seat), "left"))],
    scores=lambda state: state.ended.scores if state.ended else (0, 0),
    outcome=lambda state: state.ended,
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
