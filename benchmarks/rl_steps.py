"""Steps a second of our own environments, one core: `python benchmarks/rl_steps.py SECONDS`, on source or wheel.

A step is a random legal action, what the next seat sees and may do, the reward, and a new game where one is over.
Seconds are of processor time. Prints JSON: whether it is compiled, and the figures.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from tablee.kernel.game import AnyGame
from tablee.kernel.registry import load_game
from tablee.rl import batch
from tablee.rl.pettingzoo import env
from tablee.rl.vector import VectorEnvironment

GAMES: Final = ("gigogne", "ninth", "diggers", "noe", "kitty")
AT_ONCE: Final = 512


class RlFigures(Struct, frozen=True):
    """The speed of one game."""

    game: str
    seats: int
    vector: float
    """Steps a second, many games at once."""
    turns: float
    """Steps a second through PettingZoo."""


class Figures(Struct, frozen=True):
    """What was measured."""

    is_compiled: bool
    games: list[RlFigures]


def rate(measure: Callable[[], int], seconds: float) -> float:
    """How many a second."""
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += measure()
    return count / spent


def many(game: AnyGame, seats: int) -> Callable[[], int]:
    """A step of many games at once."""
    games = VectorEnvironment(game, AT_ONCE, seats)

    def step() -> int:
        games.step(games.sample())
        return AT_ONCE

    return step


def one(game: AnyGame, seats: int) -> Callable[[], int]:
    """A game through PettingZoo."""
    table, source = env(game, seats), random.Random(1)

    def play() -> int:
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            seen, _, is_over, is_cut, _ = table.last()
            table.step(None if is_over or is_cut else source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += not is_over
        return steps

    return play


def main() -> None:
    """Measure all."""
    seconds, games = float(sys.argv[1]), []
    for game in map(load_game, GAMES):
        for seats in sorted(set(game.seats)):
            speeds = rate(many(game, seats), seconds), rate(one(game, seats), seconds)
            games.append(RlFigures(game.id, seats, *speeds))
    print(msgspec.json.encode(Figures(not batch.__file__.endswith(".py"), games)).decode())


if __name__ == "__main__":
    main()
