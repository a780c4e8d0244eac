"""The platform's side of a game: beginning, deciding, refusing."""

from dataclasses import replace

import msgspec
import pytest

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.gigogne.rules import GigogneOptions, Place
from tablee.kernel import Ended, Game, Options, State, rule, won
from tablee.kernel.chance import Chance
from tablee.kernel.play import (
    begin,
    carry_out,
    check_options,
    describe,
    fold,
    leave,
    leave_together,
    parse_action,
    parse_json_action,
)
from tablee.kernel.play import parse_options as parse
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective
from tablee.testing import after, after_leaving, refusal_of
from tictactoe.tictactoe import GAME as TICTACTOE
from tictactoe.tictactoe import Grid, Mark, Marked


def grid(active: int = 0) -> Grid:
    return Grid(turn=0, active=active)


def test_the_first_seat_is_drawn_at_random() -> None:
    starters = {begin(TICTACTOE, 2, TICTACTOE.options(), Chance.seeded(seed)).active for seed in range(20)}  # type: ignore[union-attr]  # no refusal here
    assert starters == {0, 1}


def test_the_first_seat_can_be_given_as_on_a_rematch() -> None:
    for starter in (0, 1):
        state = begin(TICTACTOE, 2, TICTACTOE.options(), Chance.seeded(0), starter)
        assert isinstance(state, Grid)
        assert state.active == starter


def test_too_many_seats_are_refused_in_both_languages() -> None:
    refusal = begin(TICTACTOE, 3, TICTACTOE.options(), Chance.seeded(0))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"
    assert refusal.text.en == "Tic-tac-toe is for 2 players, not 3."
    assert refusal.text.fr == "Morpion se joue à 2, pas à 3."


def test_options_are_read_from_what_a_person_types() -> None:
    assert parse(GIGOGNE, {"win": "classic", "fair_opening": "true"}) == GigogneOptions("classic", True)


@pytest.mark.parametrize("given", [{"win": "fast"}, {"speed": 3}, {"fair_opening": "maybe"}, {"win": "\ud800"}])
def test_options_that_do_not_fit_are_refused_with_those_that_exist(given: dict[str, object]) -> None:
    refusal = parse(GIGOGNE, given)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"
    assert "Its options are: win, fair_opening." in refusal.text.en


def test_a_combination_of_options_that_the_game_excludes_is_refused() -> None:
    refusal = check_options(GIGOGNE, 3, GigogneOptions(fair_opening=True))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("bad_options", "fair_opening_limits")


def test_an_illegal_action_is_refused_with_what_was_tried_why_and_what_is_allowed() -> None:
    state = after(TICTACTOE, grid(), (0, Mark(4)), (1, Mark(0)), (0, Mark(8)), (1, Mark(2)))
    refusal = refusal_of(TICTACTOE, state, 0, Mark(2))
    assert (refusal.code, refusal.rule) == ("illegal_action", "taken")
    assert refusal.text.en == (
        "mark(cell=2) is not allowed: That cell is marked already. "
        "Allowed now: mark(cell=1), mark(cell=3), mark(cell=5), mark(cell=6), mark(cell=7)."
    )
    assert refusal.text.fr.startswith("mark(cell=2) n’est pas permis\u00a0: Cette case est déjà cochée. Permis")


def test_many_allowed_actions_are_told_by_their_number() -> None:
    state = after(TICTACTOE, grid(), (0, Mark(4)))
    assert refusal_of(TICTACTOE, state, 1, Mark(4)).text.en.endswith("Allowed now: mark (8).")


def test_an_action_out_of_turn_is_refused_with_whose_turn_it_is() -> None:
    refusal = refusal_of(TICTACTOE, grid(active=0), 1, Mark(4))
    assert refusal.code == "not_your_turn"
    assert refusal.text.en == "mark(cell=4): not seat 1’s turn; waiting for seat 0."


def test_an_action_after_the_end_is_refused() -> None:
    state = after_leaving(TICTACTOE, grid(), 0)
    assert refusal_of(TICTACTOE, state, 1, Mark(4)).code == "game_over"


