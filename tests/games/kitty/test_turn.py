"""Components, set-up, the turn and its options, in the order of the page."""

import msgspec
import pytest

from tablee.games.kitty.pieces import HEARTS, MAGIC
from tablee.games.kitty.rules import (
    GAME,
    Draw,
    EndTurn,
    KittyAction,
    KittyOptions,
    KittyState,
    Place,
    Placed,
    Recycle,
    Shield,
    TurnBegan,
    TurnEnded,
    Wind,
)
from tablee.kernel.chance import Chance, ScriptedChance, ScriptError
from tablee.kernel.data import explanation
from tablee.kernel.play import begin, parse_options
from tablee.kernel.refusals import Refusal
from tablee.testing.playing import after, after_timeout, events_of, refusal_of
from tests.games.kitty.board import board_of, drawn, hearts_of, magic_of, position, rule_against

# ── Components and set-up ────────────────────────────────────────────────────────────────────────────────

WHITE_TILES = [0] * 8
"""Draws of chance for eight white tiles."""
IN_ORDER = list(range(16))
"""The draw of chance for magic cards that stay as they were: 6 Wind, 5 Recycle, 5 Shield."""


def set_up(
    tiles: list[int] = WHITE_TILES, hearts: list[int] | None = None, magic: list[int] = IN_ORDER, starter: int = 0
) -> KittyState:
    """The first position, from the draws of chance; a heart's draw is its place in HEARTS."""
    chance = ScriptedChance([*tiles, *(hearts or [0] * 16), magic])
    state = GAME.setup(2, KittyOptions(), starter, chance)
    assert chance.is_used_up
    return state


def test_there_are_eight_tiles() -> None:
    assert len(set_up().tiles) == 8


def test_a_tile_is_white_for_three_draws_in_ten() -> None:
    red_if_not_white = 0
    draws = range(10)
    first_tiles = [set_up([n, *([] if n < 3 else [red_if_not_white]), *[0] * 7]).tiles[0].colour for n in draws]
    assert first_tiles == ["white"] * 3 + ["red"] * 7


def test_there_is_no_eleventh_draw_for_a_tile() -> None:
    with pytest.raises(ScriptError, match="a number below 10"):
        set_up([10, 0, *[0] * 7])


def test_a_tile_that_is_not_white_has_one_of_three_colours_by_an_even_draw() -> None:
    assert [set_up([9, n, *[0] * 7]).tiles[0].colour for n in range(3)] == ["red", "yellow", "green"]


def test_each_tile_is_drawn_on_its_own() -> None:
    state = set_up([0, 9, 0, 9, 1, 9, 2, 2, 3, 0, 1, 9, 1])
    assert drawn(state) == board_of("""
        white  red    yellow  green
        white  red    white   yellow
    """)


def test_each_heart_is_one_of_nine_by_an_even_draw() -> None:
    state = set_up(hearts=[*range(9), *range(7)])
    dealt = [card.value for hand in state.hearts for card in hand]
    deck = [card.value for card in state.heart_deck]
    assert dealt + deck == [*HEARTS, *HEARTS[:7]]


def test_hearts_are_red_yellow_or_green_with_one_to_three_points() -> None:
    assert set(HEARTS) == {f"{colour}{points}" for colour in ("red", "yellow", "green") for points in (1, 2, 3)}


def test_the_magic_cards_are_six_wind_five_recycle_five_shield() -> None:
    state = GAME.setup(2, KittyOptions(), 0, Chance.seeded(1))
    cards = [card.value for pile in (*state.magic, state.magic_deck) for card in pile]
    assert sorted(cards) == ["recycle"] * 5 + ["shield"] * 5 + ["wind"] * 6


def test_the_magic_cards_are_shuffled() -> None:
    state = set_up(magic=[15, 0, 6, 7, *range(8, 15), *range(1, 6)])
    assert (magic_of(state, 0), magic_of(state, 1)) == ("wind shield", "recycle recycle")
    assert [card.value for card in state.magic_deck] == [*MAGIC[8:15], *MAGIC[1:6]]


def test_each_seat_is_dealt_three_hearts_and_two_magic_cards() -> None:
    state = set_up()
    assert [len(hand) for hand in state.hearts] == [3, 3]
    assert [len(hand) for hand in state.magic] == [2, 2]


def test_ten_hearts_and_twelve_magic_cards_remain_as_two_decks() -> None:
    state = set_up()
    assert (len(state.heart_deck), len(state.magic_deck)) == (10, 12)


@pytest.mark.parametrize("starter", [0, 1])
def test_the_starter_begins_and_nothing_is_on_the_board(starter: int) -> None:
    state = set_up(starter=starter)
    assert (GAME.to_act(state), state.turn, state.shields, GAME.scores(state)) == ((starter,), 0, (0, 0), (0, 0))
    assert all(tile.heart is None and tile.owner is None for tile in state.tiles)


