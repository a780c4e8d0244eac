"""Compiles what bots think with by mypyc, where there is a C compiler: for the wheel, and for `make run`.

Without one the same modules are used as they are, and everything works, more slowly. An editable install is never
compiled, as a compiled module would hide the edits. `make run` puts a folder before it in which the compiled modules
stand beside links to the sources; `python hatch_build.py` makes it.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]  # so that it can be asked for

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    *("kernel/search.py", "bots/tree.py", "bots/assess.py"),
    *("games/*/search.py", "games/*/solver.py", "rl/batch.py"),
)
TYPED_BY = ("kernel", "bots", "games", "rl")
"""Folders whose types the compiled modules rely on: they are compiled anew when anything in these changes."""

RULES = "docs/rules"
KEPT = "build/compiled"
RUN = "build/run"
PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"


class CompilingHook(BuildHookInterface[Any]):
    """Adds the pages of `tablee rules` and the compiled modules to a wheel; an editable install has them at home."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not."""
        if self.target_name != "wheel" or version == "editable":
            return
        build_data["force_include"][str(Path(self.root, RULES))] = "tablee/rules"
        if os.environ.get("TABLEE_PURE"):
            return
        try:
            made = compiled(Path(self.root))
        except (Exception, SystemExit) as error:  # whatever goes wrong, the pure form installs
            self.app.display_warning(f"Not compiled, bots will be slower: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(file): file.relative_to(made).as_posix() for file in files_in(made)})


def compiled(root: Path) -> Path:
    """The folder with the modules compiled from these very sources; kept, as it takes half a minute to make."""
    folder = root / KEPT / key_of(root)
    with locked(folder.parent):
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                compile_all(root / "src", Path(work))
                for old in folder.parent.glob("?" * len(folder.name)):
                    shutil.rmtree(old)
                Path(work, "lib").rename(folder)
    return folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Others who compile at the same time wait, where there is such a lock."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def key_of(root: Path) -> str:
    """Says of what and by what the modules are compiled."""
    key, source = hashlib.sha256(), root / "src"
    for part in (sys.version, version("mypy"), os.environ.get("CC", ""), Path(__file__).read_text(encoding="utf-8")):
        key.update(part.encode())
    for file in sorted(file for folder in TYPED_BY for file in (source / "tablee" / folder).rglob("*.py")):
        key.update(file.relative_to(source).as_posix().encode() + b"\0" + file.read_bytes())
    return key.hexdigest()[:16]


def files_in(made: Path) -> list[Path]:
    return sorted(file for pattern in ("*.so", "*.pyd") for file in made.rglob(pattern))


def compile_all(source: Path, work: Path) -> None:
    """Compile the modules together, into the folder `lib`."""
    from mypyc.build import mypycify
    from setuptools import Extension  # type: ignore[import-untyped]  # it ships no types

    (work / "probe.c").write_text(PROBE, encoding="utf-8")
    modules = sorted(path for pattern in COMPILED for path in source.glob(f"tablee/{pattern}"))
    before, arguments = Path.cwd(), sys.argv
    os.chdir(source)
    sys.argv = ["setup.py"]  # setuptools reads it
    try:
        try:
            build([Extension("probe", [str(work / "probe.c")])], work, "probe")
        except (Exception, SystemExit) as error:
            raise RuntimeError("there is no C compiler here that finds Python.h") from error
        extensions = mypycify(
            [
                "--ignore-missing-imports",
                "--follow-imports=silent",
                f"--cache-dir={source.parent / '.mypy_cache/wheel'}",  # none in the source
                *(str(path.relative_to(source)) for path in modules),
            ],
            opt_level="3",
            target_dir=str(work / "c"),
        )
        build(extensions, work, "lib")
    finally:
        os.chdir(before)
        sys.argv = arguments


def build(extensions: list[Any], work: Path, into: str) -> None:
    from setuptools import Distribution

    command = Distribution({"name": "tablee", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(work / into), str(work / "temp")
    command.ensure_finalized()
    command.run()


# ── Beside the sources, for `make run` ───────────────────────────────────────────────────────────────────


def overlay(root: Path) -> Path:
    """A folder with the package as it is now: links to the sources, and the compiled modules, which are found first."""
    made, source = compiled(root), root / "src"
    place = Path(tempfile.mkdtemp(dir=root / "build"))
    for file in files_in(made):
        link(file, place / file.relative_to(made))
    mixed = {folder for file in files_in(place) for folder in file.parents}
    for folder in sorted(folder for folder in mixed if place in folder.parents):
        for original in (source / folder.relative_to(place)).iterdir():
            if folder / original.name not in mixed and original.name != "__pycache__":
                link(original, folder / original.name)
    shutil.rmtree(root / RUN, ignore_errors=True)
    return place.rename(root / RUN)


def link(original: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(original)


def main(root: Path) -> None:
    if not os.environ.get("TABLEE_PURE"):
        if not (root / KEPT / key_of(root)).exists():
            print("Compiling what the bots think with, beside everything else (half a minute, once) ...", flush=True)
        try:
            with quiet():
                overlay(root)
        except (Exception, SystemExit) as error:  # as for the wheel
            print(f"Not compiled, bots will be slower: {error}")
        else:
            return
    shutil.rmtree(root / RUN, ignore_errors=True)


@contextmanager
def quiet() -> Iterator[None]:
    """Send away what compilers print about code that works."""
    kept = [(number, os.dup(number)) for number in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number, _ in kept:
            os.dup2(nowhere, number)
        yield
    finally:
        sys.stdout.flush()
        for number, copy in kept:
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)


if __name__ == "__main__":
    main(Path(__file__).resolve().parent)
