"""Building blocks of the puzzles' trees."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.views import perspective, redact
from tablee.lessons.compiled import LessonMove, LessonNode, LessonTry

_NO_LUCK = Chance.seeded(0)
"""Nothing in a puzzle draws."""


class Tree:
    """The nodes of a puzzle, each made once, however many ways lead to it."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self.game, self.seat = game, seat
        self._nodes: list[LessonNode | None] = []
        self._known: dict[Any, int] = {}

    @property
    def nodes(self) -> tuple[LessonNode, ...]:
        return tuple(node for node in self._nodes if node is not None)

    def find(self, key: object) -> int | None:
        return self._known.get(key)

    def begin(self, key: object) -> int:
        """The number of a new node, which is put in when all that follows it is known."""
        number = self._known[key] = len(self._nodes)
        self._nodes.append(None)
        return number

    def put(self, number: int, step: int, state: Any, tries: Sequence[LessonTry]) -> None:
        self._nodes[number] = LessonNode(step, perspective(self.game, state, self.seat), tuple(tries))

    def play(self, state: Any, action: Action) -> tuple[LessonMove, Any]:
        """An action of the seat whose turn it is, as the player sees it, and the position after it."""
        story = carry_out(self.game, state, state.active, action, _NO_LUCK)
        sight = replace(perspective(self.game, story.state, self.seat), legal=())
        shown = tuple([redact(event, self.seat) for event in story.events])
        return LessonMove(state.active, shown, sight), story.state