@pytest.mark.parametrize("seats", [1, 3])
def test_the_game_is_for_two_seats(seats: int) -> None:
    assert isinstance(begin(GAME, seats, KittyOptions(), Chance.seeded(1)), Refusal)


def test_a_hand_stands_in_the_order_of_its_cards_whatever_the_deal() -> None:
    state = set_up(hearts=[8, 0, 4, *[0] * 13])
    assert hearts_of(state, 0) == "red1 yellow2 green3"


# ── A turn: the draw ─────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_begins_with_the_draw_and_nothing_else() -> None:
    state = position(hearts=("red1", ""), magic=("wind shield", ""), owes_draw=True)
    assert list(GAME.legal(state, 0)) == [Draw()]


def test_the_draw_takes_the_next_heart_and_the_next_magic_card() -> None:
    state = position(
        hearts=("red1 green3", ""), magic=("shield", ""), heart_deck="yellow2 red3", magic_deck="wind recycle"
    )
    state = after(GAME, msgspec.structs.replace(state, owes_draw=True), (0, Draw()))
    assert (hearts_of(state, 0), magic_of(state, 0)) == ("red1 yellow2 green3", "wind shield")
    assert [card.value for card in state.heart_deck] == ["red3"]
    assert [card.value for card in state.magic_deck] == ["recycle"]


def test_with_no_hearts_left_the_draw_takes_a_magic_card_only() -> None:
    state = after(GAME, position(heart_deck="", magic_deck="wind", owes_draw=True), (0, Draw()))
    assert (hearts_of(state, 0), magic_of(state, 0)) == ("", "wind")


def test_with_no_magic_left_the_draw_takes_a_heart_only() -> None:
    state = after(GAME, position(heart_deck="red1", magic_deck="", owes_draw=True), (0, Draw()))
    assert (hearts_of(state, 0), magic_of(state, 0)) == ("red1", "")


def test_the_draw_does_not_end_the_turn() -> None:
    state = after(GAME, position(owes_draw=True), (0, Draw()))
    assert (GAME.to_act(state), state.turn) == ((0,), 4)


def test_a_turn_draws_once() -> None:
    assert rule_against(position(), Draw()) == "already_drawn"


@pytest.mark.parametrize("action", [Place("red1", 0), Wind(1), Recycle(2), Shield(), EndTurn()])
def test_nothing_comes_before_the_draw(action: KittyAction) -> None:
    state = position(
        "white  white:red1@1  red    white  white  white  white  white",
        hearts=("red1", ""),
        magic=("wind recycle shield", ""),
    )
    assert action in GAME.legal(state, 0)
    assert rule_against(msgspec.structs.replace(state, owes_draw=True), action) == "draw_first"


def test_the_draw_is_asked_for_also_when_it_is_the_only_action() -> None:
    events = events_of(GAME, position(), 0, EndTurn())
    assert list(events) == [TurnEnded(0), TurnBegan(1)]


# ── A turn: placing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_heart_of_the_hand_goes_on_an_empty_tile() -> None:
    state = position(
        """
        red          white  green  yellow
        red:red1@1   white  white  white
        """,
        hearts=("red3 green1", ""),
    )
    assert list(events_of(GAME, state, 0, Place("red3", 2))) == [Placed(0, "red3", 2)]
    state = after(GAME, state, (0, Place("red3", 2)))
    assert drawn(state) == board_of("""
        red          white  green:red3@0  yellow
        red:red1@1   white  white         white
    """)
    assert hearts_of(state, 0) == "green1"


def test_every_heart_may_go_on_every_empty_tile_also_where_it_is_worth_nothing() -> None:
    state = position(
        """
        red          white  green        yellow
        red:red1@1   white  red:red1@0   white
        """,
        hearts=("red3 green1", "yellow1"),
    )
    empty = (0, 1, 2, 3, 5, 7)
    expected = [Place(heart, tile) for heart in ("red3", "green1") for tile in empty]
    assert list(GAME.legal(state, 0)) == [*expected, EndTurn()]


def test_equal_hearts_of_a_hand_are_one_action() -> None:
    state = position("white" + " white:red1@0" * 6 + " red", hearts=("green2 green2 green2", ""))
    assert list(GAME.legal(state, 0)) == [Place("green2", 0), Place("green2", 7), EndTurn()]


def test_placing_one_of_two_equal_hearts_keeps_the_other() -> None:
    state = after(GAME, position(hearts=("green2 green2", "")), (0, Place("green2", 0)))
    assert hearts_of(state, 0) == "green2"


