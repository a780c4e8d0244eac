"""The processes of a benchmark: a server on one core, its load on another, and what they cost."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Final

ROOT: Final = Path(__file__).parents[2]
START_WITHIN: Final = 30.0
STOP_WITHIN: Final = 10.0
"""Seconds; a server that does not is killed."""
_ALLOWED: Final = os.sched_getaffinity(0)
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def cores() -> tuple[set[int], set[int]]:
    """One core for the server, the others for its load; the same where there is but one."""
    first, *others = sorted(_ALLOWED)
    return {first}, set(others) or {first}


def allow_many_files() -> int:
    """Let this process, and those it starts, have as many open files as it may; how many that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far, all its threads, its own and the system's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def family_cpu_seconds(pid: int) -> float:
    """The processor time so far of a process and of the children that it has now."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return sum(map(cpu_seconds, (pid, *map(int, children))))


def resident_bytes(pid: int) -> int:
    """The memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE


@contextmanager
def serving(command: Sequence[str], folder: Path, on: set[int] | None = None) -> Iterator[tuple[int, int]]:
    """A server that prints its port at the end of a line once it is ready: (pid, port).

    It runs on a core of its own, if no others are given.
    """
    with (folder / "server.log").open("w") as log, on_cores(on or cores()[0]):
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield server.pid, _port_of(server)
    finally:
        server.terminate()
        try:
            server.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        if server.stdout is not None:
            server.stdout.close()


def _port_of(server: "subprocess.Popen[str]") -> int:
    impatience = Timer(START_WITHIN, server.kill)
    impatience.start()
    try:
        for line in server.stdout or ():
            port = line.strip().rpartition(":")[2].rstrip("/")
            if port.isdecimal():
                return int(port)
    finally:
        impatience.cancel()
    raise RuntimeError("the server did not start")


def drive(command: Sequence[str], timeout: float) -> str:
    """Run a driver on the other cores; what it prints last."""
    with on_cores(cores()[1]):
        driver = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)
    if driver.returncode != 0:
        sys.stderr.write(driver.stderr[-3000:])
        raise RuntimeError(f"{' '.join(command[:3])} failed")
    return driver.stdout.strip().splitlines()[-1]


@contextmanager
def on_cores(wanted: set[int]) -> Iterator[None]:
    """What is started meanwhile runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, wanted)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
