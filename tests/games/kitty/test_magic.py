"""Points, magic, actions as data, in the order of the page."""

import msgspec
import pytest

from tablee.games.kitty.pieces import Colour, Heart, Tile
from tablee.games.kitty.rules import (
    GAME,
    Draw,
    EndTurn,
    HeartRemoved,
    KittyAction,
    MagicUsed,
    Place,
    Recycle,
    Shield,
    ShieldRaised,
    TileWhitened,
    Wind,
)
from tablee.kernel.play import parse_action
from tablee.kernel.refusals import Refusal
from tablee.testing.playing import after, events_of, refusal_of
from tests.games.kitty.board import board_of, drawn, hearts_of, magic_of, position, rule_against

# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tile", "heart", "worth"),
    [
        ("white", "red1", 1),
        ("white", "yellow2", 2),
        ("white", "green3", 3),
        ("red", "red1", 2),
        ("yellow", "yellow2", 4),
        ("green", "green3", 6),
        ("red", "yellow3", 0),
        ("red", "green3", 0),
        ("yellow", "red3", 0),
        ("green", "yellow1", 0),
    ],
)
def test_a_heart_counts_on_white_doubles_on_its_colour_and_is_worth_nothing_elsewhere(
    tile: Colour, heart: Heart, worth: int
) -> None:
    assert Tile(tile, heart, 0).worth == worth


def test_an_empty_tile_is_worth_nothing() -> None:
    assert Tile("red").worth == 0


def test_a_seats_score_is_the_sum_of_its_hearts_on_the_board() -> None:
    state = position("""
        red:red3@0     white:red2@0    green:red3@0  white
        green:green2@1 yellow:green1@1 white:red1@1  green
    """)
    assert GAME.scores(state) == (6 + 2 + 0, 4 + 0 + 1)


def test_hearts_in_hand_count_nothing() -> None:
    assert GAME.scores(position(hearts=("red3 red3", "green3"))) == (0, 0)


@pytest.mark.parametrize(("tile", "before", "afterwards"), [(0, 6, 3), (1, 0, 3)])
def test_a_recycle_changes_what_the_heart_on_the_tile_is_worth(tile: int, before: int, afterwards: int) -> None:
    state = position("red:red3@0  red:green3@0" + " white" * 6, magic=("recycle", ""))
    assert state.tiles[tile].worth == before
    assert after(GAME, state, (0, Recycle(tile))).tiles[tile].worth == afterwards


# ── Wind ─────────────────────────────────────────────────────────────────────────────────────────────────

MIXED = """
    red:red3@1   white:red2@1  green:green1@0  white:red1@0
    green        white         yellow          yellow:red1@1
"""


def test_wind_removes_an_opponents_heart_and_the_tile_keeps_its_colour() -> None:
    state = position(MIXED, magic=("wind", ""))
    assert list(events_of(GAME, state, 0, Wind(0))) == [MagicUsed(0, "wind"), HeartRemoved(0, "red3")]
    assert drawn(after(GAME, state, (0, Wind(0)))) == board_of("""
        red     white:red2@1  green:green1@0  white:red1@0
        green   white         yellow          yellow:red1@1
    """)


def test_wind_can_be_aimed_at_every_heart_of_the_opponent_and_nothing_else() -> None:
    state = position(MIXED, magic=("wind", ""))
    assert list(GAME.legal(state, 0)) == [Wind(0), Wind(1), Wind(7), EndTurn()]


def test_wind_uses_up_one_wind_card() -> None:
    state = after(GAME, position(MIXED, magic=("wind wind shield", "")), (0, Wind(0)))
    assert (magic_of(state, 0), state.spent) == ("wind shield", ("wind",))


def test_a_heart_blown_away_is_out_of_the_game_face_up() -> None:
    state = after(GAME, position(MIXED, magic=("wind wind", "")), (0, Wind(7)), (0, Wind(0)))
    assert (state.removed, hearts_of(state, 1)) == (("red1", "red3"), "")


def test_a_tile_blown_empty_takes_a_heart_again() -> None:
    state = position(MIXED, hearts=("red2", ""), magic=("wind", ""))
    assert Place("red2", 0) in GAME.legal(after(GAME, state, (0, Wind(0))), 0)


def test_wind_is_refused_with_its_reason() -> None:
    state = position(MIXED, magic=("wind", ""))
    assert rule_against(state, Wind(4)) == "no_heart_there"
    assert rule_against(state, Wind(2)) == "own_heart"


def test_wind_cannot_touch_a_protected_tile() -> None:
    state = position(MIXED, magic=("wind", ""), shields=(0, 2))
    assert list(GAME.legal(state, 0)) == [EndTurn()]
    assert rule_against(state, Wind(0)) == "protected"


def test_ones_own_shield_does_not_hold_up_ones_own_wind() -> None:
    assert Wind(0) in GAME.legal(position(MIXED, magic=("wind", ""), shields=(3, 0)), 0)


