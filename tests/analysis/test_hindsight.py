"""A whole game in hindsight: moments, luck, and what can't be said."""

from typing import Any

from tablee.analysis.decision import Decision, decisions
from tablee.analysis.findings import Balance, Estimate, Judged
from tablee.analysis.hindsight import (
    CURVE_IN_PARTS,
    CURVE_ONLY,
    ENDS_OF_TURNS,
    NO_LUCK,
    NOT_MEASURED,
    TOO_WEAK,
    analysis_of,
    judge_backwards,
)
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, carry_out
from tablee.kernel.registry import load_game
from tablee.kernel.replay import Position, Step
from tictactoe.tictactoe import GAME as TICTACTOE

KITTY, NINTH, DIGGERS, NOE = map(load_game, ("kitty", "ninth", "diggers", "noe"))
WON = Outcome(winners=(0,), drawn=(), scores=(9, 4), reason="full")


def judged(step: int, seat: int, best: int, played: int, **said: Any) -> Judged:
    given: dict[str, Any] = {"standing": "flags", "mark": None, **said}
    shares = (best, 100 - best) if seat == 0 else (100 - best, best)
    return Judged(
        step=step,
        turn=step,
        seat=seat,
        legal=3,
        simulations=8000,
        best=Estimate(best, best, best),
        played=Estimate(played, played, played),
        lost=max(best - played, 0),
        shares=shares,
        **given,
    )


def random_game(game: AnyGame, seats: int = 2) -> tuple[Outcome, list[Decision]]:
    chance = Chance.seeded(2)
    state: Any = begin(game, seats, game.options(), chance, 0)
    positions = [Position(0, None, state, state)]
    while state.ended is None:
        seat = game.to_act(state)[0]
        action = chance.pick(game.legal(state, seat))
        story = carry_out(game, state, seat, action, chance)
        positions.append(Position(len(positions), Step("played", seat, action, story.events), state, story.state))
        state = story.state
    return state.ended, list(decisions(game, positions))


def test_a_seat_has_three_moments_at_most_the_gravest_first() -> None:
    found = [
        judged(1, 0, 60, 52, mark="?!"),
        judged(3, 0, 60, 20, mark="?"),
        judged(5, 0, 60, 40, mark="?"),
        judged(7, 0, 60, 60, mark="!"),
        judged(8, 1, 60, 59),
    ]
    first, second = analysis_of(KITTY, WON, 5, found).seats
    assert first.moments == (3, 5, 1)
    assert second.moments == ()


def balances(*found: Judged) -> list[Any]:
    return [seat.balance for seat in analysis_of(NOE, WON, len(found), found).seats]


def test_luck_is_what_is_left_of_the_result_beside_what_both_gave_away() -> None:
    def words(*found: Judged) -> list[object]:
        return [balance.word for balance in balances(*found)]

    assert words(judged(1, 0, 50, 50), judged(2, 1, 50, 50)) == ["lucky", "unlucky"]
    assert words(judged(1, 0, 50, 50), judged(2, 1, 50, 5)) == ["even", "even"], "the other gave it away"
    assert words(judged(1, 0, 95, 95), judged(2, 1, 5, 5)) == ["even", "even"]


def test_luck_and_skill_add_up_to_the_result() -> None:
    first, second = balances(judged(4, 1, 40, 20), judged(3, 0, 50, 55), judged(2, 1, 60, 45), judged(1, 0, 55, 25))
    assert first == Balance(start=55, own=-25, others=35, luck=35, end=100, word="lucky")
    assert second == Balance(start=60, own=-35, others=0, luck=-25, end=0, word="unlucky")
    lucky, _ = balances(judged(2, 0, 50, 70), judged(1, 0, 40, 40))
    assert lucky.own == 0, "noise is no gift of one’s own"
    for each in (first, second, lucky):
        assert each.start + each.own + each.others + each.luck == each.end


def test_luck_is_not_told_before_all_is_judged_nor_where_it_cant_be() -> None:
    found = [judged(1, 0, 50, 50), judged(2, 1, 50, 50)]
    for seat in (*analysis_of(NOE, WON, 3, found).seats, *analysis_of(NINTH, WON, 2, found).seats):
        assert seat.balance is None
    for game in (NINTH, KITTY):
        assert NO_LUCK in analysis_of(game, WON, 2, found).notes
    assert NO_LUCK not in analysis_of(NOE, WON, 2, found).notes


def test_it_says_what_it_cant_say() -> None:
    curve, marked = judged(1, 0, 50, 50, standing="curve"), judged(2, 1, 50, 50)
    weak = judged(3, 0, 50, 50, standing="weak")
    assert CURVE_ONLY in analysis_of(NINTH, WON, 2, [curve]).notes
    assert CURVE_IN_PARTS in analysis_of(DIGGERS, WON, 2, [curve, marked]).notes
    assert ENDS_OF_TURNS in analysis_of(KITTY, WON, 2, [marked]).notes
    assert ENDS_OF_TURNS not in analysis_of(DIGGERS, WON, 2, [marked]).notes
    assert {NOT_MEASURED, TOO_WEAK} <= {*analysis_of(TICTACTOE, WON, 2, [curve, weak]).notes}


def test_a_game_is_judged_from_its_last_decision_backwards() -> None:
    outcome, made = random_game(KITTY)
    found = judge_backwards(KITTY, made, 1, 40)
    first = next(found)
    assert first.step == made[-1].step
    begun = analysis_of(KITTY, outcome, len(made), [first])
    assert (begun.is_done, begun.total) == (False, len(made))
    done = analysis_of(KITTY, outcome, len(made), [first, *found])
    assert done.is_done
    assert [each.step for each in done.decisions] == [decision.step for decision in reversed(made)]
    assert all(len(decision.sight.legal) > 1 for decision in made)


def test_a_game_without_a_search_form_is_judged_on_its_readable_rules() -> None:
    outcome, made = random_game(TICTACTOE)
    last = next(judge_backwards(TICTACTOE, made, 1, 2000))
    assert last.best
    assert last.simulations == 400
    assert NOT_MEASURED in analysis_of(TICTACTOE, outcome, len(made), [last]).notes
