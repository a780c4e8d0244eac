"""What an author gets wrong is told in a sentence, by the suite and by whatever plays the game."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from skull.skull import GAME as SKULL
from tablee.games.diggers import GAME as DIGGERS
from tablee.kernel import Refusal, Text, Words, Zone, won
from tablee.kernel.aims import Pressed, Surface
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame, BrokenRulesError
from tablee.kernel.play import begin, choices
from tablee.lab.arena import play_out
from tablee.lab.random_play import random_record, random_steps
from tablee.testing import GameConformance
from tablee.testing.__main__ import main
from tictactoe.tictactoe import GAME, legal

STUCK: AnyGame = replace(GAME, legal=lambda _state, _seat: [])
ENDLESS: AnyGame = replace(GAME, to_act=lambda _state: (), legal=lambda _state, _seat: [])
NAMELESS: AnyGame = replace(GAME, reasons={"time": GAME.reasons["time"], "left": GAME.reasons["left"]})


def suite_of(broken: AnyGame) -> GameConformance:
    class Suite(GameConformance):
        __test__ = False
        game = broken

    return Suite()


# ── Told where the game is made ──────────────────────────────────────────────────────────────────────────


def test_a_zone_of_a_field_that_there_is_not_is_told_when_the_game_is_made() -> None:
    told = "tictactoe: the zone 'Grid' names the field 'cellz', which Grid does not have; it has: turn, active, cells,"
    with pytest.raises(ValueError, match=told):
        replace(GAME, zones=(Zone(field="cellz", title=Text("Grid", "Grille")),))


# ── Told where it is played ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "play",
    [
        lambda state: choices(STUCK, state, 0),
        lambda state: list(random_steps(STUCK, state, Chance.seeded(1), Chance.seeded(1))),
        lambda state: play_out(STUCK, state, [lambda sight: sight.legal[0]] * 2, Chance.seeded(1)),
    ],
)
def test_a_seat_to_act_that_has_no_action_is_named_with_its_position(play: Callable[[Any], Any]) -> None:
    told = r'tictactoe: seat 0 is to act, but has no legal action, in the position \{"turn":0,"active":0,"cells":\['
    with pytest.raises(BrokenRulesError, match=told):
        play(begin(STUCK, 2, STUCK.options(), Chance.seeded(1), 0))


def test_a_game_that_goes_on_without_anybody_is_told_with_its_position() -> None:
    record = random_record(ENDLESS, 2, ENDLESS.options(), 1)
    assert not isinstance(record, Refusal)
    with pytest.raises(BrokenRulesError, match=r'nobody is to act, and the game is not over, in the position \{"turn"'):
        list(record)


def test_a_reason_without_words_is_told_by_its_name() -> None:
    assert NAMELESS.reason("line") == Text("line", "line")
    assert NAMELESS.reason("time") == GAME.reasons["time"]


# ── Told by the suite ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (STUCK, "seat [01] is to act, but has no legal action, in the position"),
        (ENDLESS, "nobody is to act, and the game is not over, in the position"),
        (NAMELESS, "the reason '(line|full)' is not in `reasons`, in the position"),
        (
            replace(GAME, legal=lambda state, seat: [*legal(state, seat), *legal(state, seat)]),
            r"Mark\(cell=0\) is listed twice",
        ),
        (replace(GAME, scores=lambda _state: (0,)), "2 seats have 1 scores"),
        (replace(GAME, to_act=lambda _state: (0, 0)), r"to act are \(0, 0\), not each seat once and in order"),
        (
            replace(GAME, decide=lambda story, *_: story.end(won([7], (0, 0), "line"))),
            r"\(7,\) are not seats in order",
        ),
    ],
)
def test_the_suite_says_what_is_wrong_and_where(game: AnyGame, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        suite_of(game).test_random_play_keeps_the_invariants_and_ends()


def test_the_suite_names_targets_that_no_action_has() -> None:
    zone = Zone(field="cells", title=Text("Grid", "Grille"), targets=("cell", "sell"))
    with pytest.raises(AssertionError, match="the zone 'Grid' has targets that no action has: sell"):
        suite_of(replace(GAME, zones=(zone,))).test_hints_for_drawing_name_fields_of_actions_that_there_are()


def test_the_suite_names_a_target_that_never_leads_to_a_place() -> None:
    zone = Zone(field="active", title=Text("Active", "Actif"), targets=("cell",))
    told = "the zone 'Active' has the target 'cell', but never draws the place that it names, as in {'type': 'mark'"
    with pytest.raises(AssertionError, match=told):
        suite_of(replace(GAME, zones=(zone,))).test_every_legal_action_can_be_played_on_the_board_that_draws_any_game()


def test_the_suite_tells_actions_that_would_be_pressed_in_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Surface, "pressed", lambda _surface, action: Pressed((), {"type": action["type"]}))
    with pytest.raises(AssertionError, match=r"are pressed in the same places, for seat [01], in the position"):
        suite_of(GAME).test_every_legal_action_can_be_played_on_the_board_that_draws_any_game()


@pytest.mark.parametrize(
    ("possible_worlds", "told"),
    [
        (lambda state, seat: len(state.hands[seat]) == 4, "`possible_worlds` rules out what really is, for seat"),
        (
            # Who looks has all of its discs face up, which no imagined world tells of the others.
            lambda state, _seat: all(disc.seen_by for hand in state.hands for disc in hand),
            "of 500 worlds that the types allow none is possible, for seat",
        ),
    ],
)
def test_the_suite_finds_worlds_that_are_wrongly_ruled_out(
    possible_worlds: Callable[[Any, int], bool], told: str
) -> None:
    broken = suite_of(replace(SKULL, possible_worlds=possible_worlds))
    with pytest.raises(AssertionError, match=told):
        broken.test_possible_worlds_hold_for_every_real_one_and_are_found_from_what_a_seat_sees()


def test_the_suite_finds_a_game_whose_turn_grows_with_each_choice_of_a_round_and_says_what_to_do() -> None:
    hasty: AnyGame = replace(
        DIGGERS, evolve=lambda state, event: structs.replace(after := DIGGERS.evolve(state, event), turn=after.turn + 1)
    )
    told = (
        r"`turn` goes from \d+ to \d+ while seat \d is still to act and .* Let `turn` grow when the last of those who"
    )
    with pytest.raises(AssertionError, match=told):
        suite_of(hasty).test_who_chooses_at_the_same_time_makes_no_other_choice_stale()
    race = suite_of(hasty)
    type(race).is_race = True
    race.test_who_chooses_at_the_same_time_makes_no_other_choice_stale()


def test_the_suite_names_words_that_are_missing() -> None:
    with pytest.raises(AssertionError, match="'Grille' has no words in English"):
        suite_of(
            replace(GAME, zones=(Zone(field="cells", title=Text("", "Grille")),))
        ).test_everything_has_words_in_both_languages()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (Words(actions={"marc": Text("Mark", "Cocher")}), "there are words for the action 'marc'; there are: mark"),
        (
            Words(events={"marked": Text("marks {sell}", "coche {sell}")}),
            "the words of the event 'marked' name fields that it does not have: sell",
        ),
        (Words(actions={"mark": Text("Mark {cell}", "Cocher")}), "the action 'mark' says cell in one language only"),
    ],
)
def test_the_suite_names_words_for_what_there_is_not(words: Words, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        suite_of(replace(GAME, words=words)).test_words_are_of_actions_and_events_that_there_are_and_name_their_fields()


# ── Golden playthroughs, written by a command ────────────────────────────────────────────────────────────

TICTACTOE = "examples/tictactoe/tictactoe.py"


def test_the_command_makes_its_folder_and_writes_a_playthrough_there(tmp_path: Path) -> None:
    main([str(tmp_path / "new" / "golden"), TICTACTOE])
    written = (tmp_path / "new" / "golden" / "tictactoe.jsonl").read_bytes()
    assert written == Path("tests/playthroughs/tictactoe.jsonl").read_bytes()


@pytest.mark.parametrize("arguments", [[], ["golden"]])
def test_the_command_without_its_arguments_tells_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage: python -m tablee.testing [-h] FOLDER GAME [GAME ...]" in capsys.readouterr().err


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "examples:\n  python -m tablee.testing " in capsys.readouterr().out


def test_the_command_says_that_a_game_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="1"):
        main([str(tmp_path), "nowhere.py"])
    assert capsys.readouterr().err == "python -m tablee.testing: there is no file nowhere.py\n"
