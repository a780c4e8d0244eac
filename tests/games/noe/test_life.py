"""Which life cards show a life: each preference by a position that turns on it, and all against brute force."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.noe.cards import PACK, RANK, SUIT, Card, sum_of
from tablee.games.noe.life import Combination, best_combination
from tests.games.noe.table import cards


def laid(life: int, own: str, *, discard: str = "", pile: str = "") -> str:
    """The best combination as text: the kept cards, then those from the discard, then those from the pile."""
    best = best_combination(life, cards(own), cards(discard), cards(pile))
    return "none" if best is None else " ".join(best.cards)


# ── Exact, and at most three ─────────────────────────────────────────────────────────────────────────────


def test_one_own_card_can_be_enough() -> None:
    assert laid(10, "10C 5D 13H") == "10C"


def test_two_own_cards_can_be_enough() -> None:
    assert laid(15, "10C 5D 13H", discard="12C 3C") == "10C 5D"


def test_cards_from_the_discard_and_from_the_pile_can_stand_together() -> None:
    assert laid(3, "10C", discard="1S", pile="2S") == "1S 2S"


def test_nothing_but_the_exact_sum_will_do() -> None:
    assert laid(12, "10C 5D", discard="1C", pile="3C") == "none"


def test_four_cards_are_too_many() -> None:
    assert laid(38, "13C 13D 13H", discard="11C 1C") == "none"


def test_the_same_rank_can_stand_twice_or_three_times() -> None:
    assert laid(9, "13C", discard="3C 3D 3H") == "3C 3D 3H"


def test_a_card_is_never_taken_twice() -> None:
    assert laid(8, "13C", discard="4C") == "none"


# ── The preferences, each before the next ────────────────────────────────────────────────────────────────


def test_keeping_more_cards_comes_before_using_fewer() -> None:
    assert laid(9, "2C 5D 10H", discard="9C", pile="2S") == "2C 5D 2S"


def test_keeping_one_card_comes_before_keeping_none() -> None:
    assert laid(9, "5D 10H 11H", discard="9C", pile="1S 3S") == "5D 1S 3S"


def test_fewer_cards_come_before_fewer_from_the_pile() -> None:
    assert laid(8, "4C 9D 9H", discard="1S 3S", pile="4S") == "4C 4S"


def test_fewer_from_the_pile_come_before_lower_ranks() -> None:
    assert laid(14, "10C 12D 13H", discard="4S", pile="1S 2S") == "10C 4S"


def test_one_from_the_pile_comes_before_two() -> None:
    assert (
        laid(
            12,
            "13C",
            discard="7S",
            pile="1S 2S 3S 5S 9S",
        )
        == "7S 5S"
    )


def test_lower_ranks_come_first() -> None:
    assert laid(14, "10C 12D 13H", discard="1S 2S 4S") == "13H 1S"


def test_ranks_are_compared_one_by_one_from_the_lowest() -> None:
    assert laid(12, "13C", discard="1S 11S 2S 10S 6S 6H") == "1S 11S"


def test_when_the_lowest_ranks_are_equal_the_next_decide() -> None:
    assert laid(15, "13C", discard="1S 6S 8S 4S 10S") == "1S 4S 10S"


def test_the_ranks_of_the_kept_cards_count_too() -> None:
    # The new 4 is lower than the new 7, but 2 7 is lower than 4 5.
    assert laid(9, "2C 5D 13H", discard="4S 7S") == "2C 7S"


def test_the_suits_come_last_clubs_first() -> None:
    assert laid(14, "10C", discard="4S 4H 4D") == "10C 4D"


def test_a_card_of_the_discard_comes_before_a_better_suit_of_the_pile() -> None:
    assert laid(14, "10C", discard="4S", pile="4C") == "10C 4S"


def test_every_card_has_the_best_suit_there_is() -> None:
    assert laid(23, "13C", discard="12S 11S 12D 11H") == "11H 12D"


def test_the_suit_of_a_kept_card_can_decide() -> None:
    assert laid(10, "6S 6H 13C", discard="4S") == "6H 4S"


# ── Brute force ──────────────────────────────────────────────────────────────────────────────────────────


def brute_force(
    life: int, own: tuple[Card, ...], discard: tuple[Card, ...], pile: tuple[Card, ...]
) -> Combination | None:
    """The rule word for word: all sets of up to three cards, the exact ones, in the order of preference."""
    everything = own + discard + pile
    exact = [chosen for size in (1, 2, 3) for chosen in combinations(everything, size) if sum_of(chosen) == life]
    if not exact:
        return None

    def preference(chosen: tuple[Card, ...]) -> tuple[int, int, int, list[int], list[int]]:
        in_order = sorted(chosen, key=lambda card: (RANK[card], SUIT[card]))
        return (
            -len(set(chosen) & set(own)),
            len(chosen),
            len(set(chosen) & set(pile)),
            [RANK[card] for card in in_order],
            [SUIT[card] for card in in_order],
        )

    best = min(exact, key=preference)
    kept, from_discard, from_pile = (tuple(card for card in best if card in held) for held in (own, discard, pile))
    return Combination(kept, from_discard, from_pile)


def same(one: Combination | None, other: Combination | None) -> bool:
    """Whether two combinations are the same cards from the same places, in whatever order."""
    if one is None or other is None:
        return one is other
    return list(map(set, one)) == list(map(set, other))


Places = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""A seat's own life cards, the discard and the pile."""


@st.composite
def places(draw: st.DrawFn, *, most: int) -> Places:
    """Some of the pack's cards, dealt to the three places."""
    pack = tuple(draw(st.permutations(PACK)))
    return _deal(draw, pack[: draw(st.integers(1, most))])


@st.composite
def places_of_few_ranks(draw: st.DrawFn) -> Places:
    """All the cards of up to four ranks, so that much turns on the suits."""
    ranks = draw(st.sets(st.integers(1, 13), min_size=1, max_size=4))
    return _deal(draw, tuple(draw(st.permutations([card for card in PACK if RANK[card] in ranks]))))


def _deal(draw: st.DrawFn, held: tuple[Card, ...]) -> Places:
    own = draw(st.integers(1, min(3, len(held))))
    cut = draw(st.integers(own, len(held)))
    return held[:own], held[own:cut], held[cut:]


@settings(deadline=None, max_examples=300)
@given(places=places(most=18), life=st.integers(1, 39))
def test_the_search_by_rank_finds_what_brute_force_finds_among_few_cards(places: Places, life: int) -> None:
    assert same(best_combination(life, *places), brute_force(life, *places))


@settings(deadline=None, max_examples=300)
@given(places=places_of_few_ranks(), life=st.integers(1, 39))
def test_and_where_many_cards_differ_only_in_suit(places: Places, life: int) -> None:
    assert same(best_combination(life, *places), brute_force(life, *places))


@settings(deadline=None, max_examples=20)
@given(places=places(most=52), life=st.integers(1, 39))
def test_and_among_as_many_cards_as_there_are(places: Places, life: int) -> None:
    assert same(best_combination(life, *places), brute_force(life, *places))
