"""Every refusal names the rule, changes nothing and tells no secret; and the actions as data."""

from itertools import permutations, product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.ninth import words
from tablee.games.ninth.board import LINES
from tablee.games.ninth.planets import PLANETS
from tablee.games.ninth.rules import (
    GAME,
    Arrange,
    Claim,
    NinthAction,
    NinthState,
    Pass,
    Place,
    Swap,
    Take,
)
from tablee.kernel import Refusal, Rule
from tablee.kernel.chance import Chance
from tablee.kernel.play import parse_action
from tablee.testing.playing import after_leaving, refusal_of
from tests.games.ninth.positions import broken_rule, play, position, without_powers

TAKING = position("ve ea ma  ju . ur  ne ma ve", hand="ur")
ARRANGING = play(position(hand="ur"), Take(0))
PLACING = play(position(hand="ur"), Take(4))
CLOSED = play(position("ve ea ma  ju . ur  ne ma ve", hand="ur"), Take(6))
SWAPPING = play(position("ve ea ma  ju ma ur  . ma ve", hand="sa"), Take(4), Place("saturn", 4))
CLAIMING = play(position("ve? ma ve  ma sa ma  ve ma ju", hand="ma"), Take(4), Place("mars", 4))
ARRANGED = play(position(hand="ur"), Take(0), Arrange((0, 1, 2)))
ONE_CARD_SEEN = play(position(hand="ur", pile="me"), Take(0))
VENUS_TAKEN_FACE_DOWN = play(position("ve?01 ea ma  ju sa ur  ne ma ve", hand="ur"), Take(0))
TAKING_PLAINLY = without_powers(hand="sa")
PLACING_PLAINLY = play(without_powers(hand="sa"), Take(0))
CLAIMING_PLAINLY = play(without_powers("ur ma ve  ma sa ma  ve ma ju", hand="ma"), Take(4), Place("mars", 4))


@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (TAKING, Take(4), "empty_slot"),
        (TAKING, Pass(), "take_first"),
        (TAKING, Place("uranus", 4), "take_first"),
        (TAKING, Arrange((0, 1, 2)), "take_first"),
        (TAKING, Swap(0, 1), "take_first"),
        (TAKING, Claim((0, 1, 2)), "take_first"),
        (ARRANGING, Arrange((0, 1)), "not_an_order"),
        (ARRANGING, Arrange((0, 1, 1)), "not_an_order"),
        (ARRANGING, Arrange(()), "not_an_order"),
        (ARRANGING, Pass(), "arrange_first"),
        (ARRANGING, Place("uranus", 0), "arrange_first"),
        (ARRANGING, Take(1), "arrange_first"),
        (PLACING, Take(1), "one_take"),
        (PLACING, Place("saturn", 4), "taken_this_turn"),
        (PLACING, Place("earth", 4), "not_in_hand"),
        (PLACING, Place("uranus", 0), "slot_occupied"),
        (PLACING, Arrange((0, 1, 2)), "no_venus"),
        (ARRANGED, Arrange((0, 1, 2)), "already_arranged"),
        (ONE_CARD_SEEN, Arrange((0,)), "already_arranged"),
        (VENUS_TAKEN_FACE_DOWN, Arrange((0, 1, 2)), "no_venus"),
        (PLACING, Swap(0, 1), "no_saturn"),
        (PLACING, Claim((0, 1, 2)), "place_to_claim"),
        (CLOSED, Place("uranus", 6), "slot_closed"),
        (SWAPPING, Swap(0, 4), "swap_others"),
        (SWAPPING, Swap(1, 0), "swap_order"),
        (SWAPPING, Swap(1, 1), "swap_order"),
        (SWAPPING, Swap(0, 6), "swap_cards"),
        (SWAPPING, Pass(), "swap_first"),
        (SWAPPING, Claim((0, 1, 2)), "swap_first"),
        (CLAIMING, Claim((6, 7, 8)), "no_line"),
        (CLAIMING, Claim((0, 1, 2)), "face_down_line"),
        (CLAIMING, Claim((2, 4, 6)), "diagonal"),
        (CLAIMING, Claim((5, 4, 3)), "no_such_line"),
        (CLAIMING, Claim((0, 1, 3)), "no_such_line"),
        (CLAIMING, Pass(), "claim_first"),
        (CLAIMING, Place("mars", 0), "claim_first"),
        (CLAIMING_PLAINLY, Claim((2, 4, 6)), "no_diagonal"),
        (CLAIMING_PLAINLY, Swap(0, 1), "no_powers"),
        (PLACING_PLAINLY, Arrange((0, 1, 2)), "no_powers"),
        (PLACING_PLAINLY, Swap(1, 2), "no_powers"),
        (TAKING_PLAINLY, Arrange((0, 1, 2)), "no_powers"),
        (TAKING_PLAINLY, Swap(0, 1), "no_powers"),
        (TAKING_PLAINLY, Pass(), "take_first"),
    ],
)
def test_a_refusal_names_the_rule(state: NinthState, action: NinthAction, rule: str) -> None:
    assert broken_rule(state, action) == rule


