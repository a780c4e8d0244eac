"""Tournaments: players against each other, every one of them in every seat as often.

Match number i draws from the seed and i alone; where no clock decides, the same seed gives the same results.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from tablee.bots import Player
from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, carry_out, check_options, choices, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective
from tablee.lab.loading import find_game
from tablee.lab.players import PATIENCE, ended_programs, find_player
from tablee.lab.random_play import Step, checked, outcome_of
from tablee.lab.simulation import Mean, Report, Tally, interval, mean_of, report_of
from tablee.lab.workers import spread, usable_cores


class Standing(Struct, frozen=True):
    """How one player did."""

    player: str
    games: int
    wins: int
    """Won alone."""
    draws: int
    """Drawn, or won together with others."""
    rate: float
    """Wins among the games that someone won alone."""
    low: float
    high: float
    """The 95 % interval of the rate."""
    elo: float
    """An estimate, the mean of all being 0."""
    score: Mean


class ArenaReport(Struct, frozen=True):
    """The result of a tournament; as JSON, the output of `tablee arena --json`."""

    game: str
    options: Options
    seed: int
    """With it, and where no clock decides, the same games can be played again."""
    games: int
    decided: int
    """Games that one seat won alone."""
    standings: tuple[Standing, ...]
    found: Report
    """Facts of the game itself: wins by seat, length, endings."""


Job: TypeAlias = tuple[str, tuple[str, ...], dict[str, Any], int, int, float]
"""The game's name, players, options as plain data, seed, number and patience: all that another process can read."""


class Played(NamedTuple):
    """A finished game."""

    outcome: Outcome
    shift: int
    """Seat s was held by player (s + shift) mod their number."""
    starter: int
    length: int


def whole_rotations(games: int, players: int) -> int:
    """This many games or a few more, so that every player sits in every seat as often."""
    return math.ceil(games / players) * players


def arena(
    game_name: str,
    players: Sequence[str],
    games: int,
    options: Options,
    seed: int,
    *,
    patience: float = PATIENCE,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ArenaReport | Refusal:
    """Play this many games, in whole rotations of the seats. `progress` is called after each.

    `patience` is how many seconds a player that is not ours may think. Raises PlayerError where one fails.
    """
    game = find_game(game_name)
    refusal = check_options(game, len(players), options)
    if refusal is not None:
        return refusal
    count = len(players)
    games = whole_rotations(games, count)
    wins, draws = [0] * count, [0] * count
    scores: list[Counter[int]] = [Counter() for _ in players]
    decided, tally = 0, Tally(count)
    given = msgspec.to_builtins(options)
    jobs = [(game_name, tuple(players), given, seed, number, patience) for number in range(games)]
    with closing(spread(_play, jobs, min(workers or usable_cores(), games))) as results, ended_programs():
        for outcome, shift, starter, length in results:
            tally.count(outcome, length, starter if game.has_starter else 0)
            for seat, score in enumerate(outcome.scores):
                scores[(seat + shift) % count][score] += 1
            if len(outcome.winners) == 1:
                wins[(outcome.winners[0] + shift) % count] += 1
                decided += 1
            else:
                for seat in outcome.winners or outcome.drawn:
                    draws[(seat + shift) % count] += 1
            progress(1)
    ratings = _ratings(wins, draws, games)
    standings = tuple(
        Standing(
            player,
            games,
            won,
            drawn,
            won / decided if decided else 0.0,
            *interval(won, decided),
            rating,
            mean_of(scored),
        )
        for player, won, drawn, rating, scored in zip(players, wins, draws, ratings, scores, strict=True)
    )
    found = report_of(game, options, seed, tally, players)
    return ArenaReport(game.id, options, seed, games, decided, standings, found)


def _play(job: Job) -> Played:
    game_name, players, given, seed, number, patience = job
    game, count = find_game(game_name), len(players)
    options = checked(parse_options(game, given))
    shift = number % count
    chance = Chance.seeded(f"{seed}/{number // count}")
    seated = [
        find_player(game, players[(seat + shift) % count], seed * 1_000_003 + number * 31 + seat, count, patience)
        for seat in range(count)
    ]
    # The seat that begins changes once everyone has had every seat.
    starter = (number // count) % count
    state = checked(begin(game, count, options, chance, starter))
    outcome, length = _play_on(game, state, seated, chance)
    return Played(outcome, shift, starter, length)


def play_out(game: AnyGame, state: State, seated: Sequence[Player], chance: Chance) -> Outcome:
    return _play_on(game, state, seated, chance)[0]


def played_steps(game: AnyGame, state: State, seated: Sequence[Player], chance: Chance) -> Iterator[Step]:
    """Play on to the end, action by action. Those who choose at once choose on the same sight."""
    while state.ended is None:
        chosen = [(seat, _choice(game, state, seat, seated[seat])) for seat in game.to_act(state)]
        turn = state.turn
        for seat, action in chosen:
            legal = game.legal(state, seat)
            if state.turn == turn and action in legal:
                story = carry_out(game, state, seat, action, chance)
                state = story.state
                yield Step(seat, legal, action, story.events, state)


def _play_on(game: AnyGame, state: State, seated: Sequence[Player], chance: Chance) -> tuple[Outcome, int]:
    """How it ends, and after how many actions."""
    length = 0
    for step in played_steps(game, state, seated, chance):
        state = step.state
        length += 1
    return outcome_of(game, state), length


def _choice(game: AnyGame, state: State, seat: int, player: Player) -> Any:
    choices(game, state, seat)  # a player can't choose from nothing
    return player(perspective(game, state, seat))


def _ratings(wins: Sequence[int], draws: Sequence[int], games: int) -> list[float]:
    """Elo-like: each player's share of the possible points, on the usual scale of 400 for ten to one."""
    count = len(wins)
    shares = [(won + drawn / count + 0.5) / (games + 0.5 * count) for won, drawn in zip(wins, draws, strict=True)]
    ratings = [400 * math.log10(share / max(1e-9, 1 - share)) for share in shares]
    mean = sum(ratings) / count
    return [round(rating - mean, 1) for rating in ratings]
