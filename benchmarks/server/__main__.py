"""The server under load, beside boardgame.io and Colyseus: `make bench-server`.

A server runs on one core, its players on the others, all on this machine. Everybody plays Gigogne for two, the first
legal action as soon as it is their turn; the rounds of all contestants take turns, so that noise of the machine hits
all alike. Figures are the median of the rounds and their range; a ratio is taken within each round. Read the ratios.

    Tablée         has every move on disk before anybody sees it, and sends each player all that its seat may see, with
                   the actions that are legal now
    boardgame.io   its own server and clients, sends each player the state; in memory, or with its own FlatFile storage:
                   files written after the players see the move, without asking the disk to keep them
    Colyseus       its own server and clients, sends each player what has changed: as a patch of its state, or as a
                   message of some bytes, and leaves the rest to the client; in memory, or with each move committed by
                   better-sqlite3 (WAL, synchronous FULL) before anybody sees it, as the nearest to our promise

All check the rules of every move, pass the turn on, notice the end and play again in the same way.

What a move costs a server is its processor time, all threads, over the moves played: also where it is the players'
core that is at its limit, and the moves per second say nothing of the server.
"""

import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, TypeVar

import msgspec
from benchmarks.server.load import Figures, Idle, Load
from benchmarks.server.processes import allow_many_files, drive, serving
from benchmarks.server.rooms_on_disk import measure_list
from rich.console import Console
from rich.table import Table

PEERS: Final = Path(__file__).parent / "peers"
SECRET: Final = "for the benchmark only"  # noqa: S105 - of a server that lives for seconds
ROUNDS: Final = 4
FLOOR_ROUNDS: Final = 2
ROOMS: Final = (10, 100, 1000)
GAMES: Final = ("gigogne", "ninth", "diggers", "noe", "kitty")
STEADY: Final = 1000.0
"""Moves a second."""
IDLE_CONNECTIONS: Final = 10_000
WANTED_BYTES: Final = 25 * 1024
WANTED_LIST: Final = 20.0
"""Milliseconds."""

T = TypeVar("T")


@dataclass(frozen=True)
class Contestant:
    """A server and its players."""

    name: str
    server: Callable[[Path], Sequence[str]]
    """The command that serves with its data in a folder."""
    driver: Sequence[str]
    arguments: Sequence[str] = ()
    keeps: str = ""
    """What a crash can't take; empty for all in memory."""


class Goal(NamedTuple):
    """How many times better than a peer Tablée is to be, in the median of the rounds."""

    what: str
    ratio: Callable[[Figures, Figures], float]
    """Of ours and theirs, above 1 where ours is better."""
    least: float


SERVER_TIME: Final = "server time"
KEEPING_GOALS: Final = (
    Goal(SERVER_TIME, lambda ours, theirs: theirs.server_seconds_per_move / ours.server_seconds_per_move, 1.4),
    Goal("moves/s", lambda ours, theirs: ours.moves_per_second / theirs.moves_per_second, 2.5),
    Goal(f"p50 at {STEADY:,.0f}/s", lambda ours, theirs: theirs.p50 / ours.p50, 1.0),
    Goal(f"p99 at {STEADY:,.0f}/s", lambda ours, theirs: theirs.p99 / ours.p99, 1.0),
)
"""Beside each peer that keeps its moves."""
BOARDGAMEIO_GOALS: Final = (KEEPING_GOALS[0]._replace(least=2.75),)
"""Beside boardgame.io in memory."""


def tablee(folder: Path) -> Sequence[str]:
    """Our server, without the limits for each person and address: all come from here."""
    many = "1000000000"
    options = {
        "--port": "0",
        "--data": str(folder / "data"),
        "--secret": SECRET,
        "--messages-per-second": many,
        "--message-burst": many,
        "--requests-per-minute": many,
        "--rooms-per-hour": many,
        "--changes-per-minute": many,
        "--moves-per-minute": many,
        "--connections-per-address": many,
        "--log-level": "warning",
    }
    return [sys.executable, "-m", "tablee.cli", "serve", *(word for option in options.items() for word in option)]


