"""The list of rooms with very many rooms on disk, asked for over HTTP as a browser would."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import quote

from benchmarks.server.processes import serving

from tablee.store.contract import Append, Summary
from tablee.store.opening import open_store

ROOMS: Final = 100_000
QUERIES: Final = 200
NOW: Final = 1_750_000_000_000
GAMES: Final = ("ninth", "diggers", "noe", "gigogne", "kitty")
WORDS: Final = (
    *("table", "chez", "partie", "soir", "amis", "club", "rapide", "grande", "petite", "belle", "nuit", "jour"),
    *("dimanche", "cœur", "été", "Élodie", "Zoé", "Hervé", "Noël", "François", "Anaïs", "Jérôme", "maïs", "forêt"),
    *("château", "rivière", "montagne", "jardin", "soleil", "lune", "étoile"),
)
KINDS: Final = {
    "all": "",
    "a game": "game=noe",
    "private, capacity 7": "private=true&capacity=7",
    "search, many match": f"search={quote('élodie')}",
    "search, few match": f"search={quote('coeur coeur')}",
    "search, none match": "search=xyzzy",
    "search and three filters": f"search={quote('foret')}&game=kitty&private=false&status=waiting",
}


@dataclass(frozen=True)
class ListFigures:
    """What was measured."""

    rooms: int
    latencies: dict[str, tuple[float, float]]
    """The median and the 99th percentile for each kind of query, in milliseconds."""
    start_up: float
    """Seconds from the start of the process to its first answer."""


def measure_list(folder: Path, command: Sequence[str]) -> ListFigures:
    """Fill a store, serve it, ask."""
    asyncio.run(_fill(folder / "data"))
    start = time.perf_counter()
    with serving(command, folder) as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        _ask(connection, "limit=1")
        start_up = time.perf_counter() - start
        latencies = {kind: _latencies(connection, query) for kind, query in KINDS.items()}
        connection.close()
    return ListFigures(ROOMS, latencies, start_up)


def _latencies(connection: HTTPConnection, query: str) -> tuple[float, float]:
    found = []
    for _ in range(QUERIES):
        start = time.perf_counter()
        _ask(connection, query)
        found.append((time.perf_counter() - start) * 1000)
    found.sort()
    return found[len(found) // 2], found[len(found) * 99 // 100]


def _ask(connection: HTTPConnection, query: str) -> None:
    connection.request("GET", f"/api/rooms?{query}")
    response = connection.getresponse()
    data = response.read()
    if response.status != 200:
        raise RuntimeError(f"no list: {response.status} {data!r}")


async def _fill(folder: Path) -> None:
    store, source = open_store(None, folder), random.Random(1)
    await store.open("bench", NOW, 10_000)
    for first in range(0, ROOMS, 1000):
        rooms = [_room(number, source) for number in range(first, first + 1000)]
        await asyncio.gather(*(store.append(room) for room in rooms))
    await store.close()


def _room(number: int, source: random.Random) -> Append:
    """A room like many, which nothing is due in: it stays on disk."""
    summary = Summary(
        code=f"{number:06}",
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
        due_at=None,
        closed_at=None,
        people=(f"p{source.randrange(50_000)}", f"p{source.randrange(50_000)}"),
    )
    return Append(f"room-{source.getrandbits(32):08x}-{number:06}", 0, (b"{}",), summary)
