"""What each seat and an onlooker may see."""

from typing import Any

import pytest

from tablee.games.ninth.rules import Arrange, NinthAction, NinthState, Pass, Place, Swap, Take
from tablee.kernel.views import redact, view
from tests.games.ninth.positions import events, expire, play, position

ONLOOKER = None
VIEWERS = (0, 1, ONLOOKER)


def seen(state: NinthState, field: str) -> list[Any]:
    """A field as seat 0, seat 1 and an onlooker see it."""
    return [view(state, viewer)[field] for viewer in VIEWERS]


def told(state: NinthState, action: NinthAction, number: int = 0) -> list[Any]:
    """An event of the action as seat 0, seat 1 and an onlooker are told of it."""
    return [redact(events(state, action)[number], viewer) for viewer in VIEWERS]


# ── Hands ────────────────────────────────────────────────────────────────────────────────────────────────


def test_of_the_other_hand_only_the_size_shows() -> None:
    assert seen(position(hand="ea ur", other="ma"), "hands") == [
        [["earth", "uranus"], ["?"]],
        [["?", "?"], ["mars"]],
        [["?", "?"], ["?"]],
    ]


def test_a_card_taken_in_the_open_is_seen_by_all_until_the_turn_ends() -> None:
    state = play(position(hand="ur"), Take(4))
    assert seen(state, "taken") == ["saturn", "saturn", "saturn"]
    assert seen(play(state, Pass()), "hands") == [[["saturn", "uranus"], []], [["?", "?"], []], [["?", "?"], []]]


def test_a_card_taken_face_down_is_told_to_its_taker_only() -> None:
    state = position("ve ea ma  ju sa? ur  ne ma ve", hand="ur")
    assert [event["card"] for event in told(state, Take(4))] == ["saturn", "?", "?"]
    assert seen(play(state, Take(4)), "taken") == ["saturn", "?", "?"]


def test_a_hand_is_kept_in_the_order_of_the_planets_whatever_came_first() -> None:
    one, other = position(hand="me ur"), position(hand="sa ur", board="ve ea ma  ju me ur  ne ma ve")
    assert play(one, Take(4), Pass()).hands == play(other, Take(4), Pass()).hands


# ── The pile ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_pile_is_hidden_from_both() -> None:
    assert seen(position(pile="me ea"), "pile") == [["?", "?"]] * 3


def test_what_venus_shows_is_seen_by_its_taker_only() -> None:
    state = position(pile="me ea ma ju")
    assert [event["cards"] for event in told(state, Take(0), 1)] == [
        ["mercury", "earth", "mars"],
        ["?", "?", "?"],
        ["?", "?", "?"],
    ]
    assert seen(play(state, Take(0)), "pile") == [["mercury", "earth", "mars", "?"], ["?"] * 4, ["?"] * 4]


def test_the_order_chosen_is_told_to_nobody_else() -> None:
    state = play(position(hand="ur", pile="me ea ma ju"), Take(0))
    assert [event["order"] for event in told(state, Arrange((2, 1, 0)))] == [(2, 1, 0), "?", "?"]
    state = play(state, Arrange((2, 1, 0)))
    assert seen(state, "pile") == [["mars", "earth", "mercury", "?"], ["?"] * 4, ["?"] * 4]


def test_a_seat_no_longer_sees_cards_that_the_other_has_arranged() -> None:
    state = play(position(hand="ur", pile="me?1 ea?1 ma?1 ju?1"), Take(0))
    assert view(state, 1)["pile"] == ["mercury", "earth", "mars", "jupiter"]
    assert view(play(state, Arrange((0, 1, 2))), 1)["pile"] == ["?", "?", "?", "jupiter"]


def test_a_seat_goes_on_seeing_cards_whose_order_the_clock_kept() -> None:
    state = play(position(hand="ur", pile="me?1 ea?1 ma?1 ju?1"), Take(0))
    assert view(expire(state), 0)["pile"] == ["earth", "mars", "?"]
    assert view(expire(state), 1)["pile"] == ["earth", "mars", "jupiter"]


# ── Face-down cards on the board ─────────────────────────────────────────────────────────────────────────


def test_a_card_drawn_face_down_is_seen_by_nobody() -> None:
    state = position(pile="me ea")
    assert [event["card"] for event in told(state, Take(3), 2)] == ["?", "?", "?"]
    assert [board[3] for board in seen(play(state, Take(3)), "board")] == [{"card": "?", "face_down": True}] * 3


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_drawn_face_down_is_seen_by_a_seat_that_knew_it_from_the_pile(seat: int) -> None:
    state = position(pile=f"me?{seat} ea")
    expected = ["mercury" if viewer == seat else "?" for viewer in VIEWERS]
    assert [event["card"] for event in told(state, Take(3), 2)] == expected
    assert [board[3]["card"] for board in seen(play(state, Take(3)), "board")] == expected


def test_a_card_placed_face_down_is_seen_by_its_placer_only() -> None:
    state = play(position(hand="ea"), Take(3))
    assert [event["card"] for event in told(state, Place("earth", 3))] == ["earth", "?", "?"]
    assert [board[3]["card"] for board in seen(play(state, Place("earth", 3)), "board")] == ["earth", "?", "?"]


def test_two_cards_placed_face_down_look_alike_to_the_other_seat() -> None:
    state = play(position(hand="ea sa"), Take(3))
    one, other = (
        [redact(event, 1) for event in events(state, Place("earth", 3))],
        [redact(event, 1) for event in events(state, Place("saturn", 3))],
    )
    assert one == other


def test_a_card_placed_face_down_and_swapped_is_still_seen_by_its_placer() -> None:
    state = position("ve?0 ea ma  ju ma ur  ne ma ve", hand="sa")
    state = play(state, Take(4), Place("saturn", 4), Swap(0, 8))
    assert [board[8]["card"] for board in seen(state, "board")] == ["venus", "?", "?"]


def test_a_known_face_down_card_that_the_other_takes_is_hidden_in_its_hand() -> None:
    state = play(position("ve ea ma  ju sa?1 ur  ne ma ve"), Take(4))
    assert [hands[0] for hands in seen(state, "hands")] == [["saturn"], ["?"], ["?"]]


def test_a_card_that_mars_removes_is_shown_to_all() -> None:
    state = play(position("ve ea ma  ju sa? ur  ne ma ve", hand="ma"), Take(4))
    assert [event.card for event in told(state, Place("mars", 4), 1)] == ["saturn"] * 3
    assert seen(play(state, Place("mars", 4)), "removed") == [("saturn",)] * 3