def test_an_occupied_tile_takes_no_heart() -> None:
    board = "white:red1@0 white:red1@1 white white white white white white"
    state = position(board, hearts=("red1", ""))
    assert [rule_against(state, Place("red1", tile)) for tile in (0, 1)] == ["tile_occupied"] * 2


def test_only_hearts_of_the_hand_can_be_placed() -> None:
    state = position(hearts=("red1", "red2"), heart_deck="red3")
    assert rule_against(state, Place("red2", 0)) == "heart_not_in_hand"
    assert rule_against(state, Place("red3", 0)) == "heart_not_in_hand"


# ── A turn: order, number, end ───────────────────────────────────────────────────────────────────────────


def test_hearts_and_magic_are_played_in_any_order_and_number() -> None:
    state = position(
        """
        red:red3@1  yellow  white  white
        white       white   white  white
        """,
        hearts=("red1 red2 red3", ""),
        magic=("wind recycle shield shield", ""),
    )
    state = after(
        GAME,
        state,
        *((0, action) for action in (Shield(), Place("red1", 4), Wind(0), Place("red3", 0), Recycle(1), Shield())),
        (0, Place("red2", 1)),
    )
    assert drawn(state) == board_of("""
        red:red3@0    white:red2@0  white  white
        white:red1@0  white         white  white
    """)
    assert (GAME.to_act(state), hearts_of(state, 0), magic_of(state, 0)) == ((0,), "", "")


def test_a_seat_ends_its_turn_and_the_other_has_to_draw() -> None:
    state = after(GAME, position(active=1), (1, EndTurn()))
    assert (GAME.to_act(state), state.turn, list(GAME.legal(state, 0))) == ((0,), 5, [Draw()])


def test_a_turn_may_do_nothing_but_draw() -> None:
    state = position(hearts=("red1", ""), magic=("shield", ""), owes_draw=True)
    state = after(GAME, state, (0, Draw()), (0, EndTurn()))
    assert GAME.to_act(state) == (1,)


def test_a_seat_that_can_do_nothing_more_still_ends_its_turn_itself() -> None:
    state = after(GAME, position(hearts=("red1", "")), (0, Place("red1", 0)))
    assert list(GAME.legal(state, 0)) == [EndTurn()]


def test_a_single_placement_is_asked_for_and_not_made_by_itself() -> None:
    state = position("white" + " white:red1@0" * 7, hearts=("", ""), heart_deck="red2", owes_draw=True)
    state = after(GAME, state, (0, Draw()))
    assert list(GAME.legal(state, 0)) == [Place("red2", 0), EndTurn()]


def test_the_other_seat_has_to_wait() -> None:
    state = position(hearts=("red1", "red1"), magic=("shield", "shield"))
    assert list(GAME.legal(state, 1)) == []
    assert refusal_of(GAME, state, 1, EndTurn()).code == "not_your_turn"


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────


def test_by_default_there_is_no_limit() -> None:
    assert KittyOptions() == KittyOptions(hearts_per_turn=None, magic_per_turn=None)
    state = position(hearts=("red1 " * 7, ""), magic=("shield " * 5, ""))
    state = after(GAME, state, *((0, Place("red1", tile)) for tile in range(7)), *[(0, Shield())] * 5)
    assert (hearts_of(state, 0), magic_of(state, 0)) == ("", "")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_hearts_per_turn_limits_the_hearts_of_a_turn(limit: int) -> None:
    state = position(hearts=("red1 " * 5, ""), options=KittyOptions(hearts_per_turn=limit))
    state = after(GAME, state, *((0, Place("red1", tile)) for tile in range(limit)))
    assert list(GAME.legal(state, 0)) == [EndTurn()]
    assert rule_against(state, Place("red1", 7)) == "hearts_per_turn"


def test_the_limit_of_hearts_counts_anew_in_each_turn() -> None:
    state = position(hearts=("red1", "red2"), options=KittyOptions(hearts_per_turn=1))
    state = after(GAME, state, (0, Place("red1", 0)), (0, EndTurn()), (1, Draw()))
    assert Place("red2", 1) in GAME.legal(state, 1)


def test_the_limit_of_hearts_leaves_magic_alone() -> None:
    state = position(hearts=("red1 red1", ""), magic=("shield", ""), options=KittyOptions(hearts_per_turn=1))
    state = after(GAME, state, (0, Place("red1", 0)))
    assert list(GAME.legal(state, 0)) == [Shield(), EndTurn()]


def test_a_heart_blown_away_frees_no_place_in_the_limit() -> None:
    state = position("white:red1@1" + " white" * 7, hearts=("red1 red2", ""), magic=("wind", ""))
    state = msgspec.structs.replace(state, options=KittyOptions(hearts_per_turn=1))
    state = after(GAME, state, (0, Place("red1", 1)), (0, Wind(0)))
    assert rule_against(state, Place("red2", 0)) == "hearts_per_turn"


