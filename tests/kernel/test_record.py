"""A record replays without randomness, and tampering is found at its line."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.kernel import Upcaster
from tablee.kernel.chance import Chance
from tablee.kernel.play import fold, leave_together, timeout
from tablee.kernel.record import Header, Tampered, lines_of, read, read_header, replay
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.replay import Record
from tablee.lab.random_play import random_record

OLD = Path(__file__).parent / "format-1.jsonl"

Lines = list[dict[str, Any]]


def recorded(game_id: str = "diggers", seed: int = 3) -> Lines:
    game = load_game(game_id)
    lines = random_record(game, game.seats[0], game.options(), seed)
    assert not isinstance(lines, Refusal)
    return [json.loads(line) for line in lines]


def replayed(lines: Lines) -> Record | Tampered:
    first, *rest = [json.dumps(line).encode() for line in lines]
    header = read_header(first)
    return replay(load_game(lines[0]["game"]), header, rest) if isinstance(header, Header) else header


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
def test_an_untouched_record_holds(game_id: str) -> None:
    lines = recorded(game_id)
    result = replayed(lines)
    assert isinstance(result, Record)
    assert (result.game, len(result.steps)) == (game_id, len(lines) - 2)
    assert [json.loads(line) for line in lines_of(result)] == lines, "what was read is written alike"


def test_the_header_tells_the_game_its_seats_options_and_the_version_of_its_rules() -> None:
    header = recorded("diggers")[0]
    assert (header["game"], header["seats"], header["rules_version"]) == ("diggers", 2, 1)
    assert header["options"] == {"tiles": 3, "play_on": False}


def test_each_line_tells_its_number_cause_seat_action_draws_and_events() -> None:
    assert set(recorded()[1]) == {"step", "cause", "seat", "action", "chance", "events"}


def test_a_record_of_older_rules_holds_where_the_present_ones_decide_the_same() -> None:
    lines = recorded("gigogne")
    lines[0]["rules_version"] = 1
    assert isinstance(replayed(lines), Record)


def test_a_record_of_older_rules_is_brought_to_the_present_form() -> None:
    lines = recorded("gigogne")
    later = dataclasses.replace(
        GIGOGNE, rules_version=3, upcasters={2: Upcaster(action=lambda data: {**data, "cell": 8 - data["cell"]})}
    )
    header = read_header(json.dumps(lines[0]).encode())
    assert isinstance(header, Header)
    result = replay(later, header, [json.dumps(line).encode() for line in lines[1:]])
    assert isinstance(result, Tampered)
    assert "the events don’t follow" in result.text.en, "the action was read from the other end of the board"


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
        (1, change("record", 3)),
        (1, change("state.turn", 5)),
        (1, change("chance", [1])),
        (4, change("seat", 7)),
        (4, change("seat", None)),
        (4, change("step", 9)),
        (4, change("cause", "clock")),
        (4, change("cause", "out")),
        (4, change("cause", "start")),
        (4, change("events", [])),
        (4, change("state", {})),
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
    lines[5]["action"] = lines[4]["action"] | {"tile": lines[7]["action"]["tile"]}
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


# ── Where what chance gave is not noted ──────────────────────────────────────────────────────────────────


def as_a_server_notes_it(lines: Lines) -> Lines:
    return [{name: part for name, part in line.items() if name != "chance"} for line in lines]


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
def test_a_record_without_draws_holds(game_id: str) -> None:
    assert isinstance(replayed(as_a_server_notes_it(recorded(game_id))), Record)


@pytest.mark.parametrize(
    ("line", "tamper"),
    [
        (1, change("seats", 3)),
        (1, change("options.tiles", 2)),
        (4, change("seat", 7)),
        (4, change("events", [])),
        (4, change("action", {"type": "disable", "tile": [0, 0]})),
        (-1, change("outcome.winners", [])),
    ],
)
def test_tampering_is_found_without_draws(line: int, tamper: Callable[[dict[str, Any]], None]) -> None:
    lines = as_a_server_notes_it(recorded())
    number = line if line > 0 else len(lines)
    tamper(lines[number - 1])
    result = replayed(lines)
    assert isinstance(result, Tampered)
    assert result.line == number


def test_the_clock_and_those_who_went_out_together_are_decided_again() -> None:
    game = load_game("diggers")
    lines = as_a_server_notes_it(recorded())[:6]
    header = read_header(json.dumps(lines[0]).encode())
    assert isinstance(header, Header)
    played = [msgspec.convert(event, game.events) for line in lines[1:] for event in line["events"]]
    state = fold(game, msgspec.convert(lines[0]["state"], game.state), played)
    late = timeout(game, state, Chance.seeded(1))
    gone = leave_together(game, late.state, (1, 0), Chance.seeded(1))
    outcome = gone.state.ended
    rest = [
        {"step": 6, "cause": "clock", "events": late.events},
        {"step": 7, "cause": "out", "seat": 1, "others": [0], "events": gone.events, "at": 5},
        {"outcome": outcome, "ended_at": 6},
    ]
    told = json.loads(msgspec.json.encode(rest))
    result = replayed(lines + told)
    assert isinstance(result, Record), result.text.en
    assert [step.cause for step in result.steps[-2:]] == ["clock", "out"]
    assert (result.steps[-1].others, result.ended_at) == ((0,), 6)
    told[1]["others"] = []
    assert isinstance(replayed(lines + told), Tampered), "one alone does not end it so"


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_of_format_1_is_still_read_and_checked() -> None:
    first, *rest = OLD.read_bytes().splitlines()
    header = read_header(first)
    assert isinstance(header, Header)
    result = replay(load_game("noe"), header, rest)
    assert isinstance(result, Record)
    again = [json.loads(line) for line in lines_of(result)]
    assert again[0]["record"] == 2
    assert isinstance(replayed(again), Record), "and written in the present format it holds as well"
    broken = [rest[0].replace(b'"turn":1', b'"turn":7'), *rest[1:]]
    assert isinstance(replay(load_game("noe"), header, broken), Tampered)


def test_a_record_is_read_without_its_game() -> None:
    lines = recorded("noe")
    lines[0] |= {"game": "unheard-of", "names": ["Ada", "Bo"], "bots": [None, "easy"], "started_at": 1}
    record = read([json.dumps(line).encode() for line in lines])
    assert isinstance(record, Record)
    assert (record.names, record.bots, record.started_at) == (("Ada", "Bo"), (None, "easy"), 1)
    assert record.state == lines[0]["state"]
    assert record.steps[0].events == lines[1]["events"]


@pytest.mark.parametrize("file", [b"", b"{}", b"not a record", b'{"record": 2}', b"[]"])
def test_what_is_no_record_is_told(file: bytes) -> None:
    assert isinstance(read(file.splitlines()), Tampered)
