"""The games that everything here has to work for: our own, and the examples, which know nothing of learning."""

from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.game import AnyGame
from tablee.kernel.registry import game_ids, load_game
from tablee.lab.loading import find_game
from tablee.rl import Environment

EXAMPLES = Path(__file__).parents[2] / "examples"
EVERY_GAME: list[AnyGame] = [
    *map(load_game, game_ids()),
    *[find_game(str(path)) for path in sorted(EXAMPLES.glob("*/*.py")) if path.stem == path.parent.name],
]

of_every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
of_our_games = pytest.mark.parametrize("game", EVERY_GAME[:5], ids=lambda game: game.id)


def play_on(table: Environment, source: Any, steps: int = 10_000) -> None:
    """Random steps, up to the end: outcomes of chance by their probabilities, and legal actions."""
    for _ in range(steps):
        if table.is_over:
            return
        if table.is_drawing:
            numbers, chances = zip(*table.outcomes(), strict=True)
            table.draw(source.choices(numbers, chances)[0])
        else:
            seat = source.choice(table.to_act)
            table.step(seat, source.choice(table.legal(seat)))
