"""The speed of the event stores: `python benchmarks/store.py [folder]`, in a folder on the disk to be measured.

Appends on SQLite and on a PostgreSQL that is started for it, both with every commit on disk before it is answered;
then the list of rooms with 100,000 living rooms. What the disk itself can do stands beside: one append that waits
alone can't be quicker than one fsync.
"""

import asyncio
import os
import platform
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvloop
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from tablee.store.contract import Append, Appended, RoomQuery, Store, Summary
from tablee.store.opening import open_store
from tablee.testing.postgres import PostgresServer

SECONDS: Final = 3.0
ROUNDS: Final = 3
ROOMS: Final = 100_000
QUERIES: Final = 300
MOVES_LISTED_TOGETHER: Final = 5
"""The list is told of so many moves of a room at once."""
EVENT: Final = (
    b'{"type":"acted","version":1,"seat":1,"turn":17,"action":{"type":"place","size":"large","cell":4},"id":"c0ffee"}'
)
NOW: Final = 1_750_000_000_000
GAMES: Final = ("ninth", "diggers", "noe", "gigogne", "kitty")
# fmt: off
WORDS: Final = (
    "table", "chez", "partie", "soir", "amis", "club", "rapide", "grande", "petite", "belle", "nuit", "jour",
    "dimanche", "cœur", "été", "Élodie", "Zoé", "Hervé", "Noël", "François", "Anaïs", "Jérôme", "maïs",
    "forêt", "château", "rivière", "montagne", "jardin", "soleil", "lune", "étoile",
)
# fmt: on
KINDS: Final = {
    "all": RoomQuery(),
    "game": RoomQuery(game="noe"),
    "private, capacity": RoomQuery(visibility="private", capacity=7),
    "status (1 %)": RoomQuery(status="finished"),
    "four filters, few match": RoomQuery(game="noe", visibility="private", capacity=7, status="finished"),
    "four filters, none match": RoomQuery(game="noe", visibility="private", capacity=99, status="finished"),
    "active since": RoomQuery(active_since=NOW + ROOMS * 9_990),
    "search, many match": RoomQuery(search="elodie"),
    "search, few match": RoomQuery(search="coeur coeur"),
    "search, none match": RoomQuery(search="xyzzy"),
    "search of 2, none match": RoomQuery(search="zq"),
    "search of 1, few match": RoomQuery(search="%"),
    "search and game": RoomQuery(search="foret du", game="kitty"),
}


# ── Appends ──────────────────────────────────────────────────────────────────────────────────────────────


def fsyncs_per_second(folder: Path) -> float:
    """Of 4 KiB written anew, as a journal does."""
    file = folder / "fsync"
    descriptor, number, start = os.open(file, os.O_CREAT | os.O_WRONLY), 0, time.perf_counter()
    while time.perf_counter() - start < 1:
        os.pwrite(descriptor, b"x" * 4096, number % 100 * 4096)
        os.fdatasync(descriptor)
        number += 1
    os.close(descriptor)
    file.unlink()
    return number / (time.perf_counter() - start)


def summary(room: str, source: random.Random, number: int = 0) -> Summary:
    """A room like many."""
    return Summary(
        code=room,
        name=" ".join(source.choices(WORDS, k=3)) + f" {source.randrange(1000)}",
        game=source.choice(GAMES),
        capacity=source.randint(2, 8),
        taken=2,
        host=source.choice(WORDS),
        status=source.choices(("waiting", "playing", "finished"), (30, 69, 1))[0],
        visibility="private" if source.random() < 0.2 else "open",
        is_listed=True,
        created_at=NOW,
        active_at=NOW + number * 10_000,
        due_at=NOW + number * 10_000 + 60_000,
        closed_at=None,
        people=(f"p{source.randrange(50_000)}", f"p{source.randrange(50_000)}"),
    )


async def play(store: Store, room: str, until: float) -> int:
    """One room appends one event after the other, each when the one before is on disk."""
    version = 0
    while time.perf_counter() < until:
        told = None if version else summary(room, random.Random(room))
        result = await store.append(Append(room, version, (EVENT,), told))
        assert isinstance(result, Appended)  # noqa: S101 - narrows the type
        version = result.version
    return version


async def appends_per_second(store: Store, rooms: int, round_: int) -> float:
    """So many rooms play at once."""
    start = time.perf_counter()
    names = [f"{round_}-{rooms}-{number:06}" for number in range(rooms)]
    versions = await asyncio.gather(*(play(store, name, start + SECONDS) for name in names))
    return sum(versions) / (time.perf_counter() - start)


