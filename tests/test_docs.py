"""The docs are true: their examples run, their links lead somewhere, and they say nothing they shouldn't."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.analysis.figures import BUDGET, EARNED, ENGINE, engine_for
from tablee.kernel.chance import Chance
from tablee.kernel.registry import game_ids, load_game
from tests.commands import tablee

ROOT = Path(__file__).parent.parent
TICTACTOE = ROOT / "examples/tictactoe/tictactoe.py"
BOARD = ROOT / "web/examples/tictactoe"
ELSEWHERE = {".git", ".venv", "node_modules", ".mypy_cache", ".pytest_cache"}
"""Folders with nothing of ours; they have most of the files."""


def pages_in(folder: Path) -> Iterator[Path]:
    for found in folder.iterdir():
        if found.suffix == ".md":
            yield found
        elif found.name not in ELSEWHERE and found.is_dir():
            yield from pages_in(found)


PAGES = sorted(pages_in(ROOT))


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def typed(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Do what somebody types in a folder; `tablee` is called in this process."""
    words, _, file = command.removeprefix(".venv/bin/").partition(" > ")
    program, *arguments = shlex.split(words)
    if program != "tablee":
        return shell(command, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = tablee(*arguments, typed="1\n" * 60)
    if file:
        (folder / file).write_text(result.stdout, encoding="utf-8")
    return result


def shell(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        input="1\n" * 60,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        timeout=120,
        check=False,
    )


def test_the_python_example_of_the_readme_runs() -> None:
    for block in blocks("README.md", "python"):
        exec(compile(block, "README.md", "exec"), {})


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    first, commands = blocks("README.md", "sh")
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make run", "make test"]
    for command in commands.splitlines():
        result = typed(command, tmp_path)
        assert result.returncode == 0, f"{command}: {result.stderr}"


def test_the_examples_of_the_page_on_bots_run(tmp_path: Path) -> None:
    for block in blocks("docs/bots.md", "python"):
        exec(compile(block, "docs/bots.md", "exec"), {})
    _, *played = blocks("docs/bots.md", "sh")
    for command in "".join(played).splitlines():
        result = typed(command, tmp_path)
        assert result.returncode == 0, f"{command}: {result.stderr}"


def test_the_examples_of_the_page_on_learning_run() -> None:
    for block in blocks("docs/rl.md", "python"):
        exec(compile(block, "docs/rl.md", "exec"), {})


def test_the_page_on_adding_a_game_builds_the_example_to_the_letter() -> None:
    source, place = TICTACTOE.read_text(encoding="utf-8"), 0
    told = ""
    for block in blocks("docs/adding-a-game.md", "python")[:7]:
        found = source.find(block.strip(), place)
        assert found >= place, f"not in {TICTACTOE.name}, or not in this order:\n{block}"
        place = found
        told += block
    assert [line for line in told.splitlines() if line] == [line for line in source.splitlines() if line]
    assert len(source.splitlines()) < 80


def test_the_page_on_drawing_a_board_shows_the_example_to_the_letter() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(BOARD.glob("*.ts")))
    drawn = {line.strip() for line in (BOARD / "Board.svelte").read_text(encoding="utf-8").splitlines()}
    parts = [part for block in blocks("docs/drawing-a-board.md", "ts") for part in block.strip().split("\n\n")]
    assert len(parts) >= 6
    assert [part for part in parts if part not in source] == []
    lines = [line.strip() for line in blocks("docs/drawing-a-board.md", "svelte")[0].splitlines()]
    attributes = [line for line in lines if line.count("=") and not line.startswith("<")]
    assert len(attributes) >= 6
    assert [line for line in attributes if line not in drawn] == []


