"""Hidden: each hand from the other seat (its two sizes show), and both decks."""

import msgspec
import pytest

from tablee.games.kitty.rules import GAME, Draw, KittyOptions, Place, Placed, Shield, Wind
from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.play import timeout
from tablee.kernel.views import perspective, redact, view
from tablee.testing.playing import NO_CHANCE, after, after_leaving, events_of, refusal_of
from tests.games.kitty.board import position

STATE = position(
    "white:red1@1 red" + " white" * 6,
    hearts=("red3 green1", "yellow2 yellow2 red1"),
    magic=("wind", "shield recycle"),
    heart_deck="green2 red2 red2",
    magic_deck="recycle wind",
    owes_draw=True,
)


def test_a_seat_sees_its_own_hand_and_the_two_sizes_of_the_others() -> None:
    seen = view(STATE, 0)
    assert seen["hearts"] == [["red3", "green1"], ["?", "?", "?"]]
    assert seen["magic"] == [["wind"], ["?", "?"]]


def test_the_other_seat_sees_the_mirror_image() -> None:
    seen = view(STATE, 1)
    assert seen["hearts"] == [["?", "?"], ["red1", "yellow2", "yellow2"]]
    assert seen["magic"] == [["?"], ["recycle", "shield"]]


def test_an_onlooker_sees_no_hand() -> None:
    seen = view(STATE, None)
    assert seen["hearts"] == [["?", "?"], ["?", "?", "?"]]
    assert seen["magic"] == [["?"], ["?", "?"]]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_sees_into_the_decks(viewer: int | None) -> None:
    seen = view(STATE, viewer)
    assert (seen["heart_deck"], seen["magic_deck"]) == (["?"] * 3, ["?"] * 2)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everyone_sees_tiles_shields_and_the_cards_out_of_the_game(viewer: int | None) -> None:
    state = position("white:red2@1" + " white" * 7, magic=("wind shield", ""))
    seen = view(after(GAME, state, (0, Wind(0)), (0, Shield())), viewer)
    assert (seen["removed"], seen["spent"], seen["shields"]) == (("red2",), ("wind", "shield"), (3, 0))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_deal_shows_each_seat_its_own_five_cards(viewer: int | None) -> None:
    seen = view(GAME.setup(2, KittyOptions(), 0, Chance.seeded(7)), viewer)
    for seat in (0, 1):
        assert seen["hearts"][seat].count("?") == (0 if seat == viewer else 3)
        assert seen["magic"][seat].count("?") == (0 if seat == viewer else 2)
    assert (seen["heart_deck"], seen["magic_deck"]) == (["?"] * 10, ["?"] * 12)


def test_two_deals_that_differ_only_in_hearts_that_a_seat_cannot_see_look_the_same_to_it() -> None:
    def seen_by_seat_0(others: list[int]) -> bytes:
        tiles, own, magic = [0] * 8, [0, 4, 8], list(range(16))
        state = GAME.setup(2, KittyOptions(), 0, ScriptedChance([*tiles, *own, *others, magic]))
        return msgspec.json.encode(perspective(GAME, state, 0))

    assert seen_by_seat_0([1] * 13) == seen_by_seat_0([*range(9), 7, 5, 3, 1])


def test_a_drawn_card_is_shown_to_the_one_who_draws_it() -> None:
    (event,) = events_of(GAME, STATE, 0, Draw())
    assert redact(event, 0) == {"type": "drawn", "seat": 0, "heart": "green2", "magic": "recycle"}


@pytest.mark.parametrize("viewer", [1, None])
def test_others_see_only_that_cards_were_drawn(viewer: int | None) -> None:
    (event,) = events_of(GAME, STATE, 0, Draw())
    assert redact(event, viewer) == {"type": "drawn", "seat": 0, "heart": "?", "magic": "?"}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everyone_sees_that_a_deck_had_no_card_to_draw(viewer: int | None) -> None:
    (event,) = events_of(GAME, position(heart_deck="", magic_deck="wind", owes_draw=True), 0, Draw())
    assert redact(event, viewer)["heart"] is None


def test_the_draw_of_a_timeout_is_hidden_like_any_other() -> None:
    _, drawn, *_ = timeout(GAME, STATE, NO_CHANCE).events
    assert redact(drawn, 1) == {"type": "drawn", "seat": 0, "heart": "?", "magic": "?"}


def test_the_drawn_cards_are_seen_in_the_drawers_hand_and_by_nobody_else() -> None:
    state = after(GAME, STATE, (0, Draw()))
    assert view(state, 0)["hearts"][0] == ["red3", "green1", "green2"]
    assert view(state, 0)["magic"][0] == ["wind", "recycle"]
    assert view(state, 1)["hearts"][0] == view(state, None)["hearts"][0] == ["?"] * 3


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_heart_is_open_once_it_is_placed(viewer: int | None) -> None:
    state = after(GAME, STATE, (0, Draw()))
    (event,) = events_of(GAME, state, 0, Place("red3", 1))
    assert redact(event, viewer) == event == Placed(0, "red3", 1)
    assert view(after(GAME, state, (0, Place("red3", 1))), viewer)["tiles"][1].heart == "red3"


def test_used_magic_is_shown_before_what_it_does() -> None:
    state = after(GAME, STATE, (0, Draw()))
    assert [type(event).__name__ for event in events_of(GAME, state, 0, Wind(0))] == ["MagicUsed", "HeartRemoved"]


def test_the_hands_stay_hidden_after_the_end() -> None:
    assert view(after_leaving(GAME, STATE, 1), 0)["hearts"][1] == ["?"] * 3


def test_a_refusal_is_the_same_whatever_the_other_seat_and_the_decks_hold() -> None:
    one = position(hearts=("red1", "green3"), magic=("", "wind"), heart_deck="red2", magic_deck="shield")
    other = position(hearts=("red1", "red2"), magic=("", "shield"), heart_deck="green3", magic_deck="wind")
    for action in (Place("green3", 0), Place("red2", 0), Wind(0), Shield()):
        assert refusal_of(GAME, one, 0, action) == refusal_of(GAME, other, 0, action)
