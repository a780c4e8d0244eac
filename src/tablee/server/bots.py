"""Bots at the tables: the process that serves a room has its bots think in workers, and plays what they say."""

import asyncio
import contextlib
import multiprocessing
import random
import secrets
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import count
from threading import Thread
from time import monotonic
from typing import Any, Final

import msgspec
import structlog
from msgspec import Raw

from tablee.bots.best_so_far import BestSoFar
from tablee.bots.levels import pause_of
from tablee.bots.simple import play_greedily
from tablee.bots.worker import begin_worker, ponder, prepare
from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective, perspective
from tablee.rooms.commands import SERVER, Act
from tablee.rooms.state import Room
from tablee.server.live_room import UNAVAILABLE, LiveRoom
from tablee.server.metrics import Metrics

log = structlog.get_logger(__name__)

HANDING_IN: Final = 0.1
"""Seconds before its move by which a bot has finished thinking, however many think at once."""
ANSWER_WITHIN: Final = 1.35
"""Seconds after which a bot that has heard nothing from its process, which may be starved or stuck, plays what looks
best at first sight: nobody waits longer for a bot than a second and a half."""
GLANCE: Final = 0.1
"""Seconds for that first sight; then the bot plays a random action."""
LOOK_AGAIN: Final = 0.02
"""Seconds between checks of what a late process has noted."""
HINT_LEVEL: Final = "hard"
HINT_WITHIN: Final = 0.9
"""Seconds until a hint is given, unless the processes are late."""
END_WITHIN: Final = 2.0
"""Seconds to wait for processes that were killed."""
TRY_AGAIN: Final = 1.0
"""Seconds after which a bot whose action could not be written, or thought of, tries again."""

SPAWN: Final = multiprocessing.get_context("spawn")

Chair = tuple[str, int]
"""(room, seat)"""


