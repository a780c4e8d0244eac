"""Every legal action of any game can be pressed somewhere: in its places, and what has none as a button."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.kernel import Refusal, Text, Zone
from tablee.kernel.aims import Aim, Surface, aims_in
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.kernel.views import view
from tablee.testing import GameConformance
from tests.kernel.pressable import FOUR, MARKET, RANKS, Discard, Rank
from tictactoe.tictactoe import GAME as TICTACTOE

PRESSES = Path(__file__).with_name("presses.json")
"""What web/tests/pressing.test.ts holds the browser's side to."""


def zone(field: str, **more: Any) -> Zone:
    return Zone(field=field, title=Text(field, field), **more)


def begun(game: AnyGame, seat: int = 0) -> tuple[Any, Mapping[str, Any], Surface]:
    """A fresh game that the seat begins: its state, what the seat sees, and what it can press."""
    state = begin(game, 2, game.options(), Chance.seeded(1), seat)
    assert not isinstance(state, Refusal)
    seen = msgspec.json.decode(msgspec.json.encode(view(state, seat)))
    return state, seen, Surface(game.zones, game.aims, seen, seat)


def presses_of(game: AnyGame, seat: int = 0) -> dict[str, Any]:
    """Where each legal action of a fresh game is pressed, with all that the browser is given to tell it."""
    state, seen, surface = begun(game, seat)
    legal = [msgspec.to_builtins(action) for action in game.legal(state, seat)]
    # Two that no rules allow: beyond the edge, and in another's zone.
    legal += [{"type": "take", "row": 1, "column": 3}, {"type": "play", "card": 0, "seat": 1 - seat}]
    # Cards by their names: one's own, and none of them.
    legal += [{"type": "play", "card": card} for card in (*seen.get("hands", ((), ()))[seat], "joker")]
    pressed = [surface.pressed(action) for action in legal]
    return {
        "game": {"zones": msgspec.to_builtins(game.zones), "aims": msgspec.to_builtins(game.aims)},
        "sight": {"view": seen, "seat": seat},
        "pressed": [
            {"action": action, "places": msgspec.to_builtins(each.places), "part": dict(each.part)}
            for action, each in zip(legal, pressed, strict=True)
        ],
    }


def pressed_in(game: AnyGame, action: Any) -> tuple[list[tuple[str, str, int]], dict[str, Any]]:
    places, part = begun(game)[2].pressed(action)
    return [(place.zone, place.by, place.index) for place in places], {**part}


# ── What points where ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("zones", "aims"),
    [
        ([zone("cells", form="grid")], [Aim("column", "cells", "column"), Aim("cell", "cells")]),
        ([zone("cells", form="grid", targets=("goal",))], [Aim("goal", "cells")]),
        ([zone("cells", form="grid", column="goal")], [Aim("goal", "cells", "column"), Aim("cell", "cells")]),
        ([zone("cells", form="grid", targets=("column",))], [Aim("column", "cells", "column")]),
        ([zone("cells"), zone("hand", targets=("cell",))], [Aim("cell", "hand")]),
        ([zone("stakes", form="counter")], []),
    ],
)  # fmt: skip
def test_a_field_points_where_a_zone_says_or_where_its_name_does(zones: Sequence[Zone], aims: Sequence[Aim]) -> None:
    found = aims_in(zones, {"cell", "column", "row", "goal", "stake"})
    usual = {"row", "column"} - {aim.field for aim in aims}
    assert {aim for aim in found if aim.field not in usual} == set(aims)


def test_a_column_is_nobodys_where_two_grids_could_mean_it() -> None:
    zones = [zone("mine", form="grid"), zone("theirs", form="grid")]
    assert aims_in(zones, {"column", "row"}) == ()


# ── Where actions are pressed ────────────────────────────────────────────────────────────────────────────


def test_a_column_is_pressed_as_a_whole() -> None:
    assert pressed_in(FOUR, {"type": "drop", "column": 3}) == ([("cells", "column", 3)], {"type": "drop"})


def test_a_row_and_a_column_are_the_place_where_they_cross() -> None:
    assert pressed_in(MARKET, {"type": "take", "row": 1, "column": 2}) == ([("stalls", "place", 5)], {"type": "take"})


def test_two_places_are_pressed_one_after_the_other() -> None:
    places, part = pressed_in(MARKET, {"type": "move", "origin": 2, "goal": 4})
    assert places == [("stalls", "place", 2), ("stalls", "place", 4)]
    assert part == {"type": "move"}


def test_a_piece_that_is_named_is_pressed_where_it_lies() -> None:
    _, seen, _ = begun(MARKET)
    first, second = seen["hands"][0]
    assert pressed_in(MARKET, {"type": "play", "card": second}) == ([("hands", "place", 1)], {"type": "play"})
    assert pressed_in(MARKET, {"type": "play", "card": first}) == ([("hands", "place", 0)], {"type": "play"})


@pytest.mark.parametrize(
    "action",
    [
        {"type": "bid", "stake": 2},  # `stakes` is one number: it has no places
        {"type": "take", "row": 1, "column": 3},  # beyond the edge, not the first of the next row
        {"type": "play", "card": 2, "at": None},  # there are two cards
        {"type": "play", "card": "joker"},  # nobody has it
        {"type": "play", "card": 0, "seat": 1},  # another's hand is not pressed in one's own
        {"type": "move", "origin": None, "goal": True},
    ],
)
def test_what_points_to_no_place_that_is_drawn_is_a_button(action: dict[str, Any]) -> None:
    assert pressed_in(MARKET, action) == ([], action)


def test_nothing_is_pressed_in_a_zone_that_is_hidden() -> None:
    hidden = [zone("cells", form="grid", is_hidden=True)]
    action = {"type": "mark", "cell": 4}
    places, part = Surface(hidden, [Aim("cell", "cells")], {"cells": [None] * 9}, 0).pressed(action)
    assert (places, part) == ((), action)


@pytest.mark.parametrize("played", [FOUR, MARKET], ids=lambda game: game.id)
def test_the_suite_presses_every_action_of_every_position_that_it_visits(played: AnyGame) -> None:
    class Suite(GameConformance):
        __test__ = False
        game = played

    Suite().test_every_legal_action_can_be_played_on_the_board_that_draws_any_game()


def test_a_card_that_is_a_number_is_pressed_where_it_lies_and_not_at_that_place() -> None:
    """The hand is 1, 2, 5: its second card is the 2, and the 5 lies at no place 5."""
    pressed = [pressed_in(RANKS, {"type": "discard", "card": rank}) for rank in (1, 2, 5)]
    assert [places for places, _ in pressed] == [[("hands", "place", place)] for place in range(3)]
    assert Discard(Rank(5)) in RANKS.legal(begun(RANKS)[0], 0)


def test_the_browser_is_held_to_the_same_presses() -> None:
    now = [presses_of(TICTACTOE), presses_of(FOUR), presses_of(MARKET, 0), presses_of(MARKET, 1), presses_of(RANKS)]
    written = json.dumps(now, separators=(",", ":")) + "\n"
    if PRESSES.read_text() != written:
        PRESSES.write_text(written)
        pytest.fail("the rule of presses has changed: presses.json is written anew, and web/tests has to hold")
