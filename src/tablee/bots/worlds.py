"""Worlds that look alike to a seat: what it sees is the same, what it can't see is filled in by kind.

All follows from the types: a `Secret` that a viewer may not see could hold the value of any other of its kind. From a
view alone, secrets of a kind are what a fresh game holds of it, less what is seen: a pack is shuffled, and no card is
there twice. Where that does not work out (a hidden choice, say), and where a kind is rolled and not shuffled, as dice
are, each is one that a fresh game could hold, whatever the others are. What can't follow from types, a game says in
`possible_worlds`: worlds are drawn until one can be. Where that would take long, it deals them itself, in `deal_world`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.knowledge import Kind, things_in
from tablee.kernel.play import begin
from tablee.kernel.refusals import Refusal
from tablee.kernel.search import Dice
from tablee.kernel.secrecy import EVERYONE, HIDDEN, Secret
from tablee.kernel.shapes import Hidden, Opened, Plain, Shape, Walk, shape_of, walker
from tablee.kernel.views import Perspective

S = TypeVar("S", bound=State)

OnSecret: TypeAlias = Callable[[Kind, Secret[Any]], Secret[Any]]
"""(the secret's kind, the secret) -> what takes its place."""


TRIES: Final = 500
"""Worlds to draw before one is taken that can't be: better than not to think at all."""


_FRESH: Final = 64
"""Fresh games to look at for what is rolled."""
_FEW: Final = 3
"""After this many more alike, nothing is rolled."""


class CannotFill(Exception):  # noqa: N818 - reads as what it is
    """The types do not say what a hidden thing could be."""


def alike(state: S, seat: int | None, chance: Chance, kinds: Collection[Kind] | None = None) -> S:
    """A world that looks the same to a seat, or to an onlooker (None): what it can't see is shuffled by kind.

    With kinds, only secrets of those.
    """
    places: dict[Kind, list[Any]] = {}

    def is_shuffled(kind: Kind, secret: Secret[Any]) -> bool:
        return not secret.is_seen_by(seat) and (kinds is None or kind in kinds)

    def collect(kind: Kind, secret: Secret[Any]) -> Secret[Any]:
        if is_shuffled(kind, secret):
            places.setdefault(kind, []).append(secret.value)
        return secret

    map_secrets(state, collect)
    shuffled = {kind: iter(chance.shuffled(values)) for kind, values in places.items()}

    def exchange(kind: Kind, secret: Secret[Any]) -> Secret[Any]:
        return Secret(next(shuffled[kind]), secret.seen_by) if is_shuffled(kind, secret) else secret

    return map_secrets(state, exchange)


def dealt_anew(game: AnyGame, state: S, seat: int, chance: Chance) -> S:
    """A world that looks the same to a seat, to play on in: what is hidden from the set-up on is dealt anew.

    A choice that another seat made in this round stays: not every one would have been open to it.
    """
    options = getattr(state, "options", None) or game.options()
    fresh = begin(game, len(game.scores(state)), options, Chance.seeded(0), 0)
    if isinstance(fresh, Refusal):
        return state
    return alike(state, seat, chance, {kind for kind, _, seen_by in things_in(fresh) if seen_by != EVERYONE})


class Worlds:
    """The unknowns of a view, and their possible values."""

    def __init__(self, game: AnyGame, seats: int, perspective: Perspective) -> None:
        # The state, with HIDDEN as the value of each secret that is not seen.
        type_: Any = game.state
        self._seat, self._is_possible, self._deal = perspective.seat or 0, game.possible_worlds, game.deal_world
        self._known = _reader(type_)(msgspec.to_builtins(perspective.view), None)
        things = _valued(self._known)
        hidden = Counter(kind for kind, value in things if value == HIDDEN)
        fresh = _fresh(game, seats, getattr(self._known, "options", None) or game.options())
        unseen = fresh - Counter(things)
        rolled = _rolled(game, seats, getattr(self._known, "options", None) or game.options())
        self._pools: dict[Kind, list[Any]] = {}
        self._is_conserved: dict[Kind, bool] = {}
        for kind, count in hidden.items():
            pool, rest = ([value for of, value in those.elements() if of == kind] for those in (fresh, unseen))
            self._is_conserved[kind] = len(rest) >= count and kind not in rolled
            self._pools[kind] = rest if self._is_conserved[kind] else rolled.get(kind, pool)
            if not self._pools[kind]:
                raise CannotFill(f"{game.id}: nothing says what a hidden {kind} could be")

    def fill(self, dice: Dice) -> Any:
        """One possible state: of those that the types allow, one that the game says can be."""
        world = self._drawn(dice)
        if self._is_possible is not None:
            for _ in range(TRIES):
                if self._is_possible(world, self._seat):
                    break
                world = self._drawn(dice)
        return world

    def _drawn(self, dice: Dice) -> Any:
        world = self._filled(dice)
        return world if self._deal is None else self._deal(world, self._seat, dice)

    def _filled(self, dice: Dice) -> Any:
        order: dict[Kind, list[int]] = {}
        for kind, pool in self._pools.items():
            order[kind] = list(range(len(pool)))
            dice.shuffle(order[kind])

        def draw(kind: Kind, secret: Secret[Any]) -> Secret[Any]:
            if secret.value != HIDDEN:
                return secret
            pool = self._pools[kind]
            return Secret(pool[order[kind].pop() if self._is_conserved[kind] else int(dice.below(len(pool)))])

        return map_secrets(self._known, draw)


@cache
def _fresh(game: AnyGame, seats: int, options: Options) -> "Counter[tuple[Kind, Any]]":
    """How often a fresh game of these options holds each value, with its kind, wherever it is."""
    state = begin(game, seats, options, Chance.seeded(0), 0)
    if isinstance(state, Refusal):
        raise CannotFill(f"{game.id}: {state.text.en}")
    return Counter(_valued(state))


class _Rolls(Chance):
    """Other numbers with each seed, and the same orders."""

    def order(self, count: int) -> Sequence[int]:
        return range(count)


@cache
def _rolled(game: AnyGame, seats: int, options: Options) -> "Mapping[Kind, list[Any]]":
    """The kinds of which fresh games hold other values where only numbers are drawn otherwise; and these values."""
    held: list[Counter[tuple[Kind, Any]]] = []
    for seed in range(_FRESH):
        state = begin(game, seats, options, _Rolls.seeded(seed), 0)
        if isinstance(state, Refusal):
            return {}
        held.append(Counter(_valued(state)))
        if seed == _FEW and all(other == held[0] for other in held):
            return {}
    values: dict[Kind, list[Any]] = {}
    for kind, value in [thing for one in held for thing in one.elements()]:
        values.setdefault(kind, []).append(value)
    kinds = {kind for one in held for kind, _ in ((one - held[0]) + (held[0] - one))}
    return {kind: values[kind] for kind in kinds}


def _valued(state: State) -> list[tuple[Kind, Any]]:
    return [(kind, value) for kind, value, _ in things_in(state)]


# ── Walks ────────────────────────────────────────────────────────────────────────────────────────────────


def map_secrets(state: S, on_secret: OnSecret) -> S:
    """The state with each secret replaced, in a fixed order."""
    walk = _secrets_in(type(state))
    mapped: S = state if walk is None else walk(state, on_secret)
    return mapped


@cache
def _secrets_in(type_: Any) -> Walk | None:
    def exchange(shape: Shape) -> Walk | None:
        if not isinstance(shape, Hidden):
            return None
        kind = repr(shape.kind)
        return lambda secret, on_secret: on_secret(kind, secret)

    return walker(shape_of(type_), exchange)


@cache
def _reader(type_: Any) -> Walk:
    """The walk through a view that came as JSON, which makes a state of it."""

    def convert(shape: Shape) -> Walk | None:
        match shape:
            case Hidden(kind):
                return lambda value, _: (
                    Secret(HIDDEN) if value == HIDDEN else Secret(msgspec.convert(value, kind), EVERYONE)
                )
            case Opened(annotation) | Plain(annotation) if annotation not in (None, NoneType):
                return lambda value, _: msgspec.convert(value, annotation)
            case _:
                return None

    walk = walker(shape_of(type_), convert, from_data=True)
    assert walk is not None  # noqa: S101 - a state has a turn
    return walk
