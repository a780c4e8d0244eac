"""The command as a person types it, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ("ninth", "diggers", "noe", "gigogne", "kitty")


def tablee(*arguments: str, typed: str = "", lang: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": lang, "COLUMNS": "120", "PYTHONWARNINGS": "error"}
    return subprocess.run(
        [sys.executable, "-m", "tablee.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", [[], ["games"], ["play"], ["record"], ["replay"], ["simulate"]])
def test_help_shows_examples(command: list[str]) -> None:
    result = tablee(*command, "--help")
    assert result.returncode == 0
    assert "examples:\n  tablee " in result.stdout


def test_no_command_is_a_usage_error() -> None:
    assert tablee().returncode == 2


def test_games_lists_the_games_with_seats_and_options() -> None:
    printed = tablee("games").stdout
    assert all(game in printed for game in GAMES)
    assert "diggers  Diggers, 2–4 seats" in printed
    assert "play_on=off" in printed


def test_games_speaks_french_where_the_environment_does() -> None:
    assert "2–4 places" in tablee("games", lang="fr_FR.UTF-8").stdout


def test_play_plays_a_game_on_one_screen() -> None:
    result = tablee("play", "gigogne", "--seats", "2", "--seat", "1=random", typed="1\n" * 40)
    assert result.returncode == 0
    assert "Seat" in result.stdout or "draw" in result.stdout


def test_play_takes_the_file_of_a_game_that_is_being_written() -> None:
    result = tablee("play", "examples/tictactoe/tictactoe.py", "--seat", "1=random", typed="1\n" * 9)
    assert result.returncode == 0
    assert "Grid" in result.stdout


@pytest.mark.parametrize("game", GAMES)
def test_record_writes_a_game_that_replay_confirms(game: str, tmp_path: Path) -> None:
    record = tablee("record", game, "--seats", "2", "--seed", "7")
    assert record.returncode == 0
    path = tmp_path / "game.jsonl"
    path.write_text(record.stdout)
    first, *entries, last = map(json.loads, record.stdout.splitlines())
    assert (first["game"], first["seats"]) == (game, 2)
    assert all(entry["action"] in entry["legal"] for entry in entries)
    assert last["outcome"]["reason"]
    result = tablee("replay", str(path))
    assert (result.returncode, result.stdout[:18]) == (0, "The record holds: ")


def test_record_gives_the_same_game_for_the_same_seed() -> None:
    assert tablee("record", "kitty", "--seed", "4").stdout == tablee("record", "kitty", "--seed", "4").stdout
    assert tablee("record", "kitty", "--seed", "4").stdout != tablee("record", "kitty", "--seed", "5").stdout


def test_replay_says_at_which_line_a_record_was_tampered_with() -> None:
    lines = tablee("record", "gigogne", "--seed", "1").stdout.splitlines()
    lines[3] = lines[3].replace('"turn":3', '"turn":4', 1)
    result = tablee("replay", "-", typed="\n".join(lines))
    assert result.returncode == 1
    assert result.stdout.startswith("Line 4: the state doesn’t follow from the events.")


@pytest.mark.parametrize(
    "record", ["", "hello\n", "{}\n", '{"record":1}\n', "[1]\n", "\x00\x01", '{"record":1,"game":"ninth"}']
)
def test_replay_refuses_what_is_no_record(record: str) -> None:
    result = tablee("replay", "-", typed=record)
    assert result.returncode == 1
    assert result.stdout.startswith("Line 1: it is no header of a record")


def test_simulate_prints_one_json_object() -> None:
    result = tablee(
        "simulate", "diggers", "--games", "40", "--seats", "3", "--seed", "1", "--option", "tiles=2", "--json"
    )
    report = json.loads(result.stdout)
    assert (report["game"], report["seats"], report["games"]) == ("diggers", 3, 40)
    assert report["options"] == {"tiles": 2, "play_on": False}
    assert sum(report["wins"]) + report["draws"] + report["shared"] == 40


def test_simulate_gives_the_same_numbers_whatever_the_cores() -> None:
    command = ("simulate", "noe", "--games", "30", "--seats", "4", "--seed", "5", "--json", "--workers")
    assert tablee(*command, "1").stdout == tablee(*command, "2").stdout


def test_simulate_prints_rates_with_their_intervals() -> None:
    printed = tablee("simulate", "kitty", "--games", "30", "--seed", "1").stdout
    assert "the starter wins" in printed
    assert "95 %" in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "chess"], "there is no game 'chess'; installed are: diggers"),
        (["play", "nowhere.py"], "there is no file nowhere.py"),
        (["play", "README.md.py"], "there is no file"),
        (["record", "ninth", "--seats", "3"], "Ninth can't be played by 3: it takes 2 seats."),
        (["record", "noe", "--seats", "7"], "it takes 2–6 seats."),
        (["record", "ninth", "--option", "powers"], "write KEY=VALUE"),
        (["record", "ninth", "--option", "powers=maybe"], "These options don't fit Ninth"),
        (["record", "ninth", "--option", "wings=on"], "Its options are: powers."),
        (["record", "diggers", "--option", "tiles=99"], "These options don't fit Diggers"),
        (["play", "ninth", "--seat", "2=random"], "a seat from 0 to 1"),
        (["play", "ninth", "--seat", "0=genius"], "one of human, random"),
        (["play", "gigogne", "--seats", "3", "--seat", "1=perfect"], "random, greedy, easy, medium, hard"),
        (["arena", "gigogne", "perfect", "easy", "easy"], "there is no player 'perfect'"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl can't be read"),
        (["simulate", "ninth", "--games", "0"], "'0' is not a number from 1 up"),
        (["simulate", "ninth", "--games", "ten"], "'ten' is not a number from 1 up"),
    ],
)
def test_what_can_not_be_done_is_told_and_nothing_else_happens(arguments: list[str], told: str) -> None:
    result = tablee(*arguments)
    assert result.returncode == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_reader_that_goes_away_is_no_error_to_shout_about() -> None:
    command = f"{sys.executable} -m tablee.cli record ninth --seed 1 | head -n 1 > /dev/null"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert result.stderr == ""
