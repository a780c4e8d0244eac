"""The end, the score, timeout and leaving."""

import pytest

from tablee.games.diggers import GAME
from tablee.games.diggers.mine import Tile
from tablee.games.diggers.rules import (
    DiggersState,
    Disable,
    Eliminated,
    GotOut,
    Move,
    OxygenLost,
    RaceRoundBegan,
    Revealed,
    SabotageRoundBegan,
)
from tablee.kernel import Outcome, drawn, won
from tablee.kernel.chance import Chance
from tablee.kernel.events import Ended, Left, TimedOut
from tablee.kernel.play import leave, leave_together, timeout
from tablee.kernel.views import view
from tablee.testing.playing import NO_CHANCE, after, after_leaving, after_timeout, events_of, refusal_of
from tests.games.diggers.positions import FULL_MINE, drawn_tiles, folded, race, rolls, sabotage

STUCK: Tile = (4, 4)
"""A tile with no 3 next to it: who stands there can't move when only threes are rolled."""
THREES = (3, 3, 3, 3)


def end_of(state: DiggersState) -> Outcome | None:
    return state.ended


# ── End ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_game_goes_on_while_two_seats_are_in_the_mine() -> None:
    state = race((8, 8), (0, 0), (0, 0), dice=THREES, chosen={1: (1, 1), 2: (1, 1)})
    state = after(GAME, state, (0, Move((9, 9))), chance=rolls(5, 5, 5))
    assert end_of(state) is None
    assert GAME.to_act(state) == (1, 2)


def test_the_game_ends_when_everyone_is_out() -> None:
    state = race((8, 8), (8, 8), dice=THREES, chosen={1: (9, 9)})
    state = after(GAME, state, (0, Move((9, 9))))
    assert end_of(state) == won([0, 1], (10, 10), "out")
    assert GAME.to_act(state) == ()


def test_the_game_ends_when_the_last_ones_are_out_and_eliminated_in_one_round() -> None:
    state = race((8, 8), STUCK, dice=THREES, oxygen=(1, 1))
    assert end_of(after(GAME, state, (0, Move((9, 9))))) == won([0], (10, 0), "out")


@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_ends_when_somebody_is_out_and_one_seat_is_still_in_the_mine(seats: int) -> None:
    at: list[Tile] = [(8, 8), (0, 0), (9, 9)]
    state = race(*at[:seats], dice=THREES, chosen={1: (1, 1)}, out={2: 3} if seats == 3 else {})
    state = after(GAME, state, (0, Move((9, 9))))
    winner = 0 if seats == 2 else 2
    assert end_of(state) == won([winner], (10, 0) if seats == 2 else (5, 0, 10), "out")
    assert state.in_mine == (1,)


def test_the_game_ends_when_an_elimination_leaves_one_seat_in_the_mine() -> None:
    state = race((9, 9), STUCK, (0, 0), dice=THREES, out={0: 4}, oxygen=(5, 1, 5))
    assert end_of(after(GAME, state, (2, Move((1, 1))))) == won([0], (10, 0, 0), "out")


def test_no_dice_are_rolled_and_nobody_is_asked_once_it_has_ended() -> None:
    state = race((8, 8), (0, 0), dice=THREES, chosen={1: (1, 1)})
    events = events_of(GAME, state, 0, Move((9, 9)), NO_CHANCE)
    assert isinstance(events[-1], Ended)
    ended = folded(state, events)
    assert refusal_of(GAME, ended, 1, Move((1, 0))).code == "game_over"
    assert not GAME.legal(ended, 1)


def test_with_play_on_the_last_seat_in_the_mine_goes_on_alone() -> None:
    state = race((8, 8), (0, 0), dice=THREES, chosen={1: (1, 1)}, play_on=True)
    state = after(GAME, state, (0, Move((9, 9))), chance=rolls(5, 5, 5))
    assert end_of(state) is None
    assert GAME.to_act(state) == (1,)


def test_with_play_on_the_game_ends_when_the_last_seat_is_out() -> None:
    state = race((9, 9), (8, 8), dice=THREES, out={0: 3}, diamonds={1: [(0, 3), (3, 5)]}, play_on=True)
    assert end_of(after(GAME, state, (1, Move((9, 9))))) == won([1], (10, 11), "out")


