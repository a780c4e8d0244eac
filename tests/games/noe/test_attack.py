"""An attack, step by step. It is always seat 1 that is attacked, and by seat 0 unless seat 2 plays."""

from tablee.games.noe import GAME
from tablee.games.noe.rules import (
    Attack,
    Attacked,
    AttackHeld,
    Charge,
    Eliminated,
    LifeCardsLaid,
    LifeLost,
    ReinforcementRevealed,
    TurnBegan,
)
from tablee.kernel.events import Ended
from tablee.kernel.outcome import won
from tests.games.noe.table import OUT, cards, events, face_down, face_up, played, seat, table

ATTACK = Attack(1)
ANN = seat("5C 6C", "8C")
CAT = seat("5H 6H", "8H")

# ── 1. The attack card and the charges ───────────────────────────────────────────────────────────────────


def test_the_top_card_of_the_pile_is_turned_and_all_charges_are_revealed() -> None:
    state = table(seat("5C 6C", "8C", charges="1D 2D"), seat("10D", "13D"), pile="3C 4C")
    assert events(state, 0, ATTACK)[0] == Attacked(0, 1, cards("3C")[0], cards("1D 2D"))
    assert played(state, (0, ATTACK)).pile == face_down("4C")


def test_the_charges_add_to_the_attack() -> None:
    state = table(seat("5C 6C", "8C", charges="1D 2D"), seat("10D", "5D"), pile="3C", discard="9C")
    assert LifeLost(1, 1) in events(state, 0, ATTACK)


def test_the_charges_are_spent_when_the_attack_is_held() -> None:
    after = played(table(seat("5C 6C", "8C", charges="1D 2D"), seat("10D", "13D"), pile="3C"), (0, ATTACK))
    assert after.charges == ((), ())
    assert after.discard == face_up("3C 1D 2D")


def test_the_charges_are_spent_when_the_attack_strikes() -> None:
    state = table(seat("5C 6C", "8C", charges="1D 2D"), seat("10D", "5D"), pile="3C", discard="9C")
    after = played(state, (0, ATTACK))
    assert after.charges == ((), ())
    assert set(face_up("3C 1D 2D")) <= set(after.discard)


def test_after_its_charges_are_spent_a_seat_can_charge_again() -> None:
    state = table(seat("5C 6C", "8C", charges="1D 2D 3D"), seat("10D", "13D"), pile="3C 4C 5S")
    assert Charge() in GAME.legal(played(state, (0, ATTACK), (1, Charge())), 0)


# ── 2. The shield ────────────────────────────────────────────────────────────────────────────────────────


def test_an_attack_that_equals_the_shield_ends_there() -> None:
    state = table(ANN, seat("10D", "7D"), pile="7C")
    assert events(state, 0, ATTACK) == [Attacked(0, 1, cards("7C")[0], ()), AttackHeld(1), TurnBegan(1)]
    assert played(state, (0, ATTACK)).life == (11, 10)


def test_then_the_reinforcement_stays_face_down() -> None:
    state = table(CAT, seat("10D", "7D", reinforcement="2D"), ANN, pile="7C", active=2)
    assert events(state, 2, ATTACK) == [Attacked(2, 1, cards("7C")[0], ()), AttackHeld(1), TurnBegan(0)]
    assert played(state, (2, ATTACK)).reinforcements[1] == face_down("2D")[0]


def test_and_it_is_discarded_unseen_when_its_owners_turn_begins() -> None:
    state = table(ANN, seat("10D", "7D", reinforcement="2D"), CAT, pile="7C")
    assert played(state, (0, ATTACK)).discard == face_up("7C") + face_down("2D")


def test_the_charges_of_a_seat_that_holds_stay_with_it() -> None:
    state = table(ANN, seat("10D", "7D", charges="2D 3D"), pile="7C")
    assert played(state, (0, ATTACK)).charges == ((), face_down("2D 3D"))


# ── 3. The reinforcement ─────────────────────────────────────────────────────────────────────────────────


def test_an_attack_that_exceeds_the_shield_reveals_the_reinforcement() -> None:
    state = table(ANN, seat("10D", "7D", reinforcement="2D"), CAT, pile="8S")
    assert events(state, 0, ATTACK)[1] == ReinforcementRevealed(1, cards("2D")[0])


def test_an_attack_that_equals_shield_and_reinforcement_ends_there() -> None:
    state = table(ANN, seat("10D", "7D", reinforcement="2D"), CAT, pile="9C")
    assert events(state, 0, ATTACK) == [
        Attacked(0, 1, cards("9C")[0], ()),
        ReinforcementRevealed(1, cards("2D")[0]),
        AttackHeld(1),
        TurnBegan(1),
    ]


def test_a_revealed_reinforcement_stays_face_up_until_its_owners_next_turn_begins() -> None:
    state = table(CAT, seat("10D", "7D", reinforcement="2D"), ANN, pile="9C 3C 4C", active=2)
    struck = played(state, (2, ATTACK))
    assert struck.reinforcements[1] == face_up("2D")[0]
    assert played(struck, (0, Charge())).discard == face_up("2D 9C")


