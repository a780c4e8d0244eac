"""The course of a turn: set-up, take, place or pass, claim, refill."""

from collections import Counter

import pytest

from tablee.games.ninth.planets import PLANETS
from tablee.games.ninth.rules import (
    GAME,
    Asked,
    Claim,
    Claimed,
    Drawn,
    NinthOptions,
    Pass,
    Passed,
    Place,
    Placed,
    Take,
    Taken,
    TurnBegan,
    TurnEnded,
)
from tablee.kernel import EVERYONE, Refusal, Secret, only
from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.play import begin, check_options
from tests.games.ninth.positions import (
    QUIET,
    all_cards,
    board_of,
    broken_rule,
    drawn,
    events,
    hand_of,
    legal,
    pile_of,
    play,
    position,
)

# ── Components and set-up ────────────────────────────────────────────────────────────────────────────────


def test_the_deck_has_nine_copies_of_each_of_nine_planets() -> None:
    state = GAME.setup(2, NinthOptions(), 0, Chance.seeded(1))
    assert Counter(all_cards(state)) == dict.fromkeys(PLANETS, 9)


def test_nine_cards_lie_face_up_and_the_other_72_are_the_pile() -> None:
    state = GAME.setup(2, NinthOptions(), 0, Chance.seeded(1))
    assert [slot.face_down for slot in state.board if slot is not None] == [False] * 9
    assert len(state.pile) == 72
    assert all(card.seen_by == 0 for card in state.pile)


def test_hands_are_empty_at_first() -> None:
    assert GAME.setup(2, NinthOptions(), 0, Chance.seeded(1)).hands == ((), ())


def test_the_shuffle_decides_what_lies_where() -> None:
    state = GAME.setup(2, NinthOptions(), 0, ScriptedChance([list(range(80, -1, -1))]))
    assert board_of(state) == drawn("ni ne ur sa ju ma ea ve me")
    assert pile_of(state)[:8] == "ni ne ur"


@pytest.mark.parametrize("starter", [0, 1])
def test_the_starting_seat_takes_first(starter: int) -> None:
    state = GAME.setup(2, NinthOptions(), starter, Chance.seeded(1))
    assert GAME.to_act(state) == (starter,)
    assert {type(action) for action in GAME.legal(state, starter)} == {Take}
    assert GAME.legal(state, 1 - starter) == ()


@pytest.mark.parametrize("seats", [1, 3])
def test_it_is_a_game_for_two(seats: int) -> None:
    assert isinstance(check_options(GAME, seats, NinthOptions()), Refusal)
    assert isinstance(begin(GAME, seats, NinthOptions(), Chance.seeded(1)), Refusal)


def test_powers_are_on_unless_it_is_said_otherwise() -> None:
    assert NinthOptions().powers


# ── 1. Take ──────────────────────────────────────────────────────────────────────────────────────────────


def test_any_card_on_the_board_can_be_taken_and_no_hole() -> None:
    state = position("ve ea ma  ju? . ur  ne ma ve")
    assert legal(state) == [Take(slot) for slot in (0, 1, 2, 3, 5, 6, 7, 8)]


def test_taking_is_mandatory() -> None:
    state = position(hand="ea")
    assert broken_rule(state, Pass()) == "take_first"
    assert broken_rule(state, Place("earth", 4)) == "take_first"


def test_a_card_taken_leaves_its_slot_empty() -> None:
    state = play(position(hand="ur"), Take(4))
    assert board_of(state) == drawn("ve ea ma  ju . ur  ne ma ve")
    assert (state.taken, state.taken_from) == (Secret("saturn", EVERYONE), 4)


def test_a_face_up_card_is_taken_in_the_open() -> None:
    assert events(position(hand="ur"), Take(4))[0] == Taken(0, 4, Secret("saturn", EVERYONE))


def test_a_face_down_card_is_seen_only_by_its_taker() -> None:
    state = position("ve ea ma  ju sa?01 ur  ne ma ve", hand="ur")
    assert events(state, Take(4))[0] == Taken(0, 4, Secret("saturn", only(0)))