def test_with_play_on_the_game_ends_when_the_last_seat_is_eliminated() -> None:
    # There is no 6 next to (5, 4), so that three sixes cost the last point of oxygen.
    state = race((9, 9), (4, 4), dice=(6, 6, 6), out={0: 3}, oxygen=(5, 1), play_on=True)
    events = events_of(GAME, state, 1, Move((5, 4)), rolls(6, 6, 6))
    assert events[1:] == [
        Revealed((1,), ((5, 4),)),
        RaceRoundBegan(8, (6, 6, 6), awaited=()),
        OxygenLost((1,)),
        Eliminated((1,)),
        Ended(won([0], (10, 0), "out")),
    ]


@pytest.mark.parametrize("play_on", [False, True])
def test_if_nobody_is_out_a_lone_survivor_wins_at_once(play_on: bool) -> None:
    state = race((0, 0), STUCK, dice=THREES, oxygen=(5, 1), diamonds={0: [(0, 3)]}, play_on=play_on)
    events = events_of(GAME, state, 0, Move((1, 1)))
    assert events[1:] == [
        Revealed((0,), ((1, 1),)),
        OxygenLost((1,)),
        Eliminated((1,)),
        Ended(won([0], (0, 0), "survivor")),
    ]


def test_a_lone_survivor_of_four_wins_though_it_never_got_out() -> None:
    state = race((1, 1), STUCK, STUCK, (0, 0), dice=(1, 1, 1, 1), oxygen=(5, 1, 1, 0), eliminated=[3])
    assert end_of(after(GAME, state, (0, Move((1, 0))))) == won([0], (0, 0, 0, 0), "survivor")


@pytest.mark.parametrize("play_on", [False, True])
def test_if_all_are_eliminated_nobody_wins(play_on: bool) -> None:
    # Both stand where no 3 is near; the round in which nobody can move passes by itself.
    state = race((4, 5), (4, 5), dice=(1, 1, 1, 1), oxygen=(1, 1), chosen={1: STUCK}, play_on=play_on)
    state = after(GAME, state, (0, Move(STUCK)), chance=rolls(*THREES))
    assert end_of(state) == drawn([0, 1], (0, 0), "eliminated")


def test_a_seat_eliminated_long_ago_shares_the_draw_when_all_are() -> None:
    state = race((4, 5), (4, 5), STUCK, dice=(1, 1, 1, 1), oxygen=(1, 1, 0), eliminated=[2], chosen={1: STUCK})
    state = after(GAME, state, (0, Move(STUCK)), chance=rolls(*THREES))
    assert end_of(state) == drawn([0, 1, 2], (0, 0, 0), "eliminated")


def test_a_seat_that_left_does_not_share_the_draw() -> None:
    state = race((4, 5), (4, 5), STUCK, dice=(1, 1, 1, 1), oxygen=(1, 1, 4), left=[2], chosen={1: STUCK})
    state = after(GAME, state, (0, Move(STUCK)), chance=rolls(*THREES))
    assert end_of(state) == drawn([0, 1], (0, 0, 0), "eliminated")


# ── Guard ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_game_goes_on_after_59_rounds_of_the_race() -> None:
    state = race((0, 0), (0, 0), dice=THREES, chosen={1: (1, 1)}, round_=59)
    assert end_of(after(GAME, state, (0, Move((1, 1))), chance=rolls(5, 5, 5, 5))) is None


def test_after_60_rounds_the_seats_still_alive_draw_if_nobody_is_out() -> None:
    state = race((0, 0), (0, 0), STUCK, STUCK, dice=THREES, chosen={1: (1, 1)}, eliminated=[2], left=[3], round_=60)
    assert end_of(after(GAME, state, (0, Move((1, 1))))) == drawn([0, 1], (0, 0, 0, 0), "guard")


def test_after_60_rounds_the_best_of_those_out_wins() -> None:
    state = race((0, 0), (0, 0), (9, 9), (9, 9), dice=(3, 3), chosen={1: (1, 1)}, out={2: 50, 3: 40}, round_=60)
    assert end_of(after(GAME, state, (0, Move((1, 1))))) == won([3], (0, 0, 5, 10), "guard")


def test_who_gets_out_in_the_60th_round_is_out() -> None:
    state = race((8, 8), (0, 0), (0, 0), dice=THREES, chosen={1: (1, 1), 2: (1, 1)}, round_=60)
    assert end_of(after(GAME, state, (0, Move((9, 9))))) == won([0], (10, 0, 0), "guard")


