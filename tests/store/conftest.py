"""A process that dies with a store open."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

_DYING = """
import asyncio, os, sys
from pathlib import Path
from tablee.store.opening import open_store
from tablee.testing.stores import DEAD_AFTER, NOW, SECOND, append

async def main():
    store = open_store(sys.argv[1] or None, Path(sys.argv[2]))
    await store.open("died", NOW, DEAD_AFTER)
    await store.append(append("a", 0, due_at=NOW + 60 * SECOND))
    os._exit(9)

asyncio.run(main())
"""


@pytest.fixture
def die_without_a_goodbye() -> Callable[[str | None, Path], None]:
    """A process that opens a store at NOW, opens the room `a` with a deadline after a minute, and dies."""

    def die(url: str | None, folder: Path) -> None:
        process = subprocess.run([sys.executable, "-c", _DYING, url or "", str(folder)], check=False)
        assert process.returncode == 9

    return die
