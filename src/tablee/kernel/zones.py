"""Hints for drawing a game that has no drawing of its own: what in its view is a grid, what is a seat's.

A few lines in a game's module; the terminal and the browser draw by them. What has no hint is drawn by its form.
"""

import math
from typing import Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.words import Text

Form: TypeAlias = Literal["grid", "row", "pile", "counter"]


class Zone(Struct, frozen=True, kw_only=True):
    """How one field of the view is drawn."""

    field: str
    """The field's name in the state."""
    title: Text
    form: Form = "row"
    columns: int = 0
    """With `grid`: cells in a row."""
    by_seat: bool = False
    """Whether the field is a tuple with one such zone for each seat."""
    of_seats: bool = False
    """Whether a number in it is a seat, drawn as that seat's sign."""
    labels: dict[str, Text] = {}
    """Labels of its pieces' fields; without one, a field's name in the data."""
    pieces: dict[str, Text] = {}
    """How a value in it is written; one that has no entry here, as in the data."""
    targets: tuple[str, ...] = ()
    """The fields of actions that point to a place in it, by number, so that the place itself can be clicked.

    Where none is named, it is the one that is called as the zone in the singular: `cell` for `cells`.
    """
    column: str = "column"
    """With `grid`: the field of actions that points to a whole column, from 0, any place of which can be clicked."""
    row: str = "row"
    """As `column`, for a row; an action that has both points to the place where they cross."""
    is_hidden: bool = False
    """Whether it is not drawn: what only the rules need to know."""

    def columns_for(self, places: int) -> int:
        """The columns of a grid of this many places; as many as rows if the game doesn't say."""
        return self.columns or math.isqrt(max(0, places - 1)) + 1
