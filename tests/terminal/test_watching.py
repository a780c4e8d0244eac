"""A finished game watched again in the terminal, by keys."""

import os
import pty
import select
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.replay import Origin, Record, Viewer
from tablee.lab.random_play import finished, random_game, random_record
from tablee.terminal.watching import Replay, each_key, watch
from tests.commands import tablee
from tests.patience import at_leisure

RIGHT, LEFT, PAGE_DOWN, PAGE_UP, HOME, END = "\x1b[C", "\x1b[D", "\x1b[6~", "\x1b[5~", "\x1b[H", "\x1b[F"
SHIFT_RIGHT, SHIFT_LEFT = "\x1b[1;2C", "\x1b[1;2D"


def record_of(game_id: str, seats: int = 2) -> Record:
    game = load_game(game_id)
    begun = random_game(game, seats, game.options(), 3)
    assert not isinstance(begun, Refusal)
    return finished(game, begun)


def replay_of(game_id: str = "kitty", viewer: Viewer = "everyone", **changes: object) -> Replay:
    from msgspec.structs import replace

    return Replay(load_game(game_id), replace(record_of(game_id), **changes), "en", viewer)


def printed(replay: Replay) -> str:
    out = StringIO()
    Console(file=out, width=120, highlight=False).print(replay.screen())
    return out.getvalue()


def turn_of(replay: Replay) -> int:
    return replay._turn_at(replay.place)


def test_the_arrows_go_by_action_and_stop_at_both_ends() -> None:
    replay = replay_of()
    replay.press(LEFT)
    assert replay.place == 0
    replay.press(RIGHT)
    replay.press(RIGHT)
    replay.press(LEFT)
    assert replay.place == 1
    replay.press(END)
    replay.press(RIGHT)
    assert replay.place == replay.last
    replay.press(HOME)
    assert replay.place == 0


@pytest.mark.parametrize(("forward", "back"), [(PAGE_DOWN, PAGE_UP), (SHIFT_RIGHT, SHIFT_LEFT)])
def test_pages_go_by_turn_to_where_each_begins(forward: str, back: str) -> None:
    replay = replay_of()
    begins = []
    while replay.place < replay.last:
        begins.append(replay.place)
        before = turn_of(replay)
        replay.press(forward)
        assert turn_of(replay) > before or replay.place == replay.last
    assert len(begins) > 3
    for place in reversed(begins):
        replay.press(back)
        assert replay.place == place


def test_another_viewer_sees_no_more_than_it_did_then() -> None:
    replay = replay_of("ninth", viewer=0)
    replay.press(RIGHT)
    own = printed(replay)
    replay.press("v")
    other = printed(replay)
    assert "seen by ▲ 1" in other
    assert own != other
    replay.press("v")
    assert "seen by everyone" in printed(replay)
    replay.press("v")
    assert "nobody: open" in printed(replay)


def test_where_nothing_is_hidden_there_is_one_sight() -> None:
    replay = replay_of("gigogne", viewer=1)
    replay.press("v")
    assert replay.viewer == "everyone"


def test_names_are_shown_as_they_are_and_practice_is_told() -> None:
    replay = replay_of("gigogne", names=("[bold]Ada[/]", "Bo"), origin=Origin("old", 7))
    assert "Practice, from step 7 of old." in printed(replay)
    replay.press(END)
    assert "wins." in printed(replay)
    replay.press(HOME)
    replay.press(RIGHT)
    assert "[bold]Ada[/]" in printed(replay) or "Bo" in printed(replay)


def test_keys_that_come_at_once_are_told_apart() -> None:
    assert each_key(f"{RIGHT}{SHIFT_LEFT}v\x1bOH") == [RIGHT, SHIFT_LEFT, "v", "\x1bOH"]
    assert each_key("") == [""], "the terminal is gone"


def test_one_watches_until_one_has_seen_enough() -> None:
    typed = iter([RIGHT, RIGHT * 2, "x", "q"])
    replay = replay_of()
    watch(replay, Console(file=StringIO(), width=120), lambda: next(typed))
    assert replay.place == 3


@pytest.mark.parametrize(
    ("written", "instead", "why"),
    [
        ('"game":"gigogne"', '"game":"hexagone"', "The game hexagone is not installed here"),
        ('"rules_version":2', '"rules_version":3', "it follows version 3 of the rules, here is version 2"),
    ],
)
def test_of_a_game_or_rules_that_are_not_known_the_log_alone_is_shown(written: str, instead: str, why: str) -> None:
    recorded = tablee("record", "gigogne", "--seed", "3").stdout
    assert written in recorded
    found = tablee("watch", "-", typed=recorded.replace(written, instead, 1))
    assert found.returncode == 0
    assert why in found.stdout
    assert "place(size=" in found.stdout
    # A file that does not follow from its own rules is still none to be shown.
    broken = tablee("watch", "-", typed=recorded.replace('"step":2', '"step":5', 1))
    assert broken.returncode == 1
    assert "place(" not in broken.stdout


def test_the_command_is_driven_by_keys_in_a_real_terminal(tmp_path: Path) -> None:
    game = load_game("gigogne")
    lines = random_record(game, 2, game.options(), 3)
    assert not isinstance(lines, Refusal)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines))
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tablee.cli", "watch", str(file), "--lang", "en"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = ""

        def until(text: str) -> None:
            nonlocal shown
            while text not in shown:
                assert select.select([ours], [], [], at_leisure(20))[0], shown
                shown += os.read(ours, 4096).decode(errors="replace")
            shown = ""

        until("step 0 of")
        os.write(ours, RIGHT.encode())
        until("step 1 of")
        os.write(ours, END.encode())
        until("wins.")
        os.write(ours, b"q")
        assert process.wait(at_leisure(20)) == 0
    os.close(ours)
