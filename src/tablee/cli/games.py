"""Games in the terminal, and their records: `games`, `play`, `record`, `replay`, `watch`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, get_type_hints

import msgspec

from tablee.cli.command import (
    EXIT_FAILED,
    Commands,
    FailedError,
    UsageError,
    accepted,
    add_command,
    add_data,
    add_game,
    files_installed,
    game_options,
    load_settings,
    told_as,
)
from tablee.kernel.chance import Chance
from tablee.kernel.data import explanation
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.kernel.record import Tampered, read, read_header, replay
from tablee.kernel.registry import UnknownGameError, game_ids, load_game
from tablee.kernel.replay import Record
from tablee.kernel.words import Language, Text
from tablee.lab.loading import find_game

_KEYS: Final = """keys:
  ← →                       action
  PgUp PgDn, Shift ← →      turn
  Home End                  first and last position
  v                         seen by the next: everyone, open, each seat
  q                         quit"""


def add_games(commands: Commands) -> None:
    add_command(commands, "games", list_games, "list the games with their seats and options", "tablee games")


def add_playing(commands: Commands) -> None:
    command = add_command(
        commands,
        "play",
        play,
        "play a game in this terminal",
        "tablee play gigogne --seat 1=medium",
        "tablee play noe --seats 4 --seat 2=easy --seat 3=hard",
        "tablee play ninth --option powers=off",
        "tablee play examples/tictactoe/tictactoe.py",
    )
    add_game(command)
    command.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="who sits in seat N: human (the default), random, greedy, easy, medium, hard, or perfect where the game "
        "is solved for this many seats; may be given several times",
    )
    command.add_argument("--seed", type=int, help="seed for reproducible play (default: secure randomness)")

    command = add_command(
        commands,
        "record",
        record,
        "write one random game as JSON lines",
        "tablee record ninth --seats 2 --seed 7 > game.jsonl",
        "tablee record diggers --seats 3 --seed 1 --option tiles=2 > game.jsonl",
    )
    add_game(command)
    command.add_argument("--seed", type=int, default=0, help="the same seed gives the same game (default: 0)")

    command = add_command(
        commands,
        "replay",
        replay_file,
        "check that a record follows the rules from its first line to its last",
        "tablee replay game.jsonl",
        "tablee record gigogne --seed 3 | tablee replay -",
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--game", help="the path of the game's .py file, for a game that is not installed")

    command = add_command(
        commands,
        "watch",
        watch,
        "watch a finished game again, by arrow keys; printed whole where there is no terminal",
        "tablee watch game.jsonl",
        "tablee watch ra7grf6m6mg8e2kd --data /var/lib/tablee --as 1",
        "tablee watch ra7grf6m6mg8e2kd --server https://tablee.example",
        "tablee record noe --seats 4 | tablee watch -",
    )
    command.epilog = f"{command.epilog}\n\n{_KEYS}"
    command.add_argument("what", metavar="FILE|ID", help="a record’s file, - for standard input, or a record’s id")
    command.add_argument(
        "--as",
        dest="viewer",
        metavar="VIEWER",
        default="everyone",
        help="whose sight: a seat’s number, everyone (default), or open for all hands up",
    )
    command.add_argument("--game", help="the path of the game's .py file, for a game that is not installed")
    command.add_argument("--server", metavar="ADDRESS", help="where the record of that id is: https://tablee.example")
    add_data(command)


def list_games(arguments: argparse.Namespace) -> int:
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
    from rich.console import Console

    from tablee.terminal.table import TerminalTable

    game = find_game(arguments.game)
    seats = arguments.seats or game.seats[0]
    players = _players(game, arguments.seat, seats)
    chance = Chance.secure() if arguments.seed is None else Chance.seeded(arguments.seed)
    state = accepted(begin(game, seats, game_options(game, arguments), chance), arguments.lang)
    TerminalTable(game, state, players, chance, Console(highlight=False), arguments.lang).play()
    return 0


def record(arguments: argparse.Namespace) -> int:
    from tablee.lab.random_play import random_record

    game = find_game(arguments.game)
    seats = arguments.seats or game.seats[0]
    lines = random_record(game, seats, game_options(game, arguments), arguments.seed)
    for line in accepted(lines, arguments.lang):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    return 0


def replay_file(arguments: argparse.Namespace) -> int:
    read = read_record(arguments.file, arguments.game)
    if isinstance(read, Tampered):
        return _tell_tampering(read, arguments.lang)
    game, replayed = read
    winners = ", ".join(map(str, replayed.outcome.winners))
    actions = sum(step.cause == "played" for step in replayed.steps)
    told = {
        "en": f"Valid record: {replayed.game}, {replayed.seats} seats, {actions} actions; "
        + (f"won by {winners}" if winners else "a draw"),
        "fr": f"L’enregistrement est intact : {replayed.game}, {replayed.seats} places, {actions} actions ; "
        + (f"victoire de {winners}" if winners else "match nul"),
    }
    reason = game.reason(replayed.outcome.reason).in_(arguments.lang)
    sys.stdout.write(f"{told[arguments.lang]}. {reason}\n")
    return 0


def watch(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from tablee.server.records import viewer_named
    from tablee.terminal.watching import Replay, keys, log_alone
    from tablee.terminal.watching import watch as watch_by_keys

    found = _found_record(arguments)
    if isinstance(found, Tampered):
        return _tell_tampering(found, arguments.lang)
    if isinstance(found, _LogAlone):
        for part in log_alone(found.record, found.why, arguments.lang):
            Console(highlight=False).print(part, soft_wrap=True)
        return 0
    game, record = found
    viewer = viewer_named(arguments.viewer, record.seats)
    if viewer is None:
        raise UsageError(f"--as {arguments.viewer}: a seat from 0 to {record.seats - 1}, everyone or open")
    replay_, console = Replay(game, record, arguments.lang, viewer), Console(highlight=False)
    if sys.stdin.isatty() and console.is_terminal:
        with keys() as read_key:
            watch_by_keys(replay_, console, read_key)
    else:
        for part in replay_.whole():
            console.print(part)
    return 0


class _LogAlone(NamedTuple):
    """A record whose game can't be shown here, with its data as written."""

    record: Record
    why: Text


