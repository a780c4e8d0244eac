"""The bench of a game that is being written: `design`."""

import argparse
import sys
import webbrowser
from pathlib import Path
from typing import Final

from tablee.cli.command import Commands, FailedError, UsageError, add_command, add_game, given_options, told_as
from tablee.kernel.words import Text

_READY: Final = Text(
    "The bench for {}, for you alone on this machine: {}", "Le banc de {}, pour vous seul sur cette machine : {}"
)


def add_design(commands: Commands) -> None:
    command = add_command(
        commands,
        "design",
        design,
        "open the bench for a game that you write: its board from every seat, its state to edit, reloaded on save",
        "tablee design my_game.py",
        "tablee design my_game.py --seats 3 --seed 11 --open",
        "tablee design ninth --option powers=off",
    )
    add_game(command)
    command.add_argument("--seed", type=int, default=1, help="the same seed gives the same deal (default: %(default)s)")
    command.add_argument("--port", type=int, default=0, help="the port to listen on (default: any free one)")
    command.add_argument(
        "--save",
        metavar="FOLDER",
        help="where tests and lessons are saved (default: beside the file; for an installed game the current folder)",
    )
    command.add_argument("--open", action="store_true", help="open it in the browser")


def design(arguments: argparse.Namespace) -> int:
    from tablee.design.bench import Bench
    from tablee.design.loading import Source
    from tablee.design.serving import serve
    from tablee.design.session import Deal
    from tablee.server.process import CantListen

    source = Source(arguments.game)
    beside = Path(arguments.game).parent if source.is_file else Path()
    folder = Path(arguments.save) if arguments.save else beside
    deal = Deal(arguments.seats or 0, given_options(arguments.option), arguments.seed)

    def tell(address: str) -> None:
        sys.stdout.write(f"{_READY.in_(arguments.lang).format(source.title, address)}\n")
        sys.stdout.flush()
        if arguments.open:
            webbrowser.open(address)

    if not 0 <= arguments.port <= 65535:
        raise UsageError(f"--port {arguments.port}: a number from 0 to 65535")
    with told_as(FailedError, CantListen):
        serve(Bench(source, deal, folder), arguments.port, tell)
    return 0
