"""A search for games of hidden information on their readable rules: a seat chooses by what it sees.

The tree of bots/tree.py knows the actions that led to a node, also those that its actor could not see: there, nobody
can be bluffed, and nobody errs. Here the figures of the seat's choices stand under what it sees in the imagined world,
and the others do anything.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec

from tablee.bots.readable import DiceChance, ReadableForm
from tablee.bots.worlds import Worlds
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.search import Codes, Dice
from tablee.kernel.views import Perspective, view

_TOLD_AT: Final = 64
"""Simulations before the first word of what seems best; then at each doubling."""
_ROOT: Final = b""


class Edge:
    """An action of a choice: how often it was taken, and what it brought in all."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


Choice: TypeAlias = dict[int, Edge]


class Observer:
    """What a seat has found out about its choices, by what it saw."""

    def __init__(self, game: AnyGame, seats: int, sight: Perspective, dice: Dice, exploration: float) -> None:
        if sight.seat is None:
            raise ValueError("an onlooker has nothing to choose")
        self._game, self._seats, self._seat = game, seats, sight.seat
        self._dice, self._exploration = dice, exploration
        self._worlds = Worlds(game, seats, sight)
        self._choices: dict[bytes, Choice] = {}
        self.codes = Codes()
        for action in sight.legal:
            self.codes.of(action)

    def grow(self, simulations: int, seconds: float, tell: Callable[[Any], None] | None) -> None:
        """Simulate until a limit is reached; 0 is no limit."""
        end, count, told_at = perf_counter() + seconds, 0, _TOLD_AT
        while (not simulations or count < simulations) and (not seconds or count == 0 or perf_counter() < end):
            self._simulate()
            count += 1
            if tell is not None and count == told_at:
                told_at *= 2
                figures = self.figures()
                tell(self.codes.action(max(figures, key=lambda code: figures[code])))

    def figures(self) -> dict[int, tuple[int, float]]:
        """For each of the seat's actions: how often it was taken, and its mean reward."""
        edges = self._choices.get(_ROOT, {})
        return {code: (edge.visits, edge.mean) for code, edge in edges.items()}

    def _simulate(self) -> None:
        game, dice = self._game, self._dice
        state, chance = self._worlds.fill(dice), DiceChance(dice)
        taken: list[Edge] = []
        while actors := game.to_act(state):
            # Those who choose at once choose on the same sight.
            chosen = [(actor, self._choose(state, actor, taken)) for actor in actors]
            for actor, action in chosen:
                if len(chosen) == 1 or action in game.legal(state, actor):
                    state = carry_out(game, state, actor, action, chance).state
            if taken and not taken[-1].visits:
                break
        world = ReadableForm(game, self._seats, state, None, self.codes)
        world.rollout(dice)
        reward = world.rewards()[self._seat]
        for edge in taken:
            edge.visits += 1
            edge.total += reward

    def _choose(self, state: Any, actor: int, taken: list[Edge]) -> Any:
        """Anything for the others; for the seat, the action with the best upper bound, one never tried first."""
        legal = self._game.legal(state, actor)
        if actor != self._seat:
            return legal[int(self._dice.below(len(legal)))]
        seen = msgspec.json.encode(view(state, actor)) if taken else _ROOT
        choice = self._choices.setdefault(seen, {})
        edges = [(code, choice.setdefault(code, Edge())) for code in map(self.codes.of, legal)]
        untried = [each for each in edges if not each[1].visits]
        logged = math.log(sum(edge.visits for _, edge in edges) or 1)
        code, edge = (
            untried[int(self._dice.below(len(untried)))]
            if untried
            else max(edges, key=lambda each: each[1].mean + self._exploration * math.sqrt(logged / each[1].visits))
        )
        taken.append(edge)
        return self.codes.action(code)
