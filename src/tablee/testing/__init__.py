"""Conformance suites and small helpers that a game package can run on itself."""

from tablee.testing.conformance import GameConformance
from tablee.testing.noninterference import Leak, find_leak
from tablee.testing.playing import after, after_leaving, after_timeout, events_of, refusal_of

__all__ = [
    "GameConformance",
    "Leak",
    "after",
    "after_leaving",
    "after_timeout",
    "events_of",
    "find_leak",
    "refusal_of",
]
