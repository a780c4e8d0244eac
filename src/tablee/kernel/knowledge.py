"""What an action makes known, by the types alone: nobody can forget it, so such an action is never taken back.

A game shows a hidden thing only by declaring it in an event: as an `Open` value, or as a `Secret` that the viewer may
see (`tablee.testing.find_leak` proves that of every game). What is declared may have been known before, like a card
that lay face up. So the action is decided again in two worlds in which all that is hidden from a viewer is alike, and
other in one than in the other: one of them differs wherever something hidden is shown, or had to be held to act so. A
viewer who sees the same in both has learnt nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

import msgspec

from tablee.kernel.chance import ScriptedChance
from tablee.kernel.data import Action, State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.secrecy import EVERYONE, Secret, bit_of
from tablee.kernel.shapes import Hidden, Opened, Shape, Walk, shape_of, walker
from tablee.kernel.story import Story
from tablee.kernel.views import redact, view, viewer_of

S = TypeVar("S", bound=State)

Kind: TypeAlias = str
"""What a secret is, in words: two secrets of one kind could stand in each other's place. A type is slow to hash."""

Thing: TypeAlias = tuple[Kind, Any, int]
"""(kind, value, who sees it)"""

OnSecret: TypeAlias = Callable[[Kind, Secret[Any]], Secret[Any]]
"""(the secret's kind, the secret) -> what stands in its place."""

_Story: TypeAlias = Story[Any, Any]


def makes_known(game: AnyGame, before: State, seat: int, action: Action, story: _Story) -> bool:
    """Whether anyone, onlookers too, learns something hidden by an action that drew no chance."""
    if viewer_of(game.state) is None:  # type: ignore[arg-type]  # a type is hashable
        return False  # Nothing is ever hidden.
    viewers = (*range(len(game.scores(before))), None)
    shown_to = [viewer for viewer in viewers if any(_declares(event, viewer) for event in story.events)]
    things = things_in(before) if shown_to else ()
    return any(_learns(game, before, things, seat, action, story, viewer) for viewer in shown_to)


def _learns(
    game: AnyGame, before: State, things: Sequence[Thing], seat: int, action: Action, story: _Story, viewer: int | None
) -> bool:
    bit = bit_of(viewer)
    hidden = {kind for kind, _, seen_by in things if not seen_by & bit}
    values = {kind: list(dict.fromkeys([value for of, value, _ in things if of == kind])) for kind in hidden}
    if not hidden:
        return False
    if any(len(possible) == 1 for possible in values.values()):
        return True  # Nothing to compare with.
    shown = _shown(story, viewer)
    return any(_shown_in(game, world, seat, action, viewer) != shown for world in _two_worlds(before, bit, values))


def _shown_in(game: AnyGame, world: State, seat: int, action: Action, viewer: int | None) -> bytes | None:
    """All that the action shows a viewer in another world; None where it can't be done, or draws chance."""
    try:
        if seat != viewer and action not in game.legal(world, seat):
            return None
        return _shown(carry_out(game, world, seat, action, ScriptedChance(())), viewer)
    except Exception:  # noqa: BLE001, RUF100 - a world that can't be proves nothing, whatever its rules run into
        return None


def _shown(story: _Story, viewer: int | None) -> bytes:
    """What happened and how it stands; all else that a viewer is told follows from its view."""
    return msgspec.json.encode([[redact(event, viewer) for event in story.events], view(story.state, viewer)])


# ── Worlds ───────────────────────────────────────────────────────────────────────────────────────────────


def _two_worlds(state: S, bit: int, values: Mapping[Kind, Sequence[Any]]) -> Iterator[S]:
    """Worlds in which all that a viewer can't see has one value of its kind, and then another."""
    for place in range(2):

        def exchange(kind: Kind, secret: Secret[Any], place: int = place) -> Secret[Any]:
            return secret if secret.seen_by & bit else Secret(values[kind][place], secret.seen_by)

        yield map_secrets(state, exchange)


def map_secrets(state: S, on_secret: OnSecret) -> S:
    """The state with each secret replaced, in a fixed order."""
    walk = _secrets_in(type(state))
    mapped: S = state if walk is None else walk(state, on_secret)
    return mapped


def things_in(state: State) -> Sequence[Thing]:
    """Everything in a state that could be secret."""
    found: list[Thing] = []
    walk = _collector(type(state))
    if walk is not None:
        walk(state, found)
    return found


def _declares(event: Any, viewer: int | None) -> bool:
    """Whether the event shows the viewer something of a kind that can be hidden."""
    type_: Any = type(event)
    walk = _declared(type_)
    found: list[None] = []
    if walk is not None:
        walk(event, (bit_of(viewer), found))
    return bool(found)


# ── Walks ────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _secrets_in(type_: Any) -> Walk | None:
    def exchange(shape: Shape) -> Walk | None:
        if not isinstance(shape, Hidden):
            return None
        kind = repr(shape.kind)
        return lambda secret, on_secret: on_secret(kind, secret)

    return walker(shape_of(type_), exchange)


@cache
def _collector(type_: Any) -> Walk | None:
    def collect(shape: Shape) -> Walk | None:
        match shape:
            case Hidden(type_):
                kind = repr(type_)
                return lambda secret, found: found.append((kind, secret.value, secret.seen_by))
            case Opened(type_):
                kind = repr(type_)
                return lambda value, found: found.append((kind, value, EVERYONE))
            case _:
                return None

    return walker(shape_of(type_), collect, as_data=True)


@cache
def _declared(type_: Any) -> Walk | None:
    def note(shape: Shape) -> Walk | None:
        match shape:
            case Opened():
                return lambda _value, about: about[1].append(None)
            case Hidden():
                return lambda secret, about: about[1].append(None) if secret.seen_by & about[0] else None
            case _:
                return None

    return walker(shape_of(type_), note, as_data=True)
