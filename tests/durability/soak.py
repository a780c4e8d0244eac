"""The long form of the kill test: `make soak`, or python tests/durability/soak.py --kills 100.

Players in all five games play at full speed while sockets flood the server and a hundred people watch the list of
rooms. The server is killed with SIGKILL at random moments and started again, now and then stopped with SIGSTOP, and
PostgreSQL is killed too; at last memory is watched for a while. Then every answer and everything that was shown is
compared with what is stored, and every clock with the time that people had.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tablee.testing.postgres import PostgresServer
from tests.durability.killing import HardTimes, kill_again_and_again


def main() -> int:
    """Soak both databases; 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="how often the server is killed (default: 100)")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", type=int, default=None, help="of the moments and of the players' choices")
    parser.add_argument("--longest-play", type=float, default=2.0, metavar="SECONDS", help="between two kills")
    parser.add_argument("--longest-down", type=float, default=1.0, metavar="SECONDS", help="until it is started again")
    arguments = parser.parse_args()
    seed = secrets.randbelow(1 << 32) if arguments.seed is None else arguments.seed
    faults = 0
    for kind in ("sqlite", "postgresql") if arguments.database == "both" else (arguments.database,):
        _say(f"{kind}: {arguments.kills} kills, seed {seed}")
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="tablee-soak-") as folder, _database(kind) as database:
            findings = asyncio.run(
                kill_again_and_again(
                    Path(folder),
                    database.make_database() if database else "",
                    arguments.kills,
                    seed,
                    longest_play=arguments.longest_play,
                    longest_down=arguments.longest_down,
                    hard_times=HardTimes(database),
                    say=_say,
                )
            )
        _say(f"{kind}: {findings} ({time.monotonic() - started:.0f} s)")
        for fault in findings.faults[:20]:
            _say(f"  FAULT {fault}")
        faults += len(findings.faults)
    return 1 if faults else 0


@contextmanager
def _database(kind: str) -> Iterator[PostgresServer | None]:
    """A PostgreSQL with all its care for the disk, where one is wanted."""
    if kind == "sqlite":
        yield None
        return
    with PostgresServer(is_durable=True) as server:
        yield server


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