def test_with_play_on_the_lone_last_seat_has_60_rounds_too() -> None:
    state = race((9, 9), (0, 0), dice=THREES, out={0: 3}, round_=60, play_on=True)
    assert end_of(after(GAME, state, (1, Move((1, 1))))) == won([0], (10, 0), "guard")


def test_a_lone_survivor_of_the_60th_round_wins() -> None:
    state = race((0, 0), STUCK, dice=THREES, oxygen=(5, 1), round_=60)
    assert end_of(after(GAME, state, (0, Move((1, 1))))) == won([0], (0, 0), "survivor")


def test_leaving_in_the_60th_round_does_not_end_it_before_it_is_played() -> None:
    state = race((0, 0), (0, 0), (0, 0), dice=THREES, round_=60)
    state = after_leaving(GAME, state, 2)
    assert end_of(state) is None
    state = after(GAME, state, (0, Move((1, 1))), (1, Move((1, 1))))
    assert end_of(state) == drawn([0, 1], (0, 0, 0), "guard")


def test_a_timeout_can_close_the_60th_round() -> None:
    state = race((0, 0), (0, 0), dice=THREES, chosen={1: (1, 1)}, round_=60)
    assert timeout(GAME, state, NO_CHANCE).events == [
        TimedOut(0),
        Revealed((1,), ((1, 1),)),
        OxygenLost((0,)),
        Ended(drawn([0, 1], (0, 0), "guard")),
    ]


def test_the_last_one_awaited_can_close_the_60th_round_by_leaving() -> None:
    state = race((0, 0), (0, 0), (0, 0), dice=THREES, chosen={0: (1, 1), 1: (1, 1)}, round_=60)
    assert leave(GAME, state, 2, NO_CHANCE).events == [
        Left(2),
        Revealed((0, 1), ((1, 1), (1, 1))),
        Ended(drawn([0, 1], (0, 0, 0), "guard")),
    ]


def test_rounds_that_pass_by_themselves_count_for_the_guard() -> None:
    state = race((4, 5), (4, 5), dice=(1, 1, 1, 1), chosen={1: STUCK}, round_=58)
    state = after(GAME, state, (0, Move(STUCK)), chance=rolls(*THREES, *THREES))
    assert (state.round, state.oxygen) == (60, (3, 3))
    assert end_of(state) == drawn([0, 1], (0, 0), "guard")


# ── Score ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("diamonds", "score"), [(0, 10), (1, 13), (6, 28)])
def test_a_seat_out_scores_3_for_each_diamond_it_visited(diamonds: int, score: int) -> None:
    visited: list[Tile] = [(0, 3), (3, 5), (4, 2), (6, 5), (7, 9), (9, 6)]
    state = race((9, 9), (0, 0), (0, 0), out={0: 5}, diamonds={0: visited[:diamonds]})
    assert GAME.scores(state) == (score, 0, 0)


@pytest.mark.parametrize(
    ("exit_rounds", "bonuses"),
    [
        ([20, 21, 25, 30], (10, 5, 2, 0)),
        ([30, 25, 21, 20], (0, 2, 5, 10)),
        ([20, 20, 25, 30], (10, 10, 5, 2)),
        ([20, 25, 25, 30], (10, 5, 5, 2)),
        ([20, 25, 30, 30], (10, 5, 2, 2)),
        ([20, 20, 25, 25], (10, 10, 5, 5)),
        ([25, 20, 25, 25], (5, 10, 5, 5)),
        ([20, 20, 20, 20], (10, 10, 10, 10)),
    ],
)
def test_the_bonus_goes_by_the_order_of_exit_rounds_and_those_of_one_round_share_the_better(
    exit_rounds: list[int], bonuses: tuple[int, ...]
) -> None:
    state = race((9, 9), (9, 9), (9, 9), (9, 9), out=dict(enumerate(exit_rounds)))
    assert GAME.scores(state) == bonuses


def test_a_seat_that_did_not_get_out_scores_0_whatever_it_visited() -> None:
    state = race((9, 9), (3, 5), STUCK, out={0: 5}, eliminated=[2], diamonds={1: [(0, 3), (3, 5)], 2: [(4, 2)]})
    assert GAME.scores(state) == (10, 0, 0)


