"""Two players to measure others by: one that plays anything, one that takes the best score at once."""

from typing import Any, Final

from tablee.bots.worlds import CannotFill, Worlds
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective

_WORLDS: Final = 4
"""Worlds the greedy player samples."""
_WON: Final = 1000.0
"""More than any lead."""


def play_anything(sight: Perspective, dice: Dice) -> Any:
    """Any legal action, each as likely."""
    return sight.legal[int(dice.below(len(sight.legal)))]


def play_greedily(game: AnyGame, sight: Perspective, dice: Dice) -> Any:
    """Choose the action with the best immediate lead over sampled worlds."""
    seat = sight.seat
    if seat is None:
        raise ValueError("an onlooker has nothing to choose")
    try:
        worlds = Worlds(game, len(sight.scores), sight)
    except CannotFill:
        return play_anything(sight, dice)
    # An action is tried in each world with the same luck as the others, so that luck does not choose between them.
    states = [worlds.fill(dice) for _ in range(_WORLDS)]
    tried = [(state, int(dice.below(1 << 30))) for state in states]
    best: list[Any] = []
    best_lead = float("-inf")
    for action in sight.legal:
        lead = sum(_lead(game, state, seat, action, Chance.seeded(luck)) for state, luck in tried)
        if lead > best_lead:
            best, best_lead = [], lead
        if lead == best_lead:
            best.append(action)
    return best[int(dice.below(len(best)))]


def _lead(game: AnyGame, state: Any, seat: int, action: Any, chance: Chance) -> float:
    """How far ahead a seat is after its action, and after any actions of those who choose at the same time."""
    others = [other for other in game.to_act(state) if other != seat]
    after = carry_out(game, state, seat, action, chance).state
    for other in others:
        legal = game.legal(after, other)
        if legal:
            after = carry_out(game, after, other, chance.pick(legal), chance).state
    outcome = after.ended
    if outcome is not None:
        return 0.0 if not outcome.winners else _WON if seat in outcome.winners else -_WON
    points = (game.standing or game.scores)(after)
    return points[seat] - max(score for other, score in enumerate(points) if other != seat)