async def measure_appends(stores: dict[str, Store], folder: Path) -> Table:
    """All stores in turns, so that noise of the machine hits all alike."""
    table = Table("appends/s", "1 room", "100 rooms", "1,000 rooms", "fsyncs/s meanwhile", title="one event each")
    for name, store in stores.items():
        best: dict[int, float] = {}
        syncs = []
        for round_ in range(ROUNDS):
            syncs.append(fsyncs_per_second(folder))
            for rooms in (1, 100, 1000):
                best[rooms] = max(best.get(rooms, 0), await appends_per_second(store, rooms, round_))
        table.add_row(name, *(f"{best[rooms]:,.0f}" for rooms in (1, 100, 1000)), f"{max(syncs):,.0f}")
    return table


# ── The list ─────────────────────────────────────────────────────────────────────────────────────────────


async def fill(store: Store, rooms: int) -> float:
    """Open so many rooms; how many a second."""
    source, start = random.Random(1), time.perf_counter()
    for first in range(0, rooms, 1000):
        names = [f"room-{source.getrandbits(32):08x}-{number:06}" for number in range(first, first + 1000)]
        await asyncio.gather(
            *(store.append(Append(name, 0, (EVENT,), summary(name, source, int(name[-6:])))) for name in names)
        )
    return rooms / (time.perf_counter() - start)


async def keep_moving(store: Store, rooms: int, per_second: int) -> None:
    """Rooms that play on while the list is read."""
    versions = {f"moving-{number:06}": 0 for number in range(rooms)}
    source, now = random.Random(2), NOW + ROOMS * 10_000
    tolds = {room: summary(room, source) for room in versions}
    while True:
        for room, version in random.sample(sorted(versions.items()), per_second // 50):
            now += 1
            told = replace(tolds[room], active_at=now) if version % MOVES_LISTED_TOGETHER == 0 else None
            await store.append(Append(room, version, (EVENT,), told))
            versions[room] = version + 1
        await asyncio.sleep(0.02)


async def measure_lists(stores: dict[str, Store]) -> Table:
    """Each kind of query, with and without moves going on."""
    table = Table("list of rooms, ms", title=f"{ROOMS:,} living rooms, a page of 50")
    for name in stores:
        table.add_column(f"{name} p50", justify="right")
        table.add_column("p99", justify="right")
        table.add_column("p99 under moves", justify="right")
    for kind, query in KINDS.items():
        row = []
        for store in stores.values():
            quiet = await latencies(store, query)
            moves = asyncio.create_task(keep_moving(store, 200, 500))
            busy = await latencies(store, query)
            moves.cancel()
            row += [quiet[len(quiet) // 2], quiet[len(quiet) * 99 // 100], busy[len(busy) * 99 // 100]]
        table.add_row(kind, *(f"{figure * 1000:.1f}" for figure in row))
    return table


async def latencies(store: Store, query: RoomQuery) -> list[float]:
    """Sorted."""
    found = []
    for _ in range(QUERIES):
        start = time.perf_counter()
        await store.list_rooms(query)
        found.append(time.perf_counter() - start)
        await asyncio.sleep(0.002)
    return sorted(found)


@contextmanager
def servers(folder: Path) -> Iterator[dict[str, Store]]:
    """The stores to measure."""
    tempfile.tempdir = str(folder)  # The server's own folder goes to the same disk.
    with PostgresServer(is_durable=True) as server:
        version = server.version.split()[2]
        yield {
            "SQLite": open_store(None, folder / "sqlite"),
            f"PostgreSQL {version}": open_store(server.make_database(), folder),
        }


async def measure(stores: dict[str, Store], folder: Path, console: Console) -> None:
    """Print the tables."""
    for store in stores.values():
        await store.open("bench", NOW, 15_000)
    console.print(await measure_appends(stores, folder))
    for name, store in stores.items():
        console.print(f"{name}: {await fill(store, ROOMS):,.0f} rooms opened a second")
    console.print(await measure_lists(stores))
    for store in stores.values():
        await store.close()


def main() -> None:
    """Measure both stores on the disk of a folder."""
    place = Path(tempfile.mkdtemp(prefix="tablee-bench-", dir=sys.argv[1] if len(sys.argv) > 1 else None))
    place.chmod(0o755)
    console = Console(width=120)
    console.print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {place}")
    try:
        with servers(place) as stores:
            uvloop.run(measure(stores, place, console))
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