def test_a_reinforcement_that_is_already_face_up_counts_and_is_not_revealed_again() -> None:
    state = table(ANN, seat("10D", "7D", revealed="2D"), CAT, pile="9C")
    assert events(state, 0, ATTACK) == [Attacked(0, 1, cards("9C")[0], ()), AttackHeld(1), TurnBegan(1)]


def test_one_that_is_already_face_up_counts_when_it_is_exceeded_too() -> None:
    state = table(ANN, seat("10D 3D", "7D", revealed="2D"), CAT, pile="10C", discard="2S")
    assert events(state, 0, ATTACK)[:2] == [Attacked(0, 1, cards("10C")[0], ()), LifeLost(1, 1)]


def test_a_reinforcement_stays_face_up_after_a_hit_that_its_owner_survives() -> None:
    state = table(CAT, seat("10D 3D", "7D", reinforcement="1D"), ANN, pile="9C 4C", discard="2S", active=2)
    after = played(state, (2, ATTACK))
    assert (after.active, after.life[1]) == (0, 12)
    assert after.reinforcements[1] == face_up("1D")[0]
    assert played(after, (0, Charge())).reinforcements[1] is None


# ── 4. The loss ──────────────────────────────────────────────────────────────────────────────────────────


def test_what_exceeds_the_shield_is_lost_in_life() -> None:
    state = table(ANN, seat("10D 3D", "7D"), pile="9C", discard="1S")
    assert LifeLost(1, 2) in events(state, 0, ATTACK)
    assert played(state, (0, ATTACK)).life == (11, 11)


def test_the_reinforcement_is_taken_off_the_loss() -> None:
    state = table(ANN, seat("10D 3D", "7D", reinforcement="1D"), pile="9C", discard="2S")
    assert LifeLost(1, 1) in events(state, 0, ATTACK)


def test_a_seat_that_is_hit_loses_all_its_charges_unseen() -> None:
    state = table(ANN, seat("10D 3D", "7D", charges="12C 12D"), CAT, pile="9C", discard="1S")
    after = played(state, (0, ATTACK))
    assert after.charges == ((), (), ())
    assert after.discard[-2:] == face_down("12C 12D")


def test_the_attackers_own_life_is_never_touched() -> None:
    after = played(table(ANN, seat("10D 3D", "7D"), pile="9C", discard="1S"), (0, ATTACK))
    assert after.life[0] == 11
    assert after.life_cards[0] == cards("5C 6C")


# ── 5. Elimination ───────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_is_eliminated_at_0() -> None:
    state = table(ANN, seat("2D", "7D"), CAT, pile="9C")
    assert events(state, 0, ATTACK)[1:] == [LifeLost(1, 2), Eliminated(1), TurnBegan(2)]


def test_a_seat_is_eliminated_below_0_and_its_life_is_0() -> None:
    after = played(table(ANN, seat("2D", "7D"), CAT, pile="13C"), (0, ATTACK))
    assert after.life == (11, 0, 11)
    assert after.eliminated == (1,)
    assert GAME.scores(after) == (11, 0, 11)


def test_a_seat_with_1_left_is_not_eliminated() -> None:
    after = played(table(ANN, seat("3D", "7D"), CAT, pile="9C", discard="1S"), (0, ATTACK))
    assert after.life == (11, 1, 11)
    assert after.eliminated == ()


def test_all_cards_of_an_eliminated_seat_go_to_the_discard() -> None:
    victim = seat("1D 2S", "7D", charges="12C", reinforcement="2C")
    after = played(table(ANN, victim, CAT, pile="13C"), (0, ATTACK))
    assert (after.life_cards[1], after.shields[1], after.reinforcements[1], after.charges[1]) == ((), None, None, ())
    assert set(after.discard) == set(face_up("1D 2S 7D 2C 13C") + face_down("12C"))


def test_an_eliminated_seat_has_no_turn_any_more() -> None:
    after = played(table(ANN, seat("2D", "7D"), CAT, pile="9C 1C 2C"), (0, ATTACK), (2, Charge()))
    assert after.active == 0


def test_the_life_cards_of_an_eliminated_seat_are_not_changed() -> None:
    state = table(ANN, seat("2D", "7D"), CAT, pile="9C", discard="1S")
    assert LifeCardsLaid not in map(type, events(state, 0, ATTACK))


def test_the_last_seat_with_life_wins() -> None:
    state = table(ANN, seat("2D", "7D"), OUT, pile="9C")
    assert events(state, 0, ATTACK)[-1] == Ended(won([0], [11, 0, 0], "last"))
    assert GAME.to_act(played(state, (0, ATTACK))) == ()


# ── 6. The change of life cards, in play (which cards: test_life.py) ─────────────────────────────────────


