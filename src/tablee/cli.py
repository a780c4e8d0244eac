"""The command `tablee`: wires the house together. Each subcommand explains itself with `--help`."""

import argparse
import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args, get_type_hints

import msgspec

import tablee
from tablee.admin.arguments import add_admin
from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, explanation
from tablee.kernel.game import AnyGame, BrokenRulesError
from tablee.kernel.play import begin, parse_options
from tablee.kernel.record import Tampered, read_header, replay
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import RegistryError, UnknownGameError, game_ids, load_game
from tablee.kernel.words import Language, Text
from tablee.lab.loading import find_game, install_files

if TYPE_CHECKING:
    from tablee.server.settings import ServerSettings

EXIT_FAILED, EXIT_USAGE = 1, 2

_GAME_HELP = "the id of an installed game (see: tablee games), or the path of a game's .py file"
_OPTION_HELP = "an option of the game; may be given several times (see: tablee games)"
_ROUNDED = Text(
    "{} games instead of {}, so that every player sits in every seat as often.",
    "{} parties au lieu de {}, pour que chacun occupe chaque place aussi souvent.",
)


class UsageError(Exception):
    """What was asked for can't be done as asked; the sentence says why and what can."""


class FailedError(Exception):
    """It was tried, and the machine, its disk or its network did not allow it; the sentence says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parsed = _parser().parse_args(arguments)
    run = cast(Callable[[argparse.Namespace], int], parsed.run)
    try:
        return run(parsed)
    except (UsageError, RegistryError) as error:
        sys.stderr.write(f"tablee: {error}\n")
        return EXIT_USAGE
    except (FailedError, BrokenRulesError) as error:
        sys.stderr.write(f"tablee: {error}\n")
        return EXIT_FAILED
    except BrokenPipeError:
        # The reader has gone (tablee record … | head): nothing more to say, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except KeyboardInterrupt:
        return 130


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────


def list_games(arguments: argparse.Namespace) -> int:
    """List the installed games with their seats and options."""
    from rich.console import Console

    language: Language = arguments.lang
    console = Console(highlight=False)
    for game in map(load_game, game_ids()):
        fewest, most = game.seats
        seats = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        places = "places" if language == "fr" else "seats"
        console.print(f"[bold]{game.id}[/]  {game.name.in_(language)}, {seats} {places}")
        hints = get_type_hints(game.options, include_extras=True)
        for field, default in _defaults(game).items():
            text = explanation(hints[field])
            console.print(f"    {field}={default}  [dim]{text.in_(language) if text else ''}[/]", soft_wrap=True)
    return 0


def play(arguments: argparse.Namespace) -> int:
    """Play a game in the terminal."""
    from rich.console import Console

    from tablee.terminal.table import TerminalTable

    game = find_game(arguments.game)
    seats = _seats(game, arguments.seats)
    players = _players(game, arguments.seat, seats)
    chance = Chance.secure() if arguments.seed is None else Chance.seeded(arguments.seed)
    state = begin(game, seats, _options(game, arguments.option, arguments.lang), chance)
    if isinstance(state, Refusal):
        raise UsageError(state.text.in_(arguments.lang))
    TerminalTable(game, state, players, chance, Console(highlight=False), arguments.lang).play()
    return 0


def record(arguments: argparse.Namespace) -> int:
    """Write the record of one random game."""
    from tablee.lab.random_play import random_record

    game = find_game(arguments.game)
    options = _options(game, arguments.option, arguments.lang)
    lines = random_record(game, _seats(game, arguments.seats), options, arguments.seed)
    if isinstance(lines, Refusal):
        raise UsageError(lines.text.in_(arguments.lang))
    for line in lines:
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    return 0


def replay_file(arguments: argparse.Namespace) -> int:
    """Replay a record and say whether it holds."""
    try:
        with sys.stdin.buffer if arguments.file == "-" else Path(arguments.file).open("rb") as lines:
            header = read_header(lines.readline())
            if isinstance(header, Tampered):
                return _tell_tampering(header, arguments.lang)
            game = _recorded_game(arguments.game, header.game)
            replayed = replay(game, header, lines)
    except OSError as error:
        raise UsageError(f"{arguments.file} can't be read: {error.strerror}") from error
    if isinstance(replayed, Tampered):
        return _tell_tampering(replayed, arguments.lang)
    winners = ", ".join(map(str, replayed.outcome.winners))
    told = {
        "en": f"The record holds: {replayed.game}, {replayed.seats} seats, {replayed.actions} actions; "
        + (f"won by {winners}" if winners else "a draw"),
        "fr": f"L’enregistrement est intact : {replayed.game}, {replayed.seats} places, {replayed.actions} actions ; "
        + (f"victoire de {winners}" if winners else "match nul"),
    }
    reason = game.reason(replayed.outcome.reason).in_(arguments.lang)
    sys.stdout.write(f"{told[arguments.lang]}. {reason}\n")
    return 0


def _tell_tampering(found: Tampered, language: Language) -> int:
    sys.stdout.write(f"{found.text.in_(language)}\n")
    return EXIT_FAILED


def _recorded_game(given: str | None, recorded: str) -> AnyGame:
    """The game that was given, else the installed one of which the record is."""
    try:
        return find_game(given or recorded)
    except UnknownGameError as error:
        if given:
            raise
        raise UsageError(f"{error}; for a record of a game from a file, give the file: --game FILE.py") from error


def simulate_games(arguments: argparse.Namespace) -> int:
    """Simulate many random games."""
    from rich.console import Console

    from tablee.lab.simulation import simulate
    from tablee.terminal.report import report_table

    game = find_game(arguments.game)
    options, seats = _options(game, arguments.option, arguments.lang), _seats(game, arguments.seats)
    seed = arguments.seed if arguments.seed is not None else Chance.secure().below(1 << 32)
    with _progress(game.id, arguments.games) as advance:
        report = simulate(
            arguments.game,
            arguments.games,
            seats,
            options,
            seed,
            workers=arguments.workers,
            progress=advance,
        )
    if isinstance(report, Refusal):
        raise UsageError(report.text.in_(arguments.lang))
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        Console(highlight=False).print(report_table(game, report, arguments.lang))
    return 0


def play_arena(arguments: argparse.Namespace) -> int:
    """Let bots play against each other."""
    from rich.console import Console

    from tablee.bots import make_player
    from tablee.lab.arena import arena, whole_rotations
    from tablee.terminal.report import arena_table

    game = find_game(arguments.game)
    for player in arguments.players:
        try:
            make_player(game, player, seats=len(arguments.players))
        except ValueError as error:
            raise UsageError(str(error)) from error
    options = _options(game, arguments.option, arguments.lang)
    seed = arguments.seed if arguments.seed is not None else Chance.secure().below(1 << 32)
    games = whole_rotations(arguments.games, len(arguments.players))
    with _progress(game.id, games) as advance:
        report = arena(
            arguments.game,
            arguments.players,
            games,
            options,
            seed,
            workers=arguments.workers,
            progress=advance,
        )
    if isinstance(report, Refusal):
        raise UsageError(report.text.in_(arguments.lang))
    if games != arguments.games:
        sys.stderr.write(f"tablee: {_ROUNDED.in_(arguments.lang).format(games, arguments.games)}\n")
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        Console(highlight=False).print(arena_table(game, report, arguments.lang))
    return 0


@contextmanager
def _progress(title: str, total: int) -> "Iterator[Callable[[int], None]]":
    """A bar on stderr; what it gives takes how many more are finished."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=total)
        yield lambda finished: progress.advance(task, finished)


