"""Chance comes in from outside, and what it gave is kept in the states and events that it made.

This is the only door: nothing else in the kernel or in a game may import a source of randomness.
"""

import random
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Draws for a game. Two kinds, all others are made of them: a number below n, and an order of n things.

    The two are told apart because they differ in secrecy: a number (a die, the first seat) is usually seen by
    all, an order (a shuffle) by nobody. The proof that views leak nothing leans on it.
    """

    def __init__(self, source: random.Random) -> None:
        self._source = source

    @classmethod
    def secure(cls) -> "Chance":
        """Chance from the operating system's cryptographic source, for real games."""
        return cls(secrets.SystemRandom())

    @classmethod
    def seeded(cls, seed: int | str) -> "Chance":
        """Chance that gives the same draws for the same seed, for tests and simulation."""
        return cls(random.Random(seed))

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1, each as likely."""
        return self._source.randrange(bound)

    def order(self, count: int) -> Sequence[int]:
        """The numbers 0 to count - 1 in an order drawn from all, each as likely."""
        order = list(range(count))
        self._source.shuffle(order)
        return order

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple([items[i] for i in self.order(len(items))])

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def roll(self, dice: int, sides: int = 6) -> tuple[int, ...]:
        """This many dice, each from 1 to its number of sides."""
        return tuple([1 + self.below(sides) for _ in range(dice)])


class RecordingChance(Chance):
    """Chance that notes each draw, so that a record can be decided again without any randomness."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._draws: list[int | Sequence[int]] = []

    def taken(self) -> list[int | Sequence[int]]:
        """The draws since this was last asked."""
        draws, self._draws = self._draws, []
        return draws

    def below(self, bound: int) -> int:
        return self._noted(self._chance.below(bound))

    def order(self, count: int) -> Sequence[int]:
        return self._noted(self._chance.order(count))

    def _noted(self, draw: "D") -> "D":
        self._draws.append(draw)
        return draw


D = TypeVar("D", int, Sequence[int])


class ScriptedChance(Chance):
    """Chance that gives the draws of a script, in order; for replays, and for tests that stack the deck."""

    def __init__(self, draws: Sequence[int | Sequence[int]]) -> None:
        self._draws = list(draws)

    def below(self, bound: int) -> int:
        """The next draw of the script, which must be a number below the bound."""
        draw = self._next(lambda draw: isinstance(draw, int) and 0 <= draw < bound, f"a number below {bound}")
        assert isinstance(draw, int)  # noqa: S101 - just tested
        return draw

    def order(self, count: int) -> Sequence[int]:
        """The next draw of the script, which must be an order of this many things."""
        wanted = set(range(count))
        draw = self._next(
            lambda draw: not isinstance(draw, int) and len(draw) == count and set(draw) == wanted,
            f"an order of {count}",
        )
        assert not isinstance(draw, int)  # noqa: S101 - just tested
        return draw

    @property
    def is_used_up(self) -> bool:
        return not self._draws

    def _next(self, fits: Callable[[int | Sequence[int]], bool], wanted: str) -> int | Sequence[int]:
        if not self._draws:
            raise ScriptError(f"the script of chance is used up; {wanted} was asked for")
        draw = self._draws.pop(0)
        if not fits(draw):
            raise ScriptError(f"the script of chance gives {draw!r} where {wanted} was asked for")
        return draw


class ScriptError(Exception):
    """A script of chance does not fit the game that asks for draws."""
