"""A decision to judge: the sight of the seat that chose, its action, and nothing else."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tablee.analysis.findings import Judged, Standing
from tablee.kernel.game import AnyGame
from tablee.kernel.replay import Position
from tablee.kernel.views import Perspective, perspective


class Decision(Struct, frozen=True):
    """A choice that a seat had."""

    step: int
    """The number of the action among the record's steps, counted from 1."""
    seat: int
    sight: Perspective
    played: int
    """The place of what was played in the list of legal actions."""

    @property
    def seats(self) -> int:
        return len(self.sight.scores)


def decisions(game: AnyGame, positions: Iterable[Position]) -> Iterator[Decision]:
    """The choices that the seats of a recorded game had, in order."""
    for position in positions:
        step = position.step
        if step is None or step.cause != "played" or step.seat is None:
            continue
        sight = perspective(game, position.before, step.seat)
        if len(sight.legal) > 1 and step.action in sight.legal:
            yield Decision(position.number, step.seat, sight, sight.legal.index(step.action))


def unjudged(decision: Decision, standing: Standing) -> Judged:
    """A decision of which nothing can be said, or not yet."""
    return Judged(
        step=decision.step,
        turn=decision.sight.turn,
        seat=decision.seat,
        legal=len(decision.sight.legal),
        standing=standing,
        simulations=0,
        best=None,
        played=None,
        lost=0,
        shares=(),
        mark=None,
    )
