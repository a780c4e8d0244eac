"""Set-up, the four actions of a turn, and the pile: the rules in the order they are told."""

from itertools import islice

import msgspec
import pytest

from tablee.games.noe import GAME
from tablee.games.noe.cards import PACK
from tablee.games.noe.rules import (
    Attack,
    Charge,
    Charged,
    NoeAction,
    NoeState,
    Reinforce,
    Reinforced,
    Reshuffled,
    ShieldDiscarded,
    ShieldLaid,
    SwapShield,
    TurnBegan,
)
from tablee.kernel import Secret
from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.play import begin, parse_action, parse_json_action
from tablee.kernel.refusals import Refusal
from tablee.testing.playing import refusal_of
from tests.games.noe.table import (
    OUT,
    all_cards,
    cards,
    events,
    face_down,
    face_up,
    played,
    refused,
    seat,
    table,
    timed_out,
)

# ── The pack and the set-up ──────────────────────────────────────────────────────────────────────────────

IN_ORDER = [PACK.index(card) for card in cards("12H 8S 1C 7D  2C 3C 4C 5C  9H")]
"""The first nine cards of a stacked pack."""
STACKED = [*IN_ORDER, *sorted(set(range(52)) - set(IN_ORDER))]


def test_the_pack_holds_thirteen_ranks_in_four_suits() -> None:
    assert len(set(PACK)) == 52
    assert set(PACK) == {f"{rank}{suit}" for rank in range(1, 14) for suit in "CDHS"}


def test_each_seat_is_dealt_three_life_cards_and_a_shield_seat_by_seat_from_0() -> None:
    state = GAME.setup(2, GAME.options(), 1, ScriptedChance([STACKED]))
    assert state.life_cards == (cards("12H 8S 1C"), cards("2C 3C 4C"))
    assert state.shields == cards("7D 5C")


def test_life_is_the_sum_of_the_life_cards_with_the_ace_1_and_the_queen_12() -> None:
    state = GAME.setup(2, GAME.options(), 0, ScriptedChance([STACKED]))
    assert state.life == (21, 9)


def test_the_jack_counts_11_and_the_king_13() -> None:
    assert table(seat("11C 13D", "2C"), seat("3C", "4C")).life == (24, 3)


def test_the_rest_of_the_pack_is_the_pile_with_its_next_card_first() -> None:
    state = GAME.setup(2, GAME.options(), 0, ScriptedChance([STACKED]))
    assert len(state.pile) == 44
    assert state.pile[0] == Secret(cards("9H")[0])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_seats_are_dealt_all_different_cards(seats: int) -> None:
    state = GAME.setup(seats, GAME.options(), 0, Chance.seeded(1))
    assert sorted(all_cards(state)) == sorted(PACK)
    assert [len(held) for held in state.life_cards] == [3] * seats


@pytest.mark.parametrize("seats", [1, 7])
def test_no_other_number_of_seats_can_play(seats: int) -> None:
    refusal = begin(GAME, seats, GAME.options(), Chance.seeded(1))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"


def test_nobody_has_charges_or_a_reinforcement_at_first() -> None:
    state = GAME.setup(3, GAME.options(), 2, Chance.seeded(1))
    assert state.charges == ((), (), ())
    assert state.reinforcements == (None, None, None)
    assert state.discard == ()


def test_the_starting_seat_plays_first() -> None:
    state = GAME.setup(3, GAME.options(), 2, Chance.seeded(1))
    assert GAME.to_act(state) == (2,)
    assert not GAME.legal(state, 0)
    assert GAME.legal(state, 2)


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────────────

ANN, BEN, CAT, DAN = seat("5C 6C", "8C"), seat("5D 6D", "8D"), seat("5H 6H", "8H"), seat("5S 6S", "8S")
"""Four seats whose cards do not matter."""


