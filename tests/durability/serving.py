"""A real server that is ended in all ways there are."""

import http.client
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tablee.server.times import Times
from tests.server.serving import ServerProcess, ask

QUIET: Final = {"log_level": "warning", "connections_per_person": 100}
HURRIED: Final = Times(life_sign_every=0.7, outage_after=1_500, dead_after=3_000, sweep_every=1.0, overdue_after=700)
"""A third of the usual times, for tests that wait until one has passed."""


class Server(ServerProcess):
    """`tablee serve`, with all that the tests of durability do to it."""

    def __init__(self, folder: Path, **settings: object) -> None:
        super().__init__(folder, **{**QUIET, **settings})

    def end(self) -> int:
        """SIGTERM; its exit code."""
        assert self._process is not None
        process = self._process
        self.stop(signal.SIGTERM)
        return process.wait(0)

    def freeze(self) -> None:
        """The process stands still, and its connections stay open."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        os.kill(self.pid, signal.SIGCONT)

    @property
    def is_ready(self) -> bool:
        """What /readyz says."""
        try:
            return ask(self, "GET", "/readyz").status == 200
        except (OSError, http.client.HTTPException):
            return False


Serve = Callable[..., Any]
"""(name, **settings) -> a running Server."""
