"""Lessons: `learn` plays one, `lesson` proves and drafts them."""

import argparse
import sys
from itertools import pairwise
from pathlib import Path

from tablee.cli.command import Commands, UsageError, add_command, add_game, add_group
from tablee.cli.games import read_lines
from tablee.kernel.game import AnyGame
from tablee.kernel.record import Tampered, read_header, replay
from tablee.kernel.registry import UnknownGameError
from tablee.kernel.words import Text
from tablee.lab.loading import find_folder, find_game


def add_lessons(commands: Commands) -> None:
    command = add_command(
        commands,
        "learn",
        learn,
        "learn a game in this terminal, step by step",
        "tablee learn gigogne",
        "tablee learn ninth powers",
        "tablee learn examples/tictactoe/tictactoe.py",
    )
    add_game(command, with_seats=False)
    command.add_argument("lesson", metavar="LESSON", nargs="?", help="the name of a lesson (default: the first)")

    help_ = "check lessons, and draft them from recorded games"
    own = add_group(
        commands,
        "lesson",
        help_,
        """examples:
  tablee lesson check lessons/basics.toml            does it hold, by the rules of its game?
  tablee record gigogne --seed 3 > game.jsonl
  tablee lesson new game.jsonl > lessons/basics.toml a first draft, which plays already

Exit codes: 0 it holds; 1 it doesn't (the reason is printed); 2 wrong input.""",
        " docs/adding-a-game.md tells how a lesson is written.",
    )

    command = add_command(
        own,
        "check",
        check,
        "play a lesson by the rules, with everything that can be tried, and say where it doesn’t hold",
        "tablee lesson check src/tablee/games/ninth/lessons/powers.toml",
        "tablee lesson check lessons/basics.toml --game mygame.py",
    )
    command.add_argument("file", metavar="FILE", help="a lesson’s .toml file")
    _add_game_file(command)

    command = add_command(
        own,
        "new",
        new,
        "print the first draft of a lesson that plays a record’s first actions",
        "tablee lesson new game.jsonl > lessons/basics.toml",
        "tablee lesson new game.jsonl --seat 1",
    )
    command.add_argument("record", metavar="RECORD", help="a record, as `tablee record` writes them")
    command.add_argument("--seat", type=int, default=0, metavar="N", help="the learner’s seat (default: 0)")
    _add_game_file(command)


def _add_game_file(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--game",
        metavar="FILE.py",
        help="the game’s file, for a game that is not installed (default: the one of its name above the lessons)",
    )


def learn(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from tablee.lessons.compiling import compile_lesson
    from tablee.lessons.finding import files_beside, read_file
    from tablee.terminal.lesson import TerminalLesson

    game = find_game(arguments.game)
    read = map(read_file, files_beside(find_folder(arguments.game)))
    scripts = {script.id: script for script in read if script.game == game.id}
    if not scripts:
        raise UsageError(f"{game.id} has no lessons: it would have them in a folder `lessons` beside its module")
    name = arguments.lesson or next(iter(scripts))
    if name not in scripts:
        raise UsageError(f"{game.id} has no lesson {name!r}; it has: {', '.join(scripts)}")
    lesson = compile_lesson(game, scripts[name])
    is_learnt = TerminalLesson(game, lesson, Console(highlight=False), arguments.lang, name=arguments.game).play()
    after = dict(pairwise(scripts)).get(name)
    if is_learnt and after:
        title, command = scripts[after].title, f"tablee learn {arguments.game} {after}"
        told = Text(f"The next lesson, {title.en}: {command}", f"La leçon suivante, {title.fr} : {command}")
        sys.stdout.write(f"{told.in_(arguments.lang)}\n")
    return 0


def check(arguments: argparse.Namespace) -> int:
    from tablee.lessons.compiling import compile_lesson
    from tablee.lessons.finding import read_file

    path = Path(arguments.file)
    script = read_file(path)
    lesson = compile_lesson(_game_of(script.game, arguments.game, path.resolve().parent.parent), script)
    tries = sum(len(node.tries) for node in lesson.nodes)
    told = {
        "en": f"The lesson holds: {lesson.game}, {len(lesson.steps)} steps, {tries} tries.",
        "fr": f"La leçon tient : {lesson.game}, {len(lesson.steps)} étapes, {tries} essais.",
    }
    sys.stdout.write(f"{told[arguments.lang]}\n")
    return 0


def new(arguments: argparse.Namespace) -> int:
    from tablee.lessons.drafting import draft_lesson

    path = Path(arguments.record)
    lines = read_lines(arguments.record)
    header = read_header(lines[0] if lines else b"")
    if isinstance(header, Tampered):
        raise UsageError(f"{path}: {header.text.in_(arguments.lang)}")
    game = _game_of(header.game, arguments.game, path.resolve().parent)
    replayed = replay(game, header, lines[1:])
    if isinstance(replayed, Tampered):
        raise UsageError(f"{path}: {replayed.text.in_(arguments.lang)}")
    if not 0 <= arguments.seat < header.seats:
        raise UsageError(f"--seat {arguments.seat}: the record has the seats 0 to {header.seats - 1}")
    sys.stdout.write(draft_lesson(replayed, arguments.seat))
    return 0


def _game_of(id_: str, given: str | None, folder: Path) -> AnyGame:
    """The game that is given, else the installed one, else the file of its name in the folder."""
    if given:
        return find_game(given)
    try:
        return find_game(id_)
    except UnknownGameError as error:
        file = folder / f"{id_}.py"
        if file.is_file():
            return find_game(str(file))
        raise UsageError(f"{error}; for a game from a file, give the file: --game FILE.py") from error
