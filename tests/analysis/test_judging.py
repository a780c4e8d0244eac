"""One decision judged: by what its seat knew, proven where that can be, marked only where that was earned."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tablee.analysis import estimating
from tablee.analysis.decision import Decision
from tablee.analysis.estimating import estimated, shares_of
from tablee.analysis.figures import EARNED, Earned, Fit, earned_by, engine_for, fit_for
from tablee.analysis.findings import Judged, Proof
from tablee.analysis.judging import judge
from tablee.analysis.proving import proven
from tablee.bots.assess import Assessment, assess
from tablee.bots.worlds import alike
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.gigogne.rules import Place
from tablee.games.gigogne.search import CODES
from tablee.games.gigogne.solver import Solver
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.registry import load_game
from tablee.kernel.replay import hides
from tablee.kernel.views import perspective
from tests.bots.test_honesty import GAMES, some_way_into
from tests.bots.test_search import position

LOOKS = 20_000
FEW = 40
"""Simulations: what is proven here does not depend on how good they are."""


def without_form(game: AnyGame) -> AnyGame:
    return replace(game, search=None)


TABLES = [*((load_game(id_), seats) for id_, seats in GAMES), (without_form(load_game("kitty")), 2)]


def decision_in(game: AnyGame, state: Any, seat: int, played: int = 0) -> Decision:
    sight = perspective(game, state, seat)
    return Decision(7, seat, sight, played % len(sight.legal))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[*(f"{id_}-{seats}" for id_, seats in GAMES), "readable"])
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_a_world_that_looked_alike_is_judged_the_same(game: AnyGame, seats: int, data: st.DataObject) -> None:
    state = some_way_into(game, seats, data.draw(st.integers(0, 30)), data.draw(st.integers(0, 99)))
    for seat in game.to_act(state)[:1]:
        other = alike(state, seat, Chance.seeded(data.draw(st.integers(0, 99))))
        seed, played = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 99))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(estimating, "LEAST_FOR_EACH", 0)
            one, two = (judge(game, decision_in(game, world, seat, played), seed, FEW) for world in (state, other))
        assert msgspec.json.encode(one) == msgspec.json.encode(two)
        assert one.answer is not None


@pytest.mark.parametrize(("id_", "seats"), [("kitty", 2), ("noe", 2), ("diggers", 2)])
def test_what_is_told_of_a_marked_decision_is_the_same_in_a_world_that_looked_alike(id_: str, seats: int) -> None:
    game = load_game(id_)
    state = some_way_into(game, seats, 12, 5)
    seat = game.to_act(state)[0]
    other = alike(state, seat, Chance.seeded(3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimating, "SEEMS_LOST", -1.0)
        patch.setattr(estimating, "_mark", lambda *_, **__: "?")
        marks = Earned(id_, (seats, seats), "flags")
        one, two = (estimated(game, decision_in(game, world, seat), 4, FEW, marks).answer for world in (state, other))
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
    assert one is not None
    assert all(option.chance and option.beside for option in one.options), "whatever is tried, there is a verdict"
    first = one.line[0]
    assert (first.seat, first.action) == (seat, one.options[0].action)
    told = msgspec.to_builtins(one.line)
    assert not hides(game) or [step for step in told if step["seat"] != seat and step["action"]] == []


def test_another_seed_may_judge_otherwise() -> None:
    game = load_game("noe")
    decision = decision_in(game, some_way_into(game, 2, 6, 1), some_way_into(game, 2, 6, 1).active)
    assert len({msgspec.json.encode(judge(game, decision, seed, FEW)) for seed in range(4)}) > 1


# ── By search ────────────────────────────────────────────────────────────────────────────────────────────

#  0 0 .
#  1 1 .      seat 0 to place: it wins in the corner
#  . . .
WON = position((0, "large", 0), (1, "large", 0), (3, "large", 1), (4, "large", 1))
MARKS = Earned("gigogne", (2, 2), "flags", holds=True)


def placed(state: Any, place: Place, seat: int = 0) -> Decision:
    sight = perspective(GIGOGNE, state, seat)
    return Decision(1, seat, sight, sight.legal.index(place))


def test_what_lost_much_is_marked_after_a_closer_look() -> None:
    judged = estimated(GIGOGNE, placed(WON, Place("small", 8)), 1, 100, MARKS)
    assert judged.simulations == 400
    assert judged.mark == "?"
    assert judged.best
    assert judged.played
    assert judged.lost == judged.best.points - judged.played.points > 50
    assert judged.answer
    assert judged.answer.options[0].action.cell == 2
    assert judged.answer.line[0].action == judged.answer.options[0].action
    assert {option.beside for option in judged.answer.options} <= {"better", "even", "worse"}
    assert judged.answer.options[0].beside == "better"
    assert next(option for option in judged.answer.options if option.action == Place("small", 8)).beside == "even"


def test_nothing_is_marked_below_what_a_game_has_earned() -> None:
    marks = [
        estimated(GIGOGNE, placed(WON, Place("small", 8)), 1, 100, structs.replace(MARKS, least=least)).mark
        for least in (6, 101)
    ]
    assert marks == ["?", None]


@pytest.mark.parametrize(
    ("better", "ends_turns", "mark"),
    [
        (Place("large", 2), True, "?"),  # ends the game
        (Place("small", 7), False, "?"),
        (Place("small", 7), True, None),  # either way it is the other's turn then
    ],
)
def test_where_only_ends_of_turns_are_marked_both_actions_differ_in_who_is_next(
    better: Place, ends_turns: bool, mark: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def assess_otherwise(*given: Any) -> Assessment:
        found = assess(*given)
        found.best, found.other = CODES.of(better), given[-1]
        found.value_best, found.value_other, found.error = 0.9, 0.3, 0.01
        return found

    monkeypatch.setattr(estimating, "assess", assess_otherwise)
    marks = structs.replace(MARKS, ends_turns=ends_turns)
    assert estimated(GIGOGNE, placed(WON, Place("small", 8)), 1, 100, marks).mark == mark


def test_nothing_is_marked_where_it_was_not_earned() -> None:
    judged = estimated(GIGOGNE, placed(WON, Place("small", 8)), 1, 400, structs.replace(MARKS, standing="curve"))
    assert (judged.simulations, judged.mark) == (400, None)
    assert judged.lost > 50, "it is told all the same, as an estimate"


def test_what_was_best_lost_nothing() -> None:
    judged = estimated(GIGOGNE, placed(WON, Place("large", 2)), 1, 400, MARKS)
    assert judged.lost == 0
    assert judged.mark is None, "a win that is there is obvious"


@pytest.mark.parametrize(("holds", "mark"), [(True, "!"), (False, None)])
def test_the_only_action_that_holds_is_marked_only_where_that_was_earned(
    holds: bool, mark: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def assess_unseen(*given: Any) -> Assessment:
        found, played = assess(*given), given[-1]
        found.best, found.other = played, found.other if found.best == played else found.best
        found.first_sight, found.value_best, found.value_other, found.error = -1, 0.9, 0.3, 0.01
        return found

    monkeypatch.setattr(estimating, "assess", assess_unseen)
    judged = estimated(GIGOGNE, placed(WON, Place("large", 2)), 1, 400, structs.replace(MARKS, holds=holds))
    assert (judged.lost, judged.mark) == (0, mark)


def test_a_search_on_readable_rules_says_where_it_is_too_weak() -> None:
    game = without_form(load_game("kitty"))
    state = some_way_into(game, 2, 6, 3)
    decision = decision_in(game, state, state.active)
    weak = judge(game, decision, 1, 5 * 20 * len(decision.sight.legal) - 5)
    assert (weak.standing, weak.best, weak.shares, weak.answer) == ("weak", None, (), None)


def test_only_what_was_proven_by_playing_out_has_earned_marks() -> None:
    def standing(game: str, seats: int, phase: str = "") -> str:
        return earned_by(game, seats, {"phase": phase}).standing

    assert [standing("kitty", 2), standing("noe", 2), standing("diggers", 2, "race")] == ["flags"] * 3
    assert standing("diggers", 2, "sabotage") == "curve"
    assert {standing("noe", 4), standing("ninth", 2), standing("gigogne", 3)} == {"curve"}
    assert standing("tictactoe", 2) == "curve"


def test_what_is_earned_is_said_once_for_every_game_number_of_seats_and_phase() -> None:
    for earned in EARNED:
        fewest, most = load_game(earned.game).seats
        for seats in range(earned.seats[0], min(most, earned.seats[1]) + 1):
            assert seats >= fewest
            assert earned_by(earned.game, seats, {"phase": earned.phase}) is earned


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6), st.floats(-1, 1), st.floats(0.3, 2))
def test_shares_are_100_in_all_and_a_seat_that_is_out_has_none(
    rewards: list[float], offset: float, slope: float
) -> None:
    rewards[0] += 0.01
    shares = shares_of(Fit("", (2, 6), 1, offset, slope), rewards, 0)
    assert sum(shares) == 100
    assert min(shares) >= 0
    assert len(rewards) == 2 or all(share == 0 for share, reward in zip(shares, rewards, strict=True) if reward == 0)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_better_reward_is_never_a_worse_chance(one: float, two: float) -> None:
    for earned in EARNED:
        fit = fit_for(earned.game, earned.seats[0], 2000)
        assert (fit.chance(one) <= fit.chance(two)) or one > two
        assert 0 < fit.chance(one) < 1


def test_the_engine_is_named_by_all_that_decides_what_it_says() -> None:
    assert engine_for(2000) != engine_for(8000)


# ── By proof ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_win_that_was_thrown_away_is_a_mistake_in_so_many_placements() -> None:
    judged = judge(GIGOGNE, placed(WON, Place("small", 8)), 1)
    assert judged.standing == "exact"
    assert judged.best_proof == Proof("win", 0)
    assert judged.proof == Proof("loss", 1)
    assert (judged.lost, judged.mark, judged.shares) == (100, "?", (100, 0))
    assert judged.answer
    assert judged.answer.options[0].proof == Proof("win", 0)
    assert judged.answer.options[0].beside == "better"
    [end] = judged.answer.line
    assert end.outcome is not None
    assert end.outcome.winners == (0,)


def test_the_line_of_a_proven_decision_goes_on_to_the_end_that_was_proven() -> None:
    state = some_way_into(GIGOGNE, 2, 7, 5)
    decided = proven(GIGOGNE, decision_in(GIGOGNE, state, state.active), LOOKS)
    assert decided.answer
    worst = decided.answer.options[-1].action
    judged = proven(GIGOGNE, placed(state, worst, state.active), LOOKS)
    assert (judged.mark, judged.best_proof) == ("?", Proof("win", 2))
    assert judged.answer
    assert [step.seat for step in judged.answer.line] == [state.active, 1 - state.active, state.active]
    assert judged.answer.line[-1].outcome
    assert judged.answer.line[-1].outcome.winners == (state.active,)


def test_what_is_too_deep_stays_open_and_is_never_a_mistake() -> None:
    judged = judge(GIGOGNE, placed(position(), Place("small", 0)), 1, FEW)
    assert judged.proof
    assert judged.proof.result == "open"
    assert judged.proof.within >= 2
    assert (judged.played, judged.mark, judged.lost) == (None, None, 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9999))
def test_every_proof_is_what_the_solver_says_of_the_position_after(seed: int) -> None:
    state = some_way_into(GIGOGNE, 2, 9, seed)
    if state.ended is not None:
        return
    judged: Judged = proven(GIGOGNE, decision_in(GIGOGNE, state, state.active))
    solver = Solver(is_classic=False)
    assert judged.answer
    for option in judged.answer.options[::5]:
        mine, theirs = (squares_of(state, seat) for seat in (state.active, 1 - state.active))
        slot = 1 << (9 * ("small", "medium", "large").index(option.action.size) + option.action.cell)
        assert option.proof
        if slot & solver.wins(mine, theirs):
            assert option.proof == Proof("win", 0)
        else:
            worth = -solver.value(theirs, mine | slot)
            assert option.proof == Proof("win" if worth > 0 else "loss" if worth < 0 else "draw", abs(worth))


def squares_of(state: Any, seat: int) -> int:
    return sum(
        1 << (9 * size + cell)
        for cell, square in enumerate(state.cells)
        for size, owner in enumerate((square.small, square.medium, square.large))
        if owner == seat
    )
