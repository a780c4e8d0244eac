"""Draws the pictures of the README: `make pictures`."""

import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.views import perspective
from tablee.lab.random_play import random_steps
from tablee.terminal.drawing import draw, draw_actions

HERE = Path(__file__).parent


def picture(game_id: str, seed: int, actions: int) -> str:
    """A position of a random game, as the terminal shows it to the seat to act."""
    game, chance = load_game(game_id), Chance.seeded(seed)
    state: Any = begin(game, game.seats[0], game.options(), chance)
    for number, step in enumerate(random_steps(game, state, chance, chance)):
        state = step.state
        if number >= actions:
            break
    seat = game.to_act(state)[0]
    console = Console(record=True, width=96, file=StringIO(), highlight=False)
    console.print(draw(game, perspective(game, state, seat), "en"))
    console.print(draw_actions(game, game.legal(state, seat), "en"))
    svg = console.export_svg(title=f"tablee play {game_id}")
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no fonts from elsewhere


if __name__ == "__main__":
    (HERE / "ninth.svg").write_text(picture("ninth", int(sys.argv[1]), int(sys.argv[2])), encoding="utf-8")
