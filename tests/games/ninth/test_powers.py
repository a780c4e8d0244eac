"""What each planet does, when, and that a face-down card does nothing."""

from itertools import permutations

import pytest

from tablee.games.ninth.planets import Planet
from tablee.games.ninth.rules import (
    Arrange,
    Arranged,
    Asked,
    Claimed,
    Closed,
    Covered,
    Drawn,
    ExtraTurnWon,
    LookedAtPile,
    NinthState,
    Order,
    Pass,
    Place,
    Placed,
    Removed,
    Swap,
    Swapped,
    Take,
    Taken,
    TurnBegan,
)
from tablee.kernel import EVERYONE, Secret, only
from tablee.kernel.events import Ended
from tests.games.ninth.positions import (
    PILE,
    PLANET_OF,
    board_of,
    broken_rule,
    drawn,
    events,
    hand_of,
    legal,
    pile_of,
    play,
    position,
    without_powers,
)

CENTRE = """
    ve ea ma
    ju {} ur
    ne ma ve
"""
"""A quiet board with a card of choice in the centre."""


# ── Mercury ──────────────────────────────────────────────────────────────────────────────────────────────


def test_mercury_does_nothing_before_it_scores() -> None:
    state = play(position(CENTRE.format("me"), hand="me"), Take(4))
    assert [type(event).__name__ for event in events(state, Place("mercury", 4))] == [
        "Placed",
        "TurnEnded",
        "TurnBegan",
    ]


# ── Venus ────────────────────────────────────────────────────────────────────────────────────────────────


def test_venus_taken_shows_the_next_three_cards_and_asks_for_their_order() -> None:
    state = position(pile="me ea ma ju")
    assert events(state, Take(0)) == [
        Taken(0, 0, Secret("venus", EVERYONE)),
        LookedAtPile(0, (Secret("mercury", only(0)), Secret("earth", only(0)), Secret("mars", only(0)))),
        Asked("arrange"),
    ]
    assert pile_of(play(state, Take(0))) == "me?0 ea?0 ma?0 ju"


def test_all_orders_of_the_cards_are_legal() -> None:
    assert legal(play(position(), Take(0))) == [Arrange(order) for order in permutations((0, 1, 2))]


def test_an_order_lists_the_present_places_the_next_to_be_drawn_first() -> None:
    state = play(position(hand="ur", pile="me ea ma ju"), Take(0))
    assert events(state, Arrange((2, 0, 1))) == [Arranged(0, Secret(Order((2, 0, 1)), only(0))), Asked("place")]
    assert pile_of(play(state, Arrange((2, 0, 1)))) == "ma?0 me?0 ea?0 ju"


def test_the_refill_of_the_same_turn_draws_in_the_new_order() -> None:
    state = play(position(pile="me ea ma ju"), Take(0), Arrange((2, 0, 1)))
    assert board_of(state)[0] == "ma"
    assert pile_of(state) == "me?0 ea?0 ju"


def test_venus_shows_fewer_cards_when_there_are_fewer() -> None:
    state = play(position(pile="me ea"), Take(0))
    assert legal(state) == [Arrange((0, 1)), Arrange((1, 0))]
    assert pile_of(play(state, Arrange((1, 0)))) == "me?0"


def test_an_order_is_asked_for_even_when_the_cards_are_alike() -> None:
    assert len(legal(play(position(pile="me me me me"), Take(0)))) == 6


def test_the_seat_goes_on_seeing_the_cards_until_they_are_drawn() -> None:
    state = play(position(pile="me ea ma ju sa"), Take(0), Arrange((0, 1, 2)), Take(1))
    assert pile_of(state) == "ma?0 ju sa"


def test_the_other_seat_forgets_what_it_knew_of_the_cards_just_arranged_and_of_no_others() -> None:
    state = play(position(hand="ur", pile="me?1 ea?1 ma?01 ju?1 sa"), Take(0))
    assert pile_of(state) == "me?01 ea?01 ma?01 ju?1 sa"
    assert pile_of(play(state, Arrange((0, 1, 2)))) == "me?0 ea?0 ma?0 ju?1 sa"


def test_a_single_card_is_arranged_by_the_engine_and_everyone_keeps_what_they_knew() -> None:
    state = position(hand="ur", pile="me?1")
    assert events(state, Take(0)) == [
        Taken(0, 0, Secret("venus", EVERYONE)),
        LookedAtPile(0, (Secret("mercury", only(0) | only(1)),)),
        Asked("place"),
    ]
    assert pile_of(play(state, Take(0))) == "me?01"


