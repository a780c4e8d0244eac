"""Guesses at passwords, access codes and seat links: limited before anything is hashed, and only wrong ones count."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from tablee.kernel.refusals import Refusal
from tablee.server import refusals
from tablee.server.limits import Limit, OneAtATime

CHECKS_PER_MINUTE: Final = 120
"""Answers from one address, right ones too: each costs a slow hash."""
WAITING_AT_MOST: Final = 100
"""Answers, of all addresses together, that may wait to be checked."""


class Guesses:
    """Checks answers so that neither many at once nor many addresses get round the limits, or keep the processor busy.

    One address is checked for once at a time: friends who come in together wait for each other for a moment, instead
    of being taken for someone who guesses.
    """

    def __init__(self) -> None:
        self._checks = Limit.per_minute(CHECKS_PER_MINUTE)
        self._one_at_a_time = OneAtATime()
        self._waiting = 0

    async def check(
        self, address: str, limits: Sequence[tuple[Limit, str]], is_right: Callable[[], Awaitable[bool]]
    ) -> bool | Refusal:
        """Whether the answer is right, or a refusal if there were too many wrong ones.

        Each limit is taken from before the check, and given back when the answer is right.
        """
        if self._waiting >= WAITING_AT_MOST:
            return refusals.rate_limited(1)
        self._waiting += 1
        try:
            async with self._one_at_a_time(address):
                return await self._check(address, limits, is_right)
        finally:
            self._waiting -= 1

    async def _check(
        self, address: str, limits: Sequence[tuple[Limit, str]], is_right: Callable[[], Awaitable[bool]]
    ) -> bool | Refusal:
        wait = max((limit.wait(key) for limit, key in limits), default=0)
        if wait:
            return refusals.too_many_attempts(wait)
        wait = self._checks.take(address)
        if wait:
            return refusals.rate_limited(wait)
        for limit, key in limits:
            limit.take(key)
        if not await is_right():
            return False
        for limit, key in limits:
            limit.give_back(key)
        return True
