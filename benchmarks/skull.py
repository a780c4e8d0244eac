"""How often Skull for two can be won against random play: `PYTHONPATH=examples python -m benchmarks.skull`.

The best answer to a player that does anything, reckoned exactly. A round ends with a point or a lost disc, so the game
is a finite tree; between rounds one thing alone is unknown, whether the other's skull is among the discs it lost, and
what was seen says how likely that is. So the value of a round follows from those of the rounds after it. A bot reaches
less at best, as it sees the table as it is and not what was seen in the rounds before.

Then the same answer plays the game's own rules, as a check of the reckoning; or a bot does, and what its choices cost
beside the best answer is reckoned too: `… -m benchmarks.skull hard:2000 100`.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final, NamedTuple, TypeAlias

from skull.skull import GAME, Bid, Gathered, Lay, Lost, Pass, TurnedOver
from tablee.bots import make_player
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.views import Perspective, perspective

Player: TypeAlias = Callable[[Perspective], Any]

ME, OTHER = 0, 1
LOST, HELD = -2, -1
"""Where the other's skull may be, besides its place in the stack, from below."""
Belief: TypeAlias = Mapping[int, float]
"""Where the other's skull is, and how likely; they need not add up to 1."""

GAMES: Final = 1000


class Round(NamedTuple):
    """What is known in a round but where the other's skull is."""

    flowers: int
    skull: int
    stack: tuple[int, ...]
    """Own discs on the table, 1 for the skull, the uppermost last."""
    hand: int
    """The other's discs in its hand."""
    size: int
    """The other's discs on the table."""
    mine: int
    theirs: int

    @property
    def total(self) -> int:
        return len(self.stack) + self.size

    def lays(self) -> Iterator[tuple[int, "Round"]]:
        """The kinds of disc to lay, and the round after each."""
        if self.flowers:
            yield 0, self._replace(flowers=self.flowers - 1, stack=(*self.stack, 0))
        if self.skull:
            yield 1, self._replace(skull=self.skull - 1, stack=(*self.stack, 1))


@cache
def value(flowers: int, skull: int, discs: int, lost: float, mine: int, theirs: int, starter: int) -> float:
    """The chance to win at the beginning of a round; `discs` are the other's, `lost` how likely its skull is lost."""
    if mine == 2 or (theirs < 2 and not discs):
        return 1.0
    if theirs == 2 or not flowers + skull:
        return 0.0
    here, belief = opening(flowers, skull, discs, lost, mine, theirs)
    return max(go_on(after, belief, starter) for _, after in here.lays())


def opening(
    flowers: int, skull: int, discs: int, lost: float, mine: int, theirs: int
) -> tuple[Round, dict[int, float]]:
    """A round in which the other has laid its first disc."""
    here = Round(flowers, skull, (), discs - 1, 1, mine, theirs)
    return here, laid({LOST: lost, HELD: 1 - lost}, discs, 0)


def laid(belief: Belief, hand: int, size: int) -> dict[int, float]:
    """After the other has laid a disc: of each kind that it holds as often."""
    after: dict[int, float] = {}
    for where, chance in belief.items():
        if where == HELD:
            share = 1.0 if hand == 1 else 0.5
            after[size] = after.get(size, 0.0) + chance * share
            after[HELD] = after.get(HELD, 0.0) + chance * (1 - share)
        else:
            after[where] = after.get(where, 0.0) + chance
    return {where: chance for where, chance in after.items() if chance}


def opened(here: Round, belief: Belief) -> tuple[dict[int, float], dict[int, float]]:
    """The other is to lay or to bid: what it lays from, and each of its bids, by how likely."""
    to_lay, to_bid = {}, {}
    for where, chance in belief.items():
        kinds = 0 if not here.hand else 2 if where == HELD and here.hand > 1 else 1
        to_lay[where] = chance * kinds / (kinds + here.total)
        to_bid[where] = chance / (kinds + here.total)
    return to_lay, to_bid


