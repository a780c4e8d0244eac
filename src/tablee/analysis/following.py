"""How a game might go on after a decision: the likely line, on the table as the seat would see it."""

from collections.abc import Sequence
from typing import Any, Final

from tablee.analysis.decision import Decision
from tablee.bots.worlds import CannotFill, Worlds
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.replay import Position, SeenStep, Step, seen
from tablee.kernel.search import Dice

WORLDS: Final = 12
"""Worlds in which a line is tried; in many the others hold something else, or something else is drawn."""


def followed(game: AnyGame, decision: Decision, line: Sequence[tuple[int, Any]], seed: int) -> tuple[SeenStep, ...]:
    """The steps of (seat, action), in the world where they go furthest of some that the seat could be in.

    Worlds are made of the seat's sight alone: what it could not see is guessed here as well.
    """
    if not line:
        return ()
    try:
        worlds = Worlds(game, decision.seats, decision.sight)
    except CannotFill:
        return ()
    furthest: list[SeenStep] = []
    for number in range(WORLDS):
        steps = _steps(game, worlds.fill(Dice(seed + number)), decision, line, Chance.seeded(f"{seed}/{number}"))
        if len(steps) > len(furthest):
            furthest = steps
        if len(furthest) == len(line):
            break
    return tuple(furthest)


def _steps(
    game: AnyGame, state: Any, decision: Decision, line: Sequence[tuple[int, Any]], chance: Chance
) -> list[SeenStep]:
    steps: list[SeenStep] = []
    for seat, action in line:
        if state.ended is not None or seat not in game.to_act(state) or action not in game.legal(state, seat):
            break
        story = carry_out(game, state, seat, action, chance)
        step = Step("played", seat, action, story.events)
        steps.append(seen(game, Position(decision.step + len(steps), step, state, story.state), decision.seat))
        state = story.state
    return steps