class Bots:
    """The bots of all rooms of one server process."""

    def __init__(self, process: str, workers: int, metrics: Metrics) -> None:
        self._process, self._workers, self._metrics = process, workers, metrics
        metrics.bot_workers.set(workers)
        metrics.bots_waiting.set_function(lambda: self._waiting)
        self._pool: ProcessPoolExecutor | None = None
        self._pools: list[ProcessPoolExecutor] = []
        """All pools that were started, for analyses too."""
        self._prepared: set[str] = set()
        """The games that the processes have loaded."""
        self._free = asyncio.Semaphore(workers)
        self._waiting = 0
        """The bots that wait for a free process."""
        self._thoughts = count(1)
        self.best_so_far = BestSoFar(SPAWN)
        """The best actions so far, by the number of the thought."""
        self._answering = 0
        """The bots that owe an answer, hints too."""
        self._nobody_thinks = asyncio.Event()
        self._nobody_thinks.set()
        self._glances = ThreadPoolExecutor(1, thread_name_prefix="glance")
        self._thinking: dict[Chair, asyncio.Task[None]] = {}
        self._is_closed = False

    def consider(self, live: LiveRoom) -> None:
        """Start thinking for every bot that owes an action."""
        room = live.room
        if self._workers == 0 or not room.has_bots:
            return
        self.warm_up(live.game.id)
        if room.play is None or room.play.outcome is not None or not self.is_ours(room):
            return
        for seat in live.game.to_act(room.play.state):
            chair = (room.id, seat)
            if seat < len(room.seats) and room.seats[seat].bot is not None and chair not in self._thinking:
                task = self._thinking[chair] = asyncio.create_task(self._play(live, seat))
                task.add_done_callback(partial(self._rose, live, chair))

    def _rose(self, live: LiveRoom, chair: Chair, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is not None:
            self._metrics.bots_failed.inc()
            log.error("bot_failed", room=chair[0], seat=chair[1], exc_info=task.exception())
            asyncio.get_running_loop().call_later(TRY_AGAIN, self._consider_again, live)

    def _consider_again(self, live: LiveRoom) -> None:
        if not self._is_closed:
            self.consider(live)

    def is_ours(self, room: Room) -> bool:
        """Whether this process runs the room's bots: it holds the first connected person."""
        connection = next((seat.connection for seat in room.seats if seat.connection is not None), None)
        return connection is not None and connection.startswith(f"{self._process}:")

    async def _play(self, live: LiveRoom, seat: int) -> None:
        """Act for a seat as long as it owes an action; from then on it can be asked again."""
        try:
            await self._act(live, seat)
        finally:
            self._thinking.pop((live.room.id, seat), None)

    async def _act(self, live: LiveRoom, seat: int) -> None:
        """Some turns are several actions."""
        hurry = 1.0
        while True:
            room, began = live.room, monotonic()
            play, level = room.play, room.seats[seat].bot if seat < len(room.seats) else None
            if play is None or level is None or play.outcome is not None or not self.is_ours(room):
                return
            sight = perspective(live.game, play.state, seat)
            if not sight.legal:
                return
            action = await self.answer(live.game, level, sight, began + random.uniform(*pause_of(level)) * hurry)
            act = Act(
                id=f"bot-{room.version}-{seat}",
                game=play.id,
                turn=play.turn,
                action=Raw(msgspec.json.encode(action)),
                seat=seat,
            )
            reply = await live.submit(act, SERVER)
            if reply is UNAVAILABLE and not live.is_behind:
                await asyncio.sleep(TRY_AGAIN)
            elif isinstance(reply, Refusal) and live.room is room:
                return
            hurry = 0.5  # What follows in the same turn was already thought of.

    async def answer(self, game: AnyGame, level: str, sight: Perspective, due: float) -> Any:
        """Find a bot's action, handed over when due and not before: its time must not reveal what only it can see.

        A single legal action is asked for like any other, so that even a slow machine tells nothing.
        """
        began, thought = monotonic(), next(self._thoughts)
        self._answering += 1
        self._nobody_thinks.clear()
        asked = asyncio.create_task(self._ask(game.id, level, sight, due - HANDING_IN, thought))
        try:
            await asyncio.sleep(due - monotonic())
            while not asked.done():
                choice, has_waited = self.best_so_far.read(thought), monotonic() - began
                if choice is None and has_waited < ANSWER_WITHIN:
                    await asyncio.wait({asked}, timeout=LOOK_AGAIN)
                    continue
                self._metrics.bots_late.inc()
                self._metrics.thinking.add(has_waited)
                log.info("bot_late", game=game.id, level_of_bot=level, has_thought=choice is not None)
                return await self._glance(game, sight) if choice is None else sight.legal[choice]
            return sight.legal[asked.result()]
        finally:
            asked.cancel()
            self._answering -= 1
            if self._answering == 0:
                self._nobody_thinks.set()

    async def rest(self, seconds: float) -> None:
        """Wait until no bot has to think, or for this long at most: work that nobody waits for yields to bots."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nobody_thinks.wait()

    @property
    def are_thinking(self) -> bool:
        return self._answering > 0

    @property
    def are_off(self) -> bool:
        return self._workers == 0

    async def hint(self, game: AnyGame, sight: Perspective) -> Any:
        """Find what a good player would do with this seat's sight."""
        self.warm_up(game.id)
        return await self.answer(game, HINT_LEVEL, sight, monotonic() + HINT_WITHIN)

    async def _glance(self, game: AnyGame, sight: Perspective) -> Any:
        """Find what looks best at first sight, in a thread: no process may be able to."""
        loop, dice = asyncio.get_running_loop(), Dice(secrets.randbits(60))
        try:
            async with asyncio.timeout(GLANCE):
                return await loop.run_in_executor(self._glances, play_greedily, game, sight, dice)
        except TimeoutError:
            return random.choice(sight.legal)
        except Exception:
            log.exception("glance_failed", game=game.id)
            return random.choice(sight.legal)

    async def _ask(self, game: str, level: str, sight: Perspective, until: float, thought: int) -> int:
        """The place of what a bot plays among the legal actions, known by then."""
        began = monotonic()
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            # Split the remaining time among the bots queued for each process.
            now = monotonic()
            share = (until - now) / (1 + -(-self._waiting // self._workers))
            choice = await self._ponder(game, level, sight, now + share, thought)
        finally:
            self._free.release()
        self._metrics.thinking.add(monotonic() - began)
        return choice

    async def _ponder(self, game: str, level: str, sight: Perspective, until: float, thought: int) -> int:
        """Ask a worker; retries with a new one if it died."""
        loop = asyncio.get_running_loop()
        for is_last in (False, True):
            pool = self.warm_up(game)
            try:
                return await loop.run_in_executor(
                    pool, ponder, game, level, sight, until, secrets.randbits(60), thought
                )
            except BrokenProcessPool:
                log.warning("bot_worker_died")
                if self._pool is pool:
                    self._pool = None
                if is_last:
                    raise
        raise AssertionError("unreachable")

    def warm_up(self, game: str) -> ProcessPoolExecutor:
        """Start the pool and load a game in its processes, while people are still sitting down."""
        if self._pool is None:
            self._pool = self.start_workers(self._workers)
            self._prepared.clear()
        if game not in self._prepared:
            self._prepared.add(game)
            for _ in range(self._workers):
                self._pool.submit(prepare, game)
        return self._pool

    def start_workers(self, number: int) -> ProcessPoolExecutor:
        """Processes of the lowest priority, which end with the bots."""
        pool = ProcessPoolExecutor(number, mp_context=SPAWN, initializer=begin_worker, initargs=(self.best_so_far,))
        self._pools.append(pool)
        return pool

    async def close(self) -> None:
        self._is_closed = True
        for task in [*self._thinking.values()]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        # Each has a thread that watches over its workers; the interpreter must not end while one of them does. A worker
        # that can't be killed doesn't keep us, though.
        ending = [Thread(target=partial(pool.shutdown, cancel_futures=True), daemon=True) for pool in self._pools]
        for thread in ending:
            thread.start()
        for worker in multiprocessing.active_children():
            worker.kill()
        given_up_at = monotonic() + END_WITHIN
        while any(thread.is_alive() for thread in ending) and monotonic() < given_up_at:
            await asyncio.sleep(LOOK_AGAIN)
        self._glances.shutdown(wait=False, cancel_futures=True)