def test_venus_placed_shows_nothing() -> None:
    assert pile_of(play(position(hand="ve", pile="me ea"), Take(4), Place("venus", 4))) == "me ea"


# ── Earth ────────────────────────────────────────────────────────────────────────────────────────────────


def test_earth_placed_wins_another_turn_after_this_one() -> None:
    state = play(position(hand="ea"), Take(4))
    assert [event for event in events(state, Place("earth", 4)) if isinstance(event, ExtraTurnWon | TurnBegan)] == [
        ExtraTurnWon(0),
        TurnBegan(0, is_extra=True),
    ]
    state = play(state, Place("earth", 4))
    assert (state.active, state.phase, state.turn) == (0, "take", 11)
    assert state.extra_turn
    assert not state.extra_turn_won


def test_an_extra_turn_is_a_whole_turn_in_which_the_card_taken_before_can_be_placed() -> None:
    state = play(position(hand="ea"), Take(4), Place("earth", 4), Take(1))
    assert legal(state) == [Place("saturn", 1), Pass()]


def test_a_turn_won_by_earth_does_not_win_another() -> None:
    state = play(position(hand="ea ea"), Take(4), Place("earth", 4), Take(5), Place("earth", 5))
    assert (state.active, state.extra_turn) == (1, False)


def test_after_an_extra_turn_earth_works_again_in_the_next_turn_of_the_seat() -> None:
    state = play(position(hand="ea ea"), Take(4), Place("earth", 4), Take(5), Pass(), Take(4), Take(5))
    assert play(state, Place("earth", 5)).active == 0


def test_earth_in_a_line_that_is_claimed_wins_the_turn_all_the_same() -> None:
    state = play(position("ea ea sa  ju ve ur  ne ma ve", hand="ea"), Take(2), Place("earth", 2))
    assert len(state.lines[0]) == 1
    assert state.active == 0


def test_earth_taken_wins_nothing() -> None:
    assert play(position(), Take(1)).active == 1


# ── Inside a turn won by Earth ───────────────────────────────────────────────────────────────────────────


def in_extra_turn(hand: str = "", pile: str = PILE) -> NinthState:
    """A turn that seat 0 has just won; it holds a Mercury as well, and the centre is Earth."""
    state = play(position(CENTRE.format("me"), hand=f"ea {hand}", pile=pile), Take(4), Place("earth", 4))
    assert (state.active, state.extra_turn) == (0, True)
    assert board_of(state) == drawn(CENTRE.format("ea"))
    return state


def test_venus_works_in_an_extra_turn() -> None:
    state = play(in_extra_turn(pile="me ea ma ju"), Take(0))
    assert (state.phase, pile_of(state)) == ("arrange", "me?0 ea?0 ma?0 ju")
    assert pile_of(play(state, Arrange((2, 0, 1)))) == "ma?0 me?0 ea?0 ju"


def test_jupiter_works_in_an_extra_turn() -> None:
    state = play(in_extra_turn(), Take(3), Place("mercury", 3))
    assert board_of(state) == drawn("ve ea ma  me?0 ea ur  ne ma ve")


def test_neptune_works_in_an_extra_turn() -> None:
    state = play(in_extra_turn(), Take(6))
    assert board_of(state) == drawn("ve ea ma  ju ea ur  . ma ve")
    assert state.active == 1  # there is no slot for the Mercury


def test_mars_works_in_an_extra_turn() -> None:
    state = play(in_extra_turn("ma"), Take(5), Place("mars", 5))
    assert (state.removed, hand_of(state, 0), state.active) == (("uranus",), "me", 1)


def test_saturn_works_in_an_extra_turn() -> None:
    state = play(in_extra_turn("sa"), Take(5), Place("saturn", 5))
    assert state.phase == "swap"
    assert board_of(play(state, Swap(0, 1))) == drawn("ea ve ma  ju ea sa  ne ma ve")


def test_neptunes_hole_is_an_ordinary_empty_slot_in_an_extra_turn_of_the_same_seat() -> None:
    state = play(position("ve ea ma  ju . ur  ne ma ve", hand="ea ur"), Take(6), Place("earth", 4))
    assert (state.active, state.extra_turn, state.closed) == (0, True, None)
    assert board_of(state) == drawn("ve ea ma  ju ea ur  . ma ve")
    state = play(state, Take(8), Arrange((0, 1, 2)))
    assert legal(state) == [
        Place("uranus", 6),
        Place("uranus", 8),
        Place("neptune", 6),
        Place("neptune", 8),
        Pass(),
    ]


