"""Plays a lesson by the rules of its game, every legal try included, and so proves it."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.kernel.views import perspective
from tablee.lessons.compiled import CompiledLesson, LessonMove, LessonNode, LessonStep, LessonTry
from tablee.lessons.playing import Player
from tablee.lessons.script import Lesson, Step, Wrong, fits

MOST_NODES = 40
"""Where many actions are right at several steps, a lesson grows with each."""


def compile_lesson(game: AnyGame, lesson: Lesson) -> CompiledLesson:
    """The lesson, ready to be played. Raises LessonError where the rules don't allow what it says."""
    return _Compiler(game, lesson).run()


class _Compiler(Player):
    """Walks through a lesson; `number` is the step that it is at, counted from 1, and 0 before them."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        super().__init__(game, lesson)
        self.lesson = lesson
        self.number = 0
        self.nodes: list[LessonNode | None] = []
        self.known: dict[bytes, int] = {}

    def where(self) -> str:
        return f"{self.lesson.file}{f', step {self.number}' if self.number else ''}"

    def run(self) -> CompiledLesson:
        lesson = self.lesson
        if lesson.game != self.game.id:
            raise self.error(f"it is a lesson of {lesson.game!r}, not of {self.game.id!r}")
        self.setup = self.set_up()
        self._node(0, self.setup)
        nodes = tuple(node for node in self.nodes if node is not None)
        steps = tuple(LessonStep(step.title, step.say, step.ask) for step in lesson.steps)
        return CompiledLesson(
            lesson.id, lesson.game, lesson.title, lesson.seats, lesson.seat, lesson.others, steps, nodes
        )

    def _node(self, index: int, before: Any) -> int | None:
        """The number of the node of a step that begins in a position, or None after the last step."""
        if index == len(self.lesson.steps):
            return None
        self.number = index + 1
        step = self.lesson.steps[index]
        given = step.position
        state = before if isinstance(given, UnsetType) else self.position(self.setup, given, self.number)
        key = b"%d %s" % (index, msgspec.json.encode(state))
        if key not in self.known:
            number = self.known[key] = len(self.nodes)
            if number >= MOST_NODES:
                raise self.error(f"too many ways lead here, more than {MOST_NODES} in all: say the step’s `position`")
            self.nodes.append(None)
            tries = self._tries(step, state) if step.right else [self._go_on(step, state)]
            sight = perspective(self.game, state, self.lesson.seat)
            if not step.right:
                sight = replace(sight, legal=())
            self.nodes[number] = LessonNode(index, sight, tuple(tries))
        return self.known[key]

    # ── Tries ────────────────────────────────────────────────────────────────────────────────────────────

    def _tries(self, step: Step, state: Any) -> list[LessonTry]:
        number, legal = self.number, self.game.legal(state, self.lesson.seat)
        for pattern in step.right:
            self.check_allowed(pattern, state, legal)
        right = [action for action in legal if any(fits(pattern, action) for pattern in step.right)]
        answers = {place: self._answer(step, action) for place, action in enumerate(legal) if action not in right}
        for place, wrong in enumerate(step.wrong, start=1):
            is_for_all = isinstance(wrong.tried, UnsetType)
            if not is_for_all and not any(wrong is answer for answer in answers.values()):
                raise self.error(f"`wrong` {place} answers nothing that is legal here and left to it")
        tries = []
        for place, action in enumerate(legal):
            self.number = number
            tries.append(
                self._right(step, state, action) if action in right else self._wrong(answers[place], state, action)
            )
        return tries

    def _answer(self, step: Step, action: Action) -> Wrong:
        for wrong in step.wrong:
            if isinstance(wrong.tried, UnsetType) or fits(wrong.tried, action):
                return wrong
        raise self.error(f"{describe(action)} is legal, and no `wrong` answers it; one without `try` answers all")

    def _right(self, step: Step, state: Any, action: Action) -> LessonTry:
        shown, state = self.play(state, self.lesson.seat, action, step.chance, self.number)
        return self._followed(step, state, action, [shown])

    def _go_on(self, step: Step, state: Any) -> LessonTry:
        if step.wrong:
            raise self.error("there is nothing to try, so nothing is `wrong`: say what to `do`")
        return self._followed(step, state, None, [])

    def _followed(self, step: Step, state: Any, action: Action | None, shown: list[LessonMove]) -> LessonTry:
        """Play what follows the learner’s part; returns the step after it too."""
        for then in step.then:
            more, state = self.play_then(state, then, self.number)
            shown.append(more)
        self.check_claims(step.claims, state)
        return LessonTry(action, True, step.after, tuple(shown), self._node(self.number, state))

    def _wrong(self, answer: Wrong, state: Any, action: Action) -> LessonTry:
        shown, state = self.play(state, self.lesson.seat, action, UNSET, self.number)
        self.check_claims(answer.claims, state)
        return LessonTry(action, False, answer.text, (shown,), None)
