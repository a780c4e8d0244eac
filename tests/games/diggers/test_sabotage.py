"""Options, and phase 1: the sabotage."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.diggers import GAME
from tablee.games.diggers.mine import EXIT, TILES, Tile
from tablee.games.diggers.rules import (
    DiggersOptions,
    DiggersState,
    Disable,
    Disabled,
    Move,
    RaceRoundBegan,
    SabotageDone,
    SabotageRoundBegan,
)
from tablee.kernel import Refusal
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, parse_options
from tablee.kernel.views import redact, view
from tablee.testing.playing import NO_CHANCE, after, events_of, refusal_of
from tests.games.diggers.positions import (
    DIAMONDS,
    FULL_MINE,
    can_be_disabled,
    can_be_entered,
    drawn_tiles,
    folded,
    rolls,
    sabotage,
    touch,
)

FULL = drawn_tiles(FULL_MINE)

ALMOST_FULL = drawn_tiles("""
          .   #   .   .   #   .   #
        .   .   .   .   .   .   .   .
      #   .   #   .   .   .   #   .   .
    .   .   .   .   #   .   .   .   #   .
      .   #   .   .   .   .   .   .   .
        .   .   .   .   .   .   #   .
          .   #   .   .   .   .   .
""")
"""The full mine but for one tile; (6, 3), or a tile beside it, can still be disabled, and not both."""


def start(seats: int, tiles: int = 3) -> DiggersState:
    state = begin(GAME, seats, DiggersOptions(tiles=tiles), NO_CHANCE, 0)
    assert isinstance(state, DiggersState)
    return state


def tiles_of(state: DiggersState, seat: int) -> list[Tile]:
    return [action.tile for action in GAME.legal(state, seat)]


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────


def test_by_default_three_tiles_are_disabled_and_the_last_seat_does_not_play_on() -> None:
    assert DiggersOptions() == DiggersOptions(tiles=3, play_on=False)


@pytest.mark.parametrize("tiles", [0, 10])
def test_tiles_can_be_0_to_10(tiles: int) -> None:
    assert parse_options(GAME, {"tiles": tiles}) == DiggersOptions(tiles=tiles)


@pytest.mark.parametrize("tiles", [-1, 11])
def test_other_numbers_of_tiles_are_refused(tiles: int) -> None:
    refusal = parse_options(GAME, {"tiles": tiles})
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"


def test_with_no_tiles_to_disable_the_race_begins_at_once() -> None:
    state = begin(GAME, 3, DiggersOptions(tiles=0), rolls(6, 1, 1, 2), 0)
    assert isinstance(state, DiggersState)
    assert (state.turn, state.phase, state.round, state.dice) == (0, "race", 1, (6, 1, 1, 2))
    assert GAME.to_act(state) == (0, 1, 2)


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_whatever_the_first_dice_everyone_can_move_in_a_mine_without_sabotage(die: int) -> None:
    state = begin(GAME, 2, DiggersOptions(tiles=0), rolls(die, die, die, die), 0)
    assert isinstance(state, DiggersState)
    assert len(GAME.legal(state, 0)) == len(GAME.legal(state, 1)) == 1


# ── Rounds and mines ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_as_many_rounds_as_seats(seats: int) -> None:
    state, rounds = start(seats, tiles=1), []
    while state.phase == "sabotage":
        rounds.append((state.turn, state.round))
        for seat in range(seats):
            state = after(GAME, state, (seat, GAME.legal(state, seat)[0]), chance=Chance.seeded(1))
    assert rounds == [(number, number) for number in range(seats)]
    assert (state.turn, state.round) == (seats, 1)
    assert [len(mine) for mine in state.disabled] == [seats] * seats


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_each_seat_begins_on_its_own_mine(seat: int) -> None:
    (disabled,) = events_of(GAME, start(3), seat, Disable((5, 5)))
    assert disabled == Disabled(seat, mine=seat, tile=(5, 5))


@pytest.mark.parametrize(
    ("round_", "mines"), [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (2, [2, 3, 0, 1]), (3, [3, 0, 1, 2])]
)
def test_each_round_takes_a_seat_to_the_next_mine(round_: int, mines: list[int]) -> None:
    state = sabotage((), (), (), (), round_=round_)
    for seat, mine in enumerate(mines):
        state = after(GAME, state, (seat, Disable((5, 5 - seat))))
        assert state.disabled[mine] == ((5, 5 - seat),)


def test_a_seat_disables_its_tiles_one_by_one() -> None:
    state = after(GAME, start(2), (0, Disable((5, 5))))
    assert (state.disabled, state.tiles_left) == ((((5, 5),), ()), (2, 3))
    state = after(GAME, state, (0, Disable((3, 3))))
    assert (state.disabled, state.tiles_left) == ((((5, 5), (3, 3)), ()), (1, 3))


@pytest.mark.parametrize("tiles", [1, 2, 5])
def test_a_seat_disables_as_many_tiles_as_the_option_says(tiles: int) -> None:
    state = start(2, tiles)
    for _ in range(tiles):
        assert GAME.to_act(state) == (0, 1)
        state = after(GAME, state, (0, GAME.legal(state, 0)[0]))
    assert GAME.to_act(state) == (1,)
    assert len(state.disabled[0]) == tiles


def test_a_seat_that_is_done_waits_for_the_others() -> None:
    state = sabotage([], [], tiles_left=(1, 2))
    assert events_of(GAME, state, 0, Disable((5, 5))) == [Disabled(0, 0, (5, 5)), SabotageDone(0)]
    state = after(GAME, state, (0, Disable((5, 5))))
    assert not GAME.legal(state, 0)
    assert refusal_of(GAME, state, 0, Disable((7, 7))).code == "not_your_turn"


# ── What can be disabled ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tile", "rule"),
    [
        ((4, 4), "already_disabled"),
        ((0, 0), "entrance_or_exit"),
        ((9, 9), "entrance_or_exit"),
        ((0, 9), "no_such_tile"),
        ((5, 1), "no_such_tile"),
        *[(tile, "diamond") for tile in sorted(DIAMONDS)],
        *[(tile, "touches_disabled") for tile in [(5, 5), (5, 4), (4, 3), (3, 3), (3, 4), (4, 5)]],
    ],
)
def test_a_tile_is_disabled_only_if_no_rule_stands_against_it(tile: Tile, rule: str) -> None:
    state = sabotage([(4, 4)], [])
    assert tile not in tiles_of(state, 0)
    refusal = refusal_of(GAME, state, 0, Disable(tile))
    assert (refusal.code, refusal.rule) == ("illegal_action", rule)


def test_a_tile_one_step_further_than_a_neighbour_can_be_disabled() -> None:
    state = sabotage([(4, 4)], [])
    assert {(6, 6), (5, 6), (6, 4), (3, 2)} <= set(tiles_of(state, 0))


def test_a_diamond_beside_a_disabled_tile_is_still_refused_as_a_diamond() -> None:
    assert refusal_of(GAME, sabotage([(4, 3)], []), 0, Disable((4, 2))).rule == "diamond"


def test_what_is_disabled_on_another_mine_does_not_matter() -> None:
    state = sabotage([(4, 4)], [])
    assert {(4, 4), (5, 5)} <= set(tiles_of(state, 1))


def test_nobody_moves_during_the_sabotage() -> None:
    assert refusal_of(GAME, start(2), 0, Move((1, 1))).rule == "race_not_begun"


def test_at_first_every_tile_but_entrance_exit_and_diamonds_can_be_disabled() -> None:
    assert tiles_of(start(2), 0) == [tile for tile in TILES if tile not in DIAMONDS | {(0, 0), (9, 9)}]


@st.composite
def sabotaged_mines(draw: st.DrawFn) -> list[Tile]:
    """A mine with any tiles disabled that the rules allow."""
    order = draw(st.permutations(TILES))
    disabled: list[Tile] = []
    for tile in order[: draw(st.integers(0, len(order)))]:
        if tile in can_be_disabled(disabled):
            disabled.append(tile)
    return disabled


@settings(max_examples=60, deadline=None)
@given(sabotaged_mines())
def test_the_list_of_tiles_is_what_the_rules_say_read_one_by_one(disabled: list[Tile]) -> None:
    state = sabotage(disabled, [])
    listed = tiles_of(state, 0)
    assert len(set(listed)) == len(listed)
    assert set(listed) == can_be_disabled(disabled)


@settings(max_examples=60, deadline=None)
@given(sabotaged_mines())
def test_the_exit_can_always_be_reached(disabled: list[Tile]) -> None:
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        found = can_be_entered(edge.pop(), (1, 2, 3, 4, 5, 6), disabled) - reached
        reached |= found
        edge += found
    assert EXIT in reached


@settings(max_examples=30, deadline=None)
@given(sabotaged_mines())
def test_no_two_disabled_tiles_ever_touch(disabled: list[Tile]) -> None:
    state = sabotage(disabled, [], tiles=10)
    while GAME.to_act(state) == (0, 1):
        state = after(GAME, state, (0, GAME.legal(state, 0)[-1]))
    mine = state.disabled[0]
    assert not any(touch(one, other) for one in mine for other in mine)


# ── The end of a round ───────────────────────────────────────────────────────────────────────────────────


def test_seats_act_in_any_order() -> None:
    moves = [(0, Disable((5, 5))), (0, Disable((3, 3))), (1, Disable((7, 7))), (1, Disable((2, 4)))]
    one_by_one = after(GAME, start(2, tiles=2), *moves)
    mixed = after(GAME, start(2, tiles=2), moves[2], moves[0], moves[3], moves[1])
    assert one_by_one == mixed


def test_the_next_round_starts_when_all_are_done() -> None:
    state = sabotage([], [], [], tiles_left=(0, 1, 1))
    state = after(GAME, state, (2, Disable((5, 5))))
    assert state.round == 0
    began = events_of(GAME, state, 1, Disable((5, 5)))[-1]
    assert began == SabotageRoundBegan(1, awaited=(0, 1, 2))
    state = after(GAME, state, (1, Disable((5, 5))))
    assert (state.turn, state.round, state.tiles_left, GAME.to_act(state)) == (1, 1, (3, 3, 3), (0, 1, 2))


def test_the_first_dice_are_rolled_when_the_last_round_is_done() -> None:
    state = sabotage([], [], round_=1, tiles_left=(0, 1))
    events = events_of(GAME, state, 1, Disable((5, 5)), rolls(2, 6, 6, 1))
    assert events == [Disabled(1, 0, (5, 5)), SabotageDone(1), RaceRoundBegan(1, (2, 6, 6, 1), awaited=(0, 1))]
    assert folded(state, events).phase == "race"


def test_a_seat_that_finds_no_more_tile_has_done_its_part() -> None:
    state = sabotage(ALMOST_FULL, [])
    assert (6, 3) in tiles_of(state, 0)
    assert events_of(GAME, state, 0, Disable((6, 3))) == [Disabled(0, 0, (6, 3)), SabotageDone(0)]
    state = after(GAME, state, (0, Disable((6, 3))))
    assert (GAME.to_act(state), state.tiles_left) == ((1,), (0, 3))


def test_a_seat_that_finds_no_tile_at_the_start_of_a_round_has_done_its_part() -> None:
    state = sabotage([], FULL, [], tiles_left=(1, 0, 0))
    began = events_of(GAME, state, 0, Disable((5, 5)))[-1]
    assert began == SabotageRoundBegan(1, awaited=(1, 2))  # seat 0 comes to mine 1
    state = after(GAME, state, (0, Disable((5, 5))))
    assert state.tiles_left == (0, 3, 3)


def test_a_round_in_which_nobody_finds_a_tile_passes_by_itself() -> None:
    state = sabotage(ALMOST_FULL, FULL, FULL, tiles_left=(3, 0, 0))
    events = events_of(GAME, state, 0, Disable((6, 3)), rolls(1, 2, 3, 4))
    assert events[2:] == [
        SabotageRoundBegan(1, awaited=()),
        SabotageRoundBegan(2, awaited=()),
        RaceRoundBegan(1, (1, 2, 3, 4), awaited=(0, 1, 2)),
    ]
    assert folded(state, events).turn == 3


# ── The sabotage is open ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everyone_sees_every_disabled_tile_at_once(viewer: int | None) -> None:
    state = start(2)
    (disabled,) = events_of(GAME, state, 0, Disable((5, 5)))
    assert redact(disabled, viewer) == disabled
    seen: Sequence[Sequence[Tile]] = view(folded(state, [disabled]), viewer)["disabled"]
    assert seen == (((5, 5),), ())