def test_an_older_hole_can_be_filled_in_an_extra_turn_and_the_refill_fills_the_slot_just_emptied() -> None:
    state = play(position("ve ea ma  ju . ur  ne ma ve", hand="ea ur", pile="me sa"), Take(6), Place("earth", 4))
    state = play(state, Take(2), Place("uranus", 6))
    assert board_of(state) == drawn("ve ea me  ju ea ur  ur ma ve")
    assert (state.active, hand_of(state, 0)) == (1, "ma ne")


def test_mars_in_an_older_hole_replaces_nothing_in_an_extra_turn_either() -> None:
    state = play(position("ve ea ma  ju . ur  ne ju ve", hand="ea ma"), Take(6), Place("earth", 4))
    state = play(state, Take(5), Place("mars", 6))
    assert (state.removed, hand_of(state, 0)) == ((), "ur ne")


# ── Mars ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_mars_placed_takes_the_card_it_replaces_out_of_the_hand_and_the_game() -> None:
    state = play(position(hand="ma ur"), Take(4))
    assert events(state, Place("mars", 4))[:2] == [
        Placed(0, Secret("mars", EVERYONE), 4, face_down=False),
        Removed(0, "saturn"),
    ]
    state = play(state, Place("mars", 4))
    assert hand_of(state, 0) == "ur"
    assert state.removed == ("saturn",)


def test_mars_takes_out_a_card_that_was_taken_face_down_and_shows_it_to_all() -> None:
    state = play(position(CENTRE.format("ju?"), hand="ma"), Take(4), Place("mars", 4))
    assert state.removed == ("jupiter",)
    assert hand_of(state, 0) == ""
    assert board_of(state)[4] == "ma"


def test_mars_in_an_older_hole_replaces_nothing() -> None:
    state = play(position("ve ea ma  ju sa ur  . ju ve", hand="ma"), Take(4), Place("mars", 6))
    assert state.removed == ()
    assert hand_of(state, 0) == "sa"


def test_mars_taken_removes_nothing() -> None:
    assert play(position(hand="ur"), Take(2), Place("uranus", 2)).removed == ()


# ── Jupiter ──────────────────────────────────────────────────────────────────────────────────────────────


def test_jupiter_taken_covers_its_slot_for_this_turn() -> None:
    state = position(hand="ur")
    assert events(state, Take(3))[1:] == [Covered(3), Asked("place")]
    assert play(state, Take(3)).covered == 3


def test_a_card_placed_in_the_covered_slot_lies_face_down_known_to_its_placer() -> None:
    state = play(position(hand="ur"), Take(3), Place("uranus", 3))
    assert board_of(state) == drawn("ve ea ma  ur?0 sa ur  ne ma ve")


def test_a_card_drawn_to_the_covered_slot_lies_face_down_known_to_nobody() -> None:
    assert board_of(play(position(pile="me ea"), Take(3))) == drawn("ve ea ma  me? sa ur  ne ma ve")


def test_a_card_drawn_face_down_stays_known_to_whoever_knew_it_from_the_pile() -> None:
    assert board_of(play(position(pile="me?1 ea"), Take(3)))[3] == "me?1"
    assert board_of(play(position(pile="me?0 ea"), Take(3)))[3] == "me?0"


def test_only_the_covered_slot_is_filled_face_down() -> None:
    state = position("ur ur .  ju sa ma  ne ma ve", hand="ur", pile="me ea ve ma sa")
    state = play(state, Take(3), Place("uranus", 2))
    assert board_of(state) == drawn("me ea ve  ma? sa ma  ne ma ve")


def test_the_slot_is_covered_for_one_turn_only() -> None:
    state = play(position(pile="me ea sa"), Take(3), Take(3))
    assert board_of(state)[3] == "ea"


def test_jupiter_placed_covers_nothing() -> None:
    state = play(position(hand="ju"), Take(4), Place("jupiter", 4))
    assert board_of(state)[4] == "ju"


# ── Saturn ───────────────────────────────────────────────────────────────────────────────────────────────


def test_saturn_placed_asks_for_a_swap_of_two_other_cards() -> None:
    state = play(position(CENTRE.format("ma"), hand="sa"), Take(4))
    assert events(state, Place("saturn", 4))[1:] == [Asked("swap")]
    others = (0, 1, 2, 3, 5, 6, 7, 8)
    assert legal(play(state, Place("saturn", 4))) == [Swap(a, b) for a in others for b in others if a < b]


