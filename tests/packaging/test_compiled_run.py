"""What `make run` serves: the sources, with the bots compiled where there is a C compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build
import pytest

from tests.bots.compiled import has_compiler
from tests.packaging.building import ROOT, python
from tests.patience import at_leisure

WHERE = """
import tablee.bots.tree, tablee.bots.levels, tablee.kernel.search, tablee.server.process, tablee.games.noe.search
for module in (tablee.bots.tree, tablee.kernel.search, tablee.games.noe.search):
    assert not module.__file__.endswith(".py"), module.__file__
print(tablee.__file__, tablee.bots.levels.__file__, tablee.server.process.__file__)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources, somewhere else."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "web"))
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    return tmp_path


def made_in(folder: Path, **environment: str) -> str:
    """What is said when the folder for `make run` is made."""
    done = subprocess.run(
        [sys.executable, "hatch_build.py"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=at_leisure(300),
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")
def test_the_bots_are_compiled_and_everything_else_is_the_source(copy: Path) -> None:
    compiled = hatch_build.compiled(ROOT)
    shutil.copytree(compiled, copy / "build/compiled" / compiled.name)
    assert made_in(copy) == "", "nothing is compiled twice"
    files = python("-c", WHERE, PYTHONPATH=str(copy / "build/run")).split()
    assert [Path(file).is_relative_to(copy / "build/run") for file in files] == [True] * 3
    assert [Path(file).resolve().is_relative_to(copy / "src") for file in files] == [True] * 3


def test_an_edit_of_what_is_compiled_or_of_its_types_is_compiled_anew(copy: Path) -> None:
    before = hatch_build.key_of(copy)
    assert before == hatch_build.key_of(ROOT)
    (copy / "src/tablee/server/clock.py").write_text("", encoding="utf-8")
    assert hatch_build.key_of(copy) == before
    for edited in ("bots/tree.py", "kernel/views.py", "games/noe/new.py"):
        (copy / "src/tablee" / edited).write_text("x = 1\n", encoding="utf-8")
        after = hatch_build.key_of(copy)
        assert after != before
        before = after


@pytest.mark.parametrize(
    ("without", "told"),
    [({"CC": "false"}, "Not compiled, bots will be slower: "), ({"TABLEE_PURE": "1"}, "")],
    ids=["without a compiler", "if asked"],
)
def test_what_was_compiled_before_is_not_run_when_it_can_not_be_compiled_now(
    copy: Path, without: dict[str, str], told: str
) -> None:
    (copy / "build/run/tablee").mkdir(parents=True)
    assert told in made_in(copy, **without)
    assert not (copy / "build/run").exists()