def test_a_turn_is_an_attack_to_either_side_a_charge_a_reinforcement_or_a_swap_of_any_shield() -> None:
    state = table(ANN, BEN, CAT, DAN, pile="1C", active=1)
    assert list(GAME.legal(state, 1)) == [
        Attack(2),
        Attack(0),
        Charge(),
        Reinforce(),
        SwapShield(0),
        SwapShield(1),
        SwapShield(2),
        SwapShield(3),
    ]


def test_the_table_is_round() -> None:
    assert list(GAME.legal(table(ANN, BEN, CAT, DAN, pile="1C", active=3), 3)[:2]) == [Attack(0), Attack(2)]


def test_with_two_seats_the_left_and_the_right_neighbour_are_one_action() -> None:
    assert list(GAME.legal(table(ANN, BEN, pile="1C"), 0)) == [
        Attack(1),
        Charge(),
        Reinforce(),
        SwapShield(0),
        SwapShield(1),
    ]


def test_a_seat_that_is_not_to_act_has_no_legal_action() -> None:
    assert GAME.legal(table(ANN, BEN, CAT, pile="1C", active=1), 0) == ()


def test_exactly_one_action_is_done_in_a_turn() -> None:
    state = played(table(ANN, BEN, CAT, pile="1C 2C", active=1), (1, Charge()))
    assert GAME.to_act(state) == (2,)
    assert state.turn == 8
    assert refusal_of(GAME, state, 1, Charge()).code == "not_your_turn"


def test_the_turn_goes_to_the_next_seat_still_in_the_game() -> None:
    state = table(ANN, BEN, OUT, OUT, pile="1C 2C", active=1)
    assert events(state, 1, Charge())[-1] == TurnBegan(0)


# ── Attack: whom ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_nearest_seats_still_in_the_game_can_be_attacked_past_those_that_are_out() -> None:
    six = table(ANN, OUT, BEN, CAT, DAN, OUT, pile="1C")
    assert list(GAME.legal(six, 0)[:2]) == [Attack(2), Attack(4)]


def test_when_only_two_are_left_of_many_there_is_one_seat_to_attack() -> None:
    state = table(ANN, OUT, CAT, OUT, pile="1C")
    assert [action for action in GAME.legal(state, 0) if isinstance(action, Attack)] == [Attack(2)]


@pytest.mark.parametrize(
    ("target", "rule"),
    [(0, "not_yourself"), (1, "out_of_the_game"), (3, "not_a_neighbour"), (5, "no_such_seat")],
)
def test_nobody_else_can_be_attacked(target: int, rule: str) -> None:
    assert refused(table(ANN, OUT, BEN, CAT, DAN, pile="1C"), 0, Attack(target)) == rule


# ── Charge ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_charge_is_the_top_card_of_the_pile_laid_face_down_with_the_others() -> None:
    state = table(seat("5C 6C", "8C", charges="9C"), BEN, pile="1C 2C")
    assert events(state, 0, Charge()) == [Charged(0), TurnBegan(1)]
    after = played(state, (0, Charge()))
    assert after.charges == (face_down("9C 1C"), ())
    assert after.pile == face_down("2C")


def test_there_are_at_most_three_charges_at_a_time() -> None:
    state = table(seat("5C 6C", "8C", charges="9C 10C 11C"), BEN, pile="1C")
    assert Charge() not in GAME.legal(state, 0)
    assert refused(state, 0, Charge()) == "three_charges"


def test_with_two_charges_a_third_can_be_laid() -> None:
    assert Charge() in GAME.legal(table(seat("5C 6C", "8C", charges="9C 10C"), BEN, pile="1C"), 0)


# ── Reinforce ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_reinforcement_is_the_top_card_of_the_pile_laid_face_down_beside_the_shield() -> None:
    state = table(ANN, BEN, pile="1C 2C")
    assert events(state, 0, Reinforce()) == [Reinforced(0), TurnBegan(1)]
    after = played(state, (0, Reinforce()))
    assert after.reinforcements == (*face_down("1C"), None)
    assert after.pile == face_down("2C")


