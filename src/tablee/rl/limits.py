"""What a game stays within: scores, length, outcomes of chance."""

from functools import cache
from typing import Final, NamedTuple

from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.rl.samples import samples

_MARGIN: Final = 4
"""Margin over what random games reached, for a game that doesn't state its bounds."""


class Limits(NamedTuple):
    """Bounds of a game of given seats and options."""

    scores: tuple[int, int]
    """The least and the most that a seat can have."""
    actions: int
    """The most that all seats together can take."""
    are_declared: bool
    """Whether the game says the two above (`Game.bounds`); else they are guessed from random games, with a margin."""
    outcomes: int
    """The most that a draw of chance has, in random games; 0 where nothing is ever drawn."""


@cache
def limits_of(game: AnyGame, seats: int, options: Options) -> Limits:
    played = list(samples(game, seats, options))
    outcomes = max(sample.widest_draw for sample in played)
    if game.bounds is not None:
        bounds = game.bounds(options, seats)
        return Limits(bounds.scores, bounds.actions, True, outcomes)
    scores = [score for sample in played for step in sample.steps for score in game.scores(step.state)]
    least, most = min(0, *scores), max(0, *scores)
    longest = max(len(sample.steps) for sample in played)
    return Limits((_MARGIN * least, _MARGIN * most), _MARGIN * longest, False, outcomes)
