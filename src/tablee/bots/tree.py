"""Monte Carlo tree search over information sets, for any number of seats.

Each simulation deals a world of its own from what the seat can see and walks one tree that all worlds share: a node
represents what was played, not what is hidden. Every seat maximises its own reward (max^n). Where several seats
choose at once, each chooses by its own figures and without knowing the others' choice; the joint choice leads on.

Compiled by mypyc together with the search forms; runs unchanged without. What is met in every simulation are plain
objects with numbers in them, and lists that are used again: allocation costs more than anything. They have no cycles,
yet are not declared `acyclic` to mypyc: freeing a deep tree of such objects writes before their memory.
"""

import gc
from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from tablee.kernel.search import Dice, SearchForm

JOINT: Final = 4096
"""Codes of actions are below this, so that a joint choice has a code of its own."""
_LOOK_EVERY: Final = 16
"""Simulations between two looks at the lead of the best action."""
MOST_EDGES: Final = 1_000_000
"""The tree grows no further than this, some 120 MB, so that bots can think on a small machine."""
_EDGES_IN_CHILD: Final = 3
"""A child by a joint choice, like its place among the children, takes the memory of this many edges."""
_CERTAIN: Final = 1000.0
"""Wins without a loss that are enough: no other action can be better."""
_FIRST_TOLD: Final = 4
"""Simulations before the best action is first reported."""


class Edge:
    """What was seen of one action of one seat at one node; all are floats, as that is how they are used."""

    def __init__(self, action: i64) -> None:
        self.action: i64 = action
        self.visits = 0.0
        self.available = 0.0
        """How often it could have been chosen: what is legal may differ from world to world."""
        self.total = 0.0
        """The sum of the seat's rewards."""
        self.child: Node | None = None
        """Where it leads, if its seat chose alone; None until it is chosen a second time."""