@pytest.mark.parametrize("limit", [1, 2])
def test_magic_per_turn_limits_the_magic_of_a_turn_shields_included(limit: int) -> None:
    state = position(
        "red" + " white:red1@1" * 3 + " white" * 4,
        magic=("shield shield shield wind recycle", ""),
        options=KittyOptions(magic_per_turn=limit),
    )
    state = after(GAME, state, *[(0, Shield())] * limit)
    assert list(GAME.legal(state, 0)) == [EndTurn()]
    assert [rule_against(state, action) for action in (Shield(), Wind(1), Recycle(0))] == ["magic_per_turn"] * 3


def test_wind_and_recycle_count_as_magic() -> None:
    state = position(
        "red  white:red1@1" + " white" * 6,
        magic=("wind recycle shield", ""),
        options=KittyOptions(magic_per_turn=2),
    )
    state = after(GAME, state, (0, Wind(1)), (0, Recycle(0)))
    assert rule_against(state, Shield()) == "magic_per_turn"


def test_the_limit_of_magic_counts_anew_in_each_turn() -> None:
    state = position("red" + " white" * 7, magic=("recycle", "shield"), options=KittyOptions(magic_per_turn=1))
    state = after(GAME, state, (0, Recycle(0)), (0, EndTurn()), (1, Draw()))
    assert Shield() in GAME.legal(state, 1)


def test_the_limit_of_magic_leaves_hearts_alone() -> None:
    state = position(hearts=("red1", ""), magic=("shield", ""), options=KittyOptions(magic_per_turn=1))
    assert Place("red1", 0) in GAME.legal(after(GAME, state, (0, Shield())), 0)


@pytest.mark.parametrize("starter", [0, 1])
def test_with_two_hearts_a_turn_the_first_turn_of_the_game_places_one(starter: int) -> None:
    state = GAME.setup(2, KittyOptions(hearts_per_turn=2), starter, Chance.seeded(1))
    state = after(GAME, state, (starter, Draw()))
    hand = [card.value for card in state.hearts[starter]]
    state = after(GAME, state, (starter, Place(hand[0], 0)))
    assert not any(isinstance(action, Place) for action in GAME.legal(state, starter))
    assert rule_against(state, Place(hand[1], 1)) == "first_turn"


def test_with_two_hearts_a_turn_the_second_turn_of_the_game_places_two() -> None:
    state = position(hearts=("", "red1 red1 red1"), options=KittyOptions(hearts_per_turn=2), turn=0)
    state = after(GAME, state, (0, EndTurn()), (1, Draw()), (1, Place("red1", 0)), (1, Place("red1", 1)))
    assert rule_against(state, Place("red1", 2)) == "hearts_per_turn"


def test_with_two_hearts_a_turn_the_second_turn_places_two_also_when_the_first_has_timed_out() -> None:
    state = position(hearts=("", "red1 red1 red1"), options=KittyOptions(hearts_per_turn=2), turn=0, owes_draw=True)
    state = after(GAME, after_timeout(GAME, state), (1, Draw()), (1, Place("red1", 0)))
    assert state.turn == 1
    assert Place("red1", 1) in GAME.legal(state, 1)


@pytest.mark.parametrize("limit", [3, None])
def test_with_another_limit_the_first_turn_of_the_game_is_like_any_other(limit: int | None) -> None:
    state = position(hearts=("red1 " * 4, ""), options=KittyOptions(hearts_per_turn=limit), turn=0)
    state = after(GAME, state, *((0, Place("red1", tile)) for tile in range(3)))
    assert (Place("red1", 3) in GAME.legal(state, 0)) == (limit is None)


def test_with_one_heart_a_turn_the_first_turn_is_refused_its_second_by_the_limit() -> None:
    state = position(hearts=("red1 red1", ""), options=KittyOptions(hearts_per_turn=1), turn=0)
    assert rule_against(after(GAME, state, (0, Place("red1", 0))), Place("red1", 1)) == "hearts_per_turn"


def test_the_limits_go_from_one_to_sixteen_or_are_off() -> None:
    assert parse_options(GAME, {"hearts_per_turn": 1, "magic_per_turn": 16}) == KittyOptions(1, 16)
    assert parse_options(GAME, {"hearts_per_turn": None}) == KittyOptions()
    for option in KittyOptions.__struct_fields__:
        for value in (0, 17, -1, "many"):
            assert isinstance(parse_options(GAME, {option: value}), Refusal)


def test_each_option_is_explained_in_both_languages() -> None:
    for annotation in KittyOptions.__annotations__.values():
        text = explanation(annotation)
        assert text is not None
        assert text.en != text.fr