def test_a_reinforcement_lasts_through_the_turns_of_the_others() -> None:
    state = table(ANN, BEN, CAT, pile="1C 2C 3C 4C")
    after = played(state, (0, Reinforce()), (1, Charge()))
    assert after.reinforcements[0] == face_down("1C")[0]


def test_it_is_discarded_unseen_when_the_seats_next_turn_begins() -> None:
    after = played(table(ANN, BEN, pile="1C 2C 3C", discard="9C"), (0, Reinforce()), (1, Charge()))
    assert after.active == 0
    assert after.reinforcements == (None, None)
    assert after.discard == face_up("9C") + face_down("1C")


def test_one_that_was_revealed_is_discarded_in_the_sight_of_all() -> None:
    state = table(seat("5C 6C", "8C", revealed="1C"), BEN, pile="2C", discard="9C", unseen="10C", active=1)
    after = played(state, (1, Charge()))
    assert after.discard == face_up("1C 9C") + face_down("10C")


def test_it_is_gone_even_when_the_clock_then_skips_that_turn() -> None:
    state = timed_out(played(table(ANN, BEN, pile="1C 2C"), (0, Reinforce()), (1, Charge())))
    assert state.active == 1
    assert state.reinforcements == (None, None)


def test_a_seat_can_reinforce_in_each_of_its_turns() -> None:
    state = table(ANN, BEN, pile="1C 2C 3C")
    after = played(state, (0, Reinforce()), (1, Charge()), (0, Reinforce()))
    assert after.reinforcements == (*face_down("3C"), None)


# ── Swap a shield ────────────────────────────────────────────────────────────────────────────────────────


def test_the_old_shield_is_discarded_and_the_top_card_is_the_new_one() -> None:
    state = table(ANN, BEN, CAT, pile="1C 2C")
    assert events(state, 0, SwapShield(2)) == [ShieldDiscarded(0, 2), ShieldLaid(2, cards("1C")[0]), TurnBegan(1)]
    after = played(state, (0, SwapShield(2)))
    assert after.shields == cards("8C 8D 1C")
    assert after.discard == face_up("8H")
    assert after.pile == face_down("2C")


def test_ones_own_shield_can_be_swapped() -> None:
    assert played(table(ANN, BEN, pile="1C"), (0, SwapShield(0))).shields == cards("1C 8D")


def test_a_seat_that_is_no_neighbour_can_have_its_shield_swapped() -> None:
    assert played(table(ANN, BEN, CAT, DAN, pile="1C"), (0, SwapShield(2))).shields == cards("8C 8D 1C 8S")


def test_a_reinforcement_stays_when_its_shield_is_swapped() -> None:
    state = table(ANN, BEN, seat("5H 6H", "8H", reinforcement="3C"), pile="1C")
    assert played(state, (0, SwapShield(2))).reinforcements == (None, None, *face_down("3C"))


@pytest.mark.parametrize(("target", "rule"), [(1, "out_of_the_game"), (4, "no_such_seat")])
def test_only_the_shield_of_a_seat_in_the_game_can_be_swapped(target: int, rule: str) -> None:
    state = table(ANN, OUT, BEN, pile="1C")
    assert SwapShield(target) not in GAME.legal(state, 0)
    assert refused(state, 0, SwapShield(target)) == rule


# ── An empty pile ────────────────────────────────────────────────────────────────────────────────────────

REVERSED = [[2, 1, 0]]
"""A shuffle of three cards that turns their order round."""


@pytest.mark.parametrize("action", [Attack(1), Charge(), Reinforce()])
def test_when_a_card_is_needed_and_the_pile_is_empty_the_discard_is_shuffled_into_a_new_one(action: NoeAction) -> None:
    state = table(ANN, BEN, discard="2C 3C", unseen="4C")
    happened = events(state, 0, action, ScriptedChance(REVERSED))
    assert happened[0] == Reshuffled(face_down("4C 3C 2C"))
    after = played(state, (0, action), chance=ScriptedChance(REVERSED))
    assert after.pile == face_down("3C 2C")


