"""The mines in plain text."""

from typing import Any

import msgspec
import pytest

from tablee.games.diggers import GAME
from tablee.games.diggers.rules import DiggersState, Move
from tablee.games.diggers.sketch import sketch
from tablee.kernel import won
from tablee.kernel.views import view
from tablee.kernel.words import Language
from tablee.testing.playing import after, after_leaving
from tests.games.diggers.positions import race, sabotage


def drawn(state: DiggersState, seat: int | None, language: Language = "en") -> str:
    """The sketch of the view as JSON gives it."""
    return sketch(msgspec.json.decode(msgspec.json.encode(view(state, seat))), seat, language)


def lines_of(state: DiggersState, seat: int | None) -> list[str]:
    return drawn(state, seat).splitlines()


def test_a_mine_of_the_race_is_drawn_on_its_side() -> None:
    state = race(
        (0, 1),
        (2, 2),
        (4, 4),
        dice=(3, 6, 1, 5),
        disabled={0: [(2, 5), (5, 5), (2, 1)]},
        diamonds={0: [(0, 3)]},
        oxygen=(5, 4, 0),
        eliminated=[2],
        chosen={1: (3, 3)},
        round_=18,
    )
    expected = """\
Race, round 18   dice 3 6 1 5
The mine of seat 0

             [0,3]   [1,4]   [2,5]   [3,6]   [4,7]   [5,8]   [6,9]
               3       4     #####     5       2       5       1
         [0,2]   [1,3]   [2,4]   [3,5]   [4,6]   [5,7]   [6,8]   [7,9]
          >6<      5       2       3*      6       3       2       3*
     [0,1]   [1,2]   [2,3]   [3,4]   [4,5]   [5,6]   [6,7]   [7,8]   [8,9]
     @ 2/4    >1<      3       6       4       1       4       5      4/6
 [0,0]   [1,1]   [2,2]   [3,3]   [4,4]   [5,5]   [6,6]   [7,7]   [8,8]   [9,9]
   IN    >3/6<     4       5       1     #####     5       6      1/3   OUT 2-6
     [1,0]   [2,1]   [3,2]   [4,3]   [5,4]   [6,5]   [7,6]   [8,7]   [9,8]
      1/5    #####     2       4       6       3*      2       4      2/6
         [2,0]   [3,1]   [4,2]   [5,3]   [6,4]   [7,5]   [8,6]   [9,7]
           6       1       3*      2       5       4       1       5
             [3,0]   [4,1]   [5,2]   [6,3]   [7,4]   [8,5]   [9,6]
               3       5       4       1       3       6       3*

@ you   >n< open to you now   * diamond   ##### collapsed
seat 0   [0,1]   oxygen 5   diamonds 1   to choose   (you)
seat 1   [2,2]   oxygen 4   diamonds 0   has chosen
seat 2   [4,4]   oxygen 0   diamonds 0   eliminated"""
    assert drawn(state, 0) == expected


def test_in_the_sabotage_the_mine_that_the_seat_works_on_is_drawn() -> None:
    state = sabotage([], [(4, 4)], [], round_=1, tiles_left=(2, 0, 3))
    lines = lines_of(state, 0)
    assert lines[:2] == ["Sabotage, round 2 of 3", "Seat 0 collapses tiles in the mine of seat 1; 2 to go"]
    assert sum(line.count("#####") for line in lines[2:-2]) == 1
    assert lines[-1] == "Tiles to go of the others: seat 1: 0, seat 2: 3"
    assert "#####" not in "".join(lines_of(state, 1)[:-2])


