"""An agent that learns Gigogne for two from nothing but its own games, and then beats `easy`.

A small network sees the bits of tablee.rl.vector and says how good each action is and how the game will end. It plays
many games against itself at once; actions that led to more than was expected become more likely (advantage
actor-critic, by hand in numpy). Two minutes on one core: `python examples/learn_gigogne.py`
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, which is quicker for matrices this small

import numpy as np

from tablee.bots import make_player
from tablee.kernel.registry import load_game
from tablee.kernel.views import Perspective
from tablee.rl import Environment
from tablee.rl.vector import VectorEnvironment

GAMES, STEPS, HIDDEN = 256, 24, 192
RATE, ENTROPY, TRACE = 2e-3, 0.02, 0.95
Arrays = dict[str, Any]


class Network:
    """One hidden layer, then a number for each action and one for the end to be expected, learnt by Adam."""

    def __init__(self, entries: int, actions: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.weights: Arrays = {
            "in": chance.normal(0, 1.4 / np.sqrt(entries), (entries + 1, HIDDEN)).astype(np.float32),
            "out": chance.normal(0, 0.01, (HIDDEN + 1, actions + 1)).astype(np.float32),
        }
        self._mean = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._square = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._learnt = 0

    def __call__(self, bits: Any, masks: Any) -> Arrays:
        """What it makes of positions; illegal actions have no chance."""
        seen = _with_one(bits.astype(np.float32))
        hidden = _with_one(np.maximum(seen @ self.weights["in"], 0))
        out = hidden @ self.weights["out"]
        chances = np.exp(np.where(masks, out[:, :-1] - out[:, :-1].max(1, keepdims=True), -60))
        return {
            "seen": seen,
            "hidden": hidden,
            "chances": chances / chances.sum(1, keepdims=True),
            "end": np.tanh(out[:, -1]),
        }

    def learn(self, thought: Arrays, actions: Any, ends: Any) -> None:
        """Make what turned out better than expected more likely, and expect what came."""
        chances, rows = thought["chances"], np.arange(len(actions))
        surprise = ends - thought["end"]
        better = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        slope = chances * better[:, None]
        slope[rows, actions] -= better
        logs = np.log(chances + 1e-9)
        slope += ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
        out = np.column_stack([slope, -surprise * (1 - thought["end"] ** 2)]) / len(actions)
        inner = (out @ self.weights["out"][:-1].T) * (thought["hidden"][:, :-1] > 0)
        self._descend({"in": thought["seen"].T @ inner, "out": thought["hidden"].T @ out})

    def _descend(self, slopes: Arrays) -> None:
        self._learnt += 1
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.01 * (slope**2 - self._square[name])
            mean, square = self._mean[name] / (1 - 0.9**self._learnt), self._square[name] / (1 - 0.99**self._learnt)
            self.weights[name] -= RATE * mean / (np.sqrt(square) + 1e-7)


def _with_one(values: Any) -> Any:
    return np.column_stack([values, np.ones(len(values), np.float32)])


def learn(seconds: float, seed: int = 0) -> Iterator[tuple[Network, int]]:
    """Play against oneself for so long; the network and the steps so far, after each lesson."""
    games = VectorEnvironment(load_game("gigogne"), GAMES, seed=seed)
    network, chance = Network(len(games.names), len(games.index), seed), np.random.default_rng(seed)
    seen, steps, end = games.reset(seed), 0, time.process_time() + seconds
    while time.process_time() < end:
        past = []
        for _ in range(STEPS):
            thought = network(seen.observations, seen.masks)
            actions = (thought["chances"].cumsum(1) > chance.random((GAMES, 1))).argmax(1)
            actions = np.where(seen.masks[np.arange(GAMES), actions], actions, seen.masks.argmax(1))
            after = games.step(actions)
            past.append((seen, actions, after))
            seen, steps = after, steps + GAMES
        # How each position turned out for its seat, from the last backwards; what is not over ends as expected.
        value = network(seen.observations, seen.masks)["end"]
        ends = np.zeros((STEPS, GAMES), np.float32)
        for step in reversed(range(STEPS)):
            before, _, after = past[step]
            value = np.where(before.seats == after.seats, value, -value)
            ends[step] = np.where(after.ended, after.rewards[np.arange(GAMES), before.seats], value)
            expected = network(before.observations, before.masks)["end"]
            value = TRACE * ends[step] + (1 - TRACE) * expected
        bits, masks = (np.concatenate([one[0][place] for one in past]) for place in (0, 1))
        network.learn(network(bits, masks), np.concatenate([one[1] for one in past]), ends.ravel())
        yield network, steps


def as_player(network: Network) -> Any:
    """The agent as a player like any bot: from what its seat sees to an action."""
    games = VectorEnvironment(load_game("gigogne"), 1)

    def choose(sight: Perspective) -> Any:
        bits, mask = games.look(sight)
        return games.index[int(network(bits[None], mask[None])["chances"][0].argmax())]

    return choose


def won_against(network: Network, level: str, count: int) -> float:
    """The share of games that the agent wins against a bot, a draw being half a win; it begins every other one."""
    game, points = load_game("gigogne"), 0.0
    for number in range(count):
        table, seat = Environment(game, 2, seed=number, starter=0), number % 2
        players = {seat: as_player(network), 1 - seat: make_player(game, level, number)}
        while not table.is_over:
            acting = table.to_act[0]
            table.step(acting, table.index.of(players[acting](table.sight(acting))))
        points += (table.utilities()[seat] + 1) / 2
    return points / count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn Gigogne by playing against oneself.")
    parser.add_argument("--seconds", type=float, default=120, help="how long to learn, of processor time [120]")
    parser.add_argument("--games", type=int, default=100, help="how many to play against `easy` afterwards [100]")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for number, (agent, steps) in enumerate(learn(given.seconds, given.seed)):
        if number % 50 == 0:
            sys.stdout.write(f"{steps:>10,} steps: {won_against(agent, 'easy', 20):.0%} against easy\n")
    sys.stdout.write(f"In the end: {won_against(agent, 'easy', given.games):.0%} against easy\n")
