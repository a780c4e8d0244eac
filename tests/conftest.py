"""One PostgreSQL server for all tests of a worker, and all that they write in memory where there is room."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.testing.postgres import PostgresServer

MEMORY = Path("/dev/shm")  # noqa: S108 - a new folder is made in it
ROOM = 4 << 30
"""Bytes: more than twice of what a whole run leaves."""


def pytest_configure() -> None:
    """On a disk that others write to, a store may wait for seconds, which a server takes for an outage."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        can_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        if can_run and shutil.disk_usage(MEMORY).free > ROOM:
            os.environ["TMPDIR"] = str(MEMORY)
            tempfile.tempdir = None


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
