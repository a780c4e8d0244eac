"""`tablee learn` and `tablee lesson`, as a person types them."""

import shutil
from pathlib import Path

import pytest

from tablee.kernel.registry import game_ids
from tests.commands import tablee

TICTACTOE = Path(__file__).parent.parent.parent / "examples/tictactoe"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A designer's game in a single file, and its lesson beside it."""
    (tmp_path / "lessons").mkdir()
    for name in ("tictactoe.py", "lessons/basics.toml"):
        shutil.copy(TICTACTOE / name, tmp_path / name)
    return tmp_path


def test_a_lesson_is_played_with_wrong_tries_a_way_back_and_help() -> None:
    # 23 is medium in the bottom middle; 5 is small in the centre.
    typed = "5\n?\nx\ns\nb\ns\ns\ns\ns\ns\ns\n"
    played = tablee("learn", "gigogne", typed=typed)
    assert played.returncode == 0, played.stderr
    told = played.stdout
    assert "Allowed, but a smaller one can be covered. Take a large." in told
    assert "There’s no action 'x': type a number from 1 to 27." in told
    assert told.count("Step 1 of 6: Place a square") == 2, "once again after going back"
    assert "● you · ▲ Coach" in told
    assert told.index("Step 6 of 6: Win") < told.index("Three in sight, in line: you win!")
    assert "Your first game: tablee play gigogne --seat 1=easy" in told


@pytest.mark.parametrize("game", game_ids())
def test_every_game_is_learnt_to_its_end_in_french(game: str) -> None:
    # `s` shows what to do, and is Enter where there is nothing to do.
    played = tablee("learn", game, typed="s\n" * 10, lang="fr_FR.UTF-8")
    assert "Votre première partie" in played.stdout
    assert ("La leçon suivante" in played.stdout) == (game in {"ninth", "noe", "kitty"})


def test_a_second_lesson_is_called_by_its_name() -> None:
    learnt = tablee("learn", "ninth", typed="s\n" * 4).stdout
    assert learnt.endswith("The next lesson, The planets’ powers: tablee learn ninth powers\n")
    stopped = tablee("learn", "ninth", "powers", typed="q\n").stdout
    assert "Step 1 of 8: Ninth and Mercury" in stopped
    assert "The next lesson" not in stopped
    refused = tablee("learn", "ninth", "moons")
    assert (refused.returncode, refused.stderr) == (
        2,
        "tablee: ninth has no lesson 'moons'; it has: basics, powers\n",
    )


def test_a_game_in_a_file_has_its_lessons_beside_it(folder: Path) -> None:
    game, lesson = str(folder / "tictactoe.py"), str(folder / "lessons/basics.toml")
    assert "Three in line: you win!" in tablee("learn", game, typed="s\ns\n").stdout
    assert tablee("lesson", "check", lesson).stdout == "The lesson holds: tictactoe, 2 steps, 14 tries.\n"
    (folder / "tictactoe.py").rename(folder / "mine.py")
    refused = tablee("lesson", "check", lesson)
    assert refused.returncode == 2
    assert "give the file: --game FILE.py" in refused.stderr
    assert tablee("lesson", "check", lesson, "--game", str(folder / "mine.py")).returncode == 0


def test_a_game_without_lessons_says_where_they_would_be(folder: Path) -> None:
    shutil.rmtree(folder / "lessons")
    refused = tablee("learn", str(folder / "tictactoe.py"))
    assert refused.returncode == 2
    assert "tictactoe has no lessons: it would have them in a folder `lessons` beside its module" in refused.stderr


def test_a_broken_lesson_is_told_with_its_file_and_step(folder: Path) -> None:
    lesson = folder / "lessons/basics.toml"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("cell = 8", "cell = 0"), encoding="utf-8")
    for refused in (tablee("lesson", "check", str(lesson)), tablee("learn", str(folder / "tictactoe.py"))):
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"tablee: {lesson}, step 2: mark(cell=0) is not allowed")


@pytest.mark.parametrize(("game", "seat"), [("gigogne", 0), ("diggers", 1), ("ninth", 1), ("noe", 0), ("kitty", 0)])
def test_the_draft_of_a_lesson_from_a_record_holds_at_once(game: str, seat: int, tmp_path: Path) -> None:
    record, lesson = tmp_path / "game.jsonl", tmp_path / "basics.toml"
    record.write_text(tablee("record", game, "--seed", "3").stdout, encoding="utf-8")
    lesson.write_text(tablee("lesson", "new", str(record), "--seat", str(seat)).stdout, encoding="utf-8")
    checked = tablee("lesson", "check", str(lesson))
    assert checked.returncode == 0, checked.stderr


def test_only_a_record_that_holds_is_drafted_from(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    lines = tablee("record", "gigogne").stdout.splitlines(keepends=True)
    record.write_text("".join([*lines[:2], *lines[3:]]), encoding="utf-8")
    assert "Line 3:" in tablee("lesson", "new", str(record)).stderr
    record.write_text("".join(lines), encoding="utf-8")
    assert "the record has the seats 0 to 1" in tablee("lesson", "new", str(record), "--seat", "2").stderr
    assert "can't be read" in tablee("lesson", "new", str(tmp_path / "none.jsonl")).stderr
