"""The puzzle of each day: the same on every server. Easy on Monday, hard on Sunday; after a year they begin anew."""

from datetime import date
from typing import Final

from tablee.kernel.registry import load_game
from tablee.puzzles import gigogne, kitty
from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.puzzle import Puzzle, PuzzleError, position_of, puzzles_of

FIRST: Final = date(2026, 1, 5)
"""A Monday."""
WEEKS: Final = 52
WEEK: Final = (1, 1, 2, 2, 2, 3, 3)


def puzzle_of(game: str, day: date) -> Puzzle:
    all_ = puzzles_of(game)
    return all_[(day - FIRST).days % len(all_)]


def compiled(game: str, day: date) -> CompiledPuzzle:
    puzzle = puzzle_of(game, day)
    state = position_of(puzzle)
    if game == "gigogne":
        title, ask, nodes = gigogne.TITLE, gigogne.ask(puzzle.goal), gigogne.nodes_of(state, puzzle.goal)
    else:
        turn = kitty.explore(state)
        if turn is None:
            raise PuzzleError(f"{puzzle.line}: the turn has too many ways")
        title, ask, nodes = kitty.TITLE, kitty.ask(state, puzzle.goal), kitty.nodes_of(state, turn)
    return CompiledPuzzle(
        game=game,
        date=day.isoformat(),
        difficulty=puzzle.difficulty,
        title=title,
        ask=ask,
        seats=len(load_game(game).scores(state)),
        seat=state.active,
        steps=1 + max(node.step for node in nodes),
        nodes=nodes,
    )
