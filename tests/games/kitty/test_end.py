"""The end of the game, the clock, and leaving."""

import pytest

from tablee.games.kitty.rules import (
    GAME,
    Draw,
    Drawn,
    EndTurn,
    KittyState,
    Place,
    Placed,
    Recycle,
    Shield,
    TurnBegan,
    TurnEnded,
    Wind,
)
from tablee.kernel import Outcome, Secret, drawn, only, won
from tablee.kernel.events import Ended, Left, TimedOut
from tablee.kernel.play import leave, timeout
from tablee.testing.playing import NO_CHANCE, after, after_leaving, after_timeout, events_of, refusal_of
from tests.games.kitty.board import hearts_of, magic_of, position

ONE_TILE_LEFT = """
    red:red3@0   white:red2@1  green:green1@0  white:red1@0
    green        white:red3@1  yellow:red1@1   yellow:red1@1
"""
"""Seat 0 has 6 + 2 + 1, seat 1 has 2 + 3; tile 4 is free."""

# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_game_ends_at_once_when_all_eight_tiles_hold_a_heart() -> None:
    state = position(ONE_TILE_LEFT, hearts=("green2 red1", "green3"), magic=("wind", "wind"))
    outcome = won([0], (13, 5), "full")
    assert list(events_of(GAME, state, 0, Place("green2", 4))) == [Placed(0, "green2", 4), Ended(outcome)]
    state = after(GAME, state, (0, Place("green2", 4)))
    assert (state.ended, GAME.to_act(state), list(GAME.legal(state, 0))) == (outcome, (), [])


def test_the_last_heart_ends_the_game_also_where_it_is_worth_nothing() -> None:
    state = after(GAME, position(ONE_TILE_LEFT, active=1, hearts=("", "red3")), (1, Place("red3", 4)))
    assert state.ended == won([0], (9, 5), "full")


def test_the_last_heart_ends_the_game_at_once_also_when_both_decks_are_empty() -> None:
    state = position(ONE_TILE_LEFT, hearts=("green2 red1", ""), magic=("wind", ""), heart_deck="", magic_deck="")
    assert list(events_of(GAME, state, 0, Place("green2", 4))) == [
        Placed(0, "green2", 4),
        Ended(won([0], (13, 5), "full")),
    ]


def test_seven_hearts_do_not_end_the_game() -> None:
    state = position(ONE_TILE_LEFT.replace("red:red3@0", "red"), hearts=("red1", ""))
    assert after(GAME, state, (0, Place("red1", 0))).ended is None


def test_the_last_empty_tile_can_be_opened_again_by_wind_before_the_end() -> None:
    state = position(ONE_TILE_LEFT, hearts=("green2", ""), magic=("wind", ""))
    assert after(GAME, state, (0, Wind(1)), (0, Place("green2", 4))).ended is None


def test_the_game_ends_at_the_end_of_a_turn_when_both_decks_are_empty() -> None:
    state = position("red:red3@1" + " white" * 7, heart_deck="", magic_deck="", hearts=("red1", "red1"))
    outcome = won([1], (0, 6), "decks")
    assert list(events_of(GAME, state, 0, EndTurn())) == [TurnEnded(0), Ended(outcome)]
    assert after(GAME, state, (0, EndTurn())).ended == outcome


def test_the_turn_that_empties_the_decks_is_played_to_its_end() -> None:
    state = position(heart_deck="", magic_deck="wind", hearts=("red3", ""), owes_draw=True)
    state = after(GAME, state, (0, Draw()), (0, Place("red3", 0)))
    assert state.ended is None
    assert after(GAME, state, (0, EndTurn())).ended == won([0], (3, 0), "decks")


@pytest.mark.parametrize(("heart_deck", "magic_deck"), [("red1", ""), ("", "wind")])
def test_one_empty_deck_does_not_end_the_game(heart_deck: str, magic_deck: str) -> None:
    state = position(heart_deck=heart_deck, magic_deck=magic_deck)
    assert GAME.to_act(after(GAME, state, (0, EndTurn()))) == (1,)


def test_a_shield_counts_down_at_the_end_of_the_last_turn_too() -> None:
    state = position(heart_deck="", magic_deck="", shields=(1, 0))
    assert after(GAME, state, (0, EndTurn())).shields == (0, 0)


@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        ("white:red3@0 white:red2@1" + " white" * 6, won([0], (3, 2), "decks")),
        ("white:red1@0 white:red2@1" + " white" * 6, won([1], (1, 2), "decks")),
        ("red:red1@0   white:red2@1" + " white" * 6, drawn([0, 1], (2, 2), "decks")),
        ("white " * 8, drawn([0, 1], (0, 0), "decks")),
    ],
)
def test_more_points_win_and_equal_is_a_draw(board: str, outcome: Outcome) -> None:
    state = position(board, heart_deck="", magic_deck="")
    assert after(GAME, state, (0, EndTurn())).ended == outcome


