"""Thousands of random games on all cores, and what they tell of a game: who wins, how long it lasts, how it ends.

Game number i of a simulation draws from the seed and i alone, so the same seed gives the same numbers
whatever the cores.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, check_options, parse_options
from tablee.kernel.refusals import Refusal
from tablee.lab.loading import find_game
from tablee.lab.random_play import checked, outcome_of, random_steps
from tablee.lab.workers import spread, usable_cores

_CHUNKS_PER_WORKER = 16
_LARGEST_CHUNK = 500
_Z = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""
RANDOM = "random"


class Lengths(Struct, frozen=True):
    """How many actions the games took."""

    mean: float
    p5: int
    p50: int
    p95: int


Interval: TypeAlias = tuple[float, float]
"""From, to: the 95 % interval of a rate."""


class Intervals(Struct, frozen=True):
    """How sure each rate is, in the form of the counts."""

    wins: tuple[Interval, ...]
    draws: Interval
    shared: Interval
    reasons: dict[str, Interval]


class Mean(Struct, frozen=True):
    """A mean, and its 95 % interval."""

    mean: float
    low: float
    high: float


class Report(Struct, frozen=True):
    """The result of a simulation; as JSON, the output of `tablee simulate --json`."""

    game: str
    options: Options
    seats: int
    seed: int
    """With it the same games can be played again."""
    games: int
    wins: tuple[int, ...]
    """Games won alone, by seat counted from the one that started (by seat where nobody starts)."""
    draws: int
    shared: int
    """Games won by several seats together."""
    actions: Lengths
    reasons: dict[str, int]
    """How often each reason ended a game."""
    intervals: Intervals
    scores: tuple[Mean, ...]
    """The score at the end, by seat as the wins."""
    players: tuple[str, ...]
    """The players; each sat equally often in every seat."""


class Tally:
    """Counts of finished games, which can be added up."""

    def __init__(self, seats: int) -> None:
        self.wins = [0] * seats
        self.draws = 0
        self.shared = 0
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.scores: list[Counter[int]] = [Counter() for _ in range(seats)]

    def count(self, outcome: Outcome, length: int, first_seat: int) -> None:
        """Count a finished game, its seats from the first on."""
        seats = len(self.wins)
        self.lengths[length] += 1
        self.reasons[outcome.reason] += 1
        for seat, score in enumerate(outcome.scores):
            self.scores[(seat - first_seat) % seats][score] += 1
        if outcome.is_draw:
            self.draws += 1
        elif len(outcome.winners) > 1:
            self.shared += 1
        else:
            self.wins[(outcome.winners[0] - first_seat) % seats] += 1

    def add(self, other: "Tally") -> None:
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.draws += other.draws
        self.shared += other.shared
        self.lengths.update(other.lengths)
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.update(theirs)
        self.reasons.update(other.reasons)

    @property
    def games(self) -> int:
        return self.lengths.total()


def simulate(
    game_name: str,
    games: int,
    seats: int,
    options: Options,
    seed: int,
    *,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Report | Refusal:
    """Play this many random games. `progress` is called with the number of newly finished ones."""
    game = find_game(game_name)
    refusal = check_options(game, seats, options)
    if refusal is not None:
        return refusal
    workers = min(workers or usable_cores(), games)
    tally = Tally(seats)
    size = max(1, min(_LARGEST_CHUNK, games // (workers * _CHUNKS_PER_WORKER)))
    given = msgspec.to_builtins(options)
    jobs = [(game_name, seats, given, seed, first, min(first + size, games)) for first in range(0, games, size)]
    with closing(spread(_play_chunk, jobs, workers)) as parts:
        for part in parts:
            tally.add(part)
            progress(part.games)
    return report_of(game, options, seed, tally, (RANDOM,) * seats)


def interval(hits: float, of: float) -> Interval:
    """The 95 % interval of a rate (Wilson's, which stays between 0 and 1 and holds for rare events)."""
    if of == 0:
        return 0.0, 1.0
    rate, z2 = hits / of, _Z * _Z
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z * math.sqrt(rate * (1 - rate) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_of(counted: Counter[int]) -> Mean:
    """The mean of counted numbers, with the error of as many independent samples."""
    games = counted.total()
    mean = sum(number * count for number, count in counted.items()) / games
    spread_ = sum(count * (number - mean) ** 2 for number, count in counted.items()) / max(1, games - 1)
    half = _Z * math.sqrt(spread_ / games)
    return Mean(mean, mean - half, mean + half)


Job: TypeAlias = tuple[str, int, dict[str, Any], int, int, int]
"""The game's name, seats, options as plain data, seed, first and last number: all that another process can read."""


def _play_chunk(job: Job) -> Tally:
    """Play the games first to last - 1 of a simulation."""
    game_name, seats, given, seed, first, last = job
    game, tally = find_game(game_name), Tally(seats)
    options = checked(parse_options(game, given))
    for number in range(first, last):
        chance = Chance.seeded(f"{seed}/{number}")
        starter = chance.below(seats)
        state = checked(begin(game, seats, options, chance, starter))
        length = 0
        for step in random_steps(game, state, chance, chance):
            state = step.state
            length += 1
        tally.count(outcome_of(game, state), length, starter if game.has_starter else 0)
    return tally


def report_of(game: AnyGame, options: Options, seed: int, tally: Tally, players: Sequence[str]) -> Report:
    lengths, games = tally.lengths, tally.games
    mean = sum(length * count for length, count in lengths.items()) / games
    p5, p50, p95 = (_percentile(lengths, games, percent) for percent in (5, 50, 95))
    return Report(
        game=game.id,
        options=options,
        seats=len(tally.wins),
        seed=seed,
        games=games,
        wins=tuple(tally.wins),
        draws=tally.draws,
        shared=tally.shared,
        actions=Lengths(mean, p5, p50, p95),
        reasons=dict(tally.reasons.most_common()),
        intervals=Intervals(
            tuple(interval(wins, games) for wins in tally.wins),
            interval(tally.draws, games),
            interval(tally.shared, games),
            {reason: interval(count, games) for reason, count in tally.reasons.most_common()},
        ),
        scores=tuple(mean_of(scores) for scores in tally.scores),
        players=tuple(players),
    )


def _percentile(lengths: Counter[int], games: int, percent: int) -> int:
    """The smallest length that at least that share of the games does not exceed."""
    wanted, seen = math.ceil(games * percent / 100), 0
    for length in sorted(lengths):
        seen += lengths[length]
        if seen >= wanted:
            return length
    raise ValueError("no games")
