"""Two players to measure others by: one that plays anything, one that takes the best score at once."""

from typing import Any, Final

from tablee.bots.readable import CannotFill, possible_states
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import fold
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective

_WORLDS: Final = 4
"""So many possible worlds does the greedy one look at."""
_WON: Final = 1000.0
"""More than any lead."""


def play_anything(sight: Perspective, dice: Dice) -> Any:
    """Any legal action, each as likely."""
    return sight.legal[int(dice.below(len(sight.legal)))]


def play_greedily(game: AnyGame, sight: Perspective, dice: Dice) -> Any:
    """The action after which one's own lead is the largest at once, over a few worlds that look like this one."""
    seat = sight.seat
    if seat is None:
        raise ValueError("an onlooker has nothing to choose")
    try:
        states = possible_states(game, sight, dice, _WORLDS)
    except CannotFill:
        return play_anything(sight, dice)
    # An action is tried in each world with the same luck as the others, so that luck does not choose between them.
    worlds = [(state, int(dice.below(1 << 30))) for state in states]
    best: list[Any] = []
    best_lead = float("-inf")
    for action in sight.legal:
        lead = sum(_lead(game, state, seat, action, Chance.seeded(luck)) for state, luck in worlds)
        if lead > best_lead:
            best, best_lead = [], lead
        if lead == best_lead:
            best.append(action)
    return best[int(dice.below(len(best)))]


def _lead(game: AnyGame, state: Any, seat: int, action: Any, chance: Chance) -> float:
    """How far ahead a seat is after its action, and after any actions of those who choose at the same time."""
    others = [other for other in game.to_act(state) if other != seat]
    after = fold(game, state, game.decide(state, seat, action, chance))
    for other in others:
        legal = game.legal(after, other)
        if legal:
            after = fold(game, after, game.decide(after, other, chance.pick(legal), chance))
    outcome = game.outcome(after)
    if outcome is not None:
        return 0.0 if not outcome.winners else _WON if seat in outcome.winners else -_WON
    points = (game.standing or game.scores)(after)
    return points[seat] - max(score for other, score in enumerate(points) if other != seat)