def test_the_life_cards_are_changed_so_that_they_add_up_to_the_life() -> None:
    state = table(ANN, seat("10D 5D", "7D"), pile="9C", discard="3S")
    assert events(state, 0, ATTACK) == [
        Attacked(0, 1, cards("9C")[0], ()),
        LifeLost(1, 2),
        LifeCardsLaid(1, kept=cards("10D"), from_discard=cards("3S"), from_pile=()),
        TurnBegan(1),
    ]
    assert played(state, (0, ATTACK)).life_cards[1] == cards("10D 3S")


def test_what_is_not_kept_goes_to_the_discard() -> None:
    after = played(table(ANN, seat("10D 5D", "7D"), pile="9C", discard="3S 4S"), (0, ATTACK))
    assert after.discard == face_up("5D 9C 4S")


def test_the_attack_card_is_in_the_discard_before_the_change() -> None:
    state = table(ANN, seat("10D 11D", "7D"), pile="9C", discard="13S")
    assert played(state, (0, ATTACK)).life_cards[1] == cards("10D 9C")


def test_the_spent_charges_are_in_the_discard_before_the_change() -> None:
    state = table(seat("5C 6C", "8C", charges="3C"), seat("10D 5D", "7D"), pile="6H", discard="13S")
    assert played(state, (0, ATTACK)).life_cards[1] == cards("10D 3C")


def test_the_lost_charges_are_in_the_discard_before_the_change() -> None:
    state = table(ANN, seat("10D 5D", "7D", charges="3C 12C"), pile="9C", discard="13S")
    after = played(state, (0, ATTACK))
    assert after.life_cards[1] == cards("10D 3C")
    assert after.discard == face_up("5D 9C 13S") + face_down("12C")


def test_the_cards_of_a_third_seat_are_not_to_be_had() -> None:
    third = seat("3H 5H", "3D", charges="3S", reinforcement="3C")
    state = table(ANN, seat("10D 5D", "7D"), third, pile="9C 12S", discard="11S")
    assert played(state, (0, ATTACK)).life_cards[1] == cards("10D 5D")


def test_the_targets_own_shield_and_reinforcement_are_not_to_be_had() -> None:
    # A life of 13: the 3 of the shield would go with the 10, the 8 of the reinforcement with the 5.
    target = seat("10D 5D", "3D", reinforcement="8D")
    state = table(seat("5C 6C", "8C", charges="2C 2H 2S"), target, CAT, pile="7S")
    assert LifeLost(1, 2) in events(state, 0, ATTACK)
    assert played(state, (0, ATTACK)).life_cards[1] == cards("10D 5D")


def test_the_pile_keeps_its_order_when_a_card_is_taken_out_of_it() -> None:
    state = table(ANN, seat("10D 5D", "7D"), pile="9C 11S 3S 2S 12S")
    after = played(state, (0, ATTACK))
    assert after.life_cards[1] == cards("10D 3S")
    assert after.pile == face_down("11S 2S 12S")


def test_an_empty_pile_is_not_filled_for_the_change() -> None:
    after = played(table(ANN, seat("10D 5D", "7D"), pile="9C", discard="3S 4S"), (0, ATTACK))
    assert after.pile == ()


def test_where_no_combination_exists_the_cards_stay_and_the_number_counts() -> None:
    state = table(ANN, seat("10D 5D", "7D"), pile="9C 12S", discard="11S")
    assert LifeCardsLaid(1, kept=cards("10D 5D"), from_discard=(), from_pile=()) in events(state, 0, ATTACK)
    after = played(state, (0, ATTACK))
    assert after.life_cards[1] == cards("10D 5D")
    assert after.life[1] == 13
    assert after.discard == face_up("9C 11S")


def test_the_next_loss_is_taken_from_the_number_and_not_from_the_cards() -> None:
    state = table(ANN, seat("10D 5D", "7D", life=12), pile="9C", discard="11S")
    after = played(state, (0, ATTACK))
    assert after.life[1] == 10
    assert after.life_cards[1] == cards("10D")


def test_a_seat_whose_cards_show_more_than_its_life_is_eliminated_by_the_number() -> None:
    assert played(table(ANN, seat("10D 5D", "7D", life=2), CAT, pile="9C"), (0, ATTACK)).eliminated == (1,)


def test_the_example_in_the_rules_for_players() -> None:
    ada = seat("10C 11C", "8C", charges="4D 6H")
    ben = seat("12H 8S 1C", "7D", charges="13C 13D", reinforcement="5C")
    assert events(table(ada, ben, pile="9C 1D", discard="5S 10D"), 0, ATTACK) == [
        Attacked(0, 1, cards("9C")[0], cards("4D 6H")),
        ReinforcementRevealed(1, cards("5C")[0]),
        LifeLost(1, 7),
        LifeCardsLaid(1, kept=cards("8S 1C"), from_discard=cards("5S"), from_pile=()),
        TurnBegan(1),
    ]
