"""What the figures say, in words: each headline is a finding, each sentence says what it means and what to try.

Sentences are chosen by the numbers. A difference inside the noise is never called one; that none can be seen is a
finding. Here is what the parts share: the course of play (course.py), what things are worth (worth.py), skill and luck
(skill.py), and the strip of verdicts at the top (verdicts.py).
"""

from typing import Final, NamedTuple

from tablee.lab.report.estimates import LEAST_DEALS, Difference, games_to_see
from tablee.lab.report.figures import Figures, Place, Seats
from tablee.lab.report.phrases import Say
from tablee.lab.report.plan import Scope

UNFAIR: Final = 0.03
"""Smallest sure distance from a fair share that calls for a change of the rules."""


class Finding(NamedTuple):
    """A figure in words."""

    headline: str
    measured: str
    strong: str
    rest: str


def settles(say: Say, found: Difference, games: int) -> str:
    """How many games would settle a difference that may be chance."""
    if not found.error or not found.value:
        return ""
    return say(
        "about {n} games would settle it",
        "il faudrait environ {n} parties pour trancher",
        n=say.number(games_to_see(found.value, found.error, games)),
    )


def main_seats(figures: Figures, scope: Scope) -> Seats:
    return next(group for group in figures.seats if group.seats == scope.seats)


def is_enough(figures: Figures, scope: Scope) -> bool:
    return main_seats(figures, scope).games >= 2 * LEAST_DEALS


def outstanding(group: Seats) -> tuple[int, Place]:
    """The place that is furthest from a fair share; of several, the one that wins too often."""
    return max(enumerate(group.places), key=lambda place: (round(abs(place[1].edge.value), 6), place[1].edge.value))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
