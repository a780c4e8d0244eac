"""Puzzles: `puzzle` plays that of a day."""

import argparse
from datetime import date

from tablee.cli.command import Commands, UsageError, add_command
from tablee.kernel.words import Text

_SAY = Text("Proven: only one way does it.", "C’est prouvé : un seul chemin y mène.")
_SOLVED = Text(
    "That was “{}”. Another one: tablee puzzle {} 2026-01-05", "C’était « {} ». Une autre : tablee puzzle {} 2026-01-05"
)


def add_puzzles(commands: Commands) -> None:
    command = add_command(
        commands,
        "puzzle",
        play,
        "play the puzzle of a day in this terminal; it is the same on every server",
        "tablee puzzle",
        "tablee puzzle kitty",
        "tablee puzzle gigogne 2026-11-18",
    )
    command.add_argument("game", metavar="GAME", nargs="?", default="gigogne", help="gigogne (the default) or kitty")
    command.add_argument("day", metavar="DATE", nargs="?", help="as 2026-11-18 (default: today)")


def play(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from tablee.kernel.registry import load_game
    from tablee.lessons.compiled import CompiledLesson, LessonStep
    from tablee.puzzles.days import FIRST, compiled
    from tablee.puzzles.puzzle import GAMES
    from tablee.terminal.lesson import TerminalLesson

    if arguments.game not in GAMES:
        raise UsageError(f"{arguments.game} has no puzzles; these have: {', '.join(GAMES)}")
    try:
        day = date.today() if arguments.day is None else date.fromisoformat(arguments.day)
    except ValueError as error:
        raise UsageError(f"{arguments.day!r} is no date: write it as 2026-11-18") from error
    if day < FIRST:
        raise UsageError(f"there are puzzles from {FIRST} on")
    puzzle = compiled(arguments.game, day)
    steps = (LessonStep(puzzle.title, _SAY, puzzle.ask),) * puzzle.steps
    lesson = CompiledLesson(
        puzzle.date, puzzle.game, puzzle.title, puzzle.seats, puzzle.seat, ("Bot",), steps, puzzle.nodes
    )
    game, console = load_game(arguments.game), Console(highlight=False)
    TerminalLesson(game, lesson, console, arguments.lang, done=_SOLVED).play()
    return 0
