"""Monte Carlo tree search over information sets, for any number of seats.

Each simulation deals a world of its own from what the seat can see and walks one tree that all worlds share: a node
stands for what was played, not for what is hidden. Every seat maximises its own reward (max^n). Where several seats
choose at once, each chooses by its own figures and without knowing the others' choice; the joint choice leads on.

Compiled by mypyc together with the search forms; runs unchanged without.
"""

from math import log, sqrt
from time import perf_counter

from tablee.kernel.search import Dice, SearchForm

_JOINT = 4096
"""Codes of actions are below this, so that a joint choice has a code of its own."""
_CHECK_EVERY = 16


class Stat:
    """What was seen of one action at one node."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0


class Node:
    """A point in the tree."""

    def __init__(self) -> None:
        self.visits = 0
        self.tables: dict[int, dict[int, Stat]] = {}
        """For each seat that chooses here, its actions."""
        self.children: dict[int, Node] = {}


def search(
    form: SearchForm, seat: int, dice: Dice, simulations: int, seconds: float, exploration: float
) -> dict[int, tuple[int, float]]:
    """For each action of the seat: how often the search took it, and its mean reward.

    Stops after so many simulations or seconds, whichever comes first; 0 is no limit of that kind. With a limit of
    simulations alone the same seed gives the same figures.
    """
    root = Node()
    count = 0
    end = perf_counter() + seconds
    while simulations == 0 or count < simulations:
        if seconds > 0.0 and count % _CHECK_EVERY == 0 and count > 0 and perf_counter() >= end:
            break
        _simulate(root, form.deal(dice), dice, exploration)
        count += 1
    table = root.tables.get(seat)
    figures: dict[int, tuple[int, float]] = {}
    if table is not None:
        for action, stat in table.items():
            figures[action] = (stat.visits, stat.total / stat.visits if stat.visits else 0.0)
    return figures


def _simulate(root: Node, world: SearchForm, dice: Dice, exploration: float) -> None:
    node = root
    path: list[Node] = []
    chosen: list[tuple[int, Stat]] = []
    while True:
        path.append(node)
        actors = world.actors()
        if not actors:
            break
        is_new = node.visits == 0 and node is not root
        if is_new:
            world.rollout(dice)
            break
        joint = 0
        picks: list[int] = []
        for actor in actors:
            action = _pick(node, actor, world.actions(actor), dice, exploration, chosen)
            picks.append(action)
            joint = joint * _JOINT + action + 1
        for actor, action in zip(actors, picks, strict=True):
            world.play(actor, action, dice)
        child = node.children.get(joint)
        if child is None:
            child = Node()
            node.children[joint] = child
        node = child
    rewards = world.rewards()
    for passed in path:
        passed.visits += 1
    for actor, stat in chosen:
        stat.visits += 1
        stat.total += rewards[actor]


def _pick(
    node: Node, seat: int, actions: list[int], dice: Dice, exploration: float, chosen: list[tuple[int, Stat]]
) -> int:
    """The action with the best upper bound; one that was never tried comes first."""
    table = node.tables.get(seat)
    if table is None:
        table = {}
        node.tables[seat] = table
    best = -1
    best_stat: Stat | None = None
    best_bound = -1.0
    untried = 0
    for action in actions:
        stat = table.get(action)
        if stat is None:
            stat = Stat()
            table[action] = stat
        stat.available += 1
        if stat.visits == 0:
            # Each untried action is as likely to be the one: the k-th replaces the one before with chance 1/k.
            untried += 1
            if dice.below(untried) == 0:
                best, best_stat = action, stat
        elif untried == 0:
            bound = stat.total / stat.visits + exploration * sqrt(log(stat.available) / stat.visits)
            if bound > best_bound:
                best, best_stat, best_bound = action, stat, bound
    if best_stat is not None:
        chosen.append((seat, best_stat))
    return best
