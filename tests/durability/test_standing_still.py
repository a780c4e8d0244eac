"""A server process that was stopped for a while, and goes on: with one process nobody could play meanwhile."""

import asyncio

from tablee.client import Client
from tests.durability.serving import HURRIED, Serve, Server


async def test_what_was_sent_to_a_process_that_stood_still_is_done_and_the_time_is_charged_to_nobody(
    serve: Serve,
) -> None:
    server: Server = await asyncio.to_thread(serve, times=HURRIED)
    async with await Client.connect(server.address, "Ann") as ann, await Client.connect(server.address, "Ben") as ben:
        room = (await ann.create_room("gigogne", clock=2)).id
        tables = await ann.join(room), await ben.join(room)
        shown = [await table.until(lambda room: room["status"] == "playing") for table in tables]
        [first] = shown[0]["play"]["seen"][0]["to_act"]
        turn = await tables[first].my_turn()
        assert turn is not None
        server.freeze()
        try:
            acting = asyncio.create_task(tables[first].act(turn.legal[0], turn=turn))
            await asyncio.sleep(HURRIED.outage_after / 1000 + 1)  # Longer than the clock.
        finally:
            server.thaw()
        answer = await asyncio.wait_for(acting, 30)
        assert answer["type"] == "moved", "it is not refused"
        assert answer["cause"] == "played"
        after = await asyncio.wait_for(tables[1 - first].until(lambda room: room["version"] >= answer["version"]), 30)
        assert [seat["skips"] for seat in after["seats"]] == [0, 0]
    assert not server.faults
