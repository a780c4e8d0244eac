"""The first draft of a lesson, from the record of a game: it plays already, and waits for its words."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Protocol

import msgspec

from tablee.kernel.data import as_json
from tablee.kernel.replay import Record, Step
from tablee.kernel.words import Text
from tablee.lessons.script import MOST_STEPS

_TEXTS = {
    "title": ("Step {n}", "Étape {n}"),
    "say": ("Say what is learnt here.", "Dites ce qu’on apprend ici."),
    "ask": ("Say what to do.", "Dites ce qu’il faut faire."),
    "after": ("Say what came of it.", "Dites ce qui en est résulté."),
}
_WRONG = ("Allowed, but say here why not.", "Permis, mais dites ici pourquoi pas.")


class Dealt(Protocol):
    """The set-up of a game, as a record has it."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Any: ...
    @property
    def starter(self) -> int: ...
    @property
    def chance(self) -> Sequence[int | Sequence[int]] | None: ...


def draft_lesson(record: Record, seat: int) -> str:
    """The text of a lesson that plays the record's first actions from one seat, until the clock or a leaving."""
    played = takewhile(lambda step: step.cause == "played", record.steps)
    lines = [*_head(record, seat, Text("First steps", "Premiers pas"))]
    for number, (own, others) in enumerate(_turns(played, seat), start=1):
        lines += _step(number, own, others)
    return "\n".join(lines) + "\n"


def draft_position(
    dealt: Dealt, title: str, position: Mapping[str, Any], seen: Mapping[str, str], asked: Step | None, seat: int
) -> str:
    """The text of a lesson of one step, which begins in a position and asks for one action, or only shows it."""
    lines = [*_head(dealt, seat, Text(title, title))]
    if seen:
        lines.append(f"seen = {_toml(seen)}")
    return "\n".join([*lines, *_step(1, asked, (), position)]) + "\n"


def draft_shown(dealt: Dealt, title: str, shown: Sequence[Step], asked: Step | None, seat: int) -> str:
    """The text of a lesson that shows some actions from the set-up on, and then asks for one, or ends."""
    steps = [*_step(1, None, shown), *([] if asked is None else _step(2, asked, ()))]
    return "\n".join([*_head(dealt, seat, Text(title, title)), *steps]) + "\n"


def _head(dealt: Dealt, seat: int, title: Text) -> Iterable[str]:
    """The game, its options, and the learner's seat."""
    yield f"game = {_toml(dealt.game)}"
    yield f"title.en = {_toml(title.en)}"
    yield f"title.fr = {_toml(title.fr)}"
    yield f"seats = {dealt.seats}"
    yield f"seat = {seat}"
    yield f"others = {_toml(['Coach', *[f'Coach {n}' for n in range(2, dealt.seats)]])}"
    yield f"options = {_toml(as_json(dealt.options or {}))}"
    yield f"starter = {dealt.starter}"
    yield from _drawn(dealt.chance)


def _turns(steps: Iterable[Step], seat: int) -> Sequence[tuple[Step | None, list[Step]]]:
    """The seat's actions, each with what the others did then; at first maybe only what they did."""
    turns: list[tuple[Step | None, list[Step]]] = []
    for step in steps:
        if step.seat != seat:
            if not turns:
                turns.append((None, []))
            turns[-1][1].append(step)
        elif len(turns) == MOST_STEPS:
            break
        else:
            turns.append((step, []))
    return turns


def _step(
    number: int, own: Step | None, others: Sequence[Step], position: Mapping[str, Any] | None = None
) -> Iterable[str]:
    yield "\n[[steps]]"
    for name, (en, fr) in _TEXTS.items():
        yield f"{name}.en = {_toml(en.format(n=number))}"
        yield f"{name}.fr = {_toml(fr.format(n=number))}"
    if own is not None:
        yield f"do = {_toml(as_json(own.action))}"
        yield from _drawn(own.chance)
    if others:
        yield "then = ["
        for other in others:
            yield f"  {_toml({'seat': other.seat, 'do': as_json(other.action), 'chance': other.chance})},"
        yield "]"
    if position is not None:
        yield "\n[steps.position]"
        for name, value in position.items():
            yield f"{name} = {_toml(value)}"
    if own is not None:
        yield "\n[[steps.wrong]]"
        yield f"en = {_toml(_WRONG[0])}"
        yield f"fr = {_toml(_WRONG[1])}"


def _drawn(chance: Sequence[int | Sequence[int]] | None) -> Iterable[str]:
    """The draws of the set-up, where the record has them."""
    return () if chance is None else (f"chance = {_toml(chance)}",)


def _toml(value: Any) -> str:
    """A value on one line; what is None is left out, as TOML has no word for it."""
    match value:
        case Mapping():
            pairs = [f"{name} = {_toml(part)}" for name, part in value.items() if part is not None]
            return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            # Strings, numbers and flags are written as in JSON.
            return msgspec.json.encode(value).decode()