def test_a_bonus_does_not_shrink_when_others_come_out_later() -> None:
    state = race((9, 9), (8, 8), (0, 0), (0, 0), dice=THREES, out={0: 5}, chosen={2: (1, 1), 3: (1, 1)})
    later = after(GAME, state, (1, Move((9, 9))), chance=rolls(5, 5))
    assert (GAME.scores(state), GAME.scores(later)) == ((10, 0, 0, 0), (10, 5, 0, 0))


def test_the_highest_score_wins_not_the_first_out() -> None:
    state = race((9, 9), (8, 8), (0, 0), dice=THREES, out={0: 5}, chosen={2: (1, 1)}, diamonds={1: [(0, 3), (3, 5)]})
    assert end_of(after(GAME, state, (1, Move((9, 9))))) == won([1], (10, 11, 0), "out")


def test_equal_scores_of_one_exit_round_share_the_win() -> None:
    diamonds: dict[int, list[Tile]] = {0: [(0, 3)], 1: [(4, 2)]}
    state = race((8, 8), (8, 8), (0, 0), dice=THREES, chosen={1: (9, 9), 2: (1, 1)}, diamonds=diamonds)
    assert end_of(after(GAME, state, (0, Move((9, 9))))) == won([0, 1], (13, 13, 0), "out")


def test_equal_scores_of_different_exit_rounds_share_the_win_too() -> None:
    diamonds: dict[int, list[Tile]] = {1: [(0, 3), (3, 5), (4, 2)], 2: [(0, 3), (3, 5), (4, 2), (6, 5)]}
    state = race((9, 9), (9, 9), (8, 8), dice=(3, 3), out={0: 3, 1: 5}, diamonds=diamonds, play_on=True)
    assert end_of(after(GAME, state, (2, Move((9, 9))))) == won([1, 2], (10, 14, 14), "out")


# ── Timeout ──────────────────────────────────────────────────────────────────────────────────────────────


def test_in_the_sabotage_who_runs_out_of_time_gives_up_the_tiles_of_this_round() -> None:
    state = sabotage([(5, 5)], [], tiles_left=(2, 0))
    events = timeout(GAME, state, NO_CHANCE).events
    assert events == [TimedOut(0), SabotageRoundBegan(1, awaited=(0, 1))]
    state = after_timeout(GAME, state)
    assert (state.disabled, state.tiles_left, state.turn) == ((((5, 5),), ()), (3, 3), 1)


def test_in_the_sabotage_all_that_still_owe_are_settled_together() -> None:
    state = sabotage([], [], [], tiles_left=(2, 0, 3))
    events = timeout(GAME, state, NO_CHANCE).events
    assert events == [TimedOut(0), TimedOut(2), SabotageRoundBegan(1, awaited=(0, 1, 2))]


def test_a_timeout_in_the_last_round_of_the_sabotage_begins_the_race() -> None:
    state = sabotage([], [], round_=1, tiles_left=(2, 1))
    events = timeout(GAME, state, rolls(1, 2, 3, 4)).events
    assert events == [TimedOut(0), TimedOut(1), RaceRoundBegan(1, (1, 2, 3, 4), awaited=(0, 1))]


def test_in_the_race_who_runs_out_of_time_stays_and_loses_one_oxygen() -> None:
    state = race((0, 0), (0, 0), dice=THREES, chosen={1: (1, 1)})
    state = after_timeout(GAME, state, rolls(1, 3, 5, 6))
    assert state.positions == ((0, 0), (1, 1))
    assert state.oxygen == (4, 5)
    assert GAME.to_act(state) == (0, 1)


def test_in_the_race_all_that_still_owe_are_settled_before_the_round_is_applied() -> None:
    state = race((0, 0), (0, 0), STUCK, (0, 0), dice=THREES, chosen={1: (1, 1)})
    assert timeout(GAME, state, rolls(1, 2, 5, 6)).events == [
        TimedOut(0),
        TimedOut(3),
        Revealed((1,), ((1, 1),)),
        OxygenLost((0, 2, 3)),
        RaceRoundBegan(8, (1, 2, 5, 6), awaited=(0, 1, 2, 3)),
    ]


def test_the_end_is_tested_only_when_all_timeouts_are_settled() -> None:
    state = race((0, 0), (0, 0), dice=THREES, oxygen=(1, 1))
    assert timeout(GAME, state, NO_CHANCE).events == [
        TimedOut(0),
        TimedOut(1),
        OxygenLost((0, 1)),
        Eliminated((0, 1)),
        Ended(drawn([0, 1], (0, 0), "eliminated")),
    ]


