"""Shores, the example of a game of connection: its rules, and what every game must keep."""

from collections.abc import Sequence

from shores.shores import GAME, Place, Swap, Water, has_joined
from tablee.testing import GameConformance, after, refusal_of


class TestShores(GameConformance):
    game = GAME
    option_sets = ({"size": 4}, {"size": 5})


def water(*rows: str, active: int = 0, turn: int = 9) -> Water:
    """`o` is a stone of seat 0, `x` one of seat 1."""
    cells: Sequence[int | None] = [{"o": 0, "x": 1}.get(sign) for row in rows for sign in row]
    return Water(turn=turn, active=active, size=len(rows), cells=tuple(cells))


def test_a_chain_from_the_left_to_the_right_wins_for_the_first_seat() -> None:
    state = after(GAME, water("....", "..oo", "o...", "...."), (0, Place(9)))
    assert state.ended is not None
    assert state.ended.winners == (0,)


def test_a_chain_from_top_to_bottom_wins_for_the_second_seat_and_not_for_the_first() -> None:
    rows = ("..x.", ".x..", ".x..", "x...")
    assert has_joined(water(*rows), 1)
    assert not has_joined(water(*(row.replace("x", "o") for row in rows)), 0)


def test_cells_touch_along_one_diagonal_only() -> None:
    assert has_joined(water("...x", "..x.", ".x..", "x..."), 1)
    assert not has_joined(water("x...", ".x..", "..x.", "...x"), 1)


def test_who_plays_second_may_take_the_first_stone_mirrored() -> None:
    first = water("....", "....", "....", "....", turn=0)
    placed = after(GAME, first, (0, Place(1)))
    state = after(GAME, placed, (1, Swap()))
    assert [cell for cell, stone in enumerate(state.cells) if stone == 1] == [4]
    assert (state.active, state.cells.count(None)) == (0, 15)
    assert refusal_of(GAME, state, 0, Swap()).rule == "too_late"
    assert refusal_of(GAME, state, 0, Place(4)).rule == "not_free"
