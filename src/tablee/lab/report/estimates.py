"""How sure a number is: ratios with 95 % intervals, from games that come in groups.

Games of one deal are not independent, nor are the decisions of one game. So what is counted is added up by deal, and
the error comes from how much deals differ (the usual estimate for a ratio of cluster sums). A share gets Wilson's
interval for as many independent cases as have that error: it stays between 0 and 1, and holds for rare events.
"""

from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tablee.lab.simulation import interval

Z: Final = NormalDist().inv_cdf(0.975)
"""Standard deviations on either side that hold 95 %."""
POWER: Final = Z + NormalDist().inv_cdf(0.8)
"""Standard errors that a true difference must have to be seen in four of five reports."""
LEAST_DEALS: Final = 30
"""Below this nothing is said to differ: errors that come from so few deals are errors themselves."""

Case: TypeAlias = tuple[int, float, float]
"""(deal, what is counted, of how much)"""
Verdict: TypeAlias = Literal["surely", "perhaps", "not"]
"""Whether there is a difference: also if one asks as often as the report does, only if one asks once, or none seen."""


class Estimate(Struct, frozen=True):
    """A ratio, and where it may lie."""

    value: float
    low: float
    high: float
    error: float
    of: float
    """How much it was counted of."""

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


class Difference(Struct, frozen=True):
    """One ratio less another, and whether that means anything."""

    value: float
    error: float
    verdict: Verdict

    @property
    def half(self) -> float:
        return Z * self.error


class Sample:
    """Cases of one ratio, by deal."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self._counted: dict[int, float] = {}
        self._of: dict[int, float] = {}
        for deal, counted, of in cases:
            self._counted[deal] = self._counted.get(deal, 0.0) + counted
            self._of[deal] = self._of.get(deal, 0.0) + of
        self.of = sum(self._of.values())
        self.value = sum(self._counted.values()) / self.of if self.of else 0.0
        self.deals = sum(1 for of in self._of.values() if of)

    def pulls(self) -> dict[int, float]:
        """How much each deal pulls the ratio away from what it is."""
        if not self.of:
            return {}
        return {deal: (self._counted[deal] - self.value * of) / self.of for deal, of in self._of.items()}

    @property
    def error(self) -> float:
        return _error(self.pulls().values(), self.deals)

    def share(self) -> Estimate:
        """As a share, from 0 to 1."""
        error = self.error
        # Deals that all agree are still only as many as they are.
        size = self.value * (1 - self.value) / error**2 if error else float(self.deals)
        return Estimate(self.value, *interval(self.value * size, size), error, self.of)

    def mean(self) -> Estimate:
        """As a mean of anything."""
        error = self.error
        return Estimate(self.value, self.value - Z * error, self.value + Z * error, error, self.of)


def share(cases: Iterable[Case]) -> Estimate:
    return Sample(cases).share()


def mean(cases: Iterable[Case]) -> Estimate:
    return Sample(cases).mean()


def difference(one: Iterable[Case], other: Iterable[Case], asked: int = 1) -> Difference:
    """One less other; the same deals may be in both. `asked`: how many such differences the reader looks at."""
    mine, theirs = Sample(one), Sample(other)
    pulls = mine.pulls()
    for deal, pull in theirs.pulls().items():
        pulls[deal] = pulls.get(deal, 0.0) - pull
    value, error = mine.value - theirs.value, _error(pulls.values(), len(pulls))
    return Difference(value, error, verdict(value, error, min(mine.deals, theirs.deals), asked))


def beside(cases: Iterable[Case], fixed: float, asked: int = 1) -> Difference:
    """A ratio less a number that is known, such as a fair share."""
    sample = Sample(cases)
    value, error = sample.value - fixed, sample.error
    return Difference(value, error, verdict(value, error, sample.deals, asked))


def verdict(value: float, error: float, deals: int, asked: int = 1) -> Verdict:
    """What to think of a difference (Bonferroni: the more comparisons, the stricter)."""
    if deals < LEAST_DEALS or abs(value) <= Z * error:
        return "not"
    return "surely" if abs(value) > NormalDist().inv_cdf(1 - 0.025 / max(asked, 1)) * error else "perhaps"


def games_to_see(value: float, error: float, games: int) -> int:
    """How many games it would take to see a difference of that size in four of five reports, in round numbers."""
    wanted = games * (POWER * error / abs(value)) ** 2
    size = 10 ** max(0, len(str(int(wanted))) - 2)
    return int(-(-wanted // size) * size)


def _error(pulls: Iterable[float], deals: int) -> float:
    return sqrt(sum(pull * pull for pull in pulls) * deals / (deals - 1)) if deals > 1 else 0.0