def test_the_card_taken_joins_the_hand_when_the_turn_ends() -> None:
    state = play(position(hand="ur"), Take(4), Pass())
    assert hand_of(state, 0) == "sa ur"
    assert state.taken is None
    assert all(card.seen_by == only(0) for card in state.hands[0])


# ── 2. Place or pass ─────────────────────────────────────────────────────────────────────────────────────


def test_a_card_of_the_hand_can_be_placed_in_the_slot_just_emptied_or_not_at_all() -> None:
    state = play(position(hand="me ea"), Take(4))
    assert legal(state) == [Place("mercury", 4), Place("earth", 4), Pass()]


def test_equal_cards_of_a_hand_are_one_action() -> None:
    state = play(position(hand="me me me"), Take(4))
    assert legal(state) == [Place("mercury", 4), Pass()]


def test_a_hole_left_by_neptune_can_be_filled_too() -> None:
    state = play(position("ve ea ma  ju sa ur  . ma ve", hand="me ea"), Take(4))
    assert legal(state) == [
        Place("mercury", 4),
        Place("mercury", 6),
        Place("earth", 4),
        Place("earth", 6),
        Pass(),
    ]


def test_a_card_placed_leaves_the_hand_and_lies_face_up() -> None:
    state = play(position(hand="me me ur"), Take(4), Place("mercury", 4))
    assert board_of(state) == drawn("ve ea ma  ju me ur  ne ma ve")
    assert hand_of(state, 0) == "me sa ur"


def test_the_card_taken_this_turn_cannot_be_placed() -> None:
    state = play(position(hand="ur"), Take(4))
    assert Place("saturn", 4) not in legal(state)
    assert broken_rule(state, Place("saturn", 4)) == "taken_this_turn"


def test_a_card_like_the_one_taken_can_be_placed_if_it_was_in_the_hand_before() -> None:
    state = play(position(hand="ma"), Take(7), Place("mars", 7))
    assert board_of(state) == drawn(QUIET)


def test_the_card_taken_can_be_placed_a_turn_later() -> None:
    state = play(position(), Take(4), Take(1), Take(5))
    assert Place("saturn", 5) in legal(state)


def test_the_first_turn_of_each_seat_has_nothing_to_place_so_that_the_turn_passes_by_itself() -> None:
    state = GAME.setup(2, NinthOptions(powers=False), 1, Chance.seeded(1))
    state = play(state, Take(3))
    assert (state.active, state.phase, state.turn) == (0, "take", 1)
    state = play(state, Take(3))
    assert (state.active, state.phase, state.turn) == (1, "take", 2)
    assert [len(hand) for hand in state.hands] == [1, 1]


def test_with_nothing_to_place_nobody_is_asked_and_nothing_is_said() -> None:
    assert events(position(), Take(4)) == [
        Taken(0, 4, Secret("saturn", EVERYONE)),
        Drawn(4, Secret("mercury", EVERYONE), face_down=False),
        TurnEnded(0, has_drawn=True),
        TurnBegan(1, is_extra=False),
    ]


def test_with_something_to_place_the_seat_is_asked_even_for_a_single_placement() -> None:
    assert events(position(hand="ur"), Take(4))[1:] == [Asked("place")]


def test_passing_places_nothing() -> None:
    assert events(play(position(hand="ur"), Take(4)), Pass()) == [
        Passed(0),
        Drawn(4, Secret("mercury", EVERYONE), face_down=False),
        TurnEnded(0, has_drawn=True),
        TurnBegan(1, is_extra=False),
    ]


# ── 3. Claim ─────────────────────────────────────────────────────────────────────────────────────────────

ALMOST_A_ROW = """
    ur ur sa
    ma ju ve
    ne ju ve
"""

CROSS = """
    ur ma ve
    ma sa ma
    ve ma ju
"""
"""Mars in the centre completes the middle row and the middle column."""


def test_a_single_line_is_claimed_by_the_engine() -> None:
    state = play(position(ALMOST_A_ROW, hand="ur"), Take(2))
    assert events(state, Place("uranus", 2))[:2] == [
        Placed(0, Secret("uranus", EVERYONE), 2, face_down=False),
        Claimed(0, (0, 1, 2), "uranus", 1),
    ]


