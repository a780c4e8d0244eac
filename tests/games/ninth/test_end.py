"""How a game ends: the last card, nine planets, the guard, and who wins."""

from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.ninth.board import Slot, lines_on, shows_nine_planets
from tablee.games.ninth.planets import PLANETS, Planet
from tablee.games.ninth.rules import GAME, Pass, Place, Swap, Take, WonLine
from tablee.kernel import EVERYONE, Outcome, Secret
from tablee.kernel.views import perspective
from tablee.testing.playing import after_leaving
from tests.games.ninth.positions import (
    board_of,
    drawn,
    expire,
    hand_of,
    play,
    position,
    without_powers,
)

RULES_PAGES = Path(__file__).parents[3] / "docs/rules"

VENUS = WonLine(("venus", "venus", "ninth"), "venus", 1)
MERCURY = WonLine(("mercury",) * 3, "mercury", 2)


# ── The last card ────────────────────────────────────────────────────────────────────────────────────────


def test_the_game_ends_when_the_refill_takes_the_last_card_of_the_pile() -> None:
    state = play(position(pile="me"), Take(4))
    assert state.ended == Outcome((), (0, 1), (0, 0), "last_card")
    assert GAME.to_act(state) == ()


def test_it_goes_on_while_a_card_is_left() -> None:
    assert play(position(pile="me me"), Take(4)).ended is None


def test_the_turn_is_played_to_its_end_first() -> None:
    state = play(position("ve ve sa  ju me ur  ne ma ea", hand="ve", pile="me ea ma"), Take(2), Place("venus", 2))
    assert board_of(state) == drawn("me ea ma  ju me ur  ne ma ea")
    assert hand_of(state, 0) == "sa"
    assert state.ended == Outcome((0,), (), (1, 0), "last_card")


def test_slots_that_the_pile_can_no_longer_fill_stay_empty() -> None:
    state = play(position("ve ve sa  ju me ur  ne ma ea", hand="ve", pile="me ea"), Take(2), Place("venus", 2))
    assert board_of(state) == drawn("me ea .  ju me ur  ne ma ea")
    assert state.ended is not None


def test_an_extra_turn_is_lost_when_the_last_card_is_drawn() -> None:
    state = play(position("ve ea ma  ju sa ur  . ma ve", hand="ea", pile="me"), Take(4), Place("earth", 6))
    assert state.ended is not None
    assert state.ended.reason == "last_card"


def test_the_refill_of_a_turn_without_a_take_can_take_the_last_card_too() -> None:
    state = expire(position("ve ea ma  ju sa ur  . ma ve", pile="me"))
    assert state.ended is not None
    assert state.ended.reason == "last_card"


# ── Score ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lines", "ended"),
    [
        (((VENUS,), ()), Outcome((0,), (), (1, 0), "last_card")),
        (((VENUS,), (MERCURY,)), Outcome((1,), (), (1, 2), "last_card")),
        (((VENUS, VENUS), (MERCURY,)), Outcome((), (0, 1), (2, 2), "last_card")),
    ],
    ids=["one line to none", "one line to a line of Mercury", "two lines to a line of Mercury"],
)
def test_the_higher_score_wins_and_an_equal_one_is_a_draw(
    lines: tuple[tuple[WonLine, ...], ...], ended: Outcome
) -> None:
    assert play(position(pile="me", lines=lines), Take(4)).ended == ended


def test_the_score_so_far_is_one_a_line_and_two_for_mercury() -> None:
    assert GAME.scores(position(lines=((VENUS, MERCURY), (VENUS,)))) == (3, 1)


# ── Nine planets ─────────────────────────────────────────────────────────────────────────────────────────

EIGHT = """
    me ve ea
    ma ju sa
    ur ea ni
"""
"""Neptune is missing, in the middle of the last row."""


def test_nine_different_planets_after_a_placement_win_at_once() -> None:
    state = play(position(EIGHT, hand="ne", lines=((), (MERCURY,))), Take(7), Place("neptune", 7))
    assert state.ended == Outcome((0,), (), (0, 2), "nine_planets")
    assert board_of(state) == drawn("me ve ea  ma ju sa  ur ne ni")


def test_the_second_seat_can_win_so_too() -> None:
    state = play(position(EIGHT, other="ne", active=1), Take(7), Place("neptune", 7))
    assert state.ended == Outcome((1,), (), (0, 0), "nine_planets")


def test_ninth_counts_as_itself() -> None:
    state = play(position("me ve ea  ma ju sa  ur ea ne", hand="ni"), Take(7), Place("ninth", 7))
    assert state.ended is not None
    two_ninths = play(position("me ve ea  ma ju sa  ur ea ni", hand="ni"), Take(7), Place("ninth", 7))
    assert two_ninths.ended is None


def test_a_face_down_card_does_not_show_its_planet() -> None:
    state = play(position("me?0 ve ea  ma ju sa  ur ea ni", hand="ne"), Take(7), Place("neptune", 7))
    assert state.ended is None
    covered = play(position("me ve ea  ma ju sa  ur ju ni", hand="ne"), Take(7), Place("neptune", 7))
    assert board_of(covered)[7] == "ne?0"
    assert covered.ended is None


