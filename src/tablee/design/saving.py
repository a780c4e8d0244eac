"""A position of the bench as something that stays: a test beside the game, or the draft of a lesson."""

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tablee.design.faults import refused
from tablee.design.session import Node, Session
from tablee.kernel.data import as_json
from tablee.kernel.play import parse_action
from tablee.kernel.record import Draws
from tablee.kernel.replay import Step
from tablee.lessons.compiling import compile_lesson
from tablee.lessons.drafting import draft_position, draft_shown
from tablee.lessons.finding import FOLDER
from tablee.lessons.position import write_position
from tablee.lessons.script import LessonError, read_lesson

_HEAD = '''\
"""Positions saved from the bench of `tablee design`: what the rules did when they were looked at."""

import msgspec
{imports}

'''


MOST_SHOWN = 30
"""Actions that a lesson may show before it asks for anything."""


class Saved(Struct, frozen=True):
    """What is to be written, and where."""

    path: Path
    text: str
    """All of the file."""


class _Dealt(Struct, frozen=True):
    """What the draft of a lesson is set up from."""

    game: str
    seats: int
    options: dict[str, Any]
    starter: int
    chance: Draws


# ── A test ───────────────────────────────────────────────────────────────────────────────────────────────


def as_test(session: Session, module: str | None, folder: Path, title: str) -> Saved:
    """A test of the last step and of what can be done then; added to those that were saved before.

    `module` is the name of the game's file, None for an installed game.
    """
    game = session.rules.game
    path = folder / f"test_{(module or game.id).replace('-', '_')}_positions.py"
    before = path.read_text(encoding="utf-8") if path.is_file() else _HEAD.format(imports=_imports(game.id, module))
    name = _free_name(f"test_{slug_of(title, '_')}", before)
    return Saved(path, f"{before.rstrip()}\n\n\ndef {name}() -> None:\n{_body(session, title)}")


def _imports(game: str, module: str | None) -> str:
    if module is not None:
        return (
            "from tablee.kernel.chance import ScriptedChance\n"
            "from tablee.kernel.play import decide, parse_action\n"
            f"\nfrom {module} import GAME"
        )
    return (
        "from tablee.kernel.chance import ScriptedChance\n"
        "from tablee.kernel.play import decide, parse_action\n"
        "from tablee.kernel.registry import load_game\n"
        f"\nGAME = load_game({game!r})"
    )


def _body(session: Session, title: str) -> str:
    node, before = session.node, session.before
    lines = [f'"""{title.replace(chr(34), chr(39)).replace(chr(92), "/")}"""']
    if node.step.cause == "played" and before is not None:
        lines += [
            f"before = msgspec.convert({_literal(before)}, GAME.state)",
            f"action = parse_action(GAME, {_literal(node.step.action)})",
            f"chance = ScriptedChance({list(map(_listed, node.chance))!r})",
            f"story = decide(GAME, before, {node.step.seat}, action, chance)",
            f"assert msgspec.to_builtins(story.events) == {_literal(list(node.events))}",
            f"assert story.state == msgspec.convert({_literal(node.state)}, GAME.state)",
            "state = story.state",
        ]
    else:
        lines.append(f"state = msgspec.convert({_literal(node.state)}, GAME.state)")
    awaited = session.rules.game.to_act(node.state)
    lines.append(f"assert GAME.to_act(state) == {tuple(awaited)!r}")
    for seat in awaited:
        legal = _literal(list(session.rules.legal(node.state, seat)))
        lines.append(f"assert [msgspec.to_builtins(action) for action in GAME.legal(state, {seat})] == {legal}")
    if node.state.ended is not None:
        lines.append(f"assert msgspec.to_builtins(state.ended) == {_literal(node.state.ended)}")
    return "".join(f"    {line}\n" for line in lines)


def _literal(data: Any) -> str:
    """Plain data as Python writes them: with tuples as `msgspec.to_builtins` gives them."""
    return repr(msgspec.to_builtins(data))


def _listed(draw: int | Sequence[int]) -> Any:
    return draw if isinstance(draw, int) else list(draw)


def _free_name(name: str, source: str) -> str:
    known = set(re.findall(r"^def (\w+)\(", source, flags=re.MULTILINE))
    names = (name, *(f"{name}_{number}" for number in range(2, len(known) + 3)))
    return next(one for one in names if one not in known)


# ── A lesson ─────────────────────────────────────────────────────────────────────────────────────────────


def as_lesson(session: Session, folder: Path, title: str, seat: int) -> Saved:
    """The draft of a lesson that begins here. It is played by the rules before it is given. Raises FaultError."""
    game = session.rules.game
    path = folder / FOLDER / f"{slug_of(title, '-')}.toml"
    if path.exists():
        raise refused(
            f"{path.name} is there already: call it otherwise.", f"{path.name} existe déjà : changez le titre."
        )
    text = _draft(session, title, seat)
    try:
        compile_lesson(game, read_lesson(text, path.name))
    except LessonError as error:
        raise refused(f"The lesson would not hold: {error}", f"La leçon ne tiendrait pas : {error}") from error
    return Saved(path, text)


def _draft(session: Session, title: str, seat: int) -> str:
    """The position as it is written, or where that can't be, all that led to it."""
    game, asked = session.rules.game, _asked(session, seat)
    dealt = _Dealt(game.id, session.deal.seats, session.deal.options, session.starter, session.nodes[0].chance)
    written = write_position(game, session.nodes[0].state, session.state)
    if written is not None:
        return draft_position(dealt, title, *written, asked, seat)
    path = [session.nodes[number] for number in session.line[1 : session.at + 1]]
    if len(path) > MOST_SHOWN or any(node.step.cause != "played" for node in path):
        raise refused(
            "No lesson can begin here: some of what is hidden is seen by some seats only. Save a test.",
            "Aucune leçon ne peut commencer ici : certains secrets ne sont vus que de quelques places. "
            "Enregistrez un test.",
        )
    return draft_shown(dealt, title, [_played(session, node) for node in path], asked, seat)


def _asked(session: Session, seat: int) -> Step | None:
    """What the learner is asked for: what was played from here, or the first legal action; None if not to act."""
    for number in reversed(session.branches(session.at)):
        node = session.nodes[number]
        if node.step.cause == "played" and node.step.seat == seat:
            return _played(session, node)
    legal = session.rules.legal(session.state, seat)
    return _played(session, session.would(seat, as_json(legal[0]))) if legal else None


def _played(session: Session, node: Node) -> Step:
    return Step("played", node.step.seat, parse_action(session.rules.game, node.step.action), (), chance=node.chance)


def slug_of(title: str, between: str) -> str:
    """A title as a name: small letters and digits, with `between` between its words."""
    bare = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return between.join(re.findall(r"[a-z0-9]+", bare)) or "position"
