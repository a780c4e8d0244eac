"""Any player can be measured: ours, a function, a program; and one that fails is told of in a sentence."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import tablee

TICTACTOE = "examples/tictactoe/tictactoe.py"
ALONE = ("--workers", "1", "--seed", "1", "--games", "4")

FUNCTIONS = """
import time

def first(sight):
    return sight.legal[0]

def again(sight):
    import importlib.util
    spec = importlib.util.spec_from_file_location("again", "examples/tictactoe/tictactoe.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Mark(sight.legal[0].cell)

def crash(sight):
    raise KeyError("cell")

def hang(sight):
    while True:
        time.sleep(0.01)

def nonsense(sight):
    return "the middle"
"""

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["game"] == "tictactoe" and asked["seats"] == 2, asked
    assert asked["view"]["cells"][asked["legal"][0]["cell"]] is None
    {answer}
    sys.stdout.flush()
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    (tmp_path / "bots.py").write_text(FUNCTIONS)
    return str(tmp_path / "bots.py")


def program(folder: Path, answer: str) -> str:
    file = folder / "program.py"
    file.write_text(PROGRAM.replace("{answer}", answer))
    return f"exec:{sys.executable} -S {file}"


def report(*arguments: str) -> dict[str, Any]:
    result = tablee(*arguments, *ALONE, "--json")
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# ── Who can play ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_simulation_by_players_tells_seats_length_ends_and_scores_with_intervals() -> None:
    found = report("simulate", TICTACTOE, "--players", "greedy,random")
    assert found["players"] == ["greedy", "random"]
    assert sum(found["wins"]) + found["draws"] == found["games"] == 4
    assert sum(found["reasons"].values()) == 4
    assert 5 <= found["actions"]["mean"] <= 9
    for score, wins in zip(found["scores"], found["wins"], strict=True):
        assert score["mean"] == wins / 4
        assert score["low"] <= score["mean"] <= score["high"]


def test_one_player_takes_all_seats() -> None:
    assert report("simulate", "noe", "--seats", "3", "--players", "random")["players"] == ["random"] * 3


@pytest.mark.parametrize("function", ["first", "again"])
def test_a_function_of_a_file_plays_whatever_it_has_imported_the_game_as(bots: str, function: str) -> None:
    found = report("arena", TICTACTOE, f"{bots}:{function}", "random")
    assert [standing["player"] for standing in found["standings"]] == [f"{bots}:{function}", "random"]
    assert found["found"]["games"] == 4


@pytest.mark.parametrize("answer", ["print(len(asked['legal']) - 1)", "print(json.dumps(asked['legal'][-1]))"])
def test_a_program_plays_by_numbers_or_by_actions(tmp_path: Path, answer: str) -> None:
    found = report("arena", TICTACTOE, "--players", f"{program(tmp_path, answer)},{program(tmp_path, answer)}")
    # The last free cell, each time: 8 6 4 2 against 7 5 3 1 makes a line of whoever begins.
    assert found["found"]["wins"] == [4, 0]
    assert found["found"]["reasons"] == {"line": 4}


def test_the_table_tells_both_the_players_and_the_game() -> None:
    printed = tablee("arena", TICTACTOE, "random", "random", *ALONE, "--lang", "fr").stdout
    assert "joueur" in printed
    assert "qui commence gagne" in printed
    assert "Score moyen à la fin et son intervalle à 95 %, à partir de qui commence" in printed


# ── Who can't ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("crash", "as seat 0 in turn 0, failed: KeyError: 'cell'"),
        ("hang", "as seat 0 in turn 0, took longer than 0.2 s"),
        ("nonsense", "answered 'the middle', which is not legal; legal are: mark(cell=0), mark(cell=1),"),
    ],
)
def test_a_function_that_fails_is_told_of(bots: str, function: str, told: str) -> None:
    result = tablee("arena", TICTACTOE, f"{bots}:{function}", "random", *ALONE, "--patience", "0.2")
    assert result.returncode == 1
    assert told in result.stderr
    assert f"bots.py:{function}'" in result.stderr


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("sys.exit(3)", "has ended, with the code 3, without an answer"),
        ("time.sleep(30)", "took longer than 0.7 s"),
        ("print('the middle')", "answered no JSON: Expecting value"),
        ("print(99)", "answered 99, which is not legal; legal are: mark(cell=0)"),
    ],
)
def test_a_program_that_fails_is_told_of(tmp_path: Path, answer: str, told: str) -> None:
    command = program(tmp_path, answer)
    result = tablee("simulate", TICTACTOE, "--players", f"{command},random", *ALONE, "--patience", "0.7")
    assert (result.returncode, told in result.stderr) == (1, True), result.stderr


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (
            "genius,random",
            "there is no player 'genius'; there are: random, greedy, easy, medium, hard; or module:function",
        ),
        ("no_such_module:choose,random", "'no_such_module:choose' can't be loaded: ModuleNotFoundError"),
        ("nowhere.py:choose,random", "there is no file nowhere.py"),
        ("json:shout,random", "json has no function 'shout'"),
        ("exec:no-such-program,random", "there is no program 'no-such-program'"),
        ("random,random,random", "Tic-tac-toe is for 2 players, not 3."),
        (" , ", "who plays? Name a player for each seat"),
    ],
)
def test_a_player_that_there_is_not_is_refused_before_anything_is_played(players: str, told: str) -> None:
    result = tablee("arena", TICTACTOE, "--players", players, *ALONE, "--lang", "en")
    assert (result.returncode, told in result.stderr) == (2, True), result.stderr


def test_as_many_players_as_seats_are_wanted() -> None:
    result = tablee("simulate", "noe", "--seats", "4", "--players", "random,greedy", *ALONE)
    assert (result.returncode, "there are 2 players for 4 seats" in result.stderr) == (2, True)