def test_the_commands_of_the_page_on_adding_a_game_run(tmp_path: Path) -> None:
    (tmp_path / "tictactoe.py").write_bytes(TICTACTOE.read_bytes())
    (lesson,) = [block for block in blocks("docs/adding-a-game.md", "toml") if "[[steps]]" in block]
    assert lesson == (TICTACTOE.parent / "lessons/basics.toml").read_text(encoding="utf-8")
    (positions,) = [block for block in blocks("docs/adding-a-game.md", "toml") if "[[positions]]" in block]
    assert positions == (TICTACTOE.parent / "positions.toml").read_text(encoding="utf-8")
    for name in ("positions.toml", "rules.en.md", "rules.fr.md"):
        (tmp_path / name).write_bytes((TICTACTOE.parent / name).read_bytes())
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons/basics.toml").write_text(lesson, encoding="utf-8")
    for block in blocks("docs/adding-a-game.md", "sh"):
        for command in block.splitlines():
            result = typed(command, tmp_path)
            assert result.returncode == 0, f"{command}: {result.stderr}"


def test_the_five_lines_of_test_on_that_page_pass(tmp_path: Path) -> None:
    (tmp_path / "tictactoe.py").write_bytes(TICTACTOE.read_bytes())
    test = blocks("docs/adding-a-game.md", "python")[7]
    assert len([line for line in test.splitlines() if line]) <= 5
    (tmp_path / "test_tictactoe.py").write_text(test, encoding="utf-8")
    result = shell(f"{sys.executable} -m pytest -q -p no:cacheprovider", tmp_path)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("number", [8, 9, 10, 11], ids=["options", "chance", "secrets", "dealing"])
def test_the_examples_after_it_run(number: int) -> None:
    block = blocks("docs/adding-a-game.md", "python")[number]
    exec(compile(block, "adding-a-game.md", "exec"), {"__name__": "example"})


def test_that_page_tells_all_that_chance_offers_and_all_that_a_game_can_be_given() -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    draws = [name for name in vars(Chance) if not name.startswith("_") and name not in ("secure", "seeded")]
    assert [name for name in draws if f"- `chance.{name}(" not in page] == []
    told = ("leave_together", "census", "option_sets", "limit_options", "sketch", "policy", "standing", "bounds")
    assert [name for name in told if f"\n- `{name}` " not in page] == []


def test_the_page_on_analysis_speaks_of_the_present_engine_and_of_none_to_come() -> None:
    told = (ROOT / "docs/analysis.md").read_text(encoding="utf-8")
    assert re.findall(r"The present engine\s+is (\d+)", told) == [str(ENGINE)]
    assert max(map(int, re.findall(r"\bengine (\d+)", told))) <= ENGINE
    example = next(block for block in blocks("docs/protocol.md", "json AnalysisShown"))
    assert json.loads(example)["analysis"]["engine"] == engine_for(BUDGET)


def test_nine_of_ten_marks_were_right_in_every_game_that_has_them() -> None:
    told = (ROOT / "docs/analysis.md").read_text(encoding="utf-8")
    table = re.search(r"figures of benchmarks/analysis.py: precision -->(.*?)<!--", told, re.DOTALL)
    assert table is not None
    rows = re.findall(r"^\| (.+?), (\d)(?:, (\w+))? \| (\d+) \| (\d+) ", table[1], re.MULTILINE)
    measured = {
        (name, int(seats), phase or None): (int(marked), int(worse)) for name, seats, phase, marked, worse in rows
    }
    marking = {(load_game(one.game).name.en, one.seats[0], one.phase) for one in EARNED if one.standing == "flags"}
    assert marking == measured.keys()
    for one, (marked, worse) in measured.items():
        assert marked >= 100, one
        assert worse >= 0.9 * marked, one


def test_every_game_has_rules_for_players_in_both_languages() -> None:
    for game in game_ids():
        for language in ("en", "fr"):
            page = ROOT / f"docs/rules/{game}.{language}.md"
            assert page.is_file(), page
            assert "```position " in page.read_text(encoding="utf-8"), f"{page} shows no position"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_makefile_explains_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)
    assert phony is not None
    for target in phony.group(1).split():
        assert re.search(rf"^{target}:.*## ", makefile, flags=re.MULTILINE), target
