"""Tournaments: players against each other, every one of them in every seat as often.

Match number i draws from the seed and i alone; where no clock decides, the same seed gives the same results.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from msgspec import Struct

from tablee.bots import Player, make_player
from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, check_options, fold
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective
from tablee.lab.loading import find_game
from tablee.lab.simulation import interval, usable_cores


class Standing(Struct, frozen=True):
    """How one player did."""

    player: str
    games: int
    wins: int
    """Won alone."""
    draws: int
    """Drawn, or won together with others."""
    rate: float
    """Wins among the games that somebody won alone."""
    low: float
    high: float
    """The 95 % interval of the rate."""
    elo: float
    """An estimate, the mean of all being 0."""


class ArenaReport(Struct, frozen=True):
    """What a tournament found; as JSON, what `tablee arena --json` prints."""

    game: str
    options: Options
    games: int
    decided: int
    """Games that one seat won alone."""
    standings: tuple[Standing, ...]


Job = tuple[str, tuple[str, ...], Options, int, int]


def arena(
    game_name: str,
    players: Sequence[str],
    games: int,
    options: Options,
    seed: int,
    *,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ArenaReport | Refusal:
    """Play that many games, the seats rotated. `progress` is told of each that is finished."""
    game = find_game(game_name)
    refusal = check_options(game, len(players), options)
    if refusal is not None:
        return refusal
    count = len(players)
    wins, draws = [0] * count, [0] * count
    decided = 0
    jobs = [(game_name, tuple(players), options, seed, number) for number in range(games)]
    for outcome, shift in _run(jobs, min(workers or usable_cores(), games)):
        # Seat s was held by player (s + shift) mod count.
        if len(outcome.winners) == 1:
            wins[(outcome.winners[0] + shift) % count] += 1
            decided += 1
        else:
            for seat in outcome.winners or outcome.drawn:
                draws[(seat + shift) % count] += 1
        progress(1)
    ratings = _ratings(wins, draws, games)
    standings = tuple(
        Standing(player, games, won, drawn, won / decided if decided else 0.0, *interval(won, decided), rating)
        for player, won, drawn, rating in zip(players, wins, draws, ratings, strict=True)
    )
    return ArenaReport(game.id, options, games, decided, standings)


def _run(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, int]]:
    if workers <= 1:
        yield from map(_play, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play, jobs)


def _play(job: Job) -> tuple[Outcome, int]:
    game_name, players, options, seed, number = job
    game, count = find_game(game_name), len(players)
    shift = number % count
    chance = Chance.seeded(f"{seed}/{number // count}")
    seated = [
        make_player(game, players[(seat + shift) % count], seed * 1_000_003 + number * 31 + seat, count)
        for seat in range(count)
    ]
    # The seat that begins changes once everybody has had every seat.
    state = begin(game, count, options, chance, (number // count) % count)
    if isinstance(state, Refusal):
        raise TypeError(state.text.en)  # the options were checked before
    return play_out(game, state, seated, chance), shift


def play_out(game: AnyGame, state: State, seated: Sequence[Player], chance: Chance) -> Outcome:
    """Play on to the end. Those who choose at once choose on the same sight."""
    while True:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome
        choices = [(seat, seated[seat](perspective(game, state, seat))) for seat in game.to_act(state)]
        turn = state.turn
        for seat, action in choices:
            if state.turn == turn and action in game.legal(state, seat):
                state = fold(game, state, game.decide(state, seat, action, chance))


def _ratings(wins: Sequence[int], draws: Sequence[int], games: int) -> list[float]:
    """Elo-like: each one's share of what could be won, on the usual scale of 400 for ten to one."""
    count = len(wins)
    shares = [(won + drawn / count + 0.5) / (games + 0.5 * count) for won, drawn in zip(wins, draws, strict=True)]
    ratings = [400 * math.log10(share / max(1e-9, 1 - share)) for share in shares]
    mean = sum(ratings) / count
    return [round(rating - mean, 1) for rating in ratings]
