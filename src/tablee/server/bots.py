"""Bots at the tables: whoever serves a room has its bots think, in processes of their own, and plays what they say."""

import asyncio
import contextlib
import multiprocessing
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from time import perf_counter
from typing import Final

import msgspec
import structlog

from tablee.bots.worker import begin_worker, ponder, prepare
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import Perspective, perspective
from tablee.rooms.commands import SERVER, Act
from tablee.rooms.state import Room
from tablee.server.live import UNAVAILABLE, LiveRoom
from tablee.server.metrics import Metrics

log = structlog.get_logger(__name__)

THINK_WITHIN: Final = 1.15
"""Seconds from the turn's begin in which a bot is done thinking, however many think at once."""
ANSWER_WITHIN: Final = 1.35
"""Seconds after which a bot that has heard nothing from its process, which may be starved or stuck, plays anything:
nobody waits longer for a bot than a second and a half."""
LEAST_THOUGHT: Final = 0.001
"""Seconds that a bot thinks even if its time is over: a few simulations are still better than none."""
SHORTEST_PAUSE: Final = 0.45
LONGEST_PAUSE: Final = 0.9
"""Seconds: nobody wants to play against something that answers before the piece has landed."""
TRY_AGAIN: Final = 1.0
"""Seconds after which a bot whose action could not be written, or thought of, tries again."""

NAMES: Final = ("Colombe", "Ondine", "Basile", "Pépin", "Isaure", "Anatole", "Ninon", "Achille", "Violette", "Ernest")
"""People who sit in for people; a name that is taken at the table is not given twice."""

Chair = tuple[str, int]
"""(room, seat)"""


class Bots:
    """The bots of all rooms of one server process."""

    def __init__(self, process: str, workers: int, metrics: Metrics) -> None:
        self._process, self._workers, self._metrics = process, workers, metrics
        metrics.bot_workers.set(workers)
        metrics.bots_waiting.set_function(lambda: self._waiting)
        self._pool: ProcessPoolExecutor | None = None
        self._prepared: set[str] = set()
        """The games that the processes have loaded."""
        self._free = asyncio.Semaphore(workers)
        self._waiting = 0
        """The bots that wait for a free process."""
        self._thinking: dict[Chair, asyncio.Task[None]] = {}
        self._is_closed = False

    def consider(self, live: LiveRoom) -> None:
        """Something changed in a room: have those bots think that owe an action now."""
        room = live.room
        if self._workers == 0 or not any(seat.bot is not None for seat in room.seats):
            return
        self._warm_up(live.game.id)
        if room.play is None or room.play.outcome is not None or not self.is_ours(room):
            return
        for seat in live.game.to_act(room.play.state):
            chair = (room.id, seat)
            if seat < len(room.seats) and room.seats[seat].bot is not None and chair not in self._thinking:
                task = self._thinking[chair] = asyncio.create_task(self._play(live, seat))
                task.add_done_callback(partial(self._rose, live, chair))

    def _rose(self, live: LiveRoom, chair: Chair, task: "asyncio.Task[None]") -> None:
        self._thinking.pop(chair, None)
        if not task.cancelled() and task.exception() is not None:
            self._metrics.bots_failed.inc()
            log.error("bot_failed", room=chair[0], seat=chair[1], exc_info=task.exception())
            asyncio.get_running_loop().call_later(TRY_AGAIN, self._consider_again, live)

    def _consider_again(self, live: LiveRoom) -> None:
        if not self._is_closed:
            self.consider(live)

    def is_ours(self, room: Room) -> bool:
        """Whether this process has the first of the people who are connected: then no other has these bots think."""
        connection = next((seat.connection for seat in room.seats if seat.connection is not None), None)
        return connection is not None and connection.startswith(f"{self._process}:")

    async def _play(self, live: LiveRoom, seat: int) -> None:
        """Act for a seat as long as it owes an action: some turns are several."""
        shortest, longest = SHORTEST_PAUSE, LONGEST_PAUSE
        while True:
            room, began = live.room, perf_counter()
            play, level = room.play, room.seats[seat].bot if seat < len(room.seats) else None
            if play is None or level is None or play.outcome is not None or not self.is_ours(room):
                return
            sight = perspective(live.game, play.state, seat)
            if not sight.legal:
                return
            answer = await self._answer(live.game.id, level, sight, began)
            self._metrics.thinking.add(perf_counter() - began)
            pause = random.uniform(shortest, longest) - (perf_counter() - began)
            if pause > 0:
                await asyncio.sleep(pause)
            act = Act(
                SERVER,
                connection=None,
                game=play.id,
                turn=play.state.turn,
                id=f"bot-{room.version}-{seat}",
                action=msgspec.json.decode(answer),
                seat=seat,
            )
            reply = await live.submit(act)
            if reply is UNAVAILABLE and not live.is_behind:
                await asyncio.sleep(TRY_AGAIN)
            elif isinstance(reply, Refusal) and live.room is room:
                return
            # What follows in the same turn was already thought of.
            shortest, longest = SHORTEST_PAUSE / 2, LONGEST_PAUSE / 2

    async def _answer(self, game: str, level: str, sight: Perspective, began: float) -> bytes:
        """What a bot plays, in time in any case."""
        try:
            return await asyncio.wait_for(self._ask(game, level, sight, began + THINK_WITHIN), ANSWER_WITHIN)
        except TimeoutError:
            self._metrics.bots_late.inc()
            log.info("bot_late", game=game, level_of_bot=level)
            return msgspec.json.encode(random.choice(sight.legal))

    async def _ask(self, game: str, level: str, sight: Perspective, until: float) -> bytes:
        """What a bot plays, known by then."""
        if len(sight.legal) == 1:
            return msgspec.json.encode(sight.legal[0])
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            # What is left of the time is shared with those who wait: as many one after the other as there are for
            # each process.
            share = (until - perf_counter()) / (1 + -(-self._waiting // self._workers))
            return await self._ponder(game, level, sight, max(LEAST_THOUGHT, share))
        finally:
            self._free.release()

    async def _ponder(self, game: str, level: str, sight: Perspective, seconds: float) -> bytes:
        """What a process says; a new one is asked where one died."""
        loop = asyncio.get_running_loop()
        for is_last in (False, True):
            pool = self._warm_up(game)
            try:
                return await loop.run_in_executor(pool, ponder, game, level, sight, seconds, secrets.randbits(60))
            except BrokenProcessPool:
                log.warning("bot_worker_died")
                if self._pool is pool:
                    self._pool = None
                if is_last:
                    raise
        raise AssertionError("unreachable")

    def _warm_up(self, game: str) -> ProcessPoolExecutor:
        """The pool, whose processes start and load a game while people are still sitting down."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=begin_worker)
            self._prepared.clear()
        if game not in self._prepared:
            self._prepared.add(game)
            for _ in range(self._workers):
                self._pool.submit(prepare, game)
        return self._pool

    async def close(self) -> None:
        """Stop thinking."""
        self._is_closed = True
        for task in [*self._thinking.values()]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def name_for(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    free = [name for name in NAMES if name not in taken]
    return random.choice(free) if free else f"Bot {len(taken)}"
