"""How soon a server serves with very many rooms on disk: `python benchmarks/start.py [rooms]`.

From the start of the process, of which the last one was killed, until /readyz says that the store takes writes; beside
it the same with no rooms at all.
"""

import asyncio
import platform
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.table import Table

from tablee.server.clock import now
from tests.durability.many_rooms import make_rooms
from tests.durability.serving import Server

ROUNDS = 5


def main() -> None:
    """Measure and print."""
    rooms = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    console = Console()
    table = Table("rooms on disk", "megabytes", "ready after", "of five, best and worst", title="from start to ready")
    for count in (0, rooms):
        with tempfile.TemporaryDirectory(prefix="tablee-start-") as folder:
            server = Server(Path(folder))
            if count:
                with console.status(f"making {count:,} rooms"):
                    asyncio.run(make_rooms(server.data, count, now()))
            times = sorted(_start_and_kill(server) for _ in range(ROUNDS))
            size = sum(file.stat().st_size for file in server.data.iterdir()) / 1e6
        table.add_row(f"{count:,}", f"{size:.0f}", f"{median(times):.2f} s", f"{times[0]:.2f} s – {times[-1]:.2f} s")
    console.print(table)
    console.print(f"{platform.machine()}, {platform.system()} {platform.release()}, Python {platform.python_version()}")


def _start_and_kill(server: Server) -> float:
    started = time.perf_counter()
    server.start()
    try:
        while not server.is_ready:
            time.sleep(0.005)
        return time.perf_counter() - started
    finally:
        server.kill()


if __name__ == "__main__":
    main()
