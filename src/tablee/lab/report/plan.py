"""What is played for a report: matches, each of many games of the same players."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from tablee.bots.levels import level_of
from tablee.kernel.game import AnyGame
from tablee.lab.simulation import RANDOM

EQUALS: Final = "equals"
"""The main match: the same player in all seats, every deal twice."""
SEATS: Final = "seats/"
"""The same with other numbers of seats."""
LADDER: Final = "ladder/"
"""A player with twice the thought against others with once."""
SKILL: Final = "skill/"
"""The player of the main match against weaker ones."""
VARIANT: Final = "variant/"
"""The main match with other rules."""

TWICE: Final = 2
ABOVE: Final = 4
"""The ladder's last rung, as a multiple of the main match's simulations."""

BUDGET: Final = 128
BUDGET_WITHOUT_FORM: Final = 16
"""Simulations a move: a search on the readable rules is that much slower."""


class Variant(Struct, frozen=True):
    """The rules that a match is played by."""

    game: str
    """As it was typed: an id or a file."""
    options: dict[str, Any]
    """As plain data."""
    label: str
    """What it is called beside the others."""


class Match(Struct, frozen=True):
    """Games of the same players by the same rules."""

    name: str
    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    """One for each seat; from game to game of one deal they change places."""
    deals: int
    rounds: int
    """How often each deal is played."""

    @property
    def games(self) -> int:
        return self.deals * self.rounds


class Scope(Struct, frozen=True, kw_only=True):
    """How much is played, and by whom."""

    seats: int
    other_seats: tuple[int, ...] = ()
    games: int
    """Of the main match; the others have parts of it."""
    budget: int
    """Simulations a move in the main match."""
    steps: int
    """Of the ladder."""
    player: str | None = None
    """The player of the main match, if not the bot with that budget."""

    @property
    def main_player(self) -> str:
        return self.player or thinking(self.budget)


def thinking(budget: int) -> str:
    """A bot with this many simulations a move and no deliberate slips."""
    return f"hard:{budget}"


def default_budget(game: AnyGame) -> int:
    return BUDGET if game.search is not None else BUDGET_WITHOUT_FORM


def ladder_of(scope: Scope) -> list[tuple[int, int]]:
    """(simulations, against half of them), the strongest last."""
    top = scope.budget * ABOVE
    steps = [(top >> step, top >> (step + 1)) for step in range(scope.steps)]
    return [(more, less) for more, less in reversed(steps) if less]


def plan_of(game: AnyGame, rules: Variant, others: Sequence[Variant], scope: Scope) -> list[Match]:
    return list(_matches(game, rules, others, scope))


def _matches(game: AnyGame, rules: Variant, others: Sequence[Variant], scope: Scope) -> Iterator[Match]:
    main, seats = scope.main_player, scope.seats
    twice = math.ceil(scope.games / TWICE)

    def match(name: str, players: Sequence[str], deals: int, rounds: int, by: Variant = rules) -> Match:
        return Match(name, by.game, by.options, tuple(players), max(1, deals), rounds)

    yield match(EQUALS, [main] * seats, twice, TWICE)
    yield match(RANDOM, [RANDOM] * seats, scope.games, 1)
    for number, other in enumerate(others):
        yield match(f"{VARIANT}{number}", [main] * seats, twice, TWICE, other)
    for count in scope.other_seats:
        yield match(f"{SEATS}{count}", [thinking(scope.budget // 2 or 1)] * count, twice // 2, TWICE)
    for weaker in (RANDOM, f"easy:{level_of(game, 'easy').simulations or 1}"):
        yield match(f"{SKILL}{weaker}", [main] + [weaker] * (seats - 1), scope.games // (4 * seats), seats)
    for more, less in ladder_of(scope):
        players = [thinking(more)] + [thinking(less)] * (seats - 1)
        yield match(f"{LADDER}{more}", players, scope.games // (2 * seats), seats)


def spelled(value: object) -> str:
    """The value of an option as it is typed on a command line."""
    if isinstance(value, bool | None):
        return {True: "on", False: "off", None: "none"}[value]
    return str(value)
