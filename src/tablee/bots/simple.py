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
    best: list[Any] = []
    best_lead = float("-inf")
    for action in sight.legal:
        lead = sum(_lead(game, state, seat, action, dice) for state in states) / len(states)
        if lead > best_lead:
            best, best_lead = [], lead
        if lead == best_lead:
            best.append(action)
    return best[int(dice.below(len(best)))]


def _lead(game: AnyGame, state: Any, seat: int, action: Any, dice: Dice) -> float:
    chance = Chance.seeded(int(dice.below(1 << 30)))
    after = fold(game, state, game.decide(state, seat, action, chance))
    outcome = game.outcome(after)
    if outcome is not None and outcome.winners:
        return 1000.0 if seat in outcome.winners else -1000.0
    scores = game.scores(after)
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