def test_a_hole_is_no_planet() -> None:
    state = play(position("me ve ea  ma ju sa  ur ea .", hand="ne"), Take(7), Place("neptune", 7))
    assert state.ended is None


def test_nine_planets_that_only_the_refill_made_do_not_win() -> None:
    state = play(position(EIGHT, hand="ma", pile="ne ea ea"), Take(7), Pass())
    assert board_of(state) == drawn("me ve ea  ma ju sa  ur ne ni")
    assert state.ended is None


def test_nine_planets_win_after_saturns_swap() -> None:
    state = play(position("me ve ea  ma ju ea  ur ne ni", hand="sa"), Take(5), Place("saturn", 5), Swap(0, 8))
    assert state.ended == Outcome((0,), (), (0, 0), "nine_planets")


def test_nine_planets_that_stand_without_the_swap_win_when_the_clock_runs_out_at_it() -> None:
    state = play(position("me ve ea  ma ju ea  ur ne ni", hand="sa"), Take(5), Place("saturn", 5))
    assert state.phase == "swap"
    assert expire(state).ended == Outcome((0,), (), (0, 0), "nine_planets")


def test_the_nine_planets_win_without_powers_too() -> None:
    state = play(without_powers(EIGHT, hand="ne"), Take(7), Place("neptune", 7))
    assert state.ended == Outcome((0,), (), (0, 0), "nine_planets")


@given(st.permutations(PLANETS))
def test_nine_different_planets_never_contain_a_line(planets: list[Planet]) -> None:
    board = tuple([Slot(Secret(planet, EVERYONE)) for planet in planets])
    assert shows_nine_planets(board)
    assert lines_on(board, powers=True) == lines_on(board, powers=False) == []


@pytest.mark.parametrize(
    ("page", "figure", "deals"),
    [("ninth.en.md", "≈ {}.{}", "once in some {} deals"), ("ninth.fr.md", "≈ {},{}", "une fois sur {} environ")],
)
def test_the_rules_for_players_give_the_true_chance_that_nine_dealt_cards_are_all_different(
    page: str, figure: str, deals: str
) -> None:
    chance = 9**9 / comb(81, 9)
    told = " ".join((RULES_PAGES / page).read_text(encoding="utf-8").split())
    assert f"9⁹ / C(81, 9) {figure.format(*f'{chance:.4f}'.split('.'))}" in told
    assert deals.format(10 * round(1 / chance / 10)) in told


# ── Guard ────────────────────────────────────────────────────────────────────────────────────────────────


def test_turns_without_a_draw_are_counted() -> None:
    state = play(position(hand="ur"), Take(4), Place("uranus", 4))
    assert state.turns_without_draw == 1


def test_a_draw_sets_the_count_back() -> None:
    assert play(position(turns_without_draw=23), Take(4)).turns_without_draw == 0


def test_a_look_at_the_pile_is_no_draw() -> None:
    state = play(position(hand="ur", turns_without_draw=5), Take(0))
    state = play(state, GAME.legal(state, 0)[0], Place("uranus", 0))
    assert state.turns_without_draw == 6


def test_the_24th_turn_in_a_row_without_a_draw_ends_the_game_and_it_is_scored() -> None:
    state = position(hand="ur", turns_without_draw=22, lines=((), (VENUS,)))
    state = play(state, Take(4), Place("uranus", 4))
    assert (state.turns_without_draw, state.ended) == (23, None)
    state = play(position(hand="ur", turns_without_draw=23, lines=((), (VENUS,))), Take(4), Place("uranus", 4))
    assert state.ended == Outcome((1,), (), (0, 1), "guard")


def test_an_extra_turn_counts() -> None:
    state = play(position(hand="ea ur"), Take(4), Place("earth", 4), Take(5), Place("uranus", 5))
    assert state.turns_without_draw == 2


def test_an_extra_turn_is_lost_to_the_guard() -> None:
    state = play(position(hand="ea", turns_without_draw=23), Take(4), Place("earth", 4))
    assert state.ended is not None


def test_a_timed_out_turn_counts() -> None:
    assert expire(position(turns_without_draw=7)).turns_without_draw == 8


def test_a_game_that_both_let_run_out_ends_after_24_turns() -> None:
    state = position(turn=0)
    while state.ended is None:
        state = expire(state)
    assert (state.turn, state.ended) == (23, Outcome((), (0, 1), (0, 0), "guard"))


@pytest.mark.parametrize("seat", [0, 1])
def test_both_seats_are_shown_the_counter_once_it_passes_twelve(seat: int) -> None:
    assert perspective(GAME, position(turns_without_draw=13), seat).view["turns_without_draw"] == 13


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("count", [0, 1, 12])
def test_up_to_twelve_the_counter_is_no_secret_either_and_a_screen_may_leave_it_out(count: int, seat: int) -> None:
    assert perspective(GAME, position(turns_without_draw=count), seat).view["turns_without_draw"] == count


def test_every_reason_has_its_words() -> None:
    games = [
        play(position(pile="me"), Take(4)),
        play(position(EIGHT, hand="ne"), Take(7), Place("neptune", 7)),
        expire(position(turns_without_draw=23)),
        after_leaving(GAME, position(), 0),
    ]
    assert {state.ended.reason for state in games if state.ended} == set(GAME.reasons)