def test_a_full_board_with_equal_points_is_a_draw() -> None:
    state = position("white:red1@0 " * 3 + "white:red1@1 " * 4 + "white", hearts=("red1", ""))
    assert after(GAME, state, (0, Place("red1", 7))).ended == drawn([0, 1], (4, 4), "full")


def test_after_the_end_everything_is_refused() -> None:
    state = after(GAME, position(heart_deck="", magic_deck=""), (0, EndTurn()))
    for seat in (0, 1):
        assert refusal_of(GAME, state, seat, Draw()).code == "game_over"


def test_every_reason_has_its_words() -> None:
    games: list[KittyState] = [
        after(GAME, position(ONE_TILE_LEFT, hearts=("green2", "")), (0, Place("green2", 4))),
        after(GAME, position(heart_deck="", magic_deck=""), (0, EndTurn())),
        after_leaving(GAME, position(), 0),
    ]
    assert {state.ended.reason for state in games if state.ended} == set(GAME.reasons)


# ── Timeout ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_clock_makes_a_draw_that_is_still_owed_and_ends_the_turn() -> None:
    state = position(heart_deck="red2 red3", magic_deck="wind shield", owes_draw=True)
    assert list(timeout(GAME, state, NO_CHANCE).events) == [
        TimedOut(0),
        Drawn(0, Secret("red2", only(0)), Secret("wind", only(0))),
        TurnEnded(0),
        TurnBegan(1),
    ]
    state = after_timeout(GAME, state)
    assert (hearts_of(state, 0), magic_of(state, 0), GAME.to_act(state), state.turn) == ("red2", "wind", (1,), 5)


def test_the_clock_makes_no_second_draw() -> None:
    state = position(hearts=("red1", ""), magic=("shield", ""))
    assert list(timeout(GAME, state, NO_CHANCE).events) == [TimedOut(0), TurnEnded(0), TurnBegan(1)]
    state = after_timeout(GAME, state)
    assert (hearts_of(state, 0), magic_of(state, 0), list(GAME.legal(state, 1))) == ("red1", "shield", [Draw()])


def test_what_was_played_before_the_clock_ran_out_stays_played() -> None:
    state = position("red" + " white" * 7, hearts=("red1", ""), magic=("recycle", ""))
    state = after_timeout(GAME, after(GAME, state, (0, Place("red1", 3)), (0, Recycle(0))))
    assert (GAME.scores(state), state.tiles[0].colour) == ((1, 0), "white")


def test_the_clock_counts_shields_down_like_any_end_of_turn() -> None:
    assert after_timeout(GAME, position(active=1, shields=(2, 0))).shields == (1, 0)


def test_the_limits_count_anew_after_a_timeout() -> None:
    state = after_timeout(GAME, after(GAME, position(hearts=("red1", ""), magic=("shield", "")), (0, Shield())))
    assert (state.hearts_placed, state.magic_used, state.owes_draw) == (0, 0, True)


def test_the_clock_ends_the_game_with_the_turn_when_both_decks_are_empty() -> None:
    state = after_timeout(GAME, position("white:red1@0" + " white" * 7, heart_deck="", magic_deck=""))
    assert state.ended == won([0], (1, 0), "decks")


def test_the_clock_ends_the_game_when_its_own_draw_empties_the_decks() -> None:
    state = after_timeout(GAME, position(heart_deck="", magic_deck="wind", owes_draw=True))
    assert (state.ended, magic_of(state, 0)) == (drawn([0, 1], (0, 0), "decks"), "wind")


def test_a_game_of_nothing_but_timeouts_ends_after_twelve_turns() -> None:
    state = position(heart_deck="red1 " * 10, magic_deck="wind " * 12, owes_draw=True, turn=0)
    for _ in range(12):
        assert state.ended is None
        state = after_timeout(GAME, state)
    assert state.ended == drawn([0, 1], (0, 0), "decks")


def test_after_the_end_the_clock_does_nothing() -> None:
    state = after(GAME, position(heart_deck="", magic_deck=""), (0, EndTurn()))
    assert list(timeout(GAME, state, NO_CHANCE).events) == []


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────

LEADING_0 = "white:red3@0" + " white" * 7


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("owes_draw", [True, False])
def test_when_a_seat_leaves_the_other_wins_whatever_the_score(leaver: int, active: int, owes_draw: bool) -> None:
    state = position(LEADING_0, active=active, owes_draw=owes_draw)
    outcome = won([1 - leaver], (3, 0), "left")
    assert list(leave(GAME, state, leaver, NO_CHANCE).events) == [Left(leaver), Ended(outcome)]
    state = after_leaving(GAME, state, leaver)
    assert (state.ended, GAME.to_act(state)) == (outcome, ())


def ended() -> KittyState:
    state: KittyState = after_leaving(GAME, position(), 0)
    return state


def test_leaving_after_the_end_changes_nothing() -> None:
    assert leave(GAME, ended(), 0, NO_CHANCE).events == leave(GAME, ended(), 1, NO_CHANCE).events == []
