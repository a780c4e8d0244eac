"""The change of life cards: which cards show a life that has just become smaller.

A seat's life cards have to add up to its life, exactly, with one to three cards taken from its own life cards,
the discard and the pile. Often many combinations would do; the rules want one clear result, so they are
preferred in this order:

    1. as many of the seat's present life cards as possible are kept
    2. as few cards as possible in all
    3. as few cards from the pile as possible
    4. the lowest ranks, those of the whole combination sorted upwards and compared one by one
    5. the lowest suits of the cards in that order: clubs, diamonds, hearts, spades

The search goes by rank, never through all sets of three cards. Once it is known which cards are kept and
which ranks are missing, there is one best way to take cards of those ranks: from the discard before the pile
(3), and by suit within each (5). So each choice of kept cards and missing ranks needs one candidate,
and those are few.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from tablee.games.noe.cards import RANK, RANKS, SUIT, Card, sum_of

MOST_CARDS: Final = 3


class Combination(NamedTuple):
    """Life cards, by where they come from."""

    kept: tuple[Card, ...]
    from_discard: tuple[Card, ...] = ()
    from_pile: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.kept + self.from_discard + self.from_pile


def best_combination(
    life: int, own: Sequence[Card], discard: Iterable[Card], pile: Iterable[Card]
) -> Combination | None:
    """The cards that show that life, or None where no combination is exact."""
    stock = _Stock(discard, pile)
    for kept_count in range(MOST_CARDS, -1, -1):
        for new_count in range(MOST_CARDS - kept_count + 1):
            ways = _RANKS_THAT_ADD_UP[new_count]
            candidates = [
                candidate
                for kept in combinations(own, kept_count)
                for ranks in ways.get(life - sum_of(kept), ())
                if (candidate := stock.complete(kept, ranks)) is not None
            ]
            if candidates:
                return min(candidates, key=_preference)
    return None


def _preference(combination: Combination) -> tuple[int, list[int], list[int]]:
    """Smallest for the best of the combinations that keep equally many cards and have equally many in all."""
    cards = sorted(combination.cards, key=_rank_and_suit)
    return len(combination.from_pile), [RANK[card] for card in cards], [SUIT[card] for card in cards]


class _Stock:
    """The cards that can be laid beside the kept ones; for each rank, the discard's first, and by suit in each."""

    def __init__(self, discard: Iterable[Card], pile: Iterable[Card]) -> None:
        self._discard = set(discard)
        self._by_rank: dict[int, list[Card]] = {rank: [] for rank in RANKS}
        for card in (*sorted(self._discard, key=_rank_and_suit), *sorted(pile, key=_rank_and_suit)):
            self._by_rank[RANK[card]].append(card)

    def complete(self, kept: tuple[Card, ...], ranks: "Ranks") -> Combination | None:
        """The best combination of the kept cards with new ones of those ranks; None if there are not enough."""
        from_discard: list[Card] = []
        from_pile: list[Card] = []
        for rank, count in ranks:
            cards = self._by_rank[rank][:count]
            if len(cards) < count:
                return None
            for card in cards:
                (from_discard if card in self._discard else from_pile).append(card)
        return Combination(kept, tuple(from_discard), tuple(from_pile))


Ranks: TypeAlias = tuple[tuple[int, int], ...]
"""Ranks, each with how many cards of it: ((3, 2), (5, 1)) is 3, 3, 5."""


def _ways_to_add_up(count: int) -> dict[int, list[Ranks]]:
    """For each sum, the combinations of ranks, one for each card, that add up to it."""
    ways: dict[int, list[Ranks]] = {}
    for ranks in combinations_with_replacement(RANKS, count):
        ways.setdefault(sum(ranks), []).append(tuple(Counter(ranks).items()))
    return ways


_RANKS_THAT_ADD_UP: Final = tuple([_ways_to_add_up(count) for count in range(MOST_CARDS + 1)])
"""For each number of new cards: the sums that they can have, and their ranks then. No card adds up to 0."""


def _rank_and_suit(card: Card) -> tuple[int, int]:
    return RANK[card], SUIT[card]
