"""Several processes on one PostgreSQL that asks the disk to keep every commit: `make bench-scale`.

Each process has a driver of its own, with a hundred rooms of Gigogne for two; all drivers begin together. The two
players of a room are at the same process, or at two. First as fast as the servers answer, then at a steady rate, to
measure how long a move takes to reach the other player. The rounds of all rows take turns; the figures are their
medians and ranges. Everything runs on this machine, and shares its cores as the system sees fit.

    python -m benchmarks.scale              print the table
    python -m benchmarks.scale drive LOAD   the players of one process
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Final, NamedTuple

import msgspec
import uvloop
from benchmarks.server.__main__ import SECRET, folder, machine, spread, tablee
from benchmarks.server.load import Crowd, Figures, Load
from benchmarks.server.processes import ROOT, allow_many_files, family_cpu_seconds, serving
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from tablee.testing.postgres import PostgresServer

PROCESSES: Final = (1, 2, 4, 8)
ROUNDS: Final = 3
WARM_UP, SECONDS, PACED_SECONDS = 1.5, 3.0, 3.0
STEADY: Final = 500.0
"""Moves a second, over all processes."""
WANTED_VIEW: Final = 20.0
"""Milliseconds at most, nearly always, until the players of another process see a move."""
PATIENCE: Final = 90.0
"""Seconds after which a driver that has not ended is killed."""
CORES: Final = os.sched_getaffinity(0)


class Way(NamedTuple):
    """A row of the table."""

    processes: int
    is_across: bool
    """Whether the two players of a room are at two processes."""


class Share(Struct, frozen=True):
    """What one driver measured."""

    figures: Figures
    latencies: list[float]
    """Seconds, at the steady rate."""


class Round(NamedTuple):
    """What all drivers measured together."""

    moves_per_second: float
    server_seconds_per_move: float
    postgres_cores: float
    """PostgreSQL's processor time over the clock's."""
    p50: float
    p99: float

    @property
    def postgres_share(self) -> float:
        """PostgreSQL's part of the processor time of the servers and itself."""
        return self.postgres_cores / (self.postgres_cores + self.server_seconds_per_move * self.moves_per_second)


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────


def run(postgres: PostgresServer, way: Way) -> Round:
    """Serve an empty database by several processes, play, measure."""
    url = postgres.make_database()
    with folder() as place, ExitStack() as running:
        servers = [running.enter_context(process(place / str(n), url)) for n in range(way.processes)]
        loads = [
            Load(
                port=port,
                guests_port=servers[(number + way.is_across) % len(servers)][1],
                pid=pid,
                secret=SECRET,
                warm_up=WARM_UP,
                seconds=SECONDS,
                paced_seconds=PACED_SECONDS,
                moves_per_second=STEADY / len(servers),
            )
            for number, (pid, port) in enumerate(servers)
        ]
        drivers = [running.enter_context(driver(load)) for load in loads]
        for each in drivers:
            if read(each) != "seated":
                raise RuntimeError("the players found no seats")
        for each in drivers:
            write(each, "begin")
        time.sleep(WARM_UP)
        before, start = family_cpu_seconds(postgres.pid), time.perf_counter()
        time.sleep(SECONDS)
        cores = (family_cpu_seconds(postgres.pid) - before) / (time.perf_counter() - start)
        return together([msgspec.json.decode(read(each), type=Share) for each in drivers], cores)