def test_a_timeout_that_takes_the_last_oxygen_can_leave_a_survivor() -> None:
    state = race((0, 0), (0, 0), dice=THREES, oxygen=(1, 1), chosen={1: (1, 1)})
    assert end_of(after_timeout(GAME, state)) == won([1], (0, 0), "survivor")


def test_with_play_on_the_lone_last_seat_goes_on_after_a_timeout() -> None:
    state = race((9, 9), (0, 0), dice=(3, 3, 3), out={0: 3}, oxygen=(5, 2), play_on=True)
    assert timeout(GAME, state, rolls(5, 5, 5)).events == [
        TimedOut(1),
        OxygenLost((1,)),
        RaceRoundBegan(8, (5, 5, 5), awaited=(1,)),
    ]


def test_with_play_on_a_timeout_that_takes_the_last_oxygen_of_the_lone_last_seat_ends_the_game() -> None:
    state = race((9, 9), (0, 0), dice=(3, 3, 3), out={0: 3}, oxygen=(5, 1), play_on=True)
    assert timeout(GAME, state, NO_CHANCE).events == [
        TimedOut(1),
        OxygenLost((1,)),
        Eliminated((1,)),
        Ended(won([0], (10, 0), "out")),
    ]


def test_a_game_that_everyone_lets_run_out_ends_after_five_rounds_of_the_race() -> None:
    state, chance = sabotage([], []), Chance.seeded(5)
    for _ in range(2 + 5):
        assert end_of(state) is None
        state = after_timeout(GAME, state, chance)
    assert end_of(state) == drawn([0, 1], (0, 0), "eliminated")


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 0)])
def test_when_one_of_two_leaves_in_the_sabotage_the_other_wins(seat: int, other: int) -> None:
    state = sabotage([(5, 5)], [], tiles_left=(2, 0))
    assert leave(GAME, state, seat, NO_CHANCE).events == [Left(seat), Ended(won([other], (0, 0), "survivor"))]


@pytest.mark.parametrize("play_on", [False, True])
def test_when_one_of_two_leaves_in_the_race_the_other_wins_at_once(play_on: bool) -> None:
    state = race((0, 0), (0, 0), chosen={1: (1, 1)}, play_on=play_on)
    assert end_of(after_leaving(GAME, state, 0)) == won([1], (0, 0), "survivor")
    assert end_of(after_leaving(GAME, state, 1)) == won([0], (0, 0), "survivor")


def test_nobody_is_awaited_any_more_when_a_leaving_has_ended_the_game() -> None:
    state = after_leaving(GAME, race((0, 0), (0, 0)), 1)
    assert state.awaited == GAME.to_act(state) == ()
    assert not GAME.legal(state, 0)


def test_a_choice_pending_when_a_leaving_ends_the_game_stays_hidden() -> None:
    state = race((9, 9), (8, 8), (0, 0), dice=THREES, out={0: 3}, chosen={1: (9, 9)})
    state = after_leaving(GAME, state, 2)
    assert end_of(state) is not None
    for viewer in (0, 2, None):
        assert view(state, viewer)["choices"] == [None, "?", None]
    assert view(state, 1)["choices"] == [None, (9, 9), None]


def test_in_the_sabotage_a_seat_that_left_owes_no_more_tiles() -> None:
    state = after_leaving(GAME, sabotage([], [], []), 1)
    assert (GAME.to_act(state), state.tiles_left, state.left, state.in_mine) == ((0, 2), (3, 0, 3), (1,), (0, 2))


def test_in_the_sabotage_the_round_ends_when_the_last_one_awaited_leaves() -> None:
    state = sabotage([], [], [], tiles_left=(0, 2, 0))
    assert leave(GAME, state, 1, NO_CHANCE).events == [Left(1), SabotageRoundBegan(1, awaited=(0, 2))]


def test_there_are_as_many_rounds_of_sabotage_as_seats_also_when_one_has_left() -> None:
    state = after_leaving(GAME, sabotage([], [], [], tiles=1), 0)
    mines = []
    for tile in [(2, 2), (4, 4), (6, 6)]:
        mines.append([(seat + state.round) % 3 for seat in GAME.to_act(state)])
        state = after(GAME, state, (1, Disable(tile)), (2, Disable(tile)), chance=Chance.seeded(1))
    assert mines == [[1, 2], [2, 0], [0, 1]]
    assert state.disabled == (((4, 4), (6, 6)), ((2, 2), (6, 6)), ((2, 2), (4, 4)))
    assert state.phase == "race"


