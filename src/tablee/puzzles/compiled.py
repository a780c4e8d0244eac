"""A puzzle as a screen plays it: a tree of everything that can be tried, in the form of a lesson's. Needs no rules.

node ──a wrong try──> shown with the answer to it, which says why not; the player takes it back
──a right one──> shown with the best defence, ──> the next node, or the end: solved
"""

from msgspec import Struct

from tablee.kernel.words import Text
from tablee.lessons.compiled import LessonNode


class CompiledPuzzle(Struct, frozen=True, kw_only=True):
    """A whole puzzle; it begins at the first node, and a node's `step` counts what the player has done."""

    game: str
    date: str
    """The day it is for, as 2026-11-18."""
    difficulty: int
    """1 to 3."""
    title: Text
    """The kind of puzzle."""
    ask: Text
    """The goal, in words."""
    seats: int
    seat: int
    """The player's."""
    steps: int
    """How many actions of the player's solve it."""
    nodes: tuple[LessonNode, ...]