def go_on(here: Round, belief: Belief, turn: int) -> float:
    """The chance to win where nobody has bid, times the weight of the belief, as in all that follows."""
    if turn == ME:
        return max(chance for _, chance in openings(here, belief))
    to_lay, to_bid = opened(here, belief)
    bids = sum(bid(here, to_bid, number, OTHER) for number in range(1, here.total + 1))
    if not here.hand:
        return bids
    after = here._replace(hand=here.hand - 1, size=here.size + 1)
    return bids + go_on(after, laid(to_lay, here.hand, here.size), ME)


def openings(here: Round, belief: Belief) -> Iterator[tuple[Any, float]]:
    for number in range(1, here.total + 1):
        yield Bid(number), bid(here, belief, number, ME)
    for disc, after in here.lays():
        yield Lay("skull" if disc else "flower"), go_on(after, belief, OTHER)


def bid(here: Round, belief: Belief, number: int, bidder: int) -> float:
    """After a bid: of its answers the other takes each as often."""
    if number == here.total:
        return settle(here, belief, number, bidder)
    if bidder == OTHER:
        return max(chance for _, chance in answers(here, belief, number))
    higher = [bid(here, belief, above, OTHER) for above in range(number + 1, here.total + 1)]
    return (settle(here, belief, number, ME) + sum(higher)) / (1 + len(higher))


def answers(here: Round, belief: Belief, number: int) -> Iterator[tuple[Any, float]]:
    yield Pass(), settle(here, belief, number, OTHER)
    for above in range(number + 1, here.total + 1):
        yield Bid(above), bid(here, belief, above, ME)


def settle(here: Round, belief: Belief, number: int, bidder: int) -> float:
    """The bidder turns over their own discs, then the other's."""
    chance, discs = sum(belief.values()), here.hand + here.size
    flowers, skull = here.flowers + here.stack.count(0), here.skull + here.stack.count(1)
    own = min(number, len(here.stack) if bidder == ME else here.size)
    seen = here.stack[len(here.stack) - (own if bidder == ME else number - own) :]
    turned = number - own if bidder == ME else own
    hit = sum(chance for where, chance in belief.items() if where >= here.size - turned)
    unhit = chance - hit
    lost = min(1.0, belief.get(LOST, 0.0) / unhit) if unhit > 0 else 0.0

    def later(fewer: int, gone: int, others: int, lost: float, mine: int = 0, theirs: int = 0) -> float:
        points = here.mine + mine, here.theirs + theirs
        return value(flowers - fewer, skull - gone, others, round(lost, 10), *points, bidder)

    def lose(lost: float) -> float:
        """One of the own discs goes."""
        of_flowers = flowers * later(1, 0, discs, lost) if flowers else 0.0
        return (of_flowers + (skull * later(0, 1, discs, lost) if skull else 0.0)) / (flowers + skull)

    if bidder == ME:
        if 1 in seen:
            return chance * lose(belief.get(LOST, 0.0) / chance)
        return unhit * later(0, 0, discs, lost, mine=1) + hit * lose(0.0)
    unmet = later(0, 0, discs - 1, lost + (1 - lost) / discs) if 1 in seen else later(0, 0, discs, lost, theirs=1)
    return unhit * unmet + hit * later(0, 0, discs - 1, 1 / discs)


# ── On the rules ─────────────────────────────────────────────────────────────────────────────────────────


