"""A small typed client, for bots, tools and tests: connect, create, join, act, watch, leave.

    async with await Client.connect("http://127.0.0.1:8000", "Ada") as ada:
        room = await ada.create_room("gigogne")
        table = await ada.join(room.code)
        async for turn in table.turns():
            await table.act(turn.legal[0], turn=turn)

It waits for the start, reconnects automatically and sends unanswered messages again; an action keeps its id, so it is
done once. `SyncClient` has the same calls without `async`.
"""

from tablee.client.client import Client
from tablee.client.errors import ClientError, ConnectionFailed, RefusedError, TableGone
from tablee.client.sync import SyncClient, SyncTable
from tablee.client.table import Table, Turn

__all__ = [
    "Client",
    "ClientError",
    "ConnectionFailed",
    "RefusedError",
    "SyncClient",
    "SyncTable",
    "Table",
    "TableGone",
    "Turn",
]
