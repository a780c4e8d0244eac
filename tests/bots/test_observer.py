"""Bots of games that hide something, on their readable rules: honest, and aware of what each seat sees."""

from dataclasses import replace as with_other
from typing import Any

import pytest
from msgspec.structs import replace

from skull.skull import GAME, Bid, Disc, Lay
from tablee.bots.levels import level_of, make_player
from tablee.bots.observer import Observer
from tablee.kernel import Refusal, Secret, only
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective


def discs(seat: int, *values: Disc) -> tuple[Secret[Disc], ...]:
    return tuple(Secret(value, only(seat)) for value in values)


def begun() -> Any:
    state = begin(GAME, 2, GAME.options(), Chance.seeded(1), 0)
    assert not isinstance(state, Refusal)
    return state


def last_disc_is_a_skull() -> Any:
    """Seat 1 has one disc left and has shown its skull since it lost the others: that is the disc on the table."""
    return replace(
        begun(),
        hands=(discs(0, "flower", "flower", "skull"), ()),
        stacks=(discs(0, "flower"), discs(1, "skull")),
        lost=((), discs(1, "flower", "flower", "flower")),
        points=(1, 0),
        shown=(False, True),
    )


def figures_of(game: Any, state: Any, simulations: int) -> dict[Any, tuple[int, float]]:
    observer = Observer(game, 2, perspective(game, state, 0), Dice(1))
    observer.grow(simulations, 0.0, None)
    return {observer.codes.action(code): found for code, found in observer.figures().items()}


def test_what_the_game_says_can_be_decides_the_bots_choice() -> None:
    """A bid of one wins whatever seat 1 does: it passes and lets it stand, or bids two and turns over its own skull."""
    known = figures_of(GAME, last_disc_is_a_skull(), 400)
    assert max(known, key=lambda action: known[action]) == Bid(1)
    assert known[Bid(1)][1] == 1.0
    unknown = figures_of(with_other(GAME, possible_worlds=None, deal_world=None), last_disc_is_a_skull(), 400)
    assert unknown[Bid(1)][1] < 1.0


def test_a_longer_way_is_taken_where_it_is_worth_more() -> None:
    """Against one that does anything, the skull above a flower wins 95 games of 100, a bid of two at once 90."""
    state = replace(
        begun(),
        hands=(discs(0, "flower", "skull"), discs(1, "flower")),
        stacks=(discs(0, "flower"), discs(1, "flower")),
        lost=(discs(0, "flower"), discs(1, "flower", "skull")),
        points=(0, 1),
    )
    found = figures_of(GAME, state, 2000)
    assert found[Lay("skull")][1] == pytest.approx(0.95, abs=0.03)
    assert found[Bid(2)][1] == pytest.approx(0.90, abs=0.03)
    assert make_player(GAME, "hard:2000", 1)(perspective(GAME, state, 0)) == Lay("skull")


def test_the_same_seed_plays_the_same_and_another_world_that_looks_alike_changes_nothing() -> None:
    state, chance = begun(), Chance.seeded(1)
    alike = [carry_out(GAME, state, 1, Lay(disc), chance).state for disc in ("flower", "skull")]
    first, second = (make_player(GAME, "hard:80", 3)(perspective(GAME, each, 0)) for each in alike)
    assert first == second


def test_a_level_looks_at_more_worlds_where_something_is_hidden() -> None:
    assert level_of(GAME, "medium").simulations == 600
    assert level_of(GAME, "medium:70").simulations == 70
    assert level_of(GAME, "hard").simulations == 0


def test_it_says_now_and_then_what_seems_best_so_far() -> None:
    told: list[Any] = []
    observer = Observer(GAME, 2, perspective(GAME, last_disc_is_a_skull(), 0), Dice(2))
    observer.grow(130, 0.0, told.append)
    assert told == [Bid(1), Bid(1)]
