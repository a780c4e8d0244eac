"""What thinking bots, and analyses of finished games, cost the people at other tables: `make bench-beside`.

A hundred rooms of two people play at a steady rate, while nobody else is there, while twenty bots think as hard as
they can, and while finished games are analysed, in turns: each time with a server begun anew. Server and bots run
wherever the machine lets them, beside the people. The figure is how long a move takes to reach the other player, and
what is told is how many times longer that is than with nobody else there in the same round.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import msgspec
from benchmarks.server.__main__ import OURS, SECRET, folder, machine, tablee
from benchmarks.server.load import Figures, Load
from benchmarks.server.processes import ROOT, cores, drive, on_cores, serving
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from tablee.bots import tree
from tablee.client import Client
from tablee.client import Table as Seat
from tablee.protocol.http import AnalysisShown

ROUNDS: Final = 7
BOTS: Final = 20
ANALYSED: Final = 5
"""Games, each of which takes seconds of a core."""
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


class Finished(Struct, frozen=True):
    """Games that are there to be analysed, more of them than a round can do, and who may ask for it."""

    cookie: str
    records: tuple[str, ...]


async def play_games(address: str) -> Finished:
    """Two people take the first that is legal, game after game."""
    async with await Client.connect(address, "Ada") as ada, await Client.connect(address, "Bob") as bob:
        return Finished(ada.cookie, tuple([await play_through(ada, bob) for _ in range(ANALYSED)]))


async def play_through(ada: Client, bob: Client) -> str:
    """A whole game; its record."""
    made = await ada.create_room("diggers", capacity=2, policy="full", clock=0)
    tables = [await person.join(made.code) for person in (ada, bob)]

    async def play(table: Seat) -> None:
        while (turn := await table.my_turn()) is not None:
            await table.act(turn.legal[0], turn=turn)

    await asyncio.gather(*map(play, tables))
    room = await tables[0].until(lambda room: room["status"] == "finished")
    record: str = room["play"]["id"]
    return record


async def begin_analyses(address: str, finished: Finished) -> None:
    """Have all of them analysed, one after the other; the first is under way then."""
    async with await Client.connect(address, "Ada", finished.cookie) as ada:
        for record in finished.records:
            await ada.web.ask("POST", f"/api/records/{record}/analysis", AnalysisShown)
        while (await look(ada, finished.records[0])).status == "waiting":
            await asyncio.sleep(0.05)


async def are_analysed(address: str, finished: Finished) -> bool:
    async with await Client.connect(address, "Ada", finished.cookie) as ada:
        return (await look(ada, finished.records[-1])).status == "done"


async def look(person: Client, record: str) -> AnalysisShown:
    return await person.web.ask("GET", f"/api/records/{record}/analysis?after=100000", AnalysisShown)


BESIDE: Final = ("bots", "analysis")
"""What goes on at other tables."""
TITLES: Final = {None: "nothing else", "bots": f"{BOTS} bots thinking", "analysis": "finished games analysed"}


@contextmanager
def thinking(port: int) -> Iterator[None]:
    """Bots think meanwhile."""
    with on_cores(cores()[1]):
        driver = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.bots_beside", "--drive", "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        if driver.stdout is None or driver.stdout.readline() != "ready\n":
            raise RuntimeError("nobody drives the bots")
        yield
        if driver.poll() is not None:
            raise RuntimeError("the bots came to an end")
    finally:
        driver.kill()
        driver.wait()
        if driver.stdout is not None:
            driver.stdout.close()


@contextmanager
def analysing(port: int, finished: Finished) -> Iterator[None]:
    """Finished games are analysed meanwhile."""
    address = address_of(port)
    asyncio.run(begin_analyses(address, finished))
    yield
    if asyncio.run(are_analysed(address, finished)):
        raise RuntimeError("all games were analysed before the round was over")


def address_of(port: int) -> str:
    return f"http://127.0.0.1:{port}"


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


def one_round(name: str | None, prepared: Path, finished: Finished) -> Figures:
    """The people, with a server of their own that has the finished games, and what goes on beside them."""
    with folder() as place:
        shutil.copytree(prepared / "data", place / "data")
        with serving(tablee(place), place) as (pid, port):
            free(pid)
            beside = {"bots": partial(thinking, port), "analysis": partial(analysing, port, finished)}
            with beside[name]() if name else nullcontext():
                return measure(pid, port)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=BESIDE, help="only what this costs")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each (default: {ROUNDS})")
    parser.add_argument("--drive", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.drive:
        os.nice(19)  # they are not those who are measured
        asyncio.run(keep_thinking(address_of(arguments.port)))
        return
    if (tree.__file__ or "").endswith(".py"):
        print("Bots run on the source, which is not compiled: they think, and analyse, far longer than they would.")
    console = Console(width=120)
    console.print(f"{machine()}; {arguments.rounds} rounds")
    names = [name for name in BESIDE if arguments.only in (None, name)]
    rounds: dict[str | None, list[Figures]] = {None: [], **{name: [] for name in names}}
    with folder() as prepared:
        with serving(tablee(prepared), prepared) as (_, port):
            finished = asyncio.run(play_games(address_of(port)))
        for number in range(arguments.rounds):
            # Whatever else the machine does, it does to each of them first as often as last.
            for name in [*rounds][:: -1 if number % 2 else 1]:
                rounds[name].append(one_round(name, prepared, finished))
    table = Table(f"100 rooms × 2, {MOVES_PER_SECOND:.0f} moves/s", "p50 ms", "p99 ms", "× alone", "p99 of each round")
    alone = rounds[None]
    for name, measured in rounds.items():
        times = [figures.p99 / other.p99 for figures, other in zip(measured, alone, strict=True)]
        table.add_row(
            TITLES[name],
            f"{median(figures.p50 for figures in measured):.2f}",
            f"{median(figures.p99 for figures in measured):.2f}",
            f"{median(times):.2f} ({min(times):.2f}–{max(times):.2f})" if name else "",
            ", ".join(f"{figures.p99:.2f}" for figures in measured),
        )
    table.caption = f"medians; wanted: p99 at most {WANTED}× that of people alone in the same round"
    console.print(table)


if __name__ == "__main__":
    main()
