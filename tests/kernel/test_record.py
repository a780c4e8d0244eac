"""A record replays without randomness, and tampering is found at its line."""

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.kernel import Upcaster
from tablee.kernel.record import Header, Replayed, Tampered, read_header, replay
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.lab.random_play import random_record

Lines = list[dict[str, Any]]


def recorded(game_id: str = "diggers", seed: int = 3) -> Lines:
    game = load_game(game_id)
    lines = random_record(game, game.seats[0], game.options(), seed)
    assert not isinstance(lines, Refusal)
    return [json.loads(line) for line in lines]


def replayed(lines: Lines) -> Replayed | Tampered:
    first, *rest = [json.dumps(line).encode() for line in lines]
    header = read_header(first)
    return replay(load_game(lines[0]["game"]), header, rest) if isinstance(header, Header) else header


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
def test_an_untouched_record_holds(game_id: str) -> None:
    lines = recorded(game_id)
    result = replayed(lines)
    assert isinstance(result, Replayed)
    assert (result.game, result.actions) == (game_id, len(lines) - 2)


def test_the_header_tells_the_game_its_seats_options_and_the_version_of_its_rules() -> None:
    header = recorded("diggers")[0]
    assert (header["game"], header["seats"], header["rules_version"]) == ("diggers", 2, 1)
    assert header["options"] == {"tiles": 3, "play_on": False}


def test_each_line_tells_seat_legal_actions_action_events_and_state() -> None:
    line = recorded()[1]
    assert {"seat", "legal", "action", "events", "state"} <= set(line)
    assert line["action"] in line["legal"]


def test_a_record_of_older_rules_holds_where_the_present_ones_decide_the_same() -> None:
    lines = recorded("gigogne")
    lines[0]["rules_version"] = 1
    assert isinstance(replayed(lines), Replayed)


def test_a_record_of_older_rules_is_brought_to_the_present_form() -> None:
    lines = recorded("gigogne")
    later = dataclasses.replace(
        GIGOGNE, rules_version=3, upcasters={2: Upcaster(action=lambda data: {**data, "cell": 8 - data["cell"]})}
    )
    header = read_header(json.dumps(lines[0]).encode())
    assert isinstance(header, Header)
    result = replay(later, header, [json.dumps(line).encode() for line in lines[1:]])
    assert isinstance(result, Tampered)
    assert "these were not the legal actions" in result.text.en, "they were read from the other end of the board"


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(line: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        for key in parents:
            line = line[key]
        line[last] = value

    return apply


@pytest.mark.parametrize(
    ("line", "tamper"),
    [
        (1, change("seats", 3)),
        (1, change("starter", 7)),
        (1, change("rules_version", 99)),
        (1, change("options.tiles", 2)),
        (1, change("options.tiles", "many")),
        (1, change("record", 2)),
        (1, change("state.turn", 5)),
        (1, change("chance", [1])),
        (4, change("seat", 7)),
        (4, change("state.turn", 8)),
        (4, change("state.unknown", 8)),
        (4, change("events", [])),
        (4, change("legal", [])),
        (4, change("action", {"type": "disable", "tile": [0, 0]})),
        (4, change("action", {"type": "fly"})),
        (4, change("chance", [3])),
        (4, change("outcome", None)),
        (-1, change("outcome.winners", [])),
        (-1, change("outcome.scores", [99, 99])),
    ],
)
def test_tampering_is_found_at_its_line(line: int, tamper: Callable[[dict[str, Any]], None]) -> None:
    lines = recorded()
    number = line if line > 0 else len(lines)
    tamper(lines[number - 1])
    result = replayed(lines)
    assert isinstance(result, Tampered)
    assert result.line == number
    assert result.text.en.startswith(f"Line {number}: ")
    assert result.text.fr.startswith(f"Ligne {number}\u00a0: ")


def test_another_legal_action_with_the_old_events_is_found_out() -> None:
    lines = recorded()
    entry = lines[5]
    entry["action"] = next(action for action in entry["legal"] if action != entry["action"])
    result = replayed(lines)
    assert isinstance(result, Tampered)
    assert result.line == 6


def test_a_record_that_breaks_off_is_found_out_at_the_missing_line() -> None:
    lines = recorded()[:-4]
    result = replayed(lines)
    assert isinstance(result, Tampered)
    assert result.line == len(lines) + 1


def test_lines_after_the_outcome_are_found_out() -> None:
    lines = recorded()
    result = replayed([*lines, lines[-1]])
    assert isinstance(result, Tampered)
    assert result.line == len(lines) + 1
