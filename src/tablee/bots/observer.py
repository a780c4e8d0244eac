"""A search for games of hidden information on their readable rules: a seat chooses by what it sees.

The tree of bots/tree.py knows the actions that led to a node, also those that its actor could not see: there, nobody
can be bluffed, and nobody errs. Here the figures of the seat's choices are kept by what it sees in the imagined world,
and the others play at random.

Every choice of a simulation is remembered, to the end of the game: what a seat sees comes back, and a line is not
better for having been looked at more. So a choice is credited with the best known of the one after it, as in
Q-learning, not with what was tried there; later findings count for more, and nearer ones are surer. Where a choice is
new, the action is tried that did best elsewhere.
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


_LONGEST: Final = 400
"""Steps of a simulation; then it goes by the scores."""
_LATER: Final = 0.97
"""How much of a lead one choice later counts."""
_STEP: Final = 0.7
"""The power of a visit's number by which it counts less than the first; 1 would be the plain mean."""
_EXPLORATION: Final = 1.0
"""More than in a tree: what is tried in order to learn costs the way to it nothing."""
_ELSEWHERE: Final = 0.3
"""The same, between actions by what they did elsewhere."""
_LASTING: Final = 100
"""Results of an action elsewhere that are remembered; older ones fade."""


class Edge:
    """An action of a choice: how often it was taken, and what it brings."""

    __slots__ = ("mean", "visits")

    def __init__(self) -> None:
        self.visits, self.mean = 0, 0.0

    def learn(self, reward: float) -> None:
        self.visits += 1
        self.mean += (reward - self.mean) * self.visits**-_STEP


Choice: TypeAlias = dict[int, Edge]


class Observer:
    """A seat's results of its choices, by what it saw."""

    def __init__(self, game: AnyGame, seats: int, sight: Perspective, dice: Dice) -> None:
        if sight.seat is None:
            raise ValueError("an onlooker has nothing to choose")
        self._game, self._seats, self._seat = game, seats, sight.seat
        self._dice = dice
        self._worlds = Worlds(game, seats, sight)
        self._choices: dict[bytes, Choice] = {}
        self._elsewhere: dict[int, Edge] = {}
        """Each action, wherever it was taken."""
        self._taken = 0
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
        taken: list[tuple[Choice, int]] = []
        for _ in range(_LONGEST):
            # Those who choose at once choose on the same sight.
            chosen = [(actor, self._choose(state, actor, taken)) for actor in game.to_act(state)]
            if not chosen:
                break
            for actor, action in chosen:
                if len(chosen) == 1 or action in game.legal(state, actor):
                    state = carry_out(game, state, actor, action, chance).state
        reward = ReadableForm(game, self._seats, state, None, self.codes).rewards()[self._seat]
        even = 1 / self._seats
        for choice, code in reversed(taken):
            choice[code].learn(reward)
            anywhere = self._elsewhere.setdefault(code, Edge())
            anywhere.visits += 1
            anywhere.mean += (reward - anywhere.mean) / min(anywhere.visits, _LASTING)
            reward = even + _LATER * (max([edge.mean for edge in choice.values()]) - even)
        self._taken += len(taken)

    def _choose(self, state: Any, actor: int, taken: list[tuple[Choice, int]]) -> Any:
        """Anything for the others; for the seat, the action with the best upper bound, one never tried first."""
        legal = self._game.legal(state, actor)
        if actor != self._seat:
            return legal[int(self._dice.below(len(legal)))]
        choice = self._choices.setdefault(self._seen(state) if taken else _ROOT, {})
        codes = [self.codes.of(action) for action in legal]
        untried = [code for code in codes if code not in choice]
        if untried:
            code = self._promising(untried)
            choice[code] = Edge()
        elif len(codes) == 1:
            code = codes[0]
        else:
            logged = _EXPLORATION**2 * math.log(sum([choice[code].visits for code in codes]))
            bounds = [edge.mean + math.sqrt(logged / edge.visits) for edge in [choice[code] for code in codes]]
            code = codes[bounds.index(max(bounds))]
        taken.append((choice, code))
        return self.codes.action(code)

    def _promising(self, codes: list[int]) -> int:
        """Of actions, the one with the best upper bound by what it did elsewhere; one that was never taken first."""
        new = [code for code in codes if code not in self._elsewhere]
        if new:
            return new[int(self._dice.below(len(new)))]
        logged = _ELSEWHERE**2 * math.log(1 + self._taken)
        bounds = [edge.mean + math.sqrt(logged / edge.visits) for edge in [self._elsewhere[code] for code in codes]]
        return codes[bounds.index(max(bounds))]

    def _seen(self, state: Any) -> bytes:
        """What the seat sees, but for the turn: the same may come about sooner or later."""
        return msgspec.json.encode({**view(state, self._seat), "turn": 0})
