"""The code of a thinking process: takes what one seat may see, returns an action."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import Any, Final

from msgspec.structs import replace

from tablee.bots.best_so_far import BestSoFar
from tablee.bots.levels import level_of, searcher, think
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective

LEAST_THOUGHT: Final = 0.001
"""Seconds that a bot thinks even if its time is over: a few simulations are still better than none."""
_DIE_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of Linux."""

_best_so_far: BestSoFar | None = None


def begin_worker(best_so_far: BestSoFar) -> None:
    """Lower our priority, so that bots never slow players down; end when the server does."""
    global _best_so_far  # noqa: PLW0603 - a process is begun once, and has no other place for it
    _best_so_far = best_so_far
    Thread(target=_end_with_the_server, daemon=True).start()
    with contextlib.suppress(AttributeError, OSError):
        if sys.platform == "linux":
            # This also ends one that is stopped, or that is too busy to notice.
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        os.nice(19)
        # Where there is such a thing: a core on which only bots think counts as idle, and others get it at once.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)


def prepare(game_id: str) -> None:
    """Load what it takes to think about a game, so that the first answer does not have to wait for it."""
    searcher(load_game(game_id))


def ponder(game_id: str, level: str, sight: Perspective, until: float, seed: int, thought: int) -> int:
    """The place of an action in the list of the legal ones, found by then on the clock that all processes share.

    The best so far is noted on the way under the number of the thought, for a caller that can no longer wait.
    """
    if len(sight.legal) == 1:
        return 0
    game = load_game(game_id)
    usual = level_of(game, level)
    seconds = max(LEAST_THOUGHT, until - monotonic())

    def note(action: Any) -> None:
        if _best_so_far is not None and action in sight.legal:
            _best_so_far.note(thought, sight.legal.index(action))

    limited = replace(usual, seconds=min(seconds, usual.seconds))
    return sight.legal.index(think(game, sight, limited, Dice(seed), note))
