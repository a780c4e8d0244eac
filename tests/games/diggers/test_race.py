"""Phase 2: the race; and actions as data."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.diggers import GAME
from tablee.games.diggers.mine import TILES, Tile
from tablee.games.diggers.rules import (
    Chose,
    DiggersOptions,
    DiggersState,
    Disable,
    Eliminated,
    GotOut,
    Move,
    OxygenLost,
    RaceRoundBegan,
    Revealed,
)
from tablee.kernel import Refusal, Secret, only
from tablee.kernel.play import begin, decide, parse_action, parse_json_action
from tablee.kernel.views import perspective, redact, view
from tablee.testing.playing import after, events_of, refusal_of
from tests.games.diggers.positions import can_be_entered, folded, race, rolls, sabotage


def tiles_of(state: DiggersState, seat: int) -> set[Tile]:
    return {action.tile for action in GAME.legal(state, seat)}


# ── The start and the dice ───────────────────────────────────────────────────────────────────────────────


def test_each_seat_starts_at_the_entrance_of_its_own_mine() -> None:
    state = sabotage([(1, 1)], [(1, 0)], round_=1, tiles_left=(0, 1))
    state = after(GAME, state, (1, Disable((5, 5))), chance=rolls(1, 3, 3, 3))
    assert state.positions == ((0, 0), (0, 0))
    assert tiles_of(state, 0) == {(1, 0)}  # the 3 at (1, 1) is disabled in mine 0
    assert tiles_of(state, 1) == {(1, 1)}  # the 1 at (1, 0) is disabled in mine 1


@pytest.mark.parametrize(("out", "dice"), [([], 4), ([3], 3), ([2, 3], 2), ([1, 2, 3], 1)])
def test_one_die_fewer_is_rolled_for_each_seat_out_by_the_exit(out: list[int], dice: int) -> None:
    at: list[Tile] = [(9, 9) if seat in out else (0, 0) for seat in range(4)]
    others = {seat: (1, 1) for seat in range(1, 4) if seat not in out}
    state = race(*at, dice=(3,), out=dict.fromkeys(out, 5), chosen=others, play_on=True)
    began = events_of(GAME, state, 0, Move((1, 1)), rolls(*[1, 2, 3, 4][:dice]))[-1]
    assert isinstance(began, RaceRoundBegan)
    assert began.dice == (1, 2, 3, 4)[:dice]


def test_the_dice_grow_fewer_from_the_round_after_the_exit() -> None:
    state = race((8, 8), (0, 0), (0, 0), dice=(3, 3, 3, 3), chosen={1: (1, 1), 2: (1, 1)})
    began = events_of(GAME, state, 0, Move((9, 9)), rolls(5, 5, 5))[-1]
    assert began == RaceRoundBegan(8, (5, 5, 5), awaited=(1, 2))


def test_an_eliminated_seat_takes_no_die_away() -> None:
    state = race((0, 0), (0, 0), (4, 4), dice=(3, 3, 3, 3), eliminated=[2], chosen={1: (1, 1)})
    began = events_of(GAME, state, 0, Move((1, 1)), rolls(5, 5, 5, 5))[-1]
    assert began == RaceRoundBegan(8, (5, 5, 5, 5), awaited=(0, 1))


def test_the_dice_are_the_same_for_all_and_seen_by_all() -> None:
    state = race((0, 0), (4, 4), dice=(1, 2, 5, 5))
    assert [view(state, viewer)["dice"] for viewer in (0, 1, None)] == [(1, 2, 5, 5)] * 3
    assert tiles_of(state, 0) == {(1, 0), (0, 1)}
    assert tiles_of(state, 1) == {(5, 5), (3, 3)}


# ── What can be chosen ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tile", "rule"),
    [
        ((4, 4), "not_adjacent"),  # where it stands
        ((6, 6), "not_adjacent"),
        ((3, 5), "not_adjacent"),
        ((0, 9), "no_such_tile"),
        ((5, 5), "disabled"),
        ((5, 4), "number_not_rolled"),
        ((4, 5), "number_not_rolled"),
    ],
)
def test_a_seat_moves_to_a_neighbouring_active_tile_with_a_number_rolled(tile: Tile, rule: str) -> None:
    state = race((4, 4), (0, 0), dice=(2, 2, 5, 1), disabled={0: [(5, 5)]})
    assert tiles_of(state, 0) == {(3, 3)}
    refusal = refusal_of(GAME, state, 0, Move(tile))
    assert (refusal.code, refusal.rule) == ("illegal_action", rule)


def test_no_tile_is_disabled_during_the_race() -> None:
    assert refusal_of(GAME, race((0, 0), (0, 0)), 0, Disable((5, 5))).rule == "sabotage_is_over"


@pytest.mark.parametrize(
    ("die", "tile"), [(1, (1, 0)), (5, (1, 0)), (2, (0, 1)), (4, (0, 1)), (3, (1, 1)), (6, (1, 1))]
)
def test_any_of_several_numbers_opens_a_tile(die: int, tile: Tile) -> None:
    assert tiles_of(race((0, 0), (0, 0), dice=(die,) * 4), 0) == {tile}


def test_a_tile_is_listed_once_however_many_dice_show_its_numbers() -> None:
    assert list(GAME.legal(race((0, 0), (0, 0), dice=(3, 6, 3, 6)), 0)) == [Move((1, 1))]


@pytest.mark.parametrize(("die", "is_open"), [(1, False), (2, True), (3, True), (4, True), (5, True), (6, True)])
def test_every_number_but_1_opens_the_exit(die: int, is_open: bool) -> None:
    assert ((9, 9) in can_be_entered((8, 8), (die,), ())) == is_open
    assert ((9, 9) in tiles_of(race((8, 8), (0, 0), dice=(die,) * 4), 0)) == is_open


def test_nobody_goes_back_to_the_entrance_which_carries_no_number() -> None:
    state = race((1, 1), (0, 0), dice=(1, 2, 3, 4))
    assert refusal_of(GAME, state, 0, Move((0, 0))).rule == "number_not_rolled"


def test_only_the_own_mine_is_in_the_way() -> None:
    state = race((0, 0), (0, 0), dice=(3, 3, 3, 3), disabled={1: [(1, 1)]})
    assert tiles_of(state, 0) == {(1, 1)}
    assert GAME.to_act(state) == (0,)


_tiles = st.sampled_from(TILES)


@settings(max_examples=100, deadline=None)
@given(_tiles, st.lists(st.integers(1, 6), min_size=1, max_size=4), st.sets(_tiles, max_size=12))
def test_the_list_of_moves_is_what_the_rules_say_read_one_by_one(
    at: Tile, dice: list[int], disabled: set[Tile]
) -> None:
    state = race(at, (0, 0), dice=dice, disabled={0: sorted(disabled)})
    assert len(GAME.legal(state, 0)) == len(tiles_of(state, 0))
    assert tiles_of(state, 0) == can_be_entered(at, dice, sorted(disabled))


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_choice_moves_nobody_until_everyone_has_chosen() -> None:
    state = after(GAME, race((0, 0), (0, 0)), (0, Move((1, 1))))
    assert state.positions == ((0, 0), (0, 0))
    assert GAME.to_act(state) == (1,)


def test_a_choice_is_final() -> None:
    state = after(GAME, race((0, 0), (0, 0)), (0, Move((1, 1))))
    assert refusal_of(GAME, state, 0, Move((1, 0))).code == "not_your_turn"
    assert not GAME.legal(state, 0)


def test_a_choice_is_seen_by_the_chooser_only() -> None:
    state = race((0, 0), (0, 0), (0, 0))
    (chose,) = events_of(GAME, state, 1, Move((1, 0)))
    assert chose == Chose(1, Secret((1, 0), only(1)))
    seen = {viewer: redact(chose, viewer)["tile"] for viewer in (0, 1, 2, None)}
    assert seen == {0: "?", 1: (1, 0), 2: "?", None: "?"}


def test_the_view_shows_who_has_chosen_but_not_what() -> None:
    state = after(GAME, race((0, 0), (0, 0), (0, 0)), (1, Move((1, 0))), (2, Move((1, 1))))
    assert view(state, 0)["choices"] == [None, "?", "?"]
    assert view(state, 1)["choices"] == [None, (1, 0), "?"]
    assert view(state, 2)["choices"] == [None, "?", (1, 1)]
    assert view(state, None)["choices"] == [None, "?", "?"]
    assert perspective(GAME, state, None).to_act == (0,)


def test_all_that_the_others_are_told_is_the_same_whatever_was_chosen() -> None:
    state = race((0, 0), (0, 0), (0, 0))
    told: list[Any] = []
    for tile in [(1, 0), (1, 1), (0, 1)]:
        events = events_of(GAME, state, 1, Move(tile))
        chosen = folded(state, events)
        told.append(
            [
                msgspec.json.encode([perspective(GAME, chosen, viewer), *(redact(event, viewer) for event in events)])
                for viewer in (0, 2, None)
            ]
        )
    assert told[0] == told[1] == told[2]


def test_a_refusal_tells_nothing_of_the_others_choices() -> None:
    refusals = [refusal_of(GAME, race((0, 0), (0, 0), chosen={1: tile}), 0, Move((5, 5))) for tile in [(1, 0), (1, 1)]]
    assert refusals[0] == refusals[1]


def test_a_seat_with_a_single_tile_still_chooses_it_itself() -> None:
    state = race((0, 0), (0, 0), dice=(3, 3, 3, 3), chosen={1: (1, 1)})
    began = events_of(GAME, state, 0, Move((1, 1)), rolls(5, 5, 5, 5))[-1]  # (2, 1) is the only 5 there
    assert began == RaceRoundBegan(8, (5, 5, 5, 5), awaited=(0, 1))


# ── Staying ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_with_no_such_tile_is_not_awaited() -> None:
    state = race((0, 0), (4, 4), (0, 0), dice=(3, 3, 3, 3))
    assert GAME.to_act(state) == (0, 2)  # no 3 next to (4, 4)
    assert not GAME.legal(state, 1)


def test_a_seat_with_no_such_tile_stays_and_loses_one_oxygen() -> None:
    state = race((0, 0), (4, 4), dice=(3, 3, 3, 3))
    state = after(GAME, state, (0, Move((1, 1))), chance=rolls(1, 1, 2, 5))
    assert state.positions == ((1, 1), (4, 4))
    assert state.oxygen == (5, 4)


def test_the_oxygen_is_lost_only_when_everyone_has_chosen() -> None:
    state = after(GAME, race((0, 0), (4, 4), (0, 0), dice=(3, 3, 3, 3)), (0, Move((1, 1))))
    assert state.oxygen == (5, 5, 5)


def test_who_moves_loses_no_oxygen() -> None:
    state = race((0, 0), (0, 0), oxygen=(2, 1), chosen={1: (1, 1)})
    assert after(GAME, state, (0, Move((1, 1))), chance=rolls(5, 5, 5, 5)).oxygen == (2, 1)


# ── The round is applied ─────────────────────────────────────────────────────────────────────────────────


def test_when_everyone_has_chosen_all_is_revealed_to_everyone_before_anything_follows() -> None:
    state = race((0, 0), (4, 4), (8, 8), (4, 4), dice=(3, 3, 3, 3), oxygen=(5, 2, 5, 1), chosen={2: (9, 9)})
    events = events_of(GAME, state, 0, Move((1, 1)), rolls(1, 2, 5))
    assert events == [
        Chose(0, Secret((1, 1), only(0))),
        Revealed((0, 2), ((1, 1), (9, 9))),
        GotOut((2,)),
        OxygenLost((1, 3)),
        Eliminated((3,)),
        RaceRoundBegan(8, (1, 2, 5), awaited=(0, 1)),
    ]
    assert all(redact(event, None) == event for event in events[1:])


def test_all_choices_are_applied_at_once() -> None:
    state = race((0, 0), (0, 0), (0, 0), dice=(1, 2, 3, 4), chosen={0: (1, 0), 2: (0, 1)})
    state = after(GAME, state, (1, Move((1, 1))), chance=rolls(1, 3, 5, 6))
    assert state.positions == ((1, 0), (1, 1), (0, 1))
    assert state.choices == (None, None, None)


def test_each_round_is_a_turn() -> None:
    state = race((0, 0), (0, 0), chosen={1: (1, 1)})
    later = after(GAME, state, (0, Move((1, 1))), chance=rolls(5, 5, 5, 5))
    assert (later.turn, later.round) == (state.turn + 1, state.round + 1)


def test_a_seat_that_enters_the_exit_is_out_and_its_points_are_counted() -> None:
    state = race((8, 8), (0, 0), (0, 0), chosen={1: (1, 1), 2: (1, 1)}, diamonds={0: [(0, 3), (9, 6)]})
    assert GAME.scores(state) == (0, 0, 0)
    state = after(GAME, state, (0, Move((9, 9))), chance=rolls(5, 5, 5))
    assert state.in_mine == GAME.to_act(state) == (1, 2)
    assert state.exit_rounds == (7, None, None)
    assert GAME.scores(state) == (16, 0, 0)


def test_a_seat_with_no_oxygen_left_is_eliminated() -> None:
    state = race((0, 0), (4, 4), (0, 0), dice=(3, 3, 3, 3), oxygen=(5, 1, 5), chosen={2: (1, 1)})
    state = after(GAME, state, (0, Move((1, 1))), chance=rolls(5, 5, 5, 5))
    assert state.oxygen == (5, 0, 5)
    assert state.in_mine == GAME.to_act(state) == (0, 2)
    assert state.exit_rounds[1] is None


def test_a_round_in_which_nobody_can_move_passes_by_itself() -> None:
    # Next to (4, 4): 2 1 6 5 4 4 and no 3.
    state = race((4, 5), (3, 4), dice=(1, 1, 1, 1), chosen={1: (4, 4)})
    events = events_of(GAME, state, 0, Move((4, 4)), rolls(*[3] * 8, 3, 3, 3, 2))
    assert events[1:] == [
        Revealed((0, 1), ((4, 4), (4, 4))),
        RaceRoundBegan(8, (3, 3, 3, 3), awaited=()),
        OxygenLost((0, 1)),
        RaceRoundBegan(9, (3, 3, 3, 3), awaited=()),
        OxygenLost((0, 1)),
        RaceRoundBegan(10, (3, 3, 3, 2), awaited=(0, 1)),
    ]
    later = folded(state, events)
    assert (later.turn, later.round, later.oxygen) == (state.turn + 3, 10, (3, 3))


def test_the_first_round_can_pass_by_itself_too() -> None:
    # The 1/5 and the 2/4 at both entrances are disabled, only the 3/6 is left.
    blocked = [(1, 0), (0, 1)]
    state = sabotage(blocked, blocked, round_=1, tiles_left=(0, 1))
    events = events_of(GAME, state, 1, Disable((5, 5)), rolls(1, 1, 5, 5, 6, 1, 1, 1))
    assert events[2:] == [
        RaceRoundBegan(1, (1, 1, 5, 5), awaited=()),
        OxygenLost((0, 1)),
        RaceRoundBegan(2, (6, 1, 1, 1), awaited=(0, 1)),
    ]


# ── Visiting again ───────────────────────────────────────────────────────────────────────────────────────


def test_tiles_can_be_visited_again() -> None:
    state = race((0, 0), (0, 0), dice=(3, 3, 3, 3), chosen={1: (1, 1)})
    state = after(GAME, state, (0, Move((1, 1))), chance=rolls(5, 5, 5, 5))
    state = after(GAME, state, (0, Move((1, 0))), (1, Move((1, 0))), chance=rolls(6, 6, 6, 6))
    state = after(GAME, state, (0, Move((1, 1))), (1, Move((1, 1))), chance=rolls(1, 1, 1, 1))
    assert state.positions == ((1, 1), (1, 1))


def test_entering_a_diamond_takes_it() -> None:
    state = race((0, 2), (0, 2), dice=(3, 3, 3, 5), chosen={1: (1, 3)})
    state = after(GAME, state, (0, Move((0, 3))), chance=rolls(5, 5, 5, 5))
    assert state.diamonds == (((0, 3),), ())


def test_two_seats_take_the_same_diamond_each_in_its_own_mine() -> None:
    state = race((0, 2), (0, 2), dice=(3, 3, 3, 3), chosen={1: (0, 3)})
    state = after(GAME, state, (0, Move((0, 3))), chance=rolls(5, 5, 5, 5))
    assert state.diamonds == (((0, 3),), ((0, 3),))


def test_a_diamond_counts_once() -> None:
    state = race((0, 2), (0, 2), dice=(3, 3, 3, 5), chosen={1: (1, 3)}, diamonds={0: [(4, 2), (0, 3)]})
    state = after(GAME, state, (0, Move((0, 3))), chance=rolls(5, 5, 5, 5))
    assert state.diamonds == (((4, 2), (0, 3)), ())


# ── Actions as data ──────────────────────────────────────────────────────────────────────────────────────


def test_actions_are_data_as_in_the_rules() -> None:
    assert msgspec.to_builtins(Disable((3, 4))) == {"type": "disable", "tile": (3, 4)}
    assert msgspec.json.encode(Move((1, 0))) == b'{"type":"move","tile":[1,0]}'
    assert parse_json_action(GAME, '{"type":"disable","tile":[3,4]}') == Disable((3, 4))
    assert parse_action(GAME, {"type": "move", "tile": [1, 0]}) == Move((1, 0))


@pytest.mark.parametrize("tile", ["[10,9]", "[-1,0]", "[1]", "[1,2,3]", '"a"', "null", "[1.5,1]"])
def test_what_is_no_tile_is_no_action(tile: str) -> None:
    refusal = parse_json_action(GAME, '{"type":"move","tile":' + tile + "}")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"


def test_an_action_of_either_kind_on_any_pair_of_coordinates_is_answered() -> None:
    states = [
        sabotage([(4, 4)], []),
        race((0, 0), (0, 0)),
        begin(GAME, 2, DiggersOptions(tiles=0), rolls(1, 1, 1, 1), 0),
    ]
    for state in states:
        assert isinstance(state, DiggersState)
        for action in [kind((x, y)) for kind in (Disable, Move) for x in range(10) for y in range(10)]:
            decided = decide(GAME, state, 0, action, rolls())
            assert isinstance(decided, Refusal) == (action not in GAME.legal(state, 0))
