"""Shared by the commands: how they are added, how they fail, and common arguments."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, get_args

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.play import parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.words import Language
from tablee.lab.loading import install_files
from tablee.lab.workers import PROGRESS

if TYPE_CHECKING:
    from tablee.server.settings import ServerSettings

T = TypeVar("T")
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run: TypeAlias = Callable[[argparse.Namespace], int]

EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2


class UsageError(Exception):
    """A command that can't be done as asked; the sentence says why, and what can."""


class FailedError(Exception):
    """The machine, its disk or its network failed; the sentence says why."""


class Parser(argparse.ArgumentParser):
    """Accepts options only by their whole names: `--seat` is never `--seats`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"allow_abbrev": False, **named})


@contextmanager
def told_as(error: type[UsageError | FailedError], *known: type[Exception]) -> Iterator[None]:
    """Raise one of the known exceptions as an error of the command line, with its sentence."""
    try:
        yield
    except known as cause:
        raise error(str(cause)) from cause


# ── Adding commands ──────────────────────────────────────────────────────────────────────────────────────


def add_command(commands: Commands, name: str, run: Run, help_: str, *examples: str) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=help_,
        description=sentence(help_),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n" + "\n".join(f"  {example}" for example in examples),
    )
    command.add_argument(
        "--lang",
        choices=get_args(Language),
        default=_language_of_the_system(),
        help="language of messages (default: %(default)s, from the environment)",
    )
    command.set_defaults(run=run)
    return command


def add_group(commands: Commands, name: str, help_: str, epilog: str = "", more: str = "") -> Commands:
    """Add a command that has commands of its own; returns where they are added."""
    group = commands.add_parser(
        name,
        help=help_,
        description=f"{sentence(help_)}{more}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=epilog,
    )
    return group.add_subparsers(title="commands", metavar="COMMAND", required=True)


def sentence(help_: str) -> str:
    return f"{help_[0].upper()}{help_[1:]}."


def add_game(command: argparse.ArgumentParser, *, with_seats: bool = True) -> None:
    """Add the game and, where they are not set otherwise, its seats and options."""
    help_ = "the id of an installed game (see: tablee games), or the path of a game's .py file"
    command.add_argument("game", metavar="GAME", help=help_)
    if with_seats:
        command.add_argument("--seats", type=positive, metavar="N", help="how many seats (default: the fewest)")
        add_option(command)


def add_option(command: argparse.ArgumentParser) -> None:
    help_ = "an option of the game; may be given several times (see: tablee games)"
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=help_)


def add_data(command: argparse.ArgumentParser) -> None:
    help_ = "the data folder (default: tablee-data; environment: TABLEE_DATA)"
    command.add_argument("--data", metavar="FOLDER", help=help_)


def positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be 1 or more")
    return number


def _language_of_the_system() -> Language:
    """French where the environment says so, else English."""
    spoken = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if spoken.lower().startswith("fr") else "en"


# ── Reading what was given ───────────────────────────────────────────────────────────────────────────────


def game_options(game: AnyGame, arguments: argparse.Namespace) -> Options:
    return options_from(game, arguments.option, arguments.lang)


def options_from(game: AnyGame, given: Iterable[str], language: Language) -> Options:
    """The game's options, each written as `KEY=VALUE`; of several for one key, the last."""
    options: Options | Refusal = parse_options(game, given_options(given))
    return accepted(options, language)


def given_options(given: Iterable[str]) -> dict[str, object]:
    """The arguments given as `KEY=VALUE`, not yet read by the game."""
    values: dict[str, object] = {}
    for argument in given:
        key, equals, value = argument.partition("=")
        if not equals:
            raise UsageError(f"--option {argument}: write KEY=VALUE")
        values[key] = {"on": True, "yes": True, "off": False, "no": False, "none": None}.get(value.lower(), value)
    return values


def accepted(answer: T | Refusal, language: Language) -> T:
    """The answer, unless it is a refusal; UsageError if it is."""
    if isinstance(answer, Refusal):
        raise UsageError(answer.text.in_(language))
    return answer


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed that is given, else a new one."""
    return Chance.secure().below(1 << 32) if arguments.seed is None else arguments.seed


def load_settings(given: dict[str, object]) -> "ServerSettings":
    """The server's settings, from arguments (None where not given) and the environment."""
    from tablee.server.settings import SettingsError
    from tablee.server.settings import load_settings as load

    with told_as(UsageError, SettingsError):
        return load(given)


@contextmanager
def files_installed(files: Iterable[str]) -> Iterator[None]:
    """Install games from files meanwhile; without any, nothing is written, as a container may not allow it."""
    if not files:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tablee-games-") as folder:
        install_files([Path(file) for file in sorted(files)], Path(folder))
        yield


# ── Answering ────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr; yields a callback that takes the number of newly finished games.

    Lines such as 12/400 instead, for a program that has asked for them in its environment.
    """
    if os.environ.get(PROGRESS) == "lines":
        done = 0

        def count(finished: int) -> None:
            nonlocal done
            done += finished
            sys.stderr.write(f"{done}/{total}\n")
            sys.stderr.flush()

        yield count
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda finished: bar.advance(task, finished)
