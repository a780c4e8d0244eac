"""A lesson as its author writes it: a TOML file in the folder `lessons` beside the game.

    game = "tictactoe"                       whose rules it is played by
    title.en = "First steps"                 every text is in both languages
    title.fr = "Premiers pas"

    [[steps]]
    title.en = "…"                           what the step is about
    say.en = "…"                             what the player reads
    ask.en = "…"                             the one thing to do
    do = { type = "mark", cell = 4 }         what is right: a pattern, or a list of them; without it, just Continue
    after.en = "…"                           what the player reads when it is done
    then = [{ seat = 1, do = { … } }]        what is played next, by anyone, before the next step
    position = { cells = [ … ] }             starts the step there (position.py); else where the last one ended
    chance = [3, 0]                          what the right action draws; else the lesson's own luck
    claims = { scores = [1, 0] }             what has to hold then, so that no text tells what is not so

    [[steps.wrong]]                          the answer to a legal try that is not right; the first that fits
    try = { type = "mark", cell = [0, 2] }   without it: any
    en = "…"
    fr = "…"

A pattern names some fields of an action; it fits every action that has these values, or one of a list of values.
"""

import re
import tomllib
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from tablee.kernel.data import Action, as_json
from tablee.kernel.words import Language, Text

MOST_STEPS = 10
MOST_WORDS = 25
"""In each text: a lesson is read between two moves."""

Pattern: TypeAlias = dict[str, Any]
Draws: TypeAlias = tuple[int | tuple[int, ...], ...]


class LessonError(Exception):
    """A lesson can't be played as it is written; the sentence says in which file, at which step, and why."""


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a legal try that isn't what the step asks for."""

    en: str
    fr: str
    tried: Pattern | UnsetType = field(default=UNSET, name="try")
    claims: dict[str, Any] = {}

    @property
    def text(self) -> Text:
        return Text(self.en, self.fr)


class Then(Struct, frozen=True, forbid_unknown_fields=True):
    """One action that the lesson plays."""

    seat: int
    do: Pattern
    chance: Draws | UnsetType = UNSET


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to learn."""

    title: Text
    say: Text
    ask: Text
    after: Text
    do: Pattern | tuple[Pattern, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    then: tuple[Then, ...] = ()
    chance: Draws | UnsetType = UNSET
    position: dict[str, Any] | UnsetType = UNSET
    claims: dict[str, Any] = {}

    @property
    def right(self) -> tuple[Pattern, ...]:
        return (self.do,) if isinstance(self.do, dict) else self.do


class Scene(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lessons and positions share: the set-up of the game, and the seat that sees it."""

    seat: int = 0
    """The learner's."""
    options: dict[str, Any] = {}
    starter: int = 0
    chance: Draws | UnsetType = UNSET
    """The draws of the set-up; without them the scene's own luck."""
    seed: int = 0
    """Of the scene's own luck: everything that no script says."""
    seen: dict[str, str] = {}
    """The viewers of what `position` puts into a field: `all`, or `owner` where each seat has its part."""


class Lesson(Scene, frozen=True, kw_only=True):
    """The whole file."""

    game: str
    title: Text
    seats: int = 2
    others: tuple[str, ...] = ("Coach",)
    """Names of the other seats, in their order."""
    steps: tuple[Step, ...]
    id: str = ""
    """The file's name."""
    file: str = ""
    """Where it was read, for sentences about it."""


def read_lesson(source: str, file: str) -> Lesson:
    """A lesson from the text of its file. Raises LessonError."""
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: this is no TOML: {error}") from error
    try:
        lesson = msgspec.convert({**data, "id": _stem(file), "file": file}, Lesson)
    except msgspec.ValidationError as error:
        raise LessonError(f"{file}{_where(str(error))}") from error
    _check_limits(lesson)
    return lesson


def fits(pattern: Pattern, action: Action) -> bool:
    has = as_json(action)
    return all(
        name in has and (has[name] == wanted or (isinstance(wanted, list) and has[name] in wanted))
        for name, wanted in pattern.items()
    )


def words_in(text: str) -> int:
    """How many words are read; marks that stand alone are none."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def _check_limits(lesson: Lesson) -> None:
    if not 1 <= len(lesson.steps) <= MOST_STEPS:
        raise LessonError(f"{lesson.file}: a lesson has 1 to {MOST_STEPS} steps, this one has {len(lesson.steps)}")
    if len(lesson.others) != lesson.seats - 1 or not 0 <= lesson.seat < lesson.seats:
        raise LessonError(
            f"{lesson.file}: with {lesson.seats} seats `others` names {lesson.seats - 1}, "
            f"and `seat` is from 0 to {lesson.seats - 1}"
        )
    for number, step in enumerate(lesson.steps, start=1):
        texts = {"title": step.title, "say": step.say, "ask": step.ask, "after": step.after}
        texts |= {f"wrong {place}": wrong.text for place, wrong in enumerate(step.wrong, start=1)}
        for name, text in texts.items():
            for language, told in _in_both(text):
                if not told.strip():
                    raise LessonError(f"{lesson.file}, step {number}: `{name}` says nothing in {language!r}")
                if (count := words_in(told)) > MOST_WORDS:
                    raise LessonError(
                        f"{lesson.file}, step {number}: `{name}` has {count} words in {language!r}, "
                        f"at most {MOST_WORDS} are read: {told!r}"
                    )


def _in_both(text: Text) -> tuple[tuple[Language, str], ...]:
    return (("en", text.en), ("fr", text.fr))


def _where(error: str) -> str:
    """What msgspec says, by the number of the step: `Object … - at `$.steps[1].say`` -> `, step 2, `say`: object …`."""
    what, _, path = error.partition(" - at ")
    what = what[:1].lower() + what[1:]
    found = re.fullmatch(r"`\$(?:\.steps\[(\d+)\])?\.?(.*)`", path)
    if found is None:
        return f": {what}"
    step = "" if found[1] is None else f", step {int(found[1]) + 1}"
    return f"{step}{f', `{found[2]}`' if found[2] else ''}: {what}"


def _stem(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
