"""The code of a process that judges decisions: it is given what one seat could see, and no more."""

from tablee.analysis.decision import Decision
from tablee.analysis.findings import Judged
from tablee.analysis.judging import judge
from tablee.bots.levels import searcher
from tablee.kernel.registry import load_game


def weigh(game_id: str, decision: Decision, seed: int, simulations: int) -> Judged:
    return judge(load_game(game_id), decision, seed, simulations)


def prepare(game_id: str) -> None:
    """Load what it takes, so that the first decision does not have to wait for it."""
    searcher(load_game(game_id))
