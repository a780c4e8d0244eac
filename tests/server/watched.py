"""`tablee serve` with a watchdog in its event loop: what it saw is in the data folder when the server has stopped."""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from tablee import cli
from tablee.server import process
from tablee.server.settings import ServerSettings

TICK = 0.01
FILE = "watchdog.json"


class Gaps(Struct):
    """The longest times between two looks of the watchdog, in seconds."""

    worked: float = 0.0
    """Processor time of the loop's own thread: what others do on the same machine does not count."""
    passed: float = 0.0
    """By the clock, whatever the loop was doing; the tick itself not counted."""


async def watch(gaps: Gaps) -> None:
    """Look every so often how long it was since the last look."""
    while True:
        worked, passed = time.thread_time(), time.perf_counter()
        await asyncio.sleep(TICK)
        gaps.worked = max(gaps.worked, time.thread_time() - worked)
        gaps.passed = max(gaps.passed, time.perf_counter() - passed - TICK)


def main() -> int:
    """Serve, with the watchdog."""
    gaps, run = Gaps(), process.run

    def watched(settings: ServerSettings, on_ready: Callable[[str], None], *, is_new: bool) -> None:
        tasks = []

        def ready(address: str) -> None:
            tasks.append(asyncio.get_running_loop().create_task(watch(gaps)))
            on_ready(address)

        run(settings, ready, is_new=is_new)
        Path(settings.data, FILE).write_bytes(msgspec.json.encode(gaps))

    process.run = watched  # type: ignore[assignment]  # the command line always gives all arguments
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
