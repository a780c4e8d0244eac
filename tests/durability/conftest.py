"""Stores and servers for the tests of durability."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablee.server.times import Times
from tablee.testing.postgres import PostgresServer
from tests.durability.serving import Serve, Server
from tests.server.serving import Hurry


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The setting for a new, empty database of either kind."""
    if request.param == "sqlite":
        return ""
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.make_database()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers, each in a folder of its own; they are ended after the test."""
    with ExitStack() as started:

        def start(name: str = "server", times: Times | None = None, **settings: object) -> Server:
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            server = Server(folder, **settings)
            server.hurry = None if times is None else Hurry(times=times)
            started.enter_context(server)
            return server

        yield start
