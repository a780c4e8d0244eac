"""What a thinking process runs: it is handed what one seat may see, and hands back an action."""

import contextlib
import os

import msgspec

from tablee.bots.levels import level_of, searcher, think
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective


def begin_worker() -> None:
    """Whoever plays goes first: bots think with what the machine has left."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)
        # Where there is such a thing: a core on which only bots think counts as idle, and others get it at once.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def prepare(game_id: str) -> None:
    """Load what it takes to think about a game, so that the first answer does not have to wait for it."""
    searcher(load_game(game_id))


def ponder(game_id: str, level: str, sight: Perspective, seconds: float, seed: int) -> bytes:
    """An action as JSON, found within so many seconds."""
    game = load_game(game_id)
    usual = level_of(game, level)
    thought = msgspec.structs.replace(usual, seconds=min(seconds, usual.seconds))
    return msgspec.json.encode(think(game, sight, thought, Dice(seed)))
