"""Games are found by entry point, ours like anybody's."""

import sys
import time
from pathlib import Path

import pytest

from tablee.kernel.registry import BrokenGameError, UnknownGameError, game_ids, load_game


def install(folder: Path, name: str, target: str) -> None:
    """What an installer leaves behind for a package with one entry point."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {target}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def test_the_five_games_of_the_house_are_registered() -> None:
    assert {"diggers", "gigogne", "kitty", "ninth", "noe"} <= set(game_ids())


def test_a_third_party_game_registers_through_its_entry_point(site: Path) -> None:
    install(site, "tictactoe", "tictactoe.tictactoe:GAME")
    assert load_game("tictactoe").id == "tictactoe"
    assert "tictactoe" in game_ids()


def test_an_unknown_game_is_an_error_that_names_those_that_exist() -> None:
    with pytest.raises(UnknownGameError, match=r"there is no game 'chess'; installed are: .*gigogne"):
        load_game("chess")


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("no_such_module:GAME", "can't be loaded"),
        ("json:dumps", "is no Game but a function"),
        ("tablee.games.gigogne:GAME", "has the id 'gigogne'"),
    ],
)
def test_a_broken_registration_is_told_as_such(site: Path, target: str, why: str) -> None:
    install(site, "broken", target)
    with pytest.raises(BrokenGameError, match=why):
        load_game("broken")


def test_a_game_that_every_room_asks_for_is_not_searched_for_each_time() -> None:
    load_game("gigogne")
    started = time.process_time()
    for _ in range(1000):
        load_game("gigogne")
    assert time.process_time() - started < 1, "one search takes several milliseconds"
