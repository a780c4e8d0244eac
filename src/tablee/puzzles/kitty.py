"""No Kitty: the best turn. What counts is the lead when the turn is over, and one board has the largest.

All is by what the seat knows: it has drawn, and nothing that happens in its turn depends on what is hidden. Every way
to play the turn is looked at, so that the best one is proven.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from tablee.games.kitty import GAME
from tablee.games.kitty.rules import EndTurn, KittyAction, KittyState, scores
from tablee.kernel.chance import Chance
from tablee.kernel.play import carry_out
from tablee.kernel.words import Text
from tablee.lessons.compiled import LessonNode, LessonTry
from tablee.puzzles.tree import Tree

FEWEST_CARDS: Final = 2
MOST_CARDS: Final = 5
"""Pieces that the best turn plays: fewer are no puzzle, more are no matter of half a minute."""
FEWEST_POSITIONS: Final = 24
MOST_POSITIONS: Final = 400
"""Positions that a turn can lead to."""
MOST_NODES: Final = 20

TITLE: Final = Text("The best turn", "Le meilleur tour")
_GOOD: Final = Text("Good. Go on.", "Bien. Continuez.")
_NO_LUCK: Final = Chance.seeded(0)


class Turn(Struct, frozen=True):
    """Every course that one seat's turn can take."""

    lead: int
    """The largest when it is over."""
    boards: int
    """How many boards have it."""
    positions: int
    cards: int
    """The fewest with which it is reached."""
    leads: dict[Any, int]
    """For each position of the turn: the largest lead that can still be reached."""


def ask(state: KittyState, lead: int) -> Text:
    """The goal, in words."""
    own, other = _points(state, state.active)
    signed = _signed(lead)
    if own == other:
        return Text(
            f"It’s {own} all. End this turn with the best lead: {signed}.",
            f"{own} partout. Finissez ce tour avec le meilleur écart : {signed}.",
        )
    return Text(
        f"You {'lead' if own > other else 'trail'} {own} to {other}. End this turn with the best lead: {signed}.",
        f"Vous {'menez' if own > other else 'êtes mené'} {own} à {other}. "
        f"Finissez ce tour avec le meilleur écart : {signed}.",
    )


def explore(state: KittyState, most: int = MOST_POSITIONS) -> Turn | None:
    """Every way to play the turn on from here; None if it leads to more positions than that."""
    start = key_of(state)
    known: dict[Any, KittyState] = {start: state}
    after: dict[Any, list[Any]] = {}
    layers = [[start]]
    while layers[-1]:
        layer: list[Any] = []
        for key in layers[-1]:
            after[key] = []
            for then in _played(known[key]):
                place = key_of(then)
                after[key].append(place)
                if place not in known:
                    known[place] = then
                    layer.append(place)
            if len(known) > most:
                return None
        layers.append(layer)
    leads = {key: _lead(then, state.active) for key, then in known.items()}
    best = max(leads.values())
    boards = {known[key].tiles for key, lead in leads.items() if lead == best}
    cards = next(number for number, layer in enumerate(layers) if any(leads[key] == best for key in layer))
    # Cards only leave the hand, so what comes later is known first.
    for layer in reversed(layers):
        for key in layer:
            leads[key] = max([leads[key], *[leads[place] for place in after[key]]])
    return Turn(best, len(boards), len(known), cards, leads)


def key_of(state: KittyState) -> object:
    """Everything that the rest of the turn depends on."""
    return (state.tiles, state.hearts[state.active], state.magic[state.active])


def difficulty(state: KittyState, turn: Turn) -> int:
    """Easy with two cards, hard where it is not found by taking most at once."""
    if _greedy_lead(state) < turn.lead:
        return 3
    return 1 if turn.cards == FEWEST_CARDS else 2


def nodes_of(state: KittyState, turn: Turn) -> tuple[LessonNode, ...]:
    """Every position from which the best board can still be reached, with everything that can be tried there."""
    tree = Tree(GAME, state.active)
    _node(tree, turn, state, 0)
    return tree.nodes


def _node(tree: Tree, turn: Turn, state: KittyState, step: int) -> int:
    key = key_of(state)
    found = tree.find(key)
    if found is not None:
        return found
    number = tree.begin(key)
    tree.put(number, step, state, [_try(tree, turn, state, step, action) for action in GAME.legal(state, tree.seat)])
    return number


def _try(tree: Tree, turn: Turn, state: KittyState, step: int, action: KittyAction) -> LessonTry:
    move, after = tree.play(state, action)
    reached = _lead(after, tree.seat)
    if isinstance(action, EndTurn):
        return LessonTry(action, False, _too_little(reached, turn.lead, is_over=True), (move,), None)
    best = turn.leads[key_of(after)]
    if best < turn.lead:
        return LessonTry(action, False, _too_little(best, turn.lead, is_over=False), (move,), None)
    if reached == turn.lead:
        signed = _signed(reached)
        solved = Text(f"{signed}: the best there is. Solved!", f"{signed} : on ne peut faire mieux. Résolu !")
        return LessonTry(action, True, solved, (move,), None)
    return LessonTry(action, True, _GOOD, (move,), _node(tree, turn, after, step + 1))


def _too_little(lead: int, best: int, *, is_over: bool) -> Text:
    got, wanted = _signed(lead), _signed(best)
    if is_over:
        return Text(f"That ends at {got}; {wanted} can be reached.", f"Vous finissez à {got} ; {wanted} est possible.")
    return Text(f"Now {got} at most; {wanted} was in reach.", f"Désormais {got} au plus ; {wanted} était possible.")


def _played(state: KittyState) -> Sequence[KittyState]:
    """Where all lead that can be played but the end of the turn."""
    if state.ended is not None:
        return ()
    return [
        carry_out(GAME, state, state.active, action, _NO_LUCK).state
        for action in GAME.legal(state, state.active)
        if not isinstance(action, EndTurn)
    ]


def _greedy_lead(state: KittyState) -> int:
    """The lead of who always plays what gains most at once, as long as anything does."""
    lead = _lead(state, state.active)
    while True:
        tried = [(_lead(then, state.active), then) for then in _played(state)]
        most, better = max(tried, key=lambda one: one[0], default=(lead, state))
        if most <= lead:
            return lead
        lead, state = most, better


def _points(state: KittyState, seat: int) -> tuple[int, int]:
    """The seat's, and the other's."""
    points = scores(state)
    return points[seat], points[1 - seat]


def _lead(state: KittyState, seat: int) -> int:
    own, other = _points(state, seat)
    return own - other


def _signed(lead: int) -> str:
    return f"+{lead}" if lead > 0 else f"−{-lead}" if lead < 0 else "0"
