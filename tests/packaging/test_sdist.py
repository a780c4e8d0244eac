"""The source distribution: it has all that a wheel is built from, pages included, and installs without Node."""

import os
import subprocess
import sys
from pathlib import Path

from tablee.store.schema import migrations
from tests.packaging import clean
from tests.packaging.building import python, unpack
from tests.packaging.test_wheel import names_in
from tests.patience import at_leisure

LOOK = """
import shutil
from tablee.kernel.registry import game_ids
from tablee.server.pages import Pages
from tablee.store.schema import migrations

assert shutil.which("node") is None and shutil.which("npm") is None
assert b"<script" in Pages().front.body
print(*game_ids(), len(migrations("sqlite")))
"""


def test_a_wheel_built_from_the_source_distribution_is_whole_and_runs_where_there_is_no_node(tmp_path: Path) -> None:
    python("-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path / "sdist"))
    (packed,) = (tmp_path / "sdist").glob("*.tar.gz")
    unpack(packed, tmp_path)
    (source,) = tmp_path.glob("tablee-*")
    nowhere = {**os.environ, "PATH": str(tmp_path), "TABLEE_PURE": "1"}
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "wheel")]
    subprocess.run(command, cwd=source, env=nowhere, check=True, capture_output=True, timeout=at_leisure(120))
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    names = names_in(wheel)
    assert {"tablee/server/web/index.html", "tablee/rules/noe.fr.md", "tablee/py.typed"} <= set(names)
    environment = clean.make_python(tmp_path, None)
    clean.install_all(wheel, environment)
    told = subprocess.run(
        [str(environment / "bin" / "python"), "-c", LOOK],
        cwd=tmp_path,
        env={"PATH": str(environment / "bin"), "LD_LIBRARY_PATH": clean.library_path(environment / "bin" / "python")},
        check=True,
        capture_output=True,
        text=True,
        timeout=at_leisure(60),
    )
    games = ["diggers", "gigogne", "kitty", "ninth", "noe"]
    assert told.stdout.split() == [*games, str(len(migrations("sqlite")))]
