"""A bot in a few lines: it joins a room by its code and plays random legal actions to the end of the game.

Start a server, open a room, and give it the room's code: `python examples/random_bot.py http://127.0.0.1:8000 K7QXPA`
"""

import argparse
import asyncio
import random
import sys

from tablee.client import Client, RefusedError, Table
from tablee.kernel.outcome import Outcome


async def play(address: str, code: str, name: str = "Random") -> Outcome | None:
    """Take a seat and play; returns how the game ended."""
    async with await Client.connect(address, name) as client:
        table = await client.join(code)
        await wait_for_the_start(table)
        while (turn := await table.my_turn()) is not None:
            try:
                await table.act(random.choice(turn.legal), turn=turn)
            except RefusedError as error:
                if error.refusal.code != "stale":  # the clock was quicker: look again
                    raise
        return table.outcome


async def wait_for_the_start(table: Table) -> None:
    """Say ready where the room asks for it, and again whenever a change of seats or options has cleared it."""
    async for room in table.changes():
        if room["status"] != "waiting":
            return
        if room["policy"] == "ready" and not room["seats"][room["you"][0]]["is_ready"]:
            await table.ask("say_ready", ready=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play random legal actions in a room.")
    parser.add_argument("address", help="the server, as http://127.0.0.1:8000")
    parser.add_argument("code", help="the six characters of the room")
    parser.add_argument("--name", default="Random", help="the nickname to play under")
    given = parser.parse_args()
    outcome = asyncio.run(play(given.address, given.code, given.name))
    told = "The room is gone." if outcome is None else f"Winners: {list(outcome.winners)} ({outcome.reason})."
    sys.stdout.write(f"{told}\n")
