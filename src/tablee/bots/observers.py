"""A search for games of hidden information on their readable rules: every seat chooses by what it sees.

The tree of bots/tree.py knows the actions that led to a node, also those that its actor could not see: there, nobody
can be bluffed. Here the figures of a choice stand under what its actor sees in the imagined world, and nothing else.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec

from tablee.bots.readable import DiceChance, ReadableForm
from tablee.bots.worlds import Worlds, map_secrets
from tablee.kernel.game import AnyGame
from tablee.kernel.knowledge import Kind
from tablee.kernel.play import carry_out
from tablee.kernel.search import Codes, Dice
from tablee.kernel.secrecy import EVERYONE, Secret, only, seats_in
from tablee.kernel.views import Perspective, view

_TOLD_AT: Final = 64
"""Simulations before the first word of what seems best; then at each doubling."""
_ROOT: Final = b""
_ERRORS: Final = 0.5
"""How often the others are imagined to do anything: who only expects the best answer makes no use of weak ones."""


class Edge:
    """An action of a choice: how often it was taken, and what it brought in all."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0


Choice: TypeAlias = dict[int, Edge]


class Observers:
    """What each seat has found out about its choices, by what it saw."""

    def __init__(self, game: AnyGame, seats: int, sight: Perspective, dice: Dice, exploration: float) -> None:
        if sight.seat is None:
            raise ValueError("an onlooker has nothing to choose")
        self._game, self._seats, self._seat = game, seats, sight.seat
        self._dice, self._exploration = dice, exploration
        self._worlds = Worlds(game, seats, sight)
        self._others = seats_in(other for other in range(seats) if other != sight.seat)
        self._choices: dict[tuple[int, bytes], Choice] = {}
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
        edges = self._choices.get((self._seat, _ROOT), {})
        return {code: (edge.visits, edge.total / max(1, edge.visits)) for code, edge in edges.items()}

    def _simulate(self) -> None:
        game, dice = self._game, self._dice
        state, chance = map_secrets(self._worlds.fill(dice), self._as_seen), DiceChance(dice)
        taken: list[tuple[int, Edge]] = []
        is_known, is_root = True, True
        while is_known and (actors := game.to_act(state)):
            chosen = [(actor, *self._choose(state, actor, is_root=is_root)) for actor in actors]
            is_root = False
            for actor, code, edge in chosen:
                action = self.codes.action(code)
                if len(chosen) > 1 and action not in game.legal(state, actor):
                    continue
                taken.append((actor, edge))
                is_known = is_known and edge.visits > 0
                state = carry_out(game, state, actor, action, chance).state
        world = ReadableForm(game, self._seats, state, None, self.codes)
        world.rollout(dice)
        rewards = world.rewards()
        for actor, edge in taken:
            edge.visits += 1
            edge.total += rewards[actor]

    def _as_seen(self, _kind: Kind, secret: Secret[Any]) -> Secret[Any]:
        """What the seat knows, others may not; what it does not, they may: a view says no more of who sees what."""
        return Secret(secret.value, only(self._seat) if secret.seen_by == EVERYONE else self._others)

    def _choose(self, state: Any, actor: int, *, is_root: bool) -> tuple[int, Edge]:
        """The action with the best upper bound; one that was never tried comes first."""
        is_asked = is_root and actor == self._seat
        seen = _ROOT if is_asked else msgspec.json.encode(view(state, actor))
        choice = self._choices.setdefault((actor, seen), {})
        edges = [(code, choice.setdefault(code, Edge())) for code in map(self.codes.of, self._game.legal(state, actor))]
        if actor != self._seat and int(self._dice.below(1000)) < 1000 * _ERRORS:
            return edges[int(self._dice.below(len(edges)))]
        untried = [each for each in edges if not each[1].visits]
        if untried:
            return untried[int(self._dice.below(len(untried)))]
        logged = math.log(sum(edge.visits for _, edge in edges))
        return max(
            edges,
            key=lambda each: each[1].total / each[1].visits + self._exploration * math.sqrt(logged / each[1].visits),
        )
