"""What a thinking process runs: it is handed what one seat may see, and hands back an action."""

import contextlib
import os

import msgspec

from tablee.bots.levels import level_of, searcher, think
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective


def begin_worker() -> None:
    """A bot can wait: whoever serves people comes first."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)


def prepare(game_id: str) -> None:
    """Load what it takes to think about a game, so that the first answer does not have to wait for it."""
    searcher(load_game(game_id))


def ponder(game_id: str, level: str, sight: Perspective, seconds: float, seed: int) -> bytes:
    """An action as JSON, found within so many seconds."""
    game = load_game(game_id)
    usual = level_of(game, level)
    thought = msgspec.structs.replace(usual, seconds=min(seconds, usual.seconds))
    return msgspec.json.encode(think(game, sight, thought, Dice(seed)))
