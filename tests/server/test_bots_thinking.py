"""Bots that think hard, through the real server: in time however many there are, and never in the event loop."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.bots.levels import pause_of, searcher
from tablee.bots.tree import search
from tablee.client import Client, Table
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective
from tests.patience import at_leisure
from tests.server import watched
from tests.server.serving import ServerProcess

IN_TIME = 1.5
GAMES = [("ninth", 2), ("diggers", 4), ("noe", 3), ("gigogne", 4), ("kitty", 2)]
TICTACTOE = "examples/tictactoe/tictactoe.py"


class WatchedServer(ServerProcess):
    module = "tests.server.watched"

    @property
    def gaps(self) -> watched.Gaps:
        """What the watchdog saw, once the server has stopped."""
        return msgspec.json.decode((self.data / watched.FILE).read_bytes(), type=watched.Gaps)


async def sit_among_bots(person: Client, game: str, seats: int, level: str = "hard") -> Table:
    """A table where all others are bots."""
    made = await person.create_room(game, capacity=seats, policy="full", clock=0, bots=[level] * (seats - 1))
    return await person.join(made.code)


async def waits_for_bots(table: Table, actions: int) -> list[float]:
    """Act so often; how long it took from each thing that happened to what a bot did next."""
    waits: list[float] = []
    last = time.perf_counter()
    async for room in table.changes():
        waits.append(time.perf_counter() - last)
        if room["play"]["outcome"] is not None:
            break
        legal = next((seen["legal"] for seen in room["play"]["seen"] if seen["legal"]), None)
        if legal is not None:
            if actions == 0:
                break
            actions -= 1
            await table.act(legal[-1])
        last = time.perf_counter()
    return waits


def usual(waits: list[float]) -> float:
    """Nearly the longest: where other tests run beside this one, the machine itself may hold up an answer or two."""
    return sorted(waits)[len(waits) * 9 // 10]


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a_bot_that_thinks_hard_answers_within_a_second_and_a_half(
    server: ServerProcess, game: str, seats: int
) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        table = await sit_among_bots(ada, game, seats)
        waits = await asyncio.wait_for(waits_for_bots(table, 2), at_leisure(60))
    assert len(waits) > 2
    assert usual(waits) < at_leisure(IN_TIME)


async def test_twenty_bots_that_think_at_once_share_the_time(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(await Client.connect(server.address, "Ada")) for _ in range(7)]
        tables = [await sit_among_bots(person, "diggers", 4) for person in people]
        waits = await asyncio.wait_for(asyncio.gather(*(waits_for_bots(table, 3) for table in tables)), at_leisure(60))
    assert usual([wait for some in waits for wait in some]) < at_leisure(IN_TIME)


async def test_a_bot_whose_process_is_stuck_answers_in_time_all_the_same(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        async with await Client.connect(server.address, "Ada") as ada:
            table = await sit_among_bots(ada, "ninth", 2)
            assert len(await asyncio.wait_for(waits_for_bots(table, 1), at_leisure(30))) > 0
            waits: list[float] = []
            with held_up(*thinkers_of(server)):
                async with asyncio.timeout(at_leisure(60)):
                    while len(waits) <= 3 or "bot_late" not in server.log:
                        waits += await waits_for_bots(table, 2)
    assert usual(waits) < at_leisure(IN_TIME), "without its process"


async def test_the_processes_of_a_killed_server_end_by_themselves_also_one_that_is_stopped(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, bot_workers=2).start()
    async with await Client.connect(server.address, "Ada") as ada:
        table = await sit_among_bots(ada, "noe", 3)
        await asyncio.wait_for(waits_for_bots(table, 1), at_leisure(30))
        thinkers = thinkers_of(server)
        assert len(thinkers) == 2
        os.kill(thinkers[0], signal.SIGSTOP)
        server.kill()
    try:
        async with asyncio.timeout(30):
            while any(is_running(pid) for pid in thinkers):
                await asyncio.sleep(0.05)
    finally:
        for pid in filter(is_running, thinkers):
            os.kill(pid, signal.SIGKILL)


async def test_a_bot_that_can_only_draw_takes_the_time_of_one_that_thinks_hard(server: ServerProcess) -> None:
    shortest, _ = pause_of("hard")
    waits: list[float] = []
    async with await Client.connect(server.address, "Ada") as ada, asyncio.timeout(at_leisure(60)):
        table = await sit_among_bots(ada, "kitty", 2)
        owed_since: float | None = None
        async for room in table.changes():
            seen = room["play"]["seen"][0]
            owes_draw = seen["view"]["active"] == 1 and seen["view"]["owes_draw"]
            if owed_since is not None and not owes_draw:
                waits.append(time.perf_counter() - owed_since)
            if len(waits) == 3:
                break
            owed_since = time.perf_counter() if owes_draw else None
            if seen["legal"]:
                await table.act(seen["legal"][-1])
    assert min(waits) > shortest * 0.95


def thinkers_of(server: ServerProcess) -> list[int]:
    """The processes in which a server's bots think."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def is_running(pid: int) -> bool:
    """Whether a process has not ended, be it stopped; nobody may have taken note of one that has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def held_up(*pids: int) -> Iterator[None]:
    """Those processes get no time at all."""
    assert pids
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_a_bot_never_blocks_the_event_loop(tmp_path: Path) -> None:
    with WatchedServer(tmp_path) as server:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(await Client.connect(server.address, "Ada")) for _ in GAMES]
            tables = [await sit_among_bots(person, *game) for person, game in zip(people, GAMES, strict=True)]
            await asyncio.wait_for(asyncio.gather(*(waits_for_bots(table, 2) for table in tables)), at_leisure(60))
    assert 0 < server.gaps.worked < 0.1
    assert server.gaps.passed < at_leisure(0.8)


async def test_the_watchdog_sees_a_bot_that_thinks_in_the_loop() -> None:
    game = load_game("gigogne")
    state: Any = begin(game, 2, game.options(), Chance.seeded(1), 0)
    form, _ = searcher(game)(2, perspective(game, state, 0))
    gaps = watched.Gaps()
    watching = asyncio.create_task(watched.watch(gaps))
    await asyncio.sleep(0)
    began = time.thread_time()
    while time.thread_time() - began < 0.3:
        search(form, 0, Dice(1), 0, 0.1, 0.7)
    await asyncio.sleep(3 * watched.TICK)
    watching.cancel()
    assert gaps.worked > 0.3
    assert gaps.passed > 0.3


async def test_bots_think_about_a_game_from_a_file(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, games=TICTACTOE) as server:
        async with await Client.connect(server.address, "Ada") as ada:
            table = await sit_among_bots(ada, "tictactoe", 2)
            waits = await asyncio.wait_for(waits_for_bots(table, 9), at_leisure(60))
            assert table.outcome is not None
    assert usual(waits) < at_leisure(IN_TIME)
    assert not server.faults