def serve(arguments: argparse.Namespace) -> int:
    """Run the server."""
    from tablee.server.running import CantListen, run
    from tablee.server.settings import ServerSettings, SettingsError
    from tablee.store.contract import StoreError

    settings = _settings({name: getattr(arguments, name) for name in ServerSettings.__struct_fields__})
    try:
        with _files_installed(settings.game_files):
            run(settings, lambda address: print(f"Tablée is at {address}", flush=True), is_new=arguments.new)
    except CantListen as error:
        raise FailedError(str(error)) from error
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise FailedError(f"the disk is full: {settings.data} can't be written") from error
        raise FailedError(f"{error.filename or settings.data} can't be used: {error.strerror or error}") from error
    except StoreError as error:
        raise FailedError(str(error)) from error
    except SettingsError as error:
        raise UsageError(str(error)) from error
    return 0


@contextmanager
def _files_installed(files: Iterable[str]) -> Iterator[None]:
    """Games from files, for as long as it takes; without any, no file is written: a container may not have where."""
    if not files:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tablee-games-") as folder:
        install_files([Path(file) for file in sorted(files)], Path(folder))
        yield


def is_healthy(arguments: argparse.Namespace) -> int:
    """Ask a server on this machine whether it lives."""
    from http.client import HTTPConnection, HTTPException

    settings = _settings({"host": arguments.host, "port": arguments.port})
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - compared, not bound
    connection = HTTPConnection(host, settings.port, timeout=4)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise FailedError(f"{host}:{settings.port} doesn't answer: {error}") from error
    finally:
        connection.close()
    if status != HTTPStatus.OK:
        raise FailedError(f"{host}:{settings.port} answers with {status}")
    return 0