def test_the_cards_of_a_line_leave_the_board_and_lie_before_the_seat() -> None:
    state = play(position(ALMOST_A_ROW, hand="ur", pile="me me ea ea"), Take(2), Place("uranus", 2))
    assert board_of(state) == drawn("me me ea  ma ju ve  ne ju ve")
    assert [(line.cards, line.planet, line.points) for line in state.lines[0]] == [(("uranus",) * 3, "uranus", 1)]
    assert state.lines[1] == ()


def test_between_several_lines_the_seat_must_choose() -> None:
    state = play(position(CROSS, hand="ma"), Take(4), Place("mars", 4))
    assert state.phase == "claim"
    assert legal(state) == [Claim((3, 4, 5)), Claim((1, 4, 7))]
    assert broken_rule(state, Pass()) == "claim_first"


def test_the_chosen_line_leaves_and_the_others_stay() -> None:
    state = play(position(CROSS, hand="ma", pile="me ea sa ne ne"), Take(4), Place("mars", 4), Claim((1, 4, 7)))
    assert board_of(state) == drawn("ur me ve  ma ea ma  ve sa ju")
    assert [line.cards for line in state.lines[0]] == [("mars",) * 3]


def test_at_most_one_line_is_claimed_in_a_turn() -> None:
    two_rows = "ur ur sa  ma ma ma  ne ju ve"
    state = play(position(two_rows, hand="ur"), Take(2), Place("uranus", 2), Claim((0, 1, 2)))
    assert board_of(state)[3:6] == ["ma", "ma", "ma"]
    assert len(state.lines[0]) == 1
    assert state.active == 1


def test_a_line_that_the_last_refill_made_can_be_claimed_after_a_placement_elsewhere() -> None:
    state = play(position("ur ur .  ma sa ve  ne ju ma", pile="ur ea ea ea ea", other="ea"), Take(4))
    assert board_of(state)[:3] == ["ur", "ur", "ur"]
    assert state.lines == ((), ())
    state = play(state, Take(8), Place("earth", 8))
    assert [line.cards for line in state.lines[1]] == [("uranus",) * 3]


def test_without_a_placement_there_is_no_claim() -> None:
    row = "ur ur ur  ma sa ve  ne ju ma"
    assert play(position(row, hand="ea"), Take(8), Pass()).lines == ((), ())
    assert play(position(row), Take(8)).lines == ((), ())


def test_a_card_placed_face_down_is_a_placement_too() -> None:
    state = play(position("ur ur ur  ma ju ve  ne sa ve", hand="ea"), Take(4), Place("earth", 4))
    assert len(state.lines[0]) == 1


# ── 4. Refill ────────────────────────────────────────────────────────────────────────────────────────────


def test_every_empty_slot_is_refilled_in_slot_order() -> None:
    state = position("ur ur sa  ma ju ve  . ju ve", hand="ur", pile="me ea sa ne ma")
    state = play(state, Take(2), Place("uranus", 2))
    assert board_of(state) == drawn("me ea sa  ma ju ve  ne ju ve")
    assert pile_of(state) == "ma"


def test_cards_are_drawn_face_up() -> None:
    drawn_card = events(position(), Take(4))[1]
    assert drawn_card == Drawn(4, Secret("mercury", EVERYONE), face_down=False)


def test_a_turn_that_placed_a_card_and_made_no_line_draws_nothing() -> None:
    state = play(position(hand="ur"), Take(4))
    assert events(state, Place("uranus", 4))[1:] == [TurnEnded(0, has_drawn=False), TurnBegan(1, is_extra=False)]


def test_the_turn_passes_to_the_other_seat() -> None:
    state = play(position(), Take(4))
    assert (state.active, state.phase, state.turn) == (1, "take", 11)


def test_nothing_of_a_turn_is_left_in_the_next() -> None:
    state = play(position(hand="ur"), Take(3), Place("uranus", 3))
    assert (state.taken, state.taken_from, state.placed_at, state.covered) == (None, None, None, None)
    state = play(position(), Take(6))
    assert (state.taken, state.taken_from, state.closed) == (None, None, None)
