"""What the make targets install by themselves."""

import sys
from pathlib import Path

from tests.e2e.browser import run_patiently

LOCKED_AT_FIRST = """
import pathlib, sys
looks = pathlib.Path(sys.argv[1])
looks.write_text(looks.read_text() + "look ")
if looks.read_text().count("look") < 3:
    sys.exit("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 42 (apt-get)")
"""


def test_an_installation_waits_while_another_one_updates_the_lists(tmp_path: Path) -> None:
    looks = tmp_path / "looks"
    looks.touch()
    run_patiently([sys.executable, "-c", LOCKED_AT_FIRST, str(looks)], look_again_after=0)
    assert looks.read_text() == "look look look "
