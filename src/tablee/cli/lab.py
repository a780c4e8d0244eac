"""Many games at once: `simulate`, `arena`."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from tablee.cli.command import (
    Commands,
    FailedError,
    UsageError,
    accepted,
    add_command,
    add_game,
    add_option,
    game_options,
    positive,
    progress,
    seed_of,
    told_as,
)
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.words import Text
from tablee.lab.loading import find_game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tablee.lab.arena import ArenaReport

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
        "play many games on all cores, at random or by any players, and report on them",
        "tablee simulate kitty --games 20000 --seed 1",
        "tablee simulate gigogne --players medium --games 100",
        "tablee simulate my_game.py --players medium,my_bots.py:choose --games 200",
        "tablee simulate diggers --games 5000 --seats 4 --option tiles=2 --json",
    )
    add_game(command)
    _add_players(command)
    _add_games(command, 1000)
    _add_rest(command, "same seed, same numbers, on any number of cores")

    command = add_command(
        commands,
        "arena",
        play_arena,
        "pit bots against each other with rotated seats and rank them",
        "tablee arena gigogne hard medium --games 400",
        "tablee arena noe hard easy easy random --games 200 --json",
        "tablee arena gigogne medium my_bots:choose 'exec:node bot.js' --games 30",
    )
    add_game(command, with_seats=False)
    command.add_argument("seated", nargs="*", metavar="PLAYER", help="a player for each seat, as after --players")
    _add_players(command)
    _add_games(command, 100)
    add_option(command)
    _add_rest(command, "where no clock decides, the same seed gives the same results")


def _add_players(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players",
        metavar="A,B,…",
        help="a player for each seat, or one for all: easy, medium, hard, random, greedy, perfect where the game is "
        "solved; hard@0.05 sets seconds per move, hard:2000 simulations per move; module:function or file.py:function "
        "is given what a seat may know and returns one of its legal actions; exec:PROGRAM reads and writes JSON lines "
        "(docs/bots.md)",
    )
    command.add_argument(
        "--patience",
        type=_seconds,
        default=30.0,
        metavar="SECONDS",
        help="how long a function or a program may think about one action (default: 30)",
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} must be more than 0 seconds")
    return seconds


def _add_games(command: argparse.ArgumentParser, games: int) -> None:
    help_ = f"how many games (default: {games})"
    command.add_argument("--games", type=positive, default=games, metavar="N", help=help_)


def _add_rest(command: argparse.ArgumentParser, seed: str) -> None:
    command.add_argument("--seed", type=int, help=seed)
    command.add_argument("--workers", type=positive, metavar="N", help="processes to use (default: one for each core)")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def simulate_games(arguments: argparse.Namespace) -> int:
    from tablee.lab.simulation import simulate
    from tablee.terminal.report import report_table, standings_table

    game = find_game(arguments.game)
    options = game_options(game, arguments)
    if arguments.players is not None:
        played = _play(game, _players(game, arguments, arguments.seats), options, arguments)
        return _show(played.found, lambda _: standings_table(game, played, arguments.lang), arguments)
    seats = arguments.seats or game.seats[0]
    with progress(game.id, arguments.games) as advance:
        report = simulate(
            arguments.game,
            arguments.games,
            seats,
            options,
            seed_of(arguments),
            workers=arguments.workers,
            progress=advance,
        )
    return _show(accepted(report, arguments.lang), lambda found: report_table(game, found, arguments.lang), arguments)


def play_arena(arguments: argparse.Namespace) -> int:
    from tablee.terminal.report import arena_table

    game = find_game(arguments.game)
    played = _play(game, _players(game, arguments, None), game_options(game, arguments), arguments)
    return _show(played, lambda found: arena_table(game, found, arguments.lang), arguments)


def _players(game: AnyGame, arguments: argparse.Namespace, seats: int | None) -> list[str]:
    """Parse the players: one of `--players` or PLAYER for each seat, or one for all of them."""
    given = [*getattr(arguments, "seated", []), *(arguments.players or "").split(",")]
    players = [player.strip() for player in given if player.strip()]
    if not players:
        raise UsageError("who plays? Name a player for each seat, as: medium random")
    if len(players) == 1:
        players *= seats or game.seats[0]
    if seats is not None and len(players) != seats:
        raise UsageError(f"there are {len(players)} players for {seats} seats")
    return players


def _play(game: AnyGame, players: list[str], options: Options, arguments: argparse.Namespace) -> "ArenaReport":
    from tablee.lab.arena import arena, whole_rotations
    from tablee.lab.players import PlayerError, UnknownPlayerError, check_player

    with told_as(UsageError, UnknownPlayerError), told_as(FailedError, PlayerError):
        for player in players:
            check_player(game, player, len(players))
        games = whole_rotations(arguments.games, len(players))
        with progress(game.id, games) as advance:
            report = arena(
                arguments.game,
                players,
                games,
                options,
                seed_of(arguments),
                patience=arguments.patience,
                workers=arguments.workers,
                progress=advance,
            )
    found = accepted(report, arguments.lang)
    if games != arguments.games:
        sys.stderr.write(f"tablee: {_ROUNDED.in_(arguments.lang).format(games, arguments.games)}\n")
    return found


def _show(report: T, draw: "Callable[[T], RenderableType]", arguments: argparse.Namespace) -> int:
    from rich.console import Console

    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        Console(highlight=False).print(draw(report))
    return 0
