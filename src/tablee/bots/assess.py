"""Values of a seat's actions, and how much worse one of them is than the best: for looking back at a game.

A search that plays stops once its choice is clear and hardly looks at what it does not choose. Here half of the
simulations are plain search; the other half go in pairs to two actions, the best and the one that was played, each
pair on the same deal with the same luck, and with what those do who choose at the same time. What both have in common
falls out of their difference. Where it is worth it, all other actions are compared with one of them in the same way.

Compiled by mypyc together with the tree; runs unchanged without.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from tablee.bots.tree import JOINT, Choice, Node, Tree, Uncollected, best_of, choice_of
from tablee.kernel.search import Dice, SearchForm

_FIRST_SIGHT: Final = 128
"""Simulations after which it is noted what looks best at first sight: about what a medium bot has."""
_LUCKS: Final = 1 << 60
LEAST_VISITS: Final = 24
"""Visits that make a continuation worth telling."""
_LONGEST_LINE: Final = 8


class Assessment:
    """An assessment. Actions are codes, values mean rewards from 0 to 1."""

    def __init__(self) -> None:
        self.actions: dict[int, tuple[int, float]] = {}
        """For each action of the seat: visits, and mean reward."""
        self.rewards: list[float] = []
        """Each seat's expected reward after the best action."""
        self.best = -1
        self.first_sight = -1
        """The action that looked best after few simulations."""
        self.other = -1
        """The action that the best was compared with: the played one, or the next best where that is the best."""
        self.pairs = 0
        self.value_best = 0.0
        self.value_other = 0.0
        self.error = 0.0
        """The standard error of the difference of both values."""
        self.error_best = 0.0
        """The standard error of the best action's value."""
        self.line: list[tuple[int, int]] = []
        """(seat, action): how it goes on most often after the best action, as long as that was often enough."""


class Weighed:
    """What one action is worth beside another, from the same deals with the same luck."""

    def __init__(self) -> None:
        self.gain = 0.0
        """How much better it is than the other action; below 0 if it is worse."""
        self.error_of_gain = 0.0
        """Its standard error."""
        self.error = 0.0
        """The standard error of the action's own value."""


def assess(form: SearchForm, seat: int, dice: Dice, simulations: int, exploration: float, played: int) -> Assessment:
    """What the seat's actions are worth, from what it can see. The same seed gives the same figures."""
    with Uncollected():
        return _assess(Tree(dice, exploration * form.spread), form, seat, simulations, played)


def _assess(tree: Tree, form: SearchForm, seat: int, simulations: int, played: int) -> Assessment:
    found, dice = Assessment(), tree.dice
    half: i64 = simulations // 2
    first_sight: i64 = min(_FIRST_SIGHT, int(half))
    count: i64 = 0
    while count < half:
        tree.simulate(form.deal(dice))
        count += 1
        if count == first_sight:
            found.first_sight = best_of(choice_of(tree.root, seat).edges)
    choice = choice_of(tree.root, seat)
    tree.edge_of(choice, played)
    found.best = best_of(choice.edges)
    found.other = played if played != found.best else _next_best(choice, found.best)
    _forget_others(tree.root, seat)
    _compare(tree, form, seat, simulations - int(half), found)
    found.actions = tree.figures(seat)
    found.line = _line(tree.root, seat, found.best)
    return found


def _forget_others(root: Node, seat: int) -> None:
    """Those who choose at the same time have learnt what answers the best action: nothing, where that wins at once.

    Now they are to answer either of two actions without knowing which.
    """
    for choice in root.choices:
        if choice.seat != seat:
            for edge in choice.edges:
                edge.visits = edge.available = edge.total = 0.0


