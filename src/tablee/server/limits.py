"""Limits on how often something may be done: token buckets, by person, by address, by room."""

import math
from asyncio import Lock
from collections import OrderedDict
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

_KEYS_AT_MOST: Final = 100_000


class Bucket:
    """A burst, refilled at a steady rate."""

    __slots__ = ("__weakref__", "_burst", "_per_second", "_since", "_tokens")

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._tokens, self._since = burst, monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        time = monotonic()
        tokens = self._tokens + (time - self._since) * self._per_second
        if tokens > self._burst:  # noqa: PLR1730 - `min` costs more, and every message asks
            tokens = self._burst
        is_allowed = tokens >= 1
        self._tokens, self._since = tokens - is_allowed, time
        return is_allowed

    @property
    def tokens(self) -> float:
        return min(self._burst, self._tokens + (monotonic() - self._since) * self._per_second)

    @tokens.setter
    def tokens(self, tokens: float) -> None:
        self._tokens, self._since = tokens, monotonic()

    @property
    def wait(self) -> int:
        """Seconds until one more is allowed."""
        tokens = self.tokens
        return 0 if tokens >= 1 else max(1, math.ceil((1 - tokens) / self._per_second))


class Limit:
    """A bucket for each key; those of keys that were not asked for longest are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    @classmethod
    def per_minute(cls, count: int) -> "Limit":
        return cls(count, count / 60)

    @classmethod
    def per_hour(cls, count: int) -> "Limit":
        return cls(count, count / 3600)

    def wait(self, key: str) -> int:
        return self.bucket(key).wait

    def take(self, key: str) -> int:
        """Take one if it is allowed, and return 0; else the seconds to wait."""
        bucket = self.bucket(key)
        return 0 if bucket.take() else bucket.wait or 1

    def give_back(self, key: str) -> None:
        """One that was taken was not meant to be limited."""
        self.bucket(key).tokens += 1

    def charge(self, key: str, count: float) -> None:
        """Take this many, allowed or not: at most a second bucketful, so that it is forgiven in time."""
        bucket = self.bucket(key)
        bucket.tokens = max(-self._burst, bucket.tokens - count)

    def hold(self, key: str, seconds: float) -> None:
        """Allow the next one no sooner than in this many seconds."""
        bucket = self.bucket(key)
        bucket.tokens = min(bucket.tokens, 1 - seconds * self._per_second)

    def level(self, key: str) -> float:
        """How many were taken and are not refilled yet."""
        return self._burst - self.bucket(key).tokens

    def bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._burst, self._per_second)
            if len(self._buckets) > _KEYS_AT_MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


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
        """Count a wrong answer; returns the seconds to wait before the next."""
        self._wrong.take(name)
        doublings = math.ceil(self._wrong.level(name)) - self.FREE
        return 0 if doublings <= 0 else min(self.LONGEST, 2**doublings)


class OneAtATime:
    """A lock per key, kept while it is held or waited for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    def __call__(self, key: str) -> Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = Lock()
        return lock


class Share:
    """What one person at one address may still take of a budget; busy callers keep it, and look it up once."""

    __slots__ = ("_address", "_person")

    def __init__(self, person: Bucket, address: Bucket) -> None:
        self._person, self._address = person, address

    def take(self) -> int:
        """Take one if it is allowed, and return 0; else the seconds to wait."""
        if not self._person.take():
            return self._person.wait or 1
        if not self._address.take():
            self._person.tokens += 1
            return self._address.wait or 1
        return 0


class Budget:
    """This many a minute of one person, those of some minutes at once, and ten times as many from one address."""

    def __init__(self, per_minute: int, minutes: int) -> None:
        self._person = Limit(minutes * per_minute, per_minute / 60)
        self._address = Limit(10 * minutes * per_minute, per_minute / 6)

    def share(self, person: str, address: str) -> Share:
        return Share(self._person.bucket(person), self._address.bucket(address))
