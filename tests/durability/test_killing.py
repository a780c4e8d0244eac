"""The server killed under load; the long form is soak.py."""

import asyncio
import random
from pathlib import Path

from tablee.client import Client
from tablee.rooms.state import GRACE
from tablee.server.clock import now
from tablee.server.times import TIMES
from tablee.store.opening import open_store
from tests.durability.audit import History, audit
from tests.durability.killing import audit_of, kill_again_and_again
from tests.durability.players import parties_of_all_games, play_on, stop
from tests.durability.serving import Serve, Server
from tests.patience import at_leisure


async def test_a_server_that_is_killed_at_random_moments_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, database: str
) -> None:
    findings = await kill_again_and_again(tmp_path, database, kills=3, seed=len(database), longest_play=0.5)
    assert findings.faults == []
    assert findings.acked > 100


async def test_time_during_which_the_server_was_down_is_charged_to_nobody(serve: Serve, database: str) -> None:
    server: Server = await asyncio.to_thread(serve, database=database)
    ann, ben = await Client.connect(server.address, "Ann"), await Client.connect(server.address, "Ben")
    try:
        room = (await ann.create_room("gigogne", clock=2)).id
        await ann.join(room)
        table = await ben.join(room)
        await table.until(lambda room: room["status"] == "playing")
        down_at = now()
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(2.5)  # longer than the clock
        await asyncio.to_thread(server.start)
        up_at = now()
        await table.until(lambda room: room["status"] == "finished" or room["play"]["seen"][0]["turn"] > 0)
    finally:
        await ann.close()
        await ben.close()
    assert await asyncio.to_thread(server.end) == 0
    store = open_store(database or None, server.data)
    await store.open("audit", now(), TIMES.dead_after)
    try:
        findings = await audit(store, [room], [], [(down_at, up_at)])
    finally:
        await store.close()
    assert findings.timeouts, "it did run out, once that time was over"
    assert findings.faults == []


async def test_who_does_not_come_back_to_a_waiting_room_after_a_kill_has_a_minute_from_the_start_on(
    serve: Serve, database: str
) -> None:
    server: Server = await asyncio.to_thread(serve, database=database)
    ann, ben = await Client.connect(server.address, "Ann"), await Client.connect(server.address, "Ben")
    room = (await ann.create_room("diggers", capacity=3)).id
    await ann.join(room)
    await ben.join(room)
    await asyncio.to_thread(server.kill)
    await ann.close()
    await ben.close()
    up_at = now()
    await asyncio.to_thread(server.start)
    async with await Client.connect(server.address, "Cleo") as cleo:
        # The list comes from the store: it touches no room.
        async with asyncio.timeout(20):
            while (await cleo.rooms()).rooms[0].active_at < up_at:
                await asyncio.sleep(0.1)
    assert await asyncio.to_thread(server.end) == 0
    store = open_store(database or None, server.data)
    await store.open("audit", now(), TIMES.dead_after)
    try:
        left = (await History.read(store, room)).states[-1]
        due = await store.due(now() + 2 * GRACE, 10)  # The moment without a server counts for nobody.
    finally:
        await store.close()
    assert [seat.connection for seat in left.seats] == [None, None]
    assert all(up_at <= (seat.lost_at or 0) <= now() for seat in left.seats)
    assert due == (room,), "any process will free the seats then, if nobody touches the room"


async def test_a_server_that_is_told_to_stop_drains_says_goodbye_and_goes_on_after(serve: Serve, database: str) -> None:
    server: Server = await asyncio.to_thread(serve, database=database)
    parties = parties_of_all_games([[server.address]], random.Random(3))[:-1]
    players = [player for party in parties for player in party.players]
    tasks = [asyncio.create_task(party.play()) for party in parties]
    try:
        await play_on(parties, 2)
        started = asyncio.get_running_loop().time()
        assert await asyncio.to_thread(server.end) == 0
        assert asyncio.get_running_loop().time() - started < at_leisure(5)
        assert all(player.notebook.farewells == 1 for player in players)
        await asyncio.to_thread(server.start)
        await play_on(parties, 2)
    finally:
        await stop(tasks, parties)
    assert await asyncio.to_thread(server.end) == 0
    assert not server.faults
    findings = await audit_of(database, server.data, parties)
    assert findings.faults == []
