"""Positions of Gigogne, drawn.

Each cell is three characters, for its small, its medium and its large slot: the seat whose square is in it, or
a dot. Here seat 0 has a large square in the centre, and seat 1 a small and a medium one in cell 8:

    ...  ...  ...
    ...  ..0  ...
    ...  ...  11.
"""

from typing import Literal

from tablee.games.gigogne.rules import Cell, GigogneOptions, GigogneState, Stock


def drawn(
    drawing: str,
    *,
    active: int = 0,
    seats: int = 2,
    win: Literal["visible", "classic"] = "visible",
    fair_opening: bool = False,
    left: tuple[int, ...] = (),
) -> GigogneState:
    """The position of a drawing; each seat has left in stock what it has not on the board."""
    cells = tuple(Cell(*(None if mark == "." else int(mark) for mark in cell)) for cell in drawing.split())
    assert len(cells) == 9, "a drawing has nine cells"
    stock = tuple(Stock(0, 0, 0) if seat in left else _stock_beside(cells, seat) for seat in range(seats))
    return GigogneState(
        turn=sum(mark.isdigit() for mark in drawing),
        options=GigogneOptions(win, fair_opening),
        active=active,
        cells=cells,
        stock=stock,
        left=left,
    )


def drawing_of(state: GigogneState) -> str:
    """The drawing of a position, on three lines."""
    marks = [
        "".join("." if owner is None else str(owner) for owner in (cell.small, cell.medium, cell.large))
        for cell in state.cells
    ]
    return "\n".join("  ".join(marks[row : row + 3]) for row in (0, 3, 6))


def _stock_beside(cells: tuple[Cell, ...], seat: int) -> Stock:
    """What a seat has in stock when all of its other squares are on the board."""
    left = [3 - sum(getattr(cell, size) == seat for cell in cells) for size in ("small", "medium", "large")]
    assert min(left) >= 0, f"seat {seat} has more than three squares of a size on the board"
    return Stock(*left)
