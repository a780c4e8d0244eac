"""The levels: how long a bot thinks, and how often it plays like somebody who does not.

A player is a function from what a seat may see to one of that seat's legal actions. It is given nothing else.
"""

import importlib
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct

from tablee.bots.readable import CannotFill, Codes, readable_form
from tablee.bots.simple import play_anything, play_greedily
from tablee.bots.tree import search
from tablee.kernel.game import AnyGame
from tablee.kernel.search import Dice, SearchForm
from tablee.kernel.views import Perspective

Player: TypeAlias = Callable[[Perspective], Any]
"""(all that a seat may know) -> one of its legal actions."""


class Level(Struct, frozen=True, kw_only=True):
    """A strength that people can choose."""

    simulations: int
    """At most so many; 0 is no limit."""
    seconds: float
    """At most so long."""
    slips: float = 0.0
    """How often it takes any sensible action instead of the best one, from 0 to 1."""


LEVELS: Final = {
    "easy": Level(simulations=20, seconds=0.5, slips=0.7),
    "medium": Level(simulations=400, seconds=0.5, slips=0.08),
    "hard": Level(simulations=0, seconds=1.0),
}
"""Every game has these; a solved one also has `perfect`."""

PLAYERS: Final = ("random", "greedy", *LEVELS)
"""All that can play, those that others are measured by among them."""

EXPLORATION: Final = 0.7
SENSIBLE: Final = 0.6
"""A slip is still an action whose mean reward is at least this part of the best one's."""


@cache
def searcher(game: AnyGame) -> Callable[[int, Perspective], tuple[SearchForm, "Codes | Any"]]:
    """What makes the search form of a view: the game's own, or one on the readable rules."""
    if game.search is None:
        return lambda seats, sight: _readable(game, seats, sight)
    module = importlib.import_module(game.search)
    return lambda seats, sight: (module.form(seats, sight.seat, sight.view), module.CODES)


def _readable(game: AnyGame, seats: int, sight: Perspective) -> tuple[SearchForm, Codes]:
    form = readable_form(game, seats, sight)
    return form, form.codes


def levels_of(_game: AnyGame) -> tuple[str, ...]:
    """The levels that a game's bots can play at."""
    return tuple(LEVELS)


def make_player(game: AnyGame, name: str, seed: int | None = None) -> Player:
    """A bot: one of the levels, `random` or `greedy`.

    With a seed, and where no clock decides, it plays the same whenever it sees the same.
    """
    if name not in PLAYERS:
        raise ValueError(f"there is no player {name!r}; there are: {', '.join(PLAYERS)}")

    def choose(sight: Perspective) -> Any:
        if len(sight.legal) == 1:
            return sight.legal[0]
        dice = Dice(secrets.randbits(60) if seed is None else seed + 7919 * sight.turn)
        match name:
            case "random":
                return play_anything(sight, dice)
            case "greedy":
                return play_greedily(game, sight, dice)
            case level:
                return think(game, sight, LEVELS[level], dice)

    return choose


def think(game: AnyGame, sight: Perspective, level: Level, dice: Dice) -> Any:
    """The action that the search likes best, or a slip."""
    if sight.seat is None:
        raise ValueError("an onlooker has nothing to choose")
    try:
        form, codes = searcher(game)(len(sight.scores), sight)
    except CannotFill:
        return play_anything(sight, dice)
    figures = search(form, sight.seat, dice, level.simulations, level.seconds, EXPLORATION)
    ranked = sorted(figures.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    options: Sequence[int] = [action for action, (visits, _) in ranked if visits] or [action for action, _ in ranked]
    code = options[0]
    if level.slips and int(dice.below(1000)) < level.slips * 1000:
        least = figures[code][1] * SENSIBLE
        sensible = [action for action in options if figures[action][1] >= least]
        code = sensible[int(dice.below(len(sensible)))]
    action = codes.action(code)
    # The rules decide what is legal, whatever the search believes.
    return action if action in sight.legal else sight.legal[0]
