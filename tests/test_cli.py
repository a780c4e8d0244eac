"""The command as a person types it; in a process of its own where signals, pipes or sockets are involved."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from benchmarks.server.processes import cpu_seconds

from tests.bots.compiled import IS_COMPILED
from tests.commands import tablee
from tests.patience import at_leisure

ROOT = Path(__file__).parent.parent
GAMES = ("ninth", "diggers", "noe", "gigogne", "kitty")
TICTACTOE = (ROOT / "examples/tictactoe/tictactoe.py").read_text(encoding="utf-8")


def game_file(folder: Path, *changes: tuple[str, str], name: str = "mine.py") -> str:
    """The file of a game that is being written: tic-tac-toe, with pieces of its text changed."""
    source = TICTACTOE
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    file = folder / name
    file.write_text(source, encoding="utf-8")
    return str(file)


WITH_AN_OPTION = (
    ("options=Options", "options=Choosy"),
    ("class Mark(", "class Choosy(Options, frozen=True):\n    heaps: int = 3\n\n\nclass Mark("),
)
STUCK = ("if cell is None]", "if cell is None and i < 2]")
ALONE = ("--workers", "1")


COMMANDS = (
    "games",
    "play",
    "record",
    "replay",
    "analyse",
    "learn",
    "lesson",
    "puzzle",
    "simulate",
    "arena",
    "serve",
    "healthy",
    "backup",
    "restore",
    "check",
    "admin",
    "schema",
)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_shows_examples(command: list[str]) -> None:
    result = tablee(*command, "--help")
    assert result.returncode == 0
    assert "examples:\n  tablee " in result.stdout


def test_the_help_of_the_whole_has_an_example_of_each_command() -> None:
    _, _, examples = tablee("--help").stdout.partition("examples:")
    assert [name for name in COMMANDS if f"  tablee {name} " not in examples] == []


def test_the_help_of_play_names_all_who_can_sit_in_a_seat() -> None:
    told = " ".join(tablee("play", "--help").stdout.split())
    assert "human (the default), random, greedy, easy, medium, hard, or perfect where the game is solved" in told


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
    assert [entry["step"] for entry in entries] == list(range(1, len(entries) + 1))
    assert last["outcome"]["reason"]
    result = tablee("replay", str(path))
    assert (result.returncode, result.stdout[:14]) == (0, "Valid record: ")


def test_replay_tells_in_words_why_the_game_ended() -> None:
    record = tablee("record", "examples/tictactoe/tictactoe.py", "--seed", "1").stdout
    told = tablee("replay", "-", "--game", "examples/tictactoe/tictactoe.py", "--lang", "fr", typed=record).stdout
    assert told.endswith("victoire de 0. Trois alignés.\n")


def test_replay_of_a_game_from_a_file_says_that_the_file_can_be_given() -> None:
    record = tablee("record", "examples/tictactoe/tictactoe.py").stdout
    result = tablee("replay", "-", typed=record)
    assert result.returncode == 2
    assert "there is no game 'tictactoe'" in result.stderr
    assert "give the file: --game FILE.py" in result.stderr


def test_record_gives_the_same_game_for_the_same_seed() -> None:
    assert tablee("record", "kitty", "--seed", "4").stdout == tablee("record", "kitty", "--seed", "4").stdout
    assert tablee("record", "kitty", "--seed", "4").stdout != tablee("record", "kitty", "--seed", "5").stdout


def test_replay_says_at_which_line_a_record_was_tampered_with() -> None:
    lines = tablee("record", "gigogne", "--seed", "1").stdout.splitlines()
    lines[3] = re.sub(r'"cell":\d', '"cell":9', lines[3], count=1)
    result = tablee("replay", "-", typed="\n".join(lines))
    assert result.returncode == 1
    assert result.stdout.startswith("Line 4: ")


@pytest.mark.parametrize(
    "record", ["", "hello\n", "{}\n", '{"record":1}\n', "[1]\n", "\x00\x01", '{"record":1,"game":"ninth"}']
)
def test_replay_refuses_what_is_no_record(record: str) -> None:
    result = tablee("replay", "-", typed=record)
    assert result.returncode == 1
    assert result.stdout.startswith("Line 1: it is no header of a record")


def test_analyse_tells_moments_chances_and_what_cant_be_said() -> None:
    few = ("--simulations", "8")
    told = tablee("analyse", "-", *few, typed=tablee("record", "kitty", "--seed", "3").stdout)
    assert told.returncode == 0
    assert re.match(r"No Kitty: \d+ decisions judged", told.stdout)
    assert "seat 0  " in told.stdout
    assert ("not compiled" in told.stderr) == (not IS_COMPILED)
    record = tablee("record", "noe", "--seats", "3", "--seed", "1").stdout
    french = tablee("analyse", "-", *few, "--lang", "fr", typed=record).stdout
    assert "il n’y a que la courbe" in french
    assert "Aucun moment à retenir." in french


def test_analyse_proves_where_a_game_is_solved_and_gives_the_same_json_for_the_same_seed() -> None:
    record = tablee("record", "gigogne", "--seed", "3").stdout
    one, two = (
        tablee("analyse", "-", "--json", "--simulations", "20", "--seed", "4", typed=record).stdout for _ in range(2)
    )
    assert one == two
    analysis = json.loads(one)
    assert analysis["is_done"]
    assert {decision["standing"] for decision in analysis["decisions"]} == {"exact"}
    assert analysis["decisions"][0]["proof"] == {"result": "win", "within": 0}
    assert "wins" in tablee("analyse", "-", "--simulations", "20", typed=record).stdout


def test_analyse_refuses_a_record_that_was_tampered_with() -> None:
    record = tablee("record", "gigogne", "--seed", "3").stdout.splitlines(keepends=True)
    told = tablee("analyse", "-", typed="".join([*record[:2], *record[3:]]))
    assert (told.returncode, told.stdout) == (1, "")
    assert "Line 3" in told.stderr


def test_simulate_prints_one_json_object() -> None:
    result = tablee(
        "simulate", "diggers", "--games", "40", "--seats", "3", "--seed", "1", "--option", "tiles=2", "--json", *ALONE
    )
    report = json.loads(result.stdout)
    assert (report["game"], report["seats"], report["games"]) == ("diggers", 3, 40)
    assert report["options"] == {"tiles": 2, "play_on": False}
    assert sum(report["wins"]) + report["draws"] + report["shared"] == 40


def test_simulate_gives_the_same_numbers_whatever_the_cores() -> None:
    command = ("simulate", "noe", "--games", "30", "--seats", "4", "--seed", "5", "--json", "--workers")
    assert tablee(*command, "1").stdout == tablee(*command, "2").stdout


def test_simulate_plays_a_game_with_options_from_a_file_on_all_cores(tmp_path: Path) -> None:
    file = game_file(tmp_path, *WITH_AN_OPTION)
    result = tablee("simulate", file, "--games", "20", "--option", "heaps=4", "--workers", "2", "--json")
    assert json.loads(result.stdout)["options"] == {"heaps": 4}


def test_simulate_tells_the_seed_so_that_it_can_be_repeated() -> None:
    command = ("simulate", "gigogne", "--games", "20", "--json", *ALONE)
    first = tablee(*command)
    assert tablee(*command, "--seed", str(json.loads(first.stdout)["seed"])).stdout == first.stdout


def test_simulate_plays_a_thousand_games_unless_told_otherwise() -> None:
    assert json.loads(tablee("simulate", "gigogne", "--json", *ALONE).stdout)["games"] == 1000


def test_simulate_speaks_french() -> None:
    printed = tablee("simulate", "noe", "--seats", "3", "--games", "200", "--seed", "1", "--lang", "fr", *ALONE).stdout
    assert printed.startswith("Le Jeu de Noé\u00a0: 200 parties aléatoires, 3 places, graine 1\n")
    assert "le 1er après gagne" in printed
    assert "le 2e après gagne" in printed
    assert "\u00a0% – " in printed
    assert "fin\u00a0: Il ne reste qu’un joueur en vie." in printed
    assert "." not in printed.partition("Actions par partie")[2].partition("en moyenne")[0]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_simulate_tells_in_words_how_games_ended(lang: str) -> None:
    printed = tablee(
        "simulate", "examples/tictactoe/tictactoe.py", "--games", "50", "--seed", "1", "--lang", lang, *ALONE
    ).stdout
    assert {"en": "ended: The grid is full.", "fr": "fin\u00a0: La grille est pleine."}[lang] in printed


def test_arena_plays_a_game_with_options_from_a_file(tmp_path: Path) -> None:
    file = game_file(tmp_path, *WITH_AN_OPTION)
    command = ("arena", file, "hard:20", "random", "--games", "4", "--option", "heaps=4", "--json", "--workers", "2")
    first = tablee(*command)
    report = json.loads(first.stdout)
    assert (report["options"], report["games"]) == ({"heaps": 4}, 4)
    assert tablee(*command, "--seed", str(report["seed"])).stdout == first.stdout


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Playing 4 games instead of 3, so that every player gets"),
        ("fr", "4 parties au lieu de 3, pour que chacun"),
    ],
)
def test_arena_plays_whole_rotations_and_says_so(lang: str, told: str) -> None:
    result = tablee("arena", "gigogne", "random", "greedy", "--games", "3", "--seed", "1", "--lang", lang, *ALONE)
    assert told in result.stderr
    assert {"en": "Gigogne: 4 games, seed 1\n", "fr": "Gigogne\u00a0: 4 parties, graine 1\n"}[lang] in result.stdout


def wait_until_two_think(pid: int) -> None:
    """Two processes of a command have worked longer than it takes to start."""
    patience = time.monotonic() + at_leisure(30)
    while True:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        worked = [cpu_seconds(int(child)) for child in children]
        if sum(seconds > 1 for seconds in worked) >= 2:
            return
        assert time.monotonic() < patience, "nobody thinks"
        time.sleep(0.05)


HEEDING_CTRL_C = """
import signal, sys
from tablee.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main())
"""
"""A shell script starts what it runs in the background with Ctrl-C ignored, and so would be all that we start."""


def test_arena_ends_soon_after_ctrl_c() -> None:
    command = [sys.executable, "-c", HEEDING_CTRL_C, "arena", "noe", "hard", "hard", "--workers", "2"]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE) as running:
        try:
            wait_until_two_think(running.pid)
            os.killpg(running.pid, signal.SIGINT)
            _, told = running.communicate(timeout=at_leisure(30))
        except BaseException:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode == 130
    assert b"Traceback" not in told


def test_simulate_prints_rates_with_their_intervals() -> None:
    printed = tablee("simulate", "kitty", "--games", "30", "--seed", "1", *ALONE).stdout
    assert "the starter wins" in printed
    assert "95 %" in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "chess"], "there is no game 'chess'; installed are: diggers"),
        (["play", "nowhere.py"], "there is no file nowhere.py"),
        (["play", "README.md.py"], "there is no file"),
        (["record", "ninth", "--seats", "3"], "Ninth is for 2 players, not 3."),
        (["record", "noe", "--seats", "7"], "Le Jeu de Noé is for 2–6 players, not 7."),
        (["record", "ninth", "--option", "powers"], "write KEY=VALUE"),
        (["record", "ninth", "--option", "powers=maybe"], "These options don't fit Ninth"),
        (["record", "ninth", "--option", "wings=on"], "Its options are: powers."),
        (["record", "diggers", "--option", "tiles=99"], "These options don't fit Diggers"),
        (["play", "ninth", "--seat", "2=random"], "a seat from 0 to 1"),
        (
            ["play", "ninth", "--seat", "0=genius"],
            "there is no player 'genius'; there are: random, greedy, easy, medium, hard, human",
        ),
        (["play", "gigogne", "--seats", "3", "--seat", "1=perfect"], "gigogne is solved for 2 seats only"),
        (["arena", "gigogne", "perfect", "easy", "easy"], "'perfect' here: gigogne is solved for 2 seats only"),
        (["arena", "ninth", "perfect", "easy"], "'perfect' here: ninth is not solved"),
        (["arena", "gigogne", "hard:0", "easy"], "simulations (hard:2000), more than 0"),
        (["serve", "--games", "ninth"], "ninth is no game's file: the path of a .py file is wanted"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl can't be read"),
        (["analyse", "nowhere.jsonl"], "nowhere.jsonl can't be read"),
        (["analyse", "-", "--simulations", "0"], "'0' must be 1 or more"),
        (["simulate", "ninth", "--games", "0"], "'0' must be 1 or more"),
        (["simulate", "ninth", "--games", "ten"], "'ten' must be 1 or more"),
    ],
)
def test_what_can_not_be_done_is_told_and_nothing_else_happens(arguments: list[str], told: str) -> None:
    result = tablee(*arguments)
    assert result.returncode == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


# ── What an author got wrong ─────────────────────────────────────────────────────────────────────────────


def test_a_zone_of_a_field_that_there_is_not_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = tablee("play", game_file(tmp_path, ('field="cells"', 'field="cellz"')))
    assert result.returncode == 2
    assert "tictactoe: the zone 'Grid' names the field 'cellz'" in result.stderr


def test_a_reason_without_words_is_shown_by_its_name_at_the_end_of_a_game(tmp_path: Path) -> None:
    file = game_file(tmp_path, ('"line": Text("Three in line.", "Trois alignés."),', ""))
    result = tablee("play", file, typed="1\n3\n1\n3\n1\n")
    assert result.returncode == 0
    assert "wins. line\n" in result.stdout


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--seat", "0=random", "--seat", "1=random"],
        ["record"],
        ["simulate", "--games", "8", "--workers", "2"],
        ["arena", "random", "random", "--games", "8", "--workers", "2"],
    ],
)
def test_a_seat_that_is_to_act_and_can_do_nothing_is_told_with_its_position(command: list[str], tmp_path: Path) -> None:
    result = tablee(command[0], game_file(tmp_path, STUCK), *command[1:])
    assert result.returncode == 1
    assert " is to act, but has no legal action, in the position {" in result.stderr
    assert "Traceback" not in result.stderr


# ── What the machine does not allow ──────────────────────────────────────────────────────────────────────


def in_a_process(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tablee.cli", *arguments]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=at_leisure(120), check=False
    )


def test_the_module_is_the_command_and_warns_of_nothing() -> None:
    result = in_a_process("games")
    assert (result.returncode, result.stderr) == (0, "")
    assert all(game in result.stdout for game in GAMES)


def test_a_port_that_is_taken_is_no_mistake_of_the_command(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = in_a_process("serve", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert result.returncode == 1
    assert "can't be served" in result.stderr


def test_a_file_with_the_id_of_another_game_is_refused_and_both_are_named(tmp_path: Path) -> None:
    ninth = game_file(tmp_path, ('id="tictactoe"', 'id="ninth"'), name="ninth.py")
    result = tablee("serve", "--port", "0", "--data", str(tmp_path), "--games", ninth)
    assert result.returncode == 2
    assert f"{ninth} and tablee.games.ninth:GAME both are the game 'ninth'" in result.stderr


def test_two_files_with_the_same_id_are_refused_and_both_are_named(tmp_path: Path) -> None:
    one, other = (game_file(tmp_path, name=name) for name in ("one.py", "other.py"))
    result = tablee("serve", "--port", "0", "--data", str(tmp_path), "--games", f"{one},{other}")
    assert result.returncode == 2
    assert f"{other} and {one} both are the game 'tictactoe'" in result.stderr


def test_a_reader_that_goes_away_is_no_error_to_shout_about() -> None:
    command = f"{sys.executable} -m tablee.cli record ninth --seed 1 | head -n 1 > /dev/null"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=at_leisure(60), check=False)
    assert result.stderr == ""


def test_an_option_is_never_read_as_another_that_begins_alike() -> None:
    result = tablee("simulate", "gigogne", "--seat", "2", "--games", "1")
    assert result.returncode == 2
    assert "--seat" in result.stderr


def test_the_schema_of_a_games_file_has_its_data_and_those_of_no_other_game() -> None:
    file = str(ROOT / "examples/tictactoe/tictactoe.py")
    result = tablee("schema", file)
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert list(document["games"]) == ["tictactoe"]
    assert "KittyAction" not in document["$defs"]
    types = tablee("schema", file, "--typescript").stdout
    assert "export interface TictactoeView" in types
    assert "tablee: there is no file" in tablee("schema", "nothing.py").stderr
