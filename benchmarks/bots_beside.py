"""What thinking bots, and analyses of finished games, cost the people at other tables: `make bench-beside`.

A hundred rooms of two people play at a steady rate, while nobody else is there, while twenty bots think as hard as
they can, and while finished games are analysed, in turns. Server and bots run wherever the machine lets them, beside
the people. The figure is how long a move takes to reach the other player.
"""

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

import msgspec
from benchmarks.server.__main__ import OURS, SECRET, folder, machine, tablee
from benchmarks.server.load import Figures, Load
from benchmarks.server.processes import ROOT, cores, drive, on_cores, serving
from rich.console import Console
from rich.table import Table

from tablee.client import Client
from tablee.client import Table as Seat
from tablee.protocol.http import AnalysisShown

ROUNDS: Final = 7
BOTS: Final = 20
ANALYSED: Final = 12
"""Games, each of which takes seconds."""
GAMES: Final = ("gigogne", "noe", "diggers", "ninth", "kitty")
MOVES_PER_SECOND: Final = 300.0
MEASURED: Final = 3.0
"""Seconds of a round."""
SETTLING: Final = 4.0
"""Seconds until all sit, and the processes have loaded what they think with."""
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

    playing = asyncio.gather(*(play(number) for number in range(BOTS)))
    await asyncio.sleep(SETTLING)
    print("ready", flush=True)
    await playing


async def keep_analysing(address: str) -> None:
    """Two people play, and have all their games analysed, one after the other: more than a round can do."""
    async with await Client.connect(address, "Ada") as ada, await Client.connect(address, "Bob") as bob:
        records = [await play_through(ada, bob) for _ in range(ANALYSED)]
        for record in records:
            await ada.web.ask("POST", f"/api/records/{record}/analysis", AnalysisShown)
        while (await look(ada, records[0])).status == "waiting":
            await asyncio.sleep(0.1)
        print("ready", flush=True)
        while (await look(ada, records[-1])).status != "done":
            await asyncio.sleep(1)
        raise RuntimeError("all games were analysed before the round was over")


async def play_through(ada: Client, bob: Client) -> str:
    """A whole game between two who take the first that is legal; its record."""
    made = await ada.create_room("ninth", capacity=2, policy="full", clock=0)
    tables = [await person.join(made.code) for person in (ada, bob)]

    async def play(table: Seat) -> None:
        while (turn := await table.my_turn()) is not None:
            await table.act(turn.legal[0], turn=turn)

    await asyncio.gather(*map(play, tables))
    room = await tables[0].until(lambda room: room["status"] == "finished")
    record: str = room["play"]["id"]
    return record


async def look(person: Client, record: str) -> AnalysisShown:
    return await person.web.ask("GET", f"/api/records/{record}/analysis?after=100000", AnalysisShown)


BESIDE: Final = {"bots": keep_thinking, "analysis": keep_analysing}
"""What goes on at other tables."""
TITLES: Final = {None: "nothing else", "bots": f"{BOTS} bots thinking", "analysis": "finished games analysed"}


@contextmanager
def beside(name: str, port: int) -> Iterator[None]:
    """That goes on meanwhile."""
    with on_cores(cores()[1]):
        driver = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.bots_beside", "--drive", name, "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        if driver.stdout is None or driver.stdout.readline() != "ready\n":
            raise RuntimeError(f"nobody drives the {name}")
        yield
        if driver.poll() is not None:
            raise RuntimeError(f"the {name} came to an end")
    finally:
        driver.kill()
        driver.wait()
        if driver.stdout is not None:
            driver.stdout.close()


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=BESIDE, help="only what this costs")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each (default: {ROUNDS})")
    parser.add_argument("--drive", choices=BESIDE, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.drive:
        os.nice(19)  # they are not those who are measured
        asyncio.run(BESIDE[arguments.drive](f"http://127.0.0.1:{arguments.port}"))
        return
    console = Console(width=120)
    console.print(f"{machine()}; median of {arguments.rounds} rounds")
    rounds: dict[str | None, list[Figures]] = {
        None: [],
        **{name: [] for name in BESIDE if arguments.only in (None, name)},
    }
    for _ in range(arguments.rounds):
        for name, measured in rounds.items():
            with folder() as place, serving(tablee(place), place) as (pid, port):
                free(pid)
                with beside(name, port) if name else nullcontext():
                    measured.append(measure(pid, port))
    table = Table(f"100 rooms × 2, {MOVES_PER_SECOND:.0f} moves/s", "p50 ms", "p99 ms", "× alone", "p99 of each round")
    alone = median([figures.p99 for figures in rounds[None]])
    for name, measured in rounds.items():
        p99 = median([figures.p99 for figures in measured])
        table.add_row(
            TITLES[name],
            f"{median([figures.p50 for figures in measured]):.2f}",
            f"{p99:.2f}",
            f"{p99 / alone:.2f}" if name else "",
            ", ".join(f"{figures.p99:.2f}" for figures in measured),
        )
    table.caption = f"wanted: p99 at most {WANTED}× that of people alone"
    console.print(table)


def median(values: list[float]) -> float:
    """The middle one."""
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