def test_the_two_cards_change_places() -> None:
    state = play(position(CENTRE.format("ma"), hand="sa"), Take(4), Place("saturn", 4), Swap(0, 5))
    assert board_of(state) == drawn("ur ea ma  ju sa ve  ne ma ve")


def test_the_swap_is_mandatory() -> None:
    state = play(position(CENTRE.format("ma"), hand="sa"), Take(4), Place("saturn", 4))
    assert broken_rule(state, Pass()) == "swap_first"


def test_a_hole_cannot_be_swapped() -> None:
    state = play(position("ve ea ma  ju sa ur  . ju ve", hand="sa"), Take(4), Place("saturn", 4))
    assert not [swap for swap in legal(state) if isinstance(swap, Swap) and 6 in (swap.a, swap.b)]
    assert broken_rule(state, Swap(0, 6)) == "swap_cards"


def test_lines_are_looked_for_after_the_swap() -> None:
    made = position("ve ve ma  ju ur ur  ve ma ne", hand="sa")
    state = play(made, Take(4), Place("saturn", 4), Swap(2, 6))
    assert [line.cards for line in state.lines[0]] == [("venus",) * 3]
    broken = position("ve ve ve  ju ur ur  ea ma ne", hand="sa")
    state = play(broken, Take(4), Place("saturn", 4), Swap(2, 6))
    assert state.lines == ((), ())


def test_face_down_cards_can_be_swapped_and_stay_face_down_known_to_whoever_knew_them() -> None:
    state = position("ve?1 ea ma  ju ma ur  ne ma ve?", hand="sa")
    state = play(state, Take(4), Place("saturn", 4), Swap(0, 8))
    assert board_of(state) == drawn("ve? ea ma  ju sa ur  ne ma ve?1")
    state = play(position("ve?1 ea ma  ju ma ur  ne ma ve", hand="sa"), Take(4), Place("saturn", 4), Swap(0, 1))
    assert board_of(state) == drawn("ea ve?1 ma  ju sa ur  ne ma ve")


def test_with_one_pair_the_engine_swaps_it() -> None:
    state = play(position("ve ea .  . ma .  . . .", hand="sa"), Take(4))
    assert events(state, Place("saturn", 4))[1] == Swapped(0, 0, 1)
    assert board_of(play(state, Place("saturn", 4)))[:2] == ["ea", "ve"]


def test_with_fewer_than_two_other_cards_nothing_is_swapped() -> None:
    state = play(position("ve . .  . ma .  . . .", hand="sa"), Take(4))
    assert isinstance(events(state, Place("saturn", 4))[1], Drawn)


def test_saturn_taken_swaps_nothing() -> None:
    assert events(position(hand="ur"), Take(4))[1:] == [Asked("place")]


# ── Uranus and ninth: see test_lines ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("card", ["uranus", "ninth"])
def test_uranus_and_ninth_do_nothing_of_their_own_when_taken_or_placed(card: Planet) -> None:
    state = position(CENTRE.format(card[:2]), hand=card[:2])
    assert events(state, Take(4))[1:] == [Asked("place")]
    happened = events(play(state, Take(4)), Place(card, 4))
    assert [type(event).__name__ for event in happened] == ["Placed", "TurnEnded", "TurnBegan"]


# ── Neptune ──────────────────────────────────────────────────────────────────────────────────────────────


def test_neptune_taken_leaves_a_hole_that_the_refill_does_not_fill() -> None:
    state = position()
    assert events(state, Take(6))[1] == Closed(6)
    assert board_of(play(state, Take(6))) == drawn("ve ea ma  ju sa ur  . ma ve")


def test_nothing_can_be_placed_in_neptunes_slot_this_turn_so_that_nothing_is_asked() -> None:
    assert play(position(hand="ur"), Take(6)).active == 1


def test_an_older_hole_can_be_filled_in_the_turn_in_which_neptune_is_taken() -> None:
    state = play(position("ve ea ma  ju . ur  ne ma ve", hand="ur"), Take(6))
    assert legal(state) == [Place("uranus", 4), Pass()]
    assert broken_rule(state, Place("uranus", 6)) == "slot_closed"
    assert board_of(play(state, Place("uranus", 4))) == drawn("ve ea ma  ju ur ur  . ma ve")