def test_the_old_shield_is_in_the_discard_before_it_is_shuffled() -> None:
    state = table(ANN, BEN, discard="2C 3C")
    happened = events(state, 0, SwapShield(1), ScriptedChance(REVERSED))
    assert happened == [
        ShieldDiscarded(0, 1),
        Reshuffled(face_down("3C 2C 8D")),
        ShieldLaid(1, cards("3C")[0]),
        TurnBegan(1),
    ]


def test_so_the_old_shield_can_come_back() -> None:
    after = played(table(ANN, BEN, discard="2C 3C"), (0, SwapShield(1)), chance=ScriptedChance([[0, 1, 2]]))
    assert after.shields == cards("8C 8D")


def test_nothing_is_shuffled_before_a_card_is_needed() -> None:
    after = played(table(ANN, BEN, pile="1C", discard="2C 3C"), (0, Charge()))
    assert after.pile == ()
    assert after.discard == face_up("2C 3C")


def test_an_attackers_charges_are_not_among_the_shuffled_cards() -> None:
    state = table(seat("5C 6C", "8C", charges="1C"), seat("13D", "13H"), discard="2C 3C 4C")
    assert played(state, (0, Attack(1)), chance=ScriptedChance(REVERSED)).discard == face_up("4C 1C")


# ── As many cards on the table as there can be ───────────────────────────────────────────────────────────


def full_table(charges: int) -> NoeState:
    """Six seats with all that they can hold but for the charges of seat 0, which is to act; the pile is empty."""
    pack = iter(PACK)

    def dealt(count: int) -> str:
        return " ".join(islice(pack, count))

    active = seat(dealt(3), dealt(1), charges=dealt(charges))
    others = [seat(dealt(3), dealt(1), charges=dealt(3), reinforcement=dealt(1)) for _ in range(5)]
    return table(active, *others, discard=dealt(52))


@pytest.mark.parametrize(
    ("action", "charges", "left"),
    [(Charge(), 2, 5), (Reinforce(), 3, 4), (SwapShield(0), 3, 5), (SwapShield(3), 3, 5), (Attack(1), 3, 4)],
)
def test_there_are_cards_enough_for_every_action_when_six_seats_hold_the_most(
    action: NoeAction, charges: int, left: int
) -> None:
    state = full_table(charges)
    assert action in GAME.legal(state, 0)
    happened = events(state, 0, action, Chance.seeded(1))
    (reshuffled,) = [event for event in happened if isinstance(event, Reshuffled)]
    assert len(reshuffled.pile) == left + 1
    after = played(state, (0, action), chance=Chance.seeded(1))
    assert (after.active, len(after.pile)) == (1, left)
    assert sorted(all_cards(after)) == sorted(PACK)


# ── Actions as data ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Attack(2), b'{"type":"attack","target":2}'),
        (Charge(), b'{"type":"charge"}'),
        (Reinforce(), b'{"type":"reinforce"}'),
        (SwapShield(0), b'{"type":"swap_shield","target":0}'),
    ],
)
def test_an_action_is_its_type_and_its_fields(action: NoeAction, data: bytes) -> None:
    assert msgspec.json.encode(action) == data
    assert parse_json_action(GAME, data) == action


@pytest.mark.parametrize(
    "data",
    [{"type": "attack"}, {"type": "attack", "target": 6}, {"type": "attack", "target": -1}, {"type": "charge", "x": 1}],
)
def test_what_has_not_that_form_is_no_action(data: object) -> None:
    refusal = parse_action(GAME, data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"


def test_a_refusal_says_what_was_tried_which_rule_stands_against_it_and_what_is_allowed() -> None:
    refusal = refusal_of(GAME, table(ANN, BEN, pile="1C"), 0, Attack(0))
    assert refusal.text.en == (
        "attack(target=0) is not allowed: You can’t attack yourself. "
        "Allowed now: attack(target=1), charge, reinforce, swap_shield(target=0), swap_shield(target=1)."
    )
    assert "Vous ne pouvez pas vous attaquer vous-même." in refusal.text.fr
