"""The one place where the server reads the time."""

import time

from tablee.rooms.commands import Milliseconds


def now() -> Milliseconds:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def since(seconds: int | None) -> Milliseconds | None:
    """When that was, so many seconds ago; None stays None."""
    return None if seconds is None else now() - seconds * 1000
