"""One decision judged: proven where the game is solved, else by search."""

from tablee.analysis.decision import Decision
from tablee.analysis.estimating import estimated
from tablee.analysis.figures import BUDGET, LOOKS
from tablee.analysis.findings import Judged
from tablee.analysis.proving import has_proofs, proven
from tablee.kernel.game import AnyGame


def judge(game: AnyGame, decision: Decision, seed: int, simulations: int = BUDGET) -> Judged:
    """Judge a decision. The same sight and seed always give the same judgement."""
    if has_proofs(game, decision.seats):
        return proven(game, decision, LOOKS * simulations // BUDGET)
    return estimated(game, decision, seed * 1_000_003 + decision.step, simulations)