def node(script: str, *arguments: str) -> Sequence[str]:
    """A script of the peers."""
    return ["node", str(PEERS / script), *arguments]


def colyseus(kind: str, *, is_kept: bool) -> Contestant:
    """Colyseus that sends patches or messages, in memory or with every move committed."""

    def server(place: Path) -> Sequence[str]:
        return node("colyseus-server.cjs", kind, *([str(place / "moves.db")] if is_kept else []))

    name = f"Colyseus, {kind}, {'SQLite' if is_kept else 'memory'}"
    return Contestant(name, server, node("colyseus-driver.cjs"), (kind,), "every move" if is_kept else "")


OURS: Final = Contestant("Tablée", tablee, [sys.executable, "-m", "benchmarks.server.load"], keeps="every move")
BOARDGAMEIO: Final = Contestant(
    "boardgame.io, memory", lambda _: node("boardgameio-server.cjs"), node("boardgameio-driver.cjs")
)
BOARDGAMEIO_IN_FILES: Final = Contestant(
    "boardgame.io, FlatFile",
    lambda place: node("boardgameio-server.cjs", str(place / "matches")),
    node("boardgameio-driver.cjs"),
    keeps="what the system has written",
)
CONTESTANTS: Final = (
    OURS,
    colyseus("patch", is_kept=True),
    colyseus("message", is_kept=True),
    BOARDGAMEIO_IN_FILES,
    BOARDGAMEIO,
    colyseus("patch", is_kept=False),
    colyseus("message", is_kept=False),
)

_FLOOR: Final = (sys.executable, "-m", "benchmarks.server.floor")
FLOORS: Final = (
    Contestant("the sockets alone", lambda place: [*_FLOOR, "serve", "sockets", str(place)], [*_FLOOR, "drive"]),
    Contestant("the sockets and the store", lambda place: [*_FLOOR, "serve", "store", str(place)], [*_FLOOR, "drive"]),
)


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for a server's data, gone afterwards."""
    made = Path(tempfile.mkdtemp(prefix="tablee-bench-"))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def run(contestant: Contestant, type_: type[T], **load: object) -> T | None:
    """Serve, play, measure; None where it can't run."""
    with folder() as place:
        try:
            with serving(contestant.server(place), place) as (pid, port):
                given = msgspec.convert({"port": port, "pid": pid, "secret": SECRET, **load}, Load)
                command = [*contestant.driver, msgspec.json.encode(given).decode(), *contestant.arguments]
                return msgspec.json.decode(drive(command, 90), type=type_)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            sys.stderr.write(f"{contestant.name}: {error}\n{(place / 'server.log').read_text()[-1000:]}")
            return None


def middle(rounds: Sequence[Figures]) -> Figures:
    """The median of each figure."""
    figures = [msgspec.structs.asdict(each) for each in rounds]
    return Figures(**{name: median(each[name] for each in figures) for name in figures[0]})


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────


@cache
def duel() -> Sequence[dict[str, Figures]]:
    """Rounds with a hundred rooms of Gigogne, the contestants in turns: the figures of each that ran, by name."""
    load = {"warm_up": 1.0, "seconds": 2.0, "paced_seconds": 2.0, "moves_per_second": STEADY}
    return [
        {
            contestant.name: figures
            for contestant in CONTESTANTS
            if (figures := run(contestant, Figures, **load)) is not None
        }
        for _ in range(ROUNDS)
    ]


def rounds_of(contestant: Contestant) -> list[Figures]:
    """Its rounds of the duel; none if it did not run."""
    return [found[contestant.name] for found in duel() if contestant.name in found]


def middle_of(contestant: Contestant) -> Figures | None:
    """The medians of its rounds of the duel."""
    return middle(rounds) if (rounds := rounds_of(contestant)) else None