def test_an_older_hole_is_refilled_in_the_turn_in_which_neptune_is_taken() -> None:
    state = play(position("ve ea ma  ju . ur  ne ma ve", pile="me ea"), Take(6))
    assert board_of(state) == drawn("ve ea ma  ju me ur  . ma ve")


def test_the_hole_is_an_ordinary_empty_slot_from_the_next_turn_on() -> None:
    state = play(position(other="ur", pile="me ea sa"), Take(6), Take(4))
    assert legal(state) == [Place("uranus", 4), Place("uranus", 6), Pass()]
    assert board_of(play(state, Pass())) == drawn("ve ea ma  ju me ur  ea ma ve")


def test_the_refill_after_a_claim_passes_over_neptunes_slot() -> None:
    state = position("ve ve .  ju sa ur  ne ma ea", hand="ve", pile="me ea ma ju sa")
    state = play(state, Take(6), Place("venus", 2))
    assert [line.cards for line in state.lines[0]] == [("venus",) * 3]
    assert board_of(state) == drawn("me ea ma  ju sa ur  . ma ea")
    assert pile_of(state) == "ju sa"


def test_neptune_placed_closes_nothing() -> None:
    state = play(position(hand="ne"), Take(4), Place("neptune", 4))
    assert board_of(state)[4] == "ne"


# ── Face-down cards are inert ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("letters", ["me", "ve", "ea", "ma", "ju", "sa", "ur", "ne", "ni"])
def test_a_card_taken_face_down_triggers_nothing(letters: str) -> None:
    state = position(CENTRE.format(f"{letters}?0"), hand="ur")
    assert events(state, Take(4)) == [Taken(0, 4, Secret(PLANET_OF[letters], only(0))), Asked("place")]


@pytest.mark.parametrize("letters", ["me", "ve", "ea", "ma", "ju", "sa", "ur", "ne", "ni"])
def test_a_card_placed_face_down_triggers_nothing(letters: str) -> None:
    state = play(position(CENTRE.format("ju"), hand=letters), Take(4))
    planet = PLANET_OF[letters]
    assert events(state, Place(planet, 4))[0] == Placed(0, Secret(planet, only(0)), 4, face_down=True)
    assert [type(event).__name__ for event in events(state, Place(planet, 4))[1:]] == ["TurnEnded", "TurnBegan"]
    state = play(state, Place(planet, 4))
    assert (state.active, state.removed, hand_of(state, 0)) == (1, (), "ju")


# ── Order on one placement ───────────────────────────────────────────────────────────────────────────────


def test_mars_comes_before_the_nine_planets() -> None:
    state = play(position("me ve ea  sa ju sa  ur ne ni", hand="ma"), Take(3))
    happened = events(state, Place("mars", 3))
    assert [type(event) for event in happened] == [Placed, Removed, Ended]


def test_mars_comes_before_the_lines() -> None:
    state = play(position("ma ma sa  ju ve ur  ne ea ve", hand="ma"), Take(2))
    assert [type(event) for event in events(state, Place("mars", 2))[:3]] == [Placed, Removed, Claimed]


def test_saturns_swap_comes_before_the_nine_planets() -> None:
    state = play(position("me ve ea  ma ju ma  ur ne ni", hand="sa"), Take(3), Place("saturn", 3))
    assert (state.phase, state.ended) == ("swap", None)
    happened = events(state, Swap(0, 1))
    assert [type(event) for event in happened] == [Swapped, Ended]


# ── Without powers ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("letters", ["me", "ve", "ea", "ma", "ju", "sa", "ur", "ne", "ni"])
def test_without_powers_no_card_taken_triggers_anything(letters: str) -> None:
    state = without_powers(CENTRE.format(letters), hand="ur")
    assert events(state, Take(4)) == [Taken(0, 4, Secret(PLANET_OF[letters], EVERYONE)), Asked("place")]


@pytest.mark.parametrize("letters", ["me", "ve", "ea", "ma", "ju", "sa", "ur", "ne", "ni"])
def test_without_powers_no_card_placed_triggers_anything(letters: str) -> None:
    state = play(without_powers(CENTRE.format("ju"), hand=letters), Take(4))
    planet = PLANET_OF[letters]
    assert events(state, Place(planet, 4))[0] == Placed(0, Secret(planet, EVERYONE), 4, face_down=False)
    assert [type(event).__name__ for event in events(state, Place(planet, 4))[1:]] == ["TurnEnded", "TurnBegan"]
    state = play(state, Place(planet, 4))
    assert (state.active, state.removed, hand_of(state, 0)) == (1, (), "ju")
