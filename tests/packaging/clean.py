"""A place like the container's: a Python with the wheel and what the wheel asks for, and nothing else; read-only."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from fnmatch import fnmatch
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.building import PIP, QUIETLY, ROOT, python
from tests.patience import at_leisure

NOT_COPIED = (
    "site-packages",
    "test",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "lib2to3",
    "pydoc_data",
    "config-*",
)
OPTIMISED = "*.opt-?.pyc"
"""Compiled for a Python with -O, which nobody here runs."""


def make_python(folder: Path, user: int | None) -> Path:
    """A fresh environment in a folder, which that user can run: Python is copied if it is out of their reach."""
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    if user is not None and not can_run(base, user):
        base = copied(Path(sys.base_prefix), folder / "python") / "bin" / base.name
    made = folder / "environment"
    run([str(base), "-m", "venv", "--without-pip", str(made)], None)
    return made


def can_run(program: Path, user: int | None) -> bool:
    try:
        run([str(program), "-c", "import sqlite3, ssl"], user)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def run(command: list[str], user: int | None) -> None:
    environment = {"LD_LIBRARY_PATH": library_path(Path(command[0]))}
    subprocess.run(
        command, check=True, capture_output=True, timeout=at_leisure(60), env=environment, cwd="/", **as_user(user)
    )  # type: ignore[call-overload]  # keywords by name


def library_path(program: Path) -> str:
    """Where a copied Python finds its own library."""
    return str(program.resolve().parent.parent / "lib")


def as_user(user: int | None) -> dict[str, object]:
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


def copied(prefix: Path, target: Path) -> Path:
    """A Python, without what no program needs."""
    libraries = Path(sysconfig.get_paths()["stdlib"]).resolve()
    shutil.copytree(libraries, target / "lib" / libraries.name, ignore=shutil.ignore_patterns(*NOT_COPIED, OPTIMISED))
    for library in (prefix / "lib").glob("libpython*.so*"):
        shutil.copy(library, target / "lib")
    (target / "bin").mkdir()
    shutil.copy(prefix / "bin" / libraries.name, target / "bin")
    return target


def install_all(wheel: Path, environment: Path) -> list[str]:
    """Install the wheel and, as no network is needed for it, what it asks for from here; the names of all."""
    (target,) = (environment / "lib").glob("python*/site-packages")
    python(*PIP, "--python", str(environment / "bin" / "python"), "install", *QUIETLY, str(wheel))
    (own,) = target.glob("tablee-*.dist-info")
    wanted, names = list(required(Distribution.at(own))), ["tablee"]
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name not in names:
            names.append(name)
            found = distribution(name)
            assert f"{found.version}" == constrained()[name], f"{name} is not the pinned one"
            copy(found, target)
            wanted += required(found)
    return names


def required(found: Distribution) -> list[str]:
    """What it asks for here, with the extras that are asked for."""
    names = []
    for line in found.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            names.append(requirement.name)
            names += extras(distribution(requirement.name), requirement.extras)
    return names


def extras(found: Distribution, asked: set[str]) -> list[str]:
    requirements = map(Requirement, found.requires or ())
    return [
        requirement.name
        for requirement in requirements
        for extra in asked
        if requirement.marker is not None
        and requirement.marker.evaluate({"extra": extra})
        and not requirement.marker.evaluate({"extra": ""})
    ]


def constrained() -> dict[str, str]:
    lines = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in lines}


def copy(found: Distribution, target: Path) -> None:
    source, folders = Path(str(found.locate_file(""))), set()
    for file in found.files or ():
        if ".." in file.parts or fnmatch(file.name, OPTIMISED):  # commands are not copied
            continue
        place = target / file
        if place.parent not in folders:
            place.parent.mkdir(parents=True, exist_ok=True)
            folders.add(place.parent)
        shutil.copyfile(source / file, place)


def make_read_only(folder: Path) -> None:
    """For whoever owns it; to another user it is so already."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222 | (0o555 if path.is_dir() else 0o444))


def make_writable(folder: Path) -> None:
    """So that it can be removed."""
    for root, _, _ in os.walk(folder):
        Path(root).chmod(0o755)