def duel_table() -> Table:
    """A hundred rooms: throughput, cost, latency."""
    table = Table(
        "100 rooms × 2, Gigogne", "a crash can't take", "moves/s", "players' core", "server µs/move", "Tablée is"
    )
    table.add_column(f"at {STEADY:,.0f}/s: p50 ms")
    table.add_column("p99 ms")
    for contestant in CONTESTANTS:
        rounds = rounds_of(contestant)
        if not rounds:
            table.add_row(contestant.name, contestant.keeps, "did not run")
            continue
        steadily = median(figures.paced_moves_per_second for figures in rounds)
        late = "" if steadily > STEADY * 0.95 else f" (at {steadily:,.0f}/s)"
        ratios = ratios_to(contestant, KEEPING_GOALS[0])
        table.add_row(
            contestant.name,
            contestant.keeps,
            spread([figures.moves_per_second for figures in rounds]),
            f"{median(figures.driver_load for figures in rounds):.0%}",
            spread([figures.server_seconds_per_move * 1e6 for figures in rounds]),
            "" if contestant is OURS else f"{spread(ratios, 2)}×",
            spread([figures.p50 for figures in rounds], 2) + late,
            spread([figures.p99 for figures in rounds], 2),
        )
    table.caption = "\n".join(goal_lines())
    table.caption_justify = "left"
    return table


def goal_lines() -> Iterator[str]:
    """For each goal and each peer whether it is met."""
    for contestant in CONTESTANTS:
        if contestant is OURS:
            continue
        for goal in KEEPING_GOALS if contestant.keeps else BOARDGAMEIO_GOALS if contestant is BOARDGAMEIO else ():
            ratios = ratios_to(contestant, goal)
            verdict = _verdict(median(ratios) >= goal.least) if ratios else "not measured"
            found = f" {spread(ratios, 2)}×," if ratios else ""
            yield f"{goal.what} beside {contestant.name}:{found} wanted ≥ {goal.least:g}×: {verdict}"


def ratios_to(contestant: Contestant, goal: Goal) -> list[float]:
    """How many times better ours was, in each round in which both ran."""
    names = {OURS.name, contestant.name}
    return [goal.ratio(found[OURS.name], found[contestant.name]) for found in duel() if names <= found.keys()]


def spread(values: Sequence[float], digits: int = 0) -> str:
    """The median of the rounds, and their range."""
    least, most = (f"{value:,.{digits}f}" for value in (min(values), max(values)))
    return f"{median(values):,.{digits}f} ({least}–{most})" if len(values) > 1 else least


def floor_table() -> Table:
    """What a move costs at the least."""
    table = Table("100 rooms × 2, no game at all", "moves/s", "players' core", "server µs/move")
    for contestant in FLOORS:
        measured = (run(contestant, Figures, warm_up=1.0, seconds=3.0) for _ in range(FLOOR_ROUNDS))
        rounds = [figures for figures in measured if figures is not None]
        if not rounds:
            table.add_row(contestant.name, "did not run")
            continue
        figures = middle(rounds)
        cost = f"{figures.server_seconds_per_move * 1e6:.0f}"
        table.add_row(contestant.name, f"{figures.moves_per_second:,.0f}", f"{figures.driver_load:.0%}", cost)
    return table


def growth_table() -> Table:
    """What a move costs with more and more rooms, beside peers in memory."""
    table = Table("server µs/move (moves/s)", *(f"{rooms:,} rooms" for rooms in ROOMS), "1,000 rooms : 10 rooms")
    for contestant in (OURS, *(peer for peer in CONTESTANTS if not peer.keeps)):
        first = run(contestant, Figures, rooms=ROOMS[0], warm_up=1.5, seconds=2.0)
        last = run(contestant, Figures, rooms=ROOMS[-1], warm_up=1.5, seconds=2.0)
        measured = (first, middle_of(contestant), last)
        table.add_row(
            contestant.name,
            *(_cost(figures) for figures in measured),
            f"{last.server_seconds_per_move / first.server_seconds_per_move:.2f}×" if first and last else "",
        )
    return table


