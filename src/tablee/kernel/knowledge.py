"""Knowledge that an action gives, by the types alone: nobody can forget it, so the action is never taken back.

A game shows a hidden thing only by declaring it in an event: as an `Open` value, or as a `Secret` that the viewer may
see (`tablee.testing.find_leak` proves that of every game). What is declared may have been known before, like a card
that lay face up. So the action is decided again in two worlds in which all that is hidden from a viewer is alike, and
other in one than in the other: one of them differs wherever something hidden is shown, or had to be held to act so. A
viewer who sees the same in both has learnt nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from tablee.kernel.chance import ScriptedChance
from tablee.kernel.data import Action, State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.secrecy import EVERYONE, Secret, bit_of
from tablee.kernel.shapes import Hidden, Many, Opened, Shape, Walk, shape_of, walker
from tablee.kernel.story import Story
from tablee.kernel.views import redact, view, viewer_of

Kind: TypeAlias = str
"""A kind of secret, as text: two secrets of one kind could change places. A type is slow to hash."""

Thing: TypeAlias = tuple[Kind, Any, int]
"""(kind, value, who sees it)"""

_Story: TypeAlias = Story[Any, Any]


def makes_known(game: AnyGame, before: State, seat: int, action: Action, story: _Story) -> bool:
    """Whether anyone, onlookers too, learns something hidden by an action that drew no chance."""
    if viewer_of(game.state) is None:  # type: ignore[arg-type]  # a type is hashable
        return False  # Nothing is ever hidden.
    declared_to = [viewers for event in story.events for viewers in _declared_in(event)]
    if not declared_to:
        return False
    things = things_in(before)
    viewers = _shown_most(declared_to, len(game.scores(before)))
    return any(_learns(game, before, things, seat, action, story, viewer) for viewer in viewers)


def _shown_most(declared_to: Sequence[int], seats: int) -> Iterator[int | None]:
    """An onlooker if anything is declared to all, and each seat to which more is declared than that.

    No other has to be asked: what all are told follows for a seat from no less than for an onlooker, who sees least.
    """
    onlooker = bit_of(None)
    if any(viewers & onlooker for viewers in declared_to):
        yield None
    for seat in range(seats):
        if any(viewers & bit_of(seat) and not viewers & onlooker for viewers in declared_to):
            yield seat


def _learns(
    game: AnyGame, before: State, things: Sequence[Thing], seat: int, action: Action, story: _Story, viewer: int | None
) -> bool:
    bit = bit_of(viewer)
    hidden = {kind for kind, _, seen_by in things if not seen_by & bit}
    if not hidden:
        return False
    values = {kind: list(dict.fromkeys([value for of, value, _ in things if of == kind])) for kind in hidden}
    if any(len(possible) == 1 for possible in values.values()):
        return True  # Nothing to compare with.
    others = (_decided_in(game, world, seat, action, viewer) for world in _two_worlds(before, bit, values))
    return not all(other is not None and _look_alike(story, other, viewer) for other in others)


def _decided_in(game: AnyGame, world: State, seat: int, action: Action, viewer: int | None) -> _Story | None:
    """Play the action in another world; None where it can't be done, or draws chance."""
    try:
        if seat != viewer and action not in game.legal(world, seat):
            return None
        return carry_out(game, world, seat, action, ScriptedChance(()))
    except Exception:  # noqa: BLE001, RUF100 - a world that can't be proves nothing, whatever its rules run into
        return None


def _look_alike(story: _Story, other: _Story, viewer: int | None) -> bool:
    """Whether a viewer sees the same happen, and the same then; all else that it is sent follows from its view."""
    seen, seen_there = ([redact(event, viewer) for event in each.events] for each in (story, other))
    return seen == seen_there and bool(view(story.state, viewer) == view(other.state, viewer))


# ── Worlds ───────────────────────────────────────────────────────────────────────────────────────────────


def _two_worlds(state: State, bit: int, values: Mapping[Kind, Sequence[Any]]) -> Iterator[State]:
    """Worlds in which all that a viewer can't see has one value of its kind, and then another."""
    fill = _filler(type(state))
    assert fill is not None  # noqa: S101 - something is hidden
    for place in range(2):
        yield fill(state, (bit, {kind: possible[place] for kind, possible in values.items()}))


def things_in(state: State) -> Sequence[Thing]:
    """Everything in a state that could be secret."""
    found: list[Thing] = []
    walk = _collector(type(state))
    if walk is not None:
        walk(state, found)
    return found


def _declared_in(event: Any) -> Sequence[int]:
    """For each thing that could be hidden and that the event declares: who is shown it."""
    type_: Any = type(event)
    walk = _declared(type_)
    found: list[int] = []
    if walk is not None:
        walk(event, found)
    return found


# ── Walks ────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _filler(type_: Any) -> Walk | None:
    """(state, (a viewer's bit, a value for each kind)) -> the state with those values where the viewer can't see."""

    def fill(shape: Shape) -> Walk | None:
        match shape:
            case Hidden(type_):
                kind = repr(type_)
                return lambda secret, about: (
                    secret if secret.seen_by & about[0] else Secret(about[1][kind], secret.seen_by)
                )
            case Many(Hidden(type_)):
                return _fill_many(repr(type_))
            case _:
                return None

    return walker(shape_of(type_), fill)


def _fill_many(kind: Kind) -> Walk:
    def fill(secrets: Sequence[Secret[Any]], about: tuple[int, Mapping[Kind, Any]]) -> tuple[Secret[Any], ...]:
        bit, value = about[0], about[1].get(kind)
        return tuple([secret if secret.seen_by & bit else Secret(value, secret.seen_by) for secret in secrets])

    return fill


@cache
def _collector(type_: Any) -> Walk | None:
    def collect(shape: Shape) -> Walk | None:
        match shape:
            case Hidden(type_):
                kind = repr(type_)
                return lambda secret, found: found.append((kind, secret.value, secret.seen_by))
            case Many(Hidden(type_)):
                kind = repr(type_)
                return lambda secrets, found: found.extend([(kind, each.value, each.seen_by) for each in secrets])
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
                return lambda _value, found: found.append(EVERYONE)
            case Hidden():
                return lambda secret, found: found.append(secret.seen_by) if secret.seen_by else None
            case _:
                return None

    return walker(shape_of(type_), note, as_data=True)
