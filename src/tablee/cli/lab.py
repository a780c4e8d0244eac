"""Many games at once: `simulate`, `arena`."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from tablee.cli.command import (
    Commands,
    UsageError,
    accepted,
    add_command,
    add_game,
    add_option,
    game_options,
    positive,
    progress,
)
from tablee.kernel.chance import Chance
from tablee.kernel.words import Text
from tablee.lab.loading import find_game

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")

_ROUNDED: Final = Text(
    "Playing {} games instead of {}, so that every player gets every seat equally often.",
    "{} parties au lieu de {}, pour que chacun occupe chaque place aussi souvent.",
)


def add_lab(commands: Commands) -> None:
    command = add_command(
        commands,
        "simulate",
        simulate_games,
        "play many random games on all cores and report on them",
        "tablee simulate kitty --games 20000 --seed 1",
        "tablee simulate diggers --games 5000 --seats 4 --option tiles=2 --json",
    )
    add_game(command)
    _add_games(command, 1000)
    _add_rest(command, "same seed, same numbers, on any number of cores")

    command = add_command(
        commands,
        "arena",
        play_arena,
        "pit bots against each other with rotated seats and rank them",
        "tablee arena gigogne hard medium --games 400",
        "tablee arena noe hard easy easy random --games 200 --json",
    )
    add_game(command, with_seats=False)
    command.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="easy, medium, hard, random or greedy, a seat each, perfect where the game is solved; "
        "hard@0.05 sets seconds per move, hard:2000 simulations per move",
    )
    _add_games(command, 100)
    add_option(command)
    _add_rest(command, "where no clock decides, the same seed gives the same results")


def _add_games(command: argparse.ArgumentParser, games: int) -> None:
    help_ = f"how many games (default: {games})"
    command.add_argument("--games", type=positive, default=games, metavar="N", help=help_)


def _add_rest(command: argparse.ArgumentParser, seed: str) -> None:
    command.add_argument("--seed", type=int, help=seed)
    command.add_argument("--workers", type=positive, metavar="N", help="processes to use (default: one for each core)")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def simulate_games(arguments: argparse.Namespace) -> int:
    from tablee.lab.simulation import simulate
    from tablee.terminal.report import report_table

    game = find_game(arguments.game)
    options, seats = game_options(game, arguments), arguments.seats or game.seats[0]
    with progress(game.id, arguments.games) as advance:
        report = simulate(
            arguments.game,
            arguments.games,
            seats,
            options,
            _seed(arguments),
            workers=arguments.workers,
            progress=advance,
        )
    return _show(accepted(report, arguments.lang), lambda found: report_table(game, found, arguments.lang), arguments)


def play_arena(arguments: argparse.Namespace) -> int:
    from tablee.bots import make_player
    from tablee.lab.arena import arena, whole_rotations
    from tablee.terminal.report import arena_table

    game, players = find_game(arguments.game), arguments.players
    for player in players:
        try:
            make_player(game, player, seats=len(players))
        except ValueError as error:
            raise UsageError(str(error)) from error
    options, games = game_options(game, arguments), whole_rotations(arguments.games, len(players))
    with progress(game.id, games) as advance:
        report = arena(
            arguments.game, players, games, options, _seed(arguments), workers=arguments.workers, progress=advance
        )
    found = accepted(report, arguments.lang)
    if games != arguments.games:
        sys.stderr.write(f"tablee: {_ROUNDED.in_(arguments.lang).format(games, arguments.games)}\n")
    return _show(found, lambda found: arena_table(game, found, arguments.lang), arguments)


def _seed(arguments: argparse.Namespace) -> int:
    return Chance.secure().below(1 << 32) if arguments.seed is None else arguments.seed


def _show(report: T, draw: "Callable[[T], RenderableType]", arguments: argparse.Namespace) -> int:
    from rich.console import Console

    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        Console(highlight=False).print(draw(report))
    return 0