def test_each_magic_needs_its_card() -> None:
    boards = {"wind": "recycle shield", "recycle": "wind shield", "shield": "wind recycle"}
    actions: dict[str, KittyAction] = {"wind": Wind(0), "recycle": Recycle(0), "shield": Shield()}
    for kind, hand in boards.items():
        state = position(MIXED, magic=(hand, kind), magic_deck=kind)
        assert rule_against(state, actions[kind]) == "magic_not_in_hand"


# ── Recycle ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("colour", ["red", "yellow", "green"])
def test_recycle_turns_a_coloured_tile_white(colour: str) -> None:
    state = position("white " * 7 + colour, magic=("recycle", ""))
    assert list(events_of(GAME, state, 0, Recycle(7))) == [MagicUsed(0, "recycle"), TileWhitened(7)]
    assert drawn(after(GAME, state, (0, Recycle(7)))) == ["white"] * 8


def test_recycle_may_be_used_on_empty_tiles_ones_own_and_the_opponents() -> None:
    state = position(MIXED, magic=("recycle", ""))
    assert list(GAME.legal(state, 0)) == [*(Recycle(tile) for tile in (0, 2, 4, 6, 7)), EndTurn()]


def test_recycle_leaves_the_heart_where_it_is() -> None:
    state = after(GAME, position(MIXED, magic=("recycle recycle", "")), (0, Recycle(0)), (0, Recycle(2)))
    assert drawn(state) == board_of("""
        white:red3@1  white:red2@1  white:green1@0  white:red1@0
        green         white         yellow          yellow:red1@1
    """)


def test_recycle_uses_up_one_recycle_card() -> None:
    state = after(GAME, position(MIXED, magic=("recycle recycle", "")), (0, Recycle(4)))
    assert (magic_of(state, 0), state.spent, state.removed) == ("recycle", ("recycle",), ())


def test_a_white_tile_cannot_be_recycled() -> None:
    state = position(MIXED, magic=("recycle", ""))
    assert [rule_against(state, Recycle(tile)) for tile in (1, 3, 5)] == ["already_white"] * 3


def test_recycle_cannot_touch_a_tile_protected_by_the_opponent() -> None:
    state = position(MIXED, magic=("recycle", ""), shields=(0, 1))
    assert list(GAME.legal(state, 0)) == [*(Recycle(tile) for tile in (2, 4, 6)), EndTurn()]
    assert [rule_against(state, Recycle(tile)) for tile in (0, 7)] == ["protected"] * 2


def test_recycle_may_be_used_under_ones_own_shield() -> None:
    state = position(MIXED, magic=("recycle", ""), shields=(3, 0))
    assert {Recycle(2), Recycle(0)} <= set(GAME.legal(state, 0))


# ── Shield ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_shield_shows_three_turns_when_it_is_played() -> None:
    state = position(magic=("shield shield", ""))
    assert list(events_of(GAME, state, 0, Shield())) == [MagicUsed(0, "shield"), ShieldRaised(0)]
    state = after(GAME, state, (0, Shield()))
    assert (state.shields, magic_of(state, 0), state.spent) == ((3, 0), "shield", ("shield",))


def test_a_shield_needs_no_heart_on_the_board() -> None:
    assert Shield() in GAME.legal(position(magic=("shield", "")), 0)


def test_the_counter_goes_three_two_one_and_the_shield_is_gone_after_its_owners_next_turn() -> None:
    state = after(GAME, position(magic=("", "shield"), active=1, magic_deck="wind " * 4), (1, Shield()))
    counters = [state.shields[1]]
    for seat in (1, 0, 1):
        state = after(GAME, state, (seat, EndTurn()), (1 - seat, Draw()))
        counters.append(state.shields[1])
    assert counters == [3, 2, 1, 0]


def test_a_shield_protects_from_the_opponent_during_the_opponents_turn() -> None:
    state = position(MIXED, magic=("wind recycle", "shield"), active=1, magic_deck="wind wind")
    state = after(GAME, state, (1, Shield()), (1, EndTurn()), (0, Draw()))
    assert rule_against(state, Wind(0)) == "protected"
    assert rule_against(state, Recycle(0)) == "protected"


def test_a_shield_no_longer_protects_once_its_owners_next_turn_is_over() -> None:
    state = position(MIXED, magic=("wind recycle", "shield"), active=1, magic_deck="wind " * 4, heart_deck="")
    state = after(GAME, state, (1, Shield()), (1, EndTurn()), (0, Draw()), (0, EndTurn()), (1, Draw()), (1, EndTurn()))
    state = after(GAME, state, (0, Draw()))
    assert {Wind(0), Recycle(0)} <= set(GAME.legal(state, 0))


def test_a_shield_protects_hearts_placed_later_too() -> None:
    state = position(hearts=("red3", ""), magic=("shield", "wind"))
    state = after(GAME, state, (0, Shield()), (0, Place("red3", 5)), (0, EndTurn()), (1, Draw()))
    assert rule_against(state, Wind(5)) == "protected"


