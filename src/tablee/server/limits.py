"""Limits on how often something may be done: token buckets, by person, by address, by room."""

import math
from asyncio import Lock
from collections import OrderedDict
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

_KEYS_AT_MOST: Final = 100_000


class Limit:
    """So many at once, refilled at a steady rate; one bucket for each key."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @classmethod
    def per_minute(cls, count: int) -> "Limit":
        """That many a minute."""
        return cls(count, count / 60)

    @classmethod
    def per_hour(cls, count: int) -> "Limit":
        """That many an hour."""
        return cls(count, count / 3600)

    def wait(self, key: str) -> int:
        """The seconds until the next is allowed; 0 if it is now."""
        tokens = self._tokens(key, monotonic())
        return 0 if tokens >= 1 else max(1, math.ceil((1 - tokens) / self._per_second))

    def take(self, key: str) -> int:
        """Take one if it is allowed, and return 0; else the seconds to wait."""
        time = monotonic()
        tokens = self._tokens(key, time)
        if tokens < 1:
            return max(1, math.ceil((1 - tokens) / self._per_second))
        self._fill(key, tokens - 1, time)
        return 0

    def give_back(self, key: str) -> None:
        """One that was taken was not meant to be limited."""
        time = monotonic()
        self._buckets[key] = (self._tokens(key, time) + 1, time)

    def charge(self, key: str, count: float) -> None:
        """Take so many, allowed or not: at most so that the next is allowed when an empty bucket would be full."""
        time = monotonic()
        self._fill(key, max(-self._burst, self._tokens(key, time) - count), time)

    def hold(self, key: str, seconds: float) -> None:
        """Let the next one be no sooner than in so many seconds."""
        time = monotonic()
        self._fill(key, min(self._tokens(key, time), 1 - seconds * self._per_second), time)

    def level(self, key: str) -> float:
        """How many were taken and are not refilled yet."""
        return self._burst - self._tokens(key, monotonic())

    def _fill(self, key: str, tokens: float, time: float) -> None:
        self._buckets[key] = (tokens, time)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _KEYS_AT_MOST:
            self._buckets.popitem(last=False)

    def _tokens(self, key: str, time: float) -> float:
        tokens, since = self._buckets.get(key, (self._burst, time))
        return min(self._burst, tokens + (time - since) * self._per_second)


class SlowDown:
    """A wait that doubles with every wrong answer about one name, wherever it comes from. It is forgiven slowly."""

    FREE: Final = 10
    """Wrong answers without a wait."""
    LONGEST: Final = 60
    """Seconds of the longest wait."""
    _DOUBLINGS: Final = 6

    def __init__(self) -> None:
        self._wrong = Limit(self.FREE + self._DOUBLINGS, 1 / 60)

    def wrong(self, name: str) -> int:
        """Count a wrong answer; returns the seconds that whoever gave it has to wait before the next."""
        self._wrong.take(name)
        doublings = math.ceil(self._wrong.level(name)) - self.FREE
        return 0 if doublings <= 0 else min(self.LONGEST, 2**doublings)


class OneAtATime:
    """A lock for each key, kept while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    def __call__(self, key: str) -> Lock:
        """The lock of a key."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = Lock()
        return lock


class Budget:
    """So many a minute of one person, those of some minutes at once, and ten times as many from one address."""

    def __init__(self, per_minute: int, minutes: int) -> None:
        self._person = Limit(minutes * per_minute, per_minute / 60)
        self._address = Limit(10 * minutes * per_minute, per_minute / 6)

    def take(self, person: str, address: str) -> int:
        """Take one if it is allowed, and return 0; else the seconds to wait."""
        wait = max(self._person.wait(person), self._address.wait(address))
        if not wait:
            self._person.take(person)
            self._address.take(address)
        return wait


class Bucket:
    """One such bucket by itself."""

    __slots__ = ("__weakref__", "_burst", "_per_second", "_since", "_tokens")

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._tokens, self._since = burst, monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        time = monotonic()
        self._tokens = min(self._burst, self._tokens + (time - self._since) * self._per_second)
        self._since = time
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
