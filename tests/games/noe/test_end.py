"""The end, the guard, the clock, and leaving."""

import pytest

from tablee.games.noe import GAME
from tablee.games.noe.rules import (
    Attack,
    Charge,
    NoeAction,
    Reinforce,
    SwapShield,
    TurnBegan,
)
from tablee.kernel.chance import Chance
from tablee.kernel.events import Ended, Left, TimedOut
from tablee.kernel.outcome import drawn, won
from tablee.kernel.play import leave, timeout
from tablee.testing.playing import NO_CHANCE, refusal_of
from tests.games.noe.table import OUT, cards, events, face_down, face_up, left, played, seat, table, timed_out

ANN, BEN, CAT = seat("5C 6C", "8C"), seat("5D 7D", "8D"), seat("5H 8H", "9H")
"""Seats with a life of 11, 12 and 13."""

# ── The last one with life ───────────────────────────────────────────────────────────────────────────────


def test_the_last_seat_with_life_wins_with_its_life_as_its_score() -> None:
    after = played(table(ANN, seat("1D", "2D"), pile="13S"), (0, Attack(1)))
    assert after.ended == won([0], [11, 0], "last")


def test_with_two_seats_left_the_game_goes_on() -> None:
    after = played(table(ANN, seat("1D", "2D"), CAT, pile="13S"), (0, Attack(1)))
    assert after.ended is None
    assert GAME.to_act(after) == (2,)


def test_after_the_end_nothing_is_legal_and_nothing_happens() -> None:
    after = played(table(ANN, seat("1D", "2D"), pile="13S"), (0, Attack(1)))
    assert GAME.legal(after, 0) == ()
    assert refusal_of(GAME, after, 0, Charge()).code == "game_over"
    assert not timeout(GAME, after, NO_CHANCE).events
    assert not leave(GAME, after, 0, NO_CHANCE).events


def test_the_seats_that_are_out_are_listed_in_the_order_they_went() -> None:
    state = left(table(ANN, seat("1D", "2D"), CAT, seat("5S", "6S"), pile="13S 13H"), 3)
    after = played(state, (0, Attack(1)))
    assert after.eliminated == (3, 1)
    assert left(after, 0).eliminated == (3, 1, 0)


SHOWS_15 = seat("10C 5S", "8C", life=12)
"""A seat whose cards show more than its life."""


def test_the_score_is_the_number_and_not_what_the_cards_show() -> None:
    assert GAME.scores(table(SHOWS_15, BEN)) == (12, 12)
    after = played(table(SHOWS_15, seat("1D", "2D"), pile="13S"), (0, Attack(1)))
    assert after.ended == won([0], [12, 0], "last")


def test_the_guard_goes_by_the_number_and_not_by_what_the_cards_show() -> None:
    after = played(table(SHOWS_15, CAT, pile="1C", quiet_turns=39), (0, Charge()))
    assert after.ended == won([1], [12, 13], "guard")


REINFORCED = seat("5D 7D", "8D", reinforcement="1S")


def test_no_turn_begins_when_the_guard_ends_the_game() -> None:
    state = table(ANN, REINFORCED, pile="1C", quiet_turns=39)
    after = played(state, (0, Charge()))
    assert after.ended is not None
    assert (after.turn, after.active, after.quiet_turns) == (state.turn, 0, 40)
    assert after.reinforcements == (None, *face_down("1S"))


def test_no_turn_begins_when_the_last_one_has_won() -> None:
    state = table(seat("1C", "2C"), BEN, pile="13S", active=1)
    after = played(state, (1, Attack(0)))
    assert events(state, 1, Attack(0))[-1] == Ended(won([1], [0, 12], "last"))
    assert (after.turn, after.active, after.quiet_turns) == (state.turn, 1, 0)


def test_no_turn_begins_when_a_leaving_ends_the_game() -> None:
    state = table(ANN, REINFORCED, quiet_turns=5)
    after = left(state, 0)
    assert after.ended is not None
    assert (after.turn, after.active, after.quiet_turns) == (state.turn, 0, 5)
    assert after.reinforcements == (None, *face_down("1S"))


