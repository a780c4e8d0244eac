"""Small helpers for tests that show a position, play one action in it, and look at what came of it."""

from collections.abc import Sequence
from typing import Any

from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.data import Action, Event
from tablee.kernel.game import Game
from tablee.kernel.play import decide, leave, timeout
from tablee.kernel.refusals import Refusal
from tablee.kernel.story import Story

NO_CHANCE = ScriptedChance(())
"""For steps that must not need chance: any draw is an error."""


def events_of(
    game: Game[Any, Any, Any, Any], state: Any, seat: int, action: Action, chance: Chance = NO_CHANCE
) -> Sequence[Event]:
    return _accepted(game, state, seat, action, chance).events


def after(game: Game[Any, Any, Any, Any], state: Any, *moves: tuple[int, Action], chance: Chance = NO_CHANCE) -> Any:
    """The state after those moves, (seat, action) each, all of which must be accepted."""
    for seat, action in moves:
        state = _accepted(game, state, seat, action, chance).state
    return state


def after_timeout(game: Game[Any, Any, Any, Any], state: Any, chance: Chance = NO_CHANCE) -> Any:
    """The state after the clock ran out for all the seats to act."""
    return timeout(game, state, chance).state


def after_leaving(game: Game[Any, Any, Any, Any], state: Any, *seats: int, chance: Chance = NO_CHANCE) -> Any:
    for seat in seats:
        state = leave(game, state, seat, chance).state
    return state


def refusal_of(
    game: Game[Any, Any, Any, Any], state: Any, seat: int, action: Action, chance: Chance = NO_CHANCE
) -> Refusal:
    decided = decide(game, state, seat, action, chance)
    assert isinstance(decided, Refusal), f"{action} was accepted"
    return decided


def _accepted(game: Game[Any, Any, Any, Any], state: Any, seat: int, action: Action, chance: Chance) -> Story[Any, Any]:
    decided = decide(game, state, seat, action, chance)
    assert not isinstance(decided, Refusal), decided.text.en
    return decided
