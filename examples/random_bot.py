"""A bot in a few lines: it joins a room by its code and plays random legal actions to the end of the game.

Start a server, open a room, and give it the room's code: `python examples/random_bot.py http://127.0.0.1:8000 K7QXPA`.
With the token of a bot account (`--token`, or TABLEE_TOKEN) it is marked as a bot wherever it plays.
"""

import argparse
import os
import random
import sys

from tablee.client import RefusedError, SyncClient
from tablee.kernel.outcome import Outcome


def play(address: str, code: str, name: str = "Random", token: str | None = None) -> Outcome | None:
    """Take a seat and play; returns how the game ended."""
    with SyncClient.connect(address, name, token=token) as client:
        table = client.join(code)
        for turn in table.turns():
            try:
                table.act(random.choice(turn.legal), turn)
            except RefusedError as error:
                if error.refusal.code != "stale":  # the clock was quicker: look again
                    raise
        return table.outcome


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play random legal actions in a room.")
    parser.add_argument("address", help="the server, as http://127.0.0.1:8000")
    parser.add_argument("code", help="the six characters of the room")
    parser.add_argument("--name", default="Random", help="the nickname to play under, without a token")
    parser.add_argument("--token", default=os.environ.get("TABLEE_TOKEN"), help="of a bot account")
    given = parser.parse_args()
    outcome = play(given.address, given.code, given.name, given.token)
    told = "The room is gone." if outcome is None else f"Winners: {list(outcome.winners)} ({outcome.reason})."
    sys.stdout.write(f"{told}\n")
