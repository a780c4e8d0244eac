"""A lesson, and a position of the rules, as a screen plays it: all that can be tried, and what comes of it.

    node ──a wrong try──> shown, taken back, with its sentence
         ──a right one──> shown, then what the others do, ──> the next step's node

No rules are needed. Where several actions are right, a step has a node for each position that they lead to. All is as
the learner's seat may see it: nothing that is hidden from it is in these bytes.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from tablee.kernel.views import Perspective, View
from tablee.kernel.words import Text


class LessonMove(Struct, frozen=True):
    """One action, as the learner sees it."""

    seat: int
    """The seat that acted."""
    events: tuple[View, ...]
    sight: Perspective
    """After it; without legal actions, as it is only looked at."""


class LessonTry(Struct, frozen=True):
    """The result of one action."""

    action: Any
    """None for Continue, where there is nothing to choose."""
    is_right: bool
    say: Text
    """Said after it."""
    shown: tuple[LessonMove, ...]
    """The action, and where it is right also what is played next."""
    to: int | None
    """The node that comes next; None at the lesson's end, and where the try is taken back."""


class LessonNode(Struct, frozen=True):
    """One position of a step."""

    step: int
    sight: Perspective
    tries: tuple[LessonTry, ...]
    """One for each legal action, in their order."""


class LessonStep(Struct, frozen=True):
    """The words of one step."""

    title: Text
    say: Text
    ask: Text
    """The one thing to do."""


class CompiledLesson(Struct, frozen=True):
    """A whole lesson; it begins at the first node."""

    id: str
    game: str
    title: Text
    seats: int
    seat: int
    """The learner's."""
    others: tuple[str, ...]
    """Names of the other seats, in their order."""
    steps: tuple[LessonStep, ...]
    nodes: tuple[LessonNode, ...]


class ClaimShown(Struct, frozen=True):
    """The rules' answer to one action in a position."""

    tried: Text
    """The action in words."""
    says: Text
    """Its result, or its refusal."""
    action: Any
    """None for what is refused."""
    section: str | UnsetType = UNSET
    """The section of the rules that explains a refusal."""


class CompiledPosition(Struct, frozen=True):
    """A position of a game's rules; the first node is what is drawn."""

    id: str
    game: str
    title: Text
    players: tuple[str, ...]
    """Names of the seats."""
    seat: int
    """The seat that sees it, and tries."""
    claims: tuple[ClaimShown, ...]
    nodes: tuple[LessonNode, ...]
    """`step` counts the actions before it. Every try is right, and stays until all is put back."""