def backup_store(arguments: argparse.Namespace) -> int:
    """Copy the store into a file."""
    from tablee.store.backup import BackupError, backup

    folder, file = _data_folder(arguments), Path(arguments.file)
    try:
        backup(folder, file)
    except BackupError as error:
        raise FailedError(str(error)) from error
    told = {"en": "The store of {0} is copied into {1}.", "fr": "Les données de {0} sont copiées dans {1}."}
    sys.stdout.write(told[arguments.lang].format(folder, file) + "\n")
    return 0


def restore_store(arguments: argparse.Namespace) -> int:
    """Put a copy in the place of the store."""
    from tablee.store.backup import BackupError, restore

    folder, file = _data_folder(arguments), Path(arguments.file)
    try:
        restore(file, folder)
    except BackupError as error:
        raise FailedError(str(error)) from error
    told = {"en": "{1} is now the store of {0}.", "fr": "{1} remplace les données de {0}."}
    sys.stdout.write(told[arguments.lang].format(folder, file) + "\n")
    return 0


def check_store(arguments: argparse.Namespace) -> int:
    """Look whether a store is whole and can be played on."""
    import asyncio

    from tablee.store.backup import BackupError
    from tablee.store.contract import StoreError

    given = {name: getattr(arguments, name) for name in ("data", "database", "games")}
    settings = _settings(given)
    # A folder that is named is meant, whatever the environment says of a database.
    url = settings.database if arguments.data is None or arguments.database else ""
    file = Path(arguments.file) if arguments.file else None
    if file is not None and (arguments.data or arguments.database):
        raise UsageError("give a FILE, or --data FOLDER, or --database ADDRESS")
    try:
        with _files_installed(settings.game_files):
            return asyncio.run(_check(url, Path(settings.data), file, arguments.lang, as_json=arguments.json))
    except (BackupError, StoreError, OSError) as error:
        raise FailedError(str(error)) from error


async def _check(url: str, folder: Path, file: Path | None, lang: Language, *, as_json: bool) -> int:
    from tablee.server.checking import Checked, opened, problems_of
    from tablee.terminal.check import told_of_check, told_of_problem

    checked = Checked()
    async with opened(url, folder, file) as inspection:
        checked.upgraded_from = inspection.upgraded_from
        with _progress("check", await inspection.count()) as advance:
            async for room, problems in problems_of(inspection):
                checked.take(room, problems)
                if not as_json:
                    sys.stdout.writelines(f"{told_of_problem(problem, lang)}\n" for problem in problems)
                if room is not None:
                    advance(1)
    sys.stdout.write((msgspec.json.encode(checked).decode() if as_json else told_of_check(checked, lang)) + "\n")
    return EXIT_FAILED if checked.found else 0


