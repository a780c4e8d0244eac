"""By proof, where a game has a solver: won, drawn or lost whatever the other does. Only here a loss is a mistake."""

import importlib
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from tablee.analysis.decision import Decision, unjudged
from tablee.analysis.figures import LOOKS
from tablee.analysis.findings import Answer, Beside, Considered, Estimate, Judged, Mark, Proof
from tablee.analysis.following import followed
from tablee.kernel.game import AnyGame
from tablee.kernel.replay import SeenStep

SEEN_AHEAD: Final = 6
"""Placements that a proof may take for people to see it; what takes more is not marked."""
NOT_OBVIOUS: Final = 3
"""Placements that it takes, at least, to refute what did not hold."""

_POINTS: Final = {"win": 100, "draw": 50, "loss": 0}
_RANK: Final = {"win": 3, "open": 2, "draw": 1, "loss": 0}
"""The order of results; an open one may be a win."""


def has_proofs(game: AnyGame, seats: int) -> bool:
    return seats in game.perfect_seats and hasattr(_solver(game), "verdicts")


def proven(game: AnyGame, decision: Decision, looks: int = LOOKS) -> Judged:
    """Judge a decision by the game's solver; one that takes more positions stays open."""
    sight = decision.sight
    found = _verdicts(game, decision.seat, sight.view, looks)
    proofs = [found[action] for action in sight.legal]
    order = _best_first(proofs)
    best, played = proofs[order[0]], proofs[decision.played]
    others = [proof for place, proof in enumerate(proofs) if place != decision.played]
    sure, got = _estimate(best), _estimate(played)
    mark = _mark(best, played, others)
    return replace(
        unjudged(decision, "exact"),
        best=sure,
        played=got,
        lost=sure.points - got.points if sure and got else 0,
        shares=() if sure is None else (sure.points, 100 - sure.points)[:: 1 if decision.seat == 0 else -1],
        mark=mark,
        proof=played,
        best_proof=best,
        answer=Answer(
            tuple(
                [
                    Considered(sight.legal[place], _estimate(proof := proofs[place]), proof, _beside(proof, played))
                    for place in order
                ]
            ),
            _line(game, decision, sight.legal[order[0]], looks) if mark else (),
        ),
    )


def _verdicts(game: AnyGame, seat: int, view: Any, looks: int) -> dict[Any, Proof]:
    told = _solver(game).verdicts(2, seat, view, looks)
    return {action: Proof(result, within) for action, result, within in told}


def _line(game: AnyGame, decision: Decision, best: Any, looks: int) -> tuple[SeenStep, ...]:
    """The best action, and what both do then: who loses holds out as long as it goes."""
    line = [(decision.seat, best)]
    while True:
        steps = followed(game, decision, line, 0)
        last = steps[-1]
        if last.outcome is not None or len(line) > SEEN_AHEAD:
            return steps
        seat = last.to_act[0]
        found = _verdicts(game, seat, last.view, looks)
        line.append((seat, min(found, key=lambda action: _quality(found[action]))))


def _best_first(proofs: Sequence[Proof]) -> list[int]:
    return sorted(range(len(proofs)), key=lambda place: (*_quality(proofs[place]), place))


def _beside(proof: Proof, played: Proof) -> Beside | None:
    if "open" in (proof.result, played.result):
        return None
    gain = _RANK[proof.result] - _RANK[played.result]
    return "better" if gain > 0 else "worse" if gain < 0 else "even"


def _quality(proof: Proof) -> tuple[int, int]:
    """Smallest for the best: quick wins, what is open, draws, slow losses."""
    return -_RANK[proof.result], -proof.within if proof.result == "loss" else proof.within


def _mark(best: Proof, played: Proof, others: Sequence[Proof]) -> Mark | None:
    """Where both are proven, and the proof is short enough to be seen."""
    if best.result == "open" or played.result == "open":
        return None
    if best.result != played.result:
        depth = min(proof.within for proof in (best, played) if proof.result != "draw")
        return "?" if depth <= SEEN_AHEAD else None
    if played.result == "loss" or any(_RANK[other.result] >= _RANK[played.result] for other in others):
        return None
    refuted = max((other.within for other in others if other.result == "loss"), default=0)
    is_obvious = refuted < NOT_OBVIOUS or (played.result == "win" and played.within == 0)
    return "!" if refuted <= SEEN_AHEAD and not is_obvious else None


def _estimate(proof: Proof) -> Estimate | None:
    points = _POINTS.get(proof.result)
    return None if points is None else Estimate(points, points, points)


def _solver(game: AnyGame) -> Any:
    return None if game.solver is None else importlib.import_module(game.solver)
