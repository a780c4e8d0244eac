"""When a bot plays, and what if its process does not get there: its best so far, or what looks best at first sight."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
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
async def bots(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bots]:
    """Bots whose process has started."""
    monkeypatch.setattr("tablee.server.bots.begin_worker", begin_eager_worker)
    bots = Bots("here", 1, Metrics())
    await asyncio.wrap_future(bots.warm_up("gigogne").submit(prepare, "kitty"))
    yield bots
    await bots.close()


@pytest.fixture
async def stop_thinking(bots: Bots) -> AsyncIterator[Callable[[], None]]:
    """Give the bots' process no time any more."""
    pid = await asyncio.wrap_future(bots.warm_up("gigogne").submit(os.getpid))

    def stop() -> None:
        os.kill(pid, signal.SIGSTOP)
        os.waitid(os.P_PID, pid, os.WSTOPPED)  # Until then it may change its mind.

    yield stop
    os.kill(pid, signal.SIGCONT)


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


async def test_a_bot_that_is_late_plays_its_best_so_far(bots: Bots, stop_thinking: Callable[[], None]) -> None:
    sight, block = sight_of(TO_BLOCK), Place("large", 2)
    for thought in range(1, 9):  # On a busy machine the process may get no time at all for a while.
        due = monotonic() + at_leisure(1)
        answer = asyncio.create_task(bots.answer(GIGOGNE, "hard", sight, due))
        while bots.best_so_far.read(thought) != sight.legal.index(block) and not answer.done():
            await asyncio.sleep(0.01)
        if not answer.done():
            break
    stop_thinking()
    best = bots.best_so_far.read(thought)
    assert best is not None
    assert await answer == sight.legal[best]
    assert monotonic() >= due


async def test_a_bot_whose_process_says_nothing_plays_what_looks_best_at_first_sight(
    bots: Bots, stop_thinking: Callable[[], None]
) -> None:
    stop_thinking()
    began = monotonic()
    answer = await bots.answer(GIGOGNE, "hard", sight_of(TO_WIN), began + 0.1)
    assert answer.cell == 2
    assert monotonic() - began < at_leisure(3)