def test_a_refused_action_changes_nothing() -> None:
    state = after(TICTACTOE, grid(), (0, Mark(4)))
    before = msgspec.json.encode(state)
    refusal_of(TICTACTOE, state, 1, Mark(4))
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(
    "raw",
    [
        None, 4, "mark", [], {}, {"type": "mark"}, {"cell": 4}, {"type": "mark", "cell": 9},
        {"type": "mark", "cell": "4"}, {"type": "mark", "cell": 4.0}, {"type": "mark", "cell": True},
        {"type": "mark", "cell": 4, "seat": 1}, {"type": "Mark", "cell": 4}, {"type": "no action"},
        {"type": "mark", "cell": 10**400}, {"type": "\ud800"},
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_as_a_bad_message(raw: object) -> None:
    refusal = parse_action(TICTACTOE, raw)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"
    assert refusal.text.en.endswith("Its actions are: mark.")


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b'{"type":"mark","cell":04}', b"[" * 100_000, b'{"type":"mark"}'])
def test_what_is_no_json_of_an_action_is_refused_as_a_bad_message(raw: bytes) -> None:
    refusal = parse_json_action(TICTACTOE, raw)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"


def test_an_action_is_read_from_json() -> None:
    assert parse_json_action(GIGOGNE, b'{"type":"place","size":"small","cell":4}') == Place("small", 4)


def test_an_action_is_described_as_on_the_page_of_its_rules() -> None:
    assert describe(Place("small", 4)) == "place(size=small, cell=4)"


def test_the_fold_of_the_events_is_the_state() -> None:
    story = carry_out(TICTACTOE, grid(), 0, Mark(4), Chance.seeded(0))
    assert story.state.cells[4] == 0
    assert story.state == fold(TICTACTOE, grid(), story.events)


def test_the_end_is_taken_in_by_the_kernel() -> None:
    story = leave(TICTACTOE, grid(), 0, Chance.seeded(0))
    assert story.events == [Ended(won([1], (0, 1), "left"))]
    assert story.state.ended == won([1], (0, 1), "left")
    assert story.state == fold(TICTACTOE, grid(), story.events)


def test_whatever_a_game_lists_nobody_acts_out_of_turn_or_after_the_end() -> None:
    eager = replace(TICTACTOE, legal=lambda _state, _seat: [Mark(0)])
    assert [eager.legal(grid(active=1), seat) for seat in (0, 1)] == [(), (Mark(0),)]
    ended = after_leaving(eager, grid(), 0)
    assert (eager.to_act(ended), [eager.legal(ended, seat) for seat in (0, 1)]) == ((), [(), ()])


def test_a_position_works_out_its_legal_actions_once() -> None:
    asked: list[int] = []
    counting = replace(TICTACTOE, legal=lambda state, seat: asked.append(seat) or TICTACTOE.legal(state, seat))  # type: ignore[func-returns-value]  # append gives None
    state = after(counting, grid(), (0, Mark(4)))
    asked.clear()
    perspective(counting, state, 1)
    after(counting, state, (1, Mark(0)))
    assert asked == [1]


def test_a_game_without_an_active_seat_has_to_say_who_is_to_act() -> None:
    class Nobody(State, frozen=True):
        pass

    with pytest.raises(ValueError, match="tictactoe: Nobody has no field 'active'"):
        Game(
            id="tictactoe", name=TICTACTOE.name, seats=(2, 2), rules_version=1, options=Options, state=Nobody,
            actions=Mark, events=Marked, setup=lambda *_: Nobody(turn=0), legal=lambda *_: (),
            why_not=lambda *_: rule("no", "No.", "Non."),
            decide=lambda *_: None, evolve=lambda state, _: state, timeout=lambda *_: None, leave=lambda *_: None,
            scores=lambda _: (0, 0), reasons={},
        )  # fmt: skip


def test_seats_that_leave_together_leave_in_order_where_the_game_makes_no_difference() -> None:
    state = begin(GIGOGNE, 4, GigogneOptions(), Chance.seeded(0), 0)
    assert not isinstance(state, Refusal)
    together = leave_together(GIGOGNE, state, (0, 1), Chance.seeded(0)).state
    assert together == after_leaving(GIGOGNE, state, 0, 1)
    assert GIGOGNE.to_act(together) == (2,)