def test_a_line_with_a_hole_is_none() -> None:
    state = play(position("ve ma .  ma sa ma  ve ma ju", hand="ma"), Take(4), Place("mars", 4))
    assert broken_rule(state, Claim((0, 1, 2))) == "no_line"


def test_the_sentence_against_a_line_is_true_of_a_hole_too() -> None:
    assert words.NO_LINE.text.en == "Those three cards don’t make a line."
    assert words.NO_LINE.text.fr == "Ces trois cartes ne forment pas une ligne."


def test_a_rule_is_called_the_same_in_the_code_and_to_the_player() -> None:
    named = {name: rule.name for name, rule in vars(words).items() if isinstance(rule, Rule)}
    assert named == {name: name.lower() for name in named}


def test_the_seat_that_is_not_to_act_is_refused() -> None:
    assert refusal_of(GAME, TAKING, 1, Take(0)).code == "not_your_turn"


def test_after_the_end_everything_is_refused() -> None:
    assert refusal_of(GAME, after_leaving(GAME, TAKING, 1), 0, Take(0)).code == "game_over"


def test_refusing_a_placement_does_not_tell_what_the_other_hand_holds() -> None:
    one = play(position(hand="ur", other="ea"), Take(4))
    other = play(position(hand="ur", other="ma"), Take(4))
    for action in (Place("earth", 4), Place("mars", 4)):
        assert refusal_of(GAME, one, 0, action) == refusal_of(GAME, other, 0, action)


def test_refusing_a_line_does_not_tell_what_lies_face_down() -> None:
    other = play(position("ma? ma ve  ma sa ma  ve ma ju", hand="ma"), Take(4), Place("mars", 4))
    for line in LINES:
        if Claim(line) not in GAME.legal(CLAIMING, 0):
            assert refusal_of(GAME, CLAIMING, 0, Claim(line)) == refusal_of(GAME, other, 0, Claim(line))


# ── Every action in every position ───────────────────────────────────────────────────────────────────────

EVERY_ACTION: list[NinthAction] = [
    Pass(),
    *[Take(slot) for slot in range(9)],
    *[Arrange(order) for count in range(4) for order in permutations(range(3), count)],
    *[Place(card, slot) for card in PLANETS for slot in range(9)],
    *[Swap(a, b) for a, b in product(range(9), repeat=2)],
    *[Claim(line) for line in LINES],
    Claim((0, 0, 0)),
]
RULES = {
    rule.name
    for value in vars(words).values()
    for rule in (value.values() if isinstance(value, dict) else (value,))
    if isinstance(rule, Rule)
}


@given(seed=st.integers(0, 2**32), powers=st.booleans())
@settings(max_examples=10, deadline=None)
def test_in_random_games_every_action_is_either_listed_or_refused_by_a_rule(seed: int, powers: bool) -> None:
    chance = Chance.seeded(seed)
    state = GAME.setup(2, GAME.options(powers=powers), 0, chance)
    for _ in range(60):
        if state.ended:
            break
        legal = GAME.legal(state, state.active)
        assert len(set(legal)) == len(legal)
        assert set(legal) <= set(EVERY_ACTION)
        for action in set(EVERY_ACTION) - set(legal):
            assert GAME.why_not(state, state.active, action).name in RULES
        state = play(state, chance.pick(legal))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_a_turn_begins_with_one_hole_at_most(seed: int) -> None:
    chance = Chance.seeded(seed)
    state = GAME.setup(2, GAME.options(), 0, chance)
    while state.ended is None:
        if state.phase == "take":
            assert state.board.count(None) <= 1
        state = play(state, chance.pick(GAME.legal(state, state.active)))


# ── Actions as data ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("data", "action"),
    [
        ({"type": "take", "slot": 4}, Take(4)),
        ({"type": "arrange", "order": [2, 0, 1]}, Arrange((2, 0, 1))),
        ({"type": "place", "card": "earth", "slot": 4}, Place("earth", 4)),
        ({"type": "pass"}, Pass()),
        ({"type": "swap", "a": 1, "b": 5}, Swap(1, 5)),
        ({"type": "claim", "line": [0, 1, 2]}, Claim((0, 1, 2))),
    ],
)
def test_an_action_as_data(data: dict[str, Any], action: NinthAction) -> None:
    assert parse_action(GAME, data) == action
    assert msgspec.json.decode(msgspec.json.encode(action)) == data


@pytest.mark.parametrize(
    "data",
    [
        {"type": "take", "slot": 9},
        {"type": "take", "slot": -1},
        {"type": "take"},
        {"type": "arrange", "order": [0, 1, 3]},
        {"type": "arrange", "order": [0, 1, 2, 0]},
        {"type": "place", "card": "pluto", "slot": 4},
        {"type": "swap", "a": 1, "b": 9},
        {"type": "claim", "line": [0, 1]},
        {"type": "pass", "slot": 1},
    ],
)
def test_data_that_is_no_action_is_refused(data: dict[str, Any]) -> None:
    refusal = parse_action(GAME, data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"
