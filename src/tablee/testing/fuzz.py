"""Random values as actions: from pure noise to actions that are almost right."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import decide, parse_action, parse_json_action
from tablee.kernel.refusals import Refusal

_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 9, 10**30, 0.5, 4.0, float("nan"), float("inf"), "", "4", "?", "type", "\x00",
    "\ud800", "é" * 300, [], {}, [[]], {"type": None}, {"type": []}, [0, 0], [9, 9], [3, 4, 5],
)  # fmt: skip


def random_json(source: random.Random, known: Sequence[Any], depth: int = 0) -> Any:
    """A random JSON value, made of strange ones and of pieces of known actions."""
    kind = source.randrange(6 if depth < 3 else 3)
    if kind == 0:
        return source.choice(_STRANGE)
    if kind == 1:
        return source.randint(-3, 14)
    if kind == 2:
        return source.choice(known)
    if kind == 3:
        return [random_json(source, known, depth + 1) for _ in range(source.randrange(4))]
    keys = [key for key in known if isinstance(key, str)]
    return {source.choice(keys): random_json(source, known, depth + 1) for _ in range(source.randrange(4))}


def bent_action(source: random.Random, action: Action, known: Sequence[Any]) -> Any:
    """A true action as plain data, with something changed, missing or too much; or nothing at all."""
    raw: dict[Any, Any] = msgspec.to_builtins(action)
    for _ in range(source.randrange(3)):
        key = source.choice(list(raw) or ["type"])
        match source.randrange(5):
            case 0:
                raw.pop(key, None)
            case 1:
                raw[key] = source.choice(known)
            case 2:
                raw[key] = source.randint(-1, 12)
            case 3:
                raw[key] = random_json(source, known)
            case _:
                raw[source.choice(("x", "seat", "TYPE", "id"))] = source.choice(_STRANGE)
    return raw


def pieces_of(actions: Sequence[Action]) -> list[Any]:
    """Names and values that occur in the actions, to build almost-right ones from."""
    pieces: dict[str, Any] = {}
    for raw in msgspec.to_builtins(list(actions)):
        for key, value in raw.items():
            pieces[key] = key
            pieces[repr(value)] = value
    return list(pieces.values())


def check_refusals(game: AnyGame, state: Any, seat: int, source: random.Random, tries: int) -> int:
    """Try random values as actions of a seat; return how many were accepted, each of them being truly legal.

    Raises AssertionError where something else than a legal action is accepted, and lets through whatever else
    is raised: nothing may be.
    """
    legal = game.legal(state, seat)
    allowed = {_canonical(msgspec.to_builtins(action)) for action in legal}
    known = [*pieces_of(legal), *(type_.__struct_config__.tag for type_ in game.action_types)]
    accepted = 0
    for number in range(tries):
        raw = bent_action(source, source.choice(legal), known) if legal and number % 2 else random_json(source, known)
        if number % 5 == 0:
            raw, action = _as_text(game, raw, source)
        else:
            action = parse_action(game, raw)
        if isinstance(action, Refusal):
            assert _canonical(raw) not in allowed, f"{raw!r} is legal, but {action.text.en}"
            continue
        decided = decide(game, state, seat, action, Chance.seeded(number))
        if isinstance(decided, Refusal):
            assert _canonical(msgspec.to_builtins(action)) not in allowed, f"{raw!r} is legal, but {decided.text.en}"
            continue
        assert _canonical(raw) in allowed, f"{raw!r} was accepted, but is not legal"
        accepted += 1
    return accepted


def _as_text(game: AnyGame, raw: Any, source: random.Random) -> tuple[Any, Any]:
    """The value as JSON text, at times cut off or with a byte changed; and what the game reads in it."""
    try:
        text = bytearray(msgspec.json.encode(raw))
    except (UnicodeError, msgspec.MsgspecError):
        text = bytearray(b"{")
    if text and source.randrange(2):
        text[source.randrange(len(text))] = source.randrange(256)
    if source.randrange(4) == 0:
        del text[source.randrange(len(text) + 1) :]
    try:
        read = msgspec.json.decode(bytes(text))
    except (msgspec.DecodeError, UnicodeError):
        read = None
    return read, parse_json_action(game, bytes(text))


def _canonical(raw: Any) -> bytes:
    try:
        return msgspec.json.encode(raw, order="deterministic")
    except (UnicodeError, msgspec.MsgspecError, TypeError):
        return b""
