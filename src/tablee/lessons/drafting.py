"""The first draft of a lesson, from the record of a game: it plays already, and waits for its words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tablee.kernel.record import Entry, Header
from tablee.lessons.script import MOST_STEPS

_TEXTS = {
    "title": ("Step {n}", "Étape {n}"),
    "say": ("Say what is learnt here.", "Dites ce qu’on apprend ici."),
    "ask": ("Say what to do.", "Dites ce qu’il faut faire."),
    "after": ("Say what came of it.", "Dites ce qui en est résulté."),
}
_WRONG = ("Allowed, but say here why not.", "Permis, mais dites ici pourquoi pas.")


def draft_lesson(header: Header, entries: Iterable[Entry], seat: int) -> str:
    """The text of a lesson that plays the record's first actions from one seat."""
    lines = [
        f"game = {_toml(header.game)}",
        'title.en = "First steps"',
        'title.fr = "Premiers pas"',
        f"seats = {header.seats}",
        f"seat = {seat}",
        f"others = {_toml(['Coach', *[f'Coach {n}' for n in range(2, header.seats)]])}",
        f"options = {_toml(_given(header.options))}",
        f"starter = {header.starter}",
        f"chance = {_toml(header.chance)}",
    ]
    for number, (own, others) in enumerate(_turns(entries, seat), start=1):
        lines += _step(number, own, others)
    return "\n".join(lines) + "\n"


def _turns(entries: Iterable[Entry], seat: int) -> Sequence[tuple[Entry | None, list[Entry]]]:
    """The seat's actions, each with what the others did then; at first maybe only what they did."""
    turns: list[tuple[Entry | None, list[Entry]]] = []
    for entry in entries:
        if entry.seat != seat:
            if not turns:
                turns.append((None, []))
            turns[-1][1].append(entry)
        elif len(turns) == MOST_STEPS:
            break
        else:
            turns.append((entry, []))
    return turns


def _step(number: int, own: Entry | None, others: Sequence[Entry]) -> Iterable[str]:
    yield "\n[[steps]]"
    for name, (en, fr) in _TEXTS.items():
        yield f"{name}.en = {_toml(en.format(n=number))}"
        yield f"{name}.fr = {_toml(fr.format(n=number))}"
    if own is not None:
        yield f"do = {_toml(_given(own.action))}"
        yield f"chance = {_toml(own.chance)}"
    if others:
        yield "then = ["
        for other in others:
            yield f"  {_toml({'seat': other.seat, 'do': _given(other.action), 'chance': other.chance})},"
        yield "]"
    if own is not None and len(_given(own.legal)) > 1:
        yield "\n[[steps.wrong]]"
        yield f"en = {_toml(_WRONG[0])}"
        yield f"fr = {_toml(_WRONG[1])}"


def _given(raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw)


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
