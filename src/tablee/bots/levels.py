"""Bot levels: thinking budget and slip rate.

A player is a function from what a seat may see to one of that seat's legal actions. It is given nothing else.

What a level is can differ from game to game: where luck decides much, little thought is worth almost as much as a lot.
So the module of a search form may have `LEVELS`: for a level by name, what is not as in LEVELS here.
"""

import importlib
import re
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from time import perf_counter
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablee.bots.observer import Observer
from tablee.bots.readable import readable_form
from tablee.bots.simple import play_anything, play_greedily
from tablee.bots.tree import search
from tablee.bots.worlds import CannotFill
from tablee.kernel.game import AnyGame
from tablee.kernel.search import Codes, Dice, SearchForm
from tablee.kernel.views import Perspective, viewer_of

Player: TypeAlias = Callable[[Perspective], Any]
"""(all that a seat may know) -> one of its legal actions."""

Note: TypeAlias = Callable[[float], None]
"""Gets the mean reward, from 0 to 1, that a search expects of what it chose."""


class Level(Struct, frozen=True, kw_only=True):
    """A strength that people can choose."""

    simulations: int
    """At most this many; 0 is no limit."""
    seconds: float
    """At most this long; 0 is no limit."""
    slips: float = 0.0
    """How often it takes any sensible action instead of the best one, from 0 to 1."""
    proves: bool = False
    """Whether it asks the game's solver first."""
    pause: tuple[float, float] = (0.45, 0.9)
    """Seconds, at least and at most, until it plays at a table: nobody wants to play against something that answers
    before the piece has landed. It thinks within them, so that its time tells nothing of what only it can see."""


LEVELS: Final = {
    "easy": Level(simulations=20, seconds=0.5, slips=0.7),
    "medium": Level(simulations=150, seconds=0.5, slips=0.1),
    "hard": Level(simulations=0, seconds=1.0, pause=(0.7, 1.1)),
}
"""Every game has these."""

PERFECT: Final = "perfect"
_PERFECT: Final = Level(simulations=0, seconds=1.2, proves=True, pause=(0.7, 1.1))
"""A game that is solved for its number of seats has this level as well."""
_PROVING: Final = 0.75
"""The part of its time that the solver gets; the rest is for a search, should the solver be late."""
_GUESS: Final = 64
"""Simulations for something to say while the solver is at work."""

_IMAGINED: Final = 4
"""Factor for the simulations where each samples another possible world, and so says less."""

PLAYERS: Final = ("random", "greedy", *LEVELS)
"""All players of any game, the yardsticks included."""

EXPLORATION: Final = 0.7
SENSIBLE: Final = 0.6
"""Lowest mean reward of a slip, as a fraction of the best action's."""


_WITH_BUDGET: Final = re.compile(
    rf"(?P<level>{'|'.join(LEVELS)})(?P<mark>[@:])(?=[0.]*[1-9])(?P<budget>\d+|(?<=@)\d*\.\d+)"
)
"""A level with a budget; 0 is excluded, as it would mean no limit."""


def _search_module(game: AnyGame) -> Any:
    return None if game.search is None else importlib.import_module(game.search)


@cache
def searcher(game: AnyGame) -> Callable[[int, Perspective], tuple[SearchForm, Codes]]:
    """The maker of a view's search form: the game's own, or one on the readable rules."""
    module = _search_module(game)
    if module is None:
        return lambda seats, sight: _readable(game, seats, sight)
    return lambda seats, sight: (module.form(seats, sight.seat, sight.view), module.CODES)


def _readable(game: AnyGame, seats: int, sight: Perspective) -> tuple[SearchForm, Codes]:
    form = readable_form(game, seats, sight)
    return form, form.codes


def levels_of(game: AnyGame, seats: int) -> tuple[str, ...]:
    """The levels that a game's bots can play at, with this many seats."""
    return (*LEVELS, PERFECT) if seats in game.perfect_seats else tuple(LEVELS)


def players_of(game: AnyGame, seats: int) -> tuple[str, ...]:
    return (*PLAYERS, PERFECT) if seats in game.perfect_seats else PLAYERS


def level_of(game: AnyGame, name: str) -> Level:
    """A level as a game plays it.

    It can be given another budget, so as to measure it: `hard@0.05` thinks for 0.05 seconds, `hard:2000` makes 2000
    simulations, whatever the time.
    """
    name, mark, budget = _split(name)
    if name == PERFECT:
        return _PERFECT
    level = replace(LEVELS[name], **getattr(_search_module(game), "LEVELS", {}).get(name, {}))
    if _is_imagined(game):
        level = replace(level, simulations=level.simulations * _IMAGINED)
    match mark:
        case "@":
            return replace(level, seconds=float(budget))
        case ":":
            return replace(level, simulations=int(budget), seconds=0.0)
        case _:
            return level


def pause_of(name: str) -> tuple[float, float]:
    """How long a level lets others wait, at least and at most, in seconds."""
    return _PERFECT.pause if name == PERFECT else LEVELS[name].pause


