"""When a bot plays, and what if its process does not get there: its best so far, or what looks best at first sight."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any

import pytest

from tablee.bots.worker import prepare
from tablee.games.gigogne.rules import Place
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.kernel.views import Perspective, perspective
from tablee.server.bots import Bots
from tablee.server.metrics import Metrics
from tests.games.gigogne_board import drawn
from tests.patience import at_leisure
from tests.rooms.table import GIGOGNE, KITTY
from tests.server.eager import begin_eager_worker

TO_WIN = """
    ..0  ..0  ...
    ..1  ..1  ...
    ...  ...  ...
"""
"""Seat 0 to play has a line in cell 2; what is best is seen at once."""

TO_BLOCK = """
    ..1  ..1  ...
    ..0  ...  ...
    ...  ...  ...
"""
"""Seat 0 to play must block cell 2, and sees so only by looking a move ahead."""


def sight_of(drawing: str) -> Perspective:
    return perspective(GIGOGNE, drawn(drawing), 0)


def only_a_draw() -> Perspective:
    state: Any = begin(KITTY, 2, KITTY.options(), Chance.seeded(1), 0)
    sight = perspective(KITTY, state, 0)
    assert len(sight.legal) == 1
    return sight


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def bots(monkeypatch: pytest.MonkeyPatch, metrics: Metrics) -> AsyncIterator[Bots]:
    """Bots whose process has started."""
    monkeypatch.setattr("tablee.server.bots.begin_worker", begin_eager_worker)
    bots = Bots("here", 1, metrics)
    await asyncio.wrap_future(bots.warm_up("gigogne").submit(prepare, "kitty"))
    yield bots
    await bots.close()


class Thinker:
    """The process in which bots think."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def stop(self) -> None:
        """Give it no time any more."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED)  # Until then it may change its mind.

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


@pytest.fixture
async def thinker(bots: Bots) -> AsyncIterator[Thinker]:
    thinker = Thinker(await asyncio.wrap_future(bots.warm_up("gigogne").submit(os.getpid)))
    yield thinker
    thinker.go_on()


async def test_closed_bots_leave_no_thread_that_the_end_of_the_interpreter_could_meet() -> None:
    bots, before = Bots("here", 1, Metrics()), set(threading.enumerate())
    workers = [bots.warm_up("gigogne"), bots.start_workers(1)]
    await asyncio.gather(*(asyncio.wrap_future(pool.submit(os.getpid)) for pool in workers))
    await bots.close()
    assert {thread for thread in set(threading.enumerate()) - before if not thread.daemon} == set()


async def test_a_bot_plays_when_it_is_due_with_one_action_as_with_many(bots: Bots) -> None:
    sights: list[tuple[AnyGame, Perspective]] = [
        (KITTY, only_a_draw()),
        (GIGOGNE, sight_of(TO_WIN)),
        (GIGOGNE, sight_of(TO_BLOCK)),
    ]
    for game, sight in sights:
        due = monotonic() + 0.4
        assert await bots.answer(game, "hard", sight, due) in sight.legal
        assert due <= monotonic() < due + at_leisure(1)


def late(metrics: Metrics) -> float:
    """How many bots had no answer in time."""
    (counted,) = metrics.bots_late.collect()
    return counted.samples[0].value


async def test_a_bot_that_is_late_plays_its_best_so_far(bots: Bots, thinker: Thinker, metrics: Metrics) -> None:
    sight = sight_of(TO_BLOCK)
    block = sight.legal.index(Place("large", 2))
    # It thinks for as long as it may: the second of its level may be no time at all on a busy machine.
    for thought in range(1, 8):
        due, before = monotonic() + 2**thought / 4, late(metrics)
        answer = asyncio.create_task(bots.answer(GIGOGNE, "hard@60", sight, due))
        while bots.best_so_far.read(thought) != block and not answer.done():
            await asyncio.sleep(0.01)
        thinker.stop()
        best = bots.best_so_far.read(thought)
        played = await answer
        assert monotonic() >= due
        if best == block and late(metrics) > before:
            break
        thinker.go_on()
    assert (best, played) == (block, sight.legal[block])


async def test_a_bot_whose_process_says_nothing_plays_what_looks_best_at_first_sight(
    bots: Bots, thinker: Thinker
) -> None:
    thinker.stop()
    began = monotonic()
    answer = await bots.answer(GIGOGNE, "hard", sight_of(TO_WIN), began + 0.1)
    assert answer.cell == 2
    assert monotonic() - began < at_leisure(3)
