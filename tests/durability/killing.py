"""The kill test: players in all five games at full speed, and a server that is killed at random moments."""

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablee.server.clock import now
from tablee.server.times import TIMES
from tablee.store.opening import open_store
from tablee.testing.postgres import PostgresServer
from tests.durability.audit import Downtime, Findings, audit
from tests.durability.players import Party, parties_of_all_games, play_on, stop
from tests.durability.serving import Server
from tests.durability.trouble import trouble

PATIENCE: Final = 60.0
"""Seconds in which everybody is back and plays, on a busy machine too."""


async def kill_again_and_again(
    folder: Path,
    database: str,
    kills: int,
    seed: int,
    *,
    longest_play: float = 1.5,
    longest_down: float = 1.0,
    hard_times: "HardTimes | None" = None,
    say: Callable[[str], None] = lambda _: None,
) -> Findings:
    """Play, kill the server and start it again, so many times; then compare what was told with what is there."""
    chance = random.Random(seed)
    server = Server(folder, database=database)
    await asyncio.to_thread(server.start)
    parties = parties_of_all_games([[server.address]], chance)
    tasks = [asyncio.create_task(party.play()) for party in parties]
    downtimes: list[Downtime] = []
    growth = None
    try:
        with nullcontext() if hard_times is None else trouble(server):
            await play_on(parties, 1, PATIENCE)
            for number in range(1, kills + 1):
                await asyncio.sleep(chance.uniform(0, longest_play))
                killed_at = now()
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(chance.uniform(0, longest_down))
                await asyncio.to_thread(server.start)
                downtimes.append((killed_at, now()))
                # Every client comes back by itself, and every game goes on.
                await play_on(parties, 1, PATIENCE)
                acked = sum(party.acked for party in parties)
                say(f"kill {number} of {kills}: down for {downtimes[-1][1] - killed_at} ms, {acked:,} actions so far")
                if hard_times is not None and number % hard_times.every == 0:
                    downtimes += await hard_times.strike(server, chance, say)
                    await play_on(parties, 1, PATIENCE)
            if hard_times is not None:
                growth = await hard_times.watch_memory(server, say)
    finally:
        await stop(tasks, parties)
        await asyncio.to_thread(server.stop)
    findings = await audit_of(database, server.data, parties, downtimes)
    if hard_times is not None and hard_times.database is not None:
        findings.faults += server.lines_besides("debug", "info", "warning")  # without its database it has to warn
    else:
        findings.faults += server.faults
    if growth is not None and growth > 0.1:
        findings.faults.append(f"the server's memory grew by {growth:.0%} while nothing else did")
    return findings


@dataclass(frozen=True)
class HardTimes:
    """What else befalls a server in the soak: trouble all the time, and now and then worse."""

    database: PostgresServer | None
    """The one it uses, if it uses one: it is killed too."""
    every: int = 10
    """So many kills apart."""
    warming_up: float = 90.0
    """Seconds: as long as rooms without anybody stay in memory, and some more."""
    watching: float = 90.0

    async def strike(self, server: Server, chance: random.Random, say: Callable[[str], None]) -> list[Downtime]:
        """The process is stopped, and PostgreSQL killed, each for longer than what still counts as serving."""
        began_at = now()
        await asyncio.to_thread(server.freeze)
        await asyncio.sleep(chance.uniform(TIMES.outage_after / 1000 + 1, TIMES.outage_after / 1000 + 3))
        await asyncio.to_thread(server.thaw)
        downtimes = [(began_at, now())]
        say(f"stopped for {downtimes[0][1] - began_at} ms")
        if self.database is not None:
            await asyncio.sleep(2 * TIMES.life_sign_every)  # It lives again, and has said so.
            began_at = now()
            await asyncio.to_thread(self.database.kill)
            await asyncio.sleep(chance.uniform(TIMES.outage_after / 1000 + 1, TIMES.outage_after / 1000 + 3))
            await asyncio.to_thread(self.database.start)
            downtimes.append((began_at, now()))
            say(f"PostgreSQL was gone for {downtimes[1][1] - began_at} ms")
        return downtimes

    async def watch_memory(self, server: Server, say: Callable[[str], None]) -> float:
        """By how much the process grows while people play on and others make trouble."""
        await asyncio.sleep(self.warming_up)
        before = resident(server.pid)
        await asyncio.sleep(self.watching)
        after = resident(server.pid)
        say(f"memory: {before >> 20} MiB after {self.warming_up:.0f} s, {after >> 20} MiB {self.watching:.0f} s later")
        return after / before - 1


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def audit_of(database: str, data: Path, parties: Sequence[Party], downtimes: Sequence[Downtime] = ()) -> Findings:
    """What the players of those parties were told, compared with what is in the store."""
    store = open_store(database or None, data)
    await store.open("audit", now(), TIMES.dead_after)
    try:
        rooms = [room for party in parties for room in party.rooms]
        players = [player for party in parties for player in party.players]
        return await audit(store, rooms, players, downtimes)
    finally:
        await store.close()
