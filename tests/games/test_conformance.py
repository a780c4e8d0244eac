"""The five games and the example keep what every game must keep."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.testing import GameConformance
from tictactoe.tictactoe import GAME as TICTACTOE

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


class TestGigogne(GameConformance):
    game = GIGOGNE
    playthroughs = PLAYTHROUGHS
    option_sets = ({}, {"win": "classic"}, {"fair_opening": True})
    longest = 27

    def census(self, state: Any) -> Mapping[str, int]:
        """Three squares of each size for each seat, in the stock or on the board, unless it left."""
        squares: Counter[str] = Counter()
        for seat, stock in enumerate(state.stock):
            for size in ("small", "medium", "large"):
                on_board = sum(getattr(cell, size) == seat for cell in state.cells)
                squares[size] += 3 if seat in state.left else on_board + getattr(stock, size)
        return squares


class TestTicTacToe(GameConformance):
    game = TICTACTOE
    playthroughs: ClassVar[Path] = PLAYTHROUGHS
    longest = 9
