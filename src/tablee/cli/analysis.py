"""A finished game in hindsight: `analyse`."""

import argparse
import sys
from typing import Final

import msgspec

from tablee.cli.command import Commands, FailedError, add_command, positive, progress
from tablee.cli.games import read_record
from tablee.kernel.record import Tampered
from tablee.kernel.replay import positions
from tablee.kernel.words import Language, Text

_NOT_COMPILED: Final = Text(
    "What bots think with is not compiled here: this takes some twenty times as long, and gives the same figures. "
    "Install the wheel where there is a C compiler.",
    "Ce avec quoi les bots réfléchissent n’est pas compilé ici : c’est une vingtaine de fois plus long, pour les mêmes "
    "chiffres. Installez le paquet là où il y a un compilateur C.",
)
_NO_DECISIONS: Final = Text("Nobody had a choice in this game.", "Dans cette partie, personne n’a eu de choix à faire.")


def add_analysis(commands: Commands) -> None:
    from tablee.analysis.figures import BUDGET, CLOSER

    command = add_command(
        commands,
        "analyse",
        analyse,
        "judge every decision of a finished game by what its player knew: the chances to win, the moments to learn "
        "from, luck and skill",
        "tablee analyse game.jsonl",
        "tablee analyse game.jsonl --json > analysis.json",
        "tablee record gigogne --seed 3 | tablee analyse -",
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--game", help="the path of the game's .py file, for a game that is not installed")
    command.add_argument("--seed", type=int, default=0, help="the same seed gives the same figures (default: 0)")
    command.add_argument(
        "--simulations",
        type=positive,
        default=BUDGET,
        metavar="N",
        help=f"for each decision; one that seems to have lost something gets {CLOSER} times as many "
        f"(default: {BUDGET}, for which estimates are calibrated)",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object instead of tables")


def analyse(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from tablee.analysis.decision import decisions
    from tablee.analysis.hindsight import analysis_of, judge_backwards
    from tablee.bots import tree
    from tablee.terminal.hindsight import hindsight

    language: Language = arguments.lang
    read = read_record(arguments.file, arguments.game)
    if isinstance(read, Tampered):
        raise FailedError(read.text.in_(language))
    game, record = read
    made = list(decisions(game, positions(game, record.state, record.steps)))
    if (tree.__file__ or "").endswith(".py"):
        sys.stderr.write(f"tablee: {_NOT_COMPILED.in_(language)}\n")
    judged = []
    with progress(game.id, len(made)) as advance:
        for found in judge_backwards(game, made, arguments.seed, arguments.simulations):
            judged.append(found)
            advance(1)
    analysis = analysis_of(game, record.outcome, len(made), judged, arguments.simulations)
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(analysis).decode() + "\n")
    elif not made:
        sys.stdout.write(f"{_NO_DECISIONS.in_(language)}\n")
    else:
        Console(highlight=False).print(hindsight(game, analysis, made, language))
    return 0
