"""What is hidden from whom; and what holds of every position, whatever is played."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.noe import GAME
from tablee.games.noe.cards import PACK, sum_of
from tablee.games.noe.rules import (
    Attack,
    Charge,
    LifeCardsLaid,
    NoeState,
    Reinforce,
)
from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.play import carry_out, leave, timeout
from tablee.kernel.views import redact, view
from tablee.testing.noninterference import find_leak
from tests.games.noe.table import all_cards, cards, events, played, seat, table

EVERY_VIEWER = pytest.mark.parametrize("viewer", [0, 1, 2, None], ids=["owner", "target", "third", "onlooker"])

TABLE = table(
    seat("5C 6C", "8C", charges="1S 2S"),
    seat("10D 5D", "7D", charges="3S", reinforcement="4S"),
    seat("5H 6H", "8H", revealed="6S"),
    pile="9C 10C",
    discard="11S 12S",
    unseen="13S",
)

# ── Views ────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_VIEWER
def test_life_cards_shields_and_numbers_are_open_to_all(viewer: int | None) -> None:
    seen = view(TABLE, viewer)
    assert seen["life_cards"] == (cards("5C 6C"), cards("10D 5D"), cards("5H 6H"))
    assert seen["shields"] == cards("8C 7D 8H")
    assert seen["life"] == (11, 15, 11)


@EVERY_VIEWER
def test_nobody_sees_charges_not_even_their_owner_but_all_see_how_many_there_are(viewer: int | None) -> None:
    assert view(TABLE, viewer)["charges"] == [["?", "?"], ["?"], []]


@EVERY_VIEWER
def test_nobody_sees_a_reinforcement_before_it_is_revealed(viewer: int | None) -> None:
    assert view(TABLE, viewer)["reinforcements"] == [None, "?", "6S"]


@EVERY_VIEWER
def test_nobody_sees_the_pile(viewer: int | None) -> None:
    assert view(TABLE, viewer)["pile"] == ["?", "?"]


@EVERY_VIEWER
def test_cards_discarded_unseen_stay_unknown_beside_those_that_were_seen(viewer: int | None) -> None:
    assert view(TABLE, viewer)["discard"] == ["11S", "12S", "?"]


@EVERY_VIEWER
def test_a_new_pile_hides_what_was_seen(viewer: int | None) -> None:
    state = table(seat("5C", "8C"), seat("5D", "8D"), seat("5H", "8H"), discard="11S 12S")
    after = played(state, (0, Charge()), chance=ScriptedChance([[1, 0]]))
    seen = view(after, viewer)
    assert (seen["pile"], seen["charges"][0], seen["discard"]) == (["?"], ["?"], [])


# ── Redacted events ──────────────────────────────────────────────────────────────────────────────────────


@EVERY_VIEWER
def test_laying_a_card_face_down_names_it_to_nobody(viewer: int | None) -> None:
    for action in (Charge(), Reinforce()):
        for event in events(TABLE, 0, action):
            assert "9C" not in str(redact(event, viewer))


@EVERY_VIEWER
def test_a_new_pile_is_named_to_nobody(viewer: int | None) -> None:
    state = table(seat("5C", "8C"), seat("5D", "8D"), seat("5H", "8H"), discard="11S 12S")
    reshuffled = events(state, 0, Charge(), ScriptedChance([[1, 0]]))[0]
    assert redact(reshuffled, viewer) == {"type": "reshuffled", "pile": ["?", "?"]}


def test_an_attack_reveals_first_and_tells_what_follows_from_it_after() -> None:
    assert [type(event).__name__ for event in events(TABLE, 0, Attack(1))] == [
        "Attacked",
        "ReinforcementRevealed",
        "LifeLost",
        "LifeCardsLaid",
        "TurnBegan",
    ]


@EVERY_VIEWER
def test_a_card_discarded_unseen_is_shown_when_it_is_taken_as_a_life_card(viewer: int | None) -> None:
    state = table(
        seat("5C", "8C"), seat("10D 5D", "7D"), seat("5H", "8H"), pile="9C", discard="11S", unseen="12S 3S 13H"
    )
    after = played(state, (0, Attack(1)))
    assert after.life_cards[1] == cards("10D 3S")
    assert view(after, viewer)["discard"] == ["5D", "9C", "11S", "?", "?"]


def test_which_of_the_unseen_cards_was_taken_does_not_show_by_its_place() -> None:
    seats = seat("5C", "8C"), seat("10D 5D", "7D"), seat("5H", "8H")
    one = table(*seats, pile="9C", discard="11S", unseen="3S 12S")
    other = table(*seats, pile="9C", discard="11S", unseen="12S 3S")
    assert view(played(one, (0, Attack(1))), 1) == view(played(other, (0, Attack(1))), 1)


def test_new_life_cards_tell_whether_they_came_from_the_discard_or_from_the_pile() -> None:
    # The sizes of both show it anyway, so it is declared.
    seats = seat("5C", "8C"), seat("10D 5D", "7D")
    unseen = table(*seats, pile="9C 12S", unseen="3S")
    in_pile = table(*seats, pile="9C 3S", unseen="12S")
    assert LifeCardsLaid(1, cards("10D"), from_discard=cards("3S"), from_pile=()) in events(unseen, 0, Attack(1))
    assert LifeCardsLaid(1, cards("10D"), from_discard=(), from_pile=cards("3S")) in events(in_pile, 0, Attack(1))


def test_life_cards_are_told_even_when_they_stay_as_they_are() -> None:
    # Whether an exact combination exists can hang on a hidden card, so its absence may not show by a silence.
    seats = seat("5C", "8C"), seat("10D 5D", "7D")
    assert LifeCardsLaid(1, cards("10D 5D"), (), ()) in events(table(*seats, pile="9C"), 0, Attack(1))


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6))
def test_worlds_that_differ_only_in_hidden_cards_look_the_same_to_everyone(seed: int, seats: int) -> None:
    leak = find_leak(GAME, seats, GAME.options(), seed)
    assert leak is None, str(leak)


# ── What always holds ────────────────────────────────────────────────────────────────────────────────────


def random_game(seats: int, seed: int) -> Iterator[tuple[NoeState, NoeState]]:
    """Each state of a random game and the one after it, with skips and leavings now and then."""
    chance = Chance.seeded(seed)
    state = GAME.setup(seats, GAME.options(), chance.below(seats), chance)
    while state.ended is None:
        after = random_step(state, chance)
        yield state, after
        state = after


def random_step(state: NoeState, chance: Chance) -> NoeState:
    """The state after a random action, skip or leaving."""
    match chance.below(60):
        case 0:
            return timeout(GAME, state, chance).state
        case 1:
            return leave(GAME, state, chance.below(len(state.life)), chance).state
        case _:
            return carry_out(GAME, state, state.active, chance.pick(GAME.legal(state, state.active)), chance).state


ANY_GAME = given(seats=st.integers(2, 6), seed=st.integers(0, 2**32))
FEW = settings(deadline=None, max_examples=25)


@FEW
@ANY_GAME
def test_every_card_is_always_in_exactly_one_place(seats: int, seed: int) -> None:
    for _, state in random_game(seats, seed):
        assert sorted(all_cards(state)) == sorted(PACK)


@FEW
@ANY_GAME
def test_there_is_always_a_card_to_draw(seats: int, seed: int) -> None:
    for state, _ in random_game(seats, seed):
        assert len(state.pile) + len(state.discard) >= 4


@FEW
@ANY_GAME
def test_the_seat_to_act_never_has_a_reinforcement_and_nobody_more_than_three_charges(seats: int, seed: int) -> None:
    for state, _ in random_game(seats, seed):
        assert state.reinforcements[state.active] is None
        assert all(len(held) <= 3 for held in state.charges)


@FEW
@ANY_GAME
def test_the_seen_cards_of_the_discard_lie_before_the_unseen_ones(seats: int, seed: int) -> None:
    for _, state in random_game(seats, seed):
        seen = [card.is_seen_by(None) for card in state.discard]
        assert seen == sorted(seen, reverse=True)


@FEW
@ANY_GAME
def test_life_cards_never_show_less_than_the_life_and_new_ones_show_it_exactly(seats: int, seed: int) -> None:
    for before, state in random_game(seats, seed):
        for number, held in enumerate(state.life_cards):
            if held != before.life_cards[number]:
                assert sum_of(held) == state.life[number]
            assert len(held) <= 3
            assert sum_of(held) >= state.life[number]
