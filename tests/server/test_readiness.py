"""/readyz tells whether the store takes writes, however many ask, without writing for each of them."""

import asyncio
import sqlite3
from contextlib import closing

from tablee.server.readiness import Readiness
from tablee.store.contract import Unavailable
from tablee.store.sqlite_files import DATABASE
from tests.server.serving import ServerProcess, ask


def checks_of(server: ServerProcess) -> int:
    """How often the store was written to only to see whether it can be."""
    with closing(sqlite3.connect(f"file:{server.data / DATABASE}?mode=ro", uri=True)) as store:
        [[times]] = store.execute("SELECT times FROM checks").fetchall()
    return int(times)


def test_many_who_ask_together_cost_one_write(server: ServerProcess) -> None:
    before = checks_of(server)
    assert {ask(server, "GET", "/readyz").status for _ in range(100)} == {200}
    assert 1 <= checks_of(server) - before < 50, "a second has to pass before the next"


class Disk:
    """What is looked at: answers when it is let, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked, self.lets_go = 0, asyncio.Event()
        self.error: Unavailable | None = None

    async def check(self) -> None:
        self.asked += 1
        await self.lets_go.wait()
        if self.error is not None:
            raise self.error


async def test_those_who_ask_while_one_looks_share_the_answer() -> None:
    disk = Disk()
    readiness = Readiness(disk.check)
    asking = [asyncio.create_task(readiness.problem()) for _ in range(50)]
    await asyncio.sleep(0)
    disk.lets_go.set()
    assert await asyncio.gather(*asking) == [None] * 50
    assert disk.asked == 1


async def test_an_answer_is_kept_for_a_second_and_then_asked_for_again() -> None:
    disk, time = Disk(), [100.0]
    disk.lets_go.set()
    readiness = Readiness(disk.check, lambda: time[0])
    assert await readiness.problem() is None
    disk.error = Unavailable("the disk is full")
    time[0] += 0.9
    assert await readiness.problem() is None
    time[0] += 0.2
    assert await readiness.problem() is disk.error
    disk.error, kept = None, disk.error
    time[0] += 0.9
    assert await readiness.problem() is kept
    time[0] += 0.2
    assert await readiness.problem() is None
    assert disk.asked == 3


async def test_whoever_stops_waiting_does_not_stop_the_others() -> None:
    disk = Disk()
    readiness = Readiness(disk.check)
    first, second = (asyncio.create_task(readiness.problem()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    disk.lets_go.set()
    assert await second is None
    assert disk.asked == 1
