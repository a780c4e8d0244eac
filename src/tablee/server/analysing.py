"""Finished games in hindsight: judged one decision after the other in another process, and kept in the store.

The process has the priority of the bots, which is the lowest there is; and before each decision it lets the bots of
games in progress go first. Findings are saved now and then, with the time, so that other processes can show them, a
restart loses little, and an analysis whose process died is resumed. After a game against bots it begins automatically,
unless that would keep someone waiting.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import monotonic, perf_counter
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from tablee.analysis.decision import Decision, decisions
from tablee.analysis.figures import engine_for
from tablee.analysis.findings import Analysis, Answer, Judged
from tablee.analysis.hindsight import analysis_of
from tablee.analysis.worker import prepare, weigh
from tablee.bots import tree
from tablee.kernel.registry import load_game
from tablee.kernel.replay import positions
from tablee.protocol.http import AnalysisShown, AnalysisStatus
from tablee.server.bots import Bots
from tablee.server.clock import now
from tablee.server.live_room import LiveRoom
from tablee.server.records import NotReadable, outcome_of, read_record
from tablee.store.contract import FinishedGame, Store, Unavailable

log = structlog.get_logger(__name__)

MOST_WAITING: Final = 100
"""Games that may wait to be analysed."""
TRY_LATER: Final = 60
"""Retry-after in seconds when the queue is full."""
PATIENCE: Final = 2.0
"""Longest wait in seconds for bots to go first, so that a busy server still gets on with analyses."""
_KEEP_EVERY: Final = 3.0
"""Seconds between saves of an unfinished analysis."""
ABANDONED: Final = 20_000
"""Milliseconds without a save after which an analysis counts as abandoned."""
QUICK: Final = 50
"""Most simulations per decision at which even a slow server analyses unasked."""
_REMEMBERED: Final = 256
"""Ended games to remember."""
_SLICE: Final = 0.002
"""Longest slice in seconds before other tasks run."""


class Kept(Struct, frozen=True):
    """An analysis as stored."""

    at: int
    """When it was kept, in milliseconds since 1970."""
    analysis: Analysis


class Analyses:
    """The analyses of one server process."""

    def __init__(self, store: Store, bots: Bots, simulations: int) -> None:
        self.store, self._bots, self._simulations = store, bots, simulations
        self.are_off = bots.are_off or simulations == 0
        self._engine = engine_for(simulations)
        self._is_slow = (tree.__file__ or "").endswith(".py")
        self._begins_unasked = not self.are_off and (not self._is_slow or simulations <= QUICK)
        self._noticed: deque[str] = deque(maxlen=_REMEMBERED)
        self._noticing: set[asyncio.Task[None]] = set()
        self._waiting: asyncio.Queue[FinishedGame] = asyncio.Queue()
        self._found: dict[str, Analysis] = {}
        """Progress of the games that wait or are under way here."""
        self._now: str | None = None
        """The game that is under way."""
        self._failed: set[str] = set()
        self._runner: asyncio.Task[None] | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def is_known(self, finished: FinishedGame) -> bool:
        """Whether a game was analysed, or is about to be."""
        if finished.id in self._found:
            return True
        kept = await self._kept(finished)
        return kept is not None and kept.analysis.is_done

    def consider(self, live: LiveRoom) -> None:
        """Analyse a game that has just ended against bots, if this process is idle."""
        play = live.room.play
        if not self._begins_unasked or play is None or play.outcome is None or play.id in self._noticed:
            return
        self._noticed.append(play.id)
        is_idle = not self._found and not self._bots.are_thinking
        if is_idle and live.room.has_bots and self._bots.is_ours(live.room):
            task = asyncio.create_task(self._begin_by_itself(play.id))
            self._noticing.add(task)
            task.add_done_callback(self._noticing.discard)

    async def _begin_by_itself(self, game: str) -> None:
        try:
            finished = await self.store.find_game(game)
            if finished is not None and not await self.is_known(finished):
                await self.begin(finished)
        except Unavailable as error:
            log.warning("analysis_not_begun", error=str(error))

    async def begin(self, finished: FinishedGame) -> bool:
        """Queue a game, resuming a started analysis; False if the queue is full."""
        if finished.id in self._found:
            return True
        if len(self._found) >= MOST_WAITING:
            return False
        self._failed.discard(finished.id)
        game, outcome = load_game(finished.game), outcome_of(finished)
        begun = analysis_of(game, outcome, 0, (), self._simulations)
        self._found[finished.id] = replace(begun, is_done=False)
        kept = await self._kept(finished)
        if kept is not None:
            self._found[finished.id] = kept.analysis
        self._waiting.put_nowait(finished)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())
        return True

    async def show(self, finished: FinishedGame, after: int = 0) -> AnalysisShown:
        """The progress and findings of an analysis; without the first `after` decisions."""
        if finished.id in self._failed:
            return AnalysisShown("failed", None, self._is_slow)
        found = self._found.get(finished.id)
        if found is not None:
            return self._shown("running" if finished.id == self._now else "waiting", found, after)
        kept = await self._kept(finished)
        if kept is None:
            return AnalysisShown("none", None, self._is_slow)
        if kept.analysis.is_done:
            return self._shown("done", kept.analysis, after)
        if now() - kept.at < ABANDONED:
            return self._shown("running", kept.analysis, after)
        # The process that worked on it has died.
        is_taken_up = not self.are_off and await self.begin(finished)
        return (
            self._shown("waiting", kept.analysis, after)
            if is_taken_up
            else AnalysisShown("failed", None, self._is_slow)
        )

    def _shown(self, status: AnalysisStatus, found: Analysis, after: int) -> AnalysisShown:
        told = tuple([replace(decision, answer=None) for decision in found.decisions[after:]])
        return AnalysisShown(status, replace(found, decisions=told), self._is_slow)

    async def answer(self, finished: FinishedGame, step: int) -> Answer | None:
        """The alternatives at a step; None if it was not or could not be judged."""
        found = self._found.get(finished.id)
        if found is None:
            kept = await self._kept(finished)
            found = None if kept is None else kept.analysis
        decided = found.decisions if found is not None else ()
        return next((decision.answer for decision in decided if decision.step == step), None)

    async def close(self) -> None:
        for task in self._noticing:
            task.cancel()
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)

    # ── One game after the other ─────────────────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        while True:
            finished = await self._waiting.get()
            self._now = finished.id
            try:
                await self._analyse(finished)
            except (NotReadable, Unavailable) as error:
                self._failed.add(finished.id)
                log.warning("analysis_failed", game=finished.game, error=str(error))
            except Exception:
                self._failed.add(finished.id)
                log.exception("analysis_failed", game=finished.game)
            finally:
                self._now = None
                del self._found[finished.id]

    async def _analyse(self, finished: FinishedGame) -> None:
        game, outcome = load_game(finished.game), outcome_of(finished)
        made = await self._decisions(finished)
        known = {decision.step for decision in self._found[finished.id].decisions}
        judged = list(self._found[finished.id].decisions)
        kept_at = 0.0
        for decision in reversed(made):
            if decision.step in known:
                continue
            await self._bots.rest(PATIENCE)
            weighing = asyncio.create_task(self._weigh(finished, decision))
            try:
                while not weighing.done():
                    if monotonic() - kept_at >= _KEEP_EVERY:
                        await self._keep(finished)
                        kept_at = monotonic()
                    await asyncio.wait({weighing}, timeout=_KEEP_EVERY)
            finally:
                weighing.cancel()
            judged.append(weighing.result())
            self._found[finished.id] = analysis_of(game, outcome, len(made), judged, self._simulations)
        self._found[finished.id] = analysis_of(game, outcome, len(made), judged, self._simulations)
        await self._keep(finished)

    async def _decisions(self, finished: FinishedGame) -> Sequence[Decision]:
        """The decisions of a game, computed in slices so that other tasks run."""
        record = await read_record(self.store, finished)
        game = load_game(finished.game)
        made: list[Decision] = []
        began = perf_counter()
        for decision in decisions(game, positions(game, record.state, record.steps)):
            made.append(decision)
            if perf_counter() - began > _SLICE:
                await asyncio.sleep(0)
                began = perf_counter()
        return made

    async def _weigh(self, finished: FinishedGame, decision: Decision) -> Judged:
        """Ask the worker; retries with a new one if it died."""
        loop, seed = asyncio.get_running_loop(), zlib.crc32(finished.id.encode())
        for is_last in (False, True):
            pool = self._process(finished.game)
            try:
                return await loop.run_in_executor(pool, weigh, finished.game, decision, seed, self._simulations)
            except BrokenProcessPool:
                log.warning("analysis_worker_died")
                self._pool = None
                if is_last:
                    raise
        raise AssertionError("unreachable")

    def _process(self, game: str) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._bots.start_workers(1)
            self._pool.submit(prepare, game)
        return self._pool

    # ── The store ────────────────────────────────────────────────────────────────────────────────────────

    async def _keep(self, finished: FinishedGame) -> None:
        body = await asyncio.to_thread(_packed, self._found[finished.id])
        await self.store.keep_analysis(finished.id, self._engine, body)

    async def _kept(self, finished: FinishedGame) -> Kept | None:
        body = await self.store.find_analysis(finished.id, self._engine)
        return None if body is None else await asyncio.to_thread(_unpacked, body)


def _packed(analysis: Analysis) -> bytes:
    return zlib.compress(msgspec.json.encode(Kept(now(), analysis)))


def _unpacked(body: bytes) -> Kept:
    return msgspec.json.decode(zlib.decompress(body), type=Kept)
