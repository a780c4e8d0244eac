"""The one place where the server reads the time."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from tablee.rooms.commands import Milliseconds

_SECOND: Final = 1_000_000_000
_SLOWLY: Final = 100
"""A wrong clock is corrected by at most a hundredth of the time that passes: 0.6 s in a turn of a minute."""


class Clock:
    """The time of day, which never jumps while the process is alive.

    It starts at the wall clock and then runs with a steady one, so that nobody's turn grows or is cut when the wall
    clock is set. What the two come to differ by is made up for slowly: a steady clock drifts, and several processes
    have to agree about deadlines. A restart takes the wall clock again.
    """

    def __init__(self, wall: Callable[[], int] | None = None, steady: Callable[[], int] | None = None) -> None:
        """Both give nanoseconds."""
        self._wall, self._steady = wall or time.time_ns, steady or _steady
        self._time, self._since = self._wall(), self._steady()
        self._owed = 0
        """Nanoseconds by which the wall clock was last seen ahead."""

    def now(self) -> Milliseconds:
        """Milliseconds since the epoch."""
        at = self._steady()
        passed = at - self._since
        most, owed = passed // _SLOWLY, self._owed
        if not -most <= owed <= most:
            owed = most if owed > 0 else -most
        present = self._time + passed + owed
        if passed >= _SECOND:
            self._time, self._since, self._owed = present, at, self._wall() - present
        return present // 1_000_000


_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux stops CLOCK_MONOTONIC while the machine sleeps: we would be behind the wall clock, and behind other processes,
by the length of the sleep. That time is charged to nobody all the same, as any in which this process stood still."""

_steady: Final = partial(time.clock_gettime_ns, _STEADY)

now: Final = Clock().now


def since(seconds: int | None) -> Milliseconds | None:
    """The time this many seconds ago; None stays None."""
    return None if seconds is None else now() - seconds * 1000
