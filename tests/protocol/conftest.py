"""A real server for the tests of a module."""

from collections.abc import Iterator

import pytest

from tests.server.serving import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running
    assert not running.faults
