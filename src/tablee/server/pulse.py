"""Whether people could play here of late: the store answered, and this process had its turns.

Three things look alike from inside: a store that does not answer; a process that stood still, stopped or asleep with
its machine; and one that is only slow. In the first, nothing can be promised, and what is asked is refused. In the
second, nobody could play: what is asked waits until the clocks have been set right for it. The third is neither: all
that is asked is done, if later.
"""

from collections.abc import Callable
from typing import Final

from tablee.rooms.commands import Milliseconds
from tablee.server.clock import now as now_
from tablee.server.times import TIMES

_COUNTED: Final = 500
"""Milliseconds that count between two beats: in the rest of them the store was not asked, or its answer not heard."""


class Pulse:
    """Beats as long as the process has its turns."""

    def __init__(self, now: Callable[[], Milliseconds] = now_, outage_after: Milliseconds = TIMES.outage_after) -> None:
        self._now, self._outage_after = now, outage_after
        self._beat_at = now()
        self._silence = 0
        """Milliseconds that the store has not answered, as far as it could have been heard."""
        self._stood_still = False

    def beat(self) -> None:
        """This process has its turn: to be called several times a second."""
        time = self._now()
        gap, self._beat_at = time - self._beat_at, time
        if gap > self._outage_after:
            self._stood_still = True
        else:
            self._silence += min(gap, _COUNTED)

    def answered(self) -> None:
        """The store has a sign of life, and the clocks are right."""
        self._beat_at, self._silence, self._stood_still = self._now(), 0, False

    def failed(self) -> None:
        """The store can't take a sign of life: who stood still before has no more reason to wait."""
        if self.stands_still:
            self._beat_at, self._silence, self._stood_still = self._now(), self._outage_after + 1, False

    @property
    def stands_still(self) -> bool:
        """Whether this process had no turn for long, and the clocks have not been set right for it yet."""
        return self.stands_still_at(self._now())

    @property
    def is_alive(self) -> bool:
        """Whether people can play: the store answers, and the clocks are right."""
        return self.is_alive_at(self._now())

    def stands_still_at(self, time: Milliseconds) -> bool:
        """As `stands_still`, for those who know the time."""
        return self._stood_still or time - self._beat_at > self._outage_after

    def is_alive_at(self, time: Milliseconds) -> bool:
        """As `is_alive`, for those who know the time."""
        longest = self._outage_after
        return self._silence <= longest and not self._stood_still and time - self._beat_at <= longest