def test_leaving_in_the_last_round_of_the_sabotage_can_begin_the_race_for_the_others() -> None:
    state = sabotage([], [], [], round_=2, tiles_left=(0, 2, 0))
    assert leave(GAME, state, 1, rolls(1, 2, 3, 4)).events == [Left(1), RaceRoundBegan(1, (1, 2, 3, 4), awaited=(0, 2))]


def test_in_the_race_a_seat_that_left_is_eliminated_and_the_others_go_on() -> None:
    state = after_leaving(GAME, race((0, 0), (1, 1), (0, 0), diamonds={1: [(0, 3)]}, disabled={1: [(5, 5)]}), 1)
    assert end_of(state) is None
    assert GAME.to_act(state) == state.in_mine == (0, 2)
    assert GAME.scores(state) == (0, 0, 0)
    assert state.disabled[1] == ((5, 5),)  # its mine stays


def test_a_choice_of_this_round_is_dropped_when_its_seat_leaves() -> None:
    state = race((8, 8), (0, 0), (0, 0), dice=THREES, chosen={0: (9, 9), 1: (1, 1)})
    state = after_leaving(GAME, state, 0)
    assert state.choices[0] is None
    assert events_of(GAME, state, 2, Move((1, 1)), rolls(5, 5, 5, 5))[1] == Revealed((1, 2), ((1, 1), (1, 1)))


def test_when_the_last_one_awaited_leaves_the_round_is_applied_for_the_others() -> None:
    state = race((0, 0), (0, 0), (0, 0), STUCK, dice=THREES, chosen={0: (1, 1), 1: (1, 1)})
    assert leave(GAME, state, 2, rolls(5, 5, 5, 5)).events == [
        Left(2),
        Revealed((0, 1), ((1, 1), (1, 1))),
        OxygenLost((3,)),
        RaceRoundBegan(8, (5, 5, 5, 5), awaited=(0, 1, 3)),
    ]


def test_when_the_only_one_who_could_move_leaves_the_others_lose_their_oxygen() -> None:
    state = race((0, 0), STUCK, STUCK, dice=THREES)
    assert leave(GAME, state, 0, rolls(1, 2, 3, 4)).events[1:] == [
        OxygenLost((1, 2)),
        RaceRoundBegan(8, (1, 2, 3, 4), awaited=(1, 2)),
    ]


def test_a_stuck_seat_can_leave_while_the_others_choose() -> None:
    state = after_leaving(GAME, race((0, 0), STUCK, (0, 0), dice=THREES), 1)
    assert GAME.to_act(state) == (0, 2)
    state = after(GAME, state, (0, Move((1, 1))), (2, Move((1, 1))), chance=rolls(5, 5, 5, 5))
    assert state.oxygen == (5, 5, 5)


def test_the_end_is_tested_at_once_when_a_seat_leaves() -> None:
    # Seat 1 has chosen the exit, but the game ends before the round is applied.
    state = race((9, 9), (8, 8), (0, 0), dice=THREES, out={0: 3}, chosen={1: (9, 9)})
    assert leave(GAME, state, 2, NO_CHANCE).events == [Left(2), Ended(won([0], (10, 0, 0), "out"))]


def test_with_play_on_the_last_seat_goes_on_when_the_other_leaves_after_somebody_got_out() -> None:
    state = race((9, 9), (0, 0), (0, 0), dice=THREES, out={0: 3}, play_on=True)
    state = after_leaving(GAME, state, 2)
    assert end_of(state) is None
    assert GAME.to_act(state) == (1,)


def test_with_play_on_the_round_is_applied_when_the_last_seat_has_chosen_and_the_other_leaves() -> None:
    state = race((9, 9), (0, 0), (0, 0), dice=(3, 3, 3), out={0: 3}, chosen={1: (1, 1)}, play_on=True)
    assert leave(GAME, state, 2, rolls(5, 5, 5)).events == [
        Left(2),
        Revealed((1,), ((1, 1),)),
        RaceRoundBegan(8, (5, 5, 5), awaited=(1,)),
    ]


