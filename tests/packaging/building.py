"""Building and installing the wheel, both without a network."""

import os
import subprocess
import sys
from pathlib import Path

from tests.patience import at_leisure

ROOT = Path(__file__).parents[2]


def build(folder: Path, **environment: str) -> Path:
    """The wheel, built into a folder."""
    made = folder.with_name(f"{folder.name}.new")
    python("-m", "hatchling", "build", "--target", "wheel", "--directory", str(made), **environment)
    made.rename(folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The folder, with what is in the wheel."""
    python(*PIP, "install", *QUIETLY, "--target", str(folder), str(wheel))
    return folder


PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
QUIETLY = ("--root-user-action=ignore", "--no-index", "--no-deps")


def python(*arguments: str, **environment: str) -> str:
    """Run this Python in the repository; what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=at_leisure(300),
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def unpack(archive: Path, folder: Path) -> None:
    """What is in an archive, into a folder. By tar: what tarfile should be told, Python 3.11.2 does not know."""
    subprocess.run(["tar", "-xzf", str(archive), "-C", str(folder)], check=True, timeout=at_leisure(60))