def _found_record(arguments: argparse.Namespace) -> tuple[AnyGame, Record] | _LogAlone | Tampered:
    """The record of a file, of a server, or of the store in the data folder."""
    what: str = arguments.what
    if what == "-" or Path(what).exists():
        return _watchable(read_lines(what), arguments.game)
    if not what.isalnum():
        raise UsageError(f"{what} is no file that is here, and no record's id")
    if arguments.server is not None:
        return _watchable(asyncio.run(_fetched(arguments.server, what)).splitlines(keepends=True), arguments.game)
    return asyncio.run(_stored(arguments, what))


def _watchable(lines: list[bytes], given: str | None) -> tuple[AnyGame, Record] | _LogAlone | Tampered:
    """A record to show, or only its log if the game or rules are unknown here."""
    header = read_header(lines[0] if lines else b"")
    if isinstance(header, Tampered):
        return header
    try:
        game = find_game(given or header.game)
    except UnknownGameError:
        if given:
            raise
        why = Text(
            f"The game {header.game} is not installed here; for one from a file, give the file: --game FILE.py.",
            f"Le jeu {header.game} n’est pas installé ici ; s’il vient d’un fichier, donnez-le : --game FICHIER.py.",
        )
    else:
        replayed = replay(game, header, lines[1:])
        if not isinstance(replayed, Tampered):
            return game, replayed
        if header.rules_version == game.rules_version:
            return replayed
        why = replayed.text
    plain = read(lines)
    return plain if isinstance(plain, Tampered) else _LogAlone(plain, why)


def read_lines(file: str) -> list[bytes]:
    """The lines of a file, or of standard input for `-`."""
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as lines:
            return list(lines)
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}") from error


def read_record(file: str, given: str | None) -> tuple[AnyGame, Record] | Tampered:
    """The record of a file, checked from its first line to its last."""
    lines = read_lines(file)
    header = read_header(lines[0] if lines else b"")
    if isinstance(header, Tampered):
        return header
    game = _recorded_game(given, header.game)
    record = replay(game, header, lines[1:])
    return record if isinstance(record, Tampered) else (game, record)


async def _fetched(address: str, record: str) -> bytes:
    from tablee.client.errors import ClientError
    from tablee.client.web import Web

    with told_as(FailedError, ClientError):
        return await Web(address).fetch(f"/api/records/{record}")


async def _stored(arguments: argparse.Namespace, id_: str) -> tuple[AnyGame, Record] | _LogAlone:
    from tablee.server.records import NotReadable, read_plain_record, read_record, state_at
    from tablee.store.contract import StoreError
    from tablee.store.opening import open_upkeep

    settings = load_settings({"data": arguments.data})
    url = None if arguments.data is not None else settings.database or None
    with told_as(FailedError, StoreError), files_installed(settings.game_files):
        async with open_upkeep(url, Path(settings.data)) as upkeep:
            finished = await upkeep.records.find_game(id_)
            if finished is None:
                raise FailedError(f"there is no finished game {id_} in {settings.data}, and no such file here")
            try:
                record = await read_record(upkeep.streams, finished)
                await state_at(record, len(record.steps))  # whether all of it can be shown
            except NotReadable as error:
                return _LogAlone(await read_plain_record(upkeep.streams, finished), error.refusal.text)
            return load_game(record.game), record


def _tell_tampering(found: Tampered, language: Language) -> int:
    sys.stdout.write(f"{found.text.in_(language)}\n")
    return EXIT_FAILED


def _recorded_game(given: str | None, recorded: str) -> AnyGame:
    """The given game, else the record's, if it is installed."""
    try:
        return find_game(given or recorded)
    except UnknownGameError as error:
        if given:
            raise
        raise UsageError(f"{error}; for a record of a game from a file, give the file: --game FILE.py") from error


def _players(game: AnyGame, given: Sequence[str], seats: int) -> list[str]:
    """Map seats to players, from `N=WHO` arguments."""
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


def _defaults(game: AnyGame) -> dict[str, str]:
    """The game's options and their defaults, as a person would type them."""
    words = {True: "on", False: "off", None: "none"}
    return {
        field: words[value] if value is None or isinstance(value, bool) else str(value)
        for field, value in msgspec.structs.asdict(game.options()).items()
    }
