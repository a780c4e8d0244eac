"""The command `tablee`: wires the house together. Each subcommand explains itself with `--help`."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

import tablee
from tablee.cli.admin import add_admin
from tablee.cli.analysis import add_analysis
from tablee.cli.command import EXIT_FAILED, EXIT_USAGE, FailedError, Parser, Run, UsageError
from tablee.cli.design import add_design
from tablee.cli.games import add_games, add_playing
from tablee.cli.lab import add_lab
from tablee.cli.lessons import add_lessons
from tablee.cli.puzzles import add_puzzles
from tablee.cli.report import add_report
from tablee.cli.rules import add_rules
from tablee.cli.serving import add_schema, add_serving
from tablee.cli.storing import add_check, add_copies
from tablee.kernel.game import BrokenRulesError
from tablee.kernel.registry import RegistryError
from tablee.lessons.script import LessonError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; SystemExit for wrong arguments and after --help."""
    parsed = _parser().parse_args(arguments)
    run: Run = parsed.run
    try:
        return run(parsed)
    except (UsageError, RegistryError) as error:
        sys.stderr.write(f"tablee: {error}\n")
        return EXIT_USAGE
    except (FailedError, BrokenRulesError, LessonError) as error:
        sys.stderr.write(f"tablee: {error}\n")
        return EXIT_FAILED
    except BrokenPipeError:
        # The reader has gone (tablee record … | head): nothing more to say, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="tablee",
        description="A table for turn-based games.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""examples:
  tablee games                                        the games and their options
  tablee serve                                        the server, at http://127.0.0.1:8000
  tablee play gigogne --seat 1=medium                 against a bot
  tablee play ninth                                   two people on one screen
  tablee rules ninth                                  its rules, with positions drawn
  tablee design my_game.py                            the bench for a game that you write
  tablee learn noe                                    how it is played, in three minutes
  tablee puzzle kitty                                 the puzzle of the day
  tablee lesson check my_lesson.toml                  whether the rules allow a lesson
  tablee record noe --seats 4 --seed 7 > game.jsonl   one random game as a record
  tablee replay game.jsonl                            check a record
  tablee analyse game.jsonl                           where a game was won and lost
  tablee watch game.jsonl                             watch it again, by arrow keys
  tablee simulate kitty --games 10000                 who wins, how long, how it ends
  tablee arena gigogne hard medium                    which bot is stronger
  tablee lab report noe -o noe.html                   a game examined, for its designer
  tablee healthy                                      does the server on this machine live?
  tablee backup tablee.backup                         a copy of the store, while the server runs
  tablee restore tablee.backup                        restore that copy
  tablee check tablee.backup                          is it whole, and does this version read it?
  tablee admin people                                 who plays here (see: tablee admin --help)
  tablee schema > tablee.schema.json                  the protocol’s JSON Schema

Run tablee COMMAND --help for details.""",
    )
    parser.add_argument("--version", action="version", version=f"tablee {tablee.__version__}")
    commands: Any = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    # In the order in which --help lists them.
    for add in (
        add_games,
        add_serving,
        add_copies,
        add_admin,
        add_check,
        add_schema,
        add_playing,
        add_analysis,
        add_design,
        add_rules,
        add_lessons,
        add_puzzles,
        add_lab,
        add_report,
    ):
        add(commands)
    return parser
