"""What happens when the clock runs out, in each step of a turn, and when a seat leaves."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.ninth.planets import PLANETS
from tablee.games.ninth.rules import (
    GAME,
    Claimed,
    Drawn,
    NinthState,
    Place,
    Take,
    TurnBegan,
    TurnEnded,
    WonLine,
)
from tablee.kernel import EVERYONE, Outcome, Secret
from tablee.kernel.chance import Chance
from tablee.kernel.events import Ended, Left, TimedOut
from tablee.kernel.play import leave, timeout
from tablee.testing.playing import NO_CHANCE, after_leaving
from tests.games.ninth.positions import all_cards, board_of, drawn, expire, hand_of, pile_of, play, position

CROSS = """
    ur ma ve
    ma sa ma
    ve ma ju
"""
"""Mars or ninth in the centre completes the middle row and the middle column."""


# ── Timeout ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_in_which_nothing_was_taken_goes_straight_to_the_refill() -> None:
    state = position("ve ea ma  ju sa ur  . ma ve", hand="ur", pile="me ea")
    assert timeout(GAME, state, NO_CHANCE).events == [
        TimedOut(0),
        Drawn(6, Secret("mercury", EVERYONE), face_down=False),
        TurnEnded(0, has_drawn=True),
        TurnBegan(1, is_extra=False),
    ]
    assert hand_of(expire(state), 0) == "ur"


def test_with_a_full_board_such_a_turn_draws_nothing() -> None:
    state = expire(position())
    assert (state.active, state.turn, state.turns_without_draw) == (1, 11, 1)


def test_the_order_of_the_pile_is_kept_and_nothing_is_placed() -> None:
    state = play(position(hand="ur", pile="me ea ma ju"), Take(0))
    state = expire(state)
    assert board_of(state)[0] == "me"
    assert pile_of(state) == "ea?0 ma?0 ju"
    assert (hand_of(state, 0), state.active) == ("ve ur", 1)


def test_nothing_is_placed_and_the_card_taken_is_kept() -> None:
    state = expire(play(position(hand="ur", pile="me ea"), Take(4)))
    assert board_of(state) == drawn("ve ea ma  ju me ur  ne ma ve")
    assert (hand_of(state, 0), state.active) == ("sa ur", 1)


def test_without_a_placement_the_clock_claims_no_line() -> None:
    state = expire(play(position("ur ur ur  ma sa ve  ne ju ve", hand="ea"), Take(4)))
    assert state.lines == ((), ())


def test_what_was_taken_keeps_its_power() -> None:
    covered = expire(play(position(hand="ur", pile="me ea"), Take(3)))
    assert board_of(covered)[3] == "me?"
    closed = expire(play(position("ve ea ma  ju . ur  ne ma ve", hand="ur"), Take(6)))
    assert board_of(closed)[6] == "."


def test_nothing_is_swapped_and_a_line_that_stands_is_claimed() -> None:
    state = position("ur ur ur  ma ea ve  ne ju ve", hand="sa", pile="me ea ma ju")
    state = expire(play(state, Take(4), Place("saturn", 4)))
    assert board_of(state) == drawn("me ea ma  ma sa ve  ne ju ve")
    assert [line.planet for line in state.lines[0]] == ["uranus"]


def test_nothing_is_swapped_and_the_first_of_several_lines_is_claimed() -> None:
    state = position("ur ur ur  ma ea ve  ne ne ne", hand="sa")
    state = expire(play(state, Take(4), Place("saturn", 4)))
    assert [line.planet for line in state.lines[0]] == ["uranus"]
    assert board_of(state)[6:] == ["ne", "ne", "ne"]


def test_nothing_is_swapped_and_nine_planets_win() -> None:
    state = expire(play(position("me ve ea  ma ju ea  ur ne ni", hand="sa"), Take(5), Place("saturn", 5)))
    assert state.ended == Outcome((0,), (), (0, 0), "nine_planets")


def test_the_first_line_is_claimed() -> None:
    state = play(position(CROSS, hand="ma"), Take(4), Place("mars", 4))
    assert timeout(GAME, state, NO_CHANCE).events[:2] == [TimedOut(0), Claimed(0, (3, 4, 5), "mars", 1)]
    assert expire(state).active == 1


def test_an_extra_turn_already_won_is_kept() -> None:
    board = "ve ea ma  ea sa ea  ne ea ve"
    state = play(position(board, hand="ea"), Take(4), Place("earth", 4))
    assert state.phase == "claim"
    state = expire(state)
    assert (state.active, state.extra_turn) == (0, True)


def test_an_extra_turn_that_runs_out_is_over() -> None:
    state = play(position(hand="ea"), Take(4), Place("earth", 4))
    assert expire(state).active == 1


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_with_a_clock_that_runs_out_at_random_no_card_is_lost(seed: int) -> None:
    chance = Chance.seeded(seed)
    state = GAME.setup(2, GAME.options(), 0, chance)
    while state.ended is None:
        legal = GAME.legal(state, state.active)
        state = expire(state) if chance.below(5) == 0 else play(state, chance.pick(legal))
        assert Counter(all_cards(state)) == dict.fromkeys(PLANETS, 9)


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────


def in_every_phase() -> dict[str, NinthState]:
    """A position of seat 0 in each step of a turn."""
    return {
        "take": position(),
        "arrange": play(position(), Take(0)),
        "place": play(position(hand="ur"), Take(4)),
        "swap": play(position(hand="sa"), Take(1), Place("saturn", 1)),
        "claim": play(position(CROSS, hand="ma"), Take(4), Place("mars", 4)),
    }


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("phase", ["take", "arrange", "place", "swap", "claim"])
def test_when_a_seat_leaves_the_other_wins_at_any_moment(phase: str, leaver: int) -> None:
    state = in_every_phase()[phase]
    assert state.phase == phase
    assert after_leaving(GAME, state, leaver).ended == Outcome((1 - leaver,), (), (0, 0), "left")


def test_the_other_seat_wins_whatever_the_score() -> None:
    state = position(lines=((WonLine(("mars",) * 3, "mars", 1),), ()))
    assert leave(GAME, state, 0, NO_CHANCE).events == [Left(0), Ended(Outcome((1,), (), (1, 0), "left"))]


def test_nobody_can_leave_a_game_that_is_over() -> None:
    state = after_leaving(GAME, position(), 0)
    assert leave(GAME, state, 0, NO_CHANCE).events == []
    assert leave(GAME, state, 1, NO_CHANCE).events == []