# ── The guard ────────────────────────────────────────────────────────────────────────────────────────────


def test_after_20_rounds_without_a_point_of_life_lost_most_life_wins() -> None:
    state = table(ANN, BEN, CAT, pile="1C", quiet_turns=59)
    assert events(state, 0, Charge())[-1] == Ended(won([2], [11, 12, 13], "guard"))


def test_one_turn_earlier_the_game_goes_on() -> None:
    assert played(table(ANN, BEN, CAT, pile="1C", quiet_turns=58), (0, Charge())).ended is None


def test_a_round_is_as_many_turns_as_there_are_seats_in_the_game() -> None:
    two_of_three = table(ANN, OUT, CAT, pile="1C", quiet_turns=39)
    assert played(two_of_three, (0, Charge())).ended == won([2], [11, 0, 13], "guard")


def test_an_equal_most_is_a_draw_between_those_seats() -> None:
    state = table(ANN, seat("13D", "8D"), CAT, pile="1C", quiet_turns=59)
    assert played(state, (0, Charge())).ended == drawn([1, 2], [11, 13, 13], "guard")


@pytest.mark.parametrize("action", [Charge(), Reinforce(), SwapShield(1), Attack(1)])
def test_every_turn_that_costs_nobody_life_counts(action: NoeAction) -> None:
    assert played(table(ANN, BEN, pile="1C", quiet_turns=5), (0, action)).quiet_turns == 6


def test_a_skip_counts() -> None:
    assert timed_out(table(ANN, BEN, pile="1C", quiet_turns=5)).quiet_turns == 6
    assert timed_out(table(ANN, BEN, pile="1C", quiet_turns=39)).ended == won([1], [11, 12], "guard")


def test_a_point_of_life_lost_sets_the_count_back() -> None:
    after = played(table(ANN, BEN, pile="9S", discard="6S", quiet_turns=39), (0, Attack(1)))
    assert after.life == (11, 11)
    assert after.quiet_turns == 0
    assert after.ended is None


def test_leaving_does_not_set_the_count_back_and_is_no_turn() -> None:
    state = table(ANN, BEN, CAT, pile="1C", quiet_turns=5)
    assert left(state, 2).quiet_turns == 5
    assert left(state, 0).quiet_turns == 5


@pytest.mark.parametrize("leaver", [0, 2])
def test_the_guard_is_tested_only_when_a_turn_ends(leaver: int) -> None:
    after = left(table(ANN, BEN, CAT, pile="1C", quiet_turns=45), leaver)
    assert after.ended is None
    ended = played(after, (after.active, Charge())).ended
    assert ended is not None
    assert ended.reason == "guard"


def test_a_game_in_which_nobody_ever_acts_ends_after_20_rounds() -> None:
    state = GAME.setup(6, GAME.options(), 3, Chance.seeded(1))
    for _ in range(119):
        state = timed_out(state)
        assert state.ended is None
    assert timed_out(state).ended is not None


# ── Timeout ──────────────────────────────────────────────────────────────────────────────────────────────


def test_when_the_clock_runs_out_the_turn_passes_without_an_action() -> None:
    state = table(seat("5C 6C", "8C", charges="2C"), BEN, pile="1C", discard="3C")
    assert timeout(GAME, state, NO_CHANCE).events == [TimedOut(0), TurnBegan(1)]
    after = timed_out(state)
    assert after.active == 1
    assert after.turn == state.turn + 1
    assert (after.charges, after.pile, after.discard) == (state.charges, state.pile, state.discard)


def test_a_skipped_turn_goes_past_the_seats_that_are_out() -> None:
    assert timed_out(table(ANN, OUT, CAT, pile="1C")).active == 2


def test_a_skip_needs_no_card() -> None:
    assert timed_out(table(ANN, BEN)).active == 1


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────

