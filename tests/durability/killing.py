"""The kill test: players in all five games at full speed, and a server that is killed at random moments."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from tablee.server.clock import now
from tablee.server.hall import DEAD_AFTER
from tablee.store.opening import open_store
from tests.durability.audit import Downtime, Findings, audit
from tests.durability.players import Party, parties_of_all_games, play_on, stop
from tests.durability.serving import Server


async def kill_again_and_again(
    folder: Path,
    database: str,
    kills: int,
    seed: int,
    *,
    longest_play: float = 1.5,
    longest_down: float = 1.0,
    say: Callable[[str], None] = lambda _: None,
) -> Findings:
    """Play, kill the server and start it again, so many times; then compare what was told with what is there."""
    chance = random.Random(seed)
    server = Server(folder, database=database)
    await asyncio.to_thread(server.start)
    parties = parties_of_all_games([[server.address]], chance)
    tasks = [asyncio.create_task(party.play()) for party in parties]
    downtimes: list[Downtime] = []
    try:
        await play_on(parties, 1)
        for number in range(1, kills + 1):
            await asyncio.sleep(chance.uniform(0, longest_play))
            killed_at = now()
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(chance.uniform(0, longest_down))
            await asyncio.to_thread(server.start)
            downtimes.append((killed_at, now()))
            # Every client comes back by itself, and every game goes on.
            await play_on(parties, 1)
            acked = sum(party.acked for party in parties)
            say(f"kill {number} of {kills}: down for {downtimes[-1][1] - killed_at} ms, {acked:,} actions so far")
    finally:
        await stop(tasks, parties)
        await asyncio.to_thread(server.stop)
    findings = await audit_of(database, server.data, parties, downtimes)
    findings.faults += server.faults
    return findings


async def audit_of(database: str, data: Path, parties: Sequence[Party], downtimes: Sequence[Downtime] = ()) -> Findings:
    """What the players of those parties were told, compared with what is in the store."""
    store = open_store(database or None, data)
    await store.open("audit", now(), DEAD_AFTER)
    try:
        rooms = [room for party in parties for room in party.rooms]
        players = [player for party in parties for player in party.players]
        return await audit(store, rooms, players, downtimes)
    finally:
        await store.close()
