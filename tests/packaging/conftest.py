"""One wheel for all tests of the run: compiling it takes most of a minute."""

import fcntl
import os
from pathlib import Path

import pytest

from tests.packaging.building import build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `make wheel` makes it. Of several workers the first builds it, and the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = folder / "built"
        return next(built.glob("*.whl")) if built.exists() else build(built)
