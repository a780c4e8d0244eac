"""The server of this checkout beside that of another: `python -m benchmarks.server.against PATH [rounds]`.

Rounds of the two take turns, each with a fresh server, so that noise of the machine hits both alike: read the ratio,
which is the median of the rounds' own. Each checkout has its .venv, and serves and plays with its own
benchmarks/server, so that one whose sessions or options were others can be measured too.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.server.__main__ import OURS, STEADY, Contestant, run
from benchmarks.server.load import Figures
from rich.console import Console
from rich.table import Table

ROUNDS: Final = 8
_SERVE: Final = """
import os, pathlib, sys
from benchmarks.server.__main__ import tablee
command = tablee(pathlib.Path(sys.argv[1]))
os.execv(command[0], command)
"""


def checkout(path: Path) -> Contestant:
    """The server of a checkout, and its players."""
    python = ["env", f"--chdir={path}", str(path / ".venv/bin/python")]

    def serve(folder: Path) -> Sequence[str]:
        return [*python, "-c", _SERVE, str(folder)]

    return Contestant(str(path), serve, [*python, "-m", "benchmarks.server.load"])


def compare(there: Contestant, rounds: int) -> Table:
    """Both in turns: what a move costs, and how long it takes to reach the other player at a steady rate."""
    measured: list[tuple[Figures, Figures]] = []
    for number in range(rounds):
        pair: list[Figures] = []
        for contestant in (OURS, there)[:: 1 if number % 2 else -1]:
            figures = run(contestant, Figures, warm_up=1.5, seconds=3.0, paced_seconds=3.0, moves_per_second=STEADY)
            if figures is None:
                raise SystemExit(f"{contestant.name} did not run")
            pair.append(figures)
        here, other = pair[:: 1 if number % 2 else -1]
        measured.append((here, other))
        sys.stderr.write(f"{number + 1}: {here.server_seconds_per_move / other.server_seconds_per_move:.2f}\n")
    table = Table(f"100 rooms × 2, Gigogne, {rounds} rounds", "here", there.name, "here : there", "range")
    kinds = {
        "server µs/move": ("server_seconds_per_move", 1e6),
        "moves/s": ("moves_per_second", 1.0),
        f"p50 ms at {STEADY:,.0f}/s": ("p50", 1.0),
        f"p99 ms at {STEADY:,.0f}/s": ("p99", 1.0),
    }
    for title, (field, unit) in kinds.items():
        pairs = [(getattr(here, field) * unit, getattr(other, field) * unit) for here, other in measured]
        ratios = sorted(here / other for here, other in pairs)
        table.add_row(
            title,
            f"{median(here for here, _ in pairs):.4g}",
            f"{median(other for _, other in pairs):.4g}",
            f"{median(ratios):.2f}",
            f"{ratios[0]:.2f}–{ratios[-1]:.2f}",
        )
    return table


if __name__ == "__main__":
    where, count = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if sys.argv[2:] else ROUNDS
    Console(width=120).print(compare(checkout(where), count))