def _split(name: str) -> tuple[str, str, str]:
    """The name of a level, and what follows it."""
    found = _WITH_BUDGET.fullmatch(name)
    return (found["level"], found["mark"], found["budget"]) if found else (name, "", "")


def make_player(
    game: AnyGame, name: str, seed: int | None = None, seats: int | None = None, note: Note | None = None
) -> Player:
    """A bot: one of the levels, also with a budget of its own (see level_of), `random` or `greedy`.

    Which there are can depend on the number of seats; without one, it is the fewest that the game has.
    With a seed, and where no clock decides, it plays the same whenever it sees the same.
    """
    base, _, _ = _split(name)
    players = players_of(game, game.seats[0] if seats is None else seats)
    if base not in players:
        raise ValueError(f"there is no player {name!r}{_reason(game, name)}; there are: {', '.join(players)}")
    level = level_of(game, name) if base in LEVELS or base == PERFECT else None

    def choose(sight: Perspective) -> Any:
        if len(sight.legal) == 1:
            return sight.legal[0]
        dice = Dice(secrets.randbits(60) if seed is None else seed + 7919 * sight.turn)
        if level is not None:
            return think(game, sight, level, dice, note=note)
        return play_greedily(game, sight, dice) if name == "greedy" else play_anything(sight, dice)

    return choose


def _reason(game: AnyGame, name: str) -> str:
    """Explain why a plausible player name doesn't work for this game; empty if there's nothing to add."""
    if name == PERFECT and game.perfect_seats:
        return f" here: {game.id} is solved for {', '.join(map(str, game.perfect_seats))} seats only"
    if name == PERFECT:
        return f" here: {game.id} is not solved"
    if name.startswith(tuple(f"{level}{mark}" for level in LEVELS for mark in "@:")):
        return ": give a level seconds (hard@0.05) or simulations (hard:2000), more than 0"
    return ""


def think(
    game: AnyGame,
    sight: Perspective,
    level: Level,
    dice: Dice,
    tell: Callable[[Any], None] | None = None,
    note: Note | None = None,
) -> Any:
    """Choose an action: the solver's if it finds one, else the search's, now and then a slip.

    `tell` gets the best action so far, now and then, for a caller that may not be able to wait; `note` what the search
    expects of its choice.
    """
    if sight.seat is None:
        raise ValueError("an onlooker has nothing to choose")
    if level.proves and len(sight.scores) in game.perfect_seats:
        if tell is not None:
            guessing = replace(level, proves=False, simulations=_GUESS, seconds=level.seconds * (1 - _PROVING))
            tell(think(game, sight, guessing, dice, tell))
        proven = prove(game, sight, level.seconds * _PROVING)
        if proven:
            return proven[int(dice.below(len(proven)))]
        level = replace(level, seconds=level.seconds * (1 - _PROVING))
    try:
        figures, codes = _figures(game, sight, level, dice, tell)
    except CannotFill:
        return play_anything(sight, dice)
    # What an observer tries in order to learn says little of what is best.
    ranks = (1, 0) if _is_imagined(game) else (0, 1)
    ranked = sorted(figures.items(), key=lambda item: (*[-item[1][rank] for rank in ranks], item[0]))
    options: Sequence[int] = [action for action, (visits, _) in ranked if visits] or [action for action, _ in ranked]
    code = options[0]
    if level.slips and int(dice.below(1000)) < level.slips * 1000:
        least = figures[code][1] * SENSIBLE
        sensible = [action for action in options if figures[action][1] >= least]
        code = sensible[int(dice.below(len(sensible)))]
    if note is not None:
        note(figures[code][1])
    action = codes.action(code)
    # The rules decide what is legal, whatever the search believes.
    return action if action in sight.legal else sight.legal[0]


def _is_imagined(game: AnyGame) -> bool:
    """Whether bots imagine what each seat sees, on the readable rules of a game that hides something."""
    return game.search is None and viewer_of(game.state) is not None  # type: ignore[arg-type]  # a type is hashable


def _figures(
    game: AnyGame, sight: Perspective, level: Level, dice: Dice, tell: Callable[[Any], None] | None
) -> tuple[dict[int, tuple[int, float]], Codes]:
    """The result of a search: for each action its visits, and its mean reward."""
    seats, seat = len(sight.scores), sight.seat
    if seat is None:
        raise ValueError("an onlooker has nothing to choose")
    if _is_imagined(game):
        observer = Observer(game, seats, sight, dice)
        observer.grow(level.simulations, level.seconds, tell)
        return observer.figures(), observer.codes
    form, codes = searcher(game)(seats, sight)
    tell_code = None if tell is None else lambda code: tell(codes.action(code))
    return search(form, seat, dice, level.simulations, level.seconds, EXPLORATION, tell_code), codes


def prove(game: AnyGame, sight: Perspective, seconds: float) -> Sequence[Any]:
    """The best actions by the game's solver; none if it would take longer."""
    if game.solver is None:
        raise ValueError(f"{game.id} has no solver")
    end = perf_counter() + seconds
    best: Sequence[Any] = importlib.import_module(game.solver).best(
        len(sight.scores), sight.seat, sight.view, lambda: perf_counter() >= end
    )
    return best