def test_a_shield_does_not_protect_empty_tiles() -> None:
    state = position("red" + " white" * 7, magic=("recycle", ""), shields=(0, 2))
    assert Recycle(0) in GAME.legal(state, 0)


def test_a_shield_does_not_keep_the_opponent_from_placing_on_empty_tiles() -> None:
    state = position(hearts=("red1", ""), shields=(0, 2))
    assert Place("red1", 0) in GAME.legal(state, 0)


def test_a_new_shield_of_ones_own_fills_the_counter_again() -> None:
    state = after(GAME, position(magic=("shield", ""), shields=(1, 0)), (0, Shield()))
    assert state.shields == (3, 0)


def test_a_shield_renewed_in_its_last_turn_protects_in_the_opponents_next_one() -> None:
    state = position(MIXED, active=1, magic=("wind recycle", "shield"), shields=(0, 1))
    state = after(GAME, state, (1, Shield()), (1, EndTurn()), (0, Draw()))
    assert state.shields == (0, 2)
    assert [rule_against(state, action) for action in (Wind(0), Recycle(0))] == ["protected"] * 2


def test_a_shield_may_be_renewed_in_the_turn_it_was_played() -> None:
    state = after(GAME, position(magic=("shield shield", "")), (0, Shield()), (0, Shield()))
    assert (state.shields, state.spent) == ((3, 0), ("shield", "shield"))


@pytest.mark.parametrize("turns_left", [1, 2])
def test_no_shield_while_the_opponents_is_active(turns_left: int) -> None:
    state = position(magic=("shield", ""), shields=(0, turns_left))
    assert list(GAME.legal(state, 0)) == [EndTurn()]
    assert rule_against(state, Shield()) == "opponents_shield"


def test_a_shield_can_be_played_once_the_opponents_is_gone() -> None:
    state = position(magic=("", "shield"), shields=(1, 0))
    state = after(GAME, state, (0, EndTurn()), (1, Draw()), (1, Shield()))
    assert state.shields == (0, 3)


# ── Actions as data, refusals ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("data", "action"),
    [
        ({"type": "draw"}, Draw()),
        ({"type": "place", "heart": "red3", "tile": 5}, Place("red3", 5)),
        ({"type": "wind", "tile": 5}, Wind(5)),
        ({"type": "recycle", "tile": 5}, Recycle(5)),
        ({"type": "shield"}, Shield()),
        ({"type": "end_turn"}, EndTurn()),
    ],
)
def test_actions_are_data_as_on_the_page(data: dict[str, object], action: KittyAction) -> None:
    assert parse_action(GAME, data) == action
    assert msgspec.to_builtins(action) == data


@pytest.mark.parametrize(("tile", "is_one"), [(-1, False), (0, True), (7, True), (8, False)])
def test_tiles_are_0_to_7(tile: int, is_one: bool) -> None:
    for data in ({"type": "place", "heart": "red1"}, {"type": "wind"}, {"type": "recycle"}):
        assert isinstance(parse_action(GAME, {**data, "tile": tile}), Refusal) != is_one


@pytest.mark.parametrize(
    "data",
    [
        {"type": "place", "heart": "red4", "tile": 0},
        {"type": "place", "heart": "white1", "tile": 0},
        {"type": "place", "heart": "red1", "tile": 8},
        {"type": "wind", "tile": -1},
        {"type": "recycle", "tile": "5"},
        {"type": "shield", "tile": 0},
        {"type": "pass"},
    ],
)
def test_other_data_is_no_action(data: dict[str, object]) -> None:
    refusal = parse_action(GAME, data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"


def test_a_refusal_says_why_in_both_languages() -> None:
    text = refusal_of(GAME, position(MIXED, magic=("wind", "")), 0, Wind(2)).text
    assert "That heart is yours: Wind only removes an opponent’s." in text.en
    assert "Ce cœur est à vous\u00a0: le Vent ne souffle que ceux de l’adversaire." in text.fr


# ── A whole turn ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_example_turn_of_the_players_page_comes_out_as_told() -> None:
    state = position(
        """
        red:red2@0      white:green3@1  yellow        green:green2@1
        green           red:yellow1@1   white:red1@0  red
        """,
        hearts=("yellow3 red1", ""),
        magic=("wind recycle", ""),
        heart_deck="green2",
        magic_deck="shield wind",
        owes_draw=True,
    )
    assert GAME.scores(state) == (5, 7)
    turn = (Draw(), Place("yellow3", 2), Wind(3), Place("green2", 3), Shield(), EndTurn())
    state = after(GAME, state, *((0, action) for action in turn))
    assert drawn(state) == board_of("""
        red:red2@0      white:green3@1  yellow:yellow3@0  green:green2@0
        green           red:yellow1@1   white:red1@0      red
    """)
    assert (GAME.scores(state), state.shields) == ((15, 3), (2, 0))
    assert (hearts_of(state, 0), magic_of(state, 0)) == ("red1", "recycle")