def _compare(tree: Tree, form: SearchForm, seat: int, simulations: int, found: Assessment) -> None:
    """Play both actions on the same deals with the same luck; the tree goes on learning from it."""
    dice = tree.dice
    is_alone = found.other < 0
    count: i64 = simulations if is_alone else simulations // 2
    totals = [0.0] * form.seats
    total_other = 0.0
    squares = 0.0
    squares_of_difference = 0.0
    done: i64 = 0
    while done < count:
        luck = int(dice.below(_LUCKS))
        # Now one begins, now the other: whichever is second finds a tree that has learnt from the first.
        other = 0.0
        is_second = not is_alone and done & 1 == 1
        if is_second:
            other = _simulated(tree, form, seat, found.other, luck, False)[seat]
        rewards = _simulated(tree, form, seat, found.best, luck, is_second)
        if not is_alone and not is_second:
            other = _simulated(tree, form, seat, found.other, luck, True)[seat]
        for each in range(form.seats):
            totals[each] += rewards[each]
        reward = rewards[seat]
        total_other += other
        squares += reward * reward
        squares_of_difference += (reward - other) * (reward - other)
        done += 1
    tree.dice = dice
    pairs = float(int(count))
    found.pairs = 0 if is_alone else int(count)
    found.rewards = [total / pairs for total in totals]
    found.value_best = totals[seat] / pairs
    found.value_other = found.value_best if is_alone else total_other / pairs
    found.error_best = _error(squares, found.value_best, pairs)
    loss = found.value_best - found.value_other
    found.error = 0.0 if is_alone else _error(squares_of_difference, loss, pairs)


def weigh_each(
    form: SearchForm, seat: int, dice: Dice, exploration: float, actions: list[int], beside: int, times: int
) -> dict[int, Weighed]:
    """What each of these actions is worth beside another one: every deal is played with all of them."""
    with Uncollected():
        return _weigh_each(Tree(dice, exploration * form.spread), form, seat, actions, beside, times)


def _weigh_each(
    tree: Tree, form: SearchForm, seat: int, actions: list[int], beside: int, times: int
) -> dict[int, Weighed]:
    dice = tree.dice
    totals = [0.0] * len(actions)
    squares = [0.0] * len(actions)
    gains = [0.0] * len(actions)
    squares_of_gain = [0.0] * len(actions)
    for _ in range(times):
        luck = int(dice.below(_LUCKS))
        base = _simulated(tree, form, seat, beside, luck, False)[seat]
        for place in range(len(actions)):
            reward = _simulated(tree, form, seat, actions[place], luck, True)[seat]
            totals[place] += reward
            squares[place] += reward * reward
            gains[place] += reward - base
            squares_of_gain[place] += (reward - base) * (reward - base)
    weighed: dict[int, Weighed] = {}
    count = float(times)
    for place in range(len(actions)):
        one = Weighed()
        one.gain = gains[place] / count
        one.error_of_gain = _error(squares_of_gain[place], one.gain, count)
        one.error = _error(squares[place], totals[place] / count, count)
        weighed[actions[place]] = one
    return weighed


def _error(squares: float, mean: float, count: float) -> float:
    """The standard error of a mean, from the sum of the squares."""
    return sqrt(max(squares / count - mean * mean, 0.0) / count)


def _simulated(tree: Tree, form: SearchForm, seat: int, action: int, luck: int, is_answered_again: bool) -> list[float]:
    tree.dice = Dice(luck)
    return tree.simulate(form.deal(tree.dice), seat, action, is_answered_again)


def _next_best(choice: Choice, best: int) -> int:
    """The action that was taken most beside the best; -1 if there is no other."""
    others = [edge for edge in choice.edges if edge.action != best]
    return best_of(others) if others else -1


def _line(root: Node, seat: int, best: int) -> list[tuple[int, int]]:
    """The way down the tree that was taken most often, from the seat's best action on."""
    line: list[tuple[int, int]] = []
    node: Node | None = root
    while node is not None and node.choices and len(line) < _LONGEST_LINE:
        joint = 0
        following: Node | None = None
        # Who is to act may differ from world to world; only where several choose at once do all of them count.
        for choice in node.choices if node.children is not None else [_most_taken(node.choices)]:
            action = best if node is root and choice.seat == seat else best_of(choice.edges)
            edge = [edge for edge in choice.edges if edge.action == action][0]  # noqa: RUF015 - compiled better
            if edge.visits < LEAST_VISITS:
                return line
            line.append((int(choice.seat), action))
            joint = joint * JOINT + action + 1
            following = edge.child
        node = following if node.children is None else node.children.get(joint)
    return line


def _most_taken(choices: list[Choice]) -> Choice:
    most = choices[0]
    for choice in choices:
        if _visits(choice) > _visits(most):
            most = choice
    return most


def _visits(choice: Choice) -> float:
    total = 0.0
    for edge in choice.edges:
        total += edge.visits
    return total
