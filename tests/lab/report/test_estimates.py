"""How sure a number is: groups count once, noise is never called a difference."""

import pytest

from tablee.lab.report.estimates import beside, difference, games_to_see, mean, share
from tablee.lab.simulation import interval


def coins(heads: int, of: int, *, copies: int = 1) -> list[tuple[int, float, float]]:
    """So many coins, each of a deal of its own, and each counted several times."""
    return [(deal, float(deal < heads), 1.0) for deal in range(of) for _ in range(copies)]


def test_independent_cases_have_the_interval_that_wilson_gives_them() -> None:
    found = share(coins(30, 100))
    assert found.value == 0.3
    assert (found.low, found.high) == pytest.approx(interval(30, 100), abs=0.002)


def test_a_deal_that_is_counted_five_times_tells_no_more_than_once() -> None:
    once, often = share(coins(30, 100)), share(coins(30, 100, copies=5))
    assert often.value == once.value
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


def test_where_all_agree_the_interval_is_that_of_so_many_deals() -> None:
    found = share(coins(0, 40, copies=3))
    assert (found.value, found.low, found.high) == (0, *interval(0, 40))


def test_a_mean_is_as_sure_as_its_deals_differ() -> None:
    found = mean((deal, float(10 + deal % 2 * 2), 1.0) for deal in range(100))
    assert found.value == 11
    assert found.half == pytest.approx(1.96 / 10, rel=0.02)


@pytest.mark.parametrize(
    ("heads", "asked", "verdict"), [(52, 1, "not"), (61, 1, "surely"), (61, 20, "perhaps"), (70, 20, "surely")]
)
def test_whoever_asks_often_needs_more_to_be_sure(heads: int, asked: int, verdict: str) -> None:
    found = beside(coins(heads, 100), 0.5, asked)
    assert found.value == pytest.approx(heads / 100 - 0.5)
    assert found.verdict == verdict


def test_nothing_is_sure_from_a_few_deals() -> None:
    assert beside(coins(20, 20), 0.5).verdict == "not"


def test_what_two_variants_have_in_common_falls_out_of_their_difference() -> None:
    luck = [(deal, float(deal % 7), 1.0) for deal in range(70)]
    more = [(deal, value + 0.1 + 0.01 * (deal % 2), of) for deal, value, of in luck]
    found = difference(more, luck)
    assert found.value == pytest.approx(0.105)
    assert found.error < 0.001
    assert found.verdict == "surely"
    apart = difference([(deal + 1000, value, of) for deal, value, of in more], luck)
    assert apart.verdict == "not"


def test_four_times_the_games_see_half_the_difference() -> None:
    assert games_to_see(0.05, 0.05, 100) == 790
    assert games_to_see(0.025, 0.05, 100) == 3200
