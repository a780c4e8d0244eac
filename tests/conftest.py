"""One PostgreSQL server for all tests of a worker, and all that they write in memory where there is room."""

import gc
import os
import shutil
import tempfile
from collections import deque
from collections.abc import Generator, Iterator
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

import pytest

from tablee.testing.postgres import PostgresServer

HERE = Path(__file__).parent
PACKAGING = HERE / "packaging"
"""On one worker: its tests wait for the same wheel."""
SLOW = (PACKAGING, HERE / "e2e", HERE / "durability", HERE / "server")
"""The folders whose tests take long, the longest first."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a new folder is made in it
ROOM = 4 << 30
"""Bytes: more than twice of what a whole run leaves."""


def pytest_configure(config: pytest.Config) -> None:
    """Set out where tests write, and which of them a worker reads first."""
    _write_to_memory()
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        _begin_elsewhere(config)


def _begin_elsewhere(config: pytest.Config) -> None:
    """Have each worker begin with other folders: what one has compiled of the tests, the others read."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    parts = sorted(
        str(path) for path in HERE.iterdir() if path.name[0] != "_" and (path.is_dir() or "test_" in path.name)
    )
    first = len(parts) * worker // workers
    config.args[:] = [*parts[first:], *parts[:first]]


def _write_to_memory() -> None:
    """On a disk that others write to, a store may wait for seconds, which a server takes for an outage."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        can_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        if can_run and shutil.disk_usage(MEMORY).free > ROOM:
            os.environ["TMPDIR"] = str(MEMORY)
            tempfile.tempdir = None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep all that is imported and collected out of the garbage collector, which finds nothing to free in it.

    It would walk through all of it dozens of times, which takes almost half of the collection.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, on every worker: each gets as many tests, and takes from the others when it is done.

    Left to the end, the browser tests would keep one worker long after the others had nothing to do.
    """
    shares: list[list[pytest.Item]] = [[] for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    stacks: dict[Path, list[pytest.Item]] = {}
    for path, group in groupby(sorted(items, key=attrgetter("path")), attrgetter("path")):
        stacks.setdefault(PACKAGING if PACKAGING in path.parents else path, []).extend(group)
    slow = [path for folder in SLOW for path in stacks if folder in (path, *path.parents)]
    for number, path in enumerate(slow):
        shares[number % len(shares)] += stacks.pop(path)
    quick = deque(chain.from_iterable(stacks.values()))
    size = -(-len(items) // len(shares))
    for share in shares:
        share += [quick.popleft() for _ in range(min(len(quick), size - len(share)))]
    items[:] = [*chain.from_iterable(shares), *quick]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_database(postgres_server: PostgresServer) -> str:
    return postgres_server.make_database()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, _postgres_database: str) -> Iterator[str]:
    """A database with nothing in it."""
    yield _postgres_database
    postgres_server.empty(_postgres_database)
