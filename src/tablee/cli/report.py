"""A game examined: `lab report`."""

import argparse
import os
import re
import shlex
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

import tablee
from tablee.cli.command import (
    Commands,
    FailedError,
    UsageError,
    accepted,
    add_command,
    add_game,
    add_group,
    game_options,
    options_from,
    positive,
    progress,
    seed_of,
    told_as,
)
from tablee.kernel.game import AnyGame
from tablee.kernel.play import check_options
from tablee.kernel.words import Text
from tablee.lab.loading import find_game

if TYPE_CHECKING:
    from tablee.lab.report.facts import PlayedGame
    from tablee.lab.report.plan import Scope, Variant

GAMES: Final = 400
STEPS: Final = 6
MOST_VARIANTS: Final = 8
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")
_FONTS: Final = {"Figtree": "figtree-latin-*.woff2", "Bricolage Grotesque": "bricolage-grotesque-latin-*.woff2"}
_WRITTEN: Final = Text("Written: {}", "Écrit : {}")
_NO_PARQUET: Final = (
    "--parquet needs a package that is not installed: pip install 'tablee[lab]'. --csv writes the same without it"
)


def add_report(commands: Commands) -> None:
    help_ = "examine a game: let bots play it by the thousand and tell a designer what that says"
    command = add_command(
        add_group(commands, "lab", help_),
        "report",
        write_report,
        "write a report on a game: seats, length, choices, luck, skill, what each action is worth; one page",
        "tablee lab report noe -o noe.html --seed 11",
        "tablee lab report my_game.py -o report.html --games 100 --budget 50",
        "tablee lab report diggers -o tiles.html --vary tiles=1..5",
        "tablee lab report gigogne -o win.html --vary win=visible,classic --seats 2",
        "tablee lab report noe -o two.html --against noe_two.py --csv facts",
    )
    add_game(command)
    command.add_argument("-o", "--output", required=True, metavar="FILE", help="the page to write, as report.html")
    help_ = f"games of the main match; the others have parts of it (default: {GAMES})"
    command.add_argument("--games", type=positive, default=GAMES, metavar="N", help=help_)
    help_ = "simulations a move of the bots (default: 128, or 16 for a game without a search form)"
    command.add_argument("--budget", type=positive, metavar="N", help=help_)
    help_ = f"steps of the skill ladder, up to four times the budget (default: {STEPS})"
    command.add_argument("--ladder", type=positive, default=STEPS, metavar="N", help=help_)
    help_ = "who plays the main match, if not that bot: any player of tablee simulate --players"
    command.add_argument("--player", metavar="PLAYER", help=help_)
    help_ = "play variants of an option side by side, as tiles=1..5 or win=visible,classic"
    command.add_argument("--vary", metavar="KEY=VALUES", help=help_)
    help_ = "another game to set beside this one, by its id or the path of its file"
    command.add_argument("--against", metavar="GAME", help=help_)
    help_ = "also write all games and decisions, as games.csv and decisions.csv in this folder"
    command.add_argument("--csv", metavar="FOLDER", help=help_)
    help_ = "the same as Parquet (needs: pip install 'tablee[lab]')"
    command.add_argument("--parquet", metavar="FOLDER", help=help_)
    command.add_argument("--seed", type=int, help="same seed, same report, on any number of cores")
    command.add_argument("--workers", type=positive, metavar="N", help="processes to use (default: one for each core)")


def write_report(arguments: argparse.Namespace) -> int:
    from tablee.lab.players import PlayerError
    from tablee.lab.report.figures import figures_of
    from tablee.lab.report.page import About, page_of
    from tablee.lab.report.plan import plan_of
    from tablee.lab.report.playing import gather
    from tablee.lab.workers import usable_cores

    game = find_game(arguments.game)
    rules, others = _rules(game, arguments), list(_variants(game, arguments))
    scope = _scope(game, rules, arguments)
    output, folders = _file(arguments.output), _folders(arguments)
    seed = seed_of(arguments)
    plan = plan_of(game, rules, others, scope)
    began, workers = perf_counter(), arguments.workers or usable_cores()
    with told_as(FailedError, PlayerError), progress(game.id, sum(match.games for match in plan)) as advance:
        played = gather(plan, seed, workers=workers, progress=advance)
    about = About(
        day=date.today().isoformat(),
        version=tablee.__version__,
        seed=seed,
        command=_again(arguments, seed),
        seconds=perf_counter() - began,
        cores=workers,
        labels=(rules.label, *(other.label for other in others)) if others else (),
    )
    page = page_of(game, figures_of(played), scope, about, _fonts(), arguments.lang)
    try:
        output.write_text(page, encoding="utf-8")
        for path in (output, *_write_tables(played, folders)):
            sys.stderr.write(_WRITTEN.in_(arguments.lang).format(path) + "\n")
    except OSError as error:
        raise FailedError(f"{error.filename or output} can't be written: {error.strerror or error}") from error
    return 0


# ── What is asked for ────────────────────────────────────────────────────────────────────────────────────


def _rules(game: AnyGame, arguments: argparse.Namespace) -> "Variant":
    from tablee.lab.report.plan import Variant, spelled

    options = msgspec.to_builtins(game_options(game, arguments))
    key = (arguments.vary or "").partition("=")[0]
    label = f"{key}={spelled(options[key])}" if key in options else game.id
    return Variant(arguments.game, options, label)