def test_with_play_on_the_last_seat_that_has_chosen_the_exit_gets_out_when_the_other_leaves() -> None:
    state = race((9, 9), (8, 8), (0, 0), dice=(3, 3, 3), out={0: 3}, chosen={1: (9, 9)}, play_on=True)
    assert leave(GAME, state, 2, NO_CHANCE).events == [
        Left(2),
        Revealed((1,), ((9, 9),)),
        GotOut((1,)),
        Ended(won([0], (10, 5, 0), "out")),
    ]


def test_with_play_on_the_game_ends_when_the_lone_last_seat_leaves() -> None:
    state = race((9, 9), (0, 0), dice=THREES, out={0: 3}, play_on=True)
    assert end_of(after_leaving(GAME, state, 1)) == won([0], (10, 0), "out")


def test_a_seat_already_out_keeps_its_score_when_it_leaves_and_can_still_win() -> None:
    state = race((9, 9), (8, 8), (0, 0), dice=THREES, out={0: 3}, diamonds={0: [(0, 3)]}, chosen={2: (1, 1)})
    assert leave(GAME, state, 0, NO_CHANCE).events == []
    state = after_leaving(GAME, state, 0)
    assert end_of(after(GAME, state, (1, Move((9, 9))))) == won([0], (13, 5, 0), "out")


def test_a_seat_already_eliminated_leaves_without_a_change_and_still_shares_the_draw() -> None:
    state = race((4, 5), STUCK, (4, 5), dice=(1, 1, 1, 1), oxygen=(1, 0, 1), eliminated=[1], chosen={2: STUCK})
    assert leave(GAME, state, 1, NO_CHANCE).events == []
    state = after(GAME, after_leaving(GAME, state, 1), (0, Move(STUCK)), chance=rolls(*THREES))
    assert end_of(state) == drawn([0, 1, 2], (0, 0, 0), "eliminated")


def test_nobody_leaves_twice() -> None:
    state = after_leaving(GAME, race((0, 0), (0, 0), (0, 0)), 1)
    assert leave(GAME, state, 1, NO_CHANCE).events == []


def test_when_the_others_leave_one_after_the_other_the_last_one_wins() -> None:
    state = after_leaving(GAME, sabotage([], [], [], []), 3, 0)
    assert end_of(state) is None
    assert end_of(after_leaving(GAME, state, 2)) == won([1], (0, 0, 0, 0), "survivor")


def test_after_a_leaving_only_those_who_find_a_tile_are_asked() -> None:
    full = drawn_tiles(FULL_MINE)
    state = sabotage(full, [], full, tiles_left=(0, 1, 0))
    # Of mines 1 and 0, to which seats 0 and 2 come in round 1, the second is full.
    assert leave(GAME, state, 1, NO_CHANCE).events == [Left(1), SabotageRoundBegan(1, awaited=(0,))]


def test_seats_that_leave_together_are_all_gone_before_the_next_round_begins() -> None:
    state = race((0, 0), (0, 0), (0, 0), (0, 0), dice=THREES, chosen={1: (1, 1), 3: (1, 1)})
    assert leave_together(GAME, state, (0, 2), rolls(5, 5, 5, 5)).events[:3] == [
        Left(0),
        Left(2),
        Revealed((1, 3), ((1, 1), (1, 1))),
    ]


def test_when_all_leave_together_it_is_a_draw_between_those_who_had_not_left_before() -> None:
    state = race((0, 0), (0, 0), (0, 0), STUCK, dice=THREES, left=[0], eliminated=[3])
    assert leave_together(GAME, state, (1, 2), NO_CHANCE).events == [
        Left(1),
        Left(2),
        Ended(drawn([1, 2, 3], (0, 0, 0, 0), "eliminated")),
    ]


def test_when_all_in_the_mine_leave_together_those_out_by_the_exit_have_won() -> None:
    state = race((9, 9), (0, 0), (0, 0), dice=THREES, out={0: 5})
    assert leave_together(GAME, state, (1, 2), NO_CHANCE).events[-1] == Ended(won([0], (10, 0, 0), "out"))


def test_who_is_not_in_the_mine_does_not_leave_it_with_the_others() -> None:
    state = race((9, 9), (0, 0), (0, 0), (0, 0), dice=THREES, out={0: 5})
    assert leave_together(GAME, state, (0, 1), NO_CHANCE).events == [Left(1)]
    assert leave_together(GAME, state, (0,), NO_CHANCE).events == []
