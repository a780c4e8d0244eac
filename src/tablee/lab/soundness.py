"""Invariants of every state of every game, whatever its rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome


def unsound(game: AnyGame, state: Any, seats: int) -> str | None:
    """Describe what is wrong with a state; None where it is sound."""
    return next(_flaws(game, state, seats), None)


def _flaws(game: AnyGame, state: Any, seats: int) -> Iterator[str]:
    awaited, outcome, scores = game.to_act(state), state.ended, game.scores(state)
    if list(awaited) != sorted(set(awaited)):
        yield f"to act are {awaited}, not each seat once and in order"
    if len(scores) != seats:
        yield f"{seats} seats have {len(scores)} scores"
    for seat in range(seats):
        legal = game.legal(state, seat)
        if not legal and seat in awaited:
            yield f"seat {seat} is to act, but has no legal action"
        for action, count in Counter(legal).items():
            if count > 1:
                yield f"{action} is listed twice for seat {seat}"
    if outcome is not None:
        yield from _flaws_at_end(game, outcome, scores)
    elif not awaited:
        yield "nobody is to act, and the game is not over"


def _flaws_at_end(game: AnyGame, outcome: Outcome, scores: tuple[int, ...]) -> Iterator[str]:
    if outcome.scores != scores:
        yield f"the outcome has the scores {outcome.scores}, the game {scores}"
    if outcome.reason not in game.reasons:
        yield f"the reason {outcome.reason!r} is not in `reasons`"
    if bool(outcome.winners) == bool(outcome.drawn):
        yield f"either some win or some draw, not {outcome}"
    for named in (outcome.winners, outcome.drawn):
        if list(named) != sorted(set(named) & set(range(len(scores)))):
            yield f"{named} are not seats in order"