def _variants(game: AnyGame, arguments: argparse.Namespace) -> Iterator["Variant"]:
    """The variants to compare: other values of an option, and another game."""
    from tablee.lab.report.plan import Variant

    rules = _rules(game, arguments)
    if arguments.vary is not None:
        key, values = _varied(game, arguments.vary)
        options = {value: options_from(game, [*arguments.option, f"{key}={value}"], arguments.lang) for value in values}
        varied = [(f"{key}={value}", msgspec.to_builtins(each)) for value, each in options.items()]
        others = [(label, each) for label, each in varied if each != rules.options]
        if not others:
            raise UsageError(f"--vary {arguments.vary}: that is what is played already; add other values")
        if len(others) > MOST_VARIANTS:
            raise UsageError(
                f"--vary {arguments.vary}: these are {len(others)} variants; at most {MOST_VARIANTS} fit on a page"
            )
        for label, each in others:
            yield Variant(arguments.game, each, label)
    if arguments.against is not None:
        other = find_game(arguments.against)
        name = Path(arguments.against).stem if arguments.against.endswith(".py") else other.id
        yield Variant(arguments.against, msgspec.to_builtins(other.options()), name)


def _varied(game: AnyGame, text: str) -> tuple[str, list[str]]:
    """The option and its values."""
    key, equals, given = text.partition("=")
    known = game.options.__struct_fields__
    if not equals or not given:
        raise UsageError(f"--vary {text}: write KEY=VALUES, as tiles=1..5 or win=visible,classic")
    if key not in known:
        raise UsageError(f"--vary {text}: {game.id} has no option {key!r}; it has: {', '.join(known) or 'none'}")
    found = _RANGE.fullmatch(given)
    if found is None:
        return key, list(dict.fromkeys(value.strip() for value in given.split(",") if value.strip()))
    first, last = int(found[1]), int(found[2])
    if not first <= last <= first + 100:
        raise UsageError(f"--vary {text}: a range goes from a number up to a larger one, as 1..5")
    return key, [str(number) for number in range(first, last + 1)]


def _scope(game: AnyGame, rules: "Variant", arguments: argparse.Namespace) -> "Scope":
    """How much is played; refuses the impossible before anything is played."""
    from tablee.kernel.play import parse_options
    from tablee.lab.players import UnknownPlayerError, check_player
    from tablee.lab.report.plan import Scope, default_budget

    fewest, most = game.seats
    seats = arguments.seats or fewest
    options = accepted(parse_options(game, rules.options), arguments.lang)
    accepted(check_options(game, seats, options), arguments.lang)
    for variant in _variants(game, arguments):
        other = find_game(variant.game)
        accepted(
            check_options(other, seats, accepted(parse_options(other, variant.options), arguments.lang)), arguments.lang
        )
    if arguments.player is not None:
        with told_as(UsageError, UnknownPlayerError):
            check_player(game, arguments.player, seats)
    others = (
        ()
        if arguments.seats
        else tuple(
            count for count in range(fewest, most + 1) if count != seats and check_options(game, count, options) is None
        )
    )
    return Scope(
        seats=seats,
        other_seats=others,
        games=arguments.games,
        budget=arguments.budget or default_budget(game),
        steps=arguments.ladder,
        player=arguments.player,
    )


# ── What is written ──────────────────────────────────────────────────────────────────────────────────────


def _file(text: str) -> Path:
    """Where the page goes; refused now rather than after minutes of play."""
    path = Path(text)
    if path.is_dir():
        raise UsageError(f"-o {text}: that is a folder; name a file, as {path / 'report.html'}")
    if not path.parent.is_dir():
        raise UsageError(f"-o {text}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"-o {text}: that can't be written")
    return path


def _folders(arguments: argparse.Namespace) -> dict[str, Path]:
    """Folders for the tables, by format; created if missing."""
    from tablee.lab.report.export import can_write_parquet

    if arguments.parquet is not None and not can_write_parquet():
        raise UsageError(_NO_PARQUET)
    folders = {form: Path(given) for form in ("csv", "parquet") if (given := getattr(arguments, form)) is not None}
    for form, folder in folders.items():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"--{form} {folder}: that folder can't be made: {error.strerror}") from error
    return folders


def _write_tables(played: "list[PlayedGame]", folders: dict[str, Path]) -> Iterator[Path]:
    from tablee.lab.report import export

    if folders:
        tables = export.tables_of(played)
        for form, folder in folders.items():
            (export.write_csv if form == "csv" else export.write_parquet)(tables, folder)
            yield folder


def _again(arguments: argparse.Namespace, seed: int) -> str:
    """The command that plays the same games, whatever it is written to."""
    words = ["tablee", "lab", "report", arguments.game, "--seed", str(seed)]
    defaults: dict[str, Any] = {"seats": None, "games": GAMES, "budget": None, "ladder": STEPS}
    defaults |= {"player": None, "vary": None, "against": None}
    for name, default in defaults.items():
        value = getattr(arguments, name)
        if value != default:
            words += [f"--{name}", str(value)]
    for option in arguments.option:
        words += ["--option", option]
    return shlex.join([*words, "-o", "report.html"])


def _fonts() -> dict[str, bytes]:
    """The typefaces of the pages, where those are built; a page without them takes what the system has."""
    from tablee.server.pages import FOLDER

    found = {family: sorted(FOLDER.glob(f"assets/{pattern}")) for family, pattern in _FONTS.items()}
    return {family: paths[0].read_bytes() for family, paths in found.items() if paths}