def test_in_the_sabotage_a_seat_that_left_is_told_so_and_the_others_too() -> None:
    state = after_leaving(GAME, sabotage([], [], [], round_=1), 1)
    assert lines_of(state, 1)[1] == (
        "Seat 1 has left the game; nobody collapses tiles in the mine of seat 2 in this round"
    )
    assert lines_of(state, 0)[-2:] == ["Tiles to go of the others: seat 2: 3", "Have left the game: seat 1"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_has_tiles_to_go_when_a_leaving_has_ended_the_sabotage(seat: int | None) -> None:
    lines = lines_of(after_leaving(GAME, sabotage([(4, 4)], []), 1), seat)
    assert lines[1] == f"The game is over; the mine of seat {seat or 0}"
    assert lines[-2:] == ["* diamond   ##### collapsed", "Have left the game: seat 1"]
    assert "to go" not in "".join(lines)


def test_the_own_choice_is_shown_and_the_others_are_not() -> None:
    state = after(GAME, race((0, 0), (0, 0), (0, 0)), (0, Move((1, 0))), (1, Move((1, 1))))
    assert lines_of(state, 0)[-3:] == [
        "seat 0   [0,0]   oxygen 5   diamonds 0   has chosen [1,0]   (you)",
        "seat 1   [0,0]   oxygen 5   diamonds 0   has chosen",
        "seat 2   [0,0]   oxygen 5   diamonds 0   to choose",
    ]


def test_every_standing_has_its_words() -> None:
    state = race((9, 9), (4, 4), (0, 0), (0, 0), dice=(3, 3, 3), out={0: 12}, left=[2], round_=13)
    assert [line.split("   ")[-1] for line in lines_of(state, None)[-4:]] == [
        "out in round 12",
        "can’t move",
        "has left",
        "to choose",
    ]


def test_nothing_is_open_any_more_when_the_game_is_over() -> None:
    state = msgspec.structs.replace(race((0, 0), (0, 0)), ended=won([0], (0, 0), "survivor"))
    assert ">" not in "".join(lines_of(state, 0)[:-3])
    assert lines_of(state, 0)[-1].endswith("still in the mine")


@pytest.mark.parametrize("phase", [sabotage([], [], []), race((0, 0), (8, 8), (9, 9), out={2: 5})])
def test_an_onlooker_sees_every_mine(phase: DiggersState) -> None:
    assert drawn(phase, None).count("[9,9]") == 3 + (phase.phase == "race")  # seat 2 stands there too


def test_the_legend_calls_nobody_you_before_an_onlooker() -> None:
    state = race((0, 0), (8, 8))
    assert "@ you   >n< open to you now   * diamond   ##### collapsed" in lines_of(state, 1)
    assert "@ digger   >n< open to its digger now   * diamond   ##### collapsed" in lines_of(state, None)
    assert "you" not in drawn(state, None)
    assert "vous" not in drawn(state, None, "fr")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_sketch_is_at_most_100_columns_wide(seat: int | None, language: Language) -> None:
    states = [
        sabotage([], [], [], [], round_=3, tiles=10),
        after_leaving(GAME, sabotage([], [], [], [], round_=3, tiles=10), 2, 3),
        race((8, 8), (0, 0), (9, 8), (9, 9), dice=(2, 3, 4), out={3: 60}, chosen={1: (1, 1)}),
    ]
    for state in states:
        assert max(map(len, drawn(state, seat, language).splitlines())) <= 100


def test_the_game_offers_its_sketch() -> None:
    offered: Any = GAME.sketch
    assert offered is sketch


def test_the_words_are_french_where_the_player_is() -> None:
    state = race((0, 0), (0, 0), (4, 4), (1, 1), dice=(3,), left=[3])
    lines = drawn(state, 0, "fr").splitlines()
    assert lines[:2] == ["Course, manche 7   dés 3", "La mine de la place 0"]
    assert lines[-5:] == [
        "@ vous   >n< à votre portée   * diamant   ##### condamnée",
        "place 0   [0,0]   oxygène 5   diamants 0   doit choisir   (vous)",
        "place 1   [0,0]   oxygène 5   diamants 0   doit choisir",
        "place 2   [4,4]   oxygène 5   diamants 0   ne peut pas bouger",
        "place 3   [1,1]   oxygène 5   diamants 0   a quitté la partie",
    ]


def test_the_words_of_the_sabotage_are_french_too() -> None:
    state = sabotage([], [(4, 4)], [], round_=1, tiles_left=(2, 3, 0))
    lines = drawn(state, 0, "fr").splitlines()
    assert lines[:2] == [
        "Sabotage, manche 2 sur 3",
        "La place 0 condamne des tuiles dans la mine de la place 1\u202f; encore 2",
    ]
    assert lines[-2:] == [
        "* diamant   ##### condamnée",
        "Tuiles à condamner par les autres\u00a0: place 1\u00a0: 3, place 2\u00a0: 0",
    ]
    left = after_leaving(GAME, state, 1)
    assert drawn(left, 0, "fr").endswith("autres\u00a0: place 2\u00a0: 0\nOnt quitté la partie\u00a0: place 1")
    assert drawn(left, 1, "fr").splitlines()[1] == (
        "La place 1 a quitté la partie\u202f; personne ne condamne de tuiles chez la place 2 dans cette manche"
    )
    over = after_leaving(GAME, left, 2)
    assert drawn(over, 0, "fr").splitlines()[1] == "La partie est finie\u202f; la mine de la place 1"