def games_table() -> Table:
    """Our games, a hundred rooms of two seats each."""
    table = Table("Tablée, 100 rooms × 2", "moves/s", "server µs/move", "moves/core second")
    for game in GAMES:
        figures = middle_of(OURS) if game == GAMES[0] else run(OURS, Figures, game=game, warm_up=1.0, seconds=3.0)
        if figures is None:
            table.add_row(game, "did not run")
            continue
        cost = figures.server_seconds_per_move
        table.add_row(game, f"{figures.moves_per_second:,.0f}", f"{cost * 1e6:.0f}", f"{1 / cost:,.0f}")
    return table


def memory_table() -> Table:
    """Idle people in rooms."""
    table = Table("idle connections, 2 in each room", "memory before", "after", "KiB each", "wanted")
    idle = run(OURS, Idle, rooms=_affordable_connections() // 2, seconds=3.0, is_idle=True)
    if idle is None:
        table.add_row("did not run")
        return table
    each = (idle.bytes_after - idle.bytes_before) / idle.connections
    fewer = "" if idle.connections >= IDLE_CONNECTIONS else f" (this machine allows no {IDLE_CONNECTIONS:,})"
    table.add_row(
        f"{idle.connections:,}{fewer}",
        f"{idle.bytes_before / 2**20:.0f} MiB",
        f"{idle.bytes_after / 2**20:.0f} MiB",
        f"{each / 1024:.1f}",
        f"≤ {WANTED_BYTES / 1024:.0f}: {_verdict(each <= WANTED_BYTES)}",
    )
    return table


def list_table() -> Table:
    """The list of rooms over HTTP, with very many rooms on disk."""
    with folder() as place:
        measured = measure_list(place, tablee(place))
    table = Table(f"list over HTTP, {measured.rooms:,} rooms on disk", "p50 ms", "p99 ms", f"p99 < {WANTED_LIST:.0f}")
    for kind, (p50, p99) in measured.latencies.items():
        table.add_row(kind, f"{p50:.1f}", f"{p99:.1f}", _verdict(p99 < WANTED_LIST))
    table.add_section()
    table.add_row("from start to ready", f"{measured.start_up * 1000:.0f}", "", "")
    return table


def _cost(figures: Figures | None) -> str:
    if figures is None:
        return "did not run"
    return f"{figures.server_seconds_per_move * 1e6:.0f} ({figures.moves_per_second:,.0f})"


def _verdict(is_met: bool) -> str:
    return "yes" if is_met else "no"


def _affordable_connections() -> int:
    """As many as are wanted, or as there may be open files, with some for other things."""
    return min(IDLE_CONNECTIONS, allow_many_files() - 500)


# ── The machine ──────────────────────────────────────────────────────────────────────────────────────────


def machine() -> str:
    """What this was measured on."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    processor = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "processor")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return (
        f"{os.cpu_count()} × {processor}, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, Node {version}; load {os.getloadavg()[0]:.1f} before, "
        f"{fsync_milliseconds():.2f} ms for the disk to keep 4 KiB"
    )


def fsync_milliseconds() -> float:
    """The median: no move can be on disk sooner."""
    with tempfile.NamedTemporaryFile() as file:
        took = []
        for number in range(200):
            os.pwrite(file.fileno(), b"x" * 4096, number * 4096)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - start)
    return sorted(took)[len(took) // 2] * 1000


def main() -> None:
    """Print the tables."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that what was started is ended too
    os.environ["NODE_ENV"] = "production"
    start = time.monotonic()
    console = Console(width=150)
    console.print(f"{machine()}\nOne core for the server; {ROUNDS} rounds")
    tables = (duel_table, floor_table, growth_table, games_table, memory_table, list_table)
    wanted = [table for table in tables if not sys.argv[1:] or table.__name__.partition("_")[0] in sys.argv[1:]]
    for table in wanted:
        with console.status(f"{table.__doc__}"):
            made = table()
        console.print(made)
    console.print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