class Choice:
    """The actions of a seat at a node, in the order of their codes."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.edges: list[Edge] = []


class Node:
    """A point in the tree."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        """One for each seat that chose here."""
        self.children: dict[int, Node | None] | None = None
        """By the joint choice, where several seats choose at once; as with an edge, None until the second time."""


def search(
    form: SearchForm,
    seat: int,
    dice: Dice,
    simulations: int,
    seconds: float,
    exploration: float,
    tell: Callable[[int], None] | None = None,
) -> dict[int, tuple[int, float]]:
    """For each action of the seat: how often the search took it, and its mean reward.

    Stops after this many simulations or seconds, whichever comes first; 0 is no limit of that kind. It stops sooner
    where no other action can still get as many visits as the best one has. With a limit of simulations alone the same
    seed gives the same figures. `tell` gets the best action so far, each time that the simulations have doubled.
    """
    with Uncollected():
        tree = Tree(dice, exploration * form.spread)
        tree.grow(form, seat, simulations, seconds, tell)
        return tree.figures(seat)


class Uncollected:
    """No garbage is collected meanwhile: a tree has no cycles, and a million edges are a long way for nothing."""

    def __init__(self) -> None:
        self.was_collecting = gc.isenabled()

    def __enter__(self) -> None:
        gc.disable()

    def __exit__(self, *_raised: object) -> None:
        if self.was_collecting:
            gc.enable()


class Tree:
    """A tree that grows by simulations."""

    def __init__(self, dice: Dice, exploration: float) -> None:
        self.root = Node()
        self.dice = dice
        self.exploration = exploration
        self.edge_count: i64 = 0
        self.chosen: list[Edge] = []
        """The edges of the present simulation."""
        self.choosers: list[int] = []
        """The seat of each of them."""
        self.untried: list[Edge] = []
        self.replies: dict[int, int] = {}
        """What each seat took at the root beside the action that was given for one of them."""

    def grow(
        self,
        form: SearchForm,
        seat: int,
        simulations: int,
        seconds: float,
        tell: Callable[[int], None] | None = None,
    ) -> None:
        """Simulate until a limit is reached, or the choice is clear."""
        dice = self.dice
        most: i64 = simulations
        count: i64 = 0
        told_at: i64 = _FIRST_TOLD
        began = perf_counter()
        while most == 0 or count < most:
            spent = perf_counter() - began if seconds > 0.0 else 0.0
            if count > 0 and seconds > 0.0 and spent >= seconds:
                break
            if count % _LOOK_EVERY == 0 and count > 0:
                left = float(simulations) - float(int(count))
                if seconds > 0.0:
                    affordable = float(int(count)) * (seconds / max(spent, 1e-6) - 1.0)
                    if most == 0 or affordable < left:
                        left = affordable
                if is_clear(choice_of(self.root, seat).edges, left):
                    break
            self.simulate(form.deal(dice))
            count += 1
            if tell is not None and count == told_at:
                told_at *= 2
                tell(best_of(choice_of(self.root, seat).edges))

    def figures(self, seat: i64) -> dict[int, tuple[int, float]]:
        """For each action of the seat at the root: how often it was taken, and its mean reward."""
        return {
            int(edge.action): (int(edge.visits), edge.total / edge.visits if edge.visits else 0.0)
            for edge in choice_of(self.root, seat).edges
        }

    def simulate(
        self, world: SearchForm, seat: i64 = -1, action: i64 = -1, is_answered_again: bool = False
    ) -> list[float]:
        """Run one simulation: descend, roll out, back up the rewards, which it returns.

        With a seat and an action, that seat takes it at the root, whatever its figures say. Those who choose at the
        same time can't know it: answered again, they take there what they took in the last such simulation.
        """
        dice = self.dice
        node = self.root
        chosen = self.chosen
        choosers = self.choosers
        chosen.clear()
        choosers.clear()
        while True:
            actors = world.actors()
            if not actors:
                break
            if len(actors) == 1:
                actor = actors[0]
                edge = self.choose(choice_of(node, actor), world, seat, action)
                world.play(actor, int(edge.action), dice)
                following = edge.child
                if following is None:
                    if edge.visits == 0.0 or self.edge_count >= MOST_EDGES:
                        world.rollout(dice)
                        break
                    following = edge.child = Node()
            else:
                joint = 0
                first = len(chosen)
                for actor in actors:
                    if is_answered_again and actor != seat:
                        edge = self.take(choice_of(node, actor), self.replies[actor])
                    else:
                        edge = self.choose(choice_of(node, actor), world, seat, action)
                    joint = joint * JOINT + int(edge.action) + 1
                if seat >= 0:
                    self.replies = {actor: int(chosen[place].action) for place, actor in enumerate(actors)}
                for place in range(first, len(chosen)):
                    world.play(choosers[place], int(chosen[place].action), dice)
                following = self.child_of(node, joint)
                if following is None:
                    world.rollout(dice)
                    break
            node = following
            seat = -1
            is_answered_again = False
        rewards = world.rewards()
        for place in range(len(chosen)):
            edge = chosen[place]
            edge.visits += 1.0
            edge.total += rewards[choosers[place]]
        return rewards

    def choose(self, choice: Choice, world: SearchForm, seat: i64, action: i64) -> Edge:
        """The action that is given for this seat, else the one with the best upper bound."""
        if choice.seat != seat:
            return self.pick(choice, world.actions(int(choice.seat)))
        return self.take(choice, action)

    def take(self, choice: Choice, action: i64) -> Edge:
        edge = self.edge_of(choice, action)
        self.chosen.append(edge)
        self.choosers.append(int(choice.seat))
        return edge

    def edge_of(self, choice: Choice, action: i64) -> Edge:
        """The edge of an action, in its place among the others."""
        edges = choice.edges
        place: i64 = 0
        while place < len(edges) and edges[place].action < action:
            place += 1
        if place == len(edges) or edges[place].action != action:
            edges.insert(place, Edge(action))
            self.edge_count += 1
        return edges[place]

    def child_of(self, node: Node, joint: int) -> Node | None:
        """Where a joint choice leads; None if it is new, or there is no room."""
        children = node.children
        if children is None:
            children = node.children = {}
        child = children.get(joint)
        if child is None and self.edge_count < MOST_EDGES:
            self.edge_count += _EDGES_IN_CHILD
            if joint in children:
                child = children[joint] = Node()
            else:
                children[joint] = None
        return child

    def pick(self, choice: Choice, actions: list[int]) -> Edge:
        """The action with the best upper bound; one that was never tried comes first."""
        edges = choice.edges
        untried = self.untried
        untried.clear()
        best: Edge | None = None
        best_bound = -1.0
        place: i64 = 0
        last: i64 = -1
        logged_of = 0.0
        logged = 0.0
        for code in actions:
            action: i64 = code
            if action < last:
                place = 0  # a form may name its actions in any order
            last = action
            while place < len(edges) and edges[place].action < action:
                place += 1
            if place < len(edges) and edges[place].action == action:
                edge = edges[place]
            else:
                edge = Edge(action)
                edges.insert(place, edge)
                self.edge_count += 1
            place += 1
            edge.available += 1.0
            if edge.visits == 0.0:
                untried.append(edge)
            elif not untried:
                if edge.available != logged_of:
                    logged_of = edge.available
                    logged = log(logged_of)
                bound = edge.total / edge.visits + self.exploration * sqrt(logged / edge.visits)
                if bound > best_bound:
                    best, best_bound = edge, bound
        if untried:
            best = untried[self.dice.below(len(untried))]
        if best is None:
            raise ValueError("a seat that owes an action has none")
        self.chosen.append(best)
        self.choosers.append(int(choice.seat))
        return best


def choice_of(node: Node, seat: i64) -> Choice:
    for choice in node.choices:
        if choice.seat == seat:
            return choice
    choice = Choice(seat)
    node.choices.append(choice)
    return choice


def best_of(edges: list[Edge]) -> int:
    """The action that was taken most; of several, the one with the best reward."""
    best = edges[0]
    for edge in edges:
        if edge.visits > best.visits or (edge.visits == best.visits and edge.total > best.total):
            best = edge
    return int(best.action)


def is_clear(edges: list[Edge], left: float) -> bool:
    """Whether this many more simulations could not change which action has the most visits."""
    most = -1.0
    second = -1.0
    total = 0.0
    for edge in edges:
        if edge.visits > most:
            second = most
            most = edge.visits
            total = edge.total
        elif edge.visits > second:
            second = edge.visits
    return len(edges) == 1 or most - second > left or (most >= _CERTAIN and total >= most)