def is_won(seed: int, player: Player | None = None) -> tuple[bool, float]:
    """Whether the best answer, or a player, wins a game on the game's rules in either seat, and what its choices cost.

    The cost is the chance to win that the best answer would have kept: from game to game it varies far less than who
    wins, so a hundred games tell how often a player wins.
    """
    source, me, chance = random.Random(seed), seed % 2, Chance.seeded(seed)
    state: Any = begin(GAME, 2, GAME.options(), chance, seed // 2 % 2)
    belief: dict[int, float] = {HELD: 1.0}
    cost = 0.0
    while state.ended is None:
        seat = state.active if state.stacks[0] and state.stacks[1] else int(bool(state.stacks[0]))
        here = known(state, me)
        legal = GAME.legal(state, seat)
        if seat != me:
            action: Any = source.choice(legal)
            if not here.size:
                belief = laid(belief, here.hand, 0)
            elif not state.bid:
                to_lay, to_bid = opened(here, belief)
                belief = laid(to_lay, here.hand, here.size) if isinstance(action, Lay) else to_bid
        elif len(legal) == 1:
            action = legal[0]
        else:
            chances = dict(choices(state, here, belief, ME if state.active == me else OTHER))
            best = max(chances, key=lambda choice: chances[choice])
            action = best if player is None else player(perspective(GAME, state, me))
            cost += (chances[best] - chances[action]) / sum(belief.values())
        story = carry_out(GAME, state, seat, action, chance)
        belief = told(belief, story.events, here.hand + here.size, here.size - state.turned[1 - me], 1 - me)
        state = story.state
    return me in state.ended.winners, cost


def choices(state: Any, here: Round, belief: Belief, starter: int) -> Iterator[tuple[Any, float]]:
    """Each action, and the chance to win with it, times the weight of the belief."""
    if here.stack:
        yield from answers(here, belief, state.bid) if state.bid else openings(here, belief)
        return
    # All lay at once: whoever is asked first knows no more than who is asked last.
    there = here if here.size else here._replace(hand=here.hand - 1, size=1)
    seen = belief if here.size else laid(belief, here.hand, 0)
    for disc, after in there.lays():
        yield Lay("skull" if disc else "flower"), go_on(after, seen, starter)


def told(belief: Belief, events: Sequence[Any], discs: int, uppermost: int, other: int) -> dict[int, float]:
    """What the discs that were turned over, and lost, tell of the other's skull."""
    after = dict(belief)
    for event in events:
        match event:
            case TurnedOver(owner=owner, disc=disc) if owner == other:
                uppermost -= 1
                after = {at: chance for at, chance in after.items() if (at == uppermost) == (disc == "skull")}
            case Gathered():
                lost = after.get(LOST, 0.0) / sum(after.values())
                after = {LOST: lost, HELD: 1 - lost}
            case Lost(seat=loser) if loser == other:
                after = {LOST: after[LOST] + after[HELD] / discs, HELD: after[HELD] * (1 - 1 / discs)}
    return {at: chance for at, chance in after.items() if chance > 0}


def known(state: Any, me: int) -> Round:
    """What the seat knows of a round, the table's numbers beside its own discs."""
    hand, stack = ([disc.value for disc in discs] for discs in (state.hands[me], state.stacks[me]))
    sizes = len(state.hands[1 - me]), len(state.stacks[1 - me])
    places = tuple(int(disc == "skull") for disc in stack)
    return Round(hand.count("flower"), hand.count("skull"), places, *sizes, state.points[me], state.points[1 - me])


if __name__ == "__main__":
    chances = [value(3, 1, 4, 0.0, 0, 0, starter) for starter in (ME, OTHER)]
    print(f"the best answer to random play wins {50 * sum(chances):.2f} %: ", end="")
    print(f"{100 * chances[0]:.2f} % when it begins, {100 * chances[1]:.2f} % when the other does")
    name, games = (sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 2 else ("the best answer", GAMES)
    played = [is_won(seed, make_player(GAME, name, seed) if len(sys.argv) > 2 else None) for seed in range(games)]
    rate, cost = (mean(values) for values in zip(*played, strict=True))
    print(
        f"on the rules {name} won {100 * rate:.1f} % ± {196 * sqrt(rate * (1 - rate) / games):.1f} of {games:,} games"
    )
    spread = 196 * stdev(cost for _, cost in played) / sqrt(games)
    print(f"its choices cost {100 * cost:.2f} % ± {spread:.2f}, so it wins {50 * sum(chances) - 100 * cost:.1f} %")
