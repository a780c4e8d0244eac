"""A search form made from the readable rules: every game gets bots, also one that brought no form of its own.

What the seat can't see is filled in by the platform from the types: secrets of one kind are what a fresh game holds
of that kind, less what is seen. Where that does not work out (a hidden choice, say), each hidden value is one that a
fresh game could hold.
"""

from collections import Counter
from functools import cache
from typing import Any

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, fold
from tablee.kernel.refusals import Refusal
from tablee.kernel.search import Dice, SearchForm
from tablee.kernel.secrecy import EVERYONE, HIDDEN, Secret
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Opened, Plain, Record, Shape, shape_of
from tablee.kernel.views import Perspective

_LONGEST_ROLLOUT = 400


class CannotFill(Exception):  # noqa: N818 - reads as what it is
    """The types do not say what a hidden thing could be."""


class DiceChance(Chance):
    """Chance for the rules, drawn from a search's dice."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1."""
        return int(self._dice.below(bound))

    def order(self, count: int) -> list[int]:
        """The numbers 0 to count - 1 in an order drawn from all."""
        order = list(range(count))
        self._dice.shuffle(order)
        return order


class ReadableForm(SearchForm):
    """A world of the readable rules."""

    def __init__(self, game: AnyGame, seats: int, state: Any, worlds: "Worlds | None", codes: "Codes") -> None:
        super().__init__(seats)
        self.game, self.state, self._worlds, self.codes = game, state, worlds, codes

    def deal(self, dice: Dice) -> SearchForm:
        """A world that the seat thinks possible."""
        state = self._worlds.fill(dice) if self._worlds is not None else self.state
        return ReadableForm(self.game, self.seats, state, None, self.codes)

    def actors(self) -> list[int]:
        """The seats that owe an action."""
        return list(self.game.to_act(self.state))

    def actions(self, seat: int) -> list[int]:
        """The codes of a seat's legal actions."""
        return [self.codes.of(action) for action in self.game.legal(self.state, seat)]

    def play(self, seat: int, action: int, dice: Dice) -> None:
        """Decide and evolve."""
        events = self.game.decide(self.state, seat, self.codes.action(action), DiceChance(dice))
        self.state = fold(self.game, self.state, events)

    def rollout(self, dice: Dice) -> None:
        """Uniformly random play."""
        game, state, chance = self.game, self.state, DiceChance(dice)
        for _ in range(_LONGEST_ROLLOUT):
            awaited = game.to_act(state)
            if not awaited:
                break
            seat = awaited[int(dice.below(len(awaited)))]
            legal = game.legal(state, seat)
            state = fold(game, state, game.decide(state, seat, legal[int(dice.below(len(legal)))], chance))
        self.state = state

    def rewards(self) -> list[float]:
        """A win is shared among its winners; a draw among those who draw; an unfinished game goes by the scores."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            scores = self.game.scores(self.state)
            best = max(scores)
            leaders = [seat for seat, score in enumerate(scores) if score == best]
            return [1 / len(leaders) if seat in leaders else 0.0 for seat in range(self.seats)]
        sharing = outcome.winners or outcome.drawn
        return [1 / len(sharing) if seat in sharing else 0.0 for seat in range(self.seats)]


class Codes:
    """Small ints for the actions of a game, given in the order in which they turn up."""

    def __init__(self) -> None:
        self._codes: dict[Any, int] = {}
        self._actions: list[Any] = []

    def of(self, action: Any) -> int:
        """The code of an action."""
        code = self._codes.get(action)
        if code is None:
            code = self._codes[action] = len(self._actions)
            self._actions.append(action)
        return code

    def action(self, code: int) -> Any:
        """The action of a code."""
        return self._actions[code]


class Worlds:
    """All that is unknown in a view, and what it could be."""

    def __init__(self, game: AnyGame, seats: int, perspective: Perspective) -> None:
        self._game = game
        self._view = msgspec.to_builtins(perspective.view)
        kind: Any = game.state
        self._shape = shape_of(kind)
        seen: Counter[Any] = Counter()
        self._hidden: Counter[Any] = Counter()
        self._count(self._shape, self._view, seen)
        view = self._view
        options = msgspec.convert(view["options"], game.options) if "options" in view else game.options()
        fresh = _values(game, seats, options)
        self._pools: dict[Any, list[Any]] = {}
        self._is_conserved: dict[Any, bool] = {}
        for kind, count in self._hidden.items():
            pool = [value for (of, value), number in fresh.items() if of == kind for _ in range(number)]
            rest = list(
                (Counter(pool) - Counter({value: n for (of, value), n in seen.items() if of == kind})).elements()
            )
            self._is_conserved[kind] = len(rest) >= count
            self._pools[kind] = rest if len(rest) >= count else pool
            if not self._pools[kind]:
                raise CannotFill(f"{game.id}: nothing says what a hidden {kind} could be")

    def fill(self, dice: Dice) -> State:
        """One possible world."""
        order: dict[Any, list[int]] = {}
        for kind, pool in self._pools.items():
            order[kind] = list(range(len(pool)))
            dice.shuffle(order[kind])

        def draw(kind: Any) -> Any:
            pool = self._pools[kind]
            return pool[order[kind].pop()] if self._is_conserved[kind] else pool[int(dice.below(len(pool)))]

        state: State = _restore(self._shape, self._view, draw)
        return state

    def _count(self, shape: Shape, value: Any, seen: "Counter[Any]") -> None:
        match shape:
            case Hidden(kind) if value == HIDDEN:
                self._hidden[kind] += 1
            case Hidden(kind):
                seen[kind, _plain(value)] += 1
            case Opened(annotation):
                seen[annotation, _plain(value)] += 1
            case Many(item):
                for part in value:
                    self._count(item, part, seen)
            case Fixed(items):
                for item, part in zip(items, value, strict=True):
                    self._count(item, part, seen)
            case Record(_, fields):
                for name, part in fields:
                    self._count(part, value[name], seen)
            case Choice(shapes):
                self._count(_branch(shapes, value), value, seen)


@cache
def _values(game: AnyGame, seats: int, options: Options) -> "Counter[tuple[Any, Any]]":
    """How often a fresh game of these options holds each value, with its kind, wherever it stands."""
    state = begin(game, seats, options, Chance.seeded(0), 0)
    if isinstance(state, Refusal):
        raise CannotFill(f"{game.id}: {state.text.en}")
    found: list[tuple[Any, Any]] = []

    def collect(shape: Shape, value: Any) -> None:
        match shape:
            case Hidden(kind):
                found.append((kind, _plain(msgspec.to_builtins(value.value))))
            case Opened(annotation):
                found.append((annotation, _plain(msgspec.to_builtins(value))))
            case Many(item):
                for part in value:
                    collect(item, part)
            case Fixed(items):
                for item, part in zip(items, value, strict=True):
                    collect(item, part)
            case Record(_, fields):
                for name, part in fields:
                    collect(part, getattr(value, name))
            case Choice(shapes):
                builtin = value if isinstance(value, Secret) else msgspec.to_builtins(value)
                collect(_branch(shapes, builtin), value)

    kind: Any = type(state)
    collect(shape_of(kind), state)
    return Counter(found)


def _plain(value: Any) -> Any:
    return tuple([_plain(part) for part in value]) if isinstance(value, list | tuple) else value


def _branch(shapes: tuple[Shape, ...], value: Any) -> Shape:
    """The branch of a union that a value of a view is of."""
    for shape in shapes:
        match shape:
            case Plain(annotation) if annotation in (None, type(None)):
                if value is None:
                    return shape
            case Hidden():
                if value is not None:
                    return shape
            case Record():
                if isinstance(value, dict):
                    return shape
            case Many() | Fixed():
                if isinstance(value, (list, tuple)):
                    return shape
            case _:
                if value is not None:
                    return shape
    return Plain(None)


def _restore(shape: Shape, value: Any, draw: Any) -> Any:
    match shape:
        case Hidden(kind):
            if value == HIDDEN:
                return Secret(msgspec.convert(draw(kind), kind))
            return Secret(msgspec.convert(value, kind), EVERYONE)
        case Opened(annotation) | Plain(annotation):
            return value if annotation in (None, type(None)) else msgspec.convert(value, annotation)
        case Many(item):
            return tuple(_restore(item, part, draw) for part in value)
        case Fixed(items):
            return tuple(_restore(item, part, draw) for item, part in zip(items, value, strict=True))
        case Record(type_, fields):
            return type_(**{name: _restore(part, value[name], draw) for name, part in fields})
        case Choice(shapes):
            return _restore(_branch(shapes, value), value, draw)


def readable_form(game: AnyGame, seats: int, perspective: Perspective) -> ReadableForm:
    """The search form of a view, on the readable rules."""
    return ReadableForm(game, seats, None, Worlds(game, seats, perspective), Codes())


def possible_states(game: AnyGame, sight: Perspective, dice: Dice, count: int) -> list[Any]:
    """Some states of the rules that look like this to the seat."""
    worlds = Worlds(game, len(sight.scores), sight)
    return [worlds.fill(dice) for _ in range(count)]
