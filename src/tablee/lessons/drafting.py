"""The first draft of a lesson, from the record of a game: it plays already, and waits for its words."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from tablee.kernel.replay import Record, Step
from tablee.lessons.script import MOST_STEPS

_TEXTS = {
    "title": ("Step {n}", "Étape {n}"),
    "say": ("Say what is learnt here.", "Dites ce qu’on apprend ici."),
    "ask": ("Say what to do.", "Dites ce qu’il faut faire."),
    "after": ("Say what came of it.", "Dites ce qui en est résulté."),
}
_WRONG = ("Allowed, but say here why not.", "Permis, mais dites ici pourquoi pas.")


def draft_lesson(record: Record, seat: int) -> str:
    """The text of a lesson that plays the record's first actions from one seat, until the clock or a leaving."""
    played = takewhile(lambda step: step.cause == "played", record.steps)
    lines = [
        f"game = {_toml(record.game)}",
        'title.en = "First steps"',
        'title.fr = "Premiers pas"',
        f"seats = {record.seats}",
        f"seat = {seat}",
        f"others = {_toml(['Coach', *[f'Coach {n}' for n in range(2, record.seats)]])}",
        f"options = {_toml(_plain(record.options or {}))}",
        f"starter = {record.starter}",
        *_drawn(record.chance),
    ]
    for number, (own, others) in enumerate(_turns(played, seat), start=1):
        lines += _step(number, own, others)
    return "\n".join(lines) + "\n"


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


def _step(number: int, own: Step | None, others: Sequence[Step]) -> Iterable[str]:
    yield "\n[[steps]]"
    for name, (en, fr) in _TEXTS.items():
        yield f"{name}.en = {_toml(en.format(n=number))}"
        yield f"{name}.fr = {_toml(fr.format(n=number))}"
    if own is not None:
        yield f"do = {_toml(_plain(own.action))}"
        yield from _drawn(own.chance)
    if others:
        yield "then = ["
        for other in others:
            yield f"  {_toml({'seat': other.seat, 'do': _plain(other.action), 'chance': other.chance})},"
        yield "]"
    if own is not None:
        yield "\n[[steps.wrong]]"
        yield f"en = {_toml(_WRONG[0])}"
        yield f"fr = {_toml(_WRONG[1])}"


def _drawn(chance: Sequence[int | Sequence[int]] | None) -> Iterable[str]:
    """What was drawn, where the record has noted it."""
    return () if chance is None else (f"chance = {_toml(chance)}",)


def _plain(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


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
