"""The one place where the server reads the time."""

import time

from tablee.rooms.commands import Milliseconds


def now() -> Milliseconds:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
