"""A search for games of hidden information on their readable rules: a seat chooses by what it sees.

The tree of bots/tree.py knows the actions that led to a node, also those that its actor could not see: there, nobody
can be bluffed, and nobody errs. Here the figures of the seat's choices are kept by what it sees in the imagined world,
and the others play at random.

Every choice of a simulation is remembered, to the end of the game, and which choices came after each of its actions,
how often: what a seat sees comes back. So an action is worth what the best action is worth in each choice after it, as
often as that came, and whatever is learnt of these counts for all that ever led there, not for the last way alone.
Where a choice is new, the action is tried that did best elsewhere.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

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
_LATER: Final = 0.998
"""How much of a lead one choice later counts: of what is as good, the sooner is surer."""
_EXPLORATION: Final = 1.0
"""More than in a tree: what is tried in order to learn costs the way to it nothing."""
_ELSEWHERE: Final = 0.3
"""The same, between actions by what they did elsewhere."""
_LASTING: Final = 100
"""Results of an action elsewhere that are remembered; older ones fade."""


class Edge:
    """An action of a choice: how often it was taken, and what it brings."""

    __slots__ = ("after", "ended", "mean", "visits")

    def __init__(self) -> None:
        self.visits, self.mean = 0, 0.0
        self.ended = 0.0
        """The rewards of the games in which it was the last."""
        self.after: dict[Choice, int] = {}
        """How often each choice came after it."""


class Choice:
    """What a seat sees when it is to act: the actions tried so far, by their codes."""

    __slots__ = ("edges", "worth")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.worth = 0.0
        """What the best of them brings, to the choice before."""


class Observer:
    """A seat's results of its choices, by what it saw."""

    def __init__(self, game: AnyGame, seats: int, sight: Perspective, dice: Dice) -> None:
        if sight.seat is None:
            raise ValueError("an onlooker has nothing to choose")
        self._game, self._seats, self._seat = game, seats, sight.seat
        self._dice, self._even = dice, 1 / seats
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
                tell(self.codes.action(max(figures, key=lambda code: figures[code][::-1])))

    def figures(self) -> dict[int, tuple[int, float]]:
        """For each of the seat's actions: how often it was taken, and its mean reward."""
        root = self._choices.get(_ROOT)
        return {code: (edge.visits, edge.mean) for code, edge in root.edges.items()} if root is not None else {}

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
        then: Choice | None = None
        for choice, code in reversed(taken):
            self._learn(choice, code, then, reward)
            then = choice
        self._taken += len(taken)

    def _learn(self, choice: Choice, code: int, then: Choice | None, reward: float) -> None:
        """An action led to another choice, or to the end and its reward."""
        edge = choice.edges[code]
        edge.visits += 1
        if then is None:
            edge.ended += reward
        else:
            edge.after[then] = edge.after.get(then, 0) + 1
        edge.mean = (edge.ended + sum([count * after.worth for after, count in edge.after.items()])) / edge.visits
        means = [each.mean for each in choice.edges.values()]
        # While each was tried once, the best of them was lucky.
        is_new = sum([each.visits for each in choice.edges.values()]) == len(means)
        best = sum(means) / len(means) if is_new else max(means)
        choice.worth = self._even + _LATER * (best - self._even)
        anywhere = self._elsewhere.setdefault(code, Edge())
        anywhere.visits += 1
        anywhere.mean += (edge.mean - anywhere.mean) / min(anywhere.visits, _LASTING)

    def _choose(self, state: Any, actor: int, taken: list[tuple[Choice, int]]) -> Any:
        """Anything for the others; for the seat, the action with the best upper bound, one never tried first."""
        legal = self._game.legal(state, actor)
        if actor != self._seat:
            return legal[int(self._dice.below(len(legal)))]
        choice = self._choices.setdefault(self._seen(state) if taken else _ROOT, Choice())
        edges = choice.edges
        codes = [self.codes.of(action) for action in legal]
        untried = [code for code in codes if code not in edges]
        if untried:
            code = self._promising(untried)
            edges[code] = Edge()
        elif len(codes) == 1:
            code = codes[0]
        else:
            logged = _EXPLORATION**2 * math.log(sum([edges[code].visits for code in codes]))
            bounds = [edge.mean + math.sqrt(logged / edge.visits) for edge in [edges[code] for code in codes]]
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
