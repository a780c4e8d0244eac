"""Plays a lesson by the rules of its game, every legal try included, and so proves it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from tablee.kernel.chance import Chance, ScriptedChance, ScriptError
from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out, decide, describe, parse_action, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective, redact
from tablee.lessons.compiled import CompiledLesson, LessonMove, LessonNode, LessonStep, LessonTry
from tablee.lessons.position import NOTHING, PositionError, read_position
from tablee.lessons.script import Draws, Lesson, LessonError, Pattern, Step, Wrong, fits

MOST_NODES = 40
"""Where many actions are right at several steps, a lesson grows with each."""
_LISTED_AT_MOST = 6


def compile_lesson(game: AnyGame, lesson: Lesson) -> CompiledLesson:
    """The lesson, ready to be played. Raises LessonError where the rules don't allow what it says."""
    return _Compiler(game, lesson).run()


class _Compiler:
    """Walks through a lesson; `number` is the step that it is at, counted from 1, and 0 before them."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.number = 0
        self.nodes: list[LessonNode | None] = []
        self.known: dict[bytes, int] = {}

    def run(self) -> CompiledLesson:
        lesson = self.lesson
        if lesson.game != self.game.id:
            raise self._error(f"it is a lesson of {lesson.game!r}, not of {self.game.id!r}")
        self.setup = self._set_up()
        self._node(0, self.setup)
        nodes = tuple(node for node in self.nodes if node is not None)
        steps = tuple(LessonStep(step.title, step.say, step.ask) for step in lesson.steps)
        return CompiledLesson(
            lesson.id, lesson.game, lesson.title, lesson.seats, lesson.seat, lesson.others, steps, nodes
        )

    def _set_up(self) -> Any:
        lesson, game = self.lesson, self.game
        options = parse_options(game, lesson.options)
        if isinstance(options, Refusal):
            raise self._error(options.text.en)
        chance = self._chance(lesson.chance, "set-up")
        try:
            state = begin(game, lesson.seats, options, chance, lesson.starter)
        except ScriptError as error:
            raise self._error(f"`chance` does not fit the set-up: {error}") from error
        if isinstance(state, Refusal):
            raise self._error(state.text.en)
        self._check_used_up(chance, "the set-up")
        return state

    def _node(self, index: int, before: Any) -> int | None:
        """The number of the node of a step that begins in a position, or None after the last step."""
        if index == len(self.lesson.steps):
            return None
        self.number = index + 1
        step = self.lesson.steps[index]
        state = before if isinstance(step.position, UnsetType) else self._position(step.position)
        key = b"%d %s" % (index, msgspec.json.encode(state))
        if key not in self.known:
            number = self.known[key] = len(self.nodes)
            if number >= MOST_NODES:
                raise self._error(f"too many ways lead here, more than {MOST_NODES} in all: say the step’s `position`")
            self.nodes.append(None)
            tries = self._tries(step, state) if step.right else [self._go_on(step, state)]
            sight = perspective(self.game, state, self.lesson.seat)
            if not step.right:
                sight = replace(sight, legal=())
            self.nodes[number] = LessonNode(index, sight, tuple(tries))
        return self.known[key]

    def _position(self, given: Mapping[str, Any]) -> Any:
        chance = Chance.seeded(f"{self.lesson.seed}/rest/{self.number}")
        try:
            return read_position(self.game, self.setup, given, self.lesson.seen, chance)
        except PositionError as error:
            raise self._error(f"the position can’t be: {error}") from error

    # ── Tries ────────────────────────────────────────────────────────────────────────────────────────────

    def _tries(self, step: Step, state: Any) -> list[LessonTry]:
        number, legal = self.number, self.game.legal(state, self.lesson.seat)
        for pattern in step.right:
            self._check_allowed(pattern, state, legal)
        right = [action for action in legal if any(fits(pattern, action) for pattern in step.right)]
        answers = {place: self._answer(step, action) for place, action in enumerate(legal) if action not in right}
        for place, wrong in enumerate(step.wrong, start=1):
            is_for_all = isinstance(wrong.tried, UnsetType)
            if not is_for_all and not any(wrong is answer for answer in answers.values()):
                raise self._error(f"`wrong` {place} answers nothing that is legal here and left to it")
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
        raise self._error(f"{describe(action)} is legal, and no `wrong` answers it; one without `try` answers all")

    def _right(self, step: Step, state: Any, action: Action) -> LessonTry:
        shown, state = self._play(state, self.lesson.seat, action, step.chance)
        return self._followed(step, state, action, [shown])

    def _go_on(self, step: Step, state: Any) -> LessonTry:
        if step.wrong:
            raise self._error("there is nothing to try, so nothing is `wrong`: say what to `do`")
        return self._followed(step, state, None, [])

    def _followed(self, step: Step, state: Any, action: Action | None, shown: list[LessonMove]) -> LessonTry:
        """What is played after the learner’s part, and the step after that."""
        for then in step.then:
            legal = self.game.legal(state, then.seat)
            self._check_allowed(then.do, state, legal, then.seat)
            found = [other for other in legal if fits(then.do, other)]
            if len(found) > 1:
                raise self._error(f"`then` {_written(then.do)} could be any of {len(found)}: say more of it")
            more, state = self._play(state, then.seat, found[0], then.chance)
            shown.append(more)
        self._check_claims(step.claims, state)
        return LessonTry(action, True, step.after, tuple(shown), self._node(self.number, state))

    def _wrong(self, answer: Wrong, state: Any, action: Action) -> LessonTry:
        story = carry_out(
            self.game, state, self.lesson.seat, action, Chance.seeded(f"{self.lesson.seed}/{self.number}")
        )
        shown = self._shown(self.lesson.seat, story.events, story.state)
        self._check_claims(answer.claims, story.state)
        return LessonTry(action, False, answer.text, (shown,), None)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────

    def _play(self, state: Any, seat: int, action: Action, draws: Draws | UnsetType) -> tuple[LessonMove, Any]:
        chance = self._chance(draws, self.number)
        try:
            story = carry_out(self.game, state, seat, action, chance)
        except ScriptError as error:
            raise self._error(f"`chance` does not fit {describe(action)}: {error}") from error
        self._check_used_up(chance, describe(action))
        return self._shown(seat, story.events, story.state), story.state

    def _shown(self, seat: int, events: Sequence[Any], state: Any) -> LessonMove:
        viewer = self.lesson.seat
        sight = replace(perspective(self.game, state, viewer), legal=())
        return LessonMove(seat, tuple([redact(event, viewer) for event in events]), sight)

    def _chance(self, draws: Draws | UnsetType, about: object) -> Chance:
        if isinstance(draws, UnsetType):
            return Chance.seeded(f"{self.lesson.seed}/{about}")
        return ScriptedChance(draws)

    # ── Proving ──────────────────────────────────────────────────────────────────────────────────────────

    def _check_allowed(self, pattern: Pattern, state: Any, legal: Sequence[Any], seat: int | None = None) -> None:
        """Raise unless a pattern fits something legal, with the rule against it where it is one action."""
        if any(fits(pattern, action) for action in legal):
            return
        seat = self.lesson.seat if seat is None else seat
        action = parse_action(self.game, pattern)
        if isinstance(action, Refusal):
            some = [describe(other) for other in legal[:_LISTED_AT_MOST]] or ["nothing"]
            more = ", …" if len(legal) > _LISTED_AT_MOST else ""
            raise self._error(
                f"nothing that seat {seat} may do fits {_written(pattern)}; it may: {', '.join(some)}{more}"
            )
        refusal = decide(self.game, state, seat, action, ScriptedChance(()))
        raise self._error(refusal.text.en if isinstance(refusal, Refusal) else f"{describe(action)} is not allowed")

    def _check_claims(self, claims: Mapping[str, Any], state: Any) -> None:
        sight = _as_json(perspective(self.game, state, self.lesson.seat))
        for path, claimed in claims.items():
            found = _at(sight, path)
            if found != (None if claimed == NOTHING else claimed):
                raise self._error(f"it claims {path} = {claimed!r}, and it is {found!r}")

    def _check_used_up(self, chance: Chance, by: str) -> None:
        if isinstance(chance, ScriptedChance) and not chance.is_used_up:
            raise self._error(f"`chance` has more draws than {by} takes")

    def _error(self, why: str) -> LessonError:
        where = f", step {self.number}" if self.number else ""
        return LessonError(f"{self.lesson.file}{where}: {why}")


def _as_json(data: Any) -> Any:
    """As a screen gets it: with lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(data))


def _at(data: Any, path: str) -> Any:
    """What stands at a path such as `view.life.2`; None where nothing does."""
    for name in path.split("."):
        try:
            data = data[int(name)] if isinstance(data, list | tuple) else data[name]
        except (LookupError, TypeError, ValueError):
            return None
    return data


def _written(pattern: Pattern) -> str:
    return "{" + ", ".join(f"{name} = {value!r}" for name, value in pattern.items()) + "}"