def print_schema(_arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of the protocol."""
    from tablee.protocol.schema import schema

    document = msgspec.json.format(msgspec.json.encode(schema()), indent=2)
    sys.stdout.buffer.write(document + b"\n")
    sys.stdout.buffer.flush()
    return 0


# ── Arguments ────────────────────────────────────────────────────────────────────────────────────────────


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tablee",
        description="A table for turn-based games.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""examples:
  tablee games                                        the games and their options
  tablee serve                                        the server, at http://127.0.0.1:8000
  tablee play gigogne --seat 1=medium                 against a bot
  tablee play ninth                                   two people on one screen
  tablee record noe --seats 4 --seed 7 > game.jsonl   one random game as a record
  tablee replay game.jsonl                            does the record hold?
  tablee simulate kitty --games 10000                 who wins, how long, how it ends
  tablee arena gigogne hard medium                    which bot is stronger
  tablee healthy                                      does the server on this machine live?
  tablee backup tablee.backup                         a copy of the store, while the server runs
  tablee restore tablee.backup                        that copy in the place of the store
  tablee check tablee.backup                          is it whole, and does this version read it?
  tablee admin people                                 who plays here (see: tablee admin --help)
  tablee schema > tablee.schema.json                  what goes over the wire

tablee COMMAND --help tells more of each.""",
    )
    parser.add_argument("--version", action="version", version=f"tablee {tablee.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = _command(commands, "games", list_games, "list the games with their seats and options", "tablee games")

    command = _command(
        commands,
        "serve",
        serve,
        "run the server",
        "tablee serve",
        "tablee serve --port 9000 --data /var/lib/tablee",
        "tablee serve --games examples/tictactoe/tictactoe.py",
        "tablee serve --database postgresql://tablee@localhost/tablee --trusted-proxies 127.0.0.1",
    )
    _add_settings(command)
    command.add_argument(
        "--new",
        action="store_true",
        help="start although the store in the data folder is gone or has lost something: with what is left",
    )

    command = _command(
        commands,
        "healthy",
        is_healthy,
        "ask the server on this machine whether it lives, for a container's health check",
        "tablee healthy && echo yes",
        "tablee healthy --port 9000",
    )
    for name, text in (("host", "the address that the server listens on"), ("port", "its port")):
        command.add_argument(f"--{name}", help=f"{text} (default: the server's; environment: TABLEE_{name.upper()})")

    command = _command(
        commands,
        "backup",
        backup_store,
        "copy the store into one file, while the server runs or not",
        "tablee backup tablee.backup",
        "tablee backup /var/backups/tablee-$(date +%F).db --data /var/lib/tablee",
    )
    _add_copy(command, "the copy; an older one is replaced when the new one is whole and on disk")

    command = _command(
        commands,
        "restore",
        restore_store,
        "put a copy in the place of the store, which is lost, while the server runs or not",
        "tablee restore tablee.backup",
        "tablee restore /var/backups/tablee-2026-01-31.db --data /var/lib/tablee",
    )
    _add_copy(command, "a copy that `tablee backup` made; it is checked first")

    add_admin(commands)

    command = _command(
        commands,
        "check",
        check_store,
        "check that a store is whole, and that this version can play on and show everything in it; changes nothing",
        "tablee check --data /var/lib/tablee",
        "tablee check /var/backups/tablee-2026-01-31.db",
        "tablee check --database postgresql://tablee@localhost/tablee_copy --json",
    )
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a backup: a copy of it is brought up to date and checked, as the way to try an upgrade first",
    )
    for name, metavar in (("data", "FOLDER"), ("database", "ADDRESS"), ("games", "FILES")):
        command.add_argument(
            f"--{name}", metavar=metavar, help=f"as of `tablee serve` (environment: TABLEE_{name.upper()})"
        )
    command.add_argument("--json", action="store_true", help="print one JSON object instead of lines")

    command = _command(
        commands,
        "schema",
        print_schema,
        "print the JSON Schema of the protocol and of the games' data",
        "tablee schema > tablee.schema.json",
    )

    command = _command(
        commands,
        "play",
        play,
        "play a game in this terminal",
        "tablee play gigogne --seat 1=medium",
        "tablee play noe --seats 4 --seat 2=easy --seat 3=hard",
        "tablee play ninth --option powers=off",
        "tablee play examples/tictactoe/tictactoe.py",
    )
    _add_game(command)
    command.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="who sits in seat N: human (the default), random, greedy, easy, medium, hard, or perfect where the game "
        "is solved for so many seats; may be given several times",
    )
    command.add_argument("--seed", type=int, help="play with this seeded chance instead of real chance")

    command = _command(
        commands,
        "record",
        record,
        "write one random game as JSON lines",
        "tablee record ninth --seats 2 --seed 7 > game.jsonl",
        "tablee record diggers --seats 3 --seed 1 --option tiles=2 > game.jsonl",
    )
    _add_game(command)
    command.add_argument("--seed", type=int, default=0, help="the same seed gives the same game (default: 0)")

    command = _command(
        commands,
        "replay",
        replay_file,
        "check that a record follows the rules from its first line to its last",
        "tablee replay game.jsonl",
        "tablee record gigogne --seed 3 | tablee replay -",
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--game", help="the path of the game's .py file, for a game that is not installed")

    command = _command(
        commands,
        "simulate",
        simulate_games,
        "play many random games on all cores and report on them",
        "tablee simulate kitty --games 20000 --seed 1",
        "tablee simulate diggers --games 5000 --seats 4 --option tiles=2 --json",
    )
    _add_game(command)
    command.add_argument("--games", type=_positive, default=1000, metavar="N", help="how many games (default: 1000)")
    command.add_argument("--seed", type=int, help="the same seed gives the same numbers, whatever the cores")
    command.add_argument("--workers", type=_positive, metavar="N", help="processes to use (default: one for each core)")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")

    command = _command(
        commands,
        "arena",
        play_arena,
        "let bots play against each other, the seats rotated, and say who is stronger",
        "tablee arena gigogne hard medium --games 400",
        "tablee arena noe hard easy easy random --games 200 --json",
    )
    command.add_argument("game", metavar="GAME", help=_GAME_HELP)
    command.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="easy, medium, hard, random or greedy, a seat each, perfect where the game is solved; hard@0.05 thinks so "
        "many seconds, hard:2000 makes so many simulations",
    )
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="how many games (default: 100)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=_OPTION_HELP)
    command.add_argument("--seed", type=int, help="where no clock decides, the same seed gives the same results")
    command.add_argument("--workers", type=_positive, metavar="N", help="processes to use (default: one for each core)")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], int],
    help_: str,
    *examples: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=help_,
        description=help_[0].upper() + help_[1:] + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n" + "\n".join(f"  {example}" for example in examples),
    )
    command.add_argument(
        "--lang",
        choices=get_args(Language),
        default=_language_of_the_system(),
        help="the language of sentences (default: %(default)s, from the environment)",
    )
    command.set_defaults(run=run)
    return command


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help=_GAME_HELP)
    command.add_argument("--seats", type=_positive, metavar="N", help="how many seats (default: the fewest)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=_OPTION_HELP)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """One option for each setting of the server."""
    from tablee.server.settings import described, variable_of

    for name, (text, default) in described().items():
        shown = (
            {True: "on", False: "off", "": "none"}.get(default, default)
            if not isinstance(default, int) or isinstance(default, bool)
            else default
        )
        action: Any = argparse.BooleanOptionalAction if isinstance(default, bool) else "store"
        command.add_argument(
            f"--{name.replace('_', '-')}",
            action=action,
            default=None,
            help=f"{text} (default: {shown}; environment: {variable_of(name)})".replace("%", "%%"),
        )


def _settings(given: dict[str, object]) -> "ServerSettings":
    """The server's settings, from what was given and the environment."""
    from tablee.server.settings import SettingsError, load_settings

    try:
        return load_settings(given)
    except SettingsError as error:
        raise UsageError(str(error)) from error


def _data_folder(arguments: argparse.Namespace) -> Path:
    """Where the SQLite store is."""
    settings = _settings({"data": arguments.data})
    if settings.database and arguments.data is None:
        raise UsageError(
            "the store is PostgreSQL (TABLEE_DATABASE): copy it with pg_dump and put it back with pg_restore; "
            "for a store in a data folder, give --data FOLDER"
        )
    return Path(settings.data)


def _add_copy(command: argparse.ArgumentParser, help_: str) -> None:
    command.add_argument("file", metavar="FILE", help=help_)
    command.add_argument(
        "--data", metavar="FOLDER", help="the data folder (default: tablee-data; environment: TABLEE_DATA)"
    )


def _seats(game: AnyGame, given: int | None) -> int:
    return game.seats[0] if given is None else given


def _players(game: AnyGame, given: Sequence[str], seats: int) -> list[str]:
    """Who sits where, from `N=WHO` arguments."""
    from tablee.bots import make_player
    from tablee.terminal.table import HUMAN

    players = [HUMAN] * seats
    for argument in given:
        seat, _, who = argument.partition("=")
        if not seat.isdecimal() or int(seat) >= seats:
            raise UsageError(f"--seat {argument}: write N=WHO, with a seat from 0 to {seats - 1}")
        if who != HUMAN:
            try:
                make_player(game, who, seats=seats)
            except ValueError as error:
                raise UsageError(f"--seat {argument}: {error}, {HUMAN}") from error
        players[int(seat)] = who
    return players


def _options(game: AnyGame, given: Sequence[str], language: Language) -> Options:
    """The game's options from `KEY=VALUE` arguments."""
    values: dict[str, object] = {}
    for argument in given:
        key, equals, value = argument.partition("=")
        if not equals:
            raise UsageError(f"--option {argument}: write KEY=VALUE")
        values[key] = {"on": True, "yes": True, "off": False, "no": False, "none": None}.get(value.lower(), value)
    options: Options | Refusal = parse_options(game, values)
    if isinstance(options, Refusal):
        raise UsageError(options.text.in_(language))
    return options


def _defaults(game: AnyGame) -> dict[str, str]:
    """The game's options and their defaults, as a person would type them."""
    words = {True: "on", False: "off", None: "none"}
    return {
        field: words[value] if value is None or isinstance(value, bool) else str(value)
        for field, value in msgspec.structs.asdict(game.options()).items()
    }


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return number


def _language_of_the_system() -> Language:
    """French where the environment says so, else English."""
    spoken = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if spoken.lower().startswith("fr") else "en"


if __name__ == "__main__":
    sys.exit(main())
