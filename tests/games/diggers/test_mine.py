"""The components: the classic mine, and what everyone begins with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.diggers import GAME
from tablee.games.diggers import mine as classic
from tablee.games.diggers.mine import Tile
from tablee.games.diggers.rules import DiggersOptions, DiggersState
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tests.games.diggers.positions import DIAMONDS, FULL_MINE, SIGN, can_be_disabled, drawn_tiles, touch


def test_the_mine_is_the_band_of_58_tiles_whose_coordinates_differ_by_3_at_most() -> None:
    band = [(x, y) for x in range(10) for y in range(10) if abs(x - y) <= 3]
    assert list(classic.TILES) == band
    assert len(band) == 58


def test_each_tile_touches_its_up_to_six_neighbours() -> None:
    for tile in classic.TILES:
        assert set(classic.NEIGHBOURS[tile]) == {other for other in classic.TILES if touch(tile, other)}


@pytest.mark.parametrize(
    ("tile", "neighbours"),
    [
        ((4, 4), [(5, 5), (5, 4), (4, 3), (3, 3), (3, 4), (4, 5)]),
        ((0, 0), [(1, 1), (1, 0), (0, 1)]),
        ((9, 9), [(9, 8), (8, 8), (8, 9)]),
        ((0, 3), [(1, 3), (1, 4), (0, 2)]),
        ((6, 3), [(7, 4), (6, 4), (5, 2), (5, 3)]),
    ],
)
def test_neighbours_exist_only_inside_the_band(tile: Tile, neighbours: list[Tile]) -> None:
    assert set(classic.NEIGHBOURS[tile]) == set(neighbours)


def test_neighbours_have_no_direction() -> None:
    assert all(tile in classic.NEIGHBOURS[other] for tile in classic.TILES for other in classic.NEIGHBOURS[tile])


def test_the_entrance_and_the_exit_are_the_two_ends_of_the_band() -> None:
    assert (classic.ENTRANCE, classic.EXIT) == ((0, 0), (9, 9))


def test_every_tile_carries_the_numbers_of_the_rules() -> None:
    read = {tile: {int(sign) for sign in signs if sign in "123456"} for tile, signs in SIGN.items()}
    assert read == classic.NUMBERS


def test_some_tiles_carry_several_numbers() -> None:
    several = {tile: sorted(numbers) for tile, numbers in classic.NUMBERS.items() if len(numbers) > 1}
    assert several == {
        (0, 1): [2, 4],
        (1, 0): [1, 5],
        (1, 1): [3, 6],
        (8, 8): [1, 3],
        (8, 9): [4, 6],
        (9, 8): [2, 6],
        (9, 9): [2, 3, 4, 5, 6],
    }


def test_only_the_entrance_carries_no_number() -> None:
    assert [tile for tile, numbers in classic.NUMBERS.items() if not numbers] == [(0, 0)]


def test_there_are_six_diamonds_each_on_a_three() -> None:
    assert classic.DIAMONDS == DIAMONDS == {(0, 3), (3, 5), (4, 2), (6, 5), (7, 9), (9, 6)}
    assert all(classic.NUMBERS[tile] == {3} for tile in DIAMONDS)


@given(st.sets(st.sampled_from(classic.TILES)))
def test_the_sets_of_bits_agree_with_the_rules_read_one_by_one(disabled: set[Tile]) -> None:
    free = classic.can_be_disabled(disabled)
    assert {tile for tile in classic.TILES if free & classic.BIT[tile]} == can_be_disabled(list(disabled))


def test_the_full_mine_of_these_tests_is_full_and_keeps_the_rules() -> None:
    full = drawn_tiles(FULL_MINE)
    assert len(full) == 12
    assert all(tile in can_be_disabled([other for other in full if other != tile]) for tile in full)
    assert not can_be_disabled(full)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_begins_with_a_mine_of_active_tiles_and_five_points_of_oxygen(seats: int) -> None:
    state = begin(GAME, seats, DiggersOptions(), Chance.seeded(1))
    assert isinstance(state, DiggersState)
    assert state.disabled == ((),) * seats
    assert state.oxygen == (5,) * seats
    assert state.positions == ((0, 0),) * seats
    assert state.in_mine == tuple(range(seats))
    assert GAME.scores(state) == (0,) * seats


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_nobody_starts_because_all_begin_at_once(starter: int) -> None:
    assert not GAME.has_starter
    first = GAME.setup(3, DiggersOptions(), 0, Chance.seeded(1))
    assert GAME.setup(3, DiggersOptions(), starter, Chance.seeded(1)) == first
    assert GAME.to_act(first) == (0, 1, 2)
