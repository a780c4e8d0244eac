"""The lab, let loose on a game as its file is now: one examination at a time, in a process of its own."""

import asyncio
import contextlib
import os
import re
import secrets
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tablee.design.faults import Fault
from tablee.design.session import Deal
from tablee.design.wire import ExaminedShown
from tablee.kernel.words import Text
from tablee.lab.report.plan import spelled
from tablee.lab.workers import PROGRESS

GAMES: Final = 100
"""Of the main match: about a minute for a small game."""
_COUNTED: Final = re.compile(r"(\d+)/(\d+)")


class Examination:
    """How far it is, and its report."""

    def __init__(self) -> None:
        self.page = b""
        self._shown = ExaminedShown()
        self._task: asyncio.Task[None] | None = None

    @property
    def shown(self) -> ExaminedShown:
        return self._shown

    def begin(self, game: str, deal: Deal) -> None:
        """Examine a game with the seats, options and seed of a deal; nothing if one is being examined."""
        if not self._shown.is_running:
            self._shown = ExaminedShown(is_running=True)
            self._task = asyncio.create_task(self._run(game, deal))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, game: str, deal: Deal) -> None:
        with TemporaryDirectory() as folder:
            report = Path(folder) / "report.html"
            options = [word for key, value in deal.options.items() for word in ("--option", f"{key}={spelled(value)}")]
            asked = ["-o", str(report), "--games", str(GAMES), "--seats", str(deal.seats), "--seed", str(deal.seed)]
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tablee.cli", "lab", "report", game, *asked, *options),
                env={**os.environ, PROGRESS: "lines"},
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            try:
                said = await self._follow(process)
            finally:
                # With all that plays for it.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            if await process.wait():
                self._shown = ExaminedShown(fault=Fault(Text(said, said)))
            else:
                self.page = report.read_bytes()
                self._shown = ExaminedShown(address=f"/report/{secrets.token_urlsafe(16)}")

    async def _follow(self, process: asyncio.subprocess.Process) -> str:
        """Tell how far it is, until it ends; the last that it said beside."""
        said = ""
        assert process.stderr is not None  # noqa: S101 - it is piped
        async for line in process.stderr:
            text = line.decode(errors="replace").strip()
            counted = _COUNTED.fullmatch(text)
            if counted:
                self._shown = ExaminedShown(is_running=True, done=int(counted[1]), total=int(counted[2]))
            else:
                said = text or said
        return said
