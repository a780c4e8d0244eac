"""A puzzle as it is kept: the game between bots that led to it, and what is claimed of the position.

A file has a line for each day, in order: difficulty, goal, the seed of the set-up, and what was played, by the codes of
the game's search form. Every position is reached by the rules, as it is played again from the set-up.
"""

import importlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, decide
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.search import Codes

GAMES = ("gigogne", "kitty")
"""Each day has a puzzle of each."""


class PuzzleError(Exception):
    """A line is no puzzle; the sentence says why."""


class Puzzle(Struct, frozen=True):
    """One line."""

    game: str
    difficulty: int
    """1 to 3."""
    goal: int
    """Gigogne: the player's turns in which the win is forced. No Kitty: the lead after the turn."""
    seed: int
    moves: tuple[int, ...]

    @property
    def line(self) -> str:
        return " ".join(map(str, (self.difficulty, self.goal, self.seed, *self.moves)))


@cache
def puzzles_of(game: str) -> Sequence[Puzzle]:
    """All that there are, in the order of days. Raises PuzzleError."""
    lines = files(__package__).joinpath(f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return tuple([read_line(game, line) for line in lines])


def read_line(game: str, line: str) -> Puzzle:
    try:
        difficulty, goal, seed, *moves = map(int, line.split())
    except ValueError as error:
        raise PuzzleError(f"{game}: {line!r} is no puzzle: numbers for difficulty, goal, seed and moves") from error
    return Puzzle(game, difficulty, goal, seed, tuple(moves))


def position_of(puzzle: Puzzle) -> Any:
    """The position, played from the set-up by the rules. Raises PuzzleError where they don't allow it."""
    game, codes = load_game(puzzle.game), codes_of(puzzle.game)
    try:
        moves = [codes.action(code) for code in puzzle.moves]
    except IndexError as error:
        raise PuzzleError(f"{puzzle.line}: {error}") from error
    return replayed(game, puzzle.seed, moves)


def replayed(game: AnyGame, seed: int, moves: Iterable[Any]) -> Any:
    state = first_position(game, seed)
    for move in moves:
        if state.ended is not None:
            raise PuzzleError(f"{game.id}, seed {seed}: the game is over before {move}")
        story = decide(game, state, state.active, move, Chance.seeded(0))
        if isinstance(story, Refusal):
            raise PuzzleError(f"{game.id}, seed {seed}: {story.text.en}")
        state = story.state
    return state


def first_position(game: AnyGame, seed: int) -> Any:
    """The set-up of a game for two with the usual options, in which the first seat begins."""
    state = begin(game, 2, game.options(), Chance.seeded(seed), starter=0)
    if isinstance(state, Refusal):
        raise PuzzleError(f"{game.id}: {state.text.en}")
    return state


@cache
def codes_of(game: str) -> Codes:
    """Numbers for the actions of a game, as its bots have them."""
    codes: Codes = importlib.import_module(str(load_game(game).search)).CODES
    return codes
