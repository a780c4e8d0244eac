"""Builds the wheel: what bots think with is compiled by mypyc, where there is a C compiler.

Without one the same modules go into the wheel as they are, and everything works, more slowly. An editable install is
never compiled: a compiled module would hide the edits.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = ("kernel/search.py", "bots/tree.py", "games/*/search.py", "games/*/solver.py")


class CompilingHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not."""
        if self.target_name != "wheel" or version == "editable" or os.environ.get("TABLEE_PURE"):
            return
        source = Path(self.root, "src")
        modules = sorted(path for pattern in COMPILED for path in source.glob(f"tablee/{pattern}"))
        self._work = Path(tempfile.mkdtemp(prefix="tablee-build-"))
        try:
            made = compile_all(source, modules, self._work)
        except (Exception, SystemExit) as error:  # whatever goes wrong, the pure form installs
            self.app.display_warning(f"Not compiled, bots will be slower: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(
            {str(file): file.relative_to(self._work / "lib").as_posix() for file in made}
        )

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Tidy up."""
        if hasattr(self, "_work"):
            shutil.rmtree(self._work, ignore_errors=True)


def compile_all(source: Path, modules: list[Path], work: Path) -> list[Path]:
    """Compile modules together; the files that came of it."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    before, arguments = Path.cwd(), sys.argv
    os.chdir(source)
    sys.argv = ["setup.py"]  # setuptools reads it
    try:
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
        distribution = Distribution({"name": "tablee", "ext_modules": extensions})
        build = distribution.get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(work / "lib"), str(work / "temp")
        build.ensure_finalized()
        build.run()
    finally:
        os.chdir(before)
        sys.argv = arguments
    return sorted((work / "lib").rglob("*.so")) + sorted((work / "lib").rglob("*.pyd"))
