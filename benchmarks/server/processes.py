"""The processes of a benchmark: a server on one core, its load on another, and what they cost."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def allow_many_files() -> int:
    """Let this process, and those it starts, have as many open files as it may; how many that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def cores() -> tuple[set[int], set[int]]:
    """One core for the server, the others for its load; the same where there is but one."""
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far, all its threads, its own and the system's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident_bytes(pid: int) -> int:
    """The memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE


@contextmanager
def serving(command: Sequence[str], folder: Path) -> Iterator[tuple[int, int]]:
    """A server that prints its port at the end of a line once it is ready, on a core of its own: (pid, port)."""
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        os.sched_setaffinity(server.pid, cores()[0])
        for line in server.stdout or ():
            port = line.strip().rpartition(":")[2].rstrip("/")
            if port.isdecimal():
                yield server.pid, int(port)
                return
        raise RuntimeError(f"the server did not start: {(folder / 'server.log').read_text()[-2000:]}")
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def drive(command: Sequence[str], timeout: float) -> str:
    """Run a driver on the other cores; what it prints last."""
    driver = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, cores()[1]),
    )
    if driver.returncode != 0:
        sys.stderr.write(driver.stderr[-3000:])
        raise RuntimeError(f"{' '.join(command[:3])} failed")
    return driver.stdout.strip().splitlines()[-1]