def together(shares: Sequence[Share], postgres_cores: float) -> Round:
    """Add up what the drivers measured."""
    figures = [share.figures for share in shares]
    moves = sum(each.moves_per_second for each in figures)
    latencies = sorted(latency for share in shares for latency in share.latencies)
    return Round(
        moves_per_second=moves,
        server_seconds_per_move=sum(each.server_seconds_per_move * each.moves_per_second for each in figures) / moves,
        postgres_cores=postgres_cores,
        p50=latencies[len(latencies) // 2] * 1000,
        p99=latencies[len(latencies) * 99 // 100] * 1000,
    )


@contextmanager
def process(place: Path, url: str) -> Iterator[tuple[int, int]]:
    """One process of ours on a database: (pid, port)."""
    place.mkdir()
    with serving([*tablee(place), "--database", url], place, CORES) as served:
        yield served


@contextmanager
def driver(load: Load) -> Iterator["subprocess.Popen[str]"]:
    """The players of one process; they wait for a word once they are seated."""
    command = [sys.executable, "-m", "benchmarks.scale", "drive", msgspec.json.encode(load).decode()]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        impatience = Timer(PATIENCE, started.kill)
        impatience.start()
        try:
            yield started
        finally:
            impatience.cancel()
            started.kill()


def read(process: "subprocess.Popen[str]") -> str:
    """The next line of a driver; empty if it ended."""
    return process.stdout.readline().strip() if process.stdout else ""


def write(process: "subprocess.Popen[str]", line: str) -> None:
    """Say something to a driver."""
    if process.stdin:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()


async def drive(load: Load) -> Share:
    """Sit down, wait for the others, play."""
    crowd = Crowd(load)
    await crowd.sit_down()
    print("seated", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    return Share(await crowd.play(), crowd.latencies)


# ── The table ────────────────────────────────────────────────────────────────────────────────────────────


def ways() -> Sequence[Way]:
    """Within and across processes, as many as there are cores; two in any case."""
    affordable = [number for number in PROCESSES if number <= max(2, len(CORES))]
    return [Way(number, is_across) for number in affordable for is_across in (False, True) if number > is_across]


def scale_table(rounds: dict[Way, list[Round]]) -> Table:
    """One row for each number of processes and place of the players."""
    table = Table("processes", "players of a room", "moves/s", "server µs/move", "PostgreSQL's cores", "its share")
    table.add_column(f"at {STEADY:,.0f}/s: p50 ms")
    table.add_column("p99 ms")
    for way, found in rounds.items():
        table.add_row(
            str(way.processes),
            "at two processes" if way.is_across else "at one process",
            spread([each.moves_per_second for each in found]),
            spread([each.server_seconds_per_move * 1e6 for each in found]),
            spread([each.postgres_cores for each in found], 2),
            f"{median(each.postgres_share for each in found):.0%}",
            spread([each.p50 for each in found], 2),
            spread([each.p99 for each in found], 2),
        )
    table.caption = "\n".join((*(goal_line(*row) for row in rounds.items() if row[0].is_across), crowded()))
    table.caption_justify = "left"
    return table


def goal_line(way: Way, found: Sequence[Round]) -> str:
    """Whether another process sees a move in time."""
    p99 = median(each.p99 for each in found)
    verdict = "yes" if p99 < WANTED_VIEW else "no"
    seen = f"another process's view of a move at {STEADY:,.0f}/s, {way.processes} processes"
    return f"{seen}: p99 {p99:.1f} ms, wanted < {WANTED_VIEW:g}: {verdict}"


def crowded() -> str:
    """What shares the cores, and what was left out for want of them."""
    most = max(way.processes for way in ways())
    left_out = [str(number) for number in PROCESSES if number > most]
    fewer = f"; not measured with fewer cores than processes: {', '.join(left_out)}" if left_out else ""
    return f"up to {most} servers, {most} drivers and PostgreSQL share {len(CORES)} cores{fewer}"


def main() -> None:
    """Print the table."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that what was started is ended too
    start = time.monotonic()
    console = Console(width=150)
    rounds: dict[Way, list[Round]] = {way: [] for way in ways()}
    with PostgresServer(is_durable=True) as postgres:
        console.print(f"{machine()}\n{postgres.version}, fsync on; {ROUNDS} rounds")
        with console.status("Several processes on one PostgreSQL"):
            for _ in range(ROUNDS):
                for way, found in rounds.items():
                    found.append(run(postgres, way))
    console.print(scale_table(rounds))
    console.print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    if sys.argv[1:2] == ["drive"]:
        allow_many_files()
        sys.stdout.write(msgspec.json.encode(uvloop.run(drive(msgspec.json.decode(sys.argv[2], type=Load)))).decode())
        sys.stdout.write("\n")
    else:
        main()
