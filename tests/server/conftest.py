"""Servers for tests: one for a module, with the module's `SETTINGS`, and others where a test asks for them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.serving import ServerProcess

Serve = Callable[..., ServerProcess]


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server of this module. Nothing that its tests do may make it log a fault."""
    settings = getattr(request.module, "SETTINGS", {})
    with ServerProcess(tmp_path_factory.mktemp("server"), **settings) as running:
        yield running
    assert not running.faults


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server with any settings; it is stopped after the test."""
    with ExitStack() as started:

        def start(**settings: object) -> ServerProcess:
            return started.enter_context(ServerProcess(tmp_path, **settings))

        yield start