RICH = seat("5C 6C", "8C", charges="1S 2S", reinforcement="3S")


def test_a_seat_that_leaves_is_eliminated() -> None:
    after = left(table(RICH, BEN, CAT, active=1), 0)
    assert after.eliminated == (0,)
    assert after.life == (0, 12, 13)
    assert (after.life_cards[0], after.shields[0], after.reinforcements[0], after.charges[0]) == ((), None, None, ())


def test_its_cards_go_to_the_discard_the_face_down_ones_unseen() -> None:
    after = left(table(RICH, BEN, CAT, discard="9S", unseen="10S", active=1), 0)
    seen = [card for card in after.discard if card.is_seen_by(None)]
    assert set(seen) == set(face_up("5C 6C 8C 9S"))
    assert set(after.discard) - set(seen) == set(face_down("1S 2S 3S 10S"))


def test_a_reinforcement_that_was_revealed_is_discarded_in_the_sight_of_all() -> None:
    after = left(table(seat("5C", "8C", revealed="3S"), BEN, CAT, active=1), 0)
    assert set(after.discard) == set(face_up("5C 8C 3S"))


def test_when_a_seat_leaves_that_is_not_to_act_the_turn_goes_on() -> None:
    state = table(RICH, BEN, CAT, active=1)
    assert leave(GAME, state, 0, NO_CHANCE).events == [Left(0)]
    after = left(state, 0)
    assert GAME.to_act(after) == (1,)
    assert after.turn == state.turn


def test_the_seat_to_act_can_then_attack_past_it() -> None:
    after = left(table(ANN, BEN, CAT, seat("13S", "12S")), 1)
    assert list(GAME.legal(after, 0)[:2]) == [Attack(2), Attack(3)]


def test_when_the_seat_to_act_leaves_the_next_turn_begins() -> None:
    state = table(ANN, seat("5D 7D", "8D", reinforcement="1S"), CAT)
    assert leave(GAME, state, 0, NO_CHANCE).events == [Left(0), TurnBegan(1)]
    after = left(state, 0)
    assert GAME.to_act(after) == (1,)
    assert after.turn == state.turn + 1
    assert after.reinforcements[1] is None


def test_the_turn_then_goes_past_the_seats_that_are_out() -> None:
    state = table(ANN, OUT, CAT, seat("5S", "6S"))
    assert leave(GAME, state, 0, NO_CHANCE).events == [Left(0), TurnBegan(2)]


@pytest.mark.parametrize(("leaver", "winner"), [(0, 1), (1, 0)])
def test_with_one_seat_left_that_seat_wins(leaver: int, winner: int) -> None:
    after = left(table(ANN, BEN), leaver)
    assert after.ended == won([winner], [0 if leaver == 0 else 11, 0 if leaver == 1 else 12], "left")


def test_of_six_the_last_to_stay_wins() -> None:
    after = left(GAME.setup(6, GAME.options(), 2, Chance.seeded(1)), 2, 3, 0, 5, 4)
    assert after.ended == won([1], [0, after.life[1], 0, 0, 0, 0], "left")


def test_a_seat_that_is_out_leaves_without_any_effect() -> None:
    assert leave(GAME, table(ANN, OUT, CAT), 1, NO_CHANCE).events == []


def test_the_cards_of_a_seat_that_left_can_become_life_cards() -> None:
    after = left(table(ANN, seat("10D 5S", "8D"), seat("3S", "12S"), pile="10S"), 2)
    assert played(after, (0, Attack(1))).life_cards[1] == cards("10D 3S")


def test_every_reason_for_an_end_has_words() -> None:
    games = [
        played(table(ANN, seat("1D", "2D"), pile="13S"), (0, Attack(1))),
        played(table(ANN, BEN, pile="1C", quiet_turns=39), (0, Charge())),
        left(table(ANN, BEN), 0),
        left(table(ANN, OUT, CAT), 2),
    ]
    assert {state.ended.reason for state in games if state.ended} == set(GAME.reasons)
