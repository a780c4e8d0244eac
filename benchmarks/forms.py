"""What bots think with, one core. `make bench` runs `python benchmarks/forms.py SECONDS` on source and wheel.

For every game with the fewest and the most seats: the actions a second of games that are played at random through the
search form, each legal action being as likely, and the simulations a second of the tree search, from the opening.
Seconds are of processor time. Prints JSON: whether it is compiled, and the figures.
"""

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.bots import tree
from tablee.bots.levels import EXPLORATION
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective

GAMES: Final = ("ninth", "diggers", "noe", "gigogne", "kitty")
THOUGHT: Final = 0.2
"""Seconds of one search; fewer where the choice is clear."""


class FormFigures(Struct, frozen=True):
    """The speed of one game's search form."""

    game: str
    seats: int
    actions: float
    """A second, at random."""
    simulations: float
    """A second, in the tree, from the opening."""


class Figures(Struct, frozen=True):
    """What was measured."""

    is_compiled: bool
    forms: list[FormFigures]


def actions_at_random(module: Any, form: Any, dice: Dice) -> int:
    """Play to the end from what a seat sees; how many actions it took."""
    world = form.deal(dice)
    if hasattr(world, "owns"):  # Gigogne, whose rollouts are random anyway
        world.rollout(dice)
        return sum(squares.bit_count() for squares in world.owns)
    world.keen = 0
    if hasattr(world, "horizon"):
        world.horizon = 1 << 30
    return int(module.roll(world, dice))


def simulations_in_tree(form: Any, seat: int, dice: Dice) -> int:
    """Search once; how many simulations it took."""
    return sum(visits for visits, _ in tree.search(form, seat, dice, 0, THOUGHT, EXPLORATION).values())


def rate(measure: Callable[[], int], seconds: float) -> float:
    """How many a second."""
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += measure()
    return count / spent


def figures_of(name: str, seats: int, seconds: float) -> FormFigures:
    """Measure one game."""
    game, chance, dice = load_game(name), Chance.seeded(1), Dice(1)
    state: Any = begin(game, seats, game.options(), chance, 0)
    module = importlib.import_module(game.search or "")
    opening = module.form(seats, 0, perspective(game, state, 0).view)
    while len(legal := game.legal(state, seat := game.to_act(state)[0])) == 1:
        state = carry_out(game, state, seat, legal[0], chance).state
    choice = module.form(seats, seat, perspective(game, state, seat).view)
    return FormFigures(
        name,
        seats,
        rate(lambda: sum(actions_at_random(module, opening, dice) for _ in range(10)), seconds),
        rate(lambda: simulations_in_tree(choice, seat, dice), seconds),
    )


def main() -> None:
    """Measure all."""
    seconds = float(sys.argv[1])
    forms = [figures_of(name, seats, seconds) for name in GAMES for seats in sorted(set(load_game(name).seats))]
    print(msgspec.json.encode(Figures(not (tree.__file__ or "").endswith(".py"), forms)).decode())


if __name__ == "__main__":
    main()
