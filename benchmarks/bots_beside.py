"""What thinking bots cost the people at other tables: `make bench-beside`.

A hundred rooms of two people play at a steady rate, while nobody else is there, and while twenty bots think as hard as
they can, in turns. Server and bots run wherever the machine lets them, beside the people.
The figure is how long a move takes to reach the other player.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from benchmarks.server.__main__ import OURS, SECRET, folder, machine, tablee
from benchmarks.server.load import Figures, Load
from benchmarks.server.processes import ROOT, cores, drive, on_cores, serving
from rich.console import Console
from rich.table import Table

from tablee.client import Client

ROUNDS: Final = 7
BOTS: Final = 20
GAMES: Final = ("gigogne", "noe", "diggers", "ninth", "kitty")
MOVES_PER_SECOND: Final = 300.0
MEASURED: Final = 3.0
"""Seconds of a round."""
WANTED: Final = 1.5


async def keep_thinking(address: str) -> None:
    """Somebody plays against a bot, at once and for ever, at as many tables as there are to be bots."""

    async def play(number: int) -> None:
        async with await Client.connect(address, f"Ada {number}") as person:
            made = await person.create_room(
                GAMES[number % len(GAMES)], capacity=2, policy="full", clock=0, bots=["hard"]
            )
            table = await person.join(made.code)
            while True:
                turn = await table.my_turn()
                if turn is None:
                    await table.ask("vote", again=True)
                    await table.until(lambda room: room["status"] == "playing")
                else:
                    await table.act(turn.legal[0], turn=turn)

    await asyncio.gather(*(play(number) for number in range(BOTS)))


@contextmanager
def thinking(port: int) -> Iterator[None]:
    """Bots think meanwhile."""
    with on_cores(cores()[1]):
        driver = subprocess.Popen([sys.executable, "-m", "benchmarks.bots_beside", str(port)], cwd=ROOT)
    try:
        time.sleep(4)  # until all sit and the processes have loaded what they think with
        if driver.poll() is not None:
            raise RuntimeError("nobody plays against the bots")
        yield
    finally:
        driver.kill()
        driver.wait()


def free(pid: int) -> None:
    """Let a server, and the processes it starts, run on all cores."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), os.sched_getaffinity(0))


def measure(pid: int, port: int) -> Figures:
    """A round of the people."""
    load = Load(
        port=port,
        pid=pid,
        secret=SECRET,
        warm_up=0.5,
        seconds=0.5,
        paced_seconds=MEASURED,
        moves_per_second=MOVES_PER_SECOND,
    )
    return msgspec.json.decode(drive([*OURS.driver, msgspec.json.encode(load).decode()], 90), type=Figures)


def main() -> None:
    """Print the table."""
    if sys.argv[1:]:
        os.nice(19)  # they are not those who are measured
        asyncio.run(keep_thinking(f"http://127.0.0.1:{sys.argv[1]}"))
        return
    console = Console(width=120)
    console.print(f"{machine()}; median of {ROUNDS} rounds")
    rounds: dict[bool, list[Figures]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for with_bots, measured in rounds.items():
            with folder() as place, serving(tablee(place), place) as (pid, port):
                free(pid)
                if with_bots:
                    with thinking(port):
                        measured.append(measure(pid, port))
                else:
                    measured.append(measure(pid, port))
    table = Table(f"100 rooms × 2, {MOVES_PER_SECOND:.0f} moves/s", "p50 ms", "p99 ms", "p99 of each round")
    for with_bots, measured in rounds.items():
        table.add_row(
            f"{BOTS} bots thinking" if with_bots else "no bots",
            f"{median([figures.p50 for figures in measured]):.2f}",
            f"{median([figures.p99 for figures in measured]):.2f}",
            ", ".join(f"{figures.p99:.2f}" for figures in measured),
        )
    without, beside = (median([figures.p99 for figures in rounds[with_bots]]) for with_bots in (False, True))
    table.caption = f"p99 beside bots is {beside / without:.2f}× that without; wanted ≤ {WANTED}×"
    console.print(table)


def median(values: list[float]) -> float:
    """The middle one."""
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
