"""Starting with very many rooms on disk: they load when they are touched."""

import asyncio
import time

from tablee.client import Client
from tablee.server.clock import now
from tests.durability.many_rooms import make_rooms
from tests.durability.serving import Serve, Server
from tests.patience import at_leisure

ROOMS = 100_000


async def test_a_server_starts_quickly_with_100_000_rooms_on_disk(serve: Serve) -> None:
    server: Server = await asyncio.to_thread(serve)
    await asyncio.to_thread(server.kill)
    made_at = now()
    rooms = await make_rooms(server.data, ROOMS, made_at)
    started = time.monotonic()
    await asyncio.to_thread(server.start)
    assert await asyncio.to_thread(lambda: server.is_ready)
    # Under two seconds by itself (benchmarks/start.py).
    assert time.monotonic() - started < at_leisure(4)
    assert server.metric("tablee_rooms_in_memory") == 0
    async with await Client.connect(server.address, "Zoe") as zoe:
        table = await zoe.watch(rooms[ROOMS // 2 + 1])
        room = await table.until(lambda room: room["status"] == "playing")
        assert room["play"]["deadline"] > now(), "time during which nobody served was charged to nobody"
        found = await zoe.rooms("Table 777")
        assert {row.name for row in found.rooms} == {"Table 777"}
