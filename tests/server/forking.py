"""Processes that are forked from one that has imported the server already: importing takes longer than most tests.

    the tests ──an order and its files──▶ template ──forks──▶ guardian ──forks──▶ `tablee serve`
        ▲                                                        │
        └──────────── a pipe: the process's id, then how it ended ┘

One template serves all tests of a worker, and ends with it.
"""

import atexit
import gc
import json
import mimetypes
import os
import runpy
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing.connection import wait
from typing import IO, Any, Final, NoReturn

_NUMBER: Final = struct.Struct("i")
LATE: Final = (
    *("asyncpg", "litestar._kwargs", "litestar.exceptions.responses", "litestar.middleware.allowed_hosts"),
    *("litestar.middleware.csrf", "litestar.middleware.response_cache", "litestar.plugins.attrs"),
    *("litestar.middleware._internal.exceptions", "multiprocessing.sharedctypes", "uvicorn.lifespan.off", "uvloop"),
    *("tablee.cli", "tablee.server.process", "tablee.store.postgres", "tablee.store.sqlite"),
)
"""What a server, or a library of its, imports only when it starts."""


class Forked:
    """Runs a module as `python -m` does; used like subprocess.Popen."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str], log: IO[bytes]) -> None:
        said, out = os.pipe()
        self._status, status = os.pipe()
        with tempfile.TemporaryFile("w+") as order:
            json.dump([module, [*arguments], {**environment}], order)
            order.seek(0)
            socket.send_fds(_template()[0], [b"!"], [order.fileno(), out, log.fileno(), status])
        os.close(out)
        os.close(status)
        self.stdout = open(said, encoding="utf-8")  # noqa: PTH123, SIM115 - a pipe, which its user closes
        self.pid = self._read()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float) -> int:
        if self.returncode is None:
            if not wait([self._status], timeout):
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            self.returncode = self._read()
            os.close(self._status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _read(self) -> int:
        (number,) = _NUMBER.unpack(os.read(self._status, _NUMBER.size))
        return int(number)


@cache
def _template() -> "tuple[socket.socket, subprocess.Popen[bytes]]":
    ours, its = socket.socketpair()
    command = [sys.executable, "-m", __name__, str(its.fileno())]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], start_new_session=True)
    its.close()
    atexit.register(_end, ours, process)
    return ours, process


def _end(orders: socket.socket, template: "subprocess.Popen[bytes]") -> None:
    """Wait for it, so that the time it took is counted with that of the tests."""
    orders.close()
    template.wait(30)


# ── The template ─────────────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    _import_all()
    # What is here already needs no look from any server's collector, whose marks would have it copied.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        order = _order(orders)
    if order is not None:
        module, given, environment = order
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = [module, *given]
        runpy.run_module(module, run_name="__main__", alter_sys=True)


def _import_all() -> None:
    """Import what a server does, also what it imports late, and read what it reads of the system."""
    from tablee.admin import deeds  # noqa: F401 - imported here once for all
    from tablee.kernel.registry import game_ids, load_game

    for game in game_ids():
        load_game(game)
    for name in LATE:
        import_module(name)
    mimetypes.init()


def _order(orders: socket.socket) -> Any:
    """Return each order in a process of its own; None in this one, when the tests have ended."""
    signal.signal(signal.SIGCHLD, _bury)
    while True:
        said, files, _, _ = socket.recv_fds(orders, 1, 4)
        if not said:
            return None
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            pid = os.fork()
            if pid == 0:
                return _taken(*files)
            _guard(pid, *files)
        for file in files:
            os.close(file)


def _bury(*_: object) -> None:
    """Take note of guardians that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _taken(order: int, out: int, log: int, status: int) -> Any:
    os.setsid()
    os.close(status)
    for file, number in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (log, 2)):
        os.dup2(file, number)
        os.close(file)
    with open(order, encoding="utf-8") as text:
        return json.load(text)


def _guard(pid: int, order: int, out: int, log: int, status: int) -> NoReturn:
    for file in (order, out, log):
        os.close(file)
    os.write(status, _NUMBER.pack(pid))
    _, ended = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):  # nobody asks any more
        os.write(status, _NUMBER.pack(os.waitstatus_to_exitcode(ended)))
    os._exit(0)


if __name__ == "__main__":
    main()
